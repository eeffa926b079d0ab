"""§5.9 with design §9, in worked examples: what a denial closes, and when it cannot say what it means."""

from pathlib import Path
from typing import Any

import pytest

from tests.history.lived import SELF, Lived, build, instant, predicate_id, signature


def test_a_denial_closes_the_whole_state_that_holds_then(tmp_path: Path) -> None:
    """Overlapping claims are one state: [2018, ...), [2019, 2023) and the instant 2020 all end in 2021; the instant
    becomes an interval. What begins only then is not touched."""
    world = Lived()
    since = world.claim("LOCATION:oslo", since="2018")
    during = world.claim("LOCATION:oslo", during=("2019", "2023"))
    on = world.claim("LOCATION:oslo", on="2020")
    begins = world.claim("LOCATION:oslo", since="2021")
    denial = world.denial("LOCATION:oslo", on="2021")
    outcome = build(tmp_path, world)
    assert [outcome.span(own) for own in (since, during, on)] == [
        ("2018", "2021", "negated"), ("2019", "2021", "negated"), ("2020", "2021", "negated"),
    ]  # fmt: skip
    assert outcome.span(begins) == ("2021", None, "active")
    assert {outcome.claim(own)["negated_by_assertion_id"] for own in (since, during, on)} == {denial}
    assert outcome.claim(on)["valid_time_type"] == "interval"
    assert outcome.claim(on)["log"]["decisions"] == [{"by": denial, "code": "NEGATED", "moment": instant("2021")}]
    own = outcome.claim(denial)
    assert own["status"] == "ineligible"
    assert own["log"]["decisions"][0]["closed"] == [since, during, on]


def test_recurrences_stay_apart(tmp_path: Path) -> None:
    """Disjoint intervals of one fact: the one that contains the moment is closed, the others keep their own ends."""
    world = Lived()
    early = world.claim("LOCATION:oslo", during=("2015", "2016"))
    middle = world.claim("LOCATION:oslo", during=("2018", "2020"))
    late = world.claim("LOCATION:oslo", since="2022")
    world.denial("LOCATION:oslo", on="2019")
    outcome = build(tmp_path, world)
    assert [outcome.span(own) for own in (early, middle, late)] == [
        ("2015", "2016", "active"), ("2018", "2019", "negated"), ("2022", None, "active"),
    ]  # fmt: skip


def test_of_several_denials_the_earliest_after_the_beginning_counts(tmp_path: Path) -> None:
    """2021 lies before 2022 and after the beginning; 2017 lies before the beginning and finds nothing. Of two of one
    moment the first said is named."""
    world = Lived()
    own = world.claim("LOCATION:oslo", since="2018")
    world.denial("LOCATION:oslo", at="2022-01", on="2022")
    world.denial("LOCATION:oslo", at="2023-03", on="2021")
    first = world.denial("LOCATION:oslo", at="2023-02", on="2021")
    too_early = world.denial("LOCATION:oslo", at="2023-04", on="2017")
    outcome = build(tmp_path, world)
    assert outcome.span(own) == ("2018", "2021", "negated")
    assert outcome.claim(own)["negated_by_assertion_id"] == first
    assert outcome.events() == [("NEGATION_WITHOUT_TARGET", {"assertion_id": too_early})]


def test_a_denial_of_a_span_that_meets_two_states_cannot_say_which(tmp_path: Path) -> None:
    """Design §9 and the key of §5.11: [2016, 2023) meets [2015, 2017) and [2020, 2022); nothing is closed."""
    world = Lived()
    one = world.claim("LOCATION:oslo", during=("2015", "2017"))
    also = world.claim("LOCATION:oslo", during=("2016", "2017"))
    two = world.claim("LOCATION:oslo", during=("2020", "2022"))
    beyond = world.claim("LOCATION:oslo", since="2023")
    denial = world.denial("LOCATION:oslo", during=("2016", "2023"))
    outcome = build(tmp_path, world)
    assert [outcome.span(own)[2] for own in (one, also, two, beyond)] == ["active"] * 4
    assert outcome.conflicts() == {"NEGATION_AMBIGUOUS": [{one, also, two, denial}]}
    (group,) = outcome.rows("conflict_groups")
    parts = ["neg", SELF, predicate_id("lives_in"), signature("LOCATION:oslo"), instant("2016")]
    assert group["conflict_key"] == "[" + ",".join(f'"{part}"' for part in parts) + "]"
    assert group["raw_conflict_json"] == f'{{"negations":["{denial}"],"states":2}}'


