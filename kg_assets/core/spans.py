"""Half-open spans of codepoints, sets of them, and maps of offsets between a text and one derived from it.

Stored offsets always count codepoints of `messages.text_raw` (seed 000 "Text offsets"). Code that works on
another form of the text (folded, masked, UTF-8 bytes) converts its offsets with a map of this module.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from unicodedata import is_normalized, normalize

# Runs of characters that take equally many bytes in UTF-8; the number of the group is the width.
_WIDTH_RUN = re.compile("([\0-\x7f]+)|([\x80-\u07ff]+)|([\u0800-\uffff]+)|([\U00010000-\U0010ffff]+)")
# A letter and the marks behind it (accents, and the voicing marks of kana).
_ACCENTED = re.compile("[^\\W\\d_][\u0300-\u036f\u3099\u309a]+")
_NON_ASCII = re.compile("[^\0-\x7f]")


class Span(NamedTuple):
    """`[start, end)` in codepoints."""

    start: int
    end: int


class Ranges:
    """A set of positions, kept as sorted spans that neither overlap nor touch. Empty spans add nothing."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if start >= end:
                continue
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __iter__(self) -> Iterator[Span]:
        return map(Span, self._starts, self._ends)

    def __len__(self) -> int:
        return len(self._starts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranges) and self._starts == other._starts and self._ends == other._ends

    def __hash__(self) -> int:
        return hash((tuple(self._starts), tuple(self._ends)))

    def __repr__(self) -> str:
        return f"Ranges({[tuple(span) for span in self]})"

    def contains(self, position: int) -> bool:
        at = bisect_right(self._starts, position) - 1
        return at >= 0 and position < self._ends[at]

    def intersects(self, start: int, end: int) -> bool:
        """Whether a position of `[start, end)` is in the set."""
        at = bisect_right(self._ends, start)
        return start < end and at < len(self._starts) and self._starts[at] < end

    def covers(self, start: int, end: int) -> bool:
        """Whether every position of `[start, end)` is in the set."""
        at = bisect_right(self._starts, start) - 1
        return start >= end or (at >= 0 and end <= self._ends[at])

    def touching(self, start: int, end: int) -> list[Span]:
        """The spans of the set that share a position with `[start, end)`."""
        if start >= end:
            return []
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        return [Span(*pair) for pair in zip(self._starts[first:last], self._ends[first:last], strict=True)]

    def union(self, other: "Ranges") -> "Ranges":
        return Ranges([*self, *other])

    def complement(self, length: int) -> "Ranges":
        """The positions of `[0, length)` that are not in the set."""
        return Ranges([(0, length)]).subtract(self)

    def subtract(self, other: "Ranges") -> "Ranges":
        remaining: list[tuple[int, int]] = []
        for start, end in self:
            for cut in other.touching(start, end):
                remaining.append((start, cut.start))
                start = cut.end
            remaining.append((start, end))
        return Ranges(remaining)


class Edit(NamedTuple):
    """A replacement: the characters `[start, end)` of a text became `length` others."""

    start: int
    end: int
    length: int


class OffsetMap:
    """Maps positions and spans between a source text and one derived from it by edits.

    A span maps to the smallest span that holds everything its characters came from or became: a character
    inside an edit stands for the whole edit. Characters outside edits map exactly, in both directions.
    """

    __slots__ = ("_to_source", "_to_target", "source_length", "target_length")

    def __init__(self, source_length: int, edits: Iterable[Edit] = ()) -> None:
        forward, back = _Direction(), _Direction()
        source = target = 0
        for start, end, length in sorted(edits):
            if not source <= start <= end <= source_length or length < 0:
                raise ValueError("edits must lie in the text and must not overlap")
            target_start = target + start - source
            forward.copy(source, start, target)
            back.copy(target, target_start, source)
            source, target = end, target_start + length
            forward.replace(start, end, target_start, target)
            back.replace(target_start, target, start, end)
        self.source_length = source_length
        self.target_length = target + source_length - source
        forward.copy(source, source_length, target)
        back.copy(target, self.target_length, source)
        forward.close(source_length, self.target_length)
        back.close(self.target_length, source_length)
        self._to_target, self._to_source = forward, back

    def to_target(self, start: int, end: int) -> Span:
        """The span of the derived text that a span of the source became."""
        return self._to_target.span(start, end)

    def to_source(self, start: int, end: int) -> Span:
        """The span of the source that a span of the derived text came from."""
        return self._to_source.span(start, end)


