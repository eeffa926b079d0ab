"""Intervals against the sets of instants that they stand for."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.instants import from_millis
from kg_assets.core.intervals import Interval, merge, subtract

# Ends fall on multiples of ten, so the instants between them and beyond them stand for all others.
MOMENTS = [from_millis(millis) for millis in range(-5, 70, 5)]
ENDS = [None, *MOMENTS[1::2]]


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    start, end = draw(st.sampled_from(ENDS)), draw(st.sampled_from(ENDS))
    if start is not None and end is not None and start >= end:
        start, end = end, None
    return Interval(start, end)


def held(*parts: Interval) -> set[str]:
    return {moment for moment in MOMENTS for part in parts if part.contains(moment)}


@settings(derandomize=True, max_examples=500, deadline=None)
@given(intervals(), intervals())
def test_two_intervals_as_sets(one: Interval, other: Interval) -> None:
    common = held(one) & held(other)
    shared = one.intersection(other)
    assert one.intersects(other) == other.intersects(one) == bool(common)
    assert held(*([shared] if shared else [])) == common
    assert one.covers(other) == (held(other) <= held(one))
    assert one.touches(other) == other.touches(one) == (len(merge([one, other])) == 1)
    assert (one.order == other.order) == (one == other)


@settings(derandomize=True, max_examples=500, deadline=None)
@given(st.lists(intervals(), max_size=5), st.lists(intervals(), max_size=5))
def test_merge_and_subtract_as_sets(these: list[Interval], cuts: list[Interval]) -> None:
    assert held(*merge(these)) == held(*these)
    rest = subtract(these, cuts)
    assert held(*rest) == held(*these) - held(*cuts)
    for result in (merge(these), rest):
        assert all(not earlier.touches(later) for earlier, later in pairwise(result))
        assert result == sorted(result, key=lambda each: each.order)
    assert merge(reversed(these)) == merge(these)


def test_order_puts_the_endless_past_first_and_the_endless_future_last() -> None:
    early, late = MOMENTS[1], MOMENTS[3]
    ordered = [Interval(None, late), Interval(None, None), Interval(early, late), Interval(early, None)]
    assert sorted(reversed(ordered), key=lambda each: each.order) == ordered


def test_the_end_is_outside_and_the_start_inside() -> None:
    interval = Interval(MOMENTS[1], MOMENTS[3])
    assert interval.contains(MOMENTS[1])
    assert not interval.contains(MOMENTS[3])


@pytest.mark.parametrize("end", [MOMENTS[1], MOMENTS[3]])
def test_an_interval_without_an_instant_is_refused(end: str) -> None:
    with pytest.raises(ValueError, match="end after it starts"):
        Interval(MOMENTS[3], end)
