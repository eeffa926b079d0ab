"""Finds the place of a home that stands behind somebody else: "I moved in with Tom in Leeds"."""

from kg_assets.claims.parsed.words import shared
from kg_assets.language.clauses import Clause
from kg_assets.language.sentence import Sentence
from kg_assets.language.words import closed_class

Tokens = tuple[int, ...]
_FAR = 8  # tokens behind the verb within which the place begins: "moved in with my sister and her two kids in"


def moved_in(s: Sentence, clause: Clause) -> Tokens:
    """The tokens of the place where the writer moved in with somebody; empty if a clause tells of none."""
    is_own = clause.subject is None or s.low[clause.subject] in closed_class("first_persons")
    is_told = clause.tense in ("past", "perfect") and not clause.is_negative
    if clause.lemma != "move" or not (is_own and is_told) or not _is_with_somebody(s, clause.verb + 1):
        return ()
    for at in range(clause.verb + 3, min(clause.verb + _FAR, len(s) - 1)):
        if s.low[at] in ("in", "near"):
            end = at + 1
            while end < len(s) and _is_of_a_place(s, end):
                end += 1
            if end > at + 1:
                return tuple(range(at + 1, end))
    return ()


def _is_with_somebody(s: Sentence, at: int) -> bool:
    return s.low[at : at + 1] == ("in",) and s.lemma[at + 1 : at + 2] == ("with",)


def _is_of_a_place(s: Sentence, token: int) -> bool:
    is_time = s.entity[token] in ("DATE", "TIME") or s.low[token] in shared("months") | shared("weekdays")
    is_named = s.pos[token] == "PROPN" or s.low[token] in shared("known_places") or s.word(token)[:1].isupper()
    return is_named and not is_time
