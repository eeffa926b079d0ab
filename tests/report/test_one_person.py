"""A report that tells "my brother" as Teuvo, where memory has found that he is: one person, and nothing lost."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.core.selects import select_of
from kg_assets.graph.stages import GRAPH
from kg_assets.history.stages import TELL
from kg_assets.house import HOUSE
from kg_assets.memory.people.stages import PEOPLE_CLAIMS
from kg_assets.report import one_person
from kg_assets.report.asking import rows, run
from kg_assets.report.content import Item, Report
from kg_assets.report.make import write_report
from kg_assets.report.one_person import tell_as_one
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from tests.cli.a_life import built, engine_over
from tests.partial import asked_house_of
from tests.report.conftest import conversation
from tests.worlds import Worlds, copied

pytestmark = pytest.mark.whole

_SAID = (
    ("2025-01-05", "My brother Teuvo is a plumber."),
    ("2025-01-09", "Teuvo lives in Turku."),
    ("2025-02-05", "My brother lives in Turku since 2019."),
    ("2025-02-06", "I had lunch with Teuvo today."),
    ("2025-02-07", "My brother likes chess."),
    ("2025-02-08", "My brother Teuvo has a boat."),
    ("2025-03-05", "my brother plans to move to Oslo"),
    ("2025-03-11", "My mom is a nurse."),
    ("2025-03-12", "My mum lives in Porvoo since 2011."),
    ("2025-03-13", "My mum is a nurse."),
    ("2025-03-14", "My friend Ben lives in Bergen since 2016."),
    ("2025-03-20", "My sister works at Nokia since 2021."),
    ("2025-04-09", "My brother works at Wartsila since March 2025."),
    ("2025-04-10", "I work on Harbour Lights since 2020."),
    ("2025-04-12", "Teuvo lives in Espoo since April 2025."),
    ("2025-05-20", "Teuvo moved to Oslo on 3 May 2025."),
)
_TABLES = ("stories", "story_marks", "plans", "claim_matters", "profile_members", "profile_evidence")
Made = tuple[Report, str]


@pytest.fixture(scope="module")
def family(worlds: Worlds, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The home in which this was said, each line a conversation of its own."""

    def make(folder: Path) -> None:
        export = folder / "conversations.json"
        talks = [conversation(f"k{n}", day, f"Talk {n}", (text,)) for n, (day, text) in enumerate(_SAID)]
        export.write_text(json.dumps(talks), encoding="utf-8")
        built(engine_over(Home(folder / "home"), house=asked_house_of(TELL, GRAPH, PEOPLE_CLAIMS)), export)

    return copied(Home(worlds.made("reported-family", make) / "home"), tmp_path_factory.mktemp("family") / "home")


@pytest.fixture(scope="module")
def told(family: Home, tmp_path_factory: pytest.TempPathFactory) -> Made:
    path = tmp_path_factory.mktemp("page") / "report.html"
    return write_report(family, load_config(HOUSE.sections), path).report, path.read_text(encoding="utf-8")


@pytest.fixture
def as_built(family: Home) -> Iterator[duckdb.DuckDBPyConnection]:
    with opened(family) as warehouse:
        run(warehouse.connection, "history_known")
        yield warehouse.connection


@pytest.fixture
def as_one(family: Home) -> Iterator[duckdb.DuckDBPyConnection]:
    with opened(family) as warehouse:
        tell_as_one(warehouse.connection, load_config(HOUSE.sections))
        run(warehouse.connection, "history_known")
        yield warehouse.connection


def _items(report: Report) -> list[Item]:
    groups = [*report.threads_by_category, report.people, report.places, *report.beliefs, *report.changes]
    items = [item for group in groups for item in group.items]
    return items + [item for month in report.months for item in (*month.spoken, *month.valid)]


