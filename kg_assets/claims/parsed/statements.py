"""Finds where in a message the person speaks of their own world: outside of quotations, drafts, fiction and requests
for text.

Questions, conditions and commands are not excluded here; each clause has a mood for them.
"""

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter

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
_NEAR = 8  # sentences


class Statements:
    """The parts of a text in which something may be stated, in order and without overlap.

    The parts of a sentence are found only when a place in it is asked for, because few sentences hold a belief or an
    event.
    """

    def __init__(self, text: str, masked: str, sentences: Sequence[SpanPair]) -> None:
        self._text = text
        self._masked = masked
        self._sentences = sentences
        self._spoken: dict[int, list[SpanPair]] = {}

    def hold(self, start: int, end: int) -> bool:
        last = self._last_from(start)
        return last is not None and end <= last[1]

    def are_own_words(self, start: int, end: int) -> bool:
        """Whether these words are the person's own: they are in no quotation, draft or code. They may be part of a
        request.
        """
        return _CLOSED not in self._masked[start:end]

    def hold_end(self, text: str, end: int) -> bool:
        """Whether the words of the text that end at `end` are the person's statement. Only their end decides: a request
        may come before, and a title in quotation marks may close the words."""
        last = self._last_from(end - 1)
        if last is None:
            return False
        behind = text[last[1] : end].lstrip()
        return not behind or behind.startswith(QUOTE_SIGNS)

    def _last_from(self, place: int) -> SpanPair | None:
        """The last part that begins at this place or before it. It may lie some sentences back, because a title can be
        a sentence of its own; only the `_NEAR` last sentences are looked at. None if there is none."""
        last = bisect_right(self._sentences, place, key=itemgetter(0)) - 1
        for number in range(last, max(-1, last - _NEAR), -1):
            if number not in self._spoken:
                self._spoken[number] = _spoken(self._text, self._masked, *self._sentences[number])
            begun = [span for span in self._spoken[number] if span[0] <= place]
            if begun:
                return begun[-1]
        return None


def statements(text: str, excluded: Sequence[SpanPair]) -> Statements:
    """The parts of a text in which the person may state something."""
    plain = straighten(text)
    closed = closed_regions(plain, likely_regions(plain))
    masked = mask(plain, Ranges([*excluded, *closed]), _CLOSED) if excluded or closed else plain
    lines = [line for line in line_spans(masked) if not masked[slice(*line)].rstrip().endswith(MOCKING)]
    return Statements(text, masked, [sentence for line in lines for sentence in split_sentences(masked, *line)])


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
