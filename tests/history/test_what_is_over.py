"""What stays over: denials and ends of what names no time, ends that nobody dated, plans, and what cannot last.

Each of these once brought back what the person had said to be gone, or held on to it for ever.
"""

from typing import Any

import pytest

from tests.history.asked import Asked, asking
from tests.history.lived import SELF, Lived, instant

BERLIN, OSLO, ROME, INES = "LOCATION:berlin", "LOCATION:oslo", "LOCATION:rome", "PERSON:ines"


def fate(asked: Asked, own: str) -> dict[str, Any]:
    """What stage 5 says of a claim, by all that is known."""
    (row,) = asked.rows("FROM history_at() WHERE assertion_id = ?", own)
    return row


def span(asked: Asked, own: str) -> tuple[str | None, str | None, str]:
    row = fate(asked, own)
    return row["valid_from_utc"], row["valid_to_utc"], row["status"]


def test_a_dated_denial_ends_what_was_said_without_a_time_for_good() -> None:
    """ "My girlfriend is Ines" (October), "we broke up last month" (December): in August nobody is his partner."""
    world = Lived()
    love = world.claim(INES, "partner_is", at="2020-10")
    over = world.denial(INES, "partner_is", at="2020-12", during=("2020-11", "2020-12"), exact="month")
    asked = asking(world)
    row = fate(asked, love)
    assert (row["status"], row["negated_by_assertion_id"]) == ("negated", over)
    assert (row["valid_until_hint_utc"] or "")[:7] == "2020-11"
    assert asked.facts("2020-10-15") == [love]
    assert love not in asked.facts("2020-12") + asked.facts("2021-08")
    assert asked.facts("2021-08", "2020-11-15") == [love]


def test_what_was_said_within_the_time_that_is_denied_ends_with_it() -> None:
    """ "I work there" (the 2nd), "I was fired last week" (the 10th): by all that is known it ends with that week."""
    world = Lived()
    work = world.claim(OSLO, "works_at", at="2021-03-02")
    world.denial(OSLO, "works_at", at="2021-03-10", during=("2021-03-01", "2021-03-08"), exact="week")
    asked = asking(world)
    assert (fate(asked, work)["valid_until_hint_utc"] or "")[:10] == "2021-03-08"
    assert asked.facts("2021-03-05", "2021-03-05") == [work]
    assert work not in asked.facts("2021-03-09") + asked.facts("2021-06")


def test_a_denial_of_the_past_says_nothing_of_what_was_said_after_it() -> None:
    """ "In 2015 I did not live in Rome" leaves "I live in Rome", said in 2019, alone; said again it comes again."""
    world = Lived()
    rome = world.claim(ROME, at="2019")
    world.denial(ROME, at="2020", during=("2015", "2016"))
    world.denial(ROME, at="2022", during=("2021", "2022"))
    again = world.claim(ROME, at="2023")
    asked = asking(world)
    assert asked.facts("2020-06") == [rome]
    assert rome not in asked.facts("2022-06") + asked.facts("2023-06")
    assert asked.facts("2023-06") == [again]


@pytest.mark.parametrize("how", ["end", "denial"])
def test_an_end_that_nobody_dated_does_not_prolong(how: str) -> None:
    """Berlin since 2017, in Oslo since June 2021, "no longer in Berlin" said in July: Berlin until June."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2020", since="2017")
    oslo = world.claim(OSLO, at="2021-07-02", since="2021-06", exact="month")
    if how == "end":
        world.retraction("temporal_bound", fact_of=berlin, at="2021-07")
    else:
        world.denial(BERLIN, at="2021-07")
    asked = asking(world)
    row = fate(asked, berlin)
    assert span(asked, berlin) == (instant("2017"), instant("2021-06"), "superseded")
    assert (row["temporal_superseded_by_assertion_id"], row["negated_by_assertion_id"]) == (oslo, None)
    assert row["retracted_by_retraction_id"] is None
    assert asked.facts("2021-06-15", basis="dated") == [oslo]


def test_an_event_that_begins_a_state_ends_the_former_before_words_that_name_no_time() -> None:
    """Moved to Oslo in June, "I no longer live in Berlin" said in July."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2020", since="2017")
    world.claim(OSLO, "moved_to", at="2021-07-02", during=("2021-06", "2021-07"), exact="month", modality="fact")
    world.retraction("temporal_bound", fact_of=berlin, at="2021-07-03")
    assert span(asking(world), berlin) == (instant("2017"), instant("2021-06"), "superseded")


