"""§5.7 and §5.8 with design §9, in worked examples: corrections, retractions, and ends."""

from pathlib import Path
from typing import Any

import pytest

from tests.history.lived import SELF, Lived, build, instant, predicate_id, signature


def test_a_correction_is_no_change_of_the_world(tmp_path: Path) -> None:
    """§5.7: what was corrected is superseded, its times stay as they were said, and nothing closes it again."""
    world = Lived()
    wrong = world.claim("LOCATION:york", since="2019")
    right = world.claim("LOCATION:leeds", since="2020")
    world.correct(wrong, right)
    denial = world.denial("LOCATION:york", on="2021")
    outcome = build(tmp_path, world)
    assert outcome.span(wrong) == ("2019", None, "superseded")
    row = outcome.claim(wrong)
    assert (row["temporal_superseded_by_assertion_id"], row["rule_id_applied"]) == (right, None)
    assert outcome.decisions(wrong) == ["CORRECTION_SUPERSESSION_FROM_STAGE4"]
    assert outcome.span(right) == ("2020", None, "active")
    assert outcome.decisions(denial) == ["NEGATION_WITHOUT_TARGET"]


def test_corrections_can_be_corrected(tmp_path: Path) -> None:
    """A chain: the last one stands, each of the others names its own replacement."""
    world = Lived()
    chain = [world.claim(f"LOCATION:{name}", since="2019") for name in ("york", "leeds", "hull")]
    world.correct(chain[0], chain[1])
    world.correct(chain[1], chain[2])
    outcome = build(tmp_path, world)
    found = [outcome.claim(own) for own in chain]
    assert [row["status"] for row in found] == ["superseded", "superseded", "active"]
    assert [row["temporal_superseded_by_assertion_id"] for row in found] == [chain[1], chain[2], None]


@pytest.mark.parametrize("is_replaced", [True, False])
def test_what_words_put_right_is_superseded_and_not_taken_back(tmp_path: Path, is_replaced: bool) -> None:
    """§5.7: "I meant Leeds, not York" is read as a retraction of the kind correction, with what takes York's place, and
    that supersedes it. Without a claim in its place it is taken back (§5.8), and what is taken back besides is that."""
    world = Lived()
    old = world.claim("LOCATION:york", since="2019")
    new = world.claim("LOCATION:leeds", since="2019")
    if is_replaced:
        world.correct(old, new)
    own = world.retraction("correction", old, replacement=new if is_replaced else None)
    row = build(tmp_path / "corrected", world).claim(old)
    pointers = row["temporal_superseded_by_assertion_id"], row["retracted_by_retraction_id"]
    codes = [decision["code"] for decision in row["log"]["decisions"]]
    if is_replaced:
        assert (row["status"], pointers) == ("superseded", (new, None))
        assert codes == ["CORRECTION_SUPERSESSION_FROM_STAGE4"]
    else:
        assert (row["status"], pointers) == ("retracted", (None, own))
        assert codes == ["RETRACTED"]
    world.retraction("full", old)
    assert build(tmp_path / "taken", world).claim(old)["status"] == "retracted"


@pytest.mark.parametrize("is_corrected", [True, False])
def test_what_is_taken_back_keeps_its_times(tmp_path: Path, is_corrected: bool) -> None:
    """§5.8.3 and §5.8.4; retracted is the highest status, above a correction that stage 4 projected."""
    world = Lived()
    old = world.claim("LOCATION:york", since="2019")
    new = world.claim("LOCATION:leeds", since="2019")
    if is_corrected:
        world.correct(old, new)
    first = world.retraction("full", old)
    second = world.retraction("full", old)
    outcome = build(tmp_path, world)
    assert outcome.span(old) == ("2019", None, "retracted")
    assert outcome.claim(old)["retracted_by_retraction_id"] == first
    assert outcome.claim(old)["log"]["decisions"][-1] == {"code": "RETRACTED", "retraction_ids": [first, second]}
    assert outcome.span(new) == ("2019", None, "active")


@pytest.mark.parametrize("weak", [{"confidence": 0.69}, {"role": "assistant"}])
def test_only_the_person_takes_back_and_only_when_sure(tmp_path: Path, weak: dict[str, Any]) -> None:
    """§5.8.1."""
    world = Lived()
    own = world.claim("LOCATION:york", since="2019")
    world.retraction("full", own, **weak)
    assert build(tmp_path, world).span(own) == ("2019", None, "active")


