"""Splits a sentence into tokens: words with their places. Contractions become several tokens."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.language.plain import is_and, spellings

# Bounded repetitions keep this branch linear; every other branch consumes what it has looked at.
_ADDRESS = r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32}){1,5}|"
# Most words are plain and end at a space or a comma. This fast branch finds the same there as the others.
_PLAIN = r"[A-Za-z][a-z]*+(?=[ ,])|"
_WORD = (
    r"https?://[^\s<>\"]{1,300}|[@#]\w{2,40}"
    r"|[$€£¥]?\d{1,12}(?:[.,:]\d{1,12})*%?(?:\w{0,12}(?:-\w{1,12}){0,3})|\+\d[\d ()./-]{6,20}\d"
    r"|w/(?=[ \d])|(?:St|Mt|Dr|Mr|Mrs|Ms|Prof|[A-HJ-Z])\.(?= [A-Z])|[^\W_]+(?:(?:[-'&/_]|\.(?=[a-z]{2}))[^\W_]+)*"
    r"(?:\+\+|#(?=\s|$|[,.]))?|_+|[^\w\s]"
)
# No token begins with a space; without the look-ahead every branch would be tried at each.
_TOKEN = re.compile(rf"(?!\s)(?:{_PLAIN}{_ADDRESS}{_WORD})")
# The branch for addresses looks for an "@" at every word, which hardly any sentence has.
_TOKEN_WITHOUT_ADDRESS = re.compile(rf"(?!\s)(?:{_PLAIN}{_WORD})")
# Words without meaning that people say between others, and the stars of bold type. They are dropped.
_FILLERS = frozenset({"um", "uh", "uhm", "umm", "uhh", "erm", "hmm", "*"})
# Words that somebody who dictates says twice ("we, uh, we live", "I'm I'm a nurse").
_STUTTERED = word_list("tokens", "stuttered")
_TYPOGRAPHIC = (("’", "'"), ("‘", "'"), ("ʼ", "'"), ("‐", "-"), ("‑", "-"))


def straighten(text: str) -> str:
    """The text with typographic apostrophes and hyphens replaced by plain ones; its length does not
    change."""
    if not text.isascii():
        for sign, plain in _TYPOGRAPHIC:
            text = text.replace(sign, plain)
    return text


class Tokens(NamedTuple):
    """The tokens of a part of a text, as columns. A contraction (I'm, gonna) gives two tokens, which divide its text
    between them."""

    starts: list[int]
    ends: list[int]
    low: list[str]
    capitals: list[bool]


class _Piece(NamedTuple):
    """One of the tokens of a contraction. Its places count from the beginning of the contraction."""

    start: int
    end: int
    low: str
    is_capital: bool


class _Form(NamedTuple):
    """How a written word is divided into tokens. `pieces` is None if the word is one token, and empty if it is a filler
    that is dropped."""

    low: str
    is_capital: bool
    pieces: tuple[_Piece, ...] | None


def tokenize(text: str, start: int, end: int) -> Tokens:
    """The tokens of a part of straightened text."""
    tokens = Tokens([], [], [], [])
    starts, ends, lows, capitals = tokens
    before = ""
    pattern = _TOKEN if text.find("@", start, end) >= 0 else _TOKEN_WITHOUT_ADDRESS
    for found in pattern.finditer(text, start, end):
        low, is_capital, pieces = _form(found[0])
        if low == before and low in _STUTTERED:
            continue
        if pieces is None:
            before = low
            begin, stop = found.span()
            starts.append(begin)
            ends.append(stop)
            lows.append(low)
            capitals.append(is_capital)
        elif pieces:
            before = low
            begin = found.start()
            for piece in pieces:
                starts.append(begin + piece.start)
                ends.append(begin + piece.end)
                lows.append(piece.low)
                capitals.append(piece.is_capital)
    _join(lows, capitals)
    return tokens


def _join(lows: list[str], capitals: list[bool]) -> None:
    """Read a single "n" between two words as "and": "me n kim" as "me and kim"."""
    for at in range(1, len(lows) - 1):
        if lows[at] == "n" and not capitals[at] and is_and(lows[at - 1], lows[at + 1]):
            lows[at] = "and"


@lru_cache(maxsize=1 << 14)
def _form(surface: str) -> _Form:
    low = surface.lower()
    if low.endswith("in") and spellings().get(low) == f"{low}g":
        low += "g"  # "smokin"
    is_word = surface[0].isalnum()
    is_capital = is_word and (surface[0].isupper() or (surface[1:2].isupper() and surface[2:].islower()))  # "iPhone"
    if low in _FILLERS:
        return _Form(low, is_capital, ())
    if is_word and (parts := lexicon().contractions.get(low)):
        return _Form(low, is_capital, tuple(_merged(surface, parts)))
    return _Form(low, is_capital, _apostrophe(surface, low) if is_word and "'" in low else None)


def _merged(surface: str, parts: tuple[str, ...]) -> Iterator[_Piece]:
    """The pieces of a contraction ("gonna"): each part takes as many characters of it as the part has letters, the last
    one takes the rest."""
    at = 0
    for part in parts[:-1]:
        cut = min(at + len(part), len(surface) - 1)
        yield _Piece(at, cut, part, surface[0].isupper() and at == 0)
        at = cut
    yield _Piece(at, len(surface), parts[-1], False)


def _apostrophe(surface: str, low: str) -> tuple[_Piece, ...] | None:
    """The word and its suffix with an apostrophe ("didn't", "Ana's"), as two pieces; None if there is no such
    suffix."""
    end = len(surface)
    is_capital = surface[0].isupper()
    if low.endswith("n't") and len(low) > 3:
        return _Piece(0, end - 3, low[:-3], is_capital), _Piece(end - 3, end, "not", False)
    cut = low.rfind("'")
    tail = low[cut:]
    suffixes = lexicon().suffixes
    if cut > 0 and tail in suffixes:
        return _Piece(0, cut, low[:cut], is_capital), _Piece(cut, end, "'s" if tail == "'s" else suffixes[tail], False)
    return None
