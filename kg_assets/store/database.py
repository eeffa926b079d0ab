"""`kg.duckdb`: the one file that analysts and servers open. It holds views, comments and macros, no rows (design §3).

Which build it shows is decided by `publish`.
"""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pyarrow as pa

from kg_assets.core.canonical import canonical
from kg_assets.core.contract import Table
from kg_assets.core.errors import WarehouseError
from kg_assets.core.hashing import sha256_hex
from kg_assets.store.builds import BuildRef, Builds, Manifest, TableRecord
from kg_assets.store.contents import file_name
from kg_assets.store.files import explained, make_private_folder, sync_directory, sync_file
from kg_assets.store.home import Home
from kg_assets.store.sqlrun import leave_memory

STORAGE_VERSION = "v1.4.0"  # read by every DuckDB from 1.4 on
# A table `kg.messages` is a view in schema `main` of the file kg.duckdb: it answers to both names.
_MAIN = "kg"
_FILES = "kg_history._files"  # build_id, table_name, path within the store
_PUBLISHED = "kg_history._published"  # build, generation
_MADE = "kg_history._made"  # how: a hash of all that made the file but its builds
# The one place in which the file names the home: all else is relative to what this macro gives. DuckDB knows no path
# that is relative to the file it has open, and would look for one in the folder that a person happens to be in.
_STORE = "kg_history._store"
_STORED = "kg_history._stored"
_STORE_VARIABLE = "annals_store"
_PUBLISHED_COLUMNS = 2  # a file of an older version has a third, its store
_COLUMN_OF_FILE = "_file"

TableFiles = dict[str, list[str]]  # table → files, in the build's order
Comments = dict[tuple[str, str], dict[str, str]]  # view → column → comment, the view's own under an empty name
HistoryFiles = dict[str, dict[str, list[str]]]  # table → contract version → distinct files
Builts = Sequence[tuple[Manifest, TableFiles]]  # the builds that are sealed, with their files


@contextmanager
def make_database(
    home: Home, manifest: Manifest, contracts: Mapping[str, Table], view_sql: Sequence[Path], made_sql: str = ""
) -> Iterator[Path]:
    """A finished file that shows a build, beside the one in use; gone at the end unless it was swapped in."""
    shelf = _Shelf(home)
    builds = [(other, shelf.files(other)) for other in _sealed(home)]
    statements = [("the macros of the build", made_sql)]
    statements += [(str(file), file.read_text(encoding="utf-8")) for file in view_sql]
    how = _made_how(manifest, contracts, shelf.root, statements)
    with _workplace(home) as folder, explained(folder):
        path = folder / home.database.name
        if not _is_renewed(home, path, how, manifest, builds, contracts):
            path.unlink(missing_ok=True)
            with _opened(path) as connection:
                connection.execute("BEGIN")
                _make_schemas(connection, [*manifest.tables, *(name for _, files in builds for name in files)])
                _make_places(connection, shelf.root)
                _make_maps(connection, manifest, builds, how)
                said = _make_views(connection, manifest, shelf.files(manifest), contracts)
                said |= _make_history(connection, _by_contract(builds), contracts)
                _say(connection, said)
                connection.execute("COMMIT")
                is_whole = contracts.keys() <= manifest.tables.keys()
                for name, sql in statements:
                    _run_sql(connection, name, sql, is_whole)
        yield _finished(path)


def _made_how(
    manifest: Manifest, contracts: Mapping[str, Table], root: str, statements: Sequence[tuple[str, str]]
) -> str:
    """A hash of all that makes the file but which files hold the tables: two with one hash differ only in these."""
    made_of = {
        "code": sha256_hex(Path(__file__).read_bytes()),
        "duckdb": duckdb.__version__,
        "root": root,
        "tables": {name: table.contract for name, table in manifest.tables.items()},
        "contracts": {name: contract.version() for name, contract in contracts.items()},
        "said": sha256_hex(
            repr([(name, table.meaning, _meanings(table)) for name, table in sorted(contracts.items())])
        ),
        "statements": [sha256_hex(sql) for _, sql in statements],
    }
    return sha256_hex(canonical(made_of))


def _is_renewed(
    home: Home, path: Path, how: str, manifest: Manifest, builds: Builts, contracts: Mapping[str, Table]
) -> bool:
    """Make a copy of the published file show the build, if that differs in nothing but the files of its tables.

    After a verdict a few tables have other files: to say all views, comments and macros again took ten times as long.
    """
    if not home.database.exists():
        return False
    try:
        shutil.copyfile(home.database, path)
        path.chmod(0o600)
        return _renewed(home, path, how, manifest, builds, contracts)
    except (OSError, WarehouseError, duckdb.Error):
        return False  # a damaged file is made anew; what hinders that is told then


