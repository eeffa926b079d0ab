"""A table leads to the file that makes it, and no SQL file says of itself that it makes a table of another stage."""

import ast
import re

import pytest

from kg_assets.core.data import shipped_path
from kg_assets.core.origin import Origin, behind, deciders_of, made_by, origin_of
from kg_assets.core.stage import Stage
from kg_assets.house import HOUSE

_HEAD = re.compile(r"-- `(\w+\.\w+)`")


@pytest.mark.parametrize(
    ("table", "origin"),
    [
        ("kg.stories", Origin("sql/stories/stories.sql")),
        ("kg.profile_windows", Origin("sql/graph/profiles/kept_windows.sql")),
        ("kg.messages", Origin("kg_assets/sources/ingest.py", "run")),
    ],
)
def test_a_table_is_made_by_the_file_that_names_it_or_by_its_stages_function(table: str, origin: Origin) -> None:
    assert origin_of(HOUSE.writer_of(table), table) == origin


@pytest.mark.parametrize("stage", HOUSE.stages, ids=lambda stage: stage.name)
def test_what_makes_a_table_is_there(stage: Stage) -> None:
    for table in stage.tables:
        origin = origin_of(stage, table.name)
        text = shipped_path(origin.file).read_text(encoding="utf-8")
        assert not origin.function or f"def {origin.function}(" in text, table.name


@pytest.mark.parametrize("stage", HOUSE.stages, ids=lambda stage: stage.name)
def test_what_decides_a_table_is_there(stage: Stage) -> None:
    """A decider is a file, or a function or class that stands in it at the top: one renamed in the code is found."""
    for table, decider in ((one, decider) for one in stage.tables for decider in deciders_of(one)):
        place = shipped_path(decider.file)
        assert place.is_file(), f"{table.name}: {decider.file} is not there"
        is_alone = len(deciders_of(table)) == 1
        assert not (is_alone and decider == origin_of(stage, table.name)), f"{table.name}: what writes it need no name"
        assert bool(decider.function) == decider.file.endswith(".py"), table.name
        if decider.function:
            defined = [getattr(node, "name", "") for node in ast.parse(place.read_text(encoding="utf-8")).body]
            assert decider.function in defined, f"{table.name}: {decider} is not there"


@pytest.mark.parametrize(
    ("table", "made"),
    [
        (
            "memory.semantic_event__rules",
            "Decided in kg_assets/memory/events.py (read_events); written by kg_assets/memory/read.py (run_shard)",
        ),
        ("kg.lexicon_common_words", "Made by kg_assets/lexicon/common.py (run)"),
        (
            "memory.dedup_decision",
            "Decided in kg_assets/memory/people/blocking.py (pairs_of), kg_assets/memory/people/weighing.py (Scale), "
            "kg_assets/memory/people/uniting.py (decided_by_rules) and kg_assets/memory/people/confirming.py "
            "(confirmed); written by kg_assets/memory/people/resolve.py (run)",
        ),
        (
            "kg.conflict_members",
            "Made by sql/history/conflict_members.sql from sql/history/conflict_memberships.sql, "
            "run by kg_assets/history/temporalize.py (run)",
        ),
        (
            "overlay.mention_resolutions",
            "Decided in sql/overlay/asking/meant.sql, sql/overlay/resolution/resolutions.sql, "
            "sql/overlay/resolution/graph_context.sql and "
            "kg_assets/overlay/asking/closed_set.py (settled); written by sql/overlay/asking/meant.sql from "
            "sql/overlay/asking/heard.sql, sql/overlay/resolution/resolutions.sql, run by "
            "kg_assets/overlay/asking/ask.py (run)",
        ),
    ],
)
def test_what_decides_is_told_before_what_writes(table: str, made: str) -> None:
    stage = HOUSE.writer_of(table)
    contract = next(one for one in stage.tables if one.name == table)
    assert made_by(stage, contract, str) == made


def test_the_steps_behind_a_select_are_files_of_its_stage() -> None:
    stage = HOUSE.writer_of("overlay.evidence_bundles")
    table = next(one for one in stage.tables if one.name == "overlay.evidence_bundles")
    found = behind(stage, table, Origin("sql/overlay/evidence/bundles.sql"))
    assert [step.file for step in found] == ["sql/overlay/evidence/support.sql", "sql/overlay/shared/context_edges.sql"]
    assert behind(stage, table, Origin("kg_assets/overlay/evidence/promote.py", "run")) == []


def test_heads_name_tables_of_the_stage_that_declares_the_file() -> None:
    made = {table: origin_of(stage, table).file for stage in HOUSE.stages for table in (t.name for t in stage.tables)}
    for path in sorted(shipped_path("sql").rglob("*.sql")):
        found = _HEAD.match(path.read_text(encoding="utf-8"))
        if found:
            assert made.get(found[1]) == f"sql/{path.relative_to(shipped_path('sql')).as_posix()}", path
