"""Where in a message the person speaks of their world: outside of quotations, drafts, fiction and requests
for text.

Questions, conditions and orders are not excluded here; each clause has a mood for them.
"""

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from kg_assets.claims.reading.model import SpanPair
from kg_assets.claims.reading.moods import spoken_range
from kg_assets.claims.reading.reader import MOCKING
from kg_assets.claims.reading.regions import QUOTE_SIGNS, closed_regions, likely_regions
from kg_assets.claims.reading.sentence import Sentence, Spans
from kg_assets.claims.reading.tokens import straighten
from kg_assets.core.spans import Ranges, mask
from kg_assets.language.bounds import split_sentences
from kg_assets.language.screening import line_spans

_CLOSED = "\x00"
_NOTHING = Spans(())


class Statements(NamedTuple):
    """The stretches of a text in which something may be stated, in order and without overlap."""

    spans: Sequence[SpanPair]

    def hold(self, start: int, end: int) -> bool:
        at = bisect_right(self.spans, start, key=itemgetter(0)) - 1
        return at >= 0 and end <= self.spans[at][1]

    def hold_end(self, text: str, end: int) -> bool:
        """Whether the words of the text that end here are stated: a request may stand before the last of them, and
        the last of them may be a title in quotation marks."""
        at = bisect_right(self.spans, end - 1, key=itemgetter(0)) - 1
        if at < 0:
            return False
        behind = text[self.spans[at][1] : end].lstrip()
        return not behind or behind.startswith(QUOTE_SIGNS)


def statements(text: str, excluded: Sequence[SpanPair]) -> Statements:
    """The stretches of a text in which the person may state something."""
    plain = straighten(text)
    closed = closed_regions(plain, likely_regions(plain))
    masked = mask(plain, Ranges([*excluded, *closed]), _CLOSED) if excluded or closed else plain
    found: list[SpanPair] = []
    for start, end in line_spans(masked):
        if not masked[start:end].rstrip().endswith(MOCKING):
            for first, last in split_sentences(masked, start, end):
                found += _spoken(text, masked, first, last)
    return Statements(found)


def _spoken(text: str, masked: str, first: int, last: int) -> list[SpanPair]:
    """The ranges of a sentence in which the person may state something: all of it or, if it opens with a request,
    what they say after that. Quotations, drafts and code are cut out. Empty if there is none."""
    s = Sentence(masked, first, last, _NOTHING, _NOTHING)
    if not len(s):
        return []
    spoken = spoken_range(s)
    if spoken is None:
        return []
    start, end = s.starts[spoken[0]], last
    pieces, at = [], start
    while at < end:
        stop = masked.find(_CLOSED, at, end)
        stop = end if stop < 0 else stop
        if stop > at:
            pieces.append((at, stop))
        at = stop + 1
    return pieces
