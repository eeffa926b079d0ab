"""Finds names written without a capital by their parse, so that the word rules can take them for names."""

from collections.abc import Iterator, Sequence

from kg_assets.claims.parsed.words import shared
from kg_assets.claims.reading.model import SpanPair
from kg_assets.language.sentence import Sentence

_PROPER = "PROPN"
# Lists of words that the parser may take for names, although the rules must not read them as names.
_NO_NAMES = ("months", "weekdays", "languages", "tools", "diets")


def names_written_low(sentences: Sequence[Sentence]) -> list[SpanPair]:
    """The places of names in lower case; a name of several words is one place."""
    return [span for s in sentences if s.is_parsed for span in _of(s)]


def _of(s: Sentence) -> Iterator[SpanPair]:
    if _PROPER not in s.pos:
        return
    first: int | None = None
    for token in range(len(s) + 1):
        is_part = (
            token < len(s) and _is_low_name(s, token) and (first is None or s.end[token - 1] + 1 == s.start[token])
        )
        if first is not None and not is_part:
            yield s.start[first], s.end[token - 1]
            first = token if token < len(s) and _is_low_name(s, token) else None
        elif is_part and first is None:
            first = token


def _is_low_name(s: Sentence, token: int) -> bool:
    if s.pos[token] != _PROPER:
        return False
    word = s.word(token)
    if not word.isalpha() or not word.islower():
        return False
    return not any(s.low[token] in shared(name) for name in _NO_NAMES)
