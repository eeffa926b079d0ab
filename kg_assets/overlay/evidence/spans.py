"""Stretches of a message that look like mentions by their form (seed 001 §42A.2.6). Whom they mean is not asked here.

Every pattern takes a bounded number of words, so a text of any shape is read in time that grows with its length.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from kg_assets.core.yamlfile import read_model

SPANS_FILE = "config/overlay/spans.yaml"
_NAME = r"[A-Z][A-Za-z\u00c0-\u024f'’-]{0,40}"
_NAMES = ("canonical_alias", "organization_name")  # whose first word may only begin a sentence
_MORE = rf"(?:[ ]{_NAME}){{0,4}}"


class Words(BaseModel):
    """`config/overlay/spans.yaml`."""

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
    """Where a mention stands and what it looks like; codepoints of the message."""

    start: int
    end: int
    span_class: str
    text: str


def read_words(path: Path) -> Words:
    """The word lists."""
    return read_model(path, Words)


class SpanFinder:
    """Finds spans by pattern, the more telling patterns first."""

    def __init__(self, words: Words, longest_text: int, most: int) -> None:
        self._longest, self._most = longest_text, most
        self._leading = frozenset(word for line in words.leading_words for word in line)
        self._patterns: Sequence[tuple[str, re.Pattern[str]]] = [
            ("role_titled_person", re.compile(rf"\b(?:{_any(words.titles)})\.?[ ]{_NAME}{_MORE}")),
            ("organization_name", re.compile(rf"\b{_NAME}{_MORE}[ ](?:{_any(words.organization_endings)})\b")),
            (
                "specific_document_reference",
                re.compile(rf"\b(?:{_any(words.document_words)})[ ](?:[A-Z]\b|\d{{1,6}})"),
            ),
            (
                "specific_document_reference",
                re.compile(rf"(?<![\w./-])[A-Za-z0-9_-]{{1,60}}\.(?:{_any(words.file_endings)})\b"),
            ),
            # A name with a number in it: HP-200A, Pro-Q 3.
            (
                "product_or_model_reference",
                re.compile(r"\b[A-Z][A-Za-z]{0,15}-(?:[A-Z]?\d{1,6}[A-Za-z]{0,3}\b|[A-Z]{1,3}[ ]\d{1,4}\b)"),
            ),
            ("generic_document_reference", re.compile(rf"\b[Tt]he[ ](?:{_any(words.generic_documents)})\b")),
            ("definite_description", re.compile(rf"\b[Tt]he[ ](?:{_any(words.definite_descriptions)})\b")),
            ("canonical_alias", re.compile(rf"\b{_NAME}(?:[ ]{_NAME}){{1,4}}")),
        ]

    def _matches(self, pattern: re.Pattern[str], span_class: str, text: str) -> Iterator[Span]:
        for match in pattern.finditer(text):
            start, words = match.start(), match.group()
            while span_class in _NAMES and " " in words and words.partition(" ")[0].lower() in self._leading:
                first = words.partition(" ")[0]
                start, words = start + len(first) + 1, words[len(first) + 1 :]
            if span_class not in _NAMES or " " in words:
                yield Span(start, match.end(), span_class, words)

    def find(self, text: str) -> list[Span]:
        """The spans of a message in the order of their places, the longer before the shorter."""
        # A name that the end of what is read would cut in two is not read.
        read = text if len(text) <= self._longest else text[: self._longest].rpartition(" ")[0]
        found: dict[tuple[int, int], Span] = {}
        for span_class, pattern in self._patterns:
            for span in self._matches(pattern, span_class, read):
                found.setdefault((span.start, span.end), span)
        # The plainest pattern sees the same words again inside what a better one has named.
        kept = [span for span in found.values() if not _is_shadowed(span, found)]
        return sorted(kept, key=lambda span: (span.start, -span.end))[: self._most]


def _is_shadowed(span: Span, found: dict[tuple[int, int], Span]) -> bool:
    if span.span_class != "canonical_alias":
        return False
    return any(
        other.start <= span.start < other.end and other.span_class != "canonical_alias" for other in found.values()
    )


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
