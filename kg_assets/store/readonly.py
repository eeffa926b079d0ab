"""The published build, opened for questions that the program words itself: no settings, no files but the build's.

What a person types is run by `kg_assets.queries`, in a process that cannot write.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb

from kg_assets.core.errors import QueryError
from kg_assets.store.home import Home
from kg_assets.store.reading import Config, OpenWarehouse, open_current
from kg_assets.store.sqlrun import quote


def open_confined(home: Home, config: Config | None = None) -> OpenWarehouse:
    """A read-only connection that can reach the files of the build's views and nothing else."""
    warehouse = open_current(home, config)
    connection = warehouse.connection
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute(f"SET allowed_directories = [{quote(str(home.contents.absolute()) + '/')}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return warehouse


@contextmanager
def opened(home: Home, config: Config | None = None) -> Iterator[OpenWarehouse]:
    """The same, closed at the end."""
    with open_confined(home, config) as warehouse:
        yield warehouse


def select(connection: Any, sql: str, parameters: list[Any] | None = None) -> Any:
    """Run one SELECT; the relation that DuckDB answers with."""
    try:
        return connection.execute(sql, parameters) if parameters else connection.execute(sql)
    except duckdb.Error as error:
        raise QueryError(_readable(error)) from None


def _readable(error: duckdb.Error) -> str:
    """DuckDB's own words, which name the place and the candidates; `annals tables` lists what there is."""
    text = str(error).strip()
    return f"{text}\n(`annals tables` lists tables and columns)" if "does not exist" in text else text
