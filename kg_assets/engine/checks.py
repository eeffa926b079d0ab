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

_FEW_ROWS = 20_000  # of all tables that a stage's checks read
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
    asked_for = _asked_for(contracts)
    files = {name: paths for name, paths in files.items() if name in asked_for}
    rows = {name: sum(pq.read_metadata(path).num_rows for path in paths) for name, paths in files.items()}
    # To open files for each rule takes longer than to count few rows.
    are_few = sum(rows.values()) <= _FEW_ROWS
    add_views(connection, files, are_held=are_few)
    return [
        CheckResult(table.name, _counted(connection, _asked_of(table, is_empty=not rows[table.name]), at_once=are_few))
        for table in contracts
        if table.file_format == "parquet"
    ]


def _asked_for(contracts: Sequence[Table]) -> set[str]:
    """The tables themselves, and those that their references and rules name."""
    own = {table.name for table in contracts}
    referred = {c.references.rpartition(".")[0] for table in contracts for c in table.columns if c.references}
    return (
        own
        | referred
        | {name for table in contracts for rule in table.rules for name in _TABLE.findall(rule.violations)}
    )


def _asked_of(table: Table, is_empty: bool) -> dict[tuple[str, ...], str]:
    """By names of rules a SELECT of one row that counts for each of them, in the order in which they are tried.

    Without rows only the table's own rules can be broken: the others are about a row that is there.
    """
    source = f"{identifier(table.schema_name)}.{identifier(table.table_name)}"
    asked: dict[tuple[str, ...], str] = {}
    for group in dict.fromkeys((table.key, *table.unique)):
        asked[f"unique({', '.join(group)})",] = _counting(_duplicates(source, group))
    asked |= _vocabularies(source, table)
    for column in table.columns:
        if column.references:
            name = f"references({column.name} -> {column.references})"
            asked[name,] = _counting(_dangling(source, column.name, column.references))
    if is_empty:
        asked = {names: f"SELECT {', '.join('0' for _ in names)}" for names in asked}
    return asked | {(rule.name,): _counting(_TABLE.sub(r"\1", rule.violations)) for rule in table.rules}


def _vocabularies(source: str, table: Table) -> dict[tuple[str, ...], str]:
    """All in one reading of the table."""
    broken: dict[str, str] = {}
    for column in table.columns:
        if column.values:
            allowed = ", ".join(quote(value) for value in column.values)
            broken[f"values({column.name})"] = f"{identifier(column.name)} NOT IN ({allowed})"
    counts = ", ".join(f"count(*) FILTER (WHERE {condition})" for condition in broken.values())
    return {tuple(broken): f"SELECT {counts} FROM {source}"} if broken else {}


def _counted(connection: Any, asked: Mapping[tuple[str, ...], str], at_once: bool) -> dict[str, int]:
    """The violations by rule. Many rows are asked one thing after another: what is counted at once is held at once."""
    selects = [f"SELECT * FROM {', '.join(f'({select})' for select in asked.values())}"] if at_once else asked.values()
    counts = [count for select in selects for count in connection.execute(select).fetchone()]
    return dict(zip((name for names in asked for name in names), map(int, counts), strict=True))


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


def _counting(select: str) -> str:
    return f"SELECT count(*) FROM ({select})"
