"""`timeline` and `changes_between` on lives made by hand, and the moments that all of them are asked with."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from kg_assets.store.readonly import Answer
from tests.history.asked import Asked, asking
from tests.history.invented import invented
from tests.history.lived import SELF, Lived, build

BERLIN, OSLO, ROME = "LOCATION:berlin", "LOCATION:oslo", "LOCATION:rome"


def ended(asked: Asked, who: str = SELF) -> dict[str, tuple[str | None, ...]]:
    """What became of each claim, and how exact its beginning and end are."""
    columns = ("outcome", "ended_by_message_id", "valid_from_precision", "valid_to_precision")
    return {row["assertion_id"]: tuple(row[c] for c in columns) for row in asked.rows("FROM timeline(?)", who)}


def test_everything_about_an_entity_in_the_order_in_which_it_was_true(tmp_path: Path) -> None:
    """By valid time, else by when it ended or was said; as subject and as object; no questions, nothing unsure."""
    world = Lived()
    late = world.claim(BERLIN, "uses", at="2024", since="2022")
    early = world.claim(OSLO, "uses", at="2024", on="2019")
    until = world.claim(ROME, "uses", at="2024", until="2020")
    said = world.claim(BERLIN, "likes", at="2021")
    other = world.claim(BERLIN, "uses", at="2023", subject="PERSON:anna")
    world.claim(BERLIN, "uses", at="2021", modality="question")
    world.claim(BERLIN, "uses", at="2021", role="assistant")
    world.claim(BERLIN, "uses", at="2021", confidence_final=0.5)
    asked = asking(world, build(tmp_path, world))
    assert [row["assertion_id"] for row in asked.rows("FROM timeline(?)", SELF)] == [early, until, said, late]
    assert [row["assertion_id"] for row in asked.rows("FROM timeline(?)", BERLIN)] == [said, late, other]
    assert asked.rows("FROM timeline('nobody')") == []
    (row,) = [row for row in asked.rows("FROM timeline(?)", SELF) if row["assertion_id"] == until]
    assert (row["valid_from_utc"], row["valid_to_utc"]) == (None, "2020-01-01T00:00:00.000Z")


@pytest.mark.parametrize(
    "typed", ["Berlin am See", "berlin AM see", BERLIN, "location:BERLIN", "LOCATION|berlin", "location|BERLIN", "bln"]
)
def test_an_entity_is_asked_for_by_its_name_its_id_its_key_or_an_alias(tmp_path: Path, typed: str) -> None:
    """Each by itself, in any case; nobody else's claims come with it."""
    world = Lived()
    world.named[BERLIN] = {
        "canonical_name": "Berlin am See", "entity_key": "LOCATION|berlin", "aliases_json": '["BLN", "Berlin"]',
    }  # fmt: skip
    mine = world.claim(BERLIN, "uses", at="2024")
    world.claim(OSLO, "uses", at="2024")
    asked = asking(world, build(tmp_path, world))
    assert [row["assertion_id"] for row in asked.rows("FROM timeline(?)", typed)] == [mine]


def test_what_ended_a_claim_and_how_exactly(tmp_path: Path) -> None:
    """Each way to end has its name, its words, and the precision of those words: a month where a month was named, and
    the second of the message where nothing was."""
    world = Lived()
    followed = world.claim(BERLIN, at="2021", since="2020", exact="year")
    follower = world.claim(OSLO, at="2023", since="2022-05", exact="month")
    over = world.claim(BERLIN, "uses", at="2021", since="2020")
    bound = world.retraction("temporal_bound", over, at="2023", when="2022-03")
    now = world.claim(OSLO, "uses", at="2021", since="2020")
    world.retraction("temporal_bound", now, at="2023")
    denied = world.claim(ROME, "uses", at="2021", since="2020")
    denial = world.denial(ROME, "uses", at="2023", since="2022", exact="month")
    wrong = world.claim(ROME, "likes", at="2021", since="2020")
    right = world.claim(OSLO, "likes", at="2022", since="2020")
    world.correct(wrong, right)
    taken = world.claim(BERLIN, "likes", at="2021", since="2020")
    world.retraction("full", taken, at="2023")
    of = {row["assertion_id"]: row["message_id"] for row in world.claims}
    took = {row["retraction_id"]: row["retraction_message_id"] for row in world.retractions}
    asked = asking(world, build(tmp_path, world))
    found = ended(asked)
    assert found[followed] == ("followed by", of[follower], "year", "month")
    assert found[over] == ("said to be over", took[bound], "year", "month")
    assert found[now] == ("said to be over", took["r001"], "year", "second")
    assert found[denied] == ("denied", of[denial], "year", "month")
    assert found[wrong] == ("corrected", of[right], "year", None)
    assert found[taken] == ("taken back", took["r002"], "year", None)
    assert found[right] == (None, None, "year", None)
    facts = {row["assertion_id"]: row for row in asked.rows("FROM facts_as_of('2021')")}
    ends = {own: facts[own]["valid_to_precision"] for own in (followed, over, now, denied)}
    assert ends == {followed: "month", over: "month", now: "second", denied: "month"}