class _Direction:
    """One direction of an offset map: the pieces of one text, in order, and for each where it is in the other text."""

    __slots__ = ("is_copy", "length", "other_ends", "other_length", "other_starts", "starts")

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.other_starts: list[int] = []
        self.other_ends: list[int] = []
        self.is_copy: list[bool] = []
        self.length = self.other_length = 0

    def copy(self, start: int, end: int, other_start: int) -> None:
        self._add(start, end, other_start, other_start + end - start, True)

    def replace(self, start: int, end: int, other_start: int, other_end: int) -> None:
        self._add(start, end, other_start, other_end, False)

    def close(self, length: int, other_length: int) -> None:
        self.length, self.other_length = length, other_length

    def _add(self, start: int, end: int, other_start: int, other_end: int, is_copy: bool) -> None:
        if start < end:
            self.starts.append(start)
            self.other_starts.append(other_start)
            self.other_ends.append(other_end)
            self.is_copy.append(is_copy)

    def span(self, start: int, end: int) -> Span:
        if not 0 <= start <= end <= self.length:
            raise ValueError(f"[{start}, {end}) does not lie in a text of {self.length} characters")
        first = self._character(start)
        if start == end:
            return Span(first.start, first.start)
        return Span(first.start, self._character(end - 1).end)

    def _character(self, position: int) -> Span:
        if position == self.length:
            return Span(self.other_length, self.other_length)
        piece = bisect_right(self.starts, position) - 1
        other_start = self.other_starts[piece]
        if self.is_copy[piece]:
            other_start += position - self.starts[piece]
            return Span(other_start, other_start + 1)
        return Span(other_start, self.other_ends[piece])


class Derived(NamedTuple):
    """A text made from another one, and the map between offsets in the two."""

    text: str
    offsets: OffsetMap


def fold(text: str) -> Derived:
    """The text case-folded. A few characters (`İ`, `ß`, `ﬁ`) become several; none disappears."""
    folded = text.casefold()
    if len(folded) == len(text):
        return Derived(folded, OffsetMap(len(text)))
    edits = (
        Edit(found.start(), found.end(), len(found[0].casefold()))
        for found in _NON_ASCII.finditer(text)
        if len(found[0].casefold()) != 1
    )
    return Derived(folded, OffsetMap(len(text), edits))


def compositions(text: str) -> list[tuple[int, int, str]]:
    """Triples (start, end, form) for letters that are written with separate accents and that NFC writes in another
    form: where the letter is, and that form ("é" for "e" and an accent)."""
    if text.isascii() or is_normalized("NFC", text):
        return []
    found = ((*match.span(), normalize("NFC", match[0])) for match in _ACCENTED.finditer(text))
    return [(start, end, made) for start, end, made in found if made != text[start:end]]


def replace(text: str, replacements: Iterable[tuple[int, int, str]]) -> Derived:
    """The text with each `[start, end)` replaced by its string."""
    ordered = sorted(replacements)
    offsets = OffsetMap(len(text), [Edit(start, end, len(new)) for start, end, new in ordered])
    pieces: list[str] = []
    at = 0
    for start, end, new in ordered:
        pieces += (text[at:start], new)
        at = end
    pieces.append(text[at:])
    return Derived("".join(pieces), offsets)


def mask(text: str, ranges: Ranges, filler: str = " ") -> str:
    """The text with every character of the ranges replaced by one filler character, so that offsets hold."""
    pieces: list[str] = []
    at = 0
    for start, end in ranges.touching(0, len(text)):
        end = min(end, len(text))
        pieces += (text[at : max(start, 0)], filler * (end - max(start, 0)))
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


class ByteOffsets:
    """Converts between codepoint offsets of a text and byte offsets of its UTF-8 form."""

    __slots__ = ("_bytes", "_codepoints", "_widths")

    def __init__(self, text: str) -> None:
        self._codepoints = [0]
        self._bytes = [0]
        self._widths = [1]
        if text.isascii():
            return
        at = 0
        self._codepoints, self._bytes, self._widths = [], [], []
        for run in _WIDTH_RUN.finditer(text):
            width = run.lastindex or 1
            self._codepoints.append(run.start())
            self._bytes.append(at)
            self._widths.append(width)
            at += (run.end() - run.start()) * width
        self._codepoints.append(len(text))
        self._bytes.append(at)
        self._widths.append(1)

    def to_codepoint(self, byte: int) -> int:
        """The codepoint that this byte belongs to; the text's length at its end."""
        run = bisect_right(self._bytes, byte) - 1
        return self._codepoints[run] + (byte - self._bytes[run]) // self._widths[run]

    def to_byte(self, codepoint: int) -> int:
        """The byte offset at which this codepoint begins."""
        run = bisect_right(self._codepoints, codepoint) - 1
        return self._bytes[run] + (codepoint - self._codepoints[run]) * self._widths[run]

    def to_codepoints(self, start: int, end: int) -> Span:
        """A span of bytes in codepoints. It must begin and end between characters."""
        return Span(self.to_codepoint(start), self.to_codepoint(end))
