"""The analysts' views over the graph's tables, on claims made by hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.history.contracts import CLAIM_SPANS, INVALIDATION_RULES
from kg_assets.history.macros import WORDS, history_macros
from kg_assets.house import HOUSE
from kg_assets.language.contracts import SENTENCES
from kg_assets.store.readonly import Answer
from kg_assets.store.rows import read_table
from tests.graph.world import World, built
from tests.history.telling import hold, tell
from tests.instants import as_in_files

SURE = '{"eligibility_reasons":[]}'
AS_OF = "2025-12-31T00:00:00.000Z"


def published(folder: Path, world: World, *of_one_value: str, override: str = "") -> duckdb.DuckDBPyConnection:
    """The tables, macros and views of a build of this world; of some relations only one value holds at a time."""
    for row in world.tables["kg.assertion_temporalized"]:
        row.setdefault("raw_temporalize_json", SURE)
    singles = {world.predicate(label) for label in of_one_value}
    outcome = built(folder, world, override)
    connection = duckdb.connect()
    for name, paths in outcome.files.items():
        connection.register("given", as_in_files(read_table(paths[0])))
        connection.execute(f"CREATE TABLE {name.partition('.')[2]} AS SELECT * FROM given")
        connection.unregister("given")
    rules = [
        {"rule_id": label, "predicate_id": label and world.predicate(label), "subject_entity_type": "*",
         "is_functional": bool(label), "invalidation_policy": "close_previous_on_newer_state" if label else "none"}
        for label in (*of_one_value, "")
    ]  # fmt: skip
    rules[-1]["predicate_id"] = None
    connection.register("given", pa.Table.from_pylist(rules, INVALIDATION_RULES.arrow_schema()))
    connection.execute("CREATE OR REPLACE TABLE invalidation_rules AS SELECT * FROM given")
    connection.register("given", SENTENCES.arrow_schema().empty_table())
    connection.execute("CREATE TABLE sentences AS SELECT * FROM given")
    connection.unregister("given")
    _show_spans(connection, world, singles)
    connection.execute(data_path(WORDS).read_text(encoding="utf-8"))
    hold(connection)
    tell(connection)
    connection.execute(history_macros(load_config(HOUSE.sections), AS_OF, None))
    connection.execute(data_path("sql/views/graph.sql").read_text(encoding="utf-8"))
    return connection


def _show_spans(connection: duckdb.DuckDBPyConnection, world: World, of_one_value: set[str]) -> None:
    """The spans of the claims, whose times were made by hand and need no working out."""
    claims = {row["assertion_id"]: row for row in world.tables["kg.assertions"]}
    said = {own: row["asserted_at_utc"] for own, row in claims.items()}
    rows = []
    for row in world.tables["kg.assertion_temporalized"]:
        since = row["valid_from_utc"] if row["has_explicit_valid_time"] else None
        until = (row["valid_to_utc"] if since else None) or row.get("valid_until_hint_utc")
        grain = row.get("valid_time_precision") or "day"
        is_sure = row["raw_temporalize_json"] == SURE
        is_now = grain == "second" and since is not None and since[:19] == (said[row["assertion_id"]] or "")[:19]
        rows.append({
            "assertion_id": row["assertion_id"], "from_utc": since, "from_precision": since and grain,
            "has_beginning": since is not None and not is_now,
            "until_utc": until, "until_precision": until and grain, "is_until_included": row["status"] == "active",
            "is_sure": is_sure, "doubt": None if is_sure else "unsure", "is_corrected": False, "is_told_as_over": False,
            "known_from_utc": said[row["assertion_id"]] or AS_OF,
            "is_functional": claims[row["assertion_id"]]["predicate_id"] in of_one_value,
        })  # fmt: skip
    connection.register("given", as_in_files(pa.Table.from_pylist(rows, CLAIM_SPANS.arrow_schema())))
    connection.execute("CREATE TABLE claim_spans AS SELECT * FROM given")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """March and April of somebody who starts a harbour, speaks of it, is silent, and stops in June."""
    world = World()
    harbour, ann = world.entity("Harbour"), world.entity("Ann", "PERSON", salience_score=0.5)
    oslo, rome = world.entity("Oslo", "LOCATION"), world.entity("Rome", "LOCATION")
    world.claim("works_on", harbour, said="2025-03-20", valid="2025-03-01", until="2025-06-01", status="negated",
                time={"negated_by_assertion_id": "a2"})  # fmt: skip
    world.claim("works_on", harbour, said="2025-06-02", valid="2025-06-01", polarity="negative")
    world.claim("friend_is", ann, said="2025-03-21", valid="2025-03-21")
    world.claim("sibling_is", ann, said="2025-03-22", valid="2025-03-22", status="retracted",
                time={"retracted_by_retraction_id": world.retraction()})  # fmt: skip
    for place, status in ((oslo, "conflicted"), (rome, "conflicted")):
        world.claim("lives_in", place, said="2025-03-23", valid="2025-03-01", status=status)
    world.claim("uses", world.entity("Compass"), said="2025-03-24", valid="2025-01-01")
    world.conflict("a5", "a6")
    world.conflict("a1", "a2", kind="NEGATION_AMBIGUOUS")
    world.conflict("a3", "a3", kind="SAME_TIME_DUPLICATES")
    world.tables["kg.conflict_members"].pop()
    world.mention(harbour, "2025-04-05")
    world.mention(ann, "2025-04-06", role="assistant")
    with published(tmp_path_factory.mktemp("views"), world) as connection:
        yield connection


def ask(shown: Any, select: str) -> list[tuple[Any, ...]]:
    return Answer(shown.execute(select)).fetchall()


def test_what_was_spoken_of_stands_beside_what_held(shown: Any) -> None:
    """April speaks of Harbour, which holds since March. Of May nothing is known that was said or began then."""
    rows = ask(
        shown, "SELECT what, category, messages, by_person, begins_here, holds_here FROM what_mattered('2025-04')"
    )
    assert rows == [
        ("Harbour", "project", 1, 1, False, True),
        ("Ann", "unclassified", 1, 0, False, True),
        ("Compass", "unclassified", 0, 0, False, True),  # in use since January, and not worth a word
        ("Oslo", "unclassified", 0, 0, False, True),  # disputed, as `facts_as_of` shows it
        ("Rome", "unclassified", 0, 0, False, True),
    ]
    march = ask(
        shown,
        "SELECT what, begins_here, holds_here, since_utc::DATE::VARCHAR, until_utc::DATE::VARCHAR"
        " FROM what_mattered('2025-03')",
    )
    assert ("Harbour", True, True, "2025-03-01", "2025-06-01") in march


def test_a_month_in_which_nobody_spoke_shows_what_held(shown: Any) -> None:
    """May has no message and no beginning: it gave nothing at all. Neither has any month before the first beginning."""
    rows = ask(shown, "SELECT what, messages, begins_here, holds_here FROM what_mattered('2025-05')")
    assert sorted(rows) == [(what, 0, False, True) for what in ("Ann", "Compass", "Harbour", "Oslo", "Rome")]
    assert ask(shown, "FROM what_mattered('2024-12')") == []
    with pytest.raises(duckdb.Error, match="no month is called '2025-13'; 2025-03, 2025-Q1 or 2025 is expected"):
        ask(shown, "FROM what_mattered('2025-13')")


def test_what_ended_does_not_hold_and_the_denial_is_spoken_of(shown: Any) -> None:
    rows = ask(shown, "SELECT what, messages, begins_here, holds_here FROM what_mattered('2025-06') WHERE messages > 0")
    assert rows == [("Harbour", 1, False, False)]  # a denial is no beginning


def test_quarters_and_years_are_asked_for_alike(shown: Any) -> None:
    for label in ("2025-Q1", "2025"):
        assert "Harbour" in {
            row[0] for row in ask(shown, f"SELECT what FROM what_mattered('{label}') WHERE messages > 0")
        }


def test_open_conflicts_are_those_that_two_standing_claims_have(shown: Any) -> None:
    """Negated by its opponent is decided; the same said twice is none."""
    rows = ask(shown, "SELECT conflict, subject, predicate, object, status, message_id IS NOT NULL FROM open_conflicts")
    assert rows == [
        ("OBJECT_DISAGREEMENT", "SELF", "lives_in", "Oslo", "conflicted", True),
        ("OBJECT_DISAGREEMENT", "SELF", "lives_in", "Rome", "conflicted", True),
    ]


def test_people_are_told_with_what_they_are(shown: Any) -> None:
    """Not what was taken back, and not the person themselves."""
    assert ask(shown, "SELECT name, relations, by_person, messages_with_claims FROM people") == [
        ("Ann", ["friend_is"], 0, 2)
    ]


def test_projects_are_told_with_their_months_and_their_end(shown: Any) -> None:
    (row,) = ask(
        shown,
        "SELECT project, spoken_of_in, messages, since_utc::DATE::VARCHAR, ended_utc::DATE::VARCHAR FROM projects",
    )
    assert row == ("Harbour", ["2025-03", "2025-04", "2025-06"], 3, "2025-03-01", "2025-06-01")


def test_views_and_macros_say_what_they_show(shown: Any) -> None:
    views = ask(shown, "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal ORDER BY view_name")
    assert [name for name, comment in views if comment] == ["open_conflicts", "people", "projects"]
    assert ask(shown, "SELECT comment IS NOT NULL FROM duckdb_functions() WHERE function_name = 'what_mattered'") == [
        (True,)
    ]


def undated(**more: Any) -> dict[str, Any]:
    """What stage 5 says of words that name no beginning."""
    return {"valid_time_type": "unknown", "has_explicit_valid_time": False} | more


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A life told mostly without times."""
    world = World()
    for label in ("manager_is", "partner_is", "colleague_is"):
        world.predicate(label)
    for row in world.tables["kg.predicates"]:
        row |= {"value_type_constraint": "person"}
    world.predicate("uses")

    mara, nils, tove = world.entity("Mara"), world.entity("Nils"), world.entity("Tove", "PERSON")
    world.claim("manager_is", mara, said="2024-01-20", valid=None, time=undated(), object_signature="mara")
    world.claim(
        "manager_is", nils, said="2024-03-12T10:00:00.020Z", valid="2024-03-12T10:00:00.000Z", object_signature="nils",
        time={"valid_time_type": "instant", "valid_time_precision": "second"},
    )  # fmt: skip
    world.claim("partner_is", tove, said="2024-01-20", valid=None, modality="fact", time=undated())
    world.claim("uses", world.entity("Trello"), said="2024-02-01", valid="2024-02-01", modality="fact",
                time=undated(valid_time_type="instant", valid_time_precision="second"))  # fmt: skip
    raft, kite, loom = world.entity("Raft"), world.entity("Kite"), world.entity("Loom")
    world.claim("works_on", raft, said="2024-02-01", valid=None, status="negated",
                time=undated(valid_until_hint_utc="2024-06-01T00:00:00.000Z"))  # fmt: skip
    world.claim("works_on", kite, said="2024-02-01", valid="2024-02-01")
    world.claim("stopped", value="Kite", said="2024-09-09", valid="2024-08-01", until="2024-09-01", modality="fact")
    world.claim("works_on", loom, said="2024-02-02", valid="2024-02-02", until="2024-04-01", status="negated")
    world.claim("works_on", loom, said="2024-10-10", valid="2024-10-01")
    for thing in (mara, nils):
        world.claim("likes", thing, said="2024-01-21", valid=None, modality="question", time=undated())
    with published(tmp_path_factory.mktemp("said"), world, "manager_is") as connection:
        yield connection


