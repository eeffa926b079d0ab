"""The contract check: counts the violations of every rule of a table's contract over the files that a stage
has written.

Nullability, types and the form of instants are left to the writer, which cannot write them otherwise. Checked
here: keys, unique groups, foreign keys, closed vocabularies, and the rules that the contract spells out. What
`proofs` cannot prove from the columns alone is counted in SQL.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from kg_assets.core.contract import Column, Table
from kg_assets.engine.proofs import Files, proven, reference_name, unique_groups, unique_name, values_name
from kg_assets.store.sqlrun import add_views, identifier, quote

_FEW_ROWS = 20_000  # of all tables that a stage's checks in SQL read
_TABLE = re.compile(r"\{(\w+\.\w+)\}")
_WORD = re.compile(r"\w+")
_ALL_COLUMNS = re.compile(r"(?<!count\()\*")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of checking one table: violations by rule, in the order of the checks."""

    table: str
    violations: Mapping[str, int]

    @property
    def passed(self) -> bool:
        return not any(self.violations.values())


class _Ask(NamedTuple):
    """A SELECT that gives one row per violation, and the tables that it reads."""

    violations: str
    reads: frozenset[str]


def check_tables(
    connection: Any, contracts: Sequence[Table], files: Files, news: Files | None = None,
    unchanged: Collection[str] = (),
) -> list[CheckResult]:  # fmt: skip
    """Check those of `contracts` whose files are Parquet.

    `files` holds their files and those of every table they refer to. `news` are, for some tables, the
    files with new rows: the rules of the contracts are counted over these alone, since the other rows
    were checked before. `unchanged` are tables that are the same as in a build that kept all contracts:
    a check that reads no other tables is skipped.
    """
    checked = [table for table in contracts if table.file_format == "parquet"]
    # Without rows only the table's own rules can be broken: the others are about a row that is there.
    filled = [table for table in checked if _rows_of(files.get(table.name, ()))]
    unproven = {table.name: _unproven(table, files, unchanged) for table in filled}
    ruled = {table.name: _open(_ruled(table), unchanged) for table in checked}
    counts = [_counted(connection, unproven, files), _counted(connection, ruled, files, news or {})]
    return [
        CheckResult(table.name, dict.fromkeys(_names(table), 0) | counts[0].get(table.name, {}) | counts[1][table.name])
        for table in checked
    ]


def _unproven(table: Table, files: Files, unchanged: Collection[str]) -> dict[str, _Ask]:
    asked = _open(_asked_of(table), unchanged)
    settled = proven(table, files, asked)
    return {name: ask for name, ask in asked.items() if name not in settled}


def _open(asked: Mapping[str, _Ask], unchanged: Collection[str]) -> dict[str, _Ask]:
    """The checks that must be counted: those that read at least one changed table. A check whose tables are all
    `unchanged` has the result that it had before."""
    known = set(unchanged)
    return {name: ask for name, ask in asked.items() if not ask.reads or not ask.reads <= known}


def _ruled(table: Table) -> dict[str, _Ask]:
    """For each rule of a contract, by name, the SELECT that gives one row per violation."""
    return {
        rule.name: _Ask(_TABLE.sub(r"\1", rule.violations), frozenset(_TABLE.findall(rule.violations)))
        for rule in table.rules
    }


def _rows_of(paths: Sequence[Path]) -> int:
    return sum(pq.read_metadata(path).num_rows for path in paths)


def _names(table: Table) -> list[str]:
    """The names of all checks of a table, in the order in which a report lists them."""
    return [*_asked_of(table), *(rule.name for rule in table.rules)]


def _asked_of(table: Table) -> dict[str, _Ask]:
    """The checks that follow from the columns of a contract (keys, vocabularies, foreign keys): for each, by name, the
    SELECT that gives one row per violation."""
    source = f"{identifier(table.schema_name)}.{identifier(table.table_name)}"
    own = frozenset({table.name})
    asked = {unique_name(group): _Ask(_duplicates(source, group), own) for group in unique_groups(table)}
    for column in table.columns:
        if column.values:
            asked[values_name(column)] = _Ask(_others(source, column), own)
    for column in table.columns:
        if column.references:
            other = column.references.rpartition(".")[0]
            asked[reference_name(column)] = _Ask(_dangling(source, column.name, column.references), own | {other})
    return asked


def _counted(
    connection: Any, asked: Mapping[str, Mapping[str, _Ask]], files: Files, news: Files | None = None
) -> dict[str, dict[str, int]]:  # fmt: skip
    """How many violations each check found: for each table a dict from the name of a check to the number. Of a table in
    `news` only the files given there are read, otherwise those in `files`."""
    reading = Counter(name for asks in asked.values() for ask in asks.values() for name in ask.reads)
    read = {name: paths for name, paths in files.items() if name in reading and paths}
    asked_of = {name: paths for name, paths in (read | dict(news or {})).items() if name in read}
    # To open files for each rule takes longer than to count few rows.
    are_few = sum(_rows_of(paths) for paths in asked_of.values()) <= _FEW_ROWS
    held = {name: paths for name, paths in asked_of.items() if are_few and reading[name] > 1}
    add_views(connection, held, are_held=True, named=_words(asked))
    add_views(connection, {name: paths for name, paths in asked_of.items() if name not in held})
    add_views(connection, {name: read[name][:1] for name, paths in asked_of.items() if not paths}, are_empty=True)
    counted = {name: _counted_of(connection, asks, at_once=are_few) for name, asks in asked.items()}
    for schema in {name.partition(".")[0] for name in read}:
        connection.execute(f"DROP SCHEMA {identifier(schema)} CASCADE")
    return counted


def _words(asked: Mapping[str, Mapping[str, _Ask]]) -> set[str] | None:
    """All words that occur in the SELECTs, as a set that surely contains the name of every column that they read. None
    if a SELECT may read all columns of a table (`*`)."""
    texts = [ask.violations for asks in asked.values() for ask in asks.values()]
    if any(_ALL_COLUMNS.search(text) for text in texts):
        return None
    return {word for text in texts for word in _WORD.findall(text)}


def _counted_of(connection: Any, asks: Mapping[str, _Ask], at_once: bool) -> dict[str, int]:
    """How many violations each of these checks found, by the name of the check. With `at_once` one SELECT counts all of
    them. For many rows each check is counted alone, because checks in one SELECT are in memory together."""
    counting = [f"(SELECT count(*) FROM ({ask.violations}))" for ask in asks.values()]
    selects = [f"SELECT {', '.join(counting)}"] if at_once and counting else [f"SELECT {one}" for one in counting]
    counts = [count for select in selects for count in connection.execute(select).fetchone()]
    return dict(zip(asks, map(int, counts), strict=True))


def _others(source: str, column: Column) -> str:
    allowed = ", ".join(quote(value) for value in column.values)
    return f"SELECT 1 FROM {source} WHERE {identifier(column.name)} NOT IN ({allowed})"


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
