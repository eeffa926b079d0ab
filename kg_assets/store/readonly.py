"""The published build, opened so that a typed statement can only read: one SELECT, no files, no settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb

from kg_assets.core.errors import QueryError
from kg_assets.store.home import Home
from kg_assets.store.reading import OpenWarehouse, open_current
from kg_assets.store.sqlrun import quote

# COPY could write beside our files and ATTACH could open others, so only these kinds of statement pass.
_ALLOWED = {duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN}


@contextmanager
def opened(home: Home) -> Iterator[OpenWarehouse]:
    """A read-only connection that can reach the files of the build's views and nothing else."""
    with open_current(home) as warehouse:
        connection = warehouse.connection
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"SET allowed_directories = [{quote(str(home.contents.absolute()) + '/')}]")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield warehouse


def select(connection: Any, sql: str, parameters: list[Any] | None = None) -> Any:
    """Run one typed SELECT; the relation that DuckDB answers with."""
    try:
        statements = duckdb.extract_statements(sql)
    except duckdb.Error as error:
        raise QueryError(_readable(error)) from None
    if len(statements) != 1:
        raise QueryError(f"one statement is expected, {len(statements)} were given")
    statement = statements[0]
    if statement.type not in _ALLOWED or "copy" in sql.lower().split()[:4]:
        raise QueryError(f"only SELECT can be asked; a {statement.type.name} statement was given")
    try:
        return connection.execute(sql, parameters) if parameters else connection.execute(sql)
    except duckdb.Error as error:
        raise QueryError(_readable(error)) from None


def _readable(error: duckdb.Error) -> str:
    """DuckDB's own words, which name the place and the candidates; `annals tables` lists what there is."""
    text = str(error).strip()
    return f"{text}\n(`annals tables` lists tables and columns)" if "does not exist" in text else text
