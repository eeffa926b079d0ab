"""Takes the excluded ranges out of a text (seed 000 §4.4.2), and maps places back to the offsets of
`text_raw`.

Which ranges are excluded belongs to `eligibility`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from kg_assets.core.spans import OffsetMap, Ranges, Span, compositions, mask, replace

Strategy = Literal["length_preserving", "marker", "remove"]
Kind = Literal["code", "quote", "other"]
_NOTHING = Ranges()
# What stands in the place of a range under the strategy `marker`; what is neither code nor quotation leaves nothing.
_MARKERS: dict[Kind, str] = {"code": "[CODE]", "quote": "[QUOTE]", "other": ""}


class Hidden(NamedTuple):
    """A range of a text that is not read, and its kind: code, quote or other."""

    start: int
    end: int
    kind: Kind = "other"


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without its excluded ranges, as a reader gets it."""

    text: str
    offsets: OffsetMap
    hidden: Ranges
    # Whether every character stands where it stood in `text_raw`.
    is_in_place: bool

    def to_masked(self, spans: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
        """The places that spans of `text_raw` have in the masked text."""
        return spans if self.is_in_place else [self.offsets.to_target(start, end) for start, end in spans]

    def to_original(self, start: int, end: int) -> Span | None:
        """The span of `text_raw` that a span of the masked text came from.

        None if an excluded range lies inside it: such words do not stand together in the message.
        """
        found = self.offsets.to_source(start, end)
        return None if start >= end or self.hidden.intersects(*found) else found


def masked(text: str, ranges: Iterable[Hidden], strategy: Strategy) -> Masked:
    """The text with these ranges, which may overlap, masked by `strategy`. In the text that remains, a letter and an
    accent that are separate characters become one."""
    joined = _joined(ranges, len(text))
    composed = compositions(text)
    if not joined and not composed:
        return Masked(text, _unchanged(len(text)), _NOTHING, True)
    hidden = Ranges((start, end) for start, end, _ in joined)
    if strategy == "length_preserving" and not composed:
        return Masked(mask(text, hidden), _unchanged(len(text)), hidden, True)
    # Accents are composed, so that readers meet only one way of writing them.
    new = [(start, end, _filler(strategy, kind, end - start)) for start, end, kind in joined]
    new += [(start, end, letters) for start, end, letters in composed if not hidden.intersects(start, end)]
    made = replace(text, new)
    return Masked(made.text, made.offsets, hidden, False)


def unmasked(text: str) -> Masked:
    """The whole text with nothing masked, its accents as they were typed."""
    return Masked(text, _unchanged(len(text)), _NOTHING, True)


def _filler(strategy: Strategy, kind: Kind, length: int) -> str:
    """The text that is put in the place of a masked range."""
    if strategy == "length_preserving":
        return " " * length
    return _MARKERS[kind] if strategy == "marker" else ""


@lru_cache(maxsize=4096)
def _unchanged(length: int) -> OffsetMap:
    return OffsetMap(length)


def _joined(ranges: Iterable[Hidden], length: int) -> Sequence[Hidden]:
    """The ranges inside the text, sorted, with overlapping ones joined; the kind of a joined range is that of the part
    that begins first and, of several that begin there, is the longest."""
    joined: list[Hidden] = []
    for start, end, kind in sorted(ranges, key=lambda hidden: (hidden.start, -hidden.end, hidden.kind)):
        first, last = max(start, 0), min(end, length)
        if first >= last:
            continue
        if joined and first < joined[-1].end:
            joined[-1] = joined[-1]._replace(end=max(last, joined[-1].end))
        else:
            joined.append(Hidden(first, last, kind))
    return joined
