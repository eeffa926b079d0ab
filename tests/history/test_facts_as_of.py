"""What was true at v by what was known at k (design §8), rule by rule on lives made by hand."""

import duckdb
import pytest

from tests.history.asked import asking
from tests.history.lived import Lived

BERLIN, OSLO, ROME = "LOCATION:berlin", "LOCATION:oslo", "LOCATION:rome"


def test_words_that_date_a_state_hold_from_then_on() -> None:
    """[from, to): at the beginning it holds, before it and at the end it does not; without an end it goes on."""
    world = Lived()
    first = world.claim(BERLIN, "uses", at="2024", during=("2020", "2022"))
    second = world.claim(OSLO, "uses", at="2024", since="2021")
    asked = asking(world)
    assert asked.facts("2019-12-31T23:59:59.999Z") == []
    assert asked.facts("2020") == [first]
    assert asked.facts("2021") == [first, second]
    assert asked.facts("2022") == asked.facts() == [second]
    assert asked.facts("2022", basis="dated") == [second]


def test_from_a_moment_on_all_counts_that_was_true_until_the_other() -> None:
    """What is over by the first moment and what begins behind the second do not count; what touches either does."""
    world = Lived()
    over = world.claim(BERLIN, "uses", at="2024", during=("2018", "2019"))
    middle = world.claim(OSLO, "uses", at="2024", during=("2020-03", "2020-06"))
    after = world.claim(ROME, "uses", at="2024", since="2021")
    asked = asking(world)

    def between(first: str, last: str) -> list[str]:
        rows = asked.rows("FROM facts_as_of(?, valid_since := ?)", last, first)
        return sorted(row["assertion_id"] for row in rows)

    assert between("2019", "2020-12-31") == [middle]
    assert between("2018-12-31", "2020-03") == sorted([over, middle])
    assert between("2020-06", "2021") == [after]
    assert between("2017", "2022") == sorted([over, middle, after])
    with pytest.raises(duckdb.Error, match="valid_since lies after"):
        between("2022", "2021")


def test_a_moment_of_a_state_goes_on_and_an_event_fills_its_grain() -> None:
    """ "Since I moved at three" is still so at four; what happened at three, to the minute, is over a minute later."""
    world = Lived()
    state = world.claim(BERLIN, "uses", at="2024", on="2020-03-04", exact="minute")
    event = world.claim(OSLO, "uses", at="2024", on="2020-03-04", exact="minute", modality="fact")
    hour = world.claim(ROME, "uses", at="2024", on="2020-03-04", exact="hour", modality="fact")
    asked = asking(world)
    assert asked.facts("2020-03-04") == [state, event, hour]
    assert asked.facts("2020-03-04T00:00:59.999Z") == [state, event, hour]
    assert asked.facts("2020-03-04T00:01:00.000Z") == [state, hour]
    assert asked.facts("2020-03-04T01:00:00.000Z") == [state]
    (row,) = asked.rows("FROM facts_as_of('2020-03-04') WHERE assertion_id = ?", event)
    assert (row["valid_from_utc"], row["valid_to_utc"]) == ("2020-03-04T00:00:00.000Z", "2020-03-04T00:01:00.000Z")


