"""A column that holds a computed number says how, so that nobody has to look for it in the code."""

import pytest

from kg_assets.core.contract import Table
from kg_assets.house import HOUSE

_TABLES = [table for stage in HOUSE.stages for table in stage.tables]


@pytest.mark.parametrize("table", _TABLES, ids=lambda table: table.name)
def test_every_number_that_is_no_count_carries_its_formula(table: Table) -> None:
    assert [column.name for column in table.columns if column.type == "float" and not column.formula] == []
