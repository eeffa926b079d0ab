"""Readers for objects that are named or belong to somebody: employers, owners, tools, the whole that something is part
of, and what a thing needs to run."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import SELF, Object
from kg_assets.claims.reading.objects_places import Found, place
from kg_assets.claims.reading.objects_tastes import WORLD_STOP
from kg_assets.claims.reading.objects_things import entity, instrument, tool_sure
from kg_assets.claims.reading.objects_world import ORG_WORDS, SCHOOL_WORDS, org, person
from kg_assets.claims.reading.phrases import NAME_INNER, entity_phrase, noun_phrase, skip_determiners
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run, relation_at

_HOMES = word_list("objects_named", "homes")
_PARTS = word_list("objects_named", "parts_of_firms")
_BESIDE_HOMES = word_list("objects_named", "beside_homes")
_FOR_A_WHILE = word_list("objects_named", "for_a_while")
_OF_THEM = word_list("objects_named", "of_them")
_LIVED_WITH = word_list("objects_named", "lived_with")
_BRANCHES = word_list("objects_named", "branches")
_TEAMS = word_list("objects_named", "teams")
_KINDS_OF_TEAMS = word_list("objects_named", "kinds_of_teams")
_GROUPS = word_list("objects_named", "groups")
_NO_EMPLOYERS = word_list("objects_named", "no_employers")
_ORG_ENDS = ORG_WORDS - SCHOOL_WORDS - word_list("objects_named", "no_orgs") | word_list("objects_named", "org_ends")
_NETWORKS = word_list("objects_named", "networks")
_NO_NEEDS = word_list("objects_named", "no_needs")


def place_named(s: Sentence, index: int, end: int) -> Found:
    """The place that begins at `index`, by its name. A language, a month, a tool or words with digits do not count."""
    found = place(s, index, end)
    if found is None:
        return None
    first, last = found[0].first, found[0].last
    is_other = s.low[first] in s.words["languages"] | s.words["months"] | s.words["tools"]
    is_other = is_other or any(sign.isdigit() for sign in s.surface(first, last))
    return found if not is_other and any(s.is_name(at) for at in range(first, last)) else None


def located(s: Sentence, index: int, end: int) -> Found:
    """The place where a thing is: "Bergen" in "my boat is in Bergen". After "my home is" it is where the person lives.
    In "not in the shed anymore" the place needs no name."""
    found = place_named(s, index, end) if s.word(index - 3) != "roots" else None
    if found is None and "not" in s.low[max(0, index - 3) : index] and s.low[index] == "the":
        bounds = noun_phrase(s, index, end, frozenset())
        found = [Object(*bounds, "entity")] if bounds and s.word(bounds[1]) == "anymore" else None
    if found and s.word(index - 3) == "home":
        return [found[0]._replace(predicate="lives_in", notes=(("who", SELF),))]
    return found


def place_years(s: Sentence, index: int, end: int) -> Found:
    """The place where somebody has been for years: "Lyon" in "been in Lyon for three years" or "since 2015". That is
    too long for a visit."""
    found = place_named(s, index, end)
    if found is None:
        return None
    at = found[0].last
    words = s.low[at : at + 5]
    is_long = words[:1] == ["for"] and bool({"years", "year", "decade", "decades"} & set(words))
    is_since = words[:1] == ["since"] and len(words) > 1 and words[1][:2] in ("19", "20")
    return found if is_long or is_since else None


def home_in(s: Sentence, index: int, end: int) -> Found:
    """The place of a home: "Delft" in "rent a small place in Delft"."""
    found = noun_phrase(s, index, end, frozenset())
    if found is None or s.low[found[1] - 1] not in _HOMES or not _FOR_A_WHILE.isdisjoint(s.low[index:end]):
        return None
    at = found[1]
    if at + 1 < end and s.low[at] in _BESIDE_HOMES:  # "on Spring Bank in Hull", "with two mates in Bristol"
        at = next((t for t in range(at + 1, end - 1) if s.low[t] in ("in", ",") or s.has_pause(t)), at)
    return place_named(s, at + 1, end) if s.word(at) in ("in", "near") and at + 1 < end else None


def with_kin_in(s: Sentence, index: int, end: int) -> Found:
    """Where somebody lives with relatives: "York" in "with my parents in York". A visit is no home."""
    found = relation_at(s, index + 1) if s.low[index] in ("my", "our") and index + 1 < end else None
    if found is None or found[0] not in _LIVED_WITH or not _FOR_A_WHILE.isdisjoint(s.low[index:end]):
        return None
    at = found[3]
    while at < end and s.low[at] in _OF_THEM:
        at += 1
    return place_named(s, at + 1, end) if s.word(at) in ("in", "near") and at + 1 < end else None


def employer(s: Sentence, index: int, end: int) -> Found:
    """An organisation by its name, or by its kind with an article. A tool, a relative, a month, an event or a known
    place does not count."""
    if relation_at(s, index + (s.low[index] in ("my", "our"))) is not None:
        return None
    found = org(s, index, end)
    if found is None:
        return None
    first, last = found[0].first, found[0].last
    words = set(s.low[first:last])
    is_left = s.word(index - 1) in ("left", "leaving")
    kinds = ("months", "events", "known_places") if is_left else ("tools", "months", "events", "known_places")
    if words & _NO_EMPLOYERS or any(words & s.words[kind] for kind in kinds):
        return None
    is_named = s.is_name(first) and s.low[index] not in ("you", "your")
    return found if is_named or (s.low[index] == "the" and words & ORG_WORDS) else None


def part_at(s: Sentence, index: int, end: int) -> Found:
    """The employer that is named behind one of its parts: "Siemens" in "the IT department at Siemens". A team counts
    only if a word shows that it is one of work: "the night team", not "the debate team"."""
    at = skip_determiners(s, index, end)
    at += at > index and s.word(at) == "it"  # "the IT department"
    found = noun_phrase(s, at, end, frozenset()) if at < end else None
    if found is None or found[1] + 1 >= end or s.low[index] in ("his", "her", "their"):
        return None
    part, link = s.low[found[1] - 1], s.low[found[1]]
    is_branch = part in _BRANCHES and link == "of"
    is_team = part in _TEAMS and not _KINDS_OF_TEAMS.isdisjoint(s.low[found[0] : found[1] - 1])
    if not is_branch and not (link in ("at", "for") and (is_team or part in _PARTS | _BRANCHES)):
        return None
    firm = employer(s, found[1] + 1, end)
    if not firm or not s.is_name(firm[0].first):
        return None
    return firm if not _is_for_an_occasion(s, firm[0].first, firm[0].last) else None


def _is_for_an_occasion(s: Sentence, first: int, last: int) -> bool:
    """Whether these words are only a first name or name a weekday or month, so that they are no employer but say for
    whom or when something is done: "the catering for Ana's wedding", "the books for Dave"."""
    is_somebody = last == first + 1 and s.low[first] in s.words["given_names"]
    return is_somebody or not set(s.low[first:last]).isdisjoint(s.words["weekdays"] | s.words["months"])


def org_sure(s: Sentence, index: int, end: int) -> Found:
    """An organisation after a verb that does not itself mean work: a name, or a word for a kind of
    organisation."""
    found = org(s, index, end)
    if found is None:
        return None
    words = set(s.low[found[0].first : found[0].last])
    is_kind = bool(words & ORG_WORDS)
    if words & (s.words["tools"] | s.words["months"] | s.words["weekdays"] | {"home", "work"}):
        return None
    return found if is_kind or s.is_name(found[0].first) else None


def org_of_work(s: Sentence, index: int, end: int) -> Found:
    """An organisation where somebody has a first day at work. A school does not count, since a first day there is a
    pupil's, nor does the home of somebody ("day 3 at my nan's")."""
    if s.low[index] in ("my", "our"):
        return None
    found = org_sure(s, index, end)
    return None if found and SCHOOL_WORDS & set(s.low[found[0].first : found[0].last]) else found