def test_whether_the_last_stretch_is_included(tmp_path: Path) -> None:
    """What words name as a whole includes its last year: "in 2019", "until 2018" said later, and "stopped in 2019" of
    what began in 2019. What ended as a year began, or when something else began, does not include that year."""
    world = Lived()
    year = world.claim(BERLIN, "uses", at="2022", during=("2019", "2020"))
    within = world.claim(OSLO, "uses", at="2022", since="2019")
    end = world.retraction("temporal_bound", within, at="2023", when=("2019", "2020"))
    before = world.claim(ROME, "uses", at="2022", since="2018")
    world.retraction("temporal_bound", before, at="2023", when=("2019", "2020"))
    restated = world.claim(BERLIN, "likes", at="2022", since="2016")
    until = world.claim(BERLIN, "likes", at="2023", until=("2018", "2019"))
    followed = world.claim(BERLIN, at="2022", since="2017")
    world.claim(OSLO, at="2023", since="2019")
    asked = asking(world, build(tmp_path, world))
    rows = {row["assertion_id"]: row for row in asked.rows("FROM timeline(?)", SELF)}
    expected = {year: True, within: True, restated: True, before: False, followed: False, until: True}
    assert {own: rows[own]["is_end_included"] for own in expected} == expected
    assert [rows[own]["valid_to_utc"][:4] for own in (within, restated)] == ["2020", "2019"]
    assert [rows[own]["valid_to_precision"] for own in (within, restated)] == ["month", "year"]
    assert [rows[own]["outcome"] for own in (within, restated)] == ["said to be over", "said to be over"]
    messages = {row["assertion_id"]: row["message_id"] for row in world.claims}
    assert rows[restated]["ended_by_message_id"] == messages[until]
    took = {row["retraction_id"]: row["retraction_message_id"] for row in world.retractions}
    assert rows[within]["ended_by_message_id"] == took[end]
    facts = {row["assertion_id"]: row["is_end_included"] for row in asked.rows("FROM facts_as_of('2018-06')")}
    assert facts == {own: expected[own] for own in (before, restated, followed)}
    (change,) = asked.rows("FROM changes_between('2019-06', '2020') WHERE axis = 'valid' AND assertion_id = ?", within)
    assert (change["kind"], change["at_utc"][:4], change["is_end_included"]) == ("ended", "2020", True)


def test_an_end_without_a_beginning_stays_without_one(tmp_path: Path) -> None:
    """ "I no longer work there, since March" after "I work there"."""
    world = Lived()
    job = world.claim(BERLIN, "uses", at="2021")
    world.retraction("temporal_bound", job, at="2023", when="2022-03")
    asked = asking(world, build(tmp_path, world))
    (row,) = asked.rows("FROM timeline(?)", SELF)
    assert (row["valid_from_utc"], row["valid_to_utc"]) == (None, "2022-03-01T00:00:00.000Z")
    assert (row["valid_from_precision"], row["valid_to_precision"]) == (None, "month")


def test_disjoint_recurrences_stay_apart(tmp_path: Path) -> None:
    world = Lived()
    for years in (("2018", "2019"), ("2020", "2021")):
        world.claim(BERLIN, "uses", at="2024", during=years)
    asked = asking(world, build(tmp_path, world))
    spans = [(row["valid_from_utc"][:4], row["valid_to_utc"][:4]) for row in asked.rows("FROM timeline(?)", SELF)]
    assert spans == [("2018", "2019"), ("2020", "2021")]


