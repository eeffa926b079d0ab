"""Every face of the history is asked the same question, when was it so, over random lives: all give one answer."""

import random
from typing import Any

import pytest

from tests.history.asked import Asked, asking
from tests.history.invented import invented
from tests.history.lived import Lived, build, instant
from tests.history.telling import tell

AS_OF = "2024-06"
YEARS = ("2017", "2018", "2019", "2020", "2021", "2022", "2023", "2024")
MOMENTS = ("2016", *YEARS, "2019-06", "2020-07", "2021-02", "2023-03", "2024-06")
FACTS = "FROM facts_as_of(?, basis := 'dated')"
SPANS = (
    "SELECT * FROM claim_spans JOIN claim_matters USING (assertion_id) JOIN assertions USING (assertion_id)"
    " WHERE is_sure AND polarity = 'positive' AND modality <> 'intention'"
    " AND from_utc <= $1 AND coalesce(until_utc > $1, TRUE)"
)
TIMELINE = (
    "FROM claims_told() WHERE polarity = 'positive' AND modality <> 'intention' AND status <> 'retracted'"
    " AND outcome IS DISTINCT FROM 'corrected' AND valid_from_utc <= $1 AND coalesce(valid_to_utc > $1, TRUE)"
)
HOLDINGS = (
    "SELECT * FROM claim_holdings WHERE is_held AND NOT is_begun AND starts_utc <= $1 AND coalesce(ends_utc > $1, TRUE)"
)
COUNTING = (
    "SELECT assertion_id, predicate_id FROM claim_holdings JOIN claim_spans USING (assertion_id)"
    " JOIN predicates USING (predicate_id) WHERE is_sure AND is_held AND NOT is_displaced"
    " AND category IS DISTINCT FROM 'event' AND starts_utc <= $1 AND coalesce(ends_utc > $1, TRUE)"
)
STORIES = "SELECT * FROM stories WHERE since_utc <= $1 AND coalesce(over_utc > $1, TRUE)"


def _told(world: Lived, folder: Any) -> Asked:
    found = asking(world, build(folder, world), as_of=AS_OF, horizon=AS_OF)
    tell(found.connection)
    return found


def _claims(asked: Asked, select: str, moment: str) -> set[str]:
    return {row["assertion_id"] for row in asked.rows(select, instant(moment))}


@pytest.mark.whole
def test_what_words_date_holds_at_the_same_moments_in_every_face(tmp_path: Any) -> None:
    """Of lives with denials, ends, retractions and corrections: `facts_as_of`, the spans, the timeline and exports."""
    asked = _told(invented(23, 60), tmp_path)
    counts = []
    for moment in MOMENTS:
        facts = _claims(asked, FACTS, moment)
        assert facts == _claims(asked, SPANS, moment) == _claims(asked, TIMELINE, moment), moment
        counts.append(len(facts))
    assert min(counts[2:]) > 20


@pytest.mark.whole
def test_what_is_stored_is_what_stage_5_says_by_all_that_is_known(tmp_path: Any) -> None:
    """Of lives in which much names no time: without a moment `history_at` reads the tables, with the build's own it
    walks through the steps. Both give the same rows, and `facts_as_of` says of each moment what the holdings say."""
    world, chance = invented(24, 80), random.Random(24)
    for row in world.claims:
        if chance.random() < 0.4:
            row |= {"temporal_qualifier_type": None, "temporal_qualifier_id": None}
    world.claim("LOCATION:oslo", "moved_to", at="2021", since="2020", modality="fact")
    outcome = build(tmp_path, world, horizon=instant(AS_OF))
    asked = asking(world, outcome, as_of=AS_OF, horizon=AS_OF, is_stored=True)
    stored = asked.rows("FROM history_at() ORDER BY assertion_id")
    assert len(asked.plan("FROM history_at()")) < len(asked.plan(f"FROM history_at('{AS_OF}')")) / 10
    assert stored == asked.rows("FROM history_at(?) ORDER BY assertion_id", instant(AS_OF))
    held = [one for row in stored for one in row["holdings"]]
    assert {one["is_displaced"] for one in held} == {one["is_begun"] for one in held} | {True} == {False, True}
    counts = []
    for moment in MOMENTS:
        facts = asked.rows("SELECT assertion_id, predicate_id FROM facts_as_of(?) ORDER BY ALL", instant(moment))
        assert facts == asked.rows(f"{COUNTING} ORDER BY ALL", instant(moment)), moment
        counts.append(len(facts))
    assert min(counts[2:]) > 20


def test_of_what_was_said_after_the_builds_moment_nothing_is_read(tmp_path: Any) -> None:
    """The stage writes all that it was given; a build of an earlier moment asks for what was known by then."""
    world = Lived()
    known = world.claim("OTHER:a", "uses", at="2020", since="2019")
    world.claim("OTHER:b", "uses", at="2022", since="2019")
    asked = asking(world, build(tmp_path, world, horizon=instant("2023")), as_of="2021", horizon="2023", is_stored=True)
    assert [row["assertion_id"] for row in asked.rows("FROM history_at()")] == [known]
    assert asked.facts() == [known]


@pytest.mark.whole
@pytest.mark.parametrize("seed", [5, 6])
def test_a_story_covers_just_the_moments_that_its_claims_do(tmp_path: Any, seed: int) -> None:
    """Of lives that only tell of stretches, which overlap, touch and leave gaps: holdings and stories join in."""
    chance, world = random.Random(seed), Lived()
    for number in range(30):
        for _ in range(chance.choice((1, 2, 3, 5))):
            first = chance.randrange(len(YEARS) - 1)
            span = YEARS[first], chance.choice(YEARS[first + 1 :])
            thing = chance.choice(("OTHER:a", "OTHER:b"))
            world.claim(thing, "uses", at=AS_OF, subject=f"PERSON:{number}", during=span)
    asked = _told(world, tmp_path)
    stretches = 0
    for moment in MOMENTS:
        facts = _claims(asked, FACTS, moment)
        assert facts == _claims(asked, SPANS, moment) == _claims(asked, HOLDINGS, moment), moment
        claimed = {(row["subject_entity_id"], row["object_entity_id"]) for row in asked.rows(FACTS, instant(moment))}
        told = {(row["subject_entity_id"], row["object_entity_id"]) for row in asked.rows(STORIES, instant(moment))}
        assert told == claimed, moment
        stretches += len(told)
    assert stretches > 100
    assert asked.rows("SELECT max(stretch) AS most FROM stories")[0]["most"] > 1


@pytest.mark.parametrize(("during", "grain"), [(("2020-05-27", "2020-06"), "day"), (("2020-05", "2020-07"), "month")])
def test_what_a_range_of_another_value_ends_has_the_grain_of_that_range(
    tmp_path: Any, during: tuple[str, str], grain: str
) -> None:
    """Words that call a day, and a newer value whose words call a range: the end had no grain, so a build stopped."""
    world = Lived()
    world.claim("ORG:a", "works_at", at="2018-09", since="2018-09-12", exact="day")
    world.claim("ORG:b", "works_at", at="2020-08", during=during, exact="range")
    marks = _told(world, tmp_path).rows("FROM story_marks WHERE mark = 'end' ORDER BY at_utc")
    assert [(mark["at_utc"][:10], mark["precision"]) for mark in marks][:1] == [(instant(during[0])[:10], grain)]
    assert all(mark["precision"] and mark["is_dated"] for mark in marks)
