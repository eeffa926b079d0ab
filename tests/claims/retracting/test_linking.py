"""Which claim a retraction concerns, what takes its place, and that none of it depends on order."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kg_assets.claims.retracting.linking import TakenBack, folded_words
from kg_assets.claims.retracting.model import Described, Last, Retimed
from tests.claims.retracting.talk import IDS, SELF_ID, Talk

YORK = Described("York", object="York")
LAST = Last("that", 1)


def new(text: str, start: int, end: int) -> Described:
    return Described(text, object=text, object_span=(start, end), span=(start, end))


def target_of(linked: TakenBack, retraction: str) -> str | None:
    (row,) = [r for r in linked.retractions.to_pylist() if r["retraction_id"] == retraction]
    target: str | None = row["target_assertion_id"]
    return target


def how(linked: TakenBack, retraction: str) -> tuple[str | None, str | None]:
    (row,) = [r for r in linked.retractions.to_pylist() if r["retraction_id"] == retraction]
    raw = json.loads(row["raw_retraction_json"])
    return raw["found"], raw["hindrance"]


def fate(linked: TakenBack, assertion: str) -> tuple[str | None, str | None]:
    found = linked.fates.get(assertion)
    return (None, None) if found is None else (found.supersession, found.superseded_by)


def claimed(talk: Talk, linked: TakenBack) -> dict[str, str]:
    """The claim of each message, those that corrections added included."""
    rows = talk.grounds(linked.added_candidates).assertions.to_pylist()
    return {row["message_id"]: row["assertion_id"] for row in rows}


# --- what the words describe -----------------------------------------------------------------------------------------


def test_the_newest_claim_of_an_equal_object_is_meant(tmp_path: Path) -> None:
    talk = Talk()
    old = talk.claim(talk.say("I live in York"), "lives_in", "York")
    newest = talk.claim(talk.say("I live in York", conversation="c2"), "lives_in", "York")
    other = talk.claim(talk.say("York pudding is good"), "likes", "York pudding")
    back = talk.say("I was wrong about York", conversation="c3")
    retraction = talk.take_back(back, "full", YORK)
    talk.claim(talk.say("I live in York"), "lives_in", "York")  # said afterwards
    linked = talk.link(tmp_path)
    assert target_of(linked, retraction) == newest
    assert how(linked, retraction) == ("OBJECT_EQUAL", None)
    assert fate(linked, newest) == fate(linked, old) == ("retraction", None)
    assert fate(linked, other) == (None, None)


def test_the_persons_own_claim_is_meant_and_the_echo_goes_with_it(tmp_path: Path) -> None:
    """ "Good that you are learning the oboe" is newer than what it echoes; the fact is gone, whoever said it."""
    talk = Talk()
    own = talk.claim(talk.say("I'm learning the oboe"), "learning", "oboe")
    echo = talk.claim(talk.say("You are learning the oboe", "assistant"), "learning", "oboe")
    alone = talk.claim(talk.say("You are learning the flute", "assistant"), "learning", "flute")
    oboe = talk.take_back(talk.say("forget the oboe"), "full", Described("oboe", "SELF", "learning", "oboe"))
    flute = talk.take_back(talk.say("forget the flute"), "full", Described("flute", "SELF", "learning", "flute"))
    again = talk.claim(talk.say("I'm learning the oboe"), "learning", "oboe")
    linked = talk.link(tmp_path)
    assert (target_of(linked, oboe), target_of(linked, flute)) == (own, alone)
    assert fate(linked, own) == fate(linked, echo) == fate(linked, alone) == ("retraction", None)
    assert fate(linked, again) == (None, None)


def test_that_behind_an_echo_means_what_the_person_said(tmp_path: Path) -> None:
    talk = Talk()
    stint = talk.claim(talk.say("I lived in York in 2001"), "lives_in", "York", qualifier="at")
    own = talk.claim(talk.say("I live in York"), "lives_in", "York")
    echo = talk.claim(talk.say("So you live in York.", "assistant"), "lives_in", "York")
    retraction = talk.take_back(talk.say("that's not true"), "full", LAST)
    linked = talk.link(tmp_path)
    assert (target_of(linked, retraction), how(linked, retraction)) == (own, ("LAST_ON_PATH", None))
    assert fate(linked, own) == fate(linked, echo) == ("retraction", None)
    # What names its own time is another stint, of which "that" says nothing.
    assert fate(linked, stint) == (None, None)


def test_a_denial_taken_back_leaves_the_fact(tmp_path: Path) -> None:
    talk = Talk()
    fact = talk.claim(talk.say("I eat meat"), "eats", "meat")
    talk.claim(talk.say("I don't eat meat"), "eats", "meat", polarity="negative")
    talk.take_back(talk.say("that's not true"), "full", LAST)
    assert fate(talk.link(tmp_path), fact) == (None, None)


def test_of_one_moment_the_later_place_then_the_greater_id(tmp_path: Path) -> None:
    """§4.7.4: asserted_at, then order_index, then assertion_id, all falling."""
    at = "2026-01-01T00:00:00.000Z"
    talk = Talk()
    talk.claim(talk.say("York", at=at, conversation="c1"), "lives_in", "York")
    talk.say("-", conversation="c0")
    later = talk.say("York, York", at=at, conversation="c0")
    ids = sorted([talk.claim(later, "visited", "York", 0, 4), talk.claim(later, "lives_in", "York", 6, 10)])
    retraction = talk.take_back(talk.say("wrong about York", conversation="c9"), "full", YORK)
    assert target_of(talk.link(tmp_path), retraction) == ids[-1]


def test_an_entity_is_found_by_name_and_little_words_do_not_count(tmp_path: Path) -> None:
    talk = Talk()
    acme = talk.claim(talk.say("I work at Acme"), "works_at", "Acme", entity=True)
    back = talk.say("forget the job at ACME!")
    retraction = talk.take_back(back, "full", Described("at the ACME", object="the ACME!"))
    assert target_of(talk.link(tmp_path), retraction) == acme


def test_words_inside_a_longer_object_and_the_other_way_round(tmp_path: Path) -> None:
    talk = Talk()
    flat = talk.claim(talk.say("I have a small flat in Lyon"), "owns", "small flat in Lyon")
    tea = talk.claim(talk.say("I like tea"), "likes", "tea")
    lyon = talk.take_back(talk.say("wrong about Lyon"), "full", Described("Lyon", object="Lyon"))
    green = talk.take_back(talk.say("forget the green tea"), "full", Described("green tea", object="green tea"))
    # One word of four is less than half of them: another thing.
    much = Described("tea", object="big pot of cold tea")
    pot = talk.take_back(talk.say("forget the pot here"), "full", much)
    part = talk.take_back(talk.say("forget teaspoons"), "full", Described("x", object="teaspoons"))
    linked = talk.link(tmp_path)
    assert (target_of(linked, lyon), how(linked, lyon)[0]) == (flat, "WORDS_IN_OBJECT")
    assert (target_of(linked, green), how(linked, green)[0]) == (tea, "OBJECT_IN_WORDS")
    assert target_of(linked, pot) is None
    assert target_of(linked, part) is None


def test_subject_and_relation_must_be_the_same_when_they_are_said(tmp_path: Path) -> None:
    talk = Talk()
    sister = talk.claim(talk.say("My sister lives in Oslo"), "lives_in", "Oslo", subject="__SELF__/sister")
    visit = talk.claim(talk.say("I visited Oslo"), "visited", "Oslo")
    back = talk.say("She no longer lives there. I was never there.")
    of_sister = Described("Oslo", "__SELF__/sister", "lives_in", "Oslo")
    first = talk.take_back(back, "temporal_bound", of_sister, start=0, end=9)
    second = talk.take_back(back, "full", Described("Oslo", "SELF", "visited", "Oslo"), start=10, end=20)
    third = talk.take_back(back, "full", Described("Oslo", "SELF", "lives_in", "Oslo"), start=21, end=25)
    unknown = talk.take_back(back, "full", Described("Oslo", "SELF", "moved_to", "Oslo"), start=26, end=30)
    stranger = talk.take_back(back, "full", Described("Oslo", "Zoe", None, "Oslo"), start=31, end=35)
    linked = talk.link(tmp_path)
    assert [target_of(linked, r) for r in (first, second, third, unknown, stranger)] == [
        sister, visit, None, None, None,
    ]  # fmt: skip


def test_only_positive_statements_said_before_can_be_targets(tmp_path: Path) -> None:
    talk = Talk()
    talk.claim(talk.say("I don't live in York"), "lives_in", "York", polarity="negative")
    talk.claim(talk.say("Do I live in York?"), "lives_in", "York", modality="question")
    back = talk.say("wrong about York. I live in York.")
    retraction = talk.take_back(back, "full", YORK, start=0, end=16)
    talk.claim(back, "lives_in", "York", 18, 32)
    undated = talk.claim(talk.say("I live in York", at=None), "lives_in", "York")
    linked = talk.link(tmp_path)
    assert target_of(linked, retraction) is None
    # Without a time: known from the horizon, and so not before anything that has one.
    assert fate(linked, undated) == (None, None)


def test_earlier_in_the_same_message_is_earlier(tmp_path: Path) -> None:
    talk = Talk()
    both = talk.say("I live in York. No, I was wrong about York.")
    york = talk.claim(both, "lives_in", "York", 0, 14)
    retraction = talk.take_back(both, "full", YORK, start=20, end=42)
    assert target_of(talk.link(tmp_path), retraction) == york


# --- the open fact of a relation --------------------------------------------------------------------------------------

QUIT = Described("I quit", "SELF", "works_at")


def test_a_relation_alone_means_its_only_open_fact(tmp_path: Path) -> None:
    """Two pets, one of which was denied since: the other is meant, as it was last said."""
    talk = Talk()
    gone = Described("my pet is gone", "SELF", "pet_is")
    talk.claim(talk.say("My cat is Ana"), "pet_is", "Ana", entity=True)
    talk.claim(talk.say("My dog is Bo"), "pet_is", "Bo", entity=True)
    early = talk.take_back(talk.say("no pet any more"), "temporal_bound", gone, end=6)
    again = talk.claim(talk.say("My dog is Bo still"), "pet_is", "Bo", entity=True)
    talk.claim(talk.say("Ana is my cat no longer"), "pet_is", "Ana", entity=True, polarity="negative")
    late = talk.take_back(talk.say("no pet any more"), "temporal_bound", gone, end=6)
    linked = talk.link(tmp_path)
    assert (target_of(linked, early), how(linked, early)) == (None, (None, "SEVERAL_ARE_OPEN"))
    assert (target_of(linked, late), how(linked, late)) == (again, ("OPEN_FACT", None))
    assert fate(linked, again) == ("temporal_end", None)


def test_of_what_one_has_once_the_one_told_last_is_meant(tmp_path: Path) -> None:
    """Nobody says that a job is over which the next one replaced; but after a denial nothing tells which is left."""
    talk = Talk()
    acme = talk.claim(talk.say("I work at Acme"), "works_at", "Acme", entity=True)
    beta = talk.claim(talk.say("I work at Beta"), "works_at", "Beta", entity=True)
    quit_beta = talk.take_back(talk.say("I quit"), "temporal_bound", QUIT, end=6)
    talk.claim(talk.say("I work at Coda"), "works_at", "Coda", entity=True)
    talk.claim(talk.say("I don't work at Coda"), "works_at", "Coda", entity=True, polarity="negative")
    unclear = talk.take_back(talk.say("I quit"), "temporal_bound", QUIT, end=6)
    linked = talk.link(tmp_path)
    assert (target_of(linked, quit_beta), how(linked, quit_beta)) == (beta, ("OPEN_FACT", None))
    assert (target_of(linked, unclear), how(linked, unclear)) == (None, (None, "SEVERAL_ARE_OPEN"))
    assert fate(linked, acme) == (None, None)


def test_a_plan_given_up_may_have_been_told_as_a_wish(tmp_path: Path) -> None:
    talk = Talk()
    wish = talk.claim(talk.say("I want to run the race"), "wants", "run the race")
    taste = talk.claim(talk.say("I like to run the race"), "likes", "run the race")
    given_up = Described("run the race", "SELF", "plans_to", "run the race")
    retraction = talk.take_back(talk.say("decided not to run the race"), "temporal_bound", given_up, end=6)
    linked = talk.link(tmp_path)
    assert target_of(linked, retraction) == wish
    assert fate(linked, taste) == (None, None)


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        (("at", "2011", "2014"), ("at", "2017", "2019"), False),  # two stints, apart from each other
        (("at", "2011", "2014"), ("since", "2015", "2016"), False),
        (("until", "2012", "2013"), ("at", "2018", None), False),
        (("at", "2011", "2016"), ("at", "2015", "2018"), True),  # one told twice
        (("since", "2011", None), ("since", "2017", None), True),
        (("until", "2018", "2019"), ("at", "2012", "2013"), True),
        (("at", "2011", "2014"), (None, None, None), True),  # the second names no time
    ],
)
def test_a_correction_of_a_fact_told_as_two_stints_names_the_fact_and_no_claim(
    tmp_path: Path, first: tuple[str, ...], second: tuple[str, ...], is_one: bool
) -> None:
    """§4.7.4.2. The replacement is not made either: whose time would it have?"""
    talk = Talk()
    told = [
        talk.claim(talk.say("I worked at Acme"), "works_at", "Acme", qualifier=how, span=since and (since, until))
        for how, since, until in (first, second)
    ]
    words = talk.say("I meant Apex, not Acme", conversation="c2")
    meant = Described("Acme", subject="SELF", predicate="works_at", object="Acme")
    own = talk.take_back(words, "correction", meant, new("Apex", 8, 12), end=22)
    linked = talk.link(tmp_path)
    (row,) = linked.retractions.to_pylist()
    assert row["target_fact_key"] == talk.claims[0]["fact_key"]
    assert (row["target_assertion_id"], row["replacement_assertion_id"] is None) == (
        (told[1], False) if is_one else (None, True)
    )
    assert how(linked, own) == ("OBJECT_EQUAL", None if is_one else "SEVERAL_STINTS")
    assert fate(linked, told[0]) == (None, None)


def test_what_was_corrected_before_there_was_a_second_stint_is_the_first(tmp_path: Path) -> None:
    talk = Talk()
    own = talk.claim(talk.say("Acme, 2011"), "works_at", "Acme", qualifier="at", span=("2011", "2014"))
    words = talk.say("I meant Apex, not Acme")
    meant = Described("Acme", subject="SELF", predicate="works_at", object="Acme")
    retraction = talk.take_back(words, "correction", meant, new("Apex", 8, 12), end=22)
    talk.claim(talk.say("Acme, 2017"), "works_at", "Acme", qualifier="at", span=("2017", "2019"))
    assert target_of(talk.link(tmp_path), retraction) == own


def test_a_relation_without_any_fact_means_nothing(tmp_path: Path) -> None:
    talk = Talk()
    talk.claim(talk.say("I live in York"), "lives_in", "York")
    retraction = talk.take_back(talk.say("I quit"), "temporal_bound", QUIT, end=6)
    linked = talk.link(tmp_path)
    assert (target_of(linked, retraction), how(linked, retraction)) == (None, (None, None))


# --- that ------------------------------------------------------------------------------------------------------------


def test_that_is_the_last_claim_on_the_own_path(tmp_path: Path) -> None:
    """A regenerated answer begins another branch: what was said there is not what is meant here."""
    talk = Talk()
    said = talk.say("I work at Acme. I live in York.")
    talk.claim(said, "works_at", "Acme", 0, 14)
    york = talk.claim(said, "lives_in", "York", 16, 30)
    answer = talk.say("Nice.", "assistant", parent=said)
    other = talk.say("I like tea", parent=answer)
    talk.claim(other, "likes", "tea")
    back = talk.say("Actually, that's not true", parent=answer)
    retraction = talk.take_back(back, "full", LAST)
    linked = talk.link(tmp_path)
    assert (target_of(linked, retraction), how(linked, retraction)[0]) == (york, "LAST_ON_PATH")


@pytest.mark.parametrize(("reach", "is_found"), [(0, False), (1, False), (2, True)])
def test_that_does_not_reach_further_back_than_it_may(tmp_path: Path, reach: int, is_found: bool) -> None:
    talk = Talk()
    york = talk.claim(talk.say("I live in York"), "lives_in", "York")
    talk.say("Nice.", "assistant")
    talk.say("And the weather?")
    talk.say("Fine.", "assistant")
    retraction = talk.take_back(talk.say("that's not true"), "full", Last("that", reach))
    assert target_of(talk.link(tmp_path), retraction) == (york if is_found else None)


def test_that_in_the_own_message_stands_before_the_path(tmp_path: Path) -> None:
    talk = Talk()
    talk.claim(talk.say("I live in York"), "lives_in", "York")
    both = talk.say("I like tea. That's not true. I like cake.")
    tea = talk.claim(both, "likes", "tea", 0, 10)
    talk.claim(both, "likes", "cake", 29, 40)
    retraction = talk.take_back(both, "full", Last("that", 0), start=12, end=27)
    assert target_of(talk.link(tmp_path), retraction) == tea


def test_that_about_the_assistants_claim_takes_nothing_back_and_about_a_denial_only_the_denial(tmp_path: Path) -> None:
    """ "I don't eat meat. That's not true": the denial is taken back, and nothing of what was said before. A denial has
    nothing that could end."""
    talk = Talk()
    york = talk.claim(talk.say("I live in York"), "lives_in", "York")
    talk.claim(talk.say("So you like rain.", "assistant"), "likes", "rain")
    first = talk.take_back(talk.say("that's not true"), "full", LAST)
    talk.claim(talk.say("I don't eat meat"), "eats", "meat", polarity="negative")
    denial = talk.claims[-1]["assertion_id"]
    second = talk.take_back(talk.say("that's not true"), "full", LAST)
    third = talk.take_back(talk.say("that's no longer true"), "temporal_bound", Last("that", 2))
    linked = talk.link(tmp_path)
    assert how(linked, first) == (None, "LAST_CLAIM_IS_ASSISTANTS")
    assert (target_of(linked, second), how(linked, second)) == (denial, ("LAST_ON_PATH", None))
    assert fate(linked, denial) == ("retraction", None)
    assert how(linked, third) == (None, "LAST_CLAIM_IS_NOT_POSITIVE")
    assert fate(linked, york) == (None, None)


# --- corrections -----------------------------------------------------------------------------------------------------


def test_what_a_correction_puts_right_is_put_right_wherever_it_was_said(tmp_path: Path) -> None:
    """The same wrong name twice, and once more by the assistant; a stint with its own time is left alone."""
    talk = Talk()
    first = talk.claim(talk.say("I live in York"), "lives_in", "York")
    stint = talk.claim(talk.say("I lived in York in 2001"), "lives_in", "York", qualifier="at")
    echo = talk.claim(talk.say("So you live in York.", "assistant"), "lives_in", "York")
    last = talk.claim(talk.say("I live in York"), "lives_in", "York")
    right = talk.say("I live in Leeds, not York")
    leeds = talk.claim(right, "lives_in", "Leeds", 0, 15)
    talk.take_back(right, "correction", Described("York", "SELF", "lives_in", "York"), new("Leeds", 10, 15), 0, 25)
    linked = talk.link(tmp_path)
    assert fate(linked, last) == fate(linked, first) == fate(linked, echo) == ("correction", leeds)
    assert fate(linked, stint) == (None, None)


def test_a_correction_becomes_a_claim_of_its_own(tmp_path: Path) -> None:
    talk = Talk()
    york = talk.claim(talk.say("I live in York"), "lives_in", "York", entity=True)
    back = talk.say("I meant Leeds, not York.")
    retraction = talk.take_back(back, "correction", YORK, new("Leeds", 8, 13), 0, 23)
    linked = talk.link(tmp_path)
    (candidate,) = linked.added_candidates.to_pylist()
    assert candidate["reader"] == "correction:p"
    assert (candidate["subject"], candidate["predicate_label"], candidate["object"]) == ("SELF", "lives_in", "Leeds")
    assert (candidate["object_kind"], candidate["modality"], candidate["polarity"]) == ("entity", "state", "positive")
    assert (candidate["char_start"], candidate["char_end"], candidate["surface_text"]) == (8, 13, "Leeds")
    rows = talk.grounds(linked.added_candidates).assertions.to_pylist()
    (leeds,) = [row for row in rows if row["message_id"] == back]
    assert leeds["subject_entity_id"] == SELF_ID
    assert fate(linked, york) == ("correction", leeds["assertion_id"])
    (row,) = linked.retractions.to_pylist()
    assert (row["retraction_id"], row["replacement_assertion_id"]) == (retraction, leeds["assertion_id"])
    assert row["retraction_id"] == IDS.make("retraction", back, 0, 23)


def at(text: str, start: int, end: int, **more: Any) -> Described:
    """A time that is put in the place of another."""
    span = (start, end)
    return Described(text, object=text, object_span=span, span=span, retimed=Retimed(span, **more))


@pytest.mark.parametrize(
    ("kind", "more", "qualifier"),
    [(True, {"qualifier_type": "since"}, "since"), (True, {}, "at"), (False, {"qualifier_type": "until"}, "until")],
)
def test_another_time_is_said_of_the_same_fact(
    tmp_path: Path, kind: bool, more: dict[str, Any], qualifier: str
) -> None:
    """ "I meant since March 2018": York stays the object, the time is new; without a word it qualifies as before."""
    talk = Talk()
    york = talk.claim(talk.say("I've lived in York since 2019"), "lives_in", "York", entity=kind)
    back = talk.say("I meant since March 2018.")
    talk.take_back(back, "correction", LAST, at("March 2018", 14, 24, **more), 0, 24)
    linked = talk.link(tmp_path)
    (candidate,) = linked.added_candidates.to_pylist()
    (old,) = [row for row in talk.claims if row["assertion_id"] == york]
    assert candidate["object"] == (old["object_entity_id"] if kind else "York")
    assert (candidate["object_kind"], candidate["object_start"]) == ("entity" if kind else "string", None)
    assert (candidate["qualifier_type"], candidate["qualifier_start"], candidate["qualifier_end"]) == (
        qualifier,
        14,
        24,
    )
    (new_claim,) = [own for message, own in claimed(talk, linked).items() if message == back]
    assert fate(linked, york) == ("correction", new_claim)
    (row,) = linked.retractions.to_pylist()
    assert row["replacement_assertion_id"] == new_claim


def test_words_that_describe_no_claim_put_a_time_to_the_last(tmp_path: Path) -> None:
    """ "March 2018, not 2019": nothing is called 2019, so the last claim is meant; where an object is just that, it is
    the object that is put right."""
    talk = Talk()
    year = talk.claim(talk.say("My lucky year is 2017"), "likes", "2017")
    york = talk.claim(talk.say("I've lived in York since 2019"), "lives_in", "York")
    back = talk.say("Sorry, March 2018 not 2019.")
    own = talk.take_back(back, "correction", Described("2019", object="2019"), at("March 2018", 7, 17), 7, 26)
    again = talk.say("Sorry, March 2016 not 2017.")
    other = talk.take_back(again, "correction", Described("2017", object="2017"), at("March 2016", 7, 17), 7, 26)
    linked = talk.link(tmp_path)
    assert (target_of(linked, own), how(linked, own)[0]) == (york, "LAST_ON_PATH")
    assert (target_of(linked, other), how(linked, other)[0]) == (year, "OBJECT_EQUAL")


def test_a_year_that_was_not_read_as_a_time_corrects_no_home(tmp_path: Path) -> None:
    """ "I meant 2018" has no place on the calendar: it is no home either, and York is not taken back for it."""
    talk = Talk()
    york = talk.claim(talk.say("I've lived in York since 2019"), "lives_in", "York")
    own = talk.take_back(talk.say("I meant 2018."), "correction", LAST, at("2018", 8, 12, is_read=False), 0, 12)
    linked = talk.link(tmp_path)
    assert (target_of(linked, own), how(linked, own)) == (None, (None, "TIME_NOT_READ"))
    assert linked.added_candidates.num_rows == 0
    assert fate(linked, york) == (None, None)


def test_what_the_message_states_itself_is_not_claimed_twice(tmp_path: Path) -> None:
    talk = Talk()
    york = talk.claim(talk.say("I live in York"), "lives_in", "York")
    back = talk.say("Actually, I live in Leeds, not York.")
    leeds = talk.claim(back, "lives_in", "Leeds", 10, 25)
    replacement = Described("I live in Leeds", "SELF", "lives_in", "Leeds", "string", (20, 25), (10, 25))
    talk.take_back(back, "correction", Described("York", "SELF", "lives_in", "York"), replacement, 10, 35)
    linked = talk.link(tmp_path)
    assert linked.added_candidates.num_rows == 0
    assert fate(linked, york) == ("correction", leeds)


def test_a_correction_can_be_corrected(tmp_path: Path) -> None:
    """York → Leeds → Lincoln: the middle one only exists because of the first correction."""
    talk = Talk()
    york = talk.claim(talk.say("I live in York"), "lives_in", "York")
    first = talk.say("I meant Leeds, not York.")
    talk.take_back(first, "correction", YORK, new("Leeds", 8, 13), 0, 23)
    second = talk.say("I meant Lincoln, not Leeds.")
    talk.take_back(second, "correction", Described("Leeds", object="Leeds"), new("Lincoln", 8, 15), 0, 26)
    linked = talk.link(tmp_path)
    by_message = claimed(talk, linked)
    assert fate(linked, york) == ("correction", by_message[first])
    assert fate(linked, by_message[first]) == ("correction", by_message[second])
    assert fate(linked, by_message[second]) == (None, None)


def test_a_correction_of_nothing_known_changes_nothing(tmp_path: Path) -> None:
    talk = Talk()
    talk.claim(talk.say("I live in Rome"), "lives_in", "Rome")
    retraction = talk.take_back(talk.say("I meant Leeds, not York"), "correction", YORK, new("Leeds", 8, 13))
    linked = talk.link(tmp_path)
    assert target_of(linked, retraction) is None
    assert linked.added_candidates.num_rows == 0
    assert linked.retractions.num_rows == 1, "that nothing was found is recorded"


# --- several, and what was decided -----------------------------------------------------------------------------------


def test_the_strongest_of_several_on_one_place_and_on_one_claim(tmp_path: Path) -> None:
    """Full stands before correction before temporal bound (design §9)."""
    talk = Talk()
    york = talk.claim(talk.say("I live in York"), "lives_in", "York")
    back = talk.say("wrong about York, it was long ago")
    talk.take_back(back, "temporal_bound", YORK)
    talk.take_back(back, "full", YORK)
    talk.take_back(talk.say("no longer York"), "temporal_bound", YORK)
    linked = talk.link(tmp_path)
    assert sorted(row["retraction_type"] for row in linked.retractions.to_pylist()) == ["full", "temporal_bound"]
    assert fate(linked, york) == ("retraction", None)


def test_an_end_is_superseded_by_the_denial_that_it_is_said_with(tmp_path: Path) -> None:
    talk = Talk()
    acme = talk.claim(talk.say("I work at Acme"), "works_at", "Acme", entity=True)
    back = talk.say("I no longer work at Acme")
    no = talk.claim(back, "works_at", "Acme", 0, 24, "negative", entity=True)
    talk.take_back(back, "temporal_bound", Described("Acme", "SELF", "works_at", "Acme"), None, 0, 24)
    assert fate(talk.link(tmp_path), acme) == ("temporal_end", no)


def test_what_a_person_decided_stands(tmp_path: Path) -> None:
    talk = Talk()
    york = talk.claim(talk.say("I live in York"), "lives_in", "York")
    leeds = talk.claim(talk.messages[0]["message_id"], "lives_in", "Leeds")
    talk.claims[0] |= {"superseded_by_assertion_id": leeds, "supersession_type": "correction"}
    retraction = talk.take_back(talk.say("wrong about York"), "full", YORK)
    linked = talk.link(tmp_path)
    assert target_of(linked, retraction) is None
    assert york not in linked.fates


def test_order_and_threads_change_nothing(tmp_path: Path) -> None:
    def made() -> Talk:
        talk = Talk()
        cities = ("York", "Leeds", "York Minster", "Oslo", "Rome")
        for i in range(60):
            conversation, city = f"c{i % 4}", cities[i * 7 % 5]
            at = f"2026-01-01T00:{i // 3:02}:00.000Z"
            message = talk.say(f"I live in {city}, not York", at=at, conversation=conversation)
            if i % 3:
                talk.claim(message, ("lives_in", "visited")[i % 2], city, 0, 14, entity=i % 5 == 0)
            else:
                kind = ("full", "correction", "temporal_bound")[i % 9 // 3]
                target = (YORK, LAST, Described("x", "SELF", "lives_in"))[i % 5 % 3]
                talk.take_back(message, kind, target, new(city, 10, 10 + len(city)) if kind == "correction" else None)
        return talk

    first = made().link(tmp_path / "first")
    assert any(row["target_assertion_id"] for row in first.retractions.to_pylist())
    for seed, threads in ((1, 1), (2, 2), (3, 2)):
        order = list(range(60))
        random.Random(seed).shuffle(order)
        again = made().link(tmp_path / str(seed), threads, order)
        assert again.retractions.equals(first.retractions)
        assert again.fates == first.fates
        assert again.added_candidates.equals(first.added_candidates)


def test_many_retractions_of_one_claim_are_no_product(tmp_path: Path) -> None:
    """Said and taken back two thousand times: pairs of all would be four million rows."""
    talk = Talk()
    pairs = []
    for i in range(2000):
        at = f"2026-01-01T{i // 3600:02}:{i // 60 % 60:02}:{i % 60:02}.000Z"
        said = talk.say("I live in York. I was wrong about York.", at=at, conversation=f"c{i}")
        pairs.append((talk.claim(said, "lives_in", "York"), talk.take_back(said, "full", YORK, start=16, end=38)))
    linked = talk.link(tmp_path)
    targets = {row["retraction_id"]: row["target_assertion_id"] for row in linked.retractions.to_pylist()}
    assert all(targets[retraction] == claim for claim, retraction in pairs)


def test_words_are_folded() -> None:
    ignored = frozenset({"the", "my"})
    assert folded_words("The  ＣＡＦÉ, my-Zoë's!", ignored) == "café zoë s"
    assert folded_words("the", ignored) == "the", "what is only little words stays"
