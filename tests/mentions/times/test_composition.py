"""Classes that compose: any day with any clock, amounts and blanks of any form. Worked with a calendar."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.times.cluster import with_any_blank
from kg_assets.mentions.times.engine import TimeEngine, TimeSettings

ANCHOR = "2024-05-17T10:30:00.000Z"  # a Friday
ENGINE = TimeEngine(TimeSettings())


def found(text: str, anchor: str = ANCHOR) -> list[tuple[str, str, str]]:
    """The stretch and both ends, as short as they can be written; a moment has no end."""
    return [
        (m.surface, _short(m.valid_from_utc), _short(m.valid_to_utc)) for m in ENGINE.find(text, anchor, True)
    ]  # fmt: skip


def _short(moment: str | None) -> str:
    return "" if moment is None else re.sub(r"(?:T00:00)?(?::00)?\.000Z$", "", moment.replace("T00:00:00", "T00:00"))


@pytest.mark.parametrize(
    ("text", "surface", "start", "end"),
    [
        # a shift by days is a day like any other
        ("Call me two days from now at 9am.", "two days from now at 9am", "2024-05-19T09:00", ""),
        ("We meet at 5pm a week from Friday.", "5pm a week from Friday", "2024-05-31T17:00", ""),
        ("I land in 3 days in the evening", "in 3 days in the evening", "2024-05-20T18:00", "2024-05-21"),
        ("from 2 to 4pm two days from now", "from 2 to 4pm two days from now", "2024-05-19T14:00", "2024-05-19T16:00"),
        ("It is 2 days after the 20th.", "2 days after the 20th", "2024-05-22", "2024-05-23"),
        ("a week ago Tuesday it broke", "a week ago Tuesday", "2024-05-07", "2024-05-08"),
        ("It was two years ago yesterday.", "two years ago yesterday", "2022-05-16", "2022-05-17"),
        ("I left in May two years ago", "May two years ago", "2022-05-01", "2022-06-01"),
        ("next Tuesday +10 days", "next Tuesday +10 days", "2024-05-31", "2024-06-01"),
        # amounts
        ("It rang one and a half hours ago", "one and a half hours ago", "2024-05-17T09:00", ""),
        ("due two to three weeks later", "two to three weeks later", "2024-05-31", "2024-06-08"),
        ("in a day or two", "in a day or two", "2024-05-18", "2024-05-20"),
        ("Rain for the next 24h.", "next 24h", "2024-05-17T10:30", "2024-05-18T10:30"),
        ("it came 3d later", "3d later", "2024-05-20", "2024-05-21"),
        ("in 1 year, 2 months and 3 days", "in 1 year, 2 months and 3 days", "2025-07-20", "2025-07-21"),
        # dates
        ("I turn 40 next May 5th", "next May 5th", "2025-05-05", "2025-05-06"),
        ("this 20th of May", "this 20th of May", "2024-05-20", "2024-05-21"),
        ("scan of 9Oct2018", "9Oct2018", "2018-10-09", "2018-10-10"),
        ("on 4 / 17 / 2020", "4 / 17 / 2020", "2020-04-17", "2020-04-18"),
        ("on 6 - Jun - 1998", "6 - Jun - 1998", "1998-06-06", "1998-06-07"),
        ("open on Friday (5/24)", "Friday (5/24)", "2024-05-24", "2024-05-25"),
        ("We sold it in 10.2003", "10.2003", "2003-10-01", "2003-11-01"),
        ("the sat after next", "the sat after next", "2024-06-01", "2024-06-02"),
        # pieces of a year
        ("profits of 3Q17", "3Q17", "2017-07-01", "2017-10-01"),
        ("profits of quarter 3 of 2017", "quarter 3 of 2017", "2017-07-01", "2017-10-01"),
        ("the 2nd half of last year", "the 2nd half of last year", "2023-07-01", "2024-01-01"),
        ("the rota for week twenty-two of 2021", "week twenty-two of 2021", "2021-05-31", "2021-06-07"),
        ("day 100 of 2018", "day 100 of 2018", "2018-04-10", "2018-04-11"),
        ("the first few days of June", "the first few days of June", "2024-06-01", "2024-06-04"),
        ("built in the eighteen-sixties", "the eighteen-sixties", "1860-01-01", "1870-01-01"),
        ("due at year end", "year end", "2024-10-01", "2025-01-01"),
        ("busy the rest of May", "the rest of May", "2024-05-17", "2024-06-01"),
        ("two thousand and nine to two thousand and twelve", "two thousand and nine to two thousand and twelve",
         "2009-01-01", "2013-01-01"),
        # parts of a day
        ("the night before June 3", "the night before June 3", "2024-06-02T20:00", "2024-06-03"),
        ("the morning after the 20th", "the morning after the 20th", "2024-05-21", "2024-05-21T12:00"),
        ("I can do late tomorrow", "late tomorrow", "2024-05-18T18:00", "2024-05-19"),
        ("first thing on Monday", "first thing on Monday", "2024-05-20", "2024-05-20T09:00"),
        ("I ate earlier today", "earlier today", "2024-05-17", "2024-05-17T10:30"),
        ("I'll eat later today", "later today", "2024-05-17T10:30", "2024-05-18"),
        ("up at 3am last night", "3am last night", "2024-05-17T03:00", ""),
        ("home tonight at 1am", "tonight at 1am", "2024-05-18T01:00", ""),
        ("half past midnight", "half past midnight", "2024-05-18T00:30", ""),
        ("open 0930-1100 hrs", "0930-1100 hrs", "2024-05-17T09:30", "2024-05-17T11:00"),
        ("from Tuesday through to Friday next week", "from Tuesday through to Friday next week",
         "2024-05-21", "2024-05-25"),
    ],
)  # fmt: skip
def test_parts_compose(text: str, surface: str, start: str, end: str) -> None:
    assert found(text) == [(surface, start, end)]


def test_said_in_the_small_hours_tonight_has_begun() -> None:
    assert found("home tonight at 1am", "2024-05-17T00:10:00.000Z") == [("tonight at 1am", "2024-05-17T01:00", "")]


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("either tomorrow or Wed, not mon or tue", ["tomorrow", "Wed", "mon", "tue"]),
        ("I wed her and he sat down", []),
        ("WED is a format, and Wed Anderson a name", []),
        ("write to rcb5@win.tue.nl", []),
        ("It broke and now we know", []),
        ("since 2.1.17 it works", []),
        ("Copyright 2003-2005 H. Peter", ["2003-2005"]),
        ("I paid $12 December 27", ["December 27"]),
        ("he is running late Friday", ["Friday"]),
        ("the year end results", []),
        ("last month and 3 weeks later it was approved", ["last month", "3 weeks later"]),
        ("It opens two hours ago at 5pm", ["two hours ago", "5pm"]),
    ],
)
def test_what_does_not_compose(text: str, surfaces: list[str]) -> None:
    assert [surface for surface, *_ in found(text)] == surfaces


WHOLE = [
    "the third week of October 2019", "May 5, 2021 at 5 pm", "October of nineteen eighty-four",
    "the day after tomorrow",
    "from the 4th to the 22nd of June", "twenty minutes to nine p.m.", "quarter past eight tonight",
    "two weeks before June 30", "the end of next week", "in three weeks' time",
]  # fmt: skip
BLANKS = ["  ", "   ", "\u00a0", "\t", " \u202f", "\u00a0 "]


@given(st.sampled_from(WHOLE), st.sampled_from(BLANKS), st.text("aé😀 ", max_size=4))
@settings(max_examples=120)
def test_blanks_of_any_width_read_as_one(words: str, blank: str, before: str) -> None:
    """The same times, and every stretch where it stands in the message."""
    plain, wide = f"{before}. It was due {words}, he said", f"{before}. It was due {words.replace(' ', blank)}, he said"
    assert [(surface.replace(blank, " "), *ends) for surface, *ends in found(wide)] == found(plain)
    assert found(plain)


@pytest.mark.parametrize("words", WHOLE)
def test_a_line_broken_to_fit_a_page_is_one_and_a_short_line_ends(words: str) -> None:
    filler = "We talked about the house and the garden until late and it was "
    first, rest = words.split(" ", 1)
    assert [surface for surface, *_ in found(f"{filler}{first}\n{rest}, he said")] == [f"{first}\n{rest}"]
    assert [surface for surface, *_ in found("- 5 May\n- 6 May")] == ["5 May", "6 May"]
    assert [surface for surface, *_ in found(f"{filler} 5 May\n- 6 May")] == ["5 May", "6 May"]
    assert [surface for surface, *_ in found(f"{filler} 5 May\n\n6 pm")] == ["5 May", "6 pm"]


def test_a_blank_in_a_shape_stands_for_all() -> None:
    blanks = r"\t\r\n \xc2\xa0\xe2\x80\xaf"
    assert with_any_blank("a b ?c") == f"a[{blanks}]+b[{blanks}]*c"
    assert with_any_blank(r"a[ -]b\ [^ x][ ,]{0,2}") == rf"a[{blanks}-]+b\ [^ x][{blanks},]{{0,2}}"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("we play on the 2nd and 4th of July", {"the 2nd": "2024-07-02", "4th of July": "2024-07-04"}),
        ("shifts on 3, 5 and 8 June 2025", {"3": "2025-06-03", "5": "2025-06-05", "8 June 2025": "2025-06-08"}),
        ("they were here on March 3rd and 5th", {"March 3rd": "2024-03-03", "5th": "2024-03-05"}),
        ("we will close between the 2nd and the 4th of June", {"between the 2nd and the 4th of June": "2024-06-02"}),
        ("the rehearsal was on the 15th after work", {"the 15th": "2024-05-15"}),
        ("the March 2nd and 3rd prize", {"March 2nd": "2025-03-02"}),
    ],
)
def test_days_may_share_a_month(text: str, days: dict[str, str]) -> None:
    found = TimeEngine(TimeSettings()).find(text, "2024-05-17T10:30:00.000Z", True)
    assert {time.surface: (time.valid_from_utc or "")[:10] for time in found} == days


@pytest.mark.parametrize(
    ("text", "start", "grain"),
    [
        ("it was a few weeks ago", "2024-04-22", "week"), ("it was 3 weeks ago", "2024-04-26", "day"),
        ("a couple of weeks ago we rowed", "2024-04-29", "week"), ("it was a few days ago", "2024-05-14", "day"),
        ("it was a few months ago", "2024-02-01", "month"),
    ],
)  # fmt: skip
def test_what_nobody_counts_is_no_more_exact_than_its_unit(text: str, start: str, grain: str) -> None:
    (time,) = ENGINE.find(text, ANCHOR, True)
    assert ((time.valid_from_utc or "")[:10], time.granularity) == (start, grain)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I had a quiet weekend", "2023-07-15"), ("we rowed at the weekend", "2023-07-15"),
        ("we will row at the weekend", "2023-07-22"), ("next weekend was full", "2023-07-29"),
    ],
)  # fmt: skip
def test_a_weekend_is_the_one_before_where_its_sentence_looks_back(text: str, start: str) -> None:
    """Said on a Monday: it was the one to come, whatever was told of it."""
    (time,) = ENGINE.find(text, "2023-07-17T12:00:00.000Z", True)
    assert (time.valid_from_utc or "")[:10] == start
