"""A column that holds a computed number says how, so that nobody has to look for it in the code."""

import re
from functools import cache

import pytest
import yaml

from kg_assets.core.contract import Table
from kg_assets.core.data import shipped_path
from kg_assets.core.origin import origin_of
from kg_assets.house import HOUSE

_TABLES = [table for stage in HOUSE.stages for table in stage.tables]


@pytest.mark.parametrize("table", _TABLES, ids=lambda table: table.name)
def test_every_number_that_is_no_count_carries_its_formula(table: Table) -> None:
    assert [column.name for column in table.columns if column.type == "float" and not column.formula] == []


@pytest.mark.parametrize("table", _TABLES, ids=lambda table: table.name)
def test_what_a_formula_names_is_there(table: Table) -> None:
    """Each name is a column, a table, a value of this table, a key of the configuration, or stands in the SELECT."""
    stage = HOUSE.writer_of(table.name)
    origin = origin_of(stage, table.name)
    of_select = (
        set(re.findall(r"\w+", shipped_path(origin.file).read_text(encoding="utf-8")))
        if origin.file.endswith(".sql")
        else set()
    )
    known = (
        {"as_of"}
        | _columns_and_tables()
        | _keys()
        | of_select
        | {value for column in table.columns for value in column.values}
    )
    named = {
        name for column in table.columns for name in re.findall(r"(?<![\w/.])[a-z]\w*_\w+(?![\w/])", column.formula)
    }
    assert named - known == set()


@cache
def _columns_and_tables() -> frozenset[str]:
    tables = {part for table in _TABLES for part in (table.name.split(".")[0], table.name.split(".")[1].split("__")[0])}
    return frozenset({column.name for table in _TABLES for column in table.columns} | tables)


@cache
def _keys() -> frozenset[str]:
    found: set[str] = set()

    def look(value: object, depth: int) -> None:
        if isinstance(value, dict) and depth:
            found.update(map(str, value))
            for below in value.values():
                look(below, depth - 1)

    for path in sorted(shipped_path("config").rglob("*.yaml")):
        look(yaml.safe_load(path.read_text(encoding="utf-8")), 4)
    return frozenset(found)