def org_beside(s: Sentence, index: int, end: int) -> Found:
    """An organisation whose last word names its kind ("with the Red Cross"). Any other name may be a
    person's, and "my team" is no employer."""
    bounds = entity_phrase(s, index, end)
    is_told = s.low[index] in ("a", "an", "the") or s.is_name(index)
    if bounds is None or not is_told or "on" in s.low[:index]:
        return None
    return org(s, index, end) if s.low[bounds[1] - 1] in _ORG_ENDS else None


def colleague(s: Sentence, index: int, end: int) -> Found:
    """A colleague by a given name, or as in "a guy called Stelios". Any other single name may be a customer
    or a tool."""
    at = skip_determiners(s, index, end)
    is_person = s.word(at + 1) in ("named", "called") or (s.is_name(at) and s.low[at] in s.words["given_names"])
    return person(s, index, end) if is_person else None


def tool_named(s: Sentence, index: int, end: int) -> Found:
    """The tool that begins at `index`: a known one, a name that is no month, or a common thing with "a", "an" or
    "my"."""
    found = tool_sure(s, index, end)
    if found:
        return found
    stop = name_run(s, index)
    if stop > index and s.low[index] not in s.words["months"]:
        return [Object(index, stop, "entity")]
    return instrument(s, index, end) if s.low[index] in ("a", "an", "my") else None


