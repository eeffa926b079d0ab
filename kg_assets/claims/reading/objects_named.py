"""Objects that are told by a name or by whose they are: employers, owners, makers, wholes, what a thing needs."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object
from kg_assets.claims.reading.objects_places import Found, place
from kg_assets.claims.reading.objects_tastes import WORLD_STOP
from kg_assets.claims.reading.objects_things import entity, tool_sure
from kg_assets.claims.reading.objects_world import ORG_WORDS, org, person
from kg_assets.claims.reading.phrases import NAME_INNER, entity_phrase, noun_phrase, skip_determiners
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run, relation_at

_HOMES = word_list("objects_named", "homes")
_GROUPS = word_list("objects_named", "groups")
_NO_EMPLOYERS = word_list("objects_named", "no_employers")
_NO_NEEDS = word_list("objects_named", "no_needs")


def place_named(s: Sentence, index: int, end: int) -> Found:
    """A place by its name; a language, a month or a tool is none."""
    found = place(s, index, end)
    if found is None:
        return None
    first, last = found[0].first, found[0].last
    is_other = s.low[first] in s.words["languages"] | s.words["months"] | s.words["tools"]
    is_other = is_other or any(sign.isdigit() for sign in s.surface(first, last))
    return found if not is_other and any(s.is_name(at) for at in range(first, last)) else None


def home_in(s: Sentence, index: int, end: int) -> Found:
    """ "rent a small place in Delft": where the home is."""
    found = noun_phrase(s, index, end, frozenset())
    if found is None or s.low[found[1] - 1] not in _HOMES or s.word(found[1]) not in ("in", "near"):
        return None
    return place_named(s, found[1] + 1, end) if found[1] + 1 < end else None


def employer(s: Sentence, index: int, end: int) -> Found:
    """An organisation by its name, or by its kind with an article; no tool, no person, no place."""
    if relation_at(s, index + (s.low[index] in ("my", "our"))) is not None:
        return None
    found = org(s, index, end)
    if found is None:
        return None
    first, last = found[0].first, found[0].last
    words = set(s.low[first:last])
    if words & (_NO_EMPLOYERS | s.words["tools"] | s.words["months"] | s.words["events"]):
        return None
    is_named = s.is_name(first) and s.low[index] not in ("you", "your")
    return found if is_named or (s.low[index] == "the" and words & ORG_WORDS) else None


def org_sure(s: Sentence, index: int, end: int) -> Found:
    """An organisation after a verb that is no work by itself: a name, or a kind of organisation."""
    found = org(s, index, end)
    if found is None:
        return None
    words = set(s.low[found[0].first : found[0].last])
    is_kind = bool(words & ORG_WORDS)
    if words & (s.words["tools"] | s.words["months"] | s.words["weekdays"] | {"home", "work"}):
        return None
    return found if is_kind or s.is_name(found[0].first) else None


def colleague(s: Sentence, index: int, end: int) -> Found:
    """ "a guy called Stelios"; a bare name may be a customer or a tool."""
    at = skip_determiners(s, index, end)
    return person(s, index, end) if s.word(at + 1) in ("named", "called") else None


def tool_named(s: Sentence, index: int, end: int) -> Found:
    """A known tool, or a name in capitals that is no person of the sentence."""
    found = tool_sure(s, index, end)
    if found:
        return found
    stop = name_run(s, index)
    return [Object(index, stop, "entity")] if stop > index and s.low[index] not in s.words["months"] else None


def tool_user(s: Sentence, index: int, end: int) -> Found:
    """ "a heavy Excel user"."""
    found = noun_phrase(s, index, end, frozenset())
    if found is None or s.low[found[1] - 1] not in ("user", "users"):
        return None
    for at in range(found[0], found[1] - 1):
        if s.is_name(at) or s.low[at] in s.words["tools"]:
            return [Object(at, found[1] - 1, "entity")]
    return None


def switched(s: Sentence, index: int, end: int) -> Found:
    """ "from Evernote to Joplin": the new one, and the old one that is no longer used."""
    old = entity_phrase(s, index, end)
    if old is None or s.word(old[1]) not in ("to", "over") or old[1] + 1 >= end:
        return None
    start = old[1] + 1 + (s.low[old[1]] == "over")
    new = entity(s, start, end) if start < end else None
    if new is None or not (s.low[start] in s.words["tools"] or s.low[old[0]] in s.words["tools"]):
        is_place = s.low[index - 2] not in ("switched", "switch", "switching")
        if new is None or is_place or not s.is_name(old[0]):
            return None
    return [new[0], Object(old[0], old[1], "entity", None, None, (), True)]


def owner(s: Sentence, index: int, end: int) -> Found:
    """A name, or a person of whom "my" is said; the words without the possessive."""
    if s.low[index] in ("my", "our"):
        found = relation_at(s, index + 1)
        stop = name_run(s, found[3]) if found else index
        if found and stop > found[3]:
            return [Object(found[3], stop, "entity")]
        return [Object(found[2], found[3])] if found else None
    return entity(s, index, end)


def whole(s: Sentence, index: int, end: int) -> Found:
    """The group or division that something belongs to."""
    found = noun_phrase(s, index, end, NAME_INNER)
    if found is None or not set(s.low[found[0] : found[1]]) & _GROUPS:
        return None
    return [Object(*found, "entity")]


def part_whole(s: Sentence, index: int, end: int) -> Found:
    """What something is a part of: by name, or by its noun when it is nothing of the task."""
    found = noun_phrase(s, index, end, NAME_INNER)
    if found is None or set(s.low[found[0] : found[1]]) & (s.words["task_words"] | WORLD_STOP | {"form"}):
        return None
    return [Object(*found, "entity")]


def needed(s: Sentence, index: int, end: int) -> Found:
    """What a named thing needs to run: a name, a tool, or a bare noun that looks like a package."""
    found = entity(s, index, end)
    if found:
        return found
    bounds = entity_phrase(s, index, end)
    if bounds is None or bounds[0] != index:
        return None
    low = s.low[index]
    is_versioned = bounds[1] - index == 2 and s.low[index + 1][0].isdigit()
    if is_versioned:
        return [Object(*bounds, "entity")]
    if bounds[1] - index != 1:
        return None
    is_package = low.startswith("lib") or any(sign in low for sign in "-_.") or low[-1].isdigit()
    return [Object(*bounds, "entity")] if is_package and low not in _NO_NEEDS else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "place_named": place_named,
    "home_in": home_in,
    "employer": employer,
    "org_sure": org_sure,
    "colleague": colleague,
    "tool_named": tool_named,
    "tool_user": tool_user,
    "switched": switched,
    "owner": owner,
    "whole": whole,
    "part_whole": part_whole,
    "needed": needed,
}
