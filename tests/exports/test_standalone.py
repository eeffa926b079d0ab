"""The standalone DuckDB file: the same rows under real keys, without the warehouse."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from kg_assets.core.contract import Column, Table
from kg_assets.exports.standalone import ordered
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from tests.exports.conftest import Exported, exported_to

pytestmark = pytest.mark.whole

ASKED = (
    "SELECT * FROM claims_readable ORDER BY assertion_id",
    "SELECT * FROM people",
    "FROM facts_as_of(known_at := '2025-01')",
    "FROM timeline('SELF')",
    "FROM what_mattered('2025')",
    "SELECT instant_of('2025-03')",
)
# The other macros, each at least once; which there are is compared with what the file holds.
CALLED = (
    *ASKED,
    "FROM left_out('2025-01', '2025-06', 'stated') ORDER BY ALL",
    "FROM changes_between('2024-11', '2025-06') ORDER BY ALL",
    "FROM branch((SELECT min(message_id) FROM messages)) ORDER BY ALL",
    "FROM mentions_of((SELECT min(name) FROM entity_overview)) ORDER BY ALL",
    "FROM history_at('2025-06') ORDER BY ALL",
    "FROM claims_in_time(TRUE) ORDER BY ALL",
    "FROM claims_told(TRUE) ORDER BY ALL",
    "FROM claims_of_members() ORDER BY ALL",
    "FROM states_begun() ORDER BY ALL",
    "SELECT label_begin('2025-03'), label_end('2025-Q2'), build_as_of(), build_horizon()",
    """SELECT object_words('a', 'text', '"b"')""",
)


def _place(contract: Table) -> tuple[str, str]:
    """Schema and name of a table in the file."""
    return "main" if contract.schema_name == "kg" else contract.schema_name, contract.table_name


PARQUET = [contract for contract in HOUSE.tables.values() if contract.file_format == "parquet"]


@pytest.fixture(scope="module")
def alone(exported: Exported, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The file moved to where nothing else is, unable to read any other."""
    path: Path = tmp_path_factory.mktemp("alone") / "elsewhere.duckdb"
    shutil.copyfile(exported("duckdb"), path)
    with duckdb.connect(str(path), read_only=True) as connection:
        connection.execute("SET enable_external_access = false")
        yield connection


@pytest.mark.parametrize("contract", PARQUET, ids=lambda contract: contract.table_name)
def test_every_table_has_its_rows_in_its_order(alone: Any, published: Any, contract: Table) -> None:
    columns = ", ".join(f'"{column.name}"' for column in contract.columns)
    select = f"SELECT {columns} FROM {'.'.join(_place(contract))} ORDER BY {', '.join(contract.sort_order)}"
    assert alone.execute(select).fetchall() == published.execute(select).fetchall()


def test_keys_and_references_are_the_contracts(alone: Any) -> None:
    keys = alone.execute(
        "SELECT table_name, constraint_column_names FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY'"
    ).fetchall()
    assert {(t.table_name, t.key) for t in PARQUET} <= {(table, tuple(columns)) for table, columns in keys}
    kept = alone.execute(
        "SELECT table_name, constraint_column_names[1], referenced_table, referenced_column_names[1]"
        " FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY'"
    ).fetchall()
    wanted = {
        (table.table_name, column.name, *(column.references.split(".")[1:]))
        for table in PARQUET
        for column in table.columns
        if column.references
        and not column.references.startswith(f"{table.name}.")
        and column.references.startswith(f"{table.schema_name}.")
    }
    assert set(kept) == wanted


def test_meanings_are_comments(alone: Any) -> None:
    said = alone.execute("SELECT schema_name, table_name, comment FROM duckdb_tables()").fetchall()
    tables = {(schema, table): comment for schema, table, comment in said}
    columns = {
        (schema, table, column): comment
        for schema, table, column, comment in alone.execute(
            "SELECT schema_name, table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
        ).fetchall()
    }
    for contract in PARQUET:
        assert tables[_place(contract)] == contract.meaning
        assert all(columns[(*_place(contract), c.name)] == c.meaning for c in contract.columns)


def test_views_and_macros_answer_as_in_the_published_file(alone: Any, published: Any) -> None:
    for select in ASKED:
        assert alone.execute(select).fetchall() == published.execute(select).fetchall(), select