def test_a_fact_with_one_claim_names_that_claim(tmp_path: Path) -> None:
    """§5.8.2: without a claim its fact; denials, later claims and those that another one takes back do not count."""
    world = Lived()
    gone = world.claim("LOCATION:york", at="2020", since="2018")
    meant = world.claim("LOCATION:york", at="2021", since="2019")
    world.denial("LOCATION:york", at="2021")
    world.retraction("full", gone, at="2022", is_described=False)
    own = world.retraction("full", fact_of=meant, at="2022")
    later = world.claim("LOCATION:york", at="2023", since="2023")
    outcome = build(tmp_path, world)
    assert outcome.claim(meant)["retracted_by_retraction_id"] == own
    assert outcome.span(later) == ("2023", None, "active")
    assert outcome.conflicts() == {}


def test_with_the_claim_that_is_meant_goes_what_else_was_said_of_the_fact(tmp_path: Path) -> None:
    """ "Forget what I said about York": twice said and echoed; what was said of it afterwards stands."""
    world = Lived()
    first = world.claim("LOCATION:york", at="2020")
    stint = world.claim("LOCATION:york", at="2021", since="2001")
    echo = world.claim("LOCATION:york", at="2021", role="assistant", has_user_corroboration=True)
    meant = world.claim("LOCATION:york", at="2021")
    other = world.claim("LOCATION:leeds", at="2021", predicate="visited")
    own = world.retraction("full", meant, at="2022")
    later = world.claim("LOCATION:york", at="2023", since="2023")
    outcome = build(tmp_path, world)
    rows = [outcome.claim(claim) for claim in (first, stint, echo, meant)]
    assert {(row["status"], row["retracted_by_retraction_id"]) for row in rows} == {("retracted", own)}
    assert [outcome.claim(claim)["retracted_by_retraction_id"] for claim in (other, later)] == [None, None]


def test_that_takes_back_no_other_stint_and_a_denial_no_fact(tmp_path: Path) -> None:
    """ "That's not true" is about one sentence: what names a time of its own is another."""
    world = Lived()
    stint = world.claim("LOCATION:york", at="2020", since="2001")
    echo = world.claim("LOCATION:york", at="2021", role="assistant", has_user_corroboration=True)
    meant = world.claim("LOCATION:york", at="2021")
    world.retraction("full", meant, at="2022", is_described=False)
    eaten = world.claim("OTHER:meat", "eats", at="2020")
    denial = world.denial("OTHER:meat", "eats", at="2021")
    world.retraction("full", denial, at="2022", is_described=False)
    outcome = build(tmp_path, world)
    found = [outcome.claim(claim)["status"] == "retracted" for claim in (stint, echo, meant, eaten, denial)]
    assert found == [False, True, True, False, True]


def test_a_fact_with_several_claims_is_a_conflict_and_nothing_happens(tmp_path: Path) -> None:
    """§5.8.2 and the key of §5.11."""
    world = Lived()
    one = world.claim("LOCATION:york", at="2020", since="2018")
    other = world.claim("LOCATION:york", at="2021", since="2018")
    own = world.retraction("full", fact_of=one, at="2022")
    outcome = build(tmp_path, world)
    assert [outcome.span(claim)[2] for claim in (one, other)] == ["active", "active"]
    assert outcome.conflicts()["RETRACTION_TARGET_NOT_UNIQUE"] == [{one, other}]
    (group,) = [g for g in outcome.rows("conflict_groups") if g["conflict_type"] == "RETRACTION_TARGET_NOT_UNIQUE"]
    fact = f'[\\"{SELF}\\",\\"{predicate_id("lives_in")}\\",\\"{signature("LOCATION:york")}\\"]'
    assert group["conflict_key"] == f'["retract_ambig","{own}","{fact}"]'
    assert group["raw_conflict_json"] == f'{{"candidates":2,"retraction_id":"{own}"}}'
    assert group["detected_at_utc"] == instant("2021")  # when the last member was said, not the retraction
    assert group["conflict_group_id"] in outcome.claim(one)["log"]["conflict_groups"]


def test_a_fact_without_a_claim_is_an_event(tmp_path: Path) -> None:
    """Design §9: no target, no group."""
    world = Lived()
    later = world.claim("LOCATION:york", at="2023", since="2018")
    own = world.retraction("full", fact_of=later, at="2022")
    outcome = build(tmp_path, world)
    assert outcome.events() == [("RETRACTION_WITHOUT_TARGET", {"retraction_id": own})]
    assert outcome.span(later) == ("2018", None, "active")


