"""Events that begin a state (design §9, `begun_by` of a rule): who moved to Oslo lives there from then on."""

from pathlib import Path
from typing import Any

from tests.history.asked import Asked, asking
from tests.history.lived import Lived, build

BERLIN, OSLO, ROME = "LOCATION:berlin", "LOCATION:oslo", "LOCATION:rome"


def moved(world: Lived, place: str, **more: Any) -> str:
    return world.claim(place, "moved_to", modality="fact", **more)


def homes(asked: Asked, *when: str) -> list[str]:
    """Where somebody lived, by the claims that say so."""
    rows = asked.rows("FROM facts_as_of(?, ?) WHERE predicate = 'lives_in'", *when, *[None] * (2 - len(when)))
    return [row["assertion_id"] for row in rows]


def test_a_move_ends_where_one_lived_before(tmp_path: Path) -> None:
    """Berlin since 2018; a move to Oslo in March 2021: Berlin ends on its first day. The move itself is not closed by
    a move to Rome in 2023, which closes Oslo, said by itself in 2022."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2019", since="2018")
    event = moved(world, OSLO, at="2021-06", during=("2021-03", "2021-04"), exact="month")
    oslo = world.claim(OSLO, at="2022", since="2021")
    later = moved(world, ROME, at="2024", during=("2023", "2024"))
    outcome = build(tmp_path, world)
    # "Since 2021" begins on 1 January 2021, so it is what closes Berlin, before the move of March.
    assert outcome.span(berlin) == ("2018", "2021", "superseded")
    assert outcome.span(oslo) == ("2021", "2023", "superseded")
    assert outcome.claim(oslo)["temporal_superseded_by_assertion_id"] == later
    assert outcome.span(event) == ("2021-03", "2021-04", "active")
    assert outcome.span(later) == ("2023", "2024", "active")
    assert outcome.broken_rules() == []


def test_the_move_alone_closes_and_says_so(tmp_path: Path) -> None:
    world = Lived()
    berlin = world.claim(BERLIN, at="2019", since="2018")
    event = moved(world, OSLO, at="2021-06", during=("2021-03", "2021-04"), exact="month")
    outcome = build(tmp_path, world)
    assert outcome.span(berlin) == ("2018", "2021-03", "superseded")
    assert outcome.claim(berlin)["temporal_superseded_by_assertion_id"] == event
    assert outcome.broken_rules() == []


def test_two_moves_in_one_year_contradict_nothing(tmp_path: Path) -> None:
    world = Lived()
    berlin = world.claim(BERLIN, at="2019", since="2018")
    both = [moved(world, place, at="2022", during=("2021", "2022")) for place in (OSLO, ROME)]
    outcome = build(tmp_path, world)
    assert [outcome.span(own)[2] for own in (berlin, *both)] == ["active"] * 3
    assert outcome.conflicts() == {}


def test_one_lives_where_one_moved_until_the_next_home_or_its_denial() -> None:
    """The move of 2021 is of 2021 only; living there goes on from its beginning."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2019")
    oslo = moved(world, OSLO, at="2021-06", during=("2021-03", "2021-04"), exact="month")
    asked = asking(world)
    assert homes(asked, "2020") == [berlin]
    assert homes(asked, "2021-02-28") == [berlin]
    assert homes(asked, "2021-03") == homes(asked, "2024") == [oslo]
    assert homes(asked, "2021-03", "2021-05") == [berlin], "nobody knew of the move before June"
    (row,) = asked.rows("FROM facts_as_of('2022') WHERE predicate = 'lives_in'")
    assert (row["valid_from_utc"][:10], row["valid_from_precision"], row["valid_to_utc"]) == (
        "2021-03-01",
        "month",
        None,
    )
    rome = world.claim(ROME, at="2023", since="2022")
    assert homes(asking(world), "2021-12-31") == [oslo]
    assert homes(asking(world), "2022") == [rome]


def test_a_denial_ends_what_a_move_began() -> None:
    world = Lived()
    oslo = moved(world, OSLO, at="2021-06", during=("2021-03", "2021-04"), exact="month")
    world.denial(OSLO, at="2022-07")
    asked = asking(world)
    assert homes(asked, "2022-06") == [oslo]
    (denied,) = asked.rows("FROM facts_as_of('2022-08') WHERE predicate = 'lives_in'")
    assert denied["polarity"] == "negative"


def test_a_move_without_a_date_counts_from_when_it_was_told() -> None:
    world = Lived()
    berlin = world.claim(BERLIN, at="2019")
    oslo = moved(world, OSLO, at="2021-06")
    asked = asking(world)
    assert homes(asked, "2021-05") == [berlin]
    assert homes(asked, "2021-07") == [oslo]


def test_a_plan_to_move_and_a_denied_move_begin_nothing() -> None:
    world = Lived()
    berlin = world.claim(BERLIN, at="2019")
    world.claim(OSLO, "moved_to", at="2021", during=("2022", "2023"), modality="intention")
    world.claim(ROME, "moved_to", at="2021", during=("2020", "2021"), modality="fact", polarity="negative")
    assert homes(asking(world), "2022-06") == [berlin]


def test_what_has_ended_still_ended_what_came_before(tmp_path: Path) -> None:
    """Harwick since 2016; Bluefin since September 2020, left in July 2022: Harwick is not back after that, nor was it
    beside Bluefin. So too where the end is a denial with its date."""
    world = Lived()
    harwick = world.claim("ORG:harwick", "works_at", at="2019", since="2016")
    bluefin = world.claim("ORG:bluefin", "works_at", at="2020-10", since="2020-09", exact="month")
    world.retraction("temporal_bound", bluefin, at="2022-07")
    oslo = world.claim(OSLO, at="2019", since="2016")
    rome = world.claim(ROME, at="2021", since="2020")
    world.denial(ROME, at="2023", on="2022")
    outcome = build(tmp_path, world)
    assert outcome.span(harwick) == ("2016", "2020-09", "superseded")
    assert outcome.claim(harwick)["temporal_superseded_by_assertion_id"] == bluefin
    assert outcome.span(bluefin) == ("2020-09", "2022-07", "negated")
    assert outcome.span(oslo) == ("2016", "2020", "superseded")
    assert outcome.span(rome) == ("2020", "2022", "negated")
    assert outcome.broken_rules() == []
    asked = asking(world)
    jobs = "FROM facts_as_of(?) WHERE predicate = 'works_at' AND polarity = 'positive'"
    assert [row["assertion_id"] for row in asked.rows(jobs, "2021-06")] == [bluefin]
    assert asked.rows(jobs, "2022-08") == []


def test_what_has_ended_within_a_longer_stretch_leaves_it_open(tmp_path: Path) -> None:
    """Berlin since 2017, said in 2022; Rome in 2018, over in 2019: an aside, after which it is Berlin as before."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2022", since="2017")
    rome = world.claim(ROME, at="2022", since="2018")
    world.denial(ROME, at="2023", on="2019")
    outcome = build(tmp_path, world)
    assert outcome.span(berlin) == ("2017", None, "active")
    assert outcome.span(rome) == ("2018", "2019", "negated")
