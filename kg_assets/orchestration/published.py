"""The published build's file as a Dagster resource: Dagster's own resource for DuckDB, opened read-only."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb
from dagster_duckdb import DuckDBResource

from kg_assets.store.home import Home


class PublishedHouse(DuckDBResource):
    """Resource `house`. It opens the file read-only: if it were opened for writing, as by `DuckDBResource`, no other
    process could read it."""

    database: str = ""  # empty: the published file of ANNALS_HOME

    def of(self, home: Home) -> "PublishedHouse":
        """This resource for the published file of `home`, unless `database` names another file."""
        return self if self.database else PublishedHouse(database=str(home.database))

    @contextmanager
    def get_connection(self) -> Iterator[Any]:
        path = self.database or str(Home.from_environment().database)
        with duckdb.connect(path, read_only=True, config=self.connection_config) as connection:
            yield connection
