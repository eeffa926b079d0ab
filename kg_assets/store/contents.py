"""The content store and the one Parquet writer: a table's files are named by their hash and never changed
(design §3).

Which file belongs to which build is written elsewhere (`results`, `builds`); what rows mean is in the
contracts.
"""

import hashlib
import io
import os
import shutil
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kg_assets.core.contract import Column, Table
from kg_assets.core.errors import ContractError, WarehouseError
from kg_assets.store.files import (
    explained,
    link_into_place,
    make_private_folder,
    sha256_of,
    sync_directory,
    sync_file,
    unfinished,
)
from kg_assets.store.groups import groups
from kg_assets.store.home import Home
from kg_assets.store.rows import JSON_COLUMNS, as_in_file, shaped_columns

# Design §3: these make the bytes; changing one renames every file of every warehouse, and `FILE_LAYOUT` must be raised.
ROWS_PER_GROUP = 122_880
# The same for a table that is looked up: to find a row, one group is read. Smaller groups take longer to choose from.
ROWS_PER_LOOKUP = 8_192
COMPRESSION = "zstd"
COMPRESSION_LEVEL = 3
FORMAT_VERSION = "2.6"

# "sqlite" is what builds of an earlier version hold.
_SUFFIX = {"parquet": ".parquet", "arrays": ".arrays", "sqlite": ".sqlite"}
_SYNC_THREADS = 8

# Engines hand over the same values in other widths; these casts lose nothing.
_SAME_VALUES = {
    pa.string(): (pa.large_string(), pa.string_view()),
    pa.binary(): (pa.large_binary(), pa.binary_view()),
    pa.int64(): (pa.int8(), pa.int16(), pa.int32(), pa.uint8(), pa.uint16(), pa.uint32()),
}


@dataclass(frozen=True, slots=True)
class Content:
    """One file of one table: its hash, its number of rows, its size and its format."""

    table: str
    sha256: str
    rows: int
    bytes: int
    file_format: str = "parquet"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Content":
        return cls(value["table"], value["sha256"], value["rows"], value["bytes"], value["file_format"])


# By store, the file of each table without rows that this process has written. Most stages have such tables, and their
# bytes are always the same.
_empty: dict[tuple[str, Table], Content] = {}


def file_name(content: Content) -> str:
    """The name of a content's file within its table's folder."""
    return content.sha256[:12] + _SUFFIX[content.file_format]