def test_a_state_that_an_event_began_ends_with_the_next_of_its_own_relation() -> None:
    """Moved to Berlin in 2020: lived there until Oslo, since 2022. That Rome is used since 2021 ends nothing."""
    world = Lived()
    moved = world.claim(BERLIN, "moved_to", at="2020-06", during=("2020-03", "2020-04"), exact="month", modality="fact")
    world.claim("LOCATION:rome", "uses", at="2021", since="2021")
    oslo = world.claim(OSLO, at="2022", since="2022")
    rows = asking(world).rows("FROM facts_as_of('2021-06') WHERE predicate = 'lives_in'")
    assert [(row["assertion_id"], row["valid_to_utc"]) for row in rows] == [(moved, instant("2022"))]
    assert asking(world).rows("FROM facts_as_of('2022-06') WHERE predicate = 'lives_in'")[0]["assertion_id"] == oslo


def test_an_end_that_words_date_stands_against_a_newer_value() -> None:
    """ "I left Berlin in August 2021" says so, whatever began in June."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2020", since="2017")
    world.claim(OSLO, at="2022", since="2021-06")
    world.retraction("temporal_bound", fact_of=berlin, at="2022", when="2021-08")
    assert span(asking(world), berlin) == (instant("2017"), instant("2021-08"), "negated")


def test_an_assistants_mistake_makes_no_second_stint() -> None:
    """Acme since 2017, Globex since 2020; in 2021 an assistant says Acme, and the person that it is not so."""
    world = Lived()
    acme = world.claim(BERLIN, "works_at", at="2018", since="2017")
    globex = world.claim(OSLO, "works_at", at="2020", since="2020")
    world.claim(BERLIN, "works_at", at="2021-02-01", role="assistant", confidence_final=0.4)
    world.denial(BERLIN, "works_at", at="2021-02-02")
    asked = asking(world)
    assert span(asked, acme) == (instant("2017"), instant("2020"), "superseded")
    assert asked.facts("2020-06", basis="dated") == asked.facts("2021-06", basis="dated") == [globex]


def test_a_dated_plan_is_shown_until_its_time_is_over() -> None:
    """ "We are moving in May 2021", said in January: a plan from then until May is over, whoever asks in between."""
    world = Lived()
    plan = world.claim(OSLO, "plans_to", at="2021", during=("2021-05", "2021-06"), exact="month", modality="intention")
    asked = asking(world)
    assert asked.facts("2020-12") == asked.facts("2021-06") == asked.facts("2021-03", basis="dated") == []
    assert asked.facts("2021-03") == asked.facts("2021-05-20") == [plan]


@pytest.mark.parametrize("how", ["end", "denial"])
def test_a_plan_is_given_up_before_its_time_comes(how: str) -> None:
    """ "I decided not to run in May", said in March: no plan from then on."""
    world = Lived()
    plan = world.claim(OSLO, "plans_to", at="2021", during=("2021-05", "2021-06"), modality="intention")
    if how == "end":
        world.retraction("temporal_bound", fact_of=plan, at="2021-03")
    else:
        world.denial(OSLO, "plans_to", at="2021-03", modality="intention")
    asked = asking(world)
    assert plan in asked.facts("2021-02")
    assert plan not in asked.facts("2021-04") + asked.facts("2021-05-15")


def test_what_cannot_last_is_not_believed_for_ever() -> None:
    """32 and a weight for a year, pregnant for forty weeks from its beginning, a cold for three weeks; asthma and a
    height until words end it."""
    world = Lived()
    age = world.claim(None, "age_is", at="2021", object_value="32")
    child = world.claim(None, "has_condition", at="2021-03", since="2021-01", object_value='"pregnant"')
    weight = world.claim(None, "measures", at="2021-04", object_value='"82 kg"', object_signature="V:kg")
    height = world.claim(None, "measures", at="2021-01-12", object_value='"180 cm"', object_signature="V:cm")
    cold = world.claim(None, "has_condition", at="2021-01-10", object_value='"a bad cold"', object_signature="V:cold")
    lungs = world.claim(None, "has_condition", at="2021-01-11", object_value='"asthma"', object_signature="V:asthma")
    asked = asking(world)
    assert set(asked.facts("2021-01-20")) == {age, child, cold, lungs, height}
    assert set(asked.facts("2021-10-01")) == {age, child, lungs, height, weight}
    assert set(asked.facts("2021-12-01")) == {age, lungs, height, weight}
    assert set(asked.facts("2022-03")) == {lungs, height, weight}
    assert set(asked.facts("2023")) == {lungs, height}


def test_an_infection_and_its_course_are_over_and_what_is_taken_for_good_is_not() -> None:
    world = Lived()
    fever = world.claim(None, "has_condition", at="2021-01-10", object_value='"malaria"', object_signature="V:malaria")
    course = world.claim(None, "uses", at="2021-01-11", object_value='"Coartem"', object_signature="V:coartem")
    tablet = world.claim(None, "uses", at="2021-01-12", object_value='"ramipril"', object_signature="V:ramipril")
    asked = asking(world)
    assert set(asked.facts("2021-01-20")) == {fever, course, tablet}
    assert set(asked.facts("2021-02-20")) == {fever, tablet}
    assert asked.facts("2021-04") == [tablet]


def test_a_plan_and_a_wish_of_which_nobody_speaks_for_a_year_are_over() -> None:
    world = Lived()
    plan = world.claim(BERLIN, "plans_to", at="2021-02", modality="intention")
    wish = world.claim(OSLO, "wants", at="2021-03", object_signature="V:oslo")
    asked = asking(world)
    assert set(asked.facts("2022-01-31")) == {plan, wish}
    assert asked.facts("2022-02-15") == [wish]
    assert asked.facts("2022-03-15") == []


def test_what_is_said_again_is_believed_again() -> None:
    """A cold in January and one in June."""
    world = Lived()
    first = world.claim(None, "has_condition", at="2021-01-10", object_value='"a cold"')
    second = world.claim(None, "has_condition", at="2021-06-10", object_value='"a cold"')
    asked = asking(world)
    assert asked.facts("2021-01-20") == [first]
    assert asked.facts("2021-04") == []
    assert asked.facts("2021-06-20") == [second]


def test_nothing_is_believed_of_the_dead() -> None:
    """ "Ines lives in Oslo" (2020) and "my wife Ines" (2021); "she died in March" (said in May 2022)."""
    world = Lived()
    home = world.claim(OSLO, "lives_in", at="2020", subject=INES)
    wife = world.claim(INES, "partner_is", at="2021")
    other = world.claim(ROME, "lives_in", at="2021-02", subject="PERSON:leo")
    world.claim(
        None, "die", at="2022-05", subject=INES, modality="fact", on=("2022-03", "2022-04"), exact="month",
        object_signature="N:died",
    )  # fmt: skip
    asked = asking(world)
    assert set(asked.facts("2022-02")) == {home, wife, other}
    assert asked.facts("2022-03-02") == asked.facts("2023") == [other]
    assert set(asked.facts("2022-04", "2022-04-15")) == {home, wife, other}  # nobody had said it yet
    assert [fate(asked, own)["believed_until_by"] for own in (home, wife, other)] == ["death", "death", None]


def test_of_the_dead_only_what_does_not_change_stands() -> None:
    """What Ines had started, did not like and moved to is over with her; where she was born is not."""
    world = Lived()
    born = world.claim(OSLO, "born_in", at="2020", subject=INES, modality="fact")
    started = world.claim(
        None, "started", at="2020-01-02", subject=INES, modality="fact", object_signature="V:limp"
    )  # fmt: skip
    cats = world.denial(ROME, "likes", at="2020-01-03", subject=INES, modality="preference")
    moved = world.claim(BERLIN, "moved_to", at="2020-01-04", subject=INES, modality="fact")
    world.claim(None, "die", at="2021", subject=INES, modality="fact", object_signature="N:died")
    asked = asking(world)
    assert set(asked.facts("2020-06")) == {born, started, cats, moved}
    assert asked.facts("2021-02") == [born]


def test_what_was_said_in_the_month_of_a_death_was_so_then() -> None:
    """ "Ines lives in Oslo" (10 March), "Ines likes Rome" (10 April), and in May: "Ines died in March"."""
    world = Lived()
    home = world.claim(OSLO, "lives_in", at="2022-03-10", subject=INES)
    later = world.claim(ROME, "likes", at="2022-04-10", subject=INES)
    world.claim(
        None, "die", at="2022-05", subject=INES, modality="fact", on=("2022-03", "2022-04"), exact="month",
        object_signature="N:died",
    )  # fmt: skip
    asked = asking(world)
    assert asked.facts("2022-03-20") == [home]
    assert asked.facts("2022-04-20") == [later]  # another Ines


def test_what_is_not_wanted_is_believed_no_longer_than_what_is() -> None:
    world = Lived()
    plan = world.denial(BERLIN, "plans_to", at="2021-02", modality="intention")
    wish = world.denial(OSLO, "wants", at="2021-03", modality="intention")
    home = world.denial(ROME, "lives_in", at="2021-04")
    asked = asking(world)
    assert set(asked.facts("2022-01-31")) == {plan, wish, home}
    assert set(asked.facts("2022-02-15")) == {wish, home}
    assert asked.facts("2022-04-15") == [home]


@pytest.mark.parametrize(("relation", "word"), [("parent_is", "dad"), ("pet_is", "dog")])
def test_the_only_one_who_was_called_so_is_the_one_who_died(relation: str, word: str) -> None:
    world = Lived()
    world.named["PERSON:his"] = {"entity_key": f"__SELF__/{word}"}
    world.named["PERSON:leo"] = {"entity_key": "leo"}
    world.claim("PERSON:leo", relation, at="2020", surface_text=f"My {word} Leo")
    home = world.claim(OSLO, "likes", at="2020", subject="PERSON:leo")
    world.claim("PERSON:his", relation, at="2021", surface_text=word)
    world.claim(None, "die", at="2021", subject="PERSON:his", modality="fact", object_signature="N:died")
    asked = asking(world)
    assert home in asked.facts("2020-06")
    assert home not in asked.facts("2022")


@pytest.mark.parametrize(("other", "stands"), [("mother", False), ("mother-in-law", True), ("dad", True)])
def test_who_says_that_mom_died_has_no_mother_either(other: str, stands: bool) -> None:
    """ "My mother lives in Oslo" (2020), "mom passed away" (2021): two nouns for one relative."""
    world = Lived()
    world.named["PERSON:other"] = {"entity_key": f"__SELF__/{other}"}
    world.named["PERSON:mom"] = {"entity_key": "__SELF__/mom"}
    home = world.claim(OSLO, "lives_in", at="2020", subject="PERSON:other")
    world.claim(None, "pass_away", at="2021", subject="PERSON:mom", modality="fact", object_signature="N:died")
    asked = asking(world)
    assert home in asked.facts("2020-06")
    assert (home in asked.facts("2021-06")) == stands


@pytest.mark.parametrize("named", ["My dad Leo", "My uncle Leo"])
def test_a_relative_without_a_name_who_died_is_the_one_who_was_called_so(named: str) -> None:
    world = Lived()
    world.named["PERSON:his"] = {"entity_key": "__SELF__/dad"}
    world.named["PERSON:leo"] = {"entity_key": "leo"}
    world.claim("PERSON:leo", "parent_is", at="2020", surface_text=named)
    home = world.claim(OSLO, "lives_in", at="2020", subject="PERSON:leo")
    world.claim("PERSON:his", "parent_is", at="2021", surface_text="dad")
    world.claim(None, "pass_away", at="2021", subject="PERSON:his", modality="fact", object_signature="N:died")
    asked = asking(world)
    assert home in asked.facts("2020-06")
    assert (home in asked.facts("2022")) == (named == "My uncle Leo")


@pytest.mark.parametrize("how", ["denied", "ended", "followed"])
def test_the_boss_and_the_salary_go_with_the_job(how: str) -> None:
    """A boss and a salary (2020), a new job or the end of the old one (May 2021), another boss (2022)."""
    world = Lived()
    work = world.claim(BERLIN, "works_at", at="2019", since="2019")
    boss = world.claim("PERSON:helena", "manager_is", at="2020")
    pay = world.claim(None, "earns", at="2020-02", object_signature="V:9")
    friend = world.claim("PERSON:leo", "friend_is", at="2020")
    if how == "denied":
        world.denial(BERLIN, "works_at", at="2021-06", on=("2021-05-01", "2021-05-02"), exact="day")
    elif how == "ended":
        world.retraction("temporal_bound", work, at="2021-06", when="2021-05")
    else:
        world.claim(ROME, "works_at", at="2021-06", since="2021-05", exact="month")
    later = world.claim("PERSON:ada", "manager_is", at="2022")
    asked = asking(world)
    assert {boss, pay, friend} <= set(asked.facts("2021-04"))
    assert {boss, pay, friend} & set(asked.facts("2021-06-15")) == {friend}
    assert later in asked.facts("2022-06")
    assert fate(asked, boss)["believed_until_by"] == "other_end"


def test_a_boss_does_not_go_with_another_job() -> None:
    """An old job denied, a job never had, the same job told again with its beginning, and one that lies ahead."""
    world = Lived()
    world.claim(ROME, "works_at", at="2018")
    world.claim(BERLIN, "works_at", at="2019")
    boss = world.claim("PERSON:helena", "manager_is", at="2020")
    world.denial(ROME, "works_at", at="2020-03", on=("2020-02-01", "2020-02-02"), exact="day")
    world.denial(OSLO, "works_at", at="2020-04")
    world.claim(BERLIN, "works_at", at="2020-05", since="2019", exact="month")
    assert boss in asking(world).facts("2020-08")


@pytest.mark.parametrize(
    ("event", "words", "over"),
    [
        ("retire", None, {"job", "trade"}),
        ("be_retired", None, {"job", "trade"}),
        ("retire_from", "work as a baker", {"job", "trade"}),
        ("retire_from", "the choir", set()),
        ("lose", "job", {"job"}),
        ("lose", "keys", set()),
    ],
)
def test_who_retired_works_nowhere(event: str, words: str | None, over: set[str]) -> None:
    """Ines is a baker at Oslo's (2020), retired in March (said in May 2022), and works somewhere again (2023)."""
    world = Lived()
    told = {
        "job": world.claim(OSLO, "works_at", at="2020", subject=INES),
        "trade": world.claim(None, "works_as", at="2020-02", subject=INES, object_value='"baker"'),
        "other": world.claim(ROME, "works_at", at="2020", subject="PERSON:leo"),
    }
    world.claim(
        None, event, at="2022-05", subject=INES, modality="fact", on=("2022-03", "2022-04"), exact="month",
        object_signature="N:event", object_value=None if words is None else f'"{words}"',
    )  # fmt: skip
    again = world.claim(BERLIN, "works_as", at="2023", subject=INES)
    asked = asking(world)
    assert set(asked.facts("2022-02")) == set(told.values())
    assert set(asked.facts("2022-06")) == {own for name, own in told.items() if name not in over}
    assert again in asked.facts("2024")


