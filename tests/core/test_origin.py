"""A table leads to the file that makes it, and no SQL file says of itself that it makes a table of another stage."""

import re

import pytest

from kg_assets.core.data import shipped_path
from kg_assets.core.origin import Origin, origin_of
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


def test_heads_name_tables_of_the_stage_that_declares_the_file() -> None:
    made = {table: origin_of(stage, table).file for stage in HOUSE.stages for table in (t.name for t in stage.tables)}
    for path in sorted(shipped_path("sql").rglob("*.sql")):
        found = _HEAD.match(path.read_text(encoding="utf-8"))
        if found:
            assert made.get(found[1]) == f"sql/{path.relative_to(shipped_path('sql')).as_posix()}", path