def _renewed(
    home: Home, path: Path, how: str, manifest: Manifest, builds: Builts, contracts: Mapping[str, Table]
) -> bool:
    with _opened(path) as connection:
        before = _before(connection, how, [build for build, _ in builds])
        # What is shown already and is published again is to be mended.
        if before is None or published_in(connection)[0] == manifest.ref:
            return False
        files, old = _Shelf(home).files(manifest), before[0]
        history, old_history = _by_contract(builds), _by_contract(before[1])
        if files.keys() != old.keys() or history.keys() != old_history.keys():
            return False
        connection.execute("BEGIN")
        _make_maps(connection, manifest, builds, how)
        changed = {name: paths for name, paths in files.items() if paths != old[name]}
        said = _make_views(connection, manifest, changed, contracts)
        grown = {name: of for name, of in history.items() if of != old_history[name]}
        said |= _make_history(connection, grown, contracts)
        _say(connection, said)
        connection.execute("COMMIT")
    return True


def _before(
    connection: duckdb.DuckDBPyConnection, how: str, sealed: Sequence[Manifest]
) -> tuple[TableFiles, Builts] | None:  # fmt: skip
    """The files that the opened file shows, of its build and of all builds; None where it was made in another way."""
    try:
        made = connection.execute(f"SELECT how FROM {_MADE}").fetchone()
    except duckdb.CatalogException:
        return None  # an older version made it
    if made != (how,):
        return None
    held: dict[str, TableFiles] = {}
    for build, table, path in connection.execute(f"SELECT * FROM {_FILES} ORDER BY rowid").fetchall():
        held.setdefault(build, {}).setdefault(table, []).append(path)
    builds = {str(build.ref): build for build in sealed}
    published = str(published_in(connection)[0])
    if published not in held or not held.keys() <= builds.keys():
        return None
    return held[published], [(build, held[ref]) for ref, build in builds.items() if ref in held]


def swap_database(home: Home, made: Path) -> None:
    """Put a finished file in the place of the one in use."""
    stray = home.database.with_name(home.database.name + ".wal")
    with explained(home.database):
        # A session that had opened the old file for writing may have left one; beside the new file it is poison.
        stray.unlink(missing_ok=True)
        os.replace(made, home.database)
        stray.unlink(missing_ok=True)
        sync_directory(home.warehouse)


def prune_history(home: Home) -> bool:
    """Take builds that are no longer sealed out of the history views; whether there were any."""
    if not home.database.exists():
        return False
    sealed = {str(ref) for ref in Builds(home).sealed()}
    with _workplace(home) as folder, explained(folder):
        path = folder / home.database.name
        shutil.copyfile(home.database, path)
        with _opened(path) as connection:
            named = {row[0] for row in connection.execute(f"SELECT DISTINCT build_id FROM {_FILES}").fetchall()}
            gone = sorted(named - sealed)
            if gone:
                _require_places(connection, home)
                _forget_builds(connection, home, gone)
        if gone:
            swap_database(home, _finished(path))
    return bool(gone)


def is_of_another_place(home: Home, store: Path) -> bool:
    """Whether the views of the file read another folder than this home's: it was copied or moved with its home.

    Under another name (a link, a mount) the folder may be the same; then it is left as it is.
    """
    here = home.contents.absolute()
    return store != here and not (store.exists() and here.exists() and store.samefile(here))


def renew_places(home: Home) -> None:
    """Make a copied or moved file read the files of this home: the same rows, from here."""
    here = home.contents.absolute()
    with _workplace(home) as folder, explained(folder):
        path = folder / home.database.name
        shutil.copyfile(home.database, path)
        path.chmod(0o600)
        with _opened(path) as connection:
            if published_in(connection)[1] == here:
                return
            _require_places(connection, home)
            connection.execute(_store_macro(os.fspath(here)))
        swap_database(home, _finished(path))


def _make_places(connection: duckdb.DuckDBPyConnection, root: str) -> None:
    connection.execute(_store_macro(root))
    connection.execute(
        f"CREATE MACRO {_STORED}(file) AS regexp_replace({_STORE}(), '([\\[*?])', '[\\1]', 'g') || '/' || file"
    )


def _store_macro(root: str) -> str:
    return f"CREATE OR REPLACE MACRO {_STORE}() AS coalesce(getvariable('{_STORE_VARIABLE}'), {_text(root)})"


