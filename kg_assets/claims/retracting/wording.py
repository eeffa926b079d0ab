"""Prepares a text for the retraction patterns, and finds its quotations, which are not the person's own words."""

import re

from kg_assets.claims.retracting.model import SpanPair

# Each alternative looks at a bounded stretch of one line.
_QUOTED = re.compile(r'"[^"\n]{1,400}"|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|«[^»\n]{1,400}»|`[^`\n]{1,400}`')
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


def plain(text: str) -> str:
    """The text in lower case with plain apostrophes; every codepoint stays in its place."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return low if low.isascii() else low.translate(_APOSTROPHES)


def quotations(text: str) -> list[SpanPair]:
    """The spans of quoted text, with their quotation marks."""
    return [found.span() for found in _QUOTED.finditer(text)]
