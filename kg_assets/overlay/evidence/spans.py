"""Finds words of a message that look like mentions by their form, such as a name with capitals (seed 001 §42A.2.6).
Which node they mean is not decided here.

Every pattern covers a bounded number of words, so the time to read a text grows only with its length.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from kg_assets.core.yamlfile import read_model
from kg_assets.language.screening import Screen

SPANS_FILE = "config/overlay/spans.yaml"
_IN_NAME = "A-Za-z\u00c0-\u024f'’-"
# The letter comes first and the check that it begins a word second: so the engine can search for capital letters alone.
_FIRST = r"[A-Z](?<!\w[A-Z])"
_REST = rf"[{_IN_NAME}]{{0,40}}"
_NAME = rf"[A-Z]{_REST}"
_THE = r"[Tt](?<!\w[Tt])he[ ]"
# Classes of spans whose first word may be no part of the name, but only begin the sentence.
_NAMES = ("canonical_alias", "organization_name")
_CONTRACTED = ("", "s", "m", "re", "ve", "ll", "d")
_MORE = rf"(?:[ ]{_NAME}){{0,4}}"


class Words(BaseModel):
    """The contents of `config/overlay/spans.yaml`: lists of words by which mentions are recognised, such as titles."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    titles: tuple[str, ...]
    organization_endings: tuple[str, ...]
    document_words: tuple[str, ...]
    file_endings: tuple[str, ...]
    generic_documents: tuple[str, ...]
    definite_descriptions: tuple[str, ...]
    leading_words: tuple[tuple[str, ...], ...]
    stop_phrases: tuple[str, ...]


class Span(NamedTuple):
    """Where words that look like a mention stand in a message, in codepoints, and their class by form (such as a name
    with capitals)."""

    start: int
    end: int
    span_class: str
    text: str


def read_words(path: Path) -> Words:
    """The contents of `config/overlay/spans.yaml`. Errors name the file, the key and what was expected."""
    return read_model(path, Words)


def _patterns(words: Words) -> list[tuple[str, re.Pattern[str]]]:
    """The regular expressions, each with the class that its matches get; the more specific ones first."""
    titles, endings, files = map(_any, (words.titles, words.organization_endings, words.file_endings))
    numbered, generic, definite = map(
        _any, (words.document_words, words.generic_documents, words.definite_descriptions)
    )
    given = (
        ("role_titled_person", rf"\b(?:{titles})\.?[ ]{_NAME}{_MORE}"),
        ("organization_name", rf"{_FIRST}{_REST}{_MORE}[ ](?:{endings})\b"),
        ("specific_document_reference", rf"\b(?:{numbered})[ ](?:[A-Z]\b|\d{{1,6}})"),
        ("specific_document_reference", rf"(?<![\w./-])[A-Za-z0-9_-]{{1,60}}\.(?:{files})\b"),
        # A name with a number in it: HP-200A, Pro-Q 3.
        (
            "product_or_model_reference",
            rf"{_FIRST}[A-Za-z]{{0,15}}-(?:[A-Z]?\d{{1,6}}[A-Za-z]{{0,3}}\b|[A-Z]{{1,3}}[ ]\d{{1,4}}\b)",
        ),
        ("generic_document_reference", rf"{_THE}(?:{generic})\b"),
        ("definite_description", rf"{_THE}(?:{definite})\b"),
        ("canonical_alias", rf"{_FIRST}{_REST}(?:[ ]{_NAME}){{1,4}}"),
    )
    return [(span_class, re.compile(pattern)) for span_class, pattern in given]


class SpanFinder:
    """Finds spans by pattern; where two patterns match the same place the more specific one counts."""

    def __init__(self, words: Words, longest_text: int, most: int) -> None:
        self._longest, self._most = longest_text, most
        self._leading = frozenset(word for line in words.leading_words for word in line)
        self._patterns = _patterns(words)
        # Most patterns match nowhere in most messages; one pass over the text finds which ones may.
        self._screen = Screen(*(pattern for _, pattern in self._patterns))

    def _matches(self, pattern: re.Pattern[str], span_class: str, text: str) -> Iterator[Span]:
        for match in pattern.finditer(text):
            start, words = match.start(), match.group()
            if span_class not in _NAMES:
                yield Span(start, match.end(), span_class, words)
                continue
            while " " in words and self._only_begins(words.partition(" ")[0]):
                first = words.partition(" ")[0]
                start, words = start + len(first) + 1, words[len(first) + 1 :]
            while " " in words and _stem(words.rpartition(" ")[2]) == "i":
                words = words.rpartition(" ")[0]  # "Wish I": "I" is the speaker and no part of a name
            if " " in words:
                yield Span(start, start + len(words), span_class, words)

    def _only_begins(self, word: str) -> bool:
        return _stem(word) in self._leading

    def find(self, text: str) -> list[Span]:
        """The spans of a message in the order of their places, the longer before the shorter; at most `most`.
        Only the first `longest_text` characters are read."""
        # If only part of a text is read, it ends at a blank, so that no name is cut in two.
        read = text if len(text) <= self._longest else text[: self._longest].rpartition(" ")[0]
        found: dict[tuple[int, int], Span] = {}
        for place in sorted(self._screen.matching(read)):
            span_class, pattern = self._patterns[place]
            for span in self._matches(pattern, span_class, read):
                found.setdefault((span.start, span.end), span)
        # The most general pattern finds the same words again within a span that a more specific one has found.
        kept = [span for span in found.values() if not _is_shadowed(span, found)]
        return sorted(kept, key=lambda span: (span.start, -span.end))[: self._most]


def _is_shadowed(span: Span, found: dict[tuple[int, int], Span]) -> bool:
    if span.span_class != "canonical_alias":
        return False
    return any(
        other.start <= span.start < other.end and other.span_class != "canonical_alias" for other in found.values()
    )


def _stem(word: str) -> str:
    """A word in lower case without a contraction at its end ("it's", "I'm"); "A'ja" stays whole."""
    stem, _, ending = word.lower().replace("\u2019", "'").partition("'")
    return stem if ending in _CONTRACTED else word.lower()


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
