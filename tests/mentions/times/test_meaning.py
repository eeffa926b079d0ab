"""A kept meaning must be what resolving again gives, whatever anchors came before."""

from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.canonical import canonical_text
from kg_assets.mentions.times.engine import TimeEngine, TimeSettings
from kg_assets.mentions.times.expressions import Relative
from kg_assets.mentions.times.meaning import Meanings, Settled

TEXTS = [
    "tomorrow", "we met on Friday", "we will meet on Friday", "at 5", "at 17:30", "3 hours ago", "3 days ago", "in May",
    "in May 2020", "next 2 weeks", "last 90 minutes", "the last quarter", "this morning", "now", "end of the month",
    "rest of this week", "from Monday to Wednesday at 9am", "from 3 May to 7 May", "the 31st of June", "next Friday",
    "June 1st", "in the summer of 2021", "year to date", "within 3 business days", "this hour", "May 5 last year",
    "Monday 9-11", "between 10 and 12 pm", "the second half of 2025", "two Fridays ago",
]  # fmt: skip
# Few days and many hours, so that days meet again at another time of day.
ANCHORS = st.builds(
    lambda day, hour, minute: f"2024-0{1 + day % 3}-{27 + day % 2}T{hour:02d}:{minute:02d}:07.250Z",
    st.integers(0, 5), st.integers(0, 23), st.integers(0, 59),
)  # fmt: skip
WARM = [TimeEngine(TimeSettings(zone, "us", ("en",), "future")) for zone in ("UTC", "America/New_York")]


@given(st.lists(st.tuples(st.sampled_from(TEXTS), st.none() | ANCHORS), min_size=1, max_size=12))
@settings(max_examples=150)
def test_what_was_read_before_changes_nothing(asked: list[tuple[str, str | None]]) -> None:
    for warm in WARM:
        for text, anchor in asked:
            mentions = warm.find(text, anchor, True)
            assert mentions == TimeEngine(warm.settings).find(text, anchor, True)
            assert all(mention.parse_json == canonical_text(mention.parse) for mention in mentions)


def settled(value: str) -> Settled:
    return Settled("instant", value, None, "day", "UTC", 0.9, ({}, "{}"))


def test_a_meaning_is_kept_for_as_long_as_it_holds() -> None:
    meanings = Meanings(10)
    morning, evening, later = datetime(2024, 5, 1, 8), datetime(2024, 5, 1, 20), datetime(2024, 5, 2, 8)
    one, of_day, always = (meanings.of(Relative("day", offset), 0.9) for offset in (1, 2, 3))
    meanings.keep(one, morning, "past", settled("a"), {"moment", "day"})
    meanings.keep(of_day, morning, "past", settled("b"), {"day"})
    meanings.keep(always, morning, "past", None, set())
    assert one.known(morning, "past") == (settled("a"), True)
    assert not one.known(evening, "past")[1]
    assert of_day.known(evening, "past") == (settled("b"), True)
    assert not of_day.known(evening, "future")[1]
    assert not of_day.known(later, "past")[1]
    assert not of_day.known(None, "past")[1]
    assert always.known(later, "future") == (None, True)


def test_no_more_days_are_kept_than_allowed() -> None:
    meanings = Meanings(2)
    meaning = meanings.of(Relative("day", 0), 0.9)
    days = [datetime(2024, 5, day) for day in (1, 2, 3)]
    for day in days:
        meanings.keep(meaning, day, "past", settled(str(day)), {"day"})
    # The third of two lets the first two go.
    assert [meaning.known(day, "past")[1] for day in days] == [False, False, True]
    assert meanings.of(Relative("day", 0), 0.9) is meaning
    meanings.of(Relative("day", 1), 0.9)
    assert meanings.of(Relative("day", 2), 0.9) is not meanings.of(Relative("day", 2), 0.9)