def _require_places(connection: duckdb.DuckDBPyConnection, home: Home) -> None:
    """Refuse what only a file can that names its store once; files of older versions name it in every view."""
    if len(connection.execute(f"SELECT * FROM {_PUBLISHED}").description) > _PUBLISHED_COLUMNS:
        raise WarehouseError(f"an older version made {home.database}: `annals publish --latest` makes it anew")


def _read(paths: Sequence[str], options: str = "") -> str:
    """A call that reads files of the store."""
    listed = ", ".join(map(_text, paths))
    return f"read_parquet(list_transform([{listed}], lambda file: {_STORED}(file)){options})"


def _said_of(connection: duckdb.DuckDBPyConnection, view: tuple[str, str]) -> dict[str, str]:
    """The comments of a view, which its replacement would lose: by column, the view's own under an empty name."""
    where = "WHERE schema_name = ? AND {} = ? AND comment IS NOT NULL"
    own = connection.execute(f"SELECT '', comment FROM duckdb_views() {where.format('view_name')}", view).fetchall()
    of_columns = connection.execute(
        f"SELECT column_name, comment FROM duckdb_columns() {where.format('table_name')} ORDER BY column_index", view
    ).fetchall()
    return dict([*own, *of_columns])


def _say(connection: duckdb.DuckDBPyConnection, said: Comments) -> None:
    """Put comments on views and on those of their columns that they have: on all at once.

    The catalog lists every column of the file whatever is asked of it, and each call costs more than a comment.
    """
    columns = "SELECT schema_name, table_name, column_name FROM duckdb_columns() WHERE database_name = 'kg'"
    there = set(connection.execute(columns).fetchall())
    statements = []
    for view, comments in said.items():
        name = ".".join(map(_quoted, view))
        for column, comment in comments.items():
            if not column:
                statements.append(f"COMMENT ON VIEW {name} IS {_text(comment)}")
            elif (*view, column) in there:
                statements.append(f"COMMENT ON COLUMN {name}.{_quoted(column)} IS {_text(comment)}")
    if statements:
        connection.execute(";".join(statements))


def published_in(connection: duckdb.DuckDBPyConnection) -> tuple[BuildRef, Path]:
    """The build that an opened file shows, and the store that its views read."""
    row = connection.execute(f"SELECT * FROM {_PUBLISHED}").fetchone()
    if row is None:
        raise WarehouseError("kg.duckdb names no build; publish again (`annals publish --latest`)")
    build, generation, *older = row
    (store,) = older or connection.execute(f"SELECT {_STORE}()").fetchone() or ("",)
    return BuildRef(build, generation), Path(store)


def view_name(table: str) -> str:
    """The quoted name of a table's view."""
    return ".".join(map(_quoted, _viewed(table)))


def history_name(table: str) -> str:
    """The quoted name of the view over all builds: `kg_history.messages`, `beliefs_history.…`."""
    return ".".join(map(_quoted, _viewed(table, "_history")))


def _viewed(table: str, suffix: str = "") -> tuple[str, str]:
    """The schema and the name of a table's view."""
    schema, _, name = table.partition(".")
    return ("main" if schema == _MAIN and not suffix else f"{schema}{suffix}"), name