def test_a_closed_claim_tells_what_was_true_before() -> None:
    """Berlin since 2020, said in 2021; Oslo since 2022, said in 2023. In 2021 it was Berlin, whoever asks; in 2022 it
    was Oslo, but in 2022 nobody knew."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2021", since="2020")
    oslo = world.claim(OSLO, at="2023", since="2022")
    asked = asking(world)
    assert asked.facts("2021") == asked.facts("2021", "2022") == [berlin]
    assert asked.facts("2022") == [oslo]
    assert asked.facts("2022", "2022-12-31") == [berlin]
    assert asked.facts("2022", "2020") == []
    rows = asked.rows("FROM facts_as_of('2021')") + asked.rows("FROM facts_as_of('2021', '2022')")
    assert [row["status"] for row in rows] == ["superseded", "active"]
    assert [row["valid_to_utc"] for row in rows] == ["2022-01-01T00:00:00.000Z", None]
    assert [row["valid_to_precision"] for row in rows] == ["year", None]


def test_what_was_taken_back_or_corrected_never_held_once_that_is_known() -> None:
    world = Lived()
    wrong = world.claim(BERLIN, "uses", at="2021", since="2020")
    slip = world.claim(ROME, "uses", at="2021", since="2020")
    right = world.claim(OSLO, "uses", at="2022", since="2020")
    world.correct(slip, right)
    world.retraction("full", wrong, at="2023")
    asked = asking(world)
    assert asked.facts("2021", "2021") == [wrong, slip]
    assert asked.facts("2021", "2022") == [wrong, right]
    assert asked.facts("2021", "2023") == asked.facts("2021") == [right]


def test_a_dispute_is_shown_as_one() -> None:
    """Two homes since one moment: neither can be preferred, and hiding both would hide that."""
    world = Lived()
    both = [world.claim(place, at="2021", since="2020") for place in (BERLIN, OSLO)]
    asked = asking(world)
    assert asked.facts("2021", basis="dated") == both
    assert {row["status"] for row in asked.rows("FROM facts_as_of('2021')")} == {"conflicted"}


def test_denials_and_plans_are_stated_and_questions_are_nothing() -> None:
    """What was true is what was said to be so; what was said not to be, or planned, was said."""
    world = Lived()
    denied = world.denial(BERLIN, "uses", at="2024", since="2020")
    planned = world.claim(OSLO, "uses", at="2024", during=("2020", "2022"), modality="intention")
    world.claim(ROME, "uses", at="2024", since="2020", modality="question")
    world.claim(ROME, "uses", at="2024", since="2020", confidence_final=0.6)
    world.claim(ROME, "uses", at="2024", since="2020", role="assistant")
    asked = asking(world)
    assert asked.facts("2021") == [denied, planned]
    assert asked.facts("2021", basis="dated") == []
    assert asked.facts("2023") == [denied]


def test_what_is_not_sure_stands_by_itself_where_it_is_asked_for() -> None:
    """An unsure newer home and the assistant's word are shown only if asked for, and displace nothing; among
    themselves the newest counts as ever."""
    world = Lived()
    home = world.claim(BERLIN, at="2021")
    world.claim(OSLO, at="2022", confidence_final=0.5)
    newer = world.claim(ROME, at="2023", role="assistant")
    dated = world.claim(OSLO, "uses", at="2023", since="2020", confidence_final=0.6)
    asked = asking(world)
    assert asked.facts("2024") == [home]
    rows = asked.rows("FROM facts_as_of('2024', with_unsure := true)")
    assert {row["assertion_id"]: row["is_sure"] for row in rows} == {home: True, newer: False, dated: False}


def test_what_names_no_time_holds_since_it_was_said() -> None:
    """Never before; nor by words that date (`dated`); and its beginning is not invented."""
    world = Lived()
    said = world.claim(BERLIN, "uses", at="2021-05")
    asked = asking(world)
    assert asked.facts("2021-04") == asked.facts("2022", "2021-04") == []
    assert asked.facts("2021-05") == asked.facts() == [said]
    assert asked.facts("2022", basis="dated") == []
    (row,) = asked.rows("FROM facts_as_of()")
    assert (row["basis"], row["valid_from_utc"], row["said_at_utc"]) == ("stated", None, "2021-05-01T00:00:00.000Z")


def test_what_names_no_time_stands_until_it_is_ended() -> None:
    """Works there, said in 2021; left in March 2022, said in 2023; and "until 2024", said in 2022."""
    world = Lived()
    job = world.claim(BERLIN, "uses", at="2021")
    until = world.claim(OSLO, "uses", at="2022", until="2024")
    world.claim(ROME, "uses", at="2022", until="2020")  # over when it was said
    world.retraction("temporal_bound", job, at="2023", when="2022-03")
    asked = asking(world)
    assert asked.facts("2022-02") == [job, until]
    assert asked.facts("2022-03") == [until]
    assert asked.facts("2022-03", "2022-12") == [job, until]
    assert asked.facts("2024") == []


def test_the_contrary_said_later_replaces_what_names_no_time() -> None:
    """Likes it, said in 2021; does not, said in 2022; does again, said in 2023. Each stands until the next."""
    world = Lived()
    yes = world.claim(BERLIN, "uses", at="2021")
    no = world.denial(BERLIN, "uses", at="2022")
    again = world.claim(BERLIN, "uses", at="2023")
    asked = asking(world)
    assert asked.facts("2021") == [yes]
    assert asked.facts("2022") == asked.facts("2024", "2022") == [no]
    assert asked.facts("2023") == [again]


def test_a_dated_denial_outranks_what_names_no_time() -> None:
    """ "My girlfriend is Ines" (2021) and "in 2022 we were not together" (2024): not then, and not again by itself."""
    world = Lived()
    yes = world.claim(BERLIN, "uses", at="2021")
    no = world.denial(BERLIN, "uses", at="2024", during=("2022", "2023"))
    asked = asking(world)
    assert asked.facts("2022-06") == [no]
    assert asked.facts("2022-06", "2023") == asked.facts("2021-06") == [yes]
    assert asked.facts("2023") == []


def test_of_one_value_at_a_time_only_the_newest_said_stands() -> None:
    """Berlin 2021, Oslo 2022, not Oslo any more 2023: then nobody knows where, and Berlin does not come back."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2021")
    oslo = world.claim(OSLO, at="2022")
    gone = world.denial(OSLO, at="2023")
    asked = asking(world)
    assert asked.facts("2021") == [berlin]
    assert asked.facts("2022") == [oslo]
    assert asked.facts("2023") == [gone]


