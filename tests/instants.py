"""Rows of a stage as a file holds them, for tests that show them to DuckDB without writing a file."""

import pyarrow as pa
import pyarrow.compute as pc


def as_in_files(rows: pa.Table) -> pa.Table:
    """The same rows with TIMESTAMPs for the texts of instants, whose columns are all called `…_utc`."""
    for place, field in enumerate(rows.schema):
        if field.name.endswith("_utc") and pa.types.is_string(field.type):
            instants = pc.utf8_slice_codeunits(rows.column(place), 0, 23).cast(pa.timestamp("ms"))
            rows = rows.set_column(place, field.name, instants)
    return rows