def test_what_names_no_beginning_holds_from_when_it_was_said(said: Any) -> None:
    """Mara is manager until Nils is. "Now" names no beginning; what is told as over neither begins nor holds."""
    held = "SELECT what, begins_here, since_utc, until_utc::DATE::VARCHAR FROM what_mattered(?) WHERE holds_here"
    managers = {
        label: sorted(row for row in said.execute(held, [label]).fetchall() if row[0] in ("Mara", "Nils"))
        for label in ("2023-12", "2024-01", "2024-02", "2024-03", "2024-11", "2024-Q4")
    }
    assert managers == {
        "2023-12": [], "2024-01": [("Mara", True, None, "2024-03-12")],
        "2024-02": [("Mara", False, None, "2024-03-12")],
        "2024-03": [("Mara", False, None, "2024-03-12"), ("Nils", True, None, None)],
        "2024-11": [("Nils", False, None, None)], "2024-Q4": [("Nils", False, None, None)],
    }  # fmt: skip
    for label in ("2024-01", "2024-02", "2024-05", "2024"):
        rows = said.execute(
            "SELECT begins_here, holds_here FROM what_mattered(?) WHERE what IN ('Tove', 'Trello')", [label]
        )
        assert set(rows.fetchall()) <= {(False, False)}


def test_who_is_somebodys_manager_is_a_person_and_may_not_be_one_any_more(said: Any) -> None:
    """Mara and Nils were taken for terms. Nobody said since when Tove is no partner; a thing in use is nobody."""
    assert sorted(ask(said, "SELECT name, relations FROM people")) == [
        ("Mara", ["manager_is until 2024-03-12"]), ("Nils", ["manager_is"]), ("Tove", ["partner_is (over)"]),
    ]  # fmt: skip