def test_an_older_value_does_not_come_back_when_a_newer_one_is_over() -> None:
    """Berlin since 2017, said in 2018; Rome, said in 2020, and no longer Rome, said in 2022: where since then?"""
    world = Lived()
    berlin = world.claim(BERLIN, at="2018", since="2017")
    rome = world.claim(ROME, at="2020")
    world.claim(ROME, at="2022", polarity="negative")
    asked = asking(world)
    assert asked.facts("2019") == [berlin]
    assert asked.facts("2021") == [rome]
    assert berlin not in asked.facts("2023")
    assert asked.facts("2021", "2019") == [berlin]


def test_who_says_a_place_again_after_another_is_back() -> None:
    """Berlin since 2017, said in 2018; Oslo, said in 2020; Berlin again, said in 2022: there is no gap since then."""
    world = Lived()
    dated = world.claim(BERLIN, at="2018", since="2017")
    away = world.claim(OSLO, at="2020")
    back = world.claim(BERLIN, at="2022")
    asked = asking(world)
    assert asked.facts("2019") == [dated]
    assert asked.facts("2021") == [away]
    assert asked.facts("2023") == asked.facts() == [back]


def test_the_same_said_again_with_nothing_in_between_is_left_to_its_time() -> None:
    world = Lived()
    world.claim(OSLO, at="2016")
    dated = world.claim(BERLIN, at="2018", since="2017")
    world.claim(BERLIN, at="2022")
    assert asking(world).facts() == [dated]


def test_a_value_that_was_said_again_since_counts_when_the_newer_one_is_over() -> None:
    """Rome, said in 2020; Berlin "from 2017 to 2025", said in 2021: a dated value that was said later outranks it."""
    world = Lived()
    rome = world.claim(ROME, at="2020")
    berlin = world.claim(BERLIN, at="2021", during=("2017", "2025"))
    asked = asking(world)
    assert asked.facts("2020-06") == [berlin]
    assert asked.facts("2023") == [berlin]
    assert asked.facts("2020-06", "2020-12") == [rome]


def test_of_several_dated_values_the_last_to_end_outranks_longest() -> None:
    """Rome, said in 2020. Oslo "from 2017 to 2022" and Berlin "from 2018 to 2024" were said later: Rome is silent until
    both are over, and no longer."""
    world = Lived()
    rome = world.claim(ROME, at="2020")
    world.claim(OSLO, at="2021-01", during=("2017", "2022"))
    berlin = world.claim(BERLIN, at="2021-02", during=("2018", "2024"))
    asked = asking(world)
    assert asked.facts("2023") == [berlin]
    assert asked.facts("2024-06") == [rome]