def test_the_file_is_one_that_duckdb_1_4_reads(alone: Any) -> None:
    tags = alone.execute("SELECT tags FROM duckdb_databases() WHERE NOT internal").fetchone()[0]
    assert tags["storage_version"].startswith("v1.4")
    build = alone.execute("SELECT build, as_of FROM about_this_build").fetchone()
    assert build[0].startswith(f"{build[1]:%Y%m%d}")


def test_two_exports_hold_the_same_rows_in_the_same_order(life: Home, alone: Any, tmp_path: Path) -> None:
    """Their bytes cannot be the same; docs/exports.md says by what two files can be compared instead."""
    again = exported_to(life, "duckdb", tmp_path / "again.duckdb")
    with duckdb.connect(str(again), read_only=True) as other:
        for table in (".".join(_place(contract)) for contract in PARQUET):
            digest = f"SELECT md5(string_agg(md5(t::VARCHAR), '' ORDER BY rowid)), count(*) FROM {table} AS t"
            assert other.execute(digest).fetchall() == alone.execute(digest).fetchall(), table
        made = "SELECT sql FROM duckdb_tables() UNION ALL SELECT sql FROM duckdb_views() WHERE NOT internal ORDER BY 1"
        assert other.execute(made).fetchall() == alone.execute(made).fetchall()


def test_referenced_tables_come_first() -> None:
    """A table's references to itself are no constraint: DuckDB would refuse rows whose parent comes later."""
    a = Table("kg.a", "A.", (Column("i", "text", "I"), Column("p", "text", "P", references="kg.a.i")), ("i",))
    b = Table("kg.b", "B.", (Column("j", "text", "J"), Column("i", "text", "I", references="kg.a.i")), ("j",))
    assert [(t.name, [c.name for c in kept]) for t, kept in ordered({"kg.b": b, "kg.a": a})] == [
        ("kg.a", []),
        ("kg.b", ["i"]),
    ]


def test_no_parameter_of_a_macro_is_a_word_that_some_duckdb_keeps_for_itself(alone: Any) -> None:
    """DuckDB 1.5 reads no macro with a parameter `precision`."""
    kept = {
        word
        for (word,) in alone.execute(
            "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'"
        ).fetchall()
    }
    macros = alone.execute(
        "SELECT function_name, parameters FROM duckdb_functions() WHERE NOT internal AND function_type LIKE '%macro'"
    ).fetchall()
    assert macros
    assert {(name, word) for name, parameters in macros for word in parameters if word.lower() in kept} == set()


def test_every_macro_is_called(alone: Any) -> None:
    """So that none is left out where another DuckDB is tried."""
    macros = alone.execute(
        "SELECT DISTINCT function_name FROM duckdb_functions() WHERE NOT internal AND function_type LIKE '%macro'"
    ).fetchall()
    assert {name for (name,) in macros if not any(f"{name}(" in select for select in CALLED)} == set()


def test_another_duckdb_answers_the_same(life: Home, exported: Exported, alone: Any, published: Any) -> None:
    """`ANNALS_OTHER_DUCKDB` names folders into which other versions were installed (`pip install --target`).

    All macros, and a digest of the rows of all tables and views, of the export and of the published file with its
    history: read from Parquet, from DuckDB's own pages, and through views.
    """
    folders = [folder for folder in os.environ.get("ANNALS_OTHER_DUCKDB", "").split(os.pathsep) if folder]
    if not folders:
        pytest.skip("no other DuckDB is here")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import duckdb\n"
        "connection = duckdb.connect(sys.argv[2], read_only=True)\n"
        "print([connection.execute(select).fetchall() for select in sys.argv[3:]])"
    )
    for path, here in ((exported("duckdb"), alone), (life.database, published)):
        selects = [*CALLED, *_digests(here)]
        expected = repr([here.execute(select).fetchall() for select in selects])
        for folder in folders:
            command = [sys.executable, "-I", "-S", "-c", code, folder, str(path), *selects]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            assert done.stdout.strip() == expected, (folder, path.name)


def _digests(connection: Any) -> list[str]:
    """A select per table and view: as JSON, for how the text of a list is quoted differs between versions."""
    names = connection.execute(
        "SELECT schema_name, view_name FROM duckdb_views() WHERE NOT internal"
        " UNION SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal ORDER BY ALL"
    ).fetchall()
    return [
        f"SELECT '{name}', count(*), md5(string_agg(row, '' ORDER BY row))"
        f' FROM (SELECT to_json(t)::VARCHAR AS row FROM "{schema}"."{name}" AS t)'
        for schema, name in names
    ]