def test_a_project_ends_however_its_end_is_said(said: Any) -> None:
    """Put on hold, given up in August, and taken up again after an end."""
    assert sorted(ask(said, "SELECT project, ended_utc::DATE::VARCHAR FROM projects")) == [
        ("Kite", "2024-08-01"), ("Loom", None), ("Raft", "2024-06-01"),
    ]  # fmt: skip


def test_a_silent_month_begins_where_the_windows_of_the_profiles_do(tmp_path: Path) -> None:
    """In Oslo May begins two hours before it does in UTC, and nobody spoke in it."""
    world = World()
    boat = world.entity("Boat")
    world.claim("uses", boat, said="2025-03-10", valid="2025-03-10", until="2025-04-30T22:00:00.000Z")
    world.claim("uses", world.entity("Oar"), said="2025-03-10", valid="2025-03-10", until="2025-04-30T22:00:01.000Z")
    world.claim("uses", world.entity("Sail"), said="2025-03-10", valid="2025-05-31T22:00:00.000Z")
    with published(tmp_path, world, override="time: {anchor_timezone: Europe/Oslo}\n") as connection:
        held = {
            label: {what for (what,) in ask(connection, f"SELECT what FROM what_mattered('{label}') WHERE holds_here")}
            for label in ("2025-04", "2025-05", "2025-06")
        }
    assert held == {"2025-04": {"Boat", "Oar"}, "2025-05": {"Oar"}, "2025-06": {"Sail"}}