class ContentStore:
    """Files under `warehouse/store`, each written once."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._folder = os.fspath(home.contents)
        self._synced: set[Path] = set()

    def path(self, content: Content) -> Path:
        """The path of a content, whether or not the file exists."""
        return Path(self._place_of(content))

    def _place_of(self, content: Content) -> str:
        # As text: a build asks thousands of times whether a file is there, and a Path takes longer than the answer.
        return f"{self._folder}/{content.table.replace('.', '/', 1)}/{file_name(content)}"

    def exists(self, content: Content) -> bool:
        """Whether the file exists with its full length. Only `verify` reads it."""
        try:
            return os.stat(self._place_of(content)).st_size == content.bytes
        except FileNotFoundError:
            return False

    def verify(self, content: Content) -> None:
        """Read the file and compare its hash; an error names the file and what to do."""
        path = self.path(content)
        if not path.exists():
            raise WarehouseError(f"{path} of {content.table} is missing; build again to make it anew")
        if sha256_of(path) != content.sha256:
            raise WarehouseError(f"{path} of {content.table} is damaged; remove it and build again")

    def write_table(self, contract: Table, rows: pa.Table) -> Content:
        """Write rows as one Parquet file. The same rows give the same bytes, in whatever order and chunks
        they come."""
        if contract.file_format != "parquet":
            raise ContractError(f"{contract.name} is a {contract.file_format} file: write it with write_file")
        check_columns(contract, rows)
        empty = _empty.get((self._folder, contract)) if not rows.num_rows else None
        if empty is not None and self.exists(empty):
            return empty
        with explained(self._home.tmp), unfinished(self._home.tmp) as (descriptor, temporary):
            sink = _HashingSink(descriptor)
            _write_parquet(contract, rows, sink)
            content = Content(contract.name, sink.sha256(), rows.num_rows, sink.size)
            self._place(content, temporary)
        if not rows.num_rows:
            _empty[self._folder, contract] = content
        return content

    def write_file(self, contract: Table, path: Path, rows: int) -> Content:
        """Store a finished file of a table that is not Parquet; the file moves into the store."""
        content = Content(contract.name, sha256_of(path), rows, path.stat().st_size, contract.file_format)
        with explained(self.path(content)):
            if path.stat().st_dev != self._home.tmp.stat().st_dev:
                with unfinished(self._home.tmp) as (_, temporary):
                    shutil.copyfile(path, temporary)
                    self._place(content, temporary)
            else:
                path.chmod(0o600)
                self._place(content, path)
            path.unlink(missing_ok=True)
        return content

    def sync(self, contents: Iterable[Content]) -> None:
        """Make contents survive a power cut. Called once per stage, before its result is recorded."""
        paths = sorted({self.path(content) for content in contents} - self._synced)
        folders = sorted({path.parent for path in paths})
        parents = sorted({folder.parent for folder in folders} | {self._home.contents})
        # The file system's journal commits waiting files together: many at once cost little more than one.
        list(_syncers().map(sync_file, paths))
        list(_syncers().map(sync_directory, [*folders, *parents] if paths else []))
        self._synced.update(paths)

    def _place(self, content: Content, temporary: Path) -> None:
        path = self.path(content)
        if not path.parent.exists():
            make_private_folder(path.parent.parent)
            make_private_folder(path.parent)
        if link_into_place(temporary, path):
            return
        standing = sha256_of(path)
        if standing == content.sha256:
            return
        if standing.startswith(path.stem):
            raise WarehouseError(
                f"{path} holds sha256 {standing}, and {content.sha256} of {content.table} has the same first twelve "
                f"digits; remove the builds that use it (annals gc) and build again"
            )
        # The file is not what its name says: a power cut left it torn before it was synced.
        os.replace(temporary, path)


@cache
def _syncers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_SYNC_THREADS, thread_name_prefix="annals-syncer")


class _HashingSink(io.RawIOBase):
    """A file that hashes the bytes written to it."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._file = os.fdopen(os.dup(descriptor), "wb", buffering=1 << 20)
        self._digest = hashlib.sha256()
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._digest.update(data)
        self._file.write(data)
        length = len(data)
        self.size += length
        return length

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        if not self._file.closed:
            self._file.flush()

    def close(self) -> None:
        self._file.close()
        super().close()

    def sha256(self) -> str:
        return self._digest.hexdigest()


def check_columns(contract: Table, rows: pa.Table) -> None:
    """Raise an error if the columns, types or nulls of rows break the contract."""
    expected = contract.arrow_schema()
    found = rows.schema.names
    missing = [name for name in expected.names if name not in found]
    extra = [name for name in found if name not in expected.names]
    twice = sorted({name for name in found if found.count(name) > 1})
    if missing or extra or twice:
        said = [f"{word} {', '.join(names)}" for word, names in _named(missing, extra, twice) if names]
        raise ContractError(f"{contract.name}: {'; '.join(said)}")
    for field in expected:
        column = rows.column(field.name)
        if not _fits(column.type, field.type):
            raise ContractError(f"{contract.name}.{field.name}: {field.type} was expected, {column.type} was found")
        if column.null_count and not field.nullable:
            raise ContractError(
                f"{contract.name}.{field.name}: {column.null_count} of {len(column)} values are null, none may be"
            )


def _named(missing: list[str], extra: list[str], twice: list[str]) -> list[tuple[str, list[str]]]:
    return [("missing columns", missing), ("unknown columns", extra), ("columns that occur twice", twice)]


