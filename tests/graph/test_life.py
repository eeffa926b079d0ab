"""A whole build of an invented life: what mattered each month, as views and macros show it, and as the UI does."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from kg_assets.engine.runner import Engine
from kg_assets.graph.contracts import GRAPH_EDGES, GRAPH_NODES
from kg_assets.graph.profile_contracts import PROFILE_MEMBERS
from kg_assets.graph.stages import PROFILE
from kg_assets.orchestration.previews import chart_markdown, drawn
from kg_assets.store.contents import Content

pytestmark = pytest.mark.whole

Life = tuple[Engine, str, Path]


@pytest.fixture(scope="module")
def shown(life: Life) -> Iterator[Any]:
    with duckdb.connect(str(life[0].home.database), read_only=True) as connection:
        yield connection


def test_the_months_of_projects_are_those_in_which_they_are_spoken_of(life: Life, shown: Any) -> None:
    """(project, month) against the truth file; the benchmark measures more lives, this one guards the way."""
    projects = json.loads((life[2] / "truth.json").read_bytes())["projects"]
    true = {
        (name, month)
        for name, project in projects.items()
        for month, counts in project["activity"].items()
        if counts["mentioning"]
    }
    rows = shown.execute("SELECT project, unnest(spoken_of_in) FROM projects").fetchall()
    found = {(str(project), str(month)) for project, month in rows}
    assert 2 * len(found & true) / (len(found) + len(true)) >= 0.9
    assert len(true) > 5


def test_a_month_is_ranked_by_what_was_spoken_of_in_it(shown: Any) -> None:
    months = [month for (month,) in shown.execute(
        "SELECT DISTINCT window_label FROM profile_members WHERE granularity = 'month' AND basis <> 'valid' ORDER BY 1"
    ).fetchall()]  # fmt: skip
    assert len(months) > 5
    for month in months:
        rows = shown.execute(
            "SELECT spoken_rank, messages, holds_here, category FROM what_mattered(?)", [month]
        ).fetchall()
        ranks = [rank for rank, *_ in rows if rank is not None]
        assert ranks == list(range(1, len(ranks) + 1))
        assert all((messages > 0) == (rank is not None) for rank, messages, *_ in rows)


def test_every_row_leads_to_messages(shown: Any) -> None:
    messages = {found for (found,) in shown.execute("SELECT message_id FROM messages").fetchall()}
    years = [year for (year,) in shown.execute("SELECT DISTINCT window_label FROM profile_members").fetchall()]
    for label in years:
        for first, last in shown.execute(
            "SELECT first_message_id, last_message_id FROM what_mattered(?)", [label]
        ).fetchall():
            assert {first, last} <= messages
    for select in (
        "SELECT message_id FROM open_conflicts",
        "SELECT last_message_id FROM people WHERE mentions + messages_with_claims > 0",
        "SELECT unnest([first_message_id, last_message_id]) FROM projects",
    ):
        assert {found for (found,) in shown.execute(select).fetchall()} <= messages


def test_materializations_show_months_by_category_without_private_text(life: Life) -> None:
    """Design §4: counts and bars; a chart sees no column that holds a person's words."""
    engine, build, _ = life
    for table in (PROFILE_MEMBERS, GRAPH_NODES, GRAPH_EDGES):
        outcome = engine.outcome_of(build, engine.house.writer_of(table.name))
        assert outcome is not None
        for chart in table.charts:
            text = drawn(engine, table, outcome.tables[table.name], chart)
            assert text.startswith(chart.meaning)
            assert "█" in text
    months = drawn(engine, PROFILE_MEMBERS, outcome_of(engine, build), PROFILE_MEMBERS.charts[0])
    assert "| project |" in months.splitlines()[2]
    prying = replace(PROFILE_MEMBERS.charts[0], select="SELECT label, 'x', 1 FROM {rows}")
    with pytest.raises(duckdb.BinderException):
        drawn(engine, PROFILE_MEMBERS, outcome_of(engine, build), prying)


def outcome_of(engine: Engine, build: str) -> tuple[Content, ...]:
    outcome = engine.outcome_of(build, PROFILE)
    assert outcome is not None
    return outcome.tables[PROFILE_MEMBERS.name]


def test_a_chart_is_a_table_of_bars() -> None:
    assert chart_markdown("Words.", [("b", "y", 4), ("a", "x", 1), ("b", "x", 8)]).splitlines() == [
        "Words.", "", "| | x | y |", "|---|---|---|", "| a | █ 1 |  |", "| b | ████████ 8 | ████ 4 |",
    ]  # fmt: skip
    assert chart_markdown("Words.", []) == "_nothing to count_"
