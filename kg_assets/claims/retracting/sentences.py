"""Cutting a message into sentences, and the stretches in which nobody speaks for themselves."""

import re
from collections.abc import Iterator

from kg_assets.claims.retracting.model import SpanPair

_STOP = re.compile(r"[.!?…\n]")
_CLOSING = "\"')]”’*_"
_ABBREVIATIONS = frozenset({"mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "e.g", "i.e", "approx", "inc", "ltd"})
# Each alternative looks at a bounded stretch of one line.
_QUOTED = re.compile(r'"[^"\n]{1,400}"|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|«[^»\n]{1,400}»|`[^`\n]{1,400}`')
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


def plain(text: str) -> str:
    """The text in lower case with plain apostrophes; every codepoint stays in its place."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return low if low.isascii() else low.translate(_APOSTROPHES)


def sentences(text: str) -> Iterator[SpanPair]:
    """Sentences and lines without the space around them, in order."""
    begin = 0
    for stop in _STOP.finditer(text):
        end = stop.end()
        if stop[0] != "\n":
            while end < len(text) and text[end] in _CLOSING:
                end += 1
            is_end = end == len(text) or text[end].isspace()
            if not is_end or (stop[0] == "." and _is_abbreviation(text, stop.start())):
                continue
        yield from _trimmed(text, begin, end)
        begin = end
    yield from _trimmed(text, begin, len(text))


def quotations(text: str) -> list[SpanPair]:
    """What stands in quotation marks."""
    return [found.span() for found in _QUOTED.finditer(text)]


def _trimmed(text: str, start: int, end: int) -> Iterator[SpanPair]:
    while start < end and (text[start].isspace() or text[start] in "-*•>"):
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end


def _is_abbreviation(text: str, at: int) -> bool:
    word = text[max(0, at - 8) : at].split()[-1:]
    return bool(word) and word[0].lower().lstrip("(") in _ABBREVIATIONS
