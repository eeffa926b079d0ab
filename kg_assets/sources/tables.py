"""Gathers rows into columns, reads pieces of source files, and computes the buckets of shards."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from kg_assets.core.collector import without_collector as without_collector  # readers of many rows ask here
from kg_assets.core.contract import Table
from kg_assets.core.stage import StageRun
from kg_assets.store.rows import read_batches

_AT_ONCE = 8192  # rows that are read as objects at once


class Mark(NamedTuple):
    """How many rows a table had at a moment: the number of batches that were columns already, and the number of rows
    after them."""

    settled: int
    rows: int


class Rows:
    """Rows of one table, gathered as tuples and turned into columns at the end. The store sorts them, not
    this class."""

    __slots__ = ("_settled", "add", "contract", "rows")

    def __init__(self, contract: Table) -> None:
        self.contract = contract
        self.rows: list[tuple[Any, ...]] = []
        self.add = self.rows.append
        self._settled: list[pa.Table] = []

    def __len__(self) -> int:
        return sum((len(table) for table in self._settled), start=len(self.rows))

    def settle(self) -> None:
        """Turn the rows so far into columns: as tuples they take several times the memory."""
        self._settled.append(self._columns())
        self.rows.clear()

    def mark(self) -> Mark:
        """The present number of rows, as a mark that `undo` takes."""
        return Mark(len(self._settled), len(self.rows))

    def undo(self, mark: Mark) -> bool:
        """Drop the rows that were added since the mark. Returns whether `settle` was called since then."""
        since = self._settled[mark.settled :]
        del self._settled[mark.settled :]
        if since:
            self._settled.append(since[0].slice(0, mark.rows))
        del self.rows[0 if since else mark.rows :]
        return bool(since)

    def table(self) -> pa.Table:
        """All rows in the contract's types. Text columns may have been given as UTF-8 bytes."""
        return pa.concat_tables([*self._settled, self._columns()]) if self._settled else self._columns()

    def _columns(self) -> pa.Table:
        schema = self.contract.arrow_schema()
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(schema)
        arrays = [
            pa.chunked_array(_arrays(values, field.type), type=field.type)
            for values, field in zip(columns, schema, strict=True)
        ]
        return pa.table(arrays, schema=schema)


def _arrays(values: Sequence[Any], kind: pa.DataType) -> list[pa.Array]:
    """The values as one array, or as several when their texts together exceed what one array can hold."""
    given_as_bytes = kind == pa.string() and any(type(value) is bytes for value in values[:1])
    # What the canonical writer made is UTF-8; having it proved again costs more than the copy.
    made = pa.array(values, type=pa.binary() if given_as_bytes else kind)
    chunks = made.chunks if isinstance(made, pa.ChunkedArray) else [made]
    return [chunk.view(kind) for chunk in chunks] if given_as_bytes else chunks


def read_rows(paths: Sequence[Path], columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a table's files, as tuples of the given columns."""
    for path in paths:
        for batch in read_batches(path, _AT_ONCE, columns):
            yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)


class SourceReader:
    """Reads pieces of source files; each file is mapped into memory once."""

    __slots__ = ("_mapped", "_run")

    def __init__(self, run: StageRun) -> None:
        self._run = run
        self._mapped: dict[str, memoryview] = {}

    def piece(self, source_sha256: str, offset: int, length: int) -> bytes:
        data = self._mapped.get(source_sha256)
        if data is None:
            data = self._mapped[source_sha256] = self._run.source_bytes(source_sha256)
        return bytes(data[offset : offset + length])


def power_of_two(wanted: float, most: int) -> int:
    """The smallest power of two that is at least `wanted`; never more than `most`."""
    count = 1
    while count < wanted and count * 2 <= most:
        count *= 2
    return count


def bucket_of(sha256: str, count: int) -> int:
    """The bucket for a hash, by its leading bits; `count` is a power of two up to 65,536."""
    return int(sha256[:4], 16) * count >> 16
