"""Half-open intervals of instants, `[start, end)`, either end open (seed 000 "Interval semantics").

Ends are instants in stored form, whose text order is their order in time. None as start is the endless past, None as
end the endless future. What an interval says about a claim does not belong here.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """A stretch of time that holds at least one instant."""

    start: str | None = None
    end: str | None = None

    def __post_init__(self) -> None:
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError(f"an interval must end after it starts, not from {self.start} to {self.end}")

    @property
    def order(self) -> tuple[bool, str, bool, str]:
        """Total order: by start, the endless past first; then by end, the endless future last."""
        return (self.start is not None, self.start or "", self.end is None, self.end or "")

    def contains(self, instant: str) -> bool:
        return (self.start is None or self.start <= instant) and (self.end is None or instant < self.end)

    def covers(self, other: "Interval") -> bool:
        """Whether every instant of the other lies in this one."""
        return not _starts_later(self, other) and not _ends_later(other, self)

    def intersects(self, other: "Interval") -> bool:
        return _before(self.start, other.end) and _before(other.start, self.end)

    def intersection(self, other: "Interval") -> "Interval | None":
        if not self.intersects(other):
            return None
        later_start = self.start if _starts_later(self, other) else other.start
        earlier_end = other.end if _ends_later(self, other) else self.end
        return Interval(later_start, earlier_end)

    def touches(self, other: "Interval") -> bool:
        """Whether the two together leave no instant out between them."""
        return self.intersects(other) or (
            (self.end is not None and self.end == other.start) or (other.end is not None and other.end == self.start)
        )


def merge(intervals: Iterable[Interval]) -> list[Interval]:
    """The same instants as the fewest intervals, in order."""
    merged: list[Interval] = []
    for interval in sorted(intervals, key=lambda each: each.order):
        if merged and merged[-1].touches(interval):
            last = merged[-1]
            merged[-1] = Interval(last.start, last.end if _ends_later(last, interval) else interval.end)
        else:
            merged.append(interval)
    return merged


def subtract(intervals: Iterable[Interval], cuts: Iterable[Interval]) -> list[Interval]:
    """The instants of the intervals that no cut holds, as the fewest intervals, in order."""
    remaining: list[Interval] = []
    merged_cuts = merge(cuts)
    first = 0
    for interval in merge(intervals):
        while first < len(merged_cuts) and not _before(interval.start, merged_cuts[first].end):
            first += 1
        rest: Interval | None = interval
        at = first
        while rest is not None and at < len(merged_cuts) and rest.intersects(merged_cuts[at]):
            cut = merged_cuts[at]
            if _starts_later(cut, rest):
                remaining.append(Interval(rest.start, cut.start))
            rest = Interval(cut.end, rest.end) if _ends_later(rest, cut) else None
            at += 1
        if rest is not None:
            remaining.append(rest)
    return remaining


def _before(start: str | None, end: str | None) -> bool:
    return start is None or end is None or start < end


def _starts_later(one: Interval, other: Interval) -> bool:
    return one.start is not None and (other.start is None or one.start > other.start)


def _ends_later(one: Interval, other: Interval) -> bool:
    return other.end is not None and (one.end is None or one.end > other.end)
