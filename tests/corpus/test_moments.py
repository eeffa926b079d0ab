"""A day in words says no more and no less than its value."""

import random
import re
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.corpus import moments

_DAYS = st.dates(date(2019, 1, 1), date(2030, 12, 31))
_LENGTHS = {"day": 10, "month": 7, "year": 4}


@settings(max_examples=300)
@given(st.integers(), _DAYS, st.integers(1, 2000))
def test_the_value_of_a_past_day_is_as_precise_as_its_words(seed: int, today: date, distance: int) -> None:
    day = today - timedelta(days=distance)
    said = moments.past(random.Random(seed), today, day)
    assert said.value == day.isoformat()[: _LENGTHS[said.granularity]]
    relative = re.search(r"ago|yesterday|last", said.text)
    assert relative or str(day.year) in said.text


@settings(max_examples=300)
@given(st.integers(), _DAYS, st.integers(1, 400))
def test_a_deadline_names_the_day_or_the_month_it_ends(seed: int, today: date, distance: int) -> None:
    day = today + timedelta(days=distance)
    said = moments.deadline(random.Random(seed), today, day)
    assert said.text.startswith("by ")
    assert said.value == day.isoformat()[: _LENGTHS[said.granularity]]
    assert (said.granularity == "month") == said.text.startswith("by the end of ")


@settings(max_examples=200)
@given(st.integers(), _DAYS)
def test_every_form_of_a_clock_is_text(seed: int, day: date) -> None:
    assert moments.clock(random.Random(seed), day).strip()


def test_a_month_after_december_is_january() -> None:
    assert moments.month_after(date(2025, 11, 20), 2) == date(2026, 1, 1)
