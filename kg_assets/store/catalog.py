"""The contents of `kg.duckdb`: views over the files of tables, for one build and for all builds, with their
comments.

Every function here works on an opened file; `database` makes, renews and swaps whole files.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import duckdb
import pyarrow as pa

from kg_assets.core.contract import Table
from kg_assets.core.errors import WarehouseError
from kg_assets.store.builds import BuildRef, Manifest
from kg_assets.store.home import Home
from kg_assets.store.shelf import TableFiles
from kg_assets.store.sqlrun import identifier, quote

# A table `kg.messages` is a view in schema `main` of the file kg.duckdb: it answers to both names.
_MAIN = "kg"
FILES = "kg_history._files"  # build_id, table_name, path within the store
_PUBLISHED = "kg_history._published"  # build, generation
MADE = "kg_history._made"  # the two hashes of `Made`
# The one place in which the file names the home: all else is relative to what this macro gives. DuckDB knows no path
# that is relative to the file it has open, and would look for one in the folder that a person happens to be in.
_STORE = "kg_history._store"
_STORED = "kg_history._stored"
_STORE_VARIABLE = "annals_store"
_PUBLISHED_COLUMNS = 2  # a file of an older version has a third, its store
_COLUMN_OF_FILE = "_file"
# In a history view `build_id` is the sealed build of a row; a table's own `build_id` is `own_build_id` there.
_OF_BUILD, _OWN = "build_id", "own_build_id"
_BUILD_ID = "The sealed build whose row this is."


class Made(NamedTuple):
    """How a file was made, as two hashes: `macros` of the build's macros, `how` of everything else except the list of
    files."""

    how: str
    macros: str


Comments = dict[tuple[str, str], dict[str, str]]  # view → column → comment, the view's own under an empty name
HistoryFiles = dict[str, dict[str, list[str]]]  # table → contract version → distinct files
Builts = Sequence[tuple[Manifest, TableFiles]]  # the builds that are sealed, with their files


def view_name(table: str) -> str:
    """The quoted name of a table's view."""
    return ".".join(map(identifier, viewed(table)))


def history_name(table: str) -> str:
    """The quoted name of the view over all builds: `kg_history.messages`, `beliefs_history.…`."""
    return ".".join(map(identifier, viewed(table, "_history")))


def viewed(table: str, suffix: str = "") -> tuple[str, str]:
    """The schema and the name of a table's view; with `suffix` those of the view over all builds."""
    schema, _, name = table.partition(".")
    return ("main" if schema == _MAIN and not suffix else f"{schema}{suffix}"), name


def published_in(connection: duckdb.DuckDBPyConnection) -> tuple[BuildRef, Path]:
    """The build that an opened file shows, and the folder of the store that its views read."""
    row = connection.execute(f"SELECT * FROM {_PUBLISHED}").fetchone()
    if row is None:
        raise WarehouseError("kg.duckdb names no build; publish again (`annals publish --latest`)")
    build, generation, *older = row
    (store,) = older or connection.execute(f"SELECT {_STORE}()").fetchone() or ("",)
    return BuildRef(build, generation), Path(store)


def make_schemas(connection: duckdb.DuckDBPyConnection, tables: Iterable[str]) -> None:
    """Make the schemas of the tables, and for each the schema of its history."""
    schemas = sorted({table.partition(".")[0] for table in tables} | {_MAIN})
    for schema in schemas:
        if schema != _MAIN:
            connection.execute(f"CREATE SCHEMA {identifier(schema)}")
        connection.execute(f"CREATE SCHEMA {identifier(schema + '_history')}")


def make_places(connection: duckdb.DuckDBPyConnection, root: str) -> None:
    """Make the two macros by which views find the files of the store: one gives the path of the store's folder, the
    other escapes the characters in that path that DuckDB takes for patterns."""
    connection.execute(store_macro(root))
    connection.execute(
        f"CREATE MACRO {_STORED}(file) AS regexp_replace({_STORE}(), '([\\[*?])', '[\\1]', 'g') || '/' || file"
    )


def store_macro(root: str) -> str:
    """The SQL that makes the macro for the path of the store's folder. If the session sets a variable with another
    path, that path is taken."""
    return f"CREATE OR REPLACE MACRO {_STORE}() AS coalesce(getvariable('{_STORE_VARIABLE}'), {quote(root)})"


def require_places(connection: duckdb.DuckDBPyConnection, home: Home) -> None:
    """Raise an error for a file that an older version made: every view in it names the store's path itself, so the file
    must be made anew."""
    if len(connection.execute(f"SELECT * FROM {_PUBLISHED}").description) > _PUBLISHED_COLUMNS:
        raise WarehouseError(f"an older version made {home.database}: `annals publish --latest` makes it anew")