def test_an_end_closes_every_claim_of_the_fact_said_before(tmp_path: Path) -> None:
    """Design §9: at its qualifier. A claim that ended by then, one that begins then, one said later and another fact
    stay as they are."""
    world = Lived()
    open_ended = world.claim("ORG:acme", "works_at", at="2020", since="2018")
    longer = world.claim("ORG:acme", "works_at", at="2020", during=("2019", "2025"))
    ended = world.claim("ORG:acme", "works_at", at="2020", during=("2015", "2016"))
    begins = world.claim("ORG:acme", "works_at", at="2020", since="2022")
    undated = world.claim("ORG:acme", "works_at", at="2020")
    other = world.claim("ORG:acme", "uses", at="2020", since="2018")
    own = world.retraction("temporal_bound", undated, at="2022", when=("2021", "2022"))
    later = world.claim("ORG:acme", "works_at", at="2023", since="2018")
    outcome = build(tmp_path, world)
    assert outcome.span(open_ended) == ("2018", "2021", "negated")
    assert outcome.span(longer) == ("2019", "2021", "negated")
    assert outcome.span(ended) == ("2015", "2016", "active")
    assert outcome.span(begins) == ("2022", None, "active")
    assert outcome.span(other) == ("2018", None, "active")
    assert outcome.span(later) == ("2018", None, "active")
    row = outcome.claim(undated)
    assert (row["valid_time_type"], row["valid_from_utc"], row["valid_to_utc"]) == ("unknown", None, None)
    assert (row["valid_until_hint_utc"], row["valid_time_precision"]) == (instant("2021"), "month")
    assert (row["status"], row["retracted_by_retraction_id"]) == ("negated", own)


@pytest.mark.parametrize(
    ("since", "when", "span"),
    [
        # The year 2019 contains both: it ends with the year, and lasted at least a moment.
        ("2019", ("2019", "2020"), ("2019", "2020", "negated")),
        ("2019-03", ("2019", "2020"), ("2019-03", "2020", "negated")),
        # What began before the year ends as it begins, as every end does.
        ("2018", ("2019", "2020"), ("2018", "2019", "negated")),
        # A month after the beginning, in the same year.
        ("2019", ("2019-03", "2019-04"), ("2019", "2019-03", "negated")),
        # A year later it began again; the end was before.
        ("2020", ("2019", "2020"), ("2020", None, "active")),
        # A moment has no stretch in which something could have begun.
        ("2019", "2019", ("2019", None, "active")),
    ],
)
def test_what_began_and_ended_in_one_year_ends_with_it(
    tmp_path: Path, since: str, when: str | tuple[str, str], span: tuple[str, str | None, str]
) -> None:
    """ "I've worked at Acme since 2019"; "I stopped working at Acme in 2019"."""
    world = Lived()
    job = world.claim("ORG:acme", "works_at", at="2022", since=since)
    world.retraction("temporal_bound", job, at="2023", when=when)
    assert build(tmp_path, world).span(job) == span


def test_of_several_ends_the_first_end_counts_wherever_its_words_begin(tmp_path: Path) -> None:
    """Since March 2019. "In 2019" would end with 2019, "in May 2019" ends in May: the earlier one counts."""
    world = Lived()
    job = world.claim("ORG:acme", "works_at", at="2022", since="2019-03")
    world.retraction("temporal_bound", job, at="2023-01", when=("2019", "2020"))
    own = world.retraction("temporal_bound", job, at="2023-02", when=("2019-05", "2019-06"))
    outcome = build(tmp_path, world)
    assert outcome.span(job) == ("2019-03", "2019-05", "negated")
    assert outcome.claim(job)["retracted_by_retraction_id"] == own


def test_who_says_later_until_when_ends_what_was_open(tmp_path: Path) -> None:
    """ "At Globex since 2016", "I work at Globex", then "I worked at Globex until 2018": both ended with 2018, and the
    log names the claim that says so. What words already end, what was said later, plans and other jobs stay."""
    world = Lived()
    since = world.claim("ORG:globex", "works_at", at="2017", since="2016")
    undated = world.claim("ORG:globex", "works_at", at="2017-02")
    bounded = world.claim("ORG:globex", "works_at", at="2017-03", during=("2016", "2020"))
    plan = world.claim("ORG:globex", "works_at", at="2017-04", since="2016", modality="intention")
    other = world.claim("ORG:globex", "uses", at="2017-05", since="2016")
    after = world.claim("ORG:globex", "works_at", at="2020", since="2019")
    until = world.claim("ORG:globex", "works_at", at="2022", until=("2018", "2019"), modality="fact")
    later = world.claim("ORG:globex", "works_at", at="2023", since="2016")
    outcome = build(tmp_path, world)
    assert outcome.span(since) == ("2016", "2019", "negated")
    row = outcome.claim(since)
    assert (row["negated_by_assertion_id"], row["retracted_by_retraction_id"]) == (until, None)
    assert row["log"]["decisions"] == [
        {"by": until, "code": "ENDED_BY_RESTATEMENT", "has_start": True, "moment": instant("2019")}
    ]
    row = outcome.claim(undated)
    assert (row["valid_from_utc"], row["valid_until_hint_utc"], row["status"]) == (None, instant("2019"), "negated")
    assert outcome.span(bounded) == ("2016", "2020", "active")
    assert outcome.span(plan)[2] == "ineligible"
    assert [outcome.span(own) for own in (other, after, later)] == [
        ("2016", None, "active"), ("2019", None, "active"), ("2016", None, "active"),
    ]  # fmt: skip
    assert outcome.claim(until)["status"] == "ineligible"
    assert outcome.run.counts["ended_by_restatement"] == 2


