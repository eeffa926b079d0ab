"""The contract check: every rule of a table's contract, counted in SQL over the files that a stage has written.

Nullability and types are the writer's business (they cannot be written otherwise). Here: keys, unique groups, foreign
keys, closed vocabularies, timestamp form, and the rules that the contract spells out.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg_assets.core.contract import Table
from kg_assets.store.sqlrun import add_views, identifier, quote

_TABLE = re.compile(r"\{(\w+\.\w+)\}")
TIMESTAMP_FORM = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z"


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
    return [_check(connection, table) for table in contracts if table.file_format == "parquet"]


def _check(connection: Any, table: Table) -> CheckResult:
    source = f"{identifier(table.schema_name)}.{identifier(table.table_name)}"
    found: dict[str, int] = {}
    for group in dict.fromkeys((table.key, *table.unique)):
        found[f"unique({', '.join(group)})"] = _count(connection, _duplicates(source, group))
    found |= _count_by_row(connection, source, table)
    for column in table.columns:
        if column.references:
            found[f"references({column.name} -> {column.references})"] = _count(
                connection, _dangling(source, column.name, column.references)
            )
    for rule in table.rules:
        found[rule.name] = _count(connection, _TABLE.sub(r"\1", rule.violations))
    return CheckResult(table.name, found)


def _count_by_row(connection: Any, source: str, table: Table) -> dict[str, int]:
    """Vocabularies and timestamps, all in one reading of the table."""
    broken: dict[str, str] = {}
    for column in table.columns:
        name = identifier(column.name)
        if column.values:
            allowed = ", ".join(quote(value) for value in column.values)
            broken[f"values({column.name})"] = f"{name} NOT IN ({allowed})"
        if column.type == "timestamp":
            broken[f"timestamp({column.name})"] = f"NOT regexp_full_match({name}, {quote(TIMESTAMP_FORM)})"
    if not broken:
        return {}
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