def test_what_came_to_be_known() -> None:
    """After the first moment, up to the second: what was learnt, and what the words learnt did to what was known."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2021", since="2020")
    oslo = world.claim(OSLO, at="2022", since="2022")
    job = world.claim(ROME, "uses", at="2021")
    world.retraction("temporal_bound", job, at="2022-06")
    taken = world.claim(OSLO, "uses", at="2021")
    world.retraction("full", taken, at="2022-07")
    asked = asking(world)
    assert sorted(asked.changes("2020", "2021", "known")) == sorted(
        ("learnt", own, "2021-01-01") for own in (taken, berlin, job)
    )
    assert asked.changes("2021", "2022-12", "known") == [
        ("learnt", oslo, "2022-01-01"),
        ("closed", berlin, "2022-01-01"),
        ("ended", job, "2022-06-01"),
        ("taken back", taken, "2022-07-01"),
    ]
    assert asked.changes("2022-12", "2024", "known") == []
    rows = asked.rows("FROM changes_between('2021', '2022-12') WHERE kind = 'closed'")
    assert [(row["status_before"], row["status_after"]) for row in rows] == [("active", "superseded")]


def test_questions_and_what_is_not_sure_are_no_change_of_what_is_known() -> None:
    world = Lived()
    world.claim(BERLIN, "uses", at="2022", modality="question")
    world.claim(OSLO, "uses", at="2022", confidence_final=0.5)
    known = world.claim(ROME, "uses", at="2022")
    assert asking(world).changes("2021", "2023", "known") == [("learnt", known, "2022-01-01")]


def test_what_is_learnt_and_ended_within_is_both() -> None:
    """Said in 2021 and taken back in 2022, seen from 2020: learnt, then taken back."""
    world = Lived()
    own = world.claim(BERLIN, "uses", at="2021", since="2020")
    world.retraction("full", own, at="2022")
    asked = asking(world)
    assert asked.changes("2020", "2023", "known") == [
        ("learnt", own, "2021-01-01"), ("taken back", own, "2022-01-01"),
    ]  # fmt: skip


def test_a_dispute_and_its_end_are_changes_of_what_is_known() -> None:
    """Two homes since one moment dispute each other when the second is said; when that is taken back, the first stands
    again."""
    world = Lived()
    first = world.claim(BERLIN, at="2021", since="2020")
    second = world.claim(OSLO, at="2022", since="2020")
    world.retraction("full", second, at="2023")
    asked = asking(world)
    disputed = asked.changes("2021", "2022", "known")
    assert ("disputed", first, "2022-01-01") in disputed
    assert ("disputed", second, "2022-01-01") in disputed
    kinds = {own: kind for kind, own, _ in asked.changes("2022", "2023", "known")}
    assert kinds == {first: "restored", second: "taken back"}


def test_what_began_and_ended_in_the_world() -> None:
    """By all that is known now, whenever it was said; a stretch that words name held, it did not begin and end."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2024", since="2020")
    oslo = world.claim(OSLO, at="2024", since="2022")
    job = world.claim(ROME, "uses", at="2021")
    world.retraction("temporal_bound", job, at="2024", when="2022-03")
    year = world.claim(BERLIN, "uses", at="2024", during=("2021", "2022"))
    event = world.claim(OSLO, "uses", at="2024", during=("2021", "2022"), modality="fact")
    walk = world.claim(BERLIN, "likes", at="2024", during=("2021", "2022"), exact="range")
    world.claim(ROME, "likes", at="2024", since="2021", modality="intention")
    world.denial(OSLO, "likes", at="2024", since="2021")
    asked = asking(world)
    found = asked.changes("2020", "2022-12", "valid")
    assert sorted(found, key=lambda one: (one[2], one[1])) == [
        ("began", berlin, "2020-01-01"),
        ("held", year, "2021-01-01"), ("happened", event, "2021-01-01"), ("began", walk, "2021-01-01"),
        ("ended", berlin, "2022-01-01"), ("began", oslo, "2022-01-01"), ("ended", walk, "2022-01-01"),
        ("ended", job, "2022-03-01"),
    ]  # fmt: skip
    assert asked.changes("2019", "2020", "valid") == []


def test_a_month_begins_on_its_first_instant() -> None:
    """What began in January began between January and February, not in December. What Oslo closes ends as Oslo begins;
    what lasted through January ends with it, and not in February."""
    world = Lived()
    berlin = world.claim(BERLIN, at="2024", since="2020")
    oslo = world.claim(OSLO, at="2024", since="2022-01")
    through = world.claim(ROME, "uses", at="2021")
    world.claim(ROME, "uses", at="2024", until=("2022-01", "2022-02"))
    asked = asking(world)
    assert asked.changes("2021-12", "2022-01", "valid") == []
    january = [("began", oslo, "2022-01-01"), ("ended", berlin, "2022-01-01"), ("ended", through, "2022-02-01")]
    assert (
        sorted(own for own in asked.changes("2022-01", "2022-02", "valid") if own[1] in {berlin, oslo, through})
        == january
    )
    assert asked.changes("2022-02", "2022-03", "valid") == []


def test_what_begins_at_the_moment_of_the_build_is_asked_for_up_to_it() -> None:
    """Nothing is asked after the build's own moment, and it is counted once."""
    world = Lived()
    own = world.claim(BERLIN, "uses", at="2024", since="2025")
    asked = asking(world, as_of="2025")
    assert asked.changes("2024", "2025", "valid") == [("began", own, "2025-01-01")]
    assert asked.changes("2025", "2026", "valid") == []


EDGES = ("0001", "2015", "2018", "2019-06", "2020", "2021", "2022", "2023", "2024-06", "9999")


