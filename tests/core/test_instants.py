"""Instants: one form for every spelling of a moment, None for what is no moment, never an exception."""

import math
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.instants import FIRST_MILLIS, LAST_MILLIS, from_millis, normalize, to_millis

MOMENTS = st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31))
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def stored(moment: datetime) -> str:
    """The definition, by the standard library: UTC, floored to milliseconds."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


@settings(max_examples=1000)
@given(st.floats(-6.3e10, 9.9e10) | st.floats(-10, 10) | st.integers(-(10**13), 10**13).map(lambda n: n / 1000))
def test_seconds_are_floored_exactly(seconds: float) -> None:
    """1.001 * 1000 is 1000.9999…: a product would lose a millisecond that the export's text has."""
    millis = math.floor(Decimal(repr(seconds)) * 1000)
    assert normalize(seconds) == (from_millis(millis) if millis >= FIRST_MILLIS else None)
    assert normalize(repr(seconds)) == normalize(seconds)


@settings(max_examples=300)
@given(st.integers(FIRST_MILLIS, LAST_MILLIS), st.integers(FIRST_MILLIS, LAST_MILLIS))
def test_text_order_is_time_order(one: int, other: int) -> None:
    assert to_millis(from_millis(one)) == one
    assert (from_millis(one) < from_millis(other)) == (one < other)
    assert len(from_millis(one)) == len("2024-03-01T12:00:00.000Z")
    assert normalize(from_millis(one)) == from_millis(one)


@settings(max_examples=500)
@given(MOMENTS, OFFSETS, st.sampled_from(["T", "t", " "]))
def test_iso_with_offset_and_datetime_agree(naive: datetime, zone: timezone, mark: str) -> None:
    moment = naive.replace(tzinfo=zone)
    expected = stored(moment)
    assert normalize(moment) == expected
    assert normalize(moment.isoformat(sep=mark)) == expected
    assert normalize(moment.strftime("%Y").zfill(4) + moment.strftime("%m%dT%H%M%S,%f999%z")) == expected


@settings(max_examples=300)
@given(MOMENTS, st.sampled_from(["America/New_York", "Asia/Kolkata", "Europe/Berlin"]))
def test_without_a_zone_the_source_zone_holds(naive: datetime, zone: str) -> None:
    expected = stored(naive.replace(tzinfo=ZoneInfo(zone)))
    assert normalize(naive, zone) == normalize(naive.isoformat(" "), ZoneInfo(zone)) == expected
    assert normalize(naive.isoformat() + "Z", zone) == normalize(naive) == stored(naive.replace(tzinfo=UTC))


@settings(max_examples=1500)
@given(
    st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=3)
    | st.text(st.sampled_from("0123456789-:TZ.,+WeE "), max_size=30)
    | st.datetimes(timezones=st.timezones() | st.none())
    | st.decimals()
    | st.dates(),
    st.none() | st.sampled_from(["UTC", "Asia/Tokyo", "No/Where", "../etc", ""]),
)
def test_never_raises_and_never_leaves_the_form(value: Any, zone: str | None) -> None:
    instant = normalize(value, zone)
    assert instant is None or from_millis(to_millis(instant)) == instant


@pytest.mark.parametrize(
    ("value", "instant"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1.001, "1970-01-01T00:00:01.001Z"),
        (-0.0005, "1969-12-31T23:59:59.999Z"),
        (1784164500.123456, "2026-07-16T01:15:00.123Z"),
        (99_999_999_999, "5138-11-16T09:46:39.000Z"),
        (1_700_000_000_999, "2023-11-14T22:13:20.999Z"),
        ("1700000000.9999", "2023-11-14T22:13:20.999Z"),
        ("0." + "9" * 40, "1970-01-01T00:00:00.999Z"),
        ("2024-03-01", "2024-03-01T00:00:00.000Z"),
        (date(2024, 3, 1), "2024-03-01T00:00:00.000Z"),
        ("20240301", "2024-03-01T00:00:00.000Z"),
        ("99999999", "1973-03-03T09:46:39.000Z"),
        ("2024/03/01 12:30", "2024-03-01T12:30:00.000Z"),
        ("2024-03-01 12:30:00 UTC", "2024-03-01T12:30:00.000Z"),
        ("2024-03-01 12:30:00 +0000", "2024-03-01T12:30:00.000Z"),
        ("2024-03-01T12:30:00−05", "2024-03-01T17:30:00.000Z"),
        ("2024-W09-5T10", "2024-03-01T10:00:00.000Z"),
        ("2024-03-01T24:00Z", "2024-03-02T00:00:00.000Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        (" 2024-03-01T12:00:00.1234567891Z\n", "2024-03-01T12:00:00.123Z"),
    ],
)
def test_spellings(value: Any, instant: str) -> None:
    assert normalize(value) == instant


@pytest.mark.parametrize(
    "value",
    [
        *[None, True, False, [], {}, b"0", math.nan, math.inf, 1e300, 10**400, Decimal("NaN"), Decimal("1e99")],
        *["", "now", "nan", "1e400", "1_000", "٣", "2024-02-30", "2024-13-01", "2024-03-01T25:00", "100000-01-01"],
        *["2024-03-01T12:00+24:00", "2024-03-01T24:01Z", "2024-03-01T12:00:61Z", "2024-03/01", "2024-W54", "\ud83d"],
        *["0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"],
    ],
)
def test_what_is_no_instant(value: Any) -> None:
    assert normalize(value) is None


@pytest.mark.parametrize("text", ["2024-03-01T12:00:00Z", "2024-03-01", "2024-03-01T12:00:00.000+00:00", ""])
def test_only_the_stored_form_is_counted(text: str) -> None:
    with pytest.raises(ValueError, match="form"):
        to_millis(text)


def test_outside_the_calendar() -> None:
    with pytest.raises(ValueError, match="years"):
        from_millis(LAST_MILLIS + 1)
