"""Ranges of a message, such as inline code, in which some or all detectors find nothing.

Code fences and blockquotes come from stage 1; inline code and citation markers are found here.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

Range = tuple[int, int]

# A run of backticks opens inline code, and the next run of the same length closes it (CommonMark 6.1).
# Written so that it begins with a literal, which is searched for faster.
_BACKTICKS = re.compile(r"``*")
# A blank line ends the paragraph, and an open run with it.
_PARAGRAPH_END = re.compile(r"\n[ \t\r]*\n")
# U+E200 opens a citation, U+E202 separates its parts, U+E201 closes it; U+E203 and U+E204 stand alone.
_CITATION = re.compile("\ue200[^\ue200\ue201\n]{0,2000}\ue201|[\ue200-\ue204]")

_CITATION_MARKS = ("\ue200", "\ue201", "\ue202", "\ue203", "\ue204")


def inline_code_ranges(text: str) -> list[Range]:
    """Spans of inline code, backticks included, in order of their start."""
    if "`" not in text:
        return []
    found: list[Range] = []
    breaks = [match.start() for match in _PARAGRAPH_END.finditer(text)]
    runs = [match.span() for match in _BACKTICKS.finditer(text)]
    paragraph: dict[tuple[int, int], list[int]] = {}
    for index, (start, end) in enumerate(runs):
        paragraph.setdefault((bisect_right(breaks, start), end - start), []).append(index)
    position = dict.fromkeys(paragraph, 0)
    index = 0
    while index < len(runs):
        start, end = runs[index]
        key = (bisect_right(breaks, start), end - start)
        same = paragraph[key]
        while position[key] < len(same) and same[position[key]] <= index:
            position[key] += 1
        if position[key] == len(same):
            index += 1
            continue
        closer = same[position[key]]
        found.append((start, runs[closer][1]))
        index = closer + 1
    return found


def citation_marker_ranges(text: str) -> list[Range]:
    """Spans of citations: the private-use markers U+E200 to U+E204 and the text that they enclose."""
    # Looking for five characters one by one is many times faster than looking for a class.
    if text.isascii() or not any([mark in text for mark in _CITATION_MARKS]):
        return []
    return [match.span() for match in _CITATION.finditer(text)]


class RangeIndex:
    """Answers in logarithmic time whether a span meets any of some ranges."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, ranges: Sequence[Range]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(ranges):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            elif start < end:
                self._starts.append(start)
                self._ends.append(end)

    def __bool__(self) -> bool:
        return bool(self._starts)

    def meets(self, start: int, end: int) -> bool:
        """Whether the span overlaps any range; ends are exclusive (section 2A.4)."""
        index = bisect_right(self._ends, start)
        return index < len(self._starts) and self._starts[index] < end

    def holds(self, start: int, end: int) -> bool:
        """Whether the whole span lies within one of the ranges."""
        index = bisect_right(self._ends, start)
        return index < len(self._starts) and self._starts[index] <= start and end <= self._ends[index]

    def gaps(self, start: int, end: int) -> Iterator[Range]:
        """The parts of a span that lie outside the ranges."""
        index = bisect_right(self._ends, start)
        while index < len(self._starts) and self._starts[index] < end:
            if start < self._starts[index]:
                yield start, self._starts[index]
            start = self._ends[index]
            index += 1
        if start < end:
            yield start, end
