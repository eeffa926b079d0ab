"""Days of holidays, checked with printed calendars."""

import pytest

from kg_assets.core.errors import ConfigError
from kg_assets.mentions.times.grammar import load_calendar
from kg_assets.mentions.times.holidays import day_of, easter, read_holidays


@pytest.mark.parametrize(
    ("year", "month", "day"),
    # The earliest and latest that there are, and both corrections of the full moon's age.
    [(1818, 3, 22), (1943, 4, 25), (1954, 4, 18), (1981, 4, 19), (2000, 4, 23), (2024, 3, 31), (2038, 4, 25)],
)
def test_easter(year: int, month: int, day: int) -> None:
    found = easter(year)
    assert (found.month, found.day, found.weekday()) == (month, day, 6)


@pytest.mark.parametrize(
    ("name", "year", "expected"),
    [
        ("thanksgiving", 2018, "2018-11-22"), ("thanksgiving", 2019, "2019-11-28"), ("good_friday", 2025, "2025-04-18"),
        ("easter_monday", 2023, "2023-04-10"), ("boxing_day", 2021, "2021-12-26"),
    ],
)  # fmt: skip
def test_rules(name: str, year: int, expected: str) -> None:
    assert day_of(load_calendar().holidays[name], year).date().isoformat() == expected


def test_a_rule_of_another_form_is_told() -> None:
    with pytest.raises(ConfigError, match=r"holidays\.yule has month; a holiday has month and day, or month, weekday"):
        read_holidays({"yule": {"month": 12}})