@pytest.mark.whole
@pytest.mark.parametrize(("seed", "edges"), [(31, EDGES), (32, EDGES)])
def test_neighbouring_spans_miss_nothing_and_count_nothing_twice(seed: int, edges: tuple[str, ...]) -> None:
    """On random lives, whose changes lie on turns of years and on the build's own moment: whatever the whole span holds
    of the world, and of what was learnt, its parts hold once."""
    asked = asking(invented(seed, 120), as_of="2022", horizon="2024-06")

    def within(t1: str, t2: str) -> Counter[tuple[str, str, str | None]]:
        learnt = [change for change in asked.changes(t1, t2, "known") if change[0] == "learnt"]
        return Counter(asked.changes(t1, t2, "valid") + learnt)

    parts = [within(*pair) for pair in pairwise(edges)]
    whole = within(edges[0], edges[-1])
    assert sum(parts, Counter()) == whole
    assert {kind for kind, _, _ in whole} >= {"began", "ended", "learnt"}
    assert sum(1 for part in parts if part) > len(parts) // 2


@pytest.mark.parametrize(
    ("typed", "instant"),
    [
        ("'2022'", "2022-01-01T00:00:00.000Z"),
        ("'2022-06'", "2022-06-01T00:00:00.000Z"),
        ("'2022-06-01'", "2022-06-01T00:00:00.000Z"),
        ("DATE '2022-06-01'", "2022-06-01T00:00:00.000Z"),
        ("TIMESTAMP '2022-06-01 10:00:00'", "2022-06-01T10:00:00.000Z"),
        ("TIMESTAMPTZ '2022-06-01 10:00:00+02'", "2022-06-01T08:00:00.000Z"),
        ("'2022-06-01T10:00+02:00'", "2022-06-01T08:00:00.000Z"),
        ("'2022-06-01 10:00'", "2022-06-01T10:00:00.000Z"),
        ("'2022-06-01T10:00:00.1239Z'", "2022-06-01T10:00:00.123Z"),
        ("'1960-01-01T00:00:00.9999Z'", "1960-01-01T00:00:00.999Z"),
    ],
)
def test_moments_are_what_they_say_in_any_session(typed: str, instant: str) -> None:
    """What names no zone is UTC, also in a session that lives elsewhere."""
    for zone in ("UTC", "America/New_York"):
        with asking(Lived()).connection.cursor() as session:
            session.execute(f"SET TimeZone = '{zone}'")
            assert Answer(session.execute(f"SELECT instant_of({typed})")).fetchone() == (instant,)


def test_without_moments_it_is_the_build_that_is_asked(tmp_path: Path) -> None:
    """`history_at` then says what the tables of the build say."""
    world = Lived()
    world.claim(BERLIN, at="2021", since="2020")
    world.claim(OSLO, at="2023", since="2022")
    asked = asking(world, build(tmp_path, world), as_of="2024", horizon="2023")
    columns = "assertion_id, status, valid_from_utc, valid_to_utc, valid_until_hint_utc, valid_time_precision"
    stored = asked.rows(f"SELECT {columns} FROM assertion_temporalized ORDER BY assertion_id")
    assert len(stored) == 2
    assert asked.rows(f"SELECT {columns} FROM history_at() ORDER BY assertion_id") == stored
    assert asked.rows("SELECT build_as_of() AS a, build_horizon() AS b") == [
        {"a": "2024-01-01T00:00:00.000Z", "b": "2023-01-01T00:00:00.000Z"}
    ]


def test_every_face_tells_the_same_time_of_a_claim(tmp_path: Path) -> None:
    """What stage 5 wrote, what `history_at` makes of the same rows when it is asked, and what `timeline` shows: the
    same beginning, end and exactness of every claim, of any history."""
    world = invented(5, 80)
    asked = asking(world, build(tmp_path, world))
    told = "from_utc, until_utc, from_precision, until_precision, is_until_included, has_beginning, is_sure, doubt"
    written = asked.rows(f"SELECT assertion_id, {told} FROM claim_spans ORDER BY assertion_id")
    then = asked.rows(f"SELECT assertion_id, {told} FROM history_at() ORDER BY assertion_id")
    assert written == then
    shown = asked.rows(
        "SELECT assertion_id, valid_from_utc AS from_utc, valid_to_utc AS until_utc,"
        " valid_from_precision AS from_precision, valid_to_precision AS until_precision,"
        " is_end_included AS is_until_included, has_beginning, is_sure, doubt"
        " FROM claims_told(with_unsure := TRUE) ORDER BY assertion_id"
    )
    questions = {row["assertion_id"] for row in world.claims if row["modality"] == "question"}
    assert shown == [row for row in written if row["assertion_id"] not in questions]
    assert len({row["end_kind"] for row in asked.rows("SELECT end_kind FROM claim_spans")}) == 6
