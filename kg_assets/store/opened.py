"""Opens the published build for reading, and reopens it when another one is published.

What is in the file belongs to `database`.
"""

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from kg_assets.store.builds import Builds, Manifest
from kg_assets.store.catalog import published_in
from kg_assets.store.database import is_of_another_place
from kg_assets.store.home import Home
from kg_assets.store.publish import settle_here, unpublished
from kg_assets.store.sqlrun import remember_files

READER_PREFIX = "reader-"
_Mark = tuple[int, int, int]
Config = Mapping[str, str | bool | int | float | list[str]]


class OpenWarehouse:
    """A read-only connection to the published file, and the manifest of the build that it shows."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, manifest: Manifest, folder: Path | None) -> None:
        self.connection = connection
        self.manifest = manifest
        self._folder = folder

    def close(self) -> None:
        self.connection.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> "OpenWarehouse":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_current(home: Home, config: Config | None = None) -> OpenWarehouse:
    """Open the published build for reading. A later publication does not change what this connection sees."""
    if not home.database.exists():
        raise unpublished(home)
    opened = _opened(home, config)
    if not is_of_another_place(home, published_in(opened.connection)[1]):
        return opened
    # The home was copied or moved. Its views would read what lies at the old place, if that is still there.
    opened.close()
    settle_here(home)
    return _opened(home, config)


def _opened(home: Home, config: Config | None) -> OpenWarehouse:
    folder = _private_folder(home)
    try:
        path = _private_name(home, folder)
        settings: dict[str, str | bool | int | float | list[str]] = dict(config or {})
        if folder is not None:
            settings.setdefault("temp_directory", os.fspath(folder))
        connection = duckdb.connect(path, read_only=True, config=settings)
        try:
            remember_files(connection)
            manifest = Builds(home).load(published_in(connection)[0])
            return OpenWarehouse(connection, manifest, folder)
        except BaseException:
            connection.close()
            raise
    except BaseException:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _private_folder(home: Home) -> Path | None:
    """A temporary folder of this reader; None if the home is read-only."""
    try:
        return Path(tempfile.mkdtemp(prefix=f"{READER_PREFIX}{os.getpid()}-", dir=home.tmp))
    except OSError:
        return None


def _private_name(home: Home, folder: Path | None) -> Path:
    """A path to the published file that only this reader uses, in `folder`; without a folder the usual path.

    Within one process DuckDB gives everybody who opens a path the instance opened there first, even after the
    file was swapped. Under a path of its own a reader gets what is published now.
    """
    if folder is not None:
        name = folder / home.database.name
        try:
            os.link(home.database, name)
        except OSError:
            shutil.copyfile(home.database, name)
        return name
    return home.database


@dataclass(slots=True)
class _Held:
    opened: OpenWarehouse
    mark: _Mark
    users: int = 0
    is_old: bool = False


class Reader:
    """A reader for long-running servers: each session sees the build that is published when the session
    begins."""

    def __init__(
        self,
        home: Home,
        config: Config | None = None,
        opening: Callable[[Home, Config | None], OpenWarehouse] = open_current,
    ) -> None:
        self._home = home
        self._config = config
        self._opening = opening
        self._lock = threading.Lock()
        self._held: _Held | None = None

    @contextmanager
    def session(self) -> Iterator[OpenWarehouse]:
        """A cursor, and the manifest of the build that it shows; both stay the same until the session
        ends."""
        held = self._taken()
        cursor = held.opened.connection.cursor()
        try:
            yield OpenWarehouse(cursor, held.opened.manifest, None)
        finally:
            cursor.close()
            with self._lock:
                held.users -= 1
                self._release(held)

    def close(self) -> None:
        """Close the file as soon as the last session has ended."""
        with self._lock:
            self._retire()

    def _taken(self) -> _Held:
        with self._lock:
            mark = self._mark()
            if self._held is None or self._held.mark != mark:
                opened = self._opening(self._home, self._config)
                self._retire()
                self._held = _Held(opened, mark)
            self._held.users += 1
            return self._held

    def _retire(self) -> None:
        if self._held is not None:
            self._held.is_old = True
            self._release(self._held)
            self._held = None

    @staticmethod
    def _release(held: _Held) -> None:
        if held.is_old and not held.users:
            held.opened.close()

    def _mark(self) -> _Mark:
        """The identity of the published file: its inode, time and size.

        It changes with every publication, and when a sweep shortens the history.
        """
        try:
            status = self._home.database.stat()
        except FileNotFoundError:
            return (0, 0, 0)
        return (status.st_ino, status.st_mtime_ns, status.st_size)
