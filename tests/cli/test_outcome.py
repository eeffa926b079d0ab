"""What `annals build` says of itself: three lines of numbers, what to do next, and how long it still takes."""

import io
import sys

import duckdb
import pytest

from kg_assets.cli.console import Progress, time_left
from kg_assets.cli.outcome import Brought, brought, in_words, what_next
from kg_assets.core.data import data_path
from kg_assets.engine.session import run_build
from kg_assets.store.builds import BuildRef
from kg_assets.store.home import Home
from tests.cli.a_life import names_in_order
from tests.conftest import EngineFor
from tests.worlds import copied

pytestmark = pytest.mark.whole

TOLD = Brought(
    conversations=40, messages=1666, first_day="2024-09-01", last_day="2026-02-15", entities=71, claims=215,
    new_claims=12, superseded=9, denied=5, taken_back=3, conflicts=4,
)  # fmt: skip


def test_what_was_learnt_is_said_in_three_lines() -> None:
    assert in_words(TOLD, BuildRef("20260131T120000Z-0123abcd", 1)) == [
        "  read    40 conversations, 1,666 messages, 2024-09-01 to 2026-02-15",
        "  learnt  215 claims about 71 persons, places and things, 12 of them not in 20260131T120000Z-0123abcd",
        "          of the claims 9 overtaken by newer ones, 5 denied, 3 taken back, 4 in conflict",
    ]
    assert "12" not in in_words(TOLD, None)[1]


def test_where_nothing_was_claimed_only_the_page_is_offered() -> None:
    empty = Brought(1, 1, None, None, 0, 0, 0, 0, 0, 0, 0)
    assert [command for command, _ in what_next(empty)] == ["annals report --open"]
    assert in_words(empty, None)[0] == "  read    1 conversation, 1 message"
    assert len(in_words(empty, None)) == 2, "of no claim nothing became"


def test_news_are_counted_against_the_build_before(engine_for: EngineFor, home: Home, twice_noted: Home) -> None:
    engine = engine_for(copied(twice_noted, home.root))
    first, second = names_in_order(engine.home)
    one = brought(engine, run_build(engine, first), None)
    assert one.new_claims == one.claims > 0
    two = brought(engine, run_build(engine, second), BuildRef(first, 1))
    assert (two.conversations, one.conversations) == (2, 1)
    assert two.new_claims == two.claims - one.claims == 1


def test_when_a_file_was_written_is_no_day_of_what_was_said_if_there_are_others() -> None:
    with duckdb.connect() as connection:
        for schema in ("kg", "before"):
            connection.execute(f"CREATE SCHEMA {schema}; CREATE TABLE {schema}.assertions (assertion_id TEXT)")
        connection.execute("CREATE TABLE kg.conversations (x INT); CREATE TABLE kg.entities (x INT)")
        connection.execute("CREATE TABLE kg.assertion_temporalized (status TEXT)")
        connection.execute("CREATE TABLE kg.messages (created_at_utc TEXT, timestamp_quality TEXT)")
        asked = data_path("sql/serve/brought.sql").read_text(encoding="utf-8")
        days = []
        for time, quality in (("2026-11-22", "file_time"), ("2024-06-21", "original"), ("2023-01-07", "imputed_prior")):
            connection.execute("INSERT INTO kg.messages VALUES (?, ?)", [f"{time}T10:00:00.000Z", quality])
            days.append((connection.execute(asked).fetchall()[0])[2:4])
    assert days == [("2026-11-22", "2026-11-22"), ("2024-06-21", "2024-06-21"), ("2023-01-07", "2024-06-21")]


def test_the_time_left_follows_the_pace_of_what_was_worked() -> None:
    assert time_left(10, 20, 80) == ", 10 s, about 40 s left"
    assert time_left(100, 20, 80) == ", 100 s, about 7 min left"
    assert time_left(10, 1, 99) == ", 10 s", "a guess so far"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("is_terminal", [True, False])
def test_one_line_on_a_terminal_and_nothing_elsewhere(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    screen = _Terminal() if is_terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    progress = Progress(0, {"ingest": 30, "detect": 50, "graph": 20})
    progress("ingest", 1, 2)
    progress.close()
    said = screen.getvalue()
    assert ("ingest 1/2" in said) == is_terminal
    assert "\n" not in said
    assert said.endswith("\r\033[K" if is_terminal else "")
