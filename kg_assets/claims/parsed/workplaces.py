"""Finds where the person works in words that take it for granted: "my manager at Solvane", "Solvane, the bakery I work at".

Nobody asks or orders that. So these words count in a request and in a question as much as in a statement.
"""

from collections.abc import Iterator

from kg_assets.claims.parsed.words import words
from kg_assets.language.sentence import Sentence

Tokens = tuple[int, ...]
_MOST_BETWEEN = 4  # words of the noun in "Solvane, the little vegan bakery I work at"


def workplaces(s: Sentence) -> Iterator[Tokens]:
    """The tokens of each name of a place where the person works now."""
    if "at" not in s.low and "work" not in s.low:
        return
    for token, low in enumerate(s.low):
        if low in words("people_at_work") and _is_mine_now(s, token):
            yield from _named(_behind_at(s, token))
        elif low == "work" and _low(s, token - 1) == "i":
            yield from _named(_before(s, token - 1))


def _low(s: Sentence, token: int) -> str:
    return s.low[token] if 0 <= token < len(s) else ""


def _named(name: Tokens) -> Iterator[Tokens]:
    if name:
        yield name


def _is_mine_now(s: Sentence, noun: int) -> bool:
    """Whether the noun stands behind "my" or "our", with no word between that says it is over ("my old boss")."""
    for token in range(noun - 1, max(-1, noun - 4), -1):
        if s.low[token] in ("my", "our"):
            return True
        if s.low[token] in words("over_by_now") or s.pos[token] not in ("ADJ", "NOUN", "ADV"):
            return False
    return False


def _behind_at(s: Sentence, noun: int) -> Tokens:
    """The name behind "at" next to a noun; the name of whoever the noun means may stand between ("my boss Ana at Solvane")."""
    at = noun + 1
    while at < len(s) and at <= noun + 2 and s.pos[at] == "PROPN" and s.low[at] != "at":
        at += 1
    if _low(s, at) != "at":
        return ()
    first = at + 2 if _low(s, at + 1) == "the" else at + 1
    return _name_from(s, first)


def _before(s: Sentence, i: int) -> Tokens:
    """The name before "where I work" or before "the bakery (that) I work at", whose "I" is given."""
    if _low(s, i - 1) == "where":
        return _name_until(s, i - 1)
    if _low(s, i + 2) not in ("at", "for", "in") or _goes_on(s, i + 3):
        return ()
    at = i - 2 if _low(s, i - 1) in ("that", "which") else i - 1
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


def _name_from(s: Sentence, first: int) -> Tokens:
    """The name that begins with a token."""
    end = first
    while end < len(s) and (s.pos[end] == "PROPN" or (s.low[end] == "&" and end > first)):
        end += 1
    return _kept(s, first, end)


def _kept(s: Sentence, first: int, end: int) -> Tokens:
    """The tokens of a name, if it is none of a day."""
    while first < end and s.pos[first] != "PROPN":
        first += 1
    if first >= end or any(s.entity[t] in ("DATE", "TIME") for t in range(first, end)):
        return ()
    return tuple(range(first, end))
