"""What counts as a word of a search: letters and digits that stand together, folded and reduced to their stems.

The index and the questions to it must agree on this, so the index stores these settings.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import re2
import Stemmer

# Scripts that put no space between words: each of their signs is a word.
UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_RUN = re2.compile(r"[\p{L}\p{M}\p{N}]+")
_ASCII_RUN = re.compile(r"[A-Za-z0-9]+")
_UNSPACED = re2.compile(rf"[{UNSPACED}]|[^{UNSPACED}]+")


@dataclass
class Words:
    """How written words become terms: by a Snowball stemmer, the words that are passed over, and the greatest length of
    a word."""

    stemmer: str
    passed_over: frozenset[str]
    longest: int
    _stem: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._stem = Stemmer.Stemmer(self.stemmer).stemWord

    def term(self, surface: str) -> str | None:
        """The term of a written word; None if the word is passed over or too long."""
        word = folded(surface)
        if not word or len(word) > self.longest or word in self.passed_over:
            return None
        stem: str = self._stem(word)
        return stem

    def pieces(self, text: str) -> list[str]:
        """The words of a text as they are written."""
        return [text[start:end] for start, end in surfaces(text)]

    def beginning(self, surface: str) -> str:
        """The prefix by which terms are looked up for a word typed as begin*: the stem of the word, or the word itself
        if it does not begin with its stem."""
        word = folded(surface)
        stem: str = self._stem(word)
        return stem if word.startswith(stem) else word

    def terms(self, text: str) -> list[str]:
        """The terms of a text in order: the stem of each word, except words that are passed over or too long."""
        return [term for term, _, _ in self.places(text)]

    def places(self, text: str) -> Iterator[tuple[str, int, int]]:
        """The terms of a text, each with start and end in codepoints."""
        for start, end in surfaces(text):
            term = self.term(text[start:end])
            if term is not None:
                yield term, start, end


def surfaces(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each word in a text, in codepoints."""
    if text.isascii():
        # Finds the same words as below, in a fifth of the time.
        for run in _ASCII_RUN.finditer(text):
            yield run.span()
        return
    for run in _RUN.finditer(text):
        start, end = run.span()
        if text[start:end].isascii():
            yield start, end
        else:
            for piece in _UNSPACED.finditer(text[start:end]):
                yield start + piece.start(), start + piece.end()


def folded(surface: str) -> str:
    """A word in the form in which words are compared: in lower case, without accents."""
    if surface.isascii():
        return surface.lower()
    decomposed = unicodedata.normalize("NFKD", surface.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))
