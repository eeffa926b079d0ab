"""Times as a person types and reads them: precision is shown, never hidden, and nothing is invented."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kg_assets.core.errors import QueryError
from kg_assets.core.when import end_text, moment_text, shown_moment, span_text, typed_end, typed_moment

UTC, OSLO = ZoneInfo("UTC"), ZoneInfo("Europe/Oslo")


def span(since: str | None, until: str | None, exact: str, end_exact: str | None = None, **more: Any) -> str:
    row = {
        "valid_from_utc": since and f"{since}:00.000Z", "valid_to_utc": until and f"{until}:00.000Z",
        "valid_from_precision": exact if since else None, "valid_to_precision": (end_exact or exact) if until else None,
        "said_at_utc": more.get("said"),
    }  # fmt: skip
    return span_text(row, bool(more.get("is_closed")), more.get("zone", UTC))


@pytest.mark.parametrize(
    ("precision", "text"),
    [
        ("second", "2024-03-05 14:07"), ("minute", "2024-03-05 14:07"), ("hour", "2024-03-05 14h"),
        ("part_of_day", "2024-03-05 14h"), ("day", "2024-03-05"), ("week", "2024-W10"), ("month", "2024-03"),
        ("quarter", "2024-Q1"), ("half", "2024-H1"), ("year", "2024"), ("decade", "2020s"), ("century", "2000s"),
        ("range", "2024-03-05"),
    ],
)  # fmt: skip
def test_a_moment_to_the_grain_of_its_words(precision: str, text: str) -> None:
    assert moment_text("2024-03-05T14:07:33.000Z", precision, UTC) == text


@pytest.mark.parametrize(
    ("month", "quarter", "half"), [(1, 1, 1), (3, 1, 1), (4, 2, 1), (6, 2, 1), (7, 3, 2), (12, 4, 2)]
)
def test_the_quarter_and_the_half_of_a_month(month: int, quarter: int, half: int) -> None:
    instant = f"2023-{month:02d}-11T09:00:00.000Z"
    assert moment_text(instant, "quarter", UTC) == f"2023-Q{quarter}"
    assert moment_text(instant, "half", UTC) == f"2023-H{half}"


def test_the_weeks_of_a_year_that_begins_in_another() -> None:
    """The last day of 2024 is in the first week of 2025 (ISO 8601)."""
    assert moment_text("2024-12-31T00:00:00.000Z", "week", UTC) == "2025-W01"


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (("2024-03-01T00:00", "2024-04-01T00:00", "month"), "2024-03"),
        (("2024-01-01T00:00", "2025-01-01T00:00", "year"), "2024"),
        (("2024-03-05T00:00", "2024-03-06T00:00", "day"), "2024-03-05"),
        (("2024-03-04T00:00", "2024-03-11T00:00", "week"), "2024-W10"),
        (("2024-03-09T00:00", "2024-03-11T00:00", "week"), "2024-03-09 – 2024-03-10"),
        (("2024-03-05T06:00", "2024-03-05T12:00", "part_of_day"), "2024-03-05 06h–12h"),
        (("2024-03-05T14:07", "2024-03-05T14:08", "minute"), "2024-03-05 14:07"),
        (("2024-03-05T14:00", "2024-03-05T15:00", "hour"), "2024-03-05 14h"),
        (("2015-01-01T00:00", "2017-01-01T00:00", "range"), "2015 – 2016"),
        (("2015-01-01T00:00", "2016-01-01T00:00", "range"), "2015"),
        (("2022-03-01T00:00", "2023-07-01T00:00", "range"), "2022-03 – 2023-06"),
        (("2022-01-01T00:00", "2022-04-01T00:00", "range"), "2022-01 – 2022-03"),
        (("2022-03-01T00:00", "2022-03-16T00:00", "range"), "2022-03-01 – 2022-03-15"),
        (("2016-03-01T00:00", "2019-01-01T00:00", "month", "year"), "2016-03 – 2018"),
        (("2016-01-01T00:00", "2019-01-01T00:00", "year", "range"), "2016 – 2018"),
        (("2024-03-05T09:00", "2024-03-05T11:30", "range"), "2024-03-05 09:00 – 11:30"),
        (("2024-03-05T22:00", "2024-03-06T02:00", "range"), "2024-03-05 22:00 – 2024-03-06 02:00"),
        (("1800-01-01T00:00", "1900-01-01T00:00", "century"), "1800s"),
    ],
)
def test_a_stretch_that_words_name_has_their_name(shown: tuple[str, str, str], text: str) -> None:
    assert span(*shown) == text


@pytest.mark.parametrize(
    ("end", "text"), [("00.001", "2024-03-05 – 2024-03-07"), ("00.000", "2024-03-05 – 2024-03-06")]
)
def test_a_stretch_reaches_to_the_millisecond_before_its_end(end: str, text: str) -> None:
    row = {
        "valid_from_utc": "2024-03-05T00:00:00.000Z", "valid_to_utc": f"2024-03-07T00:00:{end}Z",
        "valid_from_precision": "day", "valid_to_precision": "day", "said_at_utc": None,
    }  # fmt: skip
    assert span_text(row, False, UTC) == text


def test_open_and_closed_ends() -> None:
    """What is closed ends at a moment, as exactly as that was said; "until March" includes March."""
    assert span("2024-03-01T00:00", None, "month") == "since 2024-03"
    assert span("2022-01-01T00:00", "2024-03-01T00:00", "year", "month", is_closed=True) == "2022 – 2024-03"
    assert span("2022-01-01T00:00", "2024-03-05T14:07", "year", "second", is_closed=True) == "2022 – 2024-03-05 14:07"
    assert span(None, "2024-04-01T00:00", "month") == "until 2024-03"
    assert span("2015-01-01T00:00", "2016-03-01T00:00", "range", "month", is_closed=True) == "2015 – 2016-03"
    assert span(None, "2024-03-01T00:00", "month", is_closed=True) == "… – 2024-03"
    assert span(None, "2024-03-05T14:00", "minute") == "until 2024-03-05 14:00"
    assert span(None, None, "day", said="2024-03-05T14:07:33.000Z") == "said 2024-03-05"
    assert span(None, None, "day") == "said one day"


def test_the_clock_of_a_message_is_no_beginning() -> None:
    """ "I live there now" was printed as since a quarter to twelve. A time that words name to the second is one."""
    said = "2025-08-21T11:49:48.020Z"
    assert span("2025-08-21T11:49", None, "second", said="2025-08-21T11:49:00.020Z") == "said 2025-08-21"
    assert span("2025-08-21T11:40", None, "second", said=said) == "since 2025-08-21 11:40"
    until = span(
        "2025-08-21T11:49", "2025-12-16T00:00", "second", "day", said="2025-08-21T11:49:00.020Z", is_closed=True
    )
    assert until == "… – 2025-12-16"
    happening = span("2025-08-21T11:49", "2025-08-21T11:50", "second", said="2025-08-21T11:49:00.020Z")
    assert happening == "said 2025-08-21"


def test_a_month_of_another_zone_is_that_month() -> None:
    """March in Oslo begins on the last day of February in UTC."""
    assert span("2024-02-29T23:00", "2024-03-31T22:00", "month", zone=OSLO) == "2024-03"
    assert end_text("2024-03-31T22:00:00.000Z", "month", False, OSLO) == "2024-03"
    assert end_text("2024-02-29T23:00:00.000Z", "month", True, OSLO) == "2024-03"


def test_the_ends_of_the_calendar_can_be_shown() -> None:
    assert moment_text("0001-01-01T00:00:00.000Z", "year", ZoneInfo("America/New_York")) == "0001"
    assert moment_text("9999-12-31T23:59:59.999Z", "day", OSLO) == "9999-12-31"


@pytest.mark.parametrize(
    ("typed", "instant"),
    [
        ("2022", "2022-01-01T00:00:00.000Z"), ("2022-06", "2022-06-01T00:00:00.000Z"),
        ("2022-06-01", "2022-06-01T00:00:00.000Z"), (" 2022-06-01T12:30Z ", "2022-06-01T12:30:00.000Z"),
        ("2022-06-01 12:30", "2022-06-01T12:30:00.000Z"),
        ("2022-06-01T12:30:15.1239+02:00", "2022-06-01T10:30:15.123Z"),
    ],
)  # fmt: skip
def test_what_a_person_types(typed: str, instant: str) -> None:
    assert typed_moment(typed, UTC) == instant


@pytest.mark.parametrize(
    ("typed", "instant"),
    [
        ("2022", "2021-12-31T23:00:00.000Z"), ("2022-06", "2022-05-31T22:00:00.000Z"),
        ("2022-06-01 12:30", "2022-06-01T10:30:00.000Z"), ("2022-06-01T12:30Z", "2022-06-01T12:30:00.000Z"),
        ("2022-06-01T12:30+05:00", "2022-06-01T07:30:00.000Z"),
    ],
)  # fmt: skip
def test_what_names_no_zone_is_read_as_it_is_shown(typed: str, instant: str) -> None:
    """Oslo is an hour ahead in winter and two in summer; a zone that is typed wins. What is shown can be typed."""
    assert typed_moment(typed, OSLO) == instant
    shown = shown_moment(instant, OSLO)
    assert typed_moment(shown, OSLO) == instant


@pytest.mark.parametrize(
    "typed", ["", "June", "06/2022", "2022-6", "2022-13", "2022-06-31", "1700000000", "2022-06-01T25:00"]
)
def test_what_is_no_moment_is_named_with_what_is_expected(typed: str) -> None:
    with pytest.raises(QueryError, match="is no moment; 2022, 2022-06, 2022-06-01 or 2022-06-01T12:00Z is expected"):
        typed_moment(typed, OSLO)


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("2022", "2023-01-01T00:00:00.000Z"), ("2022-12", "2023-01-01T00:00:00.000Z"),
        ("2022-07", "2022-08-01T00:00:00.000Z"), ("2022-11", "2022-12-01T00:00:00.000Z"),
        ("2022-02-28", "2022-03-01T00:00:00.000Z"), ("2022-06-13", "2022-06-14T00:00:00.000Z"),
        ("2022-06-30", "2022-07-01T00:00:00.000Z"), ("2022-06-30T23:59Z", "2022-07-01T00:00:00.000Z"),
        ("2022-06-01T12:00:07Z", "2022-06-01T12:00:08.000Z"), ("2022-06-01 12:00:07.25", "2022-06-01T12:00:07.251Z"),
        ("9999", "9999-12-31T23:59:59.999Z"),
    ],
)  # fmt: skip
def test_what_a_person_types_lasts_as_long_as_it_names(typed: str, end: str) -> None:
    assert typed_end(typed, ZoneInfo("UTC")) == end