def make_maps(connection: duckdb.DuckDBPyConnection, manifest: Manifest, builds: Builts, how: Made) -> None:
    """Write the tables that say what the file shows: its build, the files of all builds, and how it was
    made."""
    made = f"SELECT {quote(how.how)} AS how, {quote(how.macros)} AS macros"
    connection.execute(f"CREATE OR REPLACE TABLE {MADE} AS {made}")
    connection.execute(f"CREATE OR REPLACE TABLE {_PUBLISHED} (build VARCHAR, generation INTEGER)")
    connection.execute(f"INSERT INTO {_PUBLISHED} VALUES (?, ?)", [manifest.build, manifest.generation])
    rows = [(str(build.ref), name, path) for build, files in builds for name, paths in files.items() for path in paths]
    names = ("build_id", "table_name", "path")
    columns = zip(names, zip(*rows, strict=True) if rows else ((), (), ()), strict=True)
    connection.register("given_files", pa.table({name: pa.array(values, pa.string()) for name, values in columns}))
    connection.execute(f"CREATE OR REPLACE TABLE {FILES} AS SELECT * FROM given_files")
    connection.unregister("given_files")


def make_views(
    connection: duckdb.DuckDBPyConnection, manifest: Manifest, files: TableFiles, contracts: Mapping[str, Table]
) -> Comments:
    """Make the views of the build's tables; returns the comments of those whose contract is the same
    today."""
    said: Comments = {}
    for name, paths in files.items():
        contract = contracts.get(name)
        is_of_today = contract is not None and contract.version() == manifest.tables[name].contract
        list_files(connection, name, paths)
        source = _read(name)
        columns = _columns_as(connection, source, {} if is_of_today or contract is None else _types(contract))
        connection.execute(f"CREATE OR REPLACE VIEW {view_name(name)} AS SELECT {columns} FROM {source}")
        # The comments of another version may name columns that these files do not have.
        if contract is not None and is_of_today:
            said[viewed(name)] = {"": contract.meaning} | meanings(contract)
    return said


def by_contract(builds: Builts) -> HistoryFiles:
    """For each table the files of all builds, each once, by the version of the contract with which they were
    written."""
    found: HistoryFiles = {}
    seen: set[str] = set()
    for manifest, files in builds:
        for name, paths in files.items():
            new = [path for path in paths if path not in seen]
            seen.update(new)
            if new:
                found.setdefault(name, {}).setdefault(manifest.tables[name].contract, []).extend(new)
    return found


def make_history(
    connection: duckdb.DuckDBPyConnection, files: HistoryFiles, contracts: Mapping[str, Table]
) -> Comments:
    """Make the views over all builds; returns the comments of those whose tables have a contract today."""
    made: Comments = {}
    for name in sorted(files):
        view = history_name(name)
        types = _types(contracts[name]) if name in contracts else {}
        list_history(connection, {name: files[name]})
        read = [
            all_rows(connection, name, version, {} if types and version == contracts[name].version() else types)
            for version in files[name]
        ]
        connection.execute(history_view(connection, view, read))
        if name in contracts:
            # Columns that only another version has get no comment.
            said = meanings(contracts[name])
            own = {"": _history_meaning(contracts[name].meaning), _OF_BUILD: _BUILD_ID}
            made[viewed(name, "_history")] = said | {_OWN: said.get(_OF_BUILD, "")} | own
    return made


def history_view(connection: duckdb.DuckDBPyConnection, view: str, versions: Sequence[str]) -> str:
    """The statement that makes a view over all builds.

    Files of one contract version have one schema, so only the versions, not the files, are united by column names.
    """
    read = " UNION ALL BY NAME ".join(versions)
    columns = {row[0] for row in connection.execute(f"DESCRIBE {read}").fetchall()}
    renamed = f" RENAME ({_OF_BUILD} AS {_OWN})" if _OF_BUILD in columns else ""
    return (
        f"CREATE OR REPLACE VIEW {view} AS "
        f"SELECT _builds.{_OF_BUILD}, _rows.* EXCLUDE ({_COLUMN_OF_FILE}){renamed} "
        f"FROM ({read}) AS _rows JOIN {FILES} AS _builds "
        f"ON {_STORE}() || '/' || _builds.path = _rows.{_COLUMN_OF_FILE}"
    )