def test_an_end_before_it_was_said_to_be_so_is_of_another_stint(tmp_path: Path) -> None:
    """ "I work at Globex", said in 2020 without a time: "until 2018", said in 2022, is not of that."""
    world = Lived()
    job = world.claim("ORG:globex", "works_at", at="2020")
    world.claim("ORG:globex", "works_at", at="2022", until=("2018", "2019"))
    assert build(tmp_path, world).claim(job)["status"] == "ineligible"


def test_from_then_to_then_ends_what_began_then(tmp_path: Path) -> None:
    """ "Since 2016", then "from 2016 to 2018". A stretch that begins elsewhere, and a year in which it was so, end
    nothing: "in the last three weeks" is a stretch too."""
    world = Lived()
    since = world.claim("ORG:globex", "works_at", at="2017", since="2016")
    world.claim("ORG:globex", "works_at", at="2021", during=("2017", "2018"), exact="range")
    world.claim("ORG:globex", "works_at", at="2021", during=("2016", "2017"), exact="year")
    assert build(tmp_path / "else", world).span(since) == ("2016", None, "active")
    ranged = world.claim("ORG:globex", "works_at", at="2022", during=("2016", "2019"), exact="range")
    outcome = build(tmp_path / "same", world)
    assert outcome.span(since) == ("2016", "2019", "negated")
    assert outcome.claim(since)["negated_by_assertion_id"] == ranged
    assert outcome.span(ranged) == ("2016", "2019", "active")


@pytest.mark.parametrize(
    "weak", [{"confidence_final": 0.69}, {"role": "assistant"}, {"modality": "intention"}, {"polarity": "negative"}]
)
def test_only_what_the_person_surely_says_ends_anything(tmp_path: Path, weak: dict[str, Any]) -> None:
    world = Lived()
    since = world.claim("ORG:globex", "works_at", at="2017", since="2016")
    world.claim("ORG:globex", "works_at", at="2022", until=("2018", "2019"), **weak)
    assert build(tmp_path, world).span(since) == ("2016", None, "active")


def test_a_restatement_that_was_taken_back_ends_nothing(tmp_path: Path) -> None:
    world = Lived()
    since = world.claim("ORG:globex", "works_at", at="2017", since="2016")
    until = world.claim("ORG:globex", "works_at", at="2022", until=("2018", "2019"))
    world.retraction("full", until, at="2023", is_described=False)
    assert build(tmp_path, world).span(since) == ("2016", None, "active")


def test_no_longer_closes_the_job_without_inventing_its_start(tmp_path: Path) -> None:
    """After "I work at Acme" comes, a year later, "I no longer work at Acme": the message's own time is the end. The
    denial that the same words make finds nothing left to close, which is no event."""
    world = Lived()
    job = world.claim("ORG:acme", "works_at", at="2020")
    gone = world.denial("ORG:acme", "works_at", at="2021")
    message = world.claims[-1]["message_id"]
    own = world.retraction("temporal_bound", job, message=message, denied_by=gone)
    outcome = build(tmp_path, world)
    row = outcome.claim(job)
    assert (row["valid_from_utc"], row["valid_until_hint_utc"], row["status"]) == (None, instant("2021"), "negated")
    # What the words gave before: the time of their own message.
    assert row["log"]["valid_time"] == {"from": instant("2020"), "hint": None, "to": None, "type": "instant"}
    (decision,) = row["log"]["decisions"]
    assert decision == {
        "code": "ENDED_BY_RETRACTION", "has_start": False, "moment": instant("2021"), "retraction_id": own,
    }  # fmt: skip
    assert outcome.decisions(gone) == ["NEGATION_SAID_AS_END"]
    assert outcome.events() == []


