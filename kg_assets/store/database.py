"""`kg.duckdb`: the one file that analysts and servers open.

It holds views, comments and macros, no rows (design §3). Here the file is made, renewed, pruned and swapped.
Its contents are in `catalog`; `publish` decides which build it shows.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import duckdb

from kg_assets.core.canonical import canonical
from kg_assets.core.contract import Table
from kg_assets.core.errors import WarehouseError
from kg_assets.core.hashing import sha256_hex
from kg_assets.store import catalog, shelf
from kg_assets.store.builds import Builds, Manifest
from kg_assets.store.catalog import (
    FILES,
    MADE,
    Builts,
    Comments,
    Made,
    all_rows,
    by_contract,
    history_name,
    history_view,
    list_files,
    list_history,
    make_history,
    make_maps,
    make_places,
    make_schemas,
    make_views,
    meanings,
    published_in,
    require_places,
    said_of,
    say,
    store_macro,
    types_of,
    viewed,
)
from kg_assets.store.files import explained, make_private_folder, sync_directory, sync_file
from kg_assets.store.home import Home
from kg_assets.store.shelf import Shelf, TableFiles
from kg_assets.store.sqlrun import leave_memory, quote

STORAGE_VERSION = "v1.4.0"  # read by every DuckDB from 1.4 on
Statements = tuple[str, str]  # what they are, and their SQL
_MAKES_MACRO = re.compile(r"^CREATE MACRO (\S+?)\(", re.ASCII | re.MULTILINE)


@contextmanager
def make_database(
    home: Home, manifest: Manifest, contracts: Mapping[str, Table], view_sql: Sequence[Path], made_sql: str = ""
) -> Iterator[Path]:
    """Yields a finished file that shows a build, in a temporary folder. It is removed at the end unless it
    was swapped in."""
    held = Shelf(home)
    builds = [(other, held.files(other)) for other in _sealed(home)]
    made = ("the macros of the build", made_sql)
    statements = [(str(file), file.read_text(encoding="utf-8")) for file in view_sql]
    macros = _MAKES_MACRO.findall(made_sql)
    how = Made(_made_how(manifest, contracts, held.root, statements, macros), sha256_hex(made_sql))
    with _workplace(home) as folder, explained(folder):
        path = folder / home.database.name
        if not _is_renewed(home, path, how, made, manifest, builds, contracts):
            path.unlink(missing_ok=True)
            with _opened(path) as connection:
                connection.execute("BEGIN")
                make_schemas(connection, [*manifest.tables, *(name for _, files in builds for name in files)])
                make_places(connection, held.root)
                make_maps(connection, manifest, builds, how)
                said = make_views(connection, manifest, held.files(manifest), contracts)
                said |= make_history(connection, by_contract(builds), contracts)
                say(connection, said)
                connection.execute("COMMIT")
                is_whole = contracts.keys() <= manifest.tables.keys()
                for name, sql in (made, *statements):
                    _run_sql(connection, name, sql, is_whole)
        yield _finished(path)


def _made_how(
    manifest: Manifest, contracts: Mapping[str, Table], root: str, statements: Sequence[Statements],
    macros: Sequence[str],
) -> str:  # fmt: skip
    """A hash of everything that determines the file, except which files hold the tables and the text of the
    build's macros."""
    made_of = {
        "code": [sha256_hex(Path(module).read_bytes()) for module in (__file__, catalog.__file__, shelf.__file__)],
        "duckdb": duckdb.__version__,
        "root": root,
        "tables": {name: table.contract for name, table in manifest.tables.items()},
        "contracts": {name: contract.version() for name, contract in contracts.items()},
        "said": sha256_hex(repr([(name, table.meaning, meanings(table)) for name, table in sorted(contracts.items())])),
        "statements": [sha256_hex(sql) for _, sql in statements],
        "macros": list(macros),
    }
    return sha256_hex(canonical(made_of))


def _is_renewed(
    home: Home, path: Path, how: Made, made: Statements, manifest: Manifest, builds: Builts,
    contracts: Mapping[str, Table],
) -> bool:  # fmt: skip
    """Change a copy of the published file so that it shows the build; returns whether that was done.

    It is not done if there is no such file, if it is damaged or shows this build already, or if more differs
    than the build's macros and the files of its tables. Views that need no change stay with their comments,
    since writing all of them again takes ten times as long.
    """
    if not home.database.exists():
        return False
    try:
        shutil.copyfile(home.database, path)
        path.chmod(0o600)
        return _renewed(home, path, how, made, manifest, builds, contracts)
    except (OSError, WarehouseError, duckdb.Error):
        return False  # a damaged file is made anew; what hinders that is told then


def _renewed(
    home: Home, path: Path, how: Made, made: Statements, manifest: Manifest, builds: Builts,
    contracts: Mapping[str, Table],
) -> bool:  # fmt: skip
    with _opened(path) as connection:
        before = _before(connection, how, [build for build, _ in builds])
        # Who publishes the build that is shown already wants the file mended, so it is made anew.
        if before is None or published_in(connection)[0] == manifest.ref:
            return False
        files, old = Shelf(home).files(manifest), before.files
        history, old_history = by_contract(builds), by_contract(before.builds)
        if files.keys() != old.keys() or history.keys() != old_history.keys():
            return False
        connection.execute("BEGIN")
        make_maps(connection, manifest, builds, how)
        for name, paths in files.items():
            if paths != old[name]:
                list_files(connection, name, paths)
        grown = {name: of for name, of in history.items() if of != old_history[name]}
        list_history(connection, grown)
        # A view unites the versions of a contract by column names, so a further version needs a new view.
        wider = {name: of for name, of in grown.items() if of.keys() != old_history[name].keys()}
        say(connection, make_history(connection, wider, contracts))
        connection.execute("COMMIT")
        if before.macros != how.macros:
            _run_sql(connection, *made, contracts.keys() <= manifest.tables.keys(), replaces=True)
    return True


