"""The contract check: every rule of a table's contract, counted in SQL over the files that a stage has written.

Nullability, types and the form of instants are the writer's business (they cannot be written otherwise). Here: keys,
unique groups, foreign keys, closed vocabularies, and the rules that the contract spells out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from kg_assets.core.contract import Table
from kg_assets.store.sqlrun import add_views, identifier, quote

_TABLE = re.compile(r"\{(\w+\.\w+)\}")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How one table kept its contract: violations by rule, in the order in which the rules were tried."""

    table: str
    violations: Mapping[str, int]

    @property
    def passed(self) -> bool:
        return not any(self.violations.values())


def check_tables(connection: Any, contracts: Sequence[Table], files: Mapping[str, Sequence[Path]]) -> list[CheckResult]:
    """Check each of `contracts`; `files` holds theirs and those of every table they refer to."""
    add_views(connection, files)
    return [
        _check(connection, table, is_empty=not any(pq.read_metadata(path).num_rows for path in files[table.name]))
        for table in contracts
        if table.file_format == "parquet"
    ]


def _check(connection: Any, table: Table, is_empty: bool) -> CheckResult:
    """Without rows only the table's own rules can be broken: the others are about a row that is there."""
    source = f"{identifier(table.schema_name)}.{identifier(table.table_name)}"
    found: dict[str, int] = {}
    for group in dict.fromkeys((table.key, *table.unique)):
        select = _duplicates(source, group)
        found[f"unique({', '.join(group)})"] = 0 if is_empty else _count(connection, select)
    found |= _count_by_row(connection, source, table, is_empty)
    for column in table.columns:
        if column.references:
            select = _dangling(source, column.name, column.references)
            found[f"references({column.name} -> {column.references})"] = 0 if is_empty else _count(connection, select)
    for rule in table.rules:
        found[rule.name] = _count(connection, _TABLE.sub(r"\1", rule.violations))
    return CheckResult(table.name, found)


def _count_by_row(connection: Any, source: str, table: Table, is_empty: bool) -> dict[str, int]:
    """Vocabularies, all in one reading of the table."""
    broken: dict[str, str] = {}
    for column in table.columns:
        name = identifier(column.name)
        if column.values:
            allowed = ", ".join(quote(value) for value in column.values)
            broken[f"values({column.name})"] = f"{name} NOT IN ({allowed})"
    if not broken or is_empty:
        return dict.fromkeys(broken, 0)
    counts = ", ".join(f"count(*) FILTER (WHERE {condition})" for condition in broken.values())
    row = connection.execute(f"SELECT {counts} FROM {source}").fetchone()
    return dict(zip(broken, map(int, row), strict=True))


def _dangling(source: str, column: str, references: str) -> str:
    other, _, key = references.rpartition(".")
    schema, _, other_table = other.partition(".")
    name, target, key = identifier(column), f"{identifier(schema)}.{identifier(other_table)}", identifier(key)
    return (
        f"SELECT 1 FROM {source} WHERE {name} IS NOT NULL "
        f"AND {name} NOT IN (SELECT {key} FROM {target} WHERE {key} IS NOT NULL)"
    )


def _duplicates(source: str, group: Sequence[str]) -> str:
    columns = ", ".join(identifier(name) for name in group)
    return f"SELECT 1 FROM {source} GROUP BY {columns} HAVING count(*) > 1"


def _count(connection: Any, select: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM ({select})").fetchone()[0])
