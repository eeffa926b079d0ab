"""The analysts' views over the graph's tables, on claims made by hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from kg_assets.core.data import data_path
from kg_assets.history.macros import WORDS
from tests.graph.world import World, built


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
    folder: Path = tmp_path_factory.mktemp("views")
    outcome = built(folder, world)
    with duckdb.connect() as connection:
        for name, paths in outcome.files.items():
            connection.register("given", pq.read_table(paths[0]))
            connection.execute(f"CREATE TABLE {name.partition('.')[2]} AS SELECT * FROM given")
            connection.unregister("given")
        connection.execute(data_path(WORDS).read_text(encoding="utf-8"))
        connection.execute(data_path("sql/views/graph.sql").read_text(encoding="utf-8"))
        yield connection


def ask(shown: Any, select: str) -> list[tuple[Any, ...]]:
    return list(shown.execute(select).fetchall())


def test_what_was_spoken_of_stands_beside_what_held(shown: Any) -> None:
    """April speaks of Harbour, which holds since March. Of May nothing is known that was said or began then."""
    rows = ask(
        shown, "SELECT what, category, messages, by_person, begins_here, holds_here FROM what_mattered('2025-04')"
    )
    assert rows == [
        ("Harbour", "project", 1, 1, False, True),
        ("Ann", "unclassified", 1, 0, False, True),
        ("Compass", "unclassified", 0, 0, False, True),  # in use since January, and not worth a word
    ]
    march = ask(
        shown, "SELECT what, begins_here, holds_here, since_utc[:10], until_utc[:10] FROM what_mattered('2025-03')"
    )
    assert ("Harbour", True, True, "2025-03-01", "2025-06-01") in march
    assert ask(shown, "FROM what_mattered('2025-05')") == []


def test_what_ended_does_not_hold_and_the_denial_is_spoken_of(shown: Any) -> None:
    rows = ask(shown, "SELECT what, messages, begins_here, holds_here FROM what_mattered('2025-06') WHERE messages > 0")
    assert rows == [("Harbour", 1, True, False)]


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
    (row,) = ask(shown, "SELECT project, spoken_of_in, messages, since_utc[:10], ended_utc[:10] FROM projects")
    assert row == ("Harbour", ["2025-03", "2025-04", "2025-06"], 3, "2025-03-01", "2025-06-01")


def test_views_and_macros_say_what_they_show(shown: Any) -> None:
    views = ask(shown, "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal ORDER BY view_name")
    assert [name for name, comment in views if comment] == ["open_conflicts", "people", "projects"]
    assert ask(shown, "SELECT comment IS NOT NULL FROM duckdb_functions() WHERE function_name = 'what_mattered'") == [
        (True,)
    ]
