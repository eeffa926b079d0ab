"""Writes one DuckDB file of a build: real tables with keys, references and comments, and the analysts' views and
macros.

The file needs neither the warehouse nor this program. `kg_assets.store.database` says what the published file
holds.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from kg_assets.core.contract import Column, Table
from kg_assets.engine.macros import macros_of
from kg_assets.exports.source import ExportedBuild, make_schema, place_of
from kg_assets.house import HOUSE
from kg_assets.store.database import STORAGE_VERSION
from kg_assets.store.sqlrun import file_list, given_tables, identifier, quote

# Half of the tables are small, and each takes a few blocks. With the usual block size of 262,144 a small build would
# take 40 MB.
_BLOCK_BYTES = 16384
_MADE, _ROWS = "made", "given_rows"
_ABOUT = "about_this_build"


def write_duckdb(build: ExportedBuild, target: Path) -> dict[str, int]:
    """Write one DuckDB file with the tables of a build. Returns how many tables and rows it holds, under the keys
    "table" and "row"."""
    connection = build.connection
    stored = f"STORAGE_VERSION '{STORAGE_VERSION}', BLOCK_SIZE {_BLOCK_BYTES}"
    connection.execute(f"ATTACH {quote(os.fspath(target))} AS {_MADE} ({stored})")
    # Every checkpoint writes all keys of a table again, so only one is made, when the table is full.
    connection.execute("SET checkpoint_threshold = '1TB'")
    try:
        connection.execute(f"USE {_MADE}")
        tables = ordered({name: HOUSE.tables[name] for name in build.files})
        for contract, references in tables:
            make_schema(connection, contract.name)
            connection.execute(_definition(contract, references))
            _fill(build, contract)
            for statement in _comments(contract):
                connection.execute(statement)
        for statement in _about(build):
            connection.execute(statement)
        _add_views(connection, build)
        connection.execute(f"CHECKPOINT {_MADE}")
    finally:
        connection.execute(f"USE {identifier(build.database)}")
        connection.execute(f"DETACH {_MADE}")
    return {"table": len(tables), "row": sum(build.manifest.tables[name].rows for name in build.files)}


def ordered(tables: Mapping[str, Table]) -> list[tuple[Table, tuple[Column, ...]]]:
    """The tables, each after all tables that it references, and with each its columns whose references become foreign
    keys.

    Two kinds of reference become no foreign keys. One is a table's reference to itself: DuckDB checks it row by row,
    when later rows are not there yet. The other is a reference to another schema, which DuckDB does not allow.
    """
    placed: dict[str, tuple[Table, tuple[Column, ...]]] = {}

    def place(name: str) -> None:
        if name in placed:
            return
        near = {other for other in tables.keys() - {name} if tables[other].schema_name == tables[name].schema_name}
        kept = tuple(column for column in tables[name].columns if column.references and _referenced(column)[0] in near)
        for column in kept:
            place(_referenced(column)[0])
        placed[name] = (tables[name], kept)

    for name in tables:
        place(name)
    return list(placed.values())


def _referenced(column: Column) -> tuple[str, str]:
    table, _, name = (column.references or "").rpartition(".")
    return table, name


def _definition(contract: Table, references: tuple[Column, ...]) -> str:
    parts = [_declared(column) for column in contract.columns]
    parts.append(f"PRIMARY KEY ({', '.join(map(identifier, contract.key))})")
    for column in references:
        table, key = _referenced(column)
        other = place_of(table)
        parts.append(f"FOREIGN KEY ({identifier(column.name)}) REFERENCES {other} ({identifier(key)})")
    return f"CREATE TABLE {place_of(contract.name)} ({', '.join(parts)})"


def _declared(column: Column) -> str:
    null = "" if column.nullable else " NOT NULL"
    return f"{identifier(column.name)} {column.duckdb_type}{null}"


def _fill(build: ExportedBuild, contract: Table) -> None:
    """Insert the rows in the order of the files, a batch at a time: a single insert would hold the keys in memory
    twice."""
    name, rows_at_once = place_of(contract.name), build.settings.insert_rows
    columns = ", ".join(identifier(column.name) for column in contract.columns)
    files = file_list(build.files[contract.name])
    # With a cursor of its own, because a connection cannot stream a result while it does something else.
    cursor = build.connection.cursor()
    try:
        for batch in cursor.sql(f"SELECT {columns} FROM read_parquet({files})").to_arrow_reader(rows_at_once):
            with given_tables(build.connection, {_ROWS: pa.Table.from_batches([batch])}):
                build.connection.execute(f"INSERT INTO {name} SELECT * FROM {_ROWS}")
    finally:
        cursor.close()
    # Only a checkpoint frees the memory of the inserts.
    build.connection.execute(f"CHECKPOINT {_MADE}")


def _comments(contract: Table) -> Iterator[str]:
    name = place_of(contract.name)
    yield f"COMMENT ON TABLE {name} IS {quote(contract.meaning)}"
    for column in contract.columns:
        yield f"COMMENT ON COLUMN {name}.{identifier(column.name)} IS {quote(column.meaning)}"


def _about(build: ExportedBuild) -> Iterator[str]:
    manifest = build.manifest
    yield f"CREATE TABLE {_ABOUT} (build VARCHAR PRIMARY KEY, as_of TIMESTAMP NOT NULL, horizon TIMESTAMP)"
    horizon = "NULL" if manifest.horizon is None else quote(manifest.horizon)
    yield f"INSERT INTO {_ABOUT} VALUES ({quote(str(manifest.ref))}, {quote(manifest.as_of)}, {horizon})"
    meaning = "Which build this is, its point in time, and the newest moment in its sources."
    yield f"COMMENT ON TABLE {_ABOUT} IS {quote(meaning)}"


def _add_views(connection: Any, build: ExportedBuild) -> None:
    """Add the macros that ask about time, then the analysts' views, as in the published file."""
    manifest, config = build.manifest, build.config
    tables = {name: [Path(path) for path in paths] for name, paths in build.files.items()}
    files = [config.file(name) for name in HOUSE.views]
    for sql in (macros_of(HOUSE, config, manifest, tables), *(file.read_text(encoding="utf-8") for file in files)):
        for statement in connection.extract_statements(sql):
            connection.execute(statement)
