"""Leaving out a pattern by a text's shape must never leave out one that matches the text."""

import re
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.times.grammar import Grammar, load_grammar
from kg_assets.mentions.times.prefilter import for_shapes, shape_of

GRAMMARS = [load_grammar("en"), load_grammar("de")]
DATES = st.dates(date(1500, 1, 1), date(2199, 12, 31))
FORMS = ["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%m/%d/%y", "%d.%m.%Y", "%b %Y", "%d/%b/%Y", "%Y/%m", "%Gw%V", "'%y"]
CLOCKS = st.datetimes(datetime(1990, 1, 1), datetime(2099, 12, 31))
CLOCK_FORMS = ["%H:%M", "%I:%M %p", "%I%p", "%H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", "%Hh%M", "%H%M hours", "%Y-%m-%d %H:%M"]
WORDS = [
    "on", "in", "at", "since", "the", "of", "q3", "fy", "week", "monday", "may", "days ago", "weeks", "to", "-", "–",
    "and", "1st", "22nd", "80s", "1990s", "1½", "3 3/4 hours", "in 5", "within 36 hours", "am", "uhr", "im", "januar",
]  # fmt: skip
TIMES = st.one_of(
    st.builds(lambda day, form: day.strftime(form), DATES, st.sampled_from(FORMS)),
    st.builds(lambda moment, form: moment.strftime(form), CLOCKS, st.sampled_from(CLOCK_FORMS)),
    st.sampled_from(WORDS),
    st.from_regex(r"[0-9]{1,4}([:./-][0-9]{1,4}){0,3}", fullmatch=True),
)
TEXTS = st.lists(TIMES, min_size=1, max_size=5).map(lambda parts: f" {' '.join(parts).lower()} ")


def possible(grammar: Grammar, text: str) -> set[int]:
    return set(grammar.possible.Match(shape_of(text)) or ())


@given(TEXTS)
@settings(max_examples=200)
def test_no_pattern_that_matches_a_text_is_left_out_by_its_shape(text: str) -> None:
    for grammar in GRAMMARS:
        matching = {index for index, pattern in enumerate(grammar.patterns) if pattern.regex.search(text)}
        assert matching <= possible(grammar, text)


def test_shapes_still_leave_out_most_patterns() -> None:
    english = GRAMMARS[0]
    texts = [f" {date(2020, 1, 1) + timedelta(days=31 * n):%d %B %Y} ".lower() for n in range(24)]
    assert max(len(possible(english, text)) for text in texts) < len(english.patterns) // 4


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[12][0-9]{3}", "[120][0-9]{3}"),
        ("(?:1[0-2]|0?[1-9])", "(?:0[0-2]|0?[1-90])"),
        ("[0-9]{1,4}%", "[0-9]{1,4}%"),
        (r"\b19\.[a-z]", r"\b00\.[a-z]"),
        ("[^0-9]", "[^0-9]"),
        ("[^0]", "(?s:.)"),
        (r"\x31\x27", r"0\x27"),
    ],
)
def test_an_atom_that_takes_some_digit_takes_zero(source: str, expected: str) -> None:
    assert for_shapes(source) == expected


@given(st.text("0123456789ab:-", max_size=6), st.sampled_from(["[12][0-9]", "2[0-3]:", "[^0]b", "19|20", "[5-9]{2}"]))
@settings(max_examples=300)
def test_a_widened_pattern_matches_the_shape_of_what_the_pattern_matches(text: str, source: str) -> None:
    if re.search(source, text):
        assert re.search(for_shapes(source), shape_of(text))
