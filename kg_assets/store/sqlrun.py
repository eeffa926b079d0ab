"""DuckDB sessions over a build's files. SQL stages, checks and readers open tables only through here."""

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pyarrow as pa

from kg_assets.core.contract import DUCKDB_TYPES, Table
from kg_assets.core.resident import holds_much
from kg_assets.store.rows import select_as_text

_numbers = itertools.count(1)
_BASE = "base"
_Rows = TypeVar("_Rows")
_TABLE = re.compile(r"\b[a-z_]+\.\w+")
_NO_PATTERN = str.maketrans({"[": "[[]", "*": "[*]", "?": "[?]"})


@contextmanager
def session(threads: int, memory_limit: str, temporary: Path | None = None) -> Iterator[Any]:
    """An empty in-memory database with fixed limits, in UTC; it is dropped at the end.

    Sessions of a process with the same limits share one DuckDB, because starting one takes longer than the
    SQL of many stages.
    """
    name = f"session_{next(_numbers)}"
    cursor = _engine(max(1, threads), memory_limit, temporary).cursor()
    cursor.execute(f"ATTACH ':memory:' AS {name}")
    try:
        cursor.execute(f"USE {name}")
        yield cursor
    finally:
        cursor.execute(f"USE {_BASE}")
        cursor.execute(f"DETACH {name}")
        if holds_much():
            # Setting its limit lets DuckDB give back at once what is free; by itself it does so a second later, and a
            # whole build's stages would pile up what they have freed.
            cursor.execute(f"SET memory_limit = {quote(memory_limit)}")
        cursor.close()


@cache
def _engine(threads: int, memory_limit: str, temporary: Path | None) -> Any:
    connection = duckdb.connect(":memory:", config={"threads": threads, "memory_limit": memory_limit})
    leave_memory(connection)
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("SET enable_progress_bar = false")
    # Otherwise memory that a large query has freed stays with the process: a hundred megabytes after many a stage.
    connection.execute("SET allocator_background_threads = true")
    if temporary is not None:
        connection.execute(f"SET temp_directory = {quote(str(temporary))}")
    return connection


def leave_memory(connection: Any) -> str:
    """Replace the database in memory by one with another name; returns that name.

    The database that DuckDB makes in memory is called `memory`. DuckDB could not tell this name from our schema of
    the same name.
    """
    connection.execute(f"ATTACH ':memory:' AS {_BASE}")
    connection.execute(f"USE {_BASE}")
    connection.execute("DETACH memory")
    return _BASE


@cache
def parsed(sql: str) -> Any:
    """One statement, parsed once and then executed again and again. Parsing takes a fifth of the time of a small step,
    and the steps are the same in every build."""
    (statement,) = duckdb.extract_statements(sql)
    return statement


def remember_files(connection: Any) -> None:
    """Make DuckDB cache the metadata of Parquet files. That is safe, since files are named by their contents
    and never change."""
    connection.execute("SET GLOBAL parquet_metadata_cache = true")


def quote(text: str) -> str:
    """A SQL string literal."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """A quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def file_list(paths: Iterable[str | Path]) -> str:
    """A list of files for DuckDB's readers. Pattern characters in names are escaped."""
    return "[" + ", ".join(quote(str(path).translate(_NO_PATTERN)) for path in paths) + "]"


def named_in(tables: Mapping[str, _Rows], *texts: str) -> dict[str, _Rows]:
    """The entries of `tables` whose names occur in these SQL texts.

    Only they get views, since making a view costs as much as querying it.
    """
    found = {name for text in texts for name in _TABLE.findall(text)}
    return {name: rows for name, rows in tables.items() if name in found}


def add_views(
    connection: Any, tables: Mapping[str, Sequence[Path]], are_held: bool = False, are_empty: bool = False,
    named: Collection[str] | None = None,
) -> None:  # fmt: skip
    """Make views `<schema>.<table>` over Parquet files, with rows as stages see them; a table without files
    gets none.

    With `are_held` tables are made instead, so that files are read once, now. With `are_empty` the views have
    the columns of the files and no rows. With `named` they have only the columns with these names.
    """
    kind, rows = "TABLE" if are_held else "VIEW", " LIMIT 0" if are_empty else ""
    given = {name: paths for name, paths in sorted(tables.items()) if paths}
    for schema in dict.fromkeys(name.partition(".")[0] for name in given):
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {identifier(schema)}")
    for name, paths in given.items():
        source = select_as_text(f"read_parquet({file_list(paths)})", paths, named)
        connection.execute(f"CREATE {kind} {'.'.join(map(identifier, name.split('.', 1)))} AS {source}{rows}")


def hold_rows(connection: Any, tables: Mapping[str, pa.Table]) -> None:
    """Make tables `<schema>.<table>` from rows in memory."""
    for name, rows in sorted(tables.items()):
        schema, _, own = name.partition(".")
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {identifier(schema)}")
        with given_tables(connection, {"held_rows": rows}):
            connection.execute(f"CREATE TABLE {identifier(schema)}.{identifier(own)} AS SELECT * FROM held_rows")


@contextmanager
def given_tables(connection: Any, tables: Mapping[str, pa.Table]) -> Iterator[None]:
    """Make rows in memory available under names without a schema, while the context is open."""
    for name, rows in sorted(tables.items()):
        connection.register(name, rows)
    try:
        yield
    finally:
        for name in sorted(tables):
            connection.unregister(name)


def contract_cast(table: Table) -> str:
    """A SELECT list that casts the columns of a contract to its types, for the result of a SQL stage."""
    kinds = DUCKDB_TYPES | {"instant": "VARCHAR"}
    return ", ".join(f"{identifier(c.name)}::{kinds[c.type]} AS {identifier(c.name)}" for c in table.columns)


_MADE_ID = "[0-9a-f-]{8,64}"


def preview_columns(table: Table) -> list[str]:
    """A SELECT list without private text: columns marked `content` appear as their lengths.

    Ids may come from exports and contain any words; only ids that look generated are shown.
    """
    columns = []
    for column in table.columns:
        name = identifier(column.name)
        if column.content:
            measure = "octet_length" if column.type == "bytes" else "length"
            columns.append(f"{measure}({name}) AS {identifier(column.name + '_length')}")
        elif column.name.endswith(("_id", "_node")):
            shown = f"CASE WHEN regexp_full_match({name}, '{_MADE_ID}') THEN {name} ELSE length({name})::VARCHAR END"
            columns.append(f"{shown} AS {name}")
        else:
            columns.append(name)
    return columns
