"""Rows of a stage as a file holds them, for tests that show them to DuckDB without writing a file."""

import orjson
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.house import HOUSE

_COLUMNS = [column for table in HOUSE.tables.values() for column in table.columns]
# By name: where one name is JSON of a shape in one table and any JSON in another, it stays text here.
_SHAPES = {c.name: c.shape for c in _COLUMNS if c.shape is not None} | {
    c.name: None for c in _COLUMNS if c.shape is None
}


def as_in_files(rows: pa.Table) -> pa.Table:
    """The same rows with TIMESTAMPs for the texts of instants, all called `…_utc`, and JSON of a shape as that."""
    for place, field in enumerate(rows.schema):
        if not pa.types.is_string(field.type):
            continue
        column, shape = rows.column(place), _SHAPES.get(field.name)
        if field.name.endswith("_utc"):
            rows = rows.set_column(place, field.name, pc.utf8_slice_codeunits(column, 0, 23).cast(pa.timestamp("ms")))
        elif shape is not None:
            values = [None if text is None else orjson.loads(text) for text in column.to_pylist()]
            rows = rows.set_column(place, field.name, pa.chunked_array([pa.array(values, shape)]))
    return rows
