"""The build that is exported: its tables as views over its files, which are read in batches so that little memory is
used."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kg_assets.core.config import Config
from kg_assets.core.errors import QueryError, WarehouseError
from kg_assets.core.selects import PARAMETER
from kg_assets.exports.settings import ExportSettings
from kg_assets.house import HOUSE
from kg_assets.store.builds import Builds, Manifest
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks
from kg_assets.store.publish import current, unpublished
from kg_assets.store.rows import instant_text
from kg_assets.store.sqlrun import file_list, identifier, session

Row = dict[str, Any]
_BARE = "kg"


@dataclass(frozen=True, slots=True)
class ExportedBuild:
    """A sealed build, opened for reading. Tables of the schema `kg` have names without the schema here."""

    home: Home
    manifest: Manifest
    config: Config
    connection: Any
    # The name of the database with the tables within the connection.
    database: str
    # Table → its Parquet files.
    files: dict[str, list[str]]

    @property
    def settings(self) -> ExportSettings:
        settings: ExportSettings = self.config.section("exports")
        return settings

    def rows(self, select: str) -> Iterator[Row]:
        """The rows of a SELECT, read in batches."""
        # A connection streams only one result at a time; with a cursor for each, two results can be read alternately.
        cursor = self.connection.cursor()
        try:
            cursor.execute(f"USE {identifier(self.database)}")
            for batch in cursor.sql(select).to_arrow_reader(self.settings.batch_rows):
                yield from map(instant_text, batch.to_pylist())
        finally:
            cursor.close()

    def rows_of(self, file: str) -> Iterator[Row]:
        """The rows of a SELECT of `sql/exports`."""
        return self.rows(self.sql(file))

    def sql(self, file: str) -> str:
        """The text of a SELECT of `sql/exports`. Each `$name` in it is replaced by the setting of that name in section
        `exports`."""
        text = self.config.file(f"sql/exports/{file}").read_text(encoding="utf-8")
        return PARAMETER.sub(lambda found: str(int(getattr(self.settings, found[1]))), text)


@contextmanager
def opened_build(home: Home, config: Config, named: str | None) -> Iterator[ExportedBuild]:
    """The published build, or the build called `named`. While it is open, `annals gc` removes none of its
    files."""
    manifest = _manifest(home, named)
    settings: ExportSettings = config.section("exports")
    with Locks(home).warehouse_shared(f"exporting {manifest.ref}"):
        files = _files(home, manifest)
        # One thread: a SELECT that streams in order gains little from a second, and each thread has buffers of its own.
        with session(1, settings.memory_limit, home.tmp) as connection:
            for name, paths in files.items():
                make_schema(connection, name)
                connection.execute(f"CREATE VIEW {place_of(name)} AS SELECT * FROM read_parquet({file_list(paths)})")
            database: str = connection.execute("SELECT current_database()").fetchone()[0]
            yield ExportedBuild(home, manifest, config, connection, database, files)


def place_of(table: str) -> str:
    """The name of a table in an export: tables of `kg` without their schema, as in the published file."""
    schema, _, name = table.partition(".")
    return identifier(name) if schema == _BARE else f"{identifier(schema)}.{identifier(name)}"


def make_schema(connection: Any, table: str) -> None:
    """Create the schema of a table in an export; tables of `kg` need none."""
    schema = table.partition(".")[0]
    if schema != _BARE:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {identifier(schema)}")


def _manifest(home: Home, named: str | None) -> Manifest:
    builds = Builds(home)
    if named is not None:
        return builds.load(builds.find_sealed(named))
    published = current(home)
    if published is None:
        raise unpublished(home)
    return builds.load(published.ref)


def _files(home: Home, manifest: Manifest) -> dict[str, list[str]]:
    """The Parquet files of every table. Raises an error if the build has a table in another version than this program,
    or if files are missing."""
    store, found = ContentStore(home), {}
    for name, contract in HOUSE.tables.items():
        if contract.file_format != "parquet":
            continue
        record = manifest.tables.get(name)
        if record is None or record.contract != contract.version():
            raise QueryError(
                f"build {manifest.ref} is of another version of the program ({name} differs); "
                f"`annals backfill --stale --build {manifest.build}` renews it"
            )
        missing = [content for content in record.contents if not store.exists(content)]
        if missing:
            path = os.fspath(store.path(missing[0]))
            raise WarehouseError(
                f"build {manifest.ref} cannot be exported: {len(missing)} files of {name} are missing or cut short, "
                f"{path} first; `annals build` makes them again"
            )
        found[name] = [os.fspath(store.path(content)) for content in record.contents]
    return found


def counting_rows(rows: Iterable[Row], counts: dict[str, int], what: str) -> Iterator[Row]:
    """Pass the rows on one by one, and count them: after the last one their number is in `counts[what]`."""
    number = 0
    for row in rows:
        number += 1
        yield row
    counts[what] = number
