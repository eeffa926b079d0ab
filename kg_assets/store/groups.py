"""Cuts a table's rows into the row groups of a file, and takes each group from the table separately.

A table must not be in memory twice while it is written, so nothing here copies more rows than one group has.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]
# A group whose text column holds more is halved until it fits: while it is written it stands in memory several times.
# With 8 MB a file grows by three percent. (Arrow's string offsets end at 2 GB in any case.)
MOST_BYTES_PER_COLUMN = 1 << 23


def groups(rows: pa.Table, order: pa.Array | None, most_rows: int) -> Iterator[pa.Table]:
    """The rows in the given order, cut into groups by their number and then by their bytes. How the rows are divided in
    memory has no influence."""
    lengths = _lengths(rows)
    for start in range(0, rows.num_rows, most_rows):
        end = min(start + most_rows, rows.num_rows)
        places = np.arange(start, end) if order is None else order.slice(start, end - start).to_numpy()
        for part in _halved(places.astype(np.int64), lengths):
            yield rows.slice(part[0], len(part)) if order is None else _taken(rows, part)
            pa.default_memory_pool().release_unused()  # the next group needs as much


def _lengths(rows: pa.Table) -> list[_Numbers]:
    """For each column that may be too wide for one group, the bytes of each of its values."""
    wide = []
    for column in rows.columns:
        kind = column.type
        if pa.types.is_string(kind) or pa.types.is_large_string(kind) or _is_binary(kind):
            if column.nbytes <= MOST_BYTES_PER_COLUMN:
                continue  # its buffers may hold more than its values, never less
            wide.append(pc.fill_null(pc.binary_length(column), 0).to_numpy().astype(np.int64))
    return wide


def _is_binary(kind: pa.DataType) -> bool:
    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind))


def _halved(places: _Numbers, lengths: list[_Numbers]) -> Iterator[_Numbers]:
    if len(places) > 1 and any(column[places].sum() > MOST_BYTES_PER_COLUMN for column in lengths):
        middle = len(places) // 2
        yield from _halved(places[:middle], lengths)
        yield from _halved(places[middle:], lengths)
    else:
        yield places


def _taken(rows: pa.Table, places: _Numbers) -> pa.Table:
    return pa.table([_values(column, places) for column in rows.columns], schema=rows.schema)


def _values(column: pa.ChunkedArray, places: _Numbers) -> pa.Array:
    """The values at these indexes, taken from each chunk by itself; Arrow would first copy the whole column into one
    chunk."""
    if column.num_chunks < 2:
        return column.chunk(0).take(pa.array(places)) if column.num_chunks else pa.nulls(0, column.type)
    ends = np.cumsum([len(chunk) for chunk in column.chunks])
    pieces = np.searchsorted(ends, places, side="right")
    grouped = np.argsort(pieces, kind="stable")
    found = [
        column.chunk(piece).take(pa.array(places[pieces == piece] - (ends[piece - 1] if piece else 0)))
        for piece in np.unique(pieces).tolist()
    ]
    back = np.empty(len(places), np.int64)
    back[grouped] = np.arange(len(places))
    return pa.concat_arrays(found).take(pa.array(back))
