"""Reads clusters that differ only in their numbers just once. Each number is replaced by a stand-in that no pattern can
tell from it, so "5 May" and "6 May" have the same template.

The stand-ins depend only on the cluster, never on what was read before, so the result is a function of the text. The
cuts below are the distinctions that patterns and builders make. A property test compares both ways of reading on random
numbers and fails if a pattern makes a distinction that is missing here.
"""

import re
from bisect import bisect_right
from functools import cache, lru_cache
from typing import NamedTuple

_RUN = re.compile(r"[0-9]+")
# Numbers between the same two cuts are read alike, as an hour, month, day, minute or year.
_CUTS = (0, 1, 10, 13, 20, 24, 25, 32, 40, 60, 100)
_YEAR_CUTS = (0, 100, 1000, 1300, 1500, 1900, 2000, 2100, 2200, 2400, 3000, 10_000)
_YEAR_FIGURES = 4
_ROUND = 5
# Clusters with more numbers are tables or lists and hardly come twice.
_MOST_RUNS = 6
# Texts whose reading depends on the numbers themselves: "2014-18" is a range because of both numbers, "90s" a decade
# because of its last digit, and so with "q3", "quarter 3" and "2nd half"; "5 to 9" can be minutes, "4 to 9" cannot.
_BY_VALUE = re.compile(
    r"[0-9]{4}\s?(?:[-\u2013\u2014\u2212~]|to|until|till?|through|thru|and|or)\s?(?:[0-9]{4}|[0-9]{2})(?![0-9]|\s?[-/.\u2013][0-9])"
    r"|[0-9]\s?['\u2019]?\s?s(?![a-z])|(?:quarter|qtr)\s[0-9]|[12](?:st|nd)\shalf|[1-4]q|2(?:mo|mr|day)|[a-z][0-9]|[12]h|(?<![0-9])(?:5|[12][05])\s(?:to|till?|before|of)\b",
    re.ASCII,
)


class _Kind(NamedTuple):
    """A kind of number: how many digits it has, the interval in which it lies, and its stand-ins `members`: a middle
    number, the largest and the smallest. A number without stand-ins is its own only member."""

    figures: int
    interval: int
    members: tuple[str, ...]


def template_of(text: str) -> str:
    """The cluster (a short stretch of text that may name times) with every number replaced by a stand-in of its kind,
    so that "5 May" and "6 May" become the same text. The cluster stays unchanged if a stand-in could change how it is
    read."""
    runs = _RUN.findall(text)
    if not runs or len(runs) > _MOST_RUNS or _BY_VALUE.search(text):
        return text
    kinds = [_kind(run) for run in runs]
    written = [kinds[0].members[0]]
    order = 0
    for index in range(1, len(runs)):
        here, before = kinds[index], kinds[index - 1]
        is_near = here.interval == before.interval
        if is_near and (here != before or len(here.members) < 3 or order):
            return text
        # The larger of two neighbours stays the larger.
        order = (runs[index] > runs[index - 1]) - (runs[index] < runs[index - 1]) if is_near else 0
        written.append(here.members[order])
    parts = iter(written)
    return _RUN.sub(lambda found: next(parts), text)


@lru_cache(maxsize=16_384)
def _kind(run: str) -> _Kind:
    """The kind of a number, by which its stand-ins are found: the digits of "5" and "6" are of one kind. A number that
    has not 1, 2 or 4 digits stands only for itself."""
    figures, value = len(run), int(run)
    is_year = figures == _YEAR_FIGURES
    cuts = _YEAR_CUTS if is_year else _CUTS
    if figures not in (1, 2, _YEAR_FIGURES):
        return _Kind(figures, -value - 1, (run,))
    interval = bisect_right(cuts, value) - 1
    members = _members(figures, interval, value % 100 < 60) or (run,)
    return _Kind(figures, interval + is_year * len(_CUTS), members)


@cache
def _members(figures: int, interval: int, is_minute: bool) -> tuple[str, ...]:
    """The middle, largest and smallest of the numbers that can stand in for a kind; empty if there are fewer than three
    such numbers."""
    cuts = _YEAR_CUTS if figures == _YEAR_FIGURES else _CUTS
    alike = [one for one in range(cuts[interval], cuts[interval + 1]) if _is_alike(one, is_minute)]
    if len(alike) < 3:
        return ()
    return tuple(f"{one:0{figures}d}" for one in (alike[len(alike) // 2], alike[-1], alike[0]))


def _is_alike(one: int, is_minute: bool) -> bool:
    """Whether a number can be a stand-in for others of its kind: it is no multiple of 5, and its last two digits are
    below 60 where `is_minute` is true (1834), or 60 and more where it is false (1876)."""
    return one % _ROUND != 0 and (one % 100 < 60) == is_minute
