"""The files of the published build's indexes: arrays, opened without DuckDB."""

from pathlib import Path

from kg_assets.core.errors import QueryError
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse


def arrays_file(home: Home, warehouse: OpenWarehouse, table: str, what: str) -> Path:
    """The file of the index `table`. Raises an error that says what to do if the build has none, or one of an
    older version."""
    held = warehouse.manifest.tables.get(table)
    if held is None or not held.contents:
        raise QueryError(f"the published build holds no {what}; run `annals build` again")
    if held.contents[0].file_format != "arrays":
        raise QueryError(f"the {what} of the published build is of an older version; run `annals build` again")
    return ContentStore(home).path(held.contents[0])
