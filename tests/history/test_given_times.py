"""A time that the person gave a claim, by hand: it stands before the words, as exact as it was said."""

from pathlib import Path
from typing import Any

import pytest

from tests.history.asked import asking
from tests.history.lived import SELF, Lived, Outcome, build, instant

BERLIN, OSLO = "LOCATION:berlin", "LOCATION:oslo"


def given(since: tuple[str, str] | None = None, until: tuple[str, str] | None = None, kind: str = "since") -> Any:
    """Columns of a correction: each time with its grain; `until` is the moment at which the last of it is over."""
    columns: dict[str, Any] = {"temporal_qualifier_type": kind}
    for name, time in (("from", since), ("until", until)):
        if time is not None:
            columns |= {f"given_{name}_utc": instant(time[0]), f"given_{name}_precision": time[1]}
    return columns


def corrected(world: Lived, old: str, columns: dict[str, Any], **more: Any) -> str:
    """A correction of the time alone: the same words of the same message."""
    (row,) = [row for row in world.claims if row["assertion_id"] == old]
    own = world.claim(row["object_entity_id"], message=row["message_id"], **columns, **more)
    (place,) = [n for n, claim in enumerate(world.claims) if claim["assertion_id"] == own]
    world.claims[place] = {
        **row,
        **world.claims[place],
        "predicate_id": row["predicate_id"],
        "fact_key": row["fact_key"],
    }
    if "temporal_qualifier_id" not in columns:
        world.claims[place]["temporal_qualifier_id"] = None
    world.correct(old, own)
    return own


def span(outcome: Outcome, own: str) -> tuple[Any, ...]:
    """From, its grain, until, its grain, and what ended it."""
    (row,) = [row for row in outcome.rows("claim_spans") if row["assertion_id"] == own]
    since, until = (row[name] and row[name][:10] for name in ("from_utc", "until_utc"))
    return since, row["from_precision"], until, row["until_precision"], row["end_kind"]


MAY, OCTOBER, YEAR = ("2023-05", "month"), ("2023-11", "month"), ("2019", "year")


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (given(MAY), ("2023-05-01", "month", None, None, None)),
        (given(None, OCTOBER, "until"), (None, None, "2023-11-01", "month", "own_words")),
        (given(MAY, OCTOBER), ("2023-05-01", "month", "2023-11-01", "month", "own_words")),
        (given(YEAR, ("2020", "year"), "during"), ("2019-01-01", "year", "2020-01-01", "year", "own_words")),
        (given(("2023-05-01T12:00", "minute"), kind="at"), ("2023-05-01", "minute", None, None, None)),
    ],
)
def test_d72_031_a_given_time_is_the_claims(tmp_path: Path, columns: dict[str, Any], expected: tuple[Any, ...]) -> None:
    """A month stays a month, and of what was said without a time nothing else is known."""
    world = Lived()
    old = world.claim(OSLO, "uses", at="2022")
    new = corrected(world, old, columns)
    outcome = build(tmp_path, world)
    assert span(outcome, new) == expected
    row = outcome.claim(new)
    assert (row["time_source"], row["has_explicit_valid_time"]) == ("PERSON", True)
    assert "TIME_GIVEN_BY_PERSON" in row["log"]["records"]
    assert outcome.claim(old)["status"] == "superseded"
    assert outcome.decisions(old) == ["CORRECTION_SUPERSESSION_FROM_STAGE4"]