def _fits(found: pa.DataType, expected: pa.DataType) -> bool:
    return found == expected or found == pa.null() or found in _SAME_VALUES.get(expected, ())


def _write_parquet(contract: Table, rows: pa.Table, sink: _HashingSink) -> None:
    schema = contract.file_schema()
    order = _order(contract, rows)
    with pq.ParquetWriter(
        sink,
        schema,
        version=FORMAT_VERSION,
        compression=COMPRESSION,
        compression_level=COMPRESSION_LEVEL,
        use_dictionary=dictionary_columns(contract),
        store_schema=False,
        # Readers that filter skip pages, and those that join need not sort again.
        write_page_index=True,
        sorting_columns=pq.SortingColumn.from_ordering(schema, [(n, "ascending") for n in contract.sort_order]),
    ) as writer:
        # No build's name: one file can be part of many builds.
        said = {"annals.table": contract.name, "annals.contract": contract.version()}
        shaped = shaped_columns(contract)
        writer.add_key_value_metadata(said | ({JSON_COLUMNS: ",".join(shaped)} if shaped else {}))
        for group in groups(rows.select(schema.names), order, _group_rows(contract)):
            written = as_in_file(contract, group).combine_chunks()
            writer.write_table(written, row_group_size=max(1, written.num_rows))
    sink.close()


def _group_rows(contract: Table) -> int:
    return ROWS_PER_LOOKUP if contract.is_looked_up else ROWS_PER_GROUP


def dictionary_columns(contract: Table) -> list[str]:
    """Columns whose values repeat, which are written with a dictionary. For bodies and unique ids a
    dictionary would be built only to be thrown away."""
    alone = {names[0] for names in (contract.key, *contract.unique) if len(names) == 1}
    unlike = {c.name for c in contract.columns if c.type in ("json", "bytes") or (c.type == "text" and c.content)}
    return [_leaf(c) for c in contract.columns if c.name not in alone | unlike]


def _leaf(column: Column) -> str:
    """The path under which a Parquet file keeps the values of a column; for a list this is not just the column's
    name."""
    return f"{column.name}.list.element" if column.type in ("texts", "ints") else column.name


def _order(contract: Table, rows: pa.Table) -> pa.Array | None:
    """The positions of the rows in the contract's order, nulls last; None if the rows already have that
    order."""
    if rows.num_rows < 2 or not contract.sort_order or is_sorted(rows, contract.sort_order):
        return None
    return pc.sort_indices(rows, sort_keys=[(name, "ascending") for name in contract.sort_order])


def is_sorted(rows: pa.Table, names: Iterable[str]) -> bool:
    """Whether rows ascend by these columns, nulls last. A further column counts only between rows that are
    equal in all before."""
    tied: np.ndarray[Any, np.dtype[np.bool_]] | None = None
    for name in names:
        column = rows.column(name)
        earlier, later = column.slice(0, len(column) - 1), column.slice(1)
        if pa.types.is_floating(column.type) and pc.any(pc.is_nan(column)).as_py():
            return False
        above, equal = _compared(earlier, later)
        if tied is not None:
            above, equal = above & tied, equal & tied
        if above.any():
            return False
        if not equal.any():
            return True
        tied = equal
    return True


def _compared(earlier: pa.ChunkedArray, later: pa.ChunkedArray) -> tuple[Any, Any]:
    above, equal = pc.greater(earlier, later), pc.equal(earlier, later)
    if earlier.null_count or later.null_count:
        first_null, second_null = pc.is_null(earlier), pc.is_null(later)
        above = pc.or_(pc.fill_null(above, False), pc.and_not(first_null, second_null))
        equal = pc.or_(pc.fill_null(equal, False), pc.and_(first_null, second_null))
    return _booleans(above), _booleans(equal)


def _booleans(values: pa.ChunkedArray) -> Any:
    parts = [chunk.to_numpy(zero_copy_only=False) for chunk in values.chunks]
    return parts[0] if len(parts) == 1 else reduce(lambda a, b: np.concatenate([a, b]), parts, np.empty(0, bool))