def tool_user(s: Sentence, index: int, end: int) -> Found:
    """The tool that somebody is a user of: "Excel" in "a heavy Excel user"."""
    found = noun_phrase(s, index, end, frozenset())
    if found is None or s.low[found[1] - 1] not in ("user", "users"):
        return None
    for at in range(found[0], found[1] - 1):
        if s.is_name(at) or s.low[at] in s.words["tools"]:
            return [Object(at, found[1] - 1, "entity")]
    return None


def switched(s: Sentence, index: int, end: int) -> Found:
    """Both tools in "from Evernote to Joplin": the new one, and the old one as a negated object (its claim is a
    denial)."""
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
    """The owner of a thing: a name, or a relative (without "my"). After "owned by" any noun counts."""
    if s.low[index] in ("my", "our"):
        relative = relation_at(s, index + 1)
        stop = name_run(s, relative[3]) if relative else index
        if relative and stop > relative[3]:
            return [Object(relative[3], stop, "entity")]
        return [Object(relative[2], relative[3])] if relative else None
    named = next((at for at in range(index, min(end, index + 5)) if s.low[at] in ("named", "called")), None)
    if named is not None and (stop := name_run(s, named + 1)) > named + 1:
        return [Object(named + 1, stop, "entity")]
    found = entity(s, index, end)
    if found or s.word(index - 2) != "owned":
        return found
    bounds = noun_phrase(s, index, end, frozenset({"of"}))
    return [Object(*bounds)] if bounds else None


def whole(s: Sentence, index: int, end: int) -> Found:
    """The group or division that somebody or something belongs to: "the sales team" in "belongs to the sales team"."""
    found = noun_phrase(s, index, end, NAME_INNER)
    if found is None or s.is_name(found[1] - 1) > (s.low[found[0]] in _GROUPS):
        return None
    if not set(s.low[found[0] : found[1]]) & _GROUPS:
        return None
    return [Object(*found, "entity")]


def part_whole(s: Sentence, index: int, end: int) -> Found:
    """What something is a part of, by its name or as a noun phrase without words of a task: "the sales team" in "part
    of the sales team"."""
    found = noun_phrase(s, index, end, NAME_INNER)
    if found is None or set(s.low[found[0] : found[1]]) & (s.words["task_words"] | WORLD_STOP | {"form"}):
        return None
    return [Object(*found, "entity")]


def needed(s: Sentence, index: int, end: int) -> Found:
    """The thing that something named needs to run: a name, a tool, or a bare noun that looks like a package."""
    found = entity(s, index, end)
    if found:
        return found
    bounds = entity_phrase(s, index, end)
    if bounds is None or bounds[0] != index:
        return None
    low = s.low[index]
    is_versioned = bounds[1] - index == 2 and s.low[index + 1][0].isdigit() and low not in ("port", "line", "day")
    if is_versioned:
        return [Object(*bounds, "entity")]
    if bounds[1] - index != 1:
        return None
    is_package = low.startswith("lib") or any(sign in low for sign in "-_.") or low[-1].isdigit()
    return [Object(*bounds, "entity")] if is_package and low not in _NO_NEEDS else None


def network(s: Sentence, index: int, end: int) -> Found:
    """A social network ("Reddit", "LinkedIn"): people who left one did not work there."""
    return [Object(index, index + 1, "entity")] if s.low[index] in _NETWORKS else None


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "place_named": place_named,
    "located": located,
    "place_years": place_years,
    "home_in": home_in,
    "employer": employer,
    "part_at": part_at,
    "with_kin_in": with_kin_in,
    "org_sure": org_sure,
    "org_of_work": org_of_work,
    "org_beside": org_beside,
    "colleague": colleague,
    "tool_named": tool_named,
    "tool_user": tool_user,
    "network": network,
    "switched": switched,
    "owner": owner,
    "whole": whole,
    "part_whole": part_whole,
    "needed": needed,
}