@pytest.mark.parametrize(
    ("when", "status", "events"),
    [(None, "ineligible", ["END_WITHOUT_MOMENT"]), ("2021", "negated", [])],
)
def test_a_message_without_a_time_of_its_own_ends_nothing_unless_its_words_are_dated(
    tmp_path: Path, when: str | None, status: str, events: list[str]
) -> None:
    """Design §9."""
    world = Lived()
    job = world.claim("ORG:acme", "works_at", at="2020")
    world.retraction("temporal_bound", job, at="2022", quality="imputed_parent", when=when)
    outcome = build(tmp_path, world)
    assert outcome.span(job)[2] == status
    assert [code for code, _ in outcome.events()] == events


def test_each_of_several_ends_closes_its_own_stint(tmp_path: Path) -> None:
    """Two stints told first and their ends afterwards: the earliest end after each beginning. The third claim was said
    after the end of 2020 and before that of 2024, so only the latter speaks of it."""
    world = Lived()
    first = world.claim("ORG:acme", "works_at", at="2022-01", since="2018")
    second = world.claim("ORG:acme", "works_at", at="2022-02", since="2021")
    one = world.retraction("temporal_bound", fact_of=first, at="2022-03", when="2020")
    third = world.claim("ORG:acme", "works_at", at="2022-04", since="2019")
    other = world.retraction("temporal_bound", fact_of=first, at="2024-05", when="2024")
    outcome = build(tmp_path, world)
    assert outcome.span(first) == ("2018", "2020", "negated")
    assert outcome.span(second) == ("2021", "2024", "negated")
    assert outcome.span(third) == ("2019", "2024", "negated")
    found = [outcome.claim(own)["retracted_by_retraction_id"] for own in (first, second, third)]
    assert found == [one, other, other]


def test_a_claim_that_only_has_an_end_is_closed_by_an_earlier_one_alone(tmp_path: Path) -> None:
    """Said to last until 2020; that it ended in 2022 adds nothing, that it ended in 2019 does."""
    world = Lived()
    until = world.claim("ORG:acme", "works_at", at="2018", until="2020")
    own = world.retraction("temporal_bound", until, at="2023", when="2022")
    assert build(tmp_path / "later", world).claim(until)["status"] == "ineligible"
    assert build(tmp_path / "later", world).events() == [("END_CLOSES_NOTHING", {"retraction_id": own})]
    world.retraction("temporal_bound", until, at="2023", when="2019")
    row = build(tmp_path / "earlier", world).claim(until)
    assert (row["status"], row["valid_until_hint_utc"]) == ("negated", instant("2019"))


def test_what_is_said_in_one_message_is_ordered_by_its_place(tmp_path: Path) -> None:
    """Design §9: strictly earlier by (time, conversation, order, place); what follows the end is not closed by it.

    What its own words name on their way ("our cat Nurr has died") is over by their end.
    """
    world = Lived()
    message = world.message("2022")
    before = world.claim("ORG:acme", "works_at", message=message, span=(0, 20))
    world.retraction("temporal_bound", fact_of=before, message=message, start=30)
    within = world.claim("ORG:acme", "works_at", message=message, span=(33, 40))
    after = world.claim("ORG:acme", "works_at", message=message, span=(48, 60))
    outcome = build(tmp_path, world)
    assert [outcome.span(own)[2] for own in (before, within, after)] == ["negated", "negated", "ineligible"]


def test_a_fact_taken_back_means_what_stands_before_the_words(tmp_path: Path) -> None:
    """Strictly earlier here too: of three claims in the message only the first is meant."""
    world = Lived()
    message = world.message("2022")
    before, at, after = (
        world.claim("ORG:acme", "works_at", message=message, since="2019", span=(start, start + 20))
        for start in (0, 30, 60)
    )
    world.retraction("full", fact_of=before, message=message, start=30)
    outcome = build(tmp_path, world)
    assert [outcome.span(own)[2] for own in (before, at, after)] == ["retracted", "active", "active"]


def test_the_same_day_in_other_conversations_is_ordered_by_time_then_by_stable_keys(tmp_path: Path) -> None:
    """First by the instant, then by conversation, whatever the order of rows."""
    world = Lived()
    after = world.claim("ORG:acme", "works_at", at="2022-01-01", conversation="k9")
    before = world.claim("ORG:acme", "works_at", at="2022-01-01", conversation="k1")
    world.retraction("temporal_bound", fact_of=before, at="2022-01-01", conversation="k5")
    outcome = build(tmp_path, world)
    assert [outcome.span(own)[2] for own in (before, after)] == ["negated", "ineligible"]
