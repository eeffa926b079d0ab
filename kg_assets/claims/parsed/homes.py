"""Finds the place of a home that stands behind somebody else ("I moved in with Tom in Leeds") or that "here" means
("best parks in Dayton? lived here since 2019")."""

from typing import NamedTuple

from kg_assets.claims.parsed.antecedents import Thing
from kg_assets.claims.parsed.words import shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_ENDS = frozenset({"who", "we", "after", "before", "when", "that"})
_GOES_ON = frozenset({"-", "upon", "de", "'s"})
_LONG = 4  # tokens behind "here" among which its length is told: "here for about three years"
_FAR = 8  # tokens behind the verb within which the place begins: "moved in with my sister and her two kids in"


class HomeHere(NamedTuple):
    """The predicate of what is said of "here", with the place that it means."""

    predicate: str
    place: Thing


def home_here(s: Sentence, before: Sentence | None) -> HomeHere | None:
    """What the writer says of living "here", if only one place is named before; None if nothing is said or no place
    is meant."""
    for at in range(1, len(s)):
        predicate = _said_of_here(s, at) if s.low[at] == "here" else None
        is_supposed = not (closed_class("conditions") | words("no_homes_here")).isdisjoint(s.low)
        if predicate is None or is_supposed or not _is_of_oneself(s, at - 1):
            continue
        for holder, end in ((s, at - 1), (before, 0 if before is None else len(before))):
            found = [] if holder is None else _places(holder, end)
            if holder is not None and found:
                is_one = len({holder.words(one).lower() for one in found}) == 1
                return HomeHere(predicate, Thing(holder, found[0])) if is_one else None
    return None


def _said_of_here(s: Sentence, here: int) -> str | None:
    """The predicate of what is said of "here": of "lived here since", "been here three years", "moved here" and "live
    here". None for a visit."""
    verb, tag = s.lemma[here - 1].lower(), s.tag[here - 1]
    if verb == "move" and tag in ("VBD", "VBN"):
        return "moved_to"
    behind = s.low[here + 1 : here + 1 + _LONG]
    is_long = "since" in behind or not words("lengths_of_living").isdisjoint(behind)
    is_now = verb in words("where_one_lives_in") and tag in ("VB", "VBP", "VBG") and s.low_at(here + 1) != "when"
    is_still = (verb in words("where_one_lives_in") or s.low[here - 1] == "been") and is_long
    return "lives_in" if is_now or is_still else None


def _is_of_oneself(s: Sentence, verb: int) -> bool:
    """Whether "I", "we" or nothing is the subject of a verb before "here"."""
    before = verb - 1
    while before >= 0 and (s.pos[before] in ("AUX", "ADV", "PART") or s.low[before] in words("being_on_so")):
        if s.tag[before] == "MD" or s.dep[before] == "neg":
            return False
        before -= 1
    if before >= 0 and s.low[before] in ("i", "we"):
        return before == 0 or s.pos[before - 1] != "AUX"  # "should we move here"
    # "My cousin loves Cork, moved here in May": another verb before tells that it is somebody else.
    is_first_told = not any(s.pos[t] in ("VERB", "AUX") for t in range(before + 1))
    return (
        s.tag[verb] in ("VBD", "VBN", "VBG") and is_first_told and (before < 0 or s.pos[before] in ("PUNCT", "CCONJ"))
    )


def _places(s: Sentence, end: int) -> list[Tokens]:
    """The places named before a token: known ones, and names in lower case behind "in" or the like."""
    found: list[Tokens] = []
    at = 0
    while at < end:
        last = at
        while (
            last < end
            and _is_of_a_place(s, last)
            and (_is_known(s, last) or s.low_at(at - 1) in words("where_here_is"))
        ):
            last += 1
        if last > at:
            found.append(tuple(range(at, last)))
        at = last + 1
    return found


def moved_in(s: Sentence, clause: Clause) -> Tokens:
    """The tokens of the place where the writer moved in with somebody: "Leeds" in "I moved in with Tom in Leeds". Empty
    if there is none."""
    is_own = clause.subject is None or s.low[clause.subject] in closed_class("first_persons")
    is_told = clause.tense in ("past", "perfect") and not clause.is_negative
    behind = clause.verb + 1 + (s.low_at(clause.verb + 1) == "back")
    if clause.lemma != "move" or not (is_own and is_told) or not _is_with_somebody(s, behind):
        return ()
    for at in range(behind + 2, min(clause.verb + _FAR, len(s) - 1)):
        if s.pos[at] in ("VERB", "AUX", "PUNCT", "CCONJ", "SCONJ") or s.low[at] in _ENDS:
            return ()
        if s.low[at] in ("in", "near"):
            end = at + 1
            while end < len(s) and _is_of_a_place(s, end):
                end += 1
            is_cut = s.low[end : end + 1] and s.low[end] in _GOES_ON  # "Stoke-on-Trent"
            if end > at + 1 and not is_cut:
                return tuple(range(at + 1, end))
    return ()


def _is_with_somebody(s: Sentence, at: int) -> bool:
    return s.low_at(at) == "in" and s.low_at(at + 1) in ("with", "w", "w/")


def _is_of_a_place(s: Sentence, token: int) -> bool:
    is_name = s.pos[token] == "PROPN" and s.entity[token] != "PERSON" and s.low[token] not in shared("months")
    return (_is_known(s, token) or is_name) and s.low[token] not in closed_class("first_persons")


def _is_known(s: Sentence, token: int) -> bool:
    return s.entity[token] in words("places") or s.low[token] in shared("known_places")
