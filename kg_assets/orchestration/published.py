"""The published house as a Dagster resource: Dagster's own for DuckDB, opened for reading only."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb
from dagster_duckdb import DuckDBResource

from kg_assets.store.home import Home


class PublishedHouse(DuckDBResource):
    """Resource `house`: the published DuckDB file, opened read-only. Dagster's own resource opens it for writing,
    which locks out every other process."""

    database: str = ""  # empty: the published file of ANNALS_HOME

    def of(self, home: Home) -> "PublishedHouse":
        """The same for the file of a home, unless another was named."""
        return self if self.database else PublishedHouse(database=str(home.database))

    @contextmanager
    def get_connection(self) -> Iterator[Any]:
        path = self.database or str(Home.from_environment().database)
        with duckdb.connect(path, read_only=True, config=self.connection_config) as connection:
            yield connection
