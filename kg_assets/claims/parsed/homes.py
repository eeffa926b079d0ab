"""Finds the place of a home that stands behind somebody else: "I moved in with Tom in Leeds"."""

from kg_assets.claims.parsed.words import shared, words
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_ENDS = frozenset({"who", "we", "after", "before", "when", "that"})
_GOES_ON = frozenset({"-", "upon", "de", "'s"})
_FAR = 8  # tokens behind the verb within which the place begins: "moved in with my sister and her two kids in"


def moved_in(s: Sentence, clause: Clause) -> Tokens:
    """The tokens of the place where the writer moved in with somebody; empty if a clause tells of no such place."""
    is_own = clause.subject is None or s.low[clause.subject] in closed_class("first_persons")
    is_told = clause.tense in ("past", "perfect") and not clause.is_negative
    if clause.lemma != "move" or not (is_own and is_told) or not _is_with_somebody(s, clause.verb + 1):
        return ()
    for at in range(clause.verb + 3, min(clause.verb + _FAR, len(s) - 1)):
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
    return s.low_at(at) == "in" and s.lemma[at + 1 : at + 2] == ("with",)


def _is_of_a_place(s: Sentence, token: int) -> bool:
    is_listed = s.entity[token] in words("places") or s.low[token] in shared("known_places")
    is_low_name = s.pos[token] == "PROPN" and s.word(token).islower() and s.low[token] not in shared("months")
    return (is_listed or is_low_name) and s.low[token] not in closed_class("first_persons")
