"""Finds the place in a message of words that a model quotes (seed 000 §4.5.3, §4.5.4)."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from kg_assets.claims.masking import Masked
from kg_assets.core.spans import Derived, Span, replace

# What models write otherwise than the text: white space, accents of several characters, typographic quotation marks.
_VARIANT = re.compile("\\s+|\\w[\u0300-\u036f]+|[\u2018\u2019\u201c\u201d]")
_STRAIGHT = {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'}


class Located(NamedTuple):
    """The place of a quote in `text_raw`. `matches` is the number of places found, at most 2; `span` is None unless
    there is exactly one."""

    span: Span | None
    matches: int


class Quotes:
    """Finds where the words that a model quotes stand in a message. Code, pasted text and the like are left out of
    `masked`, so that no quote is found there."""

    def __init__(self, masked: Masked) -> None:
        self._masked = masked

    def locate(self, quote: str) -> Located:
        """Finds a quote exactly as it is written, else with blanks, accents and quotation marks in one normal form.

        No place or several places give no span. Only the masked text is searched: code and quotations are
        nobody's claim.
        """
        spans = self._spans(quote)
        return Located(self._masked.to_original(*spans[0]) if len(spans) == 1 else None, len(spans))

    def first(self, quote: str) -> Span | None:
        """The first place of a quote, even if there are several: for words whose exact place does not matter. None if
        there is none."""
        spans = self._spans(quote)
        return self._masked.to_original(*spans[0]) if spans else None

    def _spans(self, quote: str) -> list[Span]:
        places = _places(self._masked.text, quote)
        if places:
            return [Span(at, at + len(quote)) for at in places]
        plain = _VARIANT.sub(_plain, quote.strip())
        found = _places(self._written_plainly.text, plain)
        return [self._written_plainly.offsets.to_source(at, at + len(plain)) for at in found]

    @cached_property
    def _written_plainly(self) -> Derived:
        text = self._masked.text
        return replace(text, [(m.start(), m.end(), _plain(m)) for m in _VARIANT.finditer(text) if m[0] != _plain(m)])


def _plain(match: "re.Match[str]") -> str:
    """The normal form of a blank, an accented letter or a quotation mark."""
    found = match[0]
    if found.isspace():
        return " "
    return _STRAIGHT.get(found) or unicodedata.normalize("NFC", found)


def _places(text: str, words: str) -> list[int]:
    """The offsets of the first two places of `words` in a text; the two may overlap. Empty if `words` is
    blank or does not occur."""
    first = text.find(words) if words.strip() else -1
    if first < 0:
        return []
    second = text.find(words, first + 1)
    return [first] if second < 0 else [first, second]


def only_place(text: str, words: str, within: Span) -> Span | None:
    """The only place within a span where these words occur as whole words; None if there are none or several."""
    places = list(islice(whole_places(text, words.strip(), within), 2))
    return places[0] if len(places) == 1 else None


def stands_in(text: str, words: str) -> bool:
    """Whether a text has these words as whole words."""
    return any(True for _ in whole_places(text, words))


def whole_places(text: str, words: str, within: Span | None = None) -> Iterator[Span]:
    """The places where these words occur as whole words, in order."""
    within = within or Span(0, len(text))
    at = text.find(words, within.start, within.end) if words else -1
    while at >= 0:
        end = at + len(words)
        if not _is_inside_word(text, at) and not _is_inside_word(text, end):
            yield Span(at, end)
        at = text.find(words, at + 1, within.end)


def _is_inside_word(text: str, at: int) -> bool:
    """Whether letters or digits stand on both sides of this position, so that it lies inside a word."""
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()
