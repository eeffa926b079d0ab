"""Views of one table in two builds, which different versions of the program may have made, for comparing
them.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kg_assets.core.contract import Table
from kg_assets.store.sqlrun import add_views, identifier

_RAW = "as_it_is"


def add_sides(connection: Any, contract: Table, sides: Mapping[str, Sequence[Path]]) -> list[str]:
    """Create a view for each of two sides (`schema.view` → files) with the columns of the contract. Returns
    the columns that are not compared.

    A column that one side lacks, or has with another type, is null on both sides, so that no row differs by
    it.
    """
    names = list(sides)
    found = {name: _raw_columns(connection, name, sides[name]) for name in names}
    # A side without files has no rows; it gets the columns of the other.
    first, second = (found[name] or found[other] for name, other in zip(names, reversed(names), strict=True))
    unlike = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    for name in names:
        columns = (_selected(column.name, first, second) for column in contract.columns)
        schema, _, view = name.partition(".")
        rows = _raw(name) if found[name] else f"{_raw(_other(names, name))} LIMIT 0"
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {identifier(schema)}")
        connection.execute(
            f"CREATE VIEW {identifier(schema)}.{identifier(view)} AS SELECT {', '.join(columns)} FROM {rows}"
        )
    return unlike


def _raw_columns(connection: Any, name: str, files: Sequence[Path]) -> dict[str, str]:
    """The columns of a side's files with their types; empty without files."""
    if not files:
        return {}
    add_views(connection, {f"{_RAW}.{name}": files})
    return {row[0]: row[1] for row in connection.execute(f"DESCRIBE {_raw(name)}").fetchall()}


def _raw(name: str) -> str:
    return f"{identifier(_RAW)}.{identifier(name)}"


def _other(names: Sequence[str], name: str) -> str:
    return next(one for one in names if one != name)


def _selected(column: str, first: Mapping[str, str], second: Mapping[str, str]) -> str:
    if column in first and first[column] == second.get(column):
        return identifier(column)
    return f"NULL::{first.get(column) or second.get(column) or 'VARCHAR'} AS {identifier(column)}"