@contextmanager
def _workplace(home: Home) -> Iterator[Path]:
    make_private_folder(home.tmp)
    with explained(home.tmp):
        folder = Path(tempfile.mkdtemp(prefix="publish-", dir=home.tmp))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _opened(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect(":memory:")
    try:
        base = leave_memory(connection)
        # A thousand tiny statements: a pool of threads and an optimizer cost each more than they give.
        connection.execute("SET threads = 1")
        connection.execute("PRAGMA disable_optimizer")
        connection.execute(f"ATTACH {_text(os.fspath(path))} AS kg (STORAGE_VERSION '{STORAGE_VERSION}')")
        connection.execute("USE kg")
        yield connection
        connection.execute("CHECKPOINT kg")
        connection.execute(f"USE {base}")
        connection.execute("DETACH kg")
    except (duckdb.IOException, duckdb.TransactionException, duckdb.FatalException) as error:
        raise WarehouseError(
            f"{path} cannot be written: {error}. Is the disk full? What was published before has not changed"
        ) from error
    finally:
        connection.close()


def _finished(path: Path) -> Path:
    # A read-write opener would lock every reader out: 0444 refuses it.
    path.chmod(0o444)
    sync_file(path)
    return path


def _sealed(home: Home) -> list[Manifest]:
    builds = Builds(home)
    return [builds.load(ref) for ref in builds.sealed()]


def _make_schemas(connection: duckdb.DuckDBPyConnection, tables: Iterable[str]) -> None:
    schemas = sorted({table.partition(".")[0] for table in tables} | {_MAIN})
    for schema in schemas:
        if schema != _MAIN:
            connection.execute(f"CREATE SCHEMA {_quoted(schema)}")
        connection.execute(f"CREATE SCHEMA {_quoted(schema + '_history')}")


class _Shelf:
    """Which files the store holds. One listing per table: asking for each of thousands of files would take longer."""

    def __init__(self, home: Home) -> None:
        self.root = os.fspath(home.contents.absolute())
        self._listed: dict[str, frozenset[str]] = {}

    def files(self, manifest: Manifest) -> TableFiles:
        """The Parquet files of a build's tables that are there, within the store; tables without one are left out."""
        found = {name: self._files_of(name, record) for name, record in sorted(manifest.tables.items())}
        return {name: paths for name, paths in found.items() if paths}

    def _files_of(self, table: str, record: TableRecord) -> list[str]:
        folder = table.replace(".", "/")
        names = [file_name(content) for content in record.contents if content.file_format == "parquet"]
        held = self._names_in(os.path.join(self.root, folder))
        return [f"{folder}/{name}" for name in names if name in held]

    def _names_in(self, folder: str) -> frozenset[str]:
        if folder not in self._listed:
            try:
                self._listed[folder] = frozenset(os.listdir(folder))
            except FileNotFoundError:
                self._listed[folder] = frozenset()
        return self._listed[folder]


def _make_maps(connection: duckdb.DuckDBPyConnection, manifest: Manifest, builds: Builts, how: str) -> None:
    connection.execute(f"CREATE OR REPLACE TABLE {_MADE} AS SELECT {_text(how)} AS how")
    connection.execute(f"CREATE OR REPLACE TABLE {_PUBLISHED} (build VARCHAR, generation INTEGER)")
    connection.execute(f"INSERT INTO {_PUBLISHED} VALUES (?, ?)", [manifest.build, manifest.generation])
    rows = [(str(build.ref), name, path) for build, files in builds for name, paths in files.items() for path in paths]
    names = ("build_id", "table_name", "path")
    columns = zip(names, zip(*rows, strict=True) if rows else ((), (), ()), strict=True)
    connection.register("given_files", pa.table({name: pa.array(values, pa.string()) for name, values in columns}))
    connection.execute(f"CREATE OR REPLACE TABLE {_FILES} AS SELECT * FROM given_files")
    connection.unregister("given_files")


def _make_views(
    connection: duckdb.DuckDBPyConnection, manifest: Manifest, files: TableFiles, contracts: Mapping[str, Table]
) -> Comments:
    """The views of the build's tables, and what is to be said of them."""
    said: Comments = {}
    for name, paths in files.items():
        contract = contracts.get(name)
        is_of_today = contract is not None and contract.version() == manifest.tables[name].contract
        source = _read(paths)
        columns = _columns_as(connection, source, {} if is_of_today or contract is None else _types(contract))
        connection.execute(f"CREATE OR REPLACE VIEW {view_name(name)} AS SELECT {columns} FROM {source}")
        # The comments of another version may name columns that these files do not have.
        if contract is not None and is_of_today:
            said[_viewed(name)] = {"": contract.meaning} | _meanings(contract)
    return said


def _by_contract(builds: Builts) -> HistoryFiles:
    found: HistoryFiles = {}
    seen: set[str] = set()
    for manifest, files in builds:
        for name, paths in files.items():
            new = [path for path in paths if path not in seen]
            seen.update(new)
            if new:
                found.setdefault(name, {}).setdefault(manifest.tables[name].contract, []).extend(new)
    return found


def _make_history(
    connection: duckdb.DuckDBPyConnection, files: HistoryFiles, contracts: Mapping[str, Table]
) -> Comments:
    """The views over all builds, and what is to be said of them."""
    made: Comments = {}
    for name in sorted(files):
        view = history_name(name)
        types = _types(contracts[name]) if name in contracts else {}
        read = [
            _all_rows(connection, paths, {} if types and version == contracts[name].version() else types)
            for version, paths in files[name].items()
        ]
        connection.execute(_history_view(connection, view, read))
        if name in contracts:
            # Columns that only another version has are said by their names alone.
            said = _meanings(contracts[name])
            own = {"": _history_meaning(contracts[name].meaning), _OF_BUILD: _BUILD_ID}
            made[_viewed(name, "_history")] = said | {_OWN: said.get(_OF_BUILD, "")} | own
    return made


def _types(contract: Table) -> dict[str, str]:
    return {column.name: column.duckdb_type for column in contract.columns}


def _types_of(connection: duckdb.DuckDBPyConnection, view: tuple[str, str]) -> dict[str, str]:
    """The types of a view's columns as the catalog keeps them, also when its files are gone."""
    columns = "SELECT column_name, data_type FROM duckdb_columns() WHERE schema_name = ? AND table_name = ?"
    return dict(connection.execute(columns, view).fetchall())


def _columns_as(connection: duckdb.DuckDBPyConnection, source: str, types: Mapping[str, str]) -> str:
    """All columns of files that another version wrote, in these types where they were of others."""
    found = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall() if types else []
    # What cannot be shown so is told as missing, never as another value.
    changed = [
        f"TRY_CAST({_nested(name, kind, types[name])} AS {types[name]}) AS {_quoted(name)}"
        for name, kind, *_ in found
        if types.get(name, kind) != kind
    ]
    return f"* REPLACE ({', '.join(changed)})" if changed else "*"


def _nested(name: str, kind: str, wanted: str) -> str:
    """A column, as JSON where it is the text of what is a list or a struct today."""
    is_json = kind == "VARCHAR" and wanted.endswith((")", "]"))
    return f"TRY_CAST({_quoted(name)} AS JSON)" if is_json else _quoted(name)


def _history_view(connection: duckdb.DuckDBPyConnection, view: str, versions: Sequence[str]) -> str:
    """Files of one contract version have one schema, so that only versions, not files, are united by name."""
    read = " UNION ALL BY NAME ".join(versions)
    columns = {row[0] for row in connection.execute(f"DESCRIBE {read}").fetchall()}
    renamed = f" RENAME ({_OF_BUILD} AS {_OWN})" if _OF_BUILD in columns else ""
    return (
        f"CREATE OR REPLACE VIEW {view} AS "
        f"SELECT _builds.{_OF_BUILD}, _rows.* EXCLUDE ({_COLUMN_OF_FILE}){renamed} "
        f"FROM ({read}) AS _rows JOIN {_FILES} AS _builds "
        f"ON {_STORE}() || '/' || _builds.path = _rows.{_COLUMN_OF_FILE}"
    )


def _all_rows(connection: duckdb.DuckDBPyConnection, paths: Sequence[str], types: Mapping[str, str]) -> str:
    source = _read(paths, f", filename = '{_COLUMN_OF_FILE}'")
    return f"SELECT {_columns_as(connection, source, types)} FROM {source}"


def _meanings(contract: Table) -> dict[str, str]:
    return {column.name: column.sentence for column in contract.columns}


# The sealed build of a row of the history; a table's own column of that name goes by the other one there.
_OF_BUILD, _OWN = "build_id", "own_build_id"
_BUILD_ID = "The sealed build whose row this is."


def _history_meaning(meaning: str) -> str:
    return f"{meaning} One set of rows per sealed build, named by build_id."


def _forget_builds(connection: duckdb.DuckDBPyConnection, home: Home, gone: Sequence[str]) -> None:
    listed = ", ".join(map(_text, gone))
    tables = [
        row[0]
        for row in connection.execute(
            f"SELECT DISTINCT table_name FROM {_FILES} WHERE build_id IN ({listed}) ORDER BY table_name"
        ).fetchall()
    ]
    connection.execute("BEGIN")
    connection.execute(f"DELETE FROM {_FILES} WHERE build_id IN ({listed})")
    shelf = _Shelf(home)
    remaining = _by_contract([(manifest, shelf.files(manifest)) for manifest in _sealed(home)])
    kept: Comments = {}
    for name in tables:
        view = history_name(name)
        if name not in remaining:
            connection.execute(f"DROP VIEW IF EXISTS {view}")
            continue
        kept[_viewed(name, "_history")] = _said_of(connection, _viewed(name, "_history"))
        types = _types_of(connection, _viewed(name, "_history"))
        read = [_all_rows(connection, paths, types) for paths in remaining[name].values()]
        connection.execute(_history_view(connection, view, read))
    _say(connection, kept)
    connection.execute("COMMIT")


def _run_sql(connection: duckdb.DuckDBPyConnection, name: str, sql: str, is_whole: bool) -> None:
    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise WarehouseError(f"{name} cannot be read as SQL: {error}") from error
    for number, statement in enumerate(statements, start=1):
        try:
            connection.execute(statement)
        except (duckdb.CatalogException, duckdb.BinderException) as error:
            # A build of an older version has not every table; what needs them is left out, the rest stays readable.
            if is_whole:
                raise WarehouseError(f"{name}, statement {number}: {error}") from error
        except duckdb.Error as error:
            raise WarehouseError(f"{name}, statement {number}: {error}") from error


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