def test_ones_own_retirement_is_read_as_an_end() -> None:
    """ "I retired from a job on the board": which of two jobs ends, the words of the person decide."""
    world = Lived()
    world.named[SELF] = {"entity_key": "__SELF__"}
    job = world.claim(OSLO, "works_at", at="2020")
    world.claim(None, "retire", at="2021", modality="fact", object_signature="N:event")
    assert job in asking(world).facts("2022")


def test_who_is_spoken_of_after_a_death_is_another() -> None:
    """A teacher Ines died in 2020; a daughter Ines lives in Oslo."""
    world = Lived()
    world.claim(None, "die", at="2020-05", subject=INES, modality="fact", object_signature="N:died")
    home = world.claim(OSLO, "lives_in", at="2021", subject=INES)
    assert home in asking(world).facts("2022")


def test_an_idiom_is_no_death() -> None:
    world = Lived()
    home = world.claim(OSLO, "lives_in", at="2020", subject=INES)
    world.claim(None, "die", at="2021", subject=INES, modality="fact", object_value='"laughing"')
    assert home in asking(world).facts("2022")


def test_who_says_that_they_died_is_alive() -> None:
    """ "I died laughing", and a death that was taken back."""
    world = Lived()
    world.named[SELF] = {"entity_key": "__SELF__"}
    own = world.claim(BERLIN, "lives_in", at="2020")
    home = world.claim(OSLO, "lives_in", at="2020", subject=INES)
    world.claim(None, "die", at="2021", modality="fact", object_signature="N:died")
    died = world.claim(None, "die", at="2021", subject=INES, modality="fact", object_signature="N:died")
    world.retraction("full", died, at="2021-02")
    assert set(asking(world).facts("2022")) == {own, home}


@pytest.mark.parametrize("since", [{}, {"since": ("2010", "2011")}])
def test_a_husband_without_a_name_displaces_nobody(since: dict[str, Any]) -> None:
    """ "My husband Karl" (or "since 2010"), later "my husband works late", later "my husband is Leo"."""
    world = Lived()
    world.named["PERSON:his"] = {"entity_key": "__SELF__/husband"}
    karl = world.claim("PERSON:karl", "partner_is", at="2020", **since)
    unnamed = world.claim("PERSON:his", "partner_is", at="2022")
    asked = asking(world)
    assert asked.facts("2021") == [karl]
    assert sorted(asked.facts("2023")) == sorted([karl, unnamed])
    assert fate(asked, karl)["temporal_superseded_by_assertion_id"] is None
    leo = world.claim("PERSON:leo", "partner_is", at="2024", since=("2023-06", "2023-07"), exact="month")
    later = asking(world)
    assert leo in later.facts("2024-06")
    assert karl not in later.facts("2024-06")