def test_d72_031_its_words_keep_what_was_left_open(tmp_path: Path) -> None:
    """ "Since 2020", and the person says until when; "until 2024", and they say since when; no end before its start."""
    world = Lived()
    began = world.claim(OSLO, "uses", at="2022", since="2020", exact="year")
    over = world.claim(BERLIN, "uses", at="2025", until=("2024", "2025"), exact="year")
    late = world.claim(OSLO, "likes", at="2025", since="2024", exact="year")
    times = {row["assertion_id"]: row["temporal_qualifier_id"] for row in world.claims}
    ended = corrected(world, began, {**given(None, OCTOBER), "temporal_qualifier_id": times[began]})
    since = corrected(world, over, {**given(MAY, kind="until"), "temporal_qualifier_id": times[over]})
    alone = corrected(world, late, {**given(None, OCTOBER), "temporal_qualifier_id": times[late]})
    outcome = build(tmp_path, world)
    assert span(outcome, ended) == ("2020-01-01", "year", "2023-11-01", "month", "own_words")
    assert span(outcome, since) == ("2023-05-01", "month", "2025-01-01", "year", "own_words")
    assert span(outcome, alone) == (None, None, "2023-11-01", "month", "own_words")


def test_d72_031_an_end_ends_what_was_told_of_the_fact_before_it(tmp_path: Path) -> None:
    """However often it was said and in whichever message; what was said after that end is another time."""
    world = Lived()
    first = world.claim(OSLO, at="2021")
    dated = world.claim(OSLO, at="2021-05", since="2020", exact="year")
    later = world.claim(OSLO, at="2023-02")
    again = world.claim(OSLO, at="2024-06")
    other = world.claim(BERLIN, "uses", at="2021")
    corrected(world, first, given(None, OCTOBER, "until"))
    outcome = build(tmp_path, world)
    assert span(outcome, dated) == ("2020-01-01", "year", "2023-11-01", "month", "restatement")
    assert span(outcome, later)[2:] == ("2023-11-01", "month", "restatement")
    assert span(outcome, again)[2:] == span(outcome, other)[2:] == (None, None, None)
    asked = asking(world, outcome)
    assert asked.facts("2023-06") == sorted([dated, other])  # of one value the words that name its beginning
    assert asked.facts("2024-01") == [other]
    assert asked.facts("2024-07") == sorted([again, other])
    assert [row["kind"] for row in asked.rows("FROM changes_between('2023-10', '2023-12') WHERE axis = 'valid'")]


def test_d72_031_a_time_in_which_it_was_so_ends_nothing_else(tmp_path: Path) -> None:
    """ "In 2019" says that it was so then, from and until say all of it."""
    world = Lived()
    one, two = world.claim(OSLO, "uses", at="2021"), world.claim(BERLIN, "uses", at="2021")
    open_one, open_two = world.claim(OSLO, "uses", at="2018"), world.claim(BERLIN, "uses", at="2018")
    within = corrected(world, one, given(YEAR, ("2020", "year"), "during"))
    between = corrected(world, two, given(YEAR, ("2020", "year")))
    outcome = build(tmp_path, world)
    during = {row["assertion_id"]: row["is_during"] for row in outcome.rows("claim_spans")}
    assert (during[within], during[between]) == (True, False)
    assert span(outcome, open_one)[2] is None
    assert span(outcome, open_two)[2:] == ("2020-01-01", "year", "restatement")


def test_d72_031_the_timeline_tells_the_correction_and_not_what_it_corrects_as_so(tmp_path: Path) -> None:
    world = Lived()
    old = world.claim(OSLO, "uses", at="2022")
    new = corrected(world, old, given(MAY, OCTOBER))
    rows = {row["assertion_id"]: row for row in asking(world, build(tmp_path, world)).rows("FROM timeline(?)", SELF)}
    assert (rows[old]["outcome"], rows[new]["outcome"]) == ("corrected", None)
    assert (rows[new]["valid_from_precision"], rows[new]["valid_to_precision"]) == ("month", "month")


def test_d72_031_a_newer_value_closes_a_given_beginning_like_any_other(tmp_path: Path) -> None:
    """The given time takes part in what follows: of where somebody lives one value holds."""
    world = Lived()
    old = world.claim(OSLO, at="2022")
    follower = world.claim(BERLIN, at="2024", since="2023-09", exact="month")
    new = corrected(world, old, given(MAY))
    outcome = build(tmp_path, world)
    assert outcome.span(new) == ("2023-05", "2023-09", "superseded")
    assert outcome.claim(new)["temporal_superseded_by_assertion_id"] == follower
