"""Dates and names as the page shows them: no more exact than the words, one line, nothing that cannot be shown."""

from zoneinfo import ZoneInfo

import pytest

from kg_assets.report.wording import exact_text, month_runs, name_text, relation_text, shown, when_text

UTC = ZoneInfo("UTC")


@pytest.mark.parametrize(
    ("precision", "text"),
    [
        ("second", "3 April 2025"), ("day", "3 April 2025"), ("month", "April 2025"), ("quarter", "2025-Q2"),
        ("week", "week 14 of 2025"),
        ("year", "2025"), (None, "3 April 2025"),
    ],
)  # fmt: skip
def test_a_moment_is_as_exact_as_its_words(precision: str | None, text: str) -> None:
    assert exact_text("2025-04-03T10:30:00.000Z", precision, UTC) == text


def test_a_moment_stands_in_the_zone_of_the_build() -> None:
    """Half past eleven at night in UTC is the next day in Berlin."""
    assert exact_text("2025-04-03T23:30:00.000Z", "day", ZoneInfo("Europe/Berlin")) == "4 April 2025"


def _claim(since: str | None, until: str | None, exact: str | None = "day") -> dict[str, str | None]:
    return {
        "valid_from_utc": since, "valid_to_utc": until, "valid_from_precision": exact, "valid_to_precision": exact,
        "said_at_utc": "2025-06-01T08:00:00.000Z",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("since", "until", "exact", "text"),
    [
        ("2025-04-01T00:00:00.000Z", None, "month", "since April 2025"),
        # A stretch ends before its end: April is over at the first instant of May.
        ("2025-04-01T00:00:00.000Z", "2025-05-01T00:00:00.000Z", "month", "April 2025"),
        ("2025-04-01T00:00:00.000Z", "2025-07-01T00:00:00.000Z", "month", "April 2025 – June 2025"),
        (None, "2025-05-01T00:00:00.000Z", "month", "until April 2025"),
        # A range is made of what its ends tell: 2016, 2017 and 2018; three days.
        ("2016-01-01T00:00:00.000Z", "2019-01-01T00:00:00.000Z", "range", "2016 – 2018"),
        ("2025-04-01T00:00:00.000Z", "2025-04-04T00:00:00.000Z", "range", "1 April 2025 – 3 April 2025"),
        ("2025-03-31T00:00:00.000Z", None, "week", "since week 14 of 2025"),
        (None, None, None, "said 1 June 2025"),
    ],
)
def test_when_a_claim_was_true(since: str | None, until: str | None, exact: str | None, text: str) -> None:
    assert when_text(_claim(since, until, exact), UTC) == text


def test_months_in_a_row_are_one_stretch() -> None:
    keys = ["2024-09", "2024-10", "2024-11", "2025-04", "2025-12", "2026-01"]
    assert month_runs(keys) == "Sep–Nov 2024, Apr 2025, Dec 2025 – Jan 2026"


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        ("your sister", "your sister"), ("SELF", "You"),
        ('{"unit":"EUR a month","value":2425}', "2425 EUR a month"),
        ("two\nlines\tand  more", "two lines and more"), ("abcdefghijklm", "abcdefghi…"), ("{broken", "{broken"),
        (None, ""),
    ],
)  # fmt: skip
def test_names_and_values_in_one_line(stored: str | None, text: str) -> None:
    longest = 10 if stored == "abcdefghijklm" else 60
    assert name_text(stored, longest) == text


def test_what_is_denied_or_planned_says_so() -> None:
    assert relation_text("works_at", "negative", False) == "does not work at"
    assert relation_text("is_trait", "positive", False) == "is"
    assert relation_text("moved_to", "positive", True) == "planned: moved to"
    assert relation_text("plans_to", "positive", True) == "plans to"


def test_controls_are_replaced_and_marks_of_direction_stay() -> None:
    """U+0000 ends a text for some readers; a mark of direction and a joiner are part of how it is written."""
    assert shown("a\x00b\x1b[1m\n\u200f\u200d") == "a\ufffdb\ufffd[1m\n\u200f\u200d"
