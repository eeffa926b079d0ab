"""The text of `history_at`: the steps of the stage behind WITH, the build's numbers in them, nothing left open."""

import re
from pathlib import Path

import duckdb
import pytest

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.engine.steps import Step
from kg_assets.history.macros import WORDS, history_at_sql, history_macros
from kg_assets.house import HOUSE
from kg_assets.store.rows import read_table
from tests.history.lived import Lived, build
from tests.instants import as_in_files

STEPS = (
    Step(
        "small",
        "-- at `$known_at`\nSELECT n, $word AS word FROM kg.numbers WHERE n <= $known_at AND $is_on\nORDER BY n",
    ),
)


def test_numbers_are_literals_and_the_moment_is_the_argument() -> None:
    """Text with quotes stays text; every moment that is asked is read once, by the macro that reads moments."""
    with duckdb.connect() as connection:
        moments = "SELECT format('200{}-01-01T00:00:00.000Z', n) AS n FROM range(5) AS t(n)"
        connection.execute(f"CREATE TABLE numbers AS {moments}")
        connection.execute("CREATE MACRO instant_of(year) AS (year || '-01-01')::TIMESTAMP")
        connection.execute("CREATE MACRO build_as_of() AS '2003'")
        steps = [*STEPS, Step("last", "SELECT n, word FROM small ORDER BY n")]
        connection.execute(history_at_sql(steps, {"word": "it's", "is_on": True}))
        found = connection.execute("SELECT n[:4], word FROM history_at(2001)").fetchall()
        assert found == [("2000", "it's"), ("2001", "it's")]
        assert len(connection.execute("FROM history_at()").fetchall()) == 4
        off = history_at_sql(steps, {"word": None, "is_on": False}).replace("CREATE MACRO", "CREATE OR REPLACE MACRO")
        connection.execute(off)
        assert connection.execute("FROM history_at()").fetchall() == []


def test_steps_do_not_sort_and_name_tables_by_their_schema() -> None:
    text = history_at_sql(STEPS, {"word": "a", "is_on": True})
    assert "ORDER BY" not in text
    assert "FROM main.numbers" in text


def test_a_number_that_nobody_gives_is_an_error() -> None:
    with pytest.raises(KeyError, match="is_on"):
        history_at_sql(STEPS, {"word": "a"})


def test_every_step_of_the_state_is_in_it_and_nothing_is_open() -> None:
    """Without a horizon what has no time of its own is known from the build's moment."""
    as_of = "2024-06-01T00:00:00.000Z"
    text = history_macros(load_config(HOUSE.sections), as_of, None)
    made = re.findall(r"(?:^|, )(\w+) AS \(\n", text)
    assert {"lifecycle", "spans", "holdings"} < set(made)
    assert "temporalized" not in made
    assert made[-1] == "history_at"
    assert re.findall(r"\$[a-z_]+|\bkg\.[a-z]", re.sub(r"--[^\n]*", "", text)) == []
    assert f"build_horizon() AS '{as_of}'::TIMESTAMP" in text


def test_a_build_is_asked_by_its_own_numbers(tmp_path: Path) -> None:
    """A build that is published again after the configuration changed: the macros say what its tables say. What an
    older build did not note is as configured."""
    as_of = "2025-01-01T00:00:00.000Z"
    world = Lived()
    old = world.claim("LOCATION:oslo", at="2024", since="2018", confidence_final=0.9)
    world.claim("LOCATION:york", at="2024", since="2020", confidence_final=0.85)
    outcome = build(tmp_path, world, {"confidence_supersession_margin": 0.01})
    assert outcome.span(old)[2] == "conflicted"
    config = load_config(HOUSE.sections)
    assert config.section("history").confidence_supersession_margin > 0.05
    texts = {
        "own": history_macros(config, as_of, None, outcome.files),
        "today's": history_macros(config, as_of, None, {}),
    }
    found = {}
    for name, text in texts.items():
        with duckdb.connect() as connection:
            for table, files in outcome.files.items():
                connection.register("given", as_in_files(read_table(files[0])))
                connection.execute(f"CREATE TABLE {table.removeprefix('kg.')} AS FROM given")
            connection.execute(data_path(WORDS).read_text(encoding="utf-8"))
            connection.execute(text)
            found[name] = connection.execute("SELECT status FROM history_at() WHERE assertion_id = ?", [old]).fetchone()
    assert found == {"own": ("conflicted",), "today's": ("superseded",)}


def test_an_older_duckdb_reads_it_too() -> None:
    """The file is for every DuckDB from 1.4 on (design §3); that reads a stored `lag` with a default as an error."""
    text = history_macros(load_config(HOUSE.sections), "2024-06-01T00:00:00.000Z", None)
    assert re.findall(r"\b(?:lag|lead)\([^()]*,", text) == []