def test_an_event_that_begins_a_state_holds_until_the_next_value(tmp_path: Path) -> None:
    """Moved to Oslo in March, to Rome in May, without a word of living there: each is home until the next one is."""
    world = World()
    oslo, rome = world.entity("Oslo", "LOCATION"), world.entity("Rome", "LOCATION")
    for city, month, after in ((oslo, "2025-03", "2025-04"), (rome, "2025-05", "2025-06")):
        world.claim("moved_to", city, said=f"{month}-20", valid=f"{month}-01", until=f"{after}-01", modality="fact",
                    object_signature=city)  # fmt: skip
    event = world.predicate("moved_to")
    held = "SELECT what, until_utc::DATE::VARCHAR FROM what_mattered(?) WHERE holds_here ORDER BY what"
    with published(tmp_path, world, "lives_in") as connection:
        assert connection.execute(held, ["2025-04"]).fetchall() == []
        connection.execute("UPDATE invalidation_rules SET begun_by = ? WHERE is_functional", [[event]])
        hold(connection)
        months = {label: connection.execute(held, [label]).fetchall() for label in ("2025-02", "2025-04", "2025-07")}
    assert months == {"2025-02": [], "2025-04": [("Oslo", "2025-05-01")], "2025-07": [("Rome", None)]}
