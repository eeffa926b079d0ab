"""Readers for objects that are partners, groups and places of origin."""

from collections.abc import Callable

from kg_assets.claims.reading.lexicon import word_list
from kg_assets.claims.reading.model import Object, relative_of_self
from kg_assets.claims.reading.objects_places import Found
from kg_assets.claims.reading.objects_world import ORG_WORDS
from kg_assets.claims.reading.sentence import Sentence
from kg_assets.claims.reading.subjects import name_run, relation_at

# The relation seen from the other side: who is Bram's parent has Bram as a child.
_TURNED = {
    "parent_is": "child_is",
    "child_is": "parent_is",
    "partner_is": "partner_is",
    "sibling_is": "sibling_is",
    "friend_is": "friend_is",
    "colleague_is": "colleague_is",
}
_PAIR_LINKS = word_list("objects_people", "pair_links")


def is_given_name(s: Sentence, first: int, last: int) -> bool:
    """Whether tokens are a single word that is a given name."""
    return last == first + 1 and s.low[first] in s.words["given_names"]


def partner_given(s: Sentence, index: int, end: int) -> Found:
    """The partner behind "with", if it is only a given name ("with Paolo"). Anything else may be an employer."""
    stop = name_run(s, index, 3)
    is_there = s.word(stop) in ("on", "at", "and", "in")  # "I'm with Dan on this one"
    return [Object(index, stop, "entity")] if stop > index and is_given_name(s, index, stop) and not is_there else None


def parted(s: Sentence, index: int, end: int) -> Found:
    """The former partner of somebody who says that they parted: "my boyfriend Nils", "Nils", "my husband"."""
    if s.low[index] in ("my", "our"):
        found = relation_at(s, index + 1)
        if found is None or found[0] != "partner_is":
            return None
        stop = name_run(s, found[3], 3)
        if stop > found[3]:
            return [Object(found[3], stop, "entity")]
        return [Object(found[2], found[3], "string", relative_of_self(found[1]))]
    stop = name_run(s, index, 3)
    return [Object(index, stop, "entity")] if stop > index else None


def couple(s: Sentence, index: int, end: int) -> Found:
    """The partner who is named before the verb: "Selma" in "Selma and I got married"."""
    at = index - 1
    while at > 0 and s.low[at] not in ("i", "me"):
        if index - at > 6 or s.low[at] in (",", "but"):
            return None
        at -= 1
    if at < 2 or s.low[at - 1] not in _PAIR_LINKS:
        return None
    first = at - 1
    while first > 0 and s.is_name(first - 1) and name_run(s, first - 1) >= at - 1:
        first -= 1
    is_relative = relation_at(s, first) is not None
    is_person = not is_relative and s.low[first] not in s.words["tools"]
    return [Object(first, at - 1, "entity")] if first < at - 1 and is_person else None


def group_named(s: Sentence, index: int, end: int) -> Found:
    """A group called by "the" and a name, as employers seldom are ("the Greens", "the Red Cross")."""
    if s.word(index) != "the" or index + 1 >= end:
        return None
    stop = name_run(s, index + 1, 6)
    if stop == index + 1 or set(s.low[index + 1 : stop]) & ORG_WORDS:
        return None
    is_short = stop == index + 2 and s.surface(index + 1, stop).isupper()
    is_closed = stop >= end or s.has_pause(stop) or not s.low[stop].isalpha() or s.low[stop] in _AFTER_GROUP
    is_group = is_closed or (s.begins_time(stop, end) and not is_short)
    return [Object(index + 1, stop, "entity")] if is_group else None


_AFTER_GROUP = word_list("objects_people", "after_group")


def team_named(s: Sentence, index: int, end: int) -> Found:
    """A team that somebody plays for, by its name. A tool, a month, a language or a given name does not
    count."""
    at = index + (s.word(index) == "the")
    stop = name_run(s, at, 5) if at < end else at
    words = set(s.low[at:stop])
    if stop == at or words & (s.words["tools"] | s.words["months"] | s.words["languages"]):
        return None
    is_team = s.word(index - 1) == "for" or bool(words & s.words["clubs"])
    return [Object(at, stop, "entity")] if is_team and not is_given_name(s, at, stop) else None


def native_of(s: Sentence, index: int, end: int) -> Found:
    """The place where somebody is from: "Mumbai" in "a Mumbai native" and in "a native of Mumbai"."""
    if s.low[index] not in ("a", "an"):
        return None
    at = index + 1 + (s.word(index + 1) in ("proud", "true", "lifelong"))
    if s.word(at) == "native" and s.word(at + 1) == "of":
        stop = name_run(s, at + 2)
        return [Object(at + 2, stop, "entity")] if stop > at + 2 else None
    stop = name_run(s, at)
    is_native = stop > at and s.word(stop) == "native" and s.low[at] not in s.words["languages"]
    return [Object(at, stop, "entity")] if is_native else None


def relative_by_name(s: Sentence, index: int, end: int) -> Found:
    """The relative by whose name somebody says what they are: Bram, as a child of the person, in "I'm Bram's dad"."""
    stop = name_run(s, index, 2)
    found = relation_at(s, stop + 1) if stop > index and s.word(stop) == "'s" and stop + 1 < end else None
    if found is None or found[0] not in _TURNED or (found[3] < end and s.low[found[3]].isalpha()):
        return None
    return [Object(index, stop, "entity", None, _TURNED[found[0]])]


KINDS: dict[str, Callable[[Sentence, int, int], Found]] = {
    "partner_given": partner_given,
    "parted": parted,
    "couple": couple,
    "group_named": group_named,
    "team_named": team_named,
    "native_of": native_of,
    "relative_by_name": relative_by_name,
}
