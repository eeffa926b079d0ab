"""Finds the name that a relative clause describes: Greggs in "greggs where I work", Solvane in "Solvane, the café I
work at".

The parser makes such a clause depend on the noun right before it, or on another noun of the sentence. The words in
front of the clause tell better whose name is meant.
"""

from kg_assets.claims.parsed.words import words
from kg_assets.language.clauses import Clause, stranded
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
_MOST_BETWEEN = 4  # words of the noun in "Solvane, the little vegan bakery I work at"


def is_done_there(s: Sentence, clause: Clause) -> bool:
    """Whether a relative clause tells what somebody does at the place that is named before it: "where I work", "I
    work at".
    """
    prep = stranded(s, clause)
    return _is_where(s, clause) or (prep is not None and s.low[prep] in words("done_at"))


def name_before(s: Sentence, clause: Clause) -> Tokens:
    """The name in front of a relative clause, in upper or lower case, also with a noun for what it is in between
    ("Solvane, the café I work at"). Empty if there is none."""
    beside = _name_until(s, clause.first) if _is_where(s, clause) else ()
    if beside:
        return beside
    last = clause.first - 1 - (clause.first > 0 and s.tag[clause.first - 1] == "WDT")  # "the bakery that I work at"
    for token in range(last, max(-1, last - _MOST_BETWEEN), -1):
        if s.tag[token] == "DT":
            return _name_until(s, token) if s.low_at(token - 1) == "," else ()
        if s.pos[token] not in ("NOUN", "ADJ", "PROPN"):
            return ()
    return ()


def _is_where(s: Sentence, clause: Clause) -> bool:
    return any(s.low[child] == "where" for child in s.children(clause.verb, "advmod"))


def _name_until(s: Sentence, end: int) -> Tokens:
    """The name that ends right before a token or before the comma in front of it. Empty if there is none or it names a
    day."""
    last = end - 2 if s.low_at(end - 1) == "," else end - 1
    first = last
    while first >= 0 and (s.pos[first] == "PROPN" or (s.low[first] in words("within_names") and first < last)):
        first -= 1
    first += 1
    while first <= last and s.pos[first] != "PROPN":
        first += 1
    is_day = any(s.entity[token] in ("DATE", "TIME") for token in range(first, last + 1))
    return () if is_day else tuple(range(first, last + 1))
