"""Rows as stages see them and as files hold them: an instant is text there, and a Parquet TIMESTAMP in the file.

Stages compare and keep instants as text of one form (`core.instants`), which also says the zone; analysts want columns
that their tools take for times. Both hold the same milliseconds of UTC. Every file is read and written through here, so
that neither a stage nor an analyst meets the other form.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kg_assets.core.contract import Table
from kg_assets.core.errors import ContractError

_LENGTH_WITHOUT_ZONE = len("2024-03-01T12:00:00.000")


def as_instants(contract: Table, rows: pa.Table) -> pa.Table:
    """Rows of a stage as the file holds them; a text that is no instant is an error."""
    for column in contract.columns:
        if column.type == "instant":
            place = rows.schema.get_field_index(column.name)
            rows = rows.set_column(place, column.name, _parsed(f"{contract.name}.{column.name}", rows.column(place)))
    return rows.cast(contract.file_schema())


def as_text(rows: pa.Table) -> pa.Table:
    """Rows of a file as stages see them."""
    for place, field in enumerate(rows.schema):
        if pa.types.is_timestamp(field.type):
            told = _told(rows.column(place))
            rows = rows.set_column(place, pa.field(field.name, pa.string(), field.nullable), told)
    return rows


def read_table(path: Path | str, columns: Sequence[str] | None = None) -> pa.Table:
    """The rows of one file, or some of their columns, as stages see them."""
    return as_text(pq.read_table(path, columns=None if columns is None else list(columns)))


def read_batches(path: Path | str, at_once: int, columns: Sequence[str]) -> Iterator[pa.Table]:
    """The same, some rows at a time."""
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(at_once, columns=list(columns)):
            yield as_text(pa.Table.from_batches([batch]))


def select_as_text(source: str, paths: Iterable[Path | str]) -> str:
    """A SELECT of all columns of `source`, which reads these files, as stages see them."""
    first = next(iter(paths))
    told = [f'strftime("{name}", \'%Y-%m-%dT%H:%M:%S.%gZ\') AS "{name}"' for name in _instants_of(str(first))]
    replaced = f" REPLACE ({', '.join(told)})" if told else ""
    return f"SELECT *{replaced} FROM {source}"


def instant_text(value: Any) -> Any:
    """A value that DuckDB gave, with the times in it as the text of instants."""
    if isinstance(value, datetime):
        moment = value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value
        return f"{moment.isoformat(timespec='milliseconds')}Z"
    if isinstance(value, list):
        return [instant_text(one) for one in value]
    if isinstance(value, dict):
        return {key: instant_text(one) for key, one in value.items()}
    return value


# Contents never change: what a file holds is looked up once.
@lru_cache(maxsize=4096)
def _instants_of(path: str) -> tuple[str, ...]:
    return tuple(field.name for field in pq.read_schema(path) if pa.types.is_timestamp(field.type))


def _parsed(name: str, texts: pa.ChunkedArray) -> pa.ChunkedArray:
    if texts.type == pa.null():
        return texts
    try:
        instants = pc.utf8_slice_codeunits(texts, 0, _LENGTH_WITHOUT_ZONE).cast(pa.timestamp("ms"))
        odd = pc.sum(pc.not_equal(_told(instants), texts)).as_py() or 0
    except pa.ArrowInvalid:
        odd = "some"
    if odd:
        raise ContractError(f"{name}: {odd} of {len(texts)} values are no instants; 2024-03-01T12:00:00.000Z is one")
    return instants


def _told(instants: pa.ChunkedArray) -> pa.ChunkedArray:
    # Six times faster than a format of strftime.
    spaced = instants.cast(pa.timestamp("ms")).cast(pa.string())
    return pc.binary_join_element_wise(pc.replace_substring(spaced, " ", "T", max_replacements=1), "Z", "")
