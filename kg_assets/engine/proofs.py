"""Proves from the columns of a table's files that it keeps parts of its contract: keys, vocabularies and
foreign keys.

Asking DuckDB for each took longer than making the rows. Only what holds is reported here; what is not proven
is counted in SQL (`checks`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kg_assets.core.contract import Column, Table

Files = Mapping[str, Sequence[Path]]
_MOST_KEPT = 200_000  # rows of a table whose keys are kept for the tables after it
_EVENLY = 1  # how rows are hashed


def unique_name(group: Sequence[str]) -> str:
    """The name of the check that a key, or another group of columns, is unique."""
    return f"unique({', '.join(group)})"


def values_name(column: Column) -> str:
    """The name of the check that a column has only the values that its contract lists."""
    return f"values({column.name})"


def reference_name(column: Column) -> str:
    """The name of the check that what a foreign key refers to exists."""
    return f"references({column.name} -> {column.references})"


def unique_groups(table: Table) -> list[tuple[str, ...]]:
    """The groups of columns that must be unique: the key and the contract's unique groups."""
    return list(dict.fromkeys((table.key, *table.unique)))


def proven(table: Table, files: Files, asked: Collection[str]) -> set[str]:
    """The names of those checks among `asked` that the files of a table are proven to pass."""
    shaped = {column.name for column in table.columns if column.shape is not None}
    groups = [group for group in unique_groups(table) if unique_name(group) in asked and not shaped & set(group)]
    told = [column for column in table.columns if _names_of(column) & set(asked)]
    if not groups and not told:
        return set()
    hashes: dict[tuple[str, ...], list[npt.NDArray[np.uint64]]] = {group: [] for group in groups}
    held: dict[str, list[pa.Array]] = {column.name: [] for column in told}
    for rows in _groups_of_rows(files.get(table.name, ()), [c for group in groups for c in group], list(held)):
        for group, parts in hashes.items():
            parts.append(_hashes(rows.select(group)))
        for name, values in held.items():
            values.append(_distinct(rows.column(name)))
    holding = {unique_name(group) for group, parts in hashes.items() if _is_unique(parts)}
    for column in told:
        found = _united(held[column.name])
        if values_name(column) in asked and _are_among(found, pa.array(column.values, pa.string())):
            holding.add(values_name(column))
        if column.references and reference_name(column) in asked and _is_kept(found, column.references, files):
            holding.add(reference_name(column))
    return holding


def _names_of(column: Column) -> set[str]:
    """The names of the checks that one column asks for: that its values are of its closed vocabulary, and that its
    foreign keys exist."""
    named = {values_name(column)} if column.values else set()
    return named | ({reference_name(column)} if column.references else set())


def _groups_of_rows(paths: Sequence[Path], whole: Sequence[str], repeating: Sequence[str]) -> Iterator[pa.Table]:
    """These columns of the files, one row group at a time, so that few rows are in memory. Columns in
    `repeating` are read as dictionaries."""
    columns = list(dict.fromkeys((*whole, *repeating)))
    dictionaries = [name for name in repeating if name not in whole]
    for path in paths:
        with pq.ParquetFile(path, read_dictionary=dictionaries) as file:
            for number in range(file.num_row_groups):
                yield file.read_row_group(number, columns=columns)


def _hashes(rows: pa.Table) -> npt.NDArray[np.uint64]:
    frame = pl.DataFrame(pl.from_arrow(rows))
    return frame.hash_rows(_EVENLY).to_numpy()


def _is_unique(parts: Sequence[npt.NDArray[np.uint64]]) -> bool:
    """Whether all hashes differ; then no two rows are the same."""
    if not parts:
        return True
    hashes = np.sort(np.concatenate(parts))
    return not (hashes[1:] == hashes[:-1]).any()


def _distinct(column: pa.ChunkedArray) -> pa.Array:
    """The distinct values of a column, without NULL."""
    parts = [chunk.dictionary if pa.types.is_dictionary(chunk.type) else chunk for chunk in column.chunks]
    return _united([part.cast(pa.string()) for part in parts])


def _united(parts: Sequence[pa.Array]) -> pa.Array:
    if not parts:
        return pa.array([], pa.string())
    return pc.drop_null(pc.unique(pa.chunked_array(parts)))


def _are_among(values: pa.Array, allowed: pa.Array) -> bool:
    return not len(values) or bool(pc.all(pc.is_in(values, value_set=allowed)).as_py())


def _is_kept(values: pa.Array, references: str, files: Files) -> bool:
    if not len(values):
        return True
    other, _, key = references.rpartition(".")
    paths = files.get(other, ())
    rows = sum(pq.read_metadata(path).num_rows for path in paths)
    keys = _kept_keys(_as_they_stand(paths), key) if rows <= _MOST_KEPT else _keys(paths, key)
    return _are_among(values, keys)


def _keys(paths: Sequence[Path], key: str) -> pa.Array:
    """The distinct values of the column `key` in these files, to which foreign keys of another table refer."""
    return _united([_distinct(rows.column(key)) for rows in _groups_of_rows(paths, [key], [])])


def _as_they_stand(paths: Sequence[Path]) -> tuple[tuple[Path, int], ...]:
    return tuple((path, path.stat().st_mtime_ns) for path in paths)


@lru_cache(maxsize=16)
def _kept_keys(files: tuple[tuple[Path, int], ...], key: str) -> pa.Array:
    return _keys([path for path, _ in files], key)
