"""The published build, opened for queries of the program itself.

The session's settings are locked, and only the build's files can be read. SQL that a person types is run by
`kg_assets.queries`, in a process that cannot write.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb

from kg_assets.core.errors import QueryError
from kg_assets.store.home import Home
from kg_assets.store.opened import Config, OpenWarehouse, open_current
from kg_assets.store.rows import instant_text
from kg_assets.store.sqlrun import quote


def open_confined(home: Home, config: Config | None = None) -> OpenWarehouse:
    """A read-only connection to the published build that can read the files in the store and no others."""
    warehouse = open_current(home, config)
    connection = warehouse.connection
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute(f"SET allowed_directories = [{quote(str(home.contents.absolute()) + '/')}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return warehouse


@contextmanager
def opened(home: Home, config: Config | None = None) -> Iterator[OpenWarehouse]:
    """The connection of `open_confined`, closed at the end."""
    with open_confined(home, config) as warehouse:
        yield warehouse


class Answer:
    """The rows of a SELECT. Instants in them are text: `2024-03-01T12:00:00.000Z`."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        self.names = [column[0] for column in cursor.description]

    def fetchall(self) -> list[tuple[Any, ...]]:
        return [tuple(map(instant_text, row)) for row in self._cursor.fetchall()]

    def fetchone(self) -> Any:
        row = self._cursor.fetchone()
        return None if row is None else tuple(map(instant_text, row))

    def named(self) -> list[dict[str, Any]]:
        """The rows as dictionaries, by column name."""
        return [dict(zip(self.names, row, strict=True)) for row in self.fetchall()]


def rows_of(
    warehouse: OpenWarehouse, sql: str, given: Mapping[str, Any] | Sequence[Any] | None = None
) -> list[dict[str, Any]]:
    """The rows of one SELECT over the published build, as dictionaries by column name."""
    return select(warehouse.connection, sql, given).named()


def select(connection: Any, sql: str, parameters: Mapping[str, Any] | Sequence[Any] | None = None) -> Answer:
    """Run one SELECT. An error of DuckDB becomes a QueryError."""
    try:
        return Answer(connection.execute(sql, parameters) if parameters else connection.execute(sql))
    except duckdb.Error as error:
        raise QueryError(_readable(error)) from None


def _readable(error: duckdb.Error) -> str:
    """DuckDB's own message; if a table or column does not exist, with a hint to `annals tables`."""
    text = str(error).strip()
    return f"{text}\n(`annals tables` lists tables and columns)" if "does not exist" in text else text