def _place(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["message_id"], row["char_start"], row["char_end"]


def _places(connection: duckdb.DuckDBPyConnection) -> set[tuple[Any, ...]]:
    """The words that any row of the report leads to."""
    (focal,) = (row["entity_id"] for row in rows(connection, "focal"))
    told = [rows(connection, name) for name in ("facts", "stories", "plans", "changes")]
    lists = [row["places"] or [] for found in told for row in found]
    lists += [[row[name]] for row in told[1] for name in ("begun_at", "ended_at") if row[name]]
    lists += [rows(connection, "evidence", zone="UTC", focal=focal, words=1000), rows(connection, "conflicts")]
    return {_place(row) for found in lists for row in found}


def test_every_claim_that_the_build_tells_is_told_and_none_twice(
    as_built: duckdb.DuckDBPyConnection, as_one: duckdb.DuckDBPyConnection
) -> None:
    stories, plans = (select_of(data_path(f"sql/report/{name}.sql")) for name in ("stories", "plans"))
    for asked in (
        "facts_as_of()", "changes_between('0001')", "claims_told()", "claims_readable",
        f"story_marks SEMI JOIN ({stories}) USING (subject_entity_id, matter, object_key, stretch)",
        f"claim_matters SEMI JOIN ({plans}) USING (subject_entity_id, object_key)",
    ):  # fmt: skip
        before, after = (
            Counter(connection.execute(f"SELECT assertion_id FROM {asked}").fetchall())
            for connection in (as_built, as_one)
        )
        assert before
        assert after == before, asked
    assert _places(as_built) <= _places(as_one)


def test_every_story_is_told_of_the_person_and_what_two_say_of_one_matter_is_one(
    as_one: duckdb.DuckDBPyConnection,
) -> None:
    """The day of "since 2019" is the brother's, that Espoo followed is Teuvo's; two messages say Turku."""
    told = [
        (
            row["subject"],
            row["matter"],
            row["object"],
            (row["since_utc"] or "")[:7],
            row["next_object"],
            row["messages"],
        )
        for row in rows(as_one, "stories")
    ]
    assert sorted(told, key=str) == [
        ("Ben", "lives_in", "Bergen", "2016-01", None, 1),
        ("SELF", "friend_is", "Ben", "", None, 1),
        ("SELF", "parent_is", "your mum", "", None, 3),
        ("SELF", "sibling_is", "Teuvo", "", None, 6),
        ("SELF", "sibling_is", "your sister", "", None, 1),
        ("SELF", "works_on", "Harbour Lights", "2020-01", None, 1),
        ("Teuvo", "likes", "chess", "", None, 1),
        ("Teuvo", "lives_in", "Espoo", "2025-04", None, 1),
        ("Teuvo", "lives_in", "Oslo", "2025-05", None, 1),
        ("Teuvo", "lives_in", "Turku", "2019-01", "Espoo", 2),
        ("Teuvo", "owns", "boat", "", None, 1),
        ("Teuvo", "works_as", "plumber", "", None, 1),
        ("Teuvo", "works_at", "Wartsila", "2025-03", None, 1),
        ("your mum", "lives_in", "Porvoo", "2011-01", None, 1),
        ("your mum", "works_as", "nurse", "", None, 2),
        ("your sister", "works_at", "Nokia", "2021-01", None, 1),
    ]


def test_a_plan_of_my_brother_comes_true_by_what_teuvo_did(as_one: duckdb.DuckDBPyConnection) -> None:
    (plan,) = rows(as_one, "plans")
    assert (plan["object"], plan["outcome"], plan["done_utc"][:10]) == ("move to Oslo", "came_true", "2025-05-03")
    (teuvo,) = (row["entity_id"] for row in rows(as_one, "entities", focal="") if row["name"] == "Teuvo")
    assert plan["subject_entity_id"] == teuvo
    assert [place["message_id"] for place in plan["places"]] == ["k6-0"]


def test_a_month_counts_the_messages_that_speak_of_a_person_under_any_name(told: Made) -> None:
    spoken = {
        month.key: {item.name: (item.note, len(item.places) + item.more) for item in month.spoken}
        for month in told[0].months
    }
    assert spoken["2025-01"] == {"Teuvo": ("2 messages", 2)}
    assert spoken["2025-02"] == {"Teuvo": ("4 messages", 4)}
    assert spoken["2025-03"] == {
        "your mum": ("3 messages", 3), "Teuvo": ("1 message", 1), "Ben": ("1 message", 1),
        "your sister": ("1 message", 1),
    }  # fmt: skip


def test_the_page_has_one_name_for_each_person(told: Made) -> None:
    report, page = told
    assert "your brother" not in page.lower()
    assert "your mom" not in page.lower()
    assert {item.name for item in _items(report)} >= {"Teuvo", "your mum", "your sister", "Ben"}
    (teuvo,) = (item for item in report.people.items if item.name == "Teuvo")
    assert len(teuvo.places) + teuvo.more == sum("Teuvo" in text or "brother" in text for _, text in _SAID)
    began = {(item.note, item.name, item.when) for group in report.changes for item in group.items}
    assert {("Teuvo lives in", "Turku", "2019"), ("Teuvo works at", "Wartsila", "March 2025")} <= began


def test_what_is_made_again_of_the_same_claims_is_what_the_build_holds(
    family: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is nobody's other name changes nothing, down to every number and rank."""

    def keep(connection: duckdb.DuckDBPyConnection, name: str) -> None:
        if name == "relatives":
            connection.execute("CREATE TEMP TABLE relatives AS SELECT 'nobody' AS entity_id, 'no one' AS told_as_id")
        else:
            shipped(connection, name)

    shipped = one_person.keep
    monkeypatch.setattr(one_person, "keep", keep)
    with opened(family) as warehouse:
        tell_as_one(warehouse.connection, load_config(HOUSE.sections))
        for table in _TABLES:
            built_rows, again = (
                Counter(warehouse.connection.execute(f"FROM {database}.main.{table}").fetchall())
                for database in ("kg", "temp")
            )
            assert built_rows
            assert again == built_rows, table


def test_a_build_that_resolves_nobody_is_told_as_it_is(life_home: Home) -> None:
    with opened(life_home) as warehouse:
        tell_as_one(warehouse.connection, load_config(HOUSE.sections))
        held = warehouse.connection.execute("SELECT table_name FROM duckdb_tables() WHERE temporary").fetchall()
    assert held == []