def test_words_that_name_a_time_outrank_words_that_name_none() -> None:
    """Lives in Berlin, said in 2021. In Oslo from 2022 to 2023, said in 2024. Neither during nor after Oslo is it
    Berlin; Rome, said in 2024, is after it."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2021")
    oslo = world.claim(OSLO, at="2024-01", during=("2022", "2023"))
    rome = world.claim(ROME, at="2024-02")
    asked = asking(world)
    assert asked.facts("2021-06") == [berlin]
    assert asked.facts("2022-06") == [oslo]
    assert asked.facts("2023-06") == []
    assert asked.facts("2023-06", "2023-12") == [berlin]
    assert asked.facts("2024-02") == [rome]


def test_a_plan_does_not_move_the_person() -> None:
    """Lives in Berlin; wants to live in Oslo: both were said, one is a plan."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2021")
    plan = world.claim(OSLO, at="2022", modality="intention")
    asked = asking(world)
    assert asked.facts("2023") == [berlin, plan]


def test_a_message_without_its_own_time_is_known_from_the_horizon() -> None:
    world = Lived()
    dated = world.claim(BERLIN, "uses", at="2021", quality="imputed_parent", since="2020")
    undated = world.claim(OSLO, "uses", at="2021", quality="imputed_parent")
    asked = asking(world, as_of="2025", horizon="2024")
    assert asked.facts("2024", "2023-12-31") == []
    assert asked.facts("2024", "2024") == [dated, undated]
    assert asked.facts("2023", "2024") == [dated]
    asked = asking(world, as_of="2025", horizon=None)
    assert asked.facts() == [dated, undated]


def test_what_was_denied_later_names_its_denial() -> None:
    """True in 2021, and denied from 2023 on: the row of 2021 leads to the words that deny it, and to no others."""
    world = Lived()
    world.claim(BERLIN, "uses", at="2021", since="2020")
    denial = world.denial(BERLIN, "uses", at="2024", since="2023")
    (row,) = asking(world).rows("FROM facts_as_of('2021')")
    assert row["negated_by_assertion_id"] == denial
    assert (row["temporal_superseded_by_assertion_id"], row["retracted_by_retraction_id"]) == (None, None)


def test_of_what_holds_from_one_moment_the_order_is_that_of_the_ids_of_claims() -> None:
    """Whatever the messages are called: two of one day, the later message with the lesser id."""
    world = Lived()
    for own, thing in (("a9", BERLIN), ("a1", OSLO), ("a5", ROME)):
        world.claim(thing, "uses", at="2021", since="2020", assertion_id=own)
    rows = asking(world).rows("FROM facts_as_of('2022')")
    assert [row["assertion_id"] for row in rows] == ["a1", "a5", "a9"]


def test_every_row_leads_to_its_words() -> None:
    world = Lived()
    own = world.claim(BERLIN, "uses", at="2021", since="2020", span=(5, 17))
    asked = asking(world)
    joined = asked.rows("FROM facts_as_of() JOIN messages USING (message_id)")
    assert [(row["assertion_id"], row["char_start"], row["char_end"]) for row in joined] == [(own, 5, 17)]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("facts_as_of('June')", "no moment is called 'June'; a moment is 2022, 2022-06"),
        ("facts_as_of('2022-06-31')", "no moment is called '2022-06-31'"),
        ("facts_as_of(known_at := '06/2022')", "no moment is called '06/2022'"),
        ("facts_as_of('2022', '2022', 'both')", "basis is dated or stated, not 'both'"),
        ("facts_as_of(basis := NULL)", "basis is dated or stated, not NULL"),
        ("changes_between('2023', '2022')", "the first moment lies after the second"),
        ("changes_between(NULL)", "no moment is called NULL"),
    ],
)  # fmt: skip
def test_nonsense_is_named(call: str, expected: str) -> None:
    """An error even where no row is there to compare with."""
    with pytest.raises(duckdb.Error) as raised:
        asking(Lived()).rows(f"FROM {call}")
    assert expected in str(raised.value)


def test_between_a_moment_and_itself_nothing_changes() -> None:
    assert asking(Lived()).rows("FROM changes_between('2022', '2022')") == []