def test_a_denial_of_a_span_that_meets_one_state_closes_it(tmp_path: Path) -> None:
    """[2016, 2019) meets only [2015, 2017), which contains 2016."""
    world = Lived()
    own = world.claim("LOCATION:oslo", during=("2015", "2017"))
    later = world.claim("LOCATION:oslo", during=("2020", "2022"))
    world.denial("LOCATION:oslo", during=("2016", "2019"))
    outcome = build(tmp_path, world)
    assert outcome.span(own) == ("2015", "2016", "negated")
    assert outcome.span(later) == ("2020", "2022", "active")


def test_a_denial_needs_the_person_certainty_and_a_time(tmp_path: Path) -> None:
    """§5.9.1; without an original time of the message, and without a date in its words, it closes nothing."""
    weak: list[dict[str, Any]] = [
        {"confidence_final": 0.69, "on": "2021"},
        {"role": "assistant", "on": "2021"},
        {"until": "2021"},
        {"at": "2021", "quality": "imputed_prior"},
        {"at": None},
    ]
    world = Lived()
    claims = [world.claim("LOCATION:oslo", subject=f"PERSON:{n}", since="2018") for n in range(len(weak))]
    for number, more in enumerate(weak):
        world.denial("LOCATION:oslo", subject=f"PERSON:{number}", **more)
    outcome = build(tmp_path, world)
    assert [outcome.span(own) for own in claims] == [("2018", None, "active")] * len(weak)
    assert outcome.conflicts() == {}


def test_a_denial_that_is_just_sure_enough_closes(tmp_path: Path) -> None:
    world = Lived()
    held = world.claim("LOCATION:oslo", since="2018")
    world.denial("LOCATION:oslo", on="2021", confidence_final=0.7)
    assert build(tmp_path, world).span(held) == ("2018", "2021", "negated")


def test_a_denial_without_a_date_closes_when_it_is_said(tmp_path: Path) -> None:
    """§5.9: anchored to the message, which has its own time; undated claims are not its targets, since they are not
    eligible."""
    world = Lived()
    dated = world.claim("LOCATION:oslo", at="2020", since="2018")
    undated = world.claim("LOCATION:oslo", at="2020")
    world.denial("LOCATION:oslo", at="2021-05")
    outcome = build(tmp_path, world)
    assert outcome.span(dated) == ("2018", "2021-05", "negated")
    assert outcome.span(undated) == ("2020", None, "ineligible")


@pytest.mark.parametrize("is_used", [True, False])
def test_a_denial_takes_its_time_from_its_message_only_if_claims_do(tmp_path: Path, is_used: bool) -> None:
    """What `fallback_valid_from_asserted` says of it: plans and states whose time words name are over by then."""
    world = Lived()
    dated = world.claim("LOCATION:oslo", at="2020", since="2018")
    plan = world.claim("LOCATION:oslo", at="2020", modality="intention")
    world.denial("LOCATION:oslo", at="2021-05")
    outcome = build(tmp_path, world, {"fallback_valid_from_asserted": is_used})
    assert outcome.span(dated) == ("2018", *(("2021-05", "negated") if is_used else (None, "active")))
    given_up = outcome.claim(plan)
    assert (given_up["valid_until_hint_utc"], given_up["status"]) == (
        (instant("2021-05"), "negated") if is_used else (None, "ineligible")
    )


def test_a_denial_that_was_taken_back_closes_nothing(tmp_path: Path) -> None:
    world = Lived()
    own = world.claim("LOCATION:oslo", since="2018")
    world.retraction("full", world.denial("LOCATION:oslo", on="2021"))
    assert build(tmp_path, world).span(own) == ("2018", None, "active")


def test_other_subjects_relations_and_objects_are_not_meant(tmp_path: Path) -> None:
    """Two unrelated facts never retire each other; a claim without an object is denied by one without."""
    world = Lived()
    others = [
        world.claim("LOCATION:bergen", "uses", since="2018"), world.claim("LOCATION:oslo", "likes", since="2018"),
        world.claim("LOCATION:oslo", "uses", subject="PERSON:sister", since="2018"),
    ]  # fmt: skip
    alone = world.claim(None, "uses", since="2018")
    world.denial("LOCATION:oslo", "uses", on="2021")
    world.denial(None, "uses", on="2021")
    outcome = build(tmp_path, world)
    assert [outcome.span(own)[1:] for own in others] == [(None, "active")] * 3
    assert outcome.span(alone) == ("2018", "2021", "negated")