class _Before(NamedTuple):
    """What a file shows before it is renewed: the files of its build, the files of all builds, and the hash of its
    build's macros."""

    files: TableFiles
    builds: Builts
    macros: str


def _before(connection: duckdb.DuckDBPyConnection, how: Made, sealed: Sequence[Manifest]) -> _Before | None:
    """What the opened file shows; None if it was made in another way than `how`, or holds builds that are no
    longer sealed."""
    try:
        made = connection.execute(f"SELECT how, macros FROM {MADE}").fetchone()
    except (duckdb.CatalogException, duckdb.BinderException):
        return None  # an older version made it
    if made is None or made[0] != how.how:
        return None
    held: dict[str, TableFiles] = {}
    for build, table, path in connection.execute(f"SELECT * FROM {FILES} ORDER BY rowid").fetchall():
        held.setdefault(build, {}).setdefault(table, []).append(path)
    builds = {str(build.ref): build for build in sealed}
    published = str(published_in(connection)[0])
    if published not in held or not held.keys() <= builds.keys():
        return None
    return _Before(held[published], [(build, held[ref]) for ref, build in builds.items() if ref in held], made[1])


def swap_database(home: Home, made: Path) -> None:
    """Replace the published file by a finished one."""
    stray = home.database.with_name(home.database.name + ".wal")
    with explained(home.database):
        # A session that had opened the old file for writing may have left one; beside the new file it is poison.
        stray.unlink(missing_ok=True)
        os.replace(made, home.database)
        stray.unlink(missing_ok=True)
        sync_directory(home.warehouse)


def prune_history(home: Home) -> bool:
    """Remove builds that are no longer sealed from the history views; returns whether there were any."""
    if not home.database.exists():
        return False
    sealed = {str(ref) for ref in Builds(home).sealed()}
    with _workplace(home) as folder, explained(folder):
        path = folder / home.database.name
        shutil.copyfile(home.database, path)
        with _opened(path) as connection:
            named = {row[0] for row in connection.execute(f"SELECT DISTINCT build_id FROM {FILES}").fetchall()}
            gone = sorted(named - sealed)
            if gone:
                require_places(connection, home)
                _forget_builds(connection, home, gone)
        if gone:
            swap_database(home, _finished(path))
    return bool(gone)


def is_of_another_place(home: Home, store: Path) -> bool:
    """Whether the views of the file read another folder than this home's, because the file was copied or
    moved with its home.

    The same folder under another name (a link, a mount) does not count.
    """
    here = home.contents.absolute()
    return store != here and not (store.exists() and here.exists() and store.samefile(here))


def renew_places(home: Home) -> None:
    """Make a copied or moved file read the files of this home."""
    here = home.contents.absolute()
    with _workplace(home) as folder, explained(folder):
        path = folder / home.database.name
        shutil.copyfile(home.database, path)
        path.chmod(0o600)
        with _opened(path) as connection:
            if published_in(connection)[1] == here:
                return
            require_places(connection, home)
            connection.execute(store_macro(os.fspath(here)))
        swap_database(home, _finished(path))


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
        connection.execute(f"ATTACH {quote(os.fspath(path))} AS kg (STORAGE_VERSION '{STORAGE_VERSION}')")
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


def _forget_builds(connection: duckdb.DuckDBPyConnection, home: Home, gone: Sequence[str]) -> None:
    listed = ", ".join(map(quote, gone))
    tables = [
        row[0]
        for row in connection.execute(
            f"SELECT DISTINCT table_name FROM {FILES} WHERE build_id IN ({listed}) ORDER BY table_name"
        ).fetchall()
    ]
    connection.execute("BEGIN")
    connection.execute(f"DELETE FROM {FILES} WHERE build_id IN ({listed})")
    held = Shelf(home)
    remaining = by_contract([(manifest, held.files(manifest)) for manifest in _sealed(home)])
    kept: Comments = {}
    for name in tables:
        view = history_name(name)
        if name not in remaining:
            connection.execute(f"DROP VIEW IF EXISTS {view}")
            continue
        kept[viewed(name, "_history")] = said_of(connection, viewed(name, "_history"))
        types = types_of(connection, viewed(name, "_history"))
        list_history(connection, {name: remaining[name]})
        read = [all_rows(connection, name, version, types) for version in remaining[name]]
        connection.execute(history_view(connection, view, read))
    say(connection, kept)
    connection.execute("COMMIT")


def _run_sql(
    connection: duckdb.DuckDBPyConnection, name: str, sql: str, is_whole: bool, replaces: bool = False
) -> None:
    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise WarehouseError(f"{name} cannot be read as SQL: {error}") from error
    for number, statement in enumerate(statements, start=1):
        try:
            connection.execute(
                _MAKES_MACRO.sub(r"CREATE OR REPLACE MACRO \1(", statement.query) if replaces else statement
            )
        except (duckdb.CatalogException, duckdb.BinderException) as error:
            # A build of an older version has not every table; what needs them is left out, the rest stays readable.
            if is_whole:
                raise WarehouseError(f"{name}, statement {number}: {error}") from error
        except duckdb.Error as error:
            raise WarehouseError(f"{name}, statement {number}: {error}") from error