def all_rows(connection: duckdb.DuckDBPyConnection, table: str, version: str, types: Mapping[str, str]) -> str:
    """A SELECT of all rows in a table's files of one contract version, with the file of each row.
    `list_history` must have listed the files."""
    source = _read(f"{table}.{version}", f", filename = '{_COLUMN_OF_FILE}'")
    return f"SELECT {_columns_as(connection, source, types)} FROM {source}"


def list_history(connection: duckdb.DuckDBPyConnection, files: HistoryFiles) -> None:
    """Make one macro for each table and contract version that gives the list of its files in all builds; the views over
    all builds call these macros."""
    for name, of_versions in files.items():
        for version, paths in of_versions.items():
            list_files(connection, f"{name}.{version}", paths)


def list_files(connection: duckdb.DuckDBPyConnection, of: str, paths: Sequence[str]) -> None:
    """Make the macro that gives the list of files of `of`: a table ("kg.messages"), or a table and a contract version.

    If views named the files themselves, they would have to be made again for each build.
    """
    listed = f"list_transform([{', '.join(map(quote, paths))}], lambda file: {_STORED}(file))"
    connection.execute(f"CREATE OR REPLACE MACRO {_listing(of)}() AS {listed}")


def _listing(of: str) -> str:
    return f"kg_history.{identifier('_files_of_' + of)}"


def _read(of: str, options: str = "") -> str:
    """The piece of SQL that reads the files listed for `of`: a call of `read_parquet`."""
    return f"read_parquet({_listing(of)}(){options})"


def _types(contract: Table) -> dict[str, str]:
    return {column.name: column.duckdb_type for column in contract.columns}


def types_of(connection: duckdb.DuckDBPyConnection, view: tuple[str, str]) -> dict[str, str]:
    """The types of a view's columns as the catalog keeps them. This works even if the view's files are gone."""
    columns = "SELECT column_name, data_type FROM duckdb_columns() WHERE schema_name = ? AND table_name = ?"
    return dict(connection.execute(columns, view).fetchall())


def _columns_as(connection: duckdb.DuckDBPyConnection, source: str, types: Mapping[str, str]) -> str:
    """The SELECT list for files of another contract version: all columns, cast to `types` where their type
    differs. A value that cannot be cast becomes NULL."""
    found = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall() if types else []
    # A value that cannot be shown in this type becomes NULL, never another value.
    changed = [
        f"TRY_CAST({_nested(name, kind, types[name])} AS {types[name]}) AS {identifier(name)}"
        for name, kind, *_ in found
        if types.get(name, kind) != kind
    ]
    return f"* REPLACE ({', '.join(changed)})" if changed else "*"


def _nested(name: str, kind: str, wanted: str) -> str:
    """A column as SQL; a text whose wanted type is a list or a struct is read as JSON."""
    is_json = kind == "VARCHAR" and wanted.endswith((")", "]"))
    return f"TRY_CAST({identifier(name)} AS JSON)" if is_json else identifier(name)


def meanings(contract: Table) -> dict[str, str]:
    """The comment of each column of a contract, by the column's name."""
    return {column.name: column.sentence for column in contract.columns}


def _history_meaning(meaning: str) -> str:
    return f"{meaning} One set of rows per sealed build, named by build_id."


def said_of(connection: duckdb.DuckDBPyConnection, view: tuple[str, str]) -> dict[str, str]:
    """The comments that a view has now, so that they can be put on it again after it is replaced: by column, and the
    view's own comment under ""."""
    where = "WHERE schema_name = ? AND {} = ? AND comment IS NOT NULL"
    own = connection.execute(f"SELECT '', comment FROM duckdb_views() {where.format('view_name')}", view).fetchall()
    of_columns = connection.execute(
        f"SELECT column_name, comment FROM duckdb_columns() {where.format('table_name')} ORDER BY column_index", view
    ).fetchall()
    return dict([*own, *of_columns])


def say(connection: duckdb.DuckDBPyConnection, said: Comments) -> None:
    """Put comments on views and on their existing columns, all in one call.

    For each call DuckDB lists every column of the file, which takes longer than the comment itself.
    """
    columns = "SELECT schema_name, table_name, column_name FROM duckdb_columns() WHERE database_name = 'kg'"
    there = set(connection.execute(columns).fetchall())
    statements = []
    for view, comments in said.items():
        name = ".".join(map(identifier, view))
        for column, comment in comments.items():
            if not column:
                statements.append(f"COMMENT ON VIEW {name} IS {quote(comment)}")
            elif (*view, column) in there:
                statements.append(f"COMMENT ON COLUMN {name}.{identifier(column)} IS {quote(comment)}")
    if statements:
        connection.execute(";".join(statements))
