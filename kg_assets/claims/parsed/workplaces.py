"""Finds where the person works in words that take it for granted: "Solvane, where I work", "Solvane, the bakery I work
at".

Nobody asks or orders that. So these words count in a request and in a question as much as in a statement.
"""

from collections.abc import Iterator

from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
_MOST_BETWEEN = 4  # words of the noun in "Solvane, the little vegan bakery I work at"


def workplaces(s: Sentence) -> Iterator[Tokens]:
    """The tokens of each name of a place where the person works now."""
    for token, low in enumerate(s.low):
        name = _before(s, token - 1) if low == "work" and _low(s, token - 1) == "i" else ()
        if name:
            yield name


def _low(s: Sentence, token: int) -> str:
    return s.low[token] if 0 <= token < len(s) else ""


def _before(s: Sentence, i: int) -> Tokens:
    """The name before "where I work" or before "the bakery (that) I work at", whose "I" is given."""
    is_where = _low(s, i - 1) == "where"
    if not is_where and (_low(s, i + 2) not in ("at", "for", "in") or _goes_on(s, i + 3)):
        return ()
    beside = _name_until(s, i - 1) if is_where else ()
    if beside:
        return beside
    at = i - 2 if is_where or _low(s, i - 1) in ("that", "which") else i - 1
    for token in range(at, max(-1, at - _MOST_BETWEEN), -1):
        if s.tag[token] == "DT" or s.low[token] in ("a", "an", "the"):
            return _name_until(s, token) if _low(s, token - 1) == "," else ()
        if s.pos[token] not in ("NOUN", "ADJ", "PROPN"):
            return ()
    return ()


def _goes_on(s: Sentence, token: int) -> bool:
    """Whether a name or a noun follows, so that the preposition before is not that of the bakery."""
    return token < len(s) and s.pos[token] in ("NOUN", "PROPN", "DET", "PRON", "ADJ")


def _name_until(s: Sentence, end: int) -> Tokens:
    """The name that ends before a token, also before a comma."""
    last = end - 2 if _low(s, end - 1) == "," else end - 1
    first = last
    while first >= 0 and (s.pos[first] == "PROPN" or (s.low[first] in ("&", "and", "of") and first < last)):
        first -= 1
    return _kept(s, first + 1, last + 1)


def _kept(s: Sentence, first: int, end: int) -> Tokens:
    """The tokens of a name, if it is none of a day."""
    while first < end and s.pos[first] != "PROPN":
        first += 1
    if first >= end or any(s.entity[t] in ("DATE", "TIME") for t in range(first, end)):
        return ()
    return tuple(range(first, end))
