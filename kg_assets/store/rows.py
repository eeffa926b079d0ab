"""Converts rows between the form in which stages see them and the form in files: text becomes a TIMESTAMP, a
list or a struct.

Stages compare and keep instants as text of one form (`core.instants`), which also says the zone, and JSON as
canonical text, from which ids and digests are made. Analysts want columns that their tools recognise as
times, and lists that they can unnest. Both forms hold the same milliseconds of UTC and the same values. Every
file is read and written through here, so that neither a stage nor an analyst meets the other form.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kg_assets.core.contract import Column, Table
from kg_assets.core.errors import ContractError
from kg_assets.store.nested import json_texts, values_of

# In a file's metadata: the columns that are JSON text for stages. Other columns of lists are lists for stages too.
JSON_COLUMNS = "annals.json"
_LENGTH_WITHOUT_ZONE = len("2024-03-01T12:00:00.000")


def as_in_file(contract: Table, rows: pa.Table) -> pa.Table:
    """Rows of a stage in the form of files. A text that is no instant, or JSON of another shape, is an
    error."""
    for column in contract.columns:
        read = _parsed if column.type == "instant" else _shaped if column.shape is not None else None
        if read is not None:
            place = rows.schema.get_field_index(column.name)
            rows = rows.set_column(place, column.name, read(contract, column, rows.column(place)))
    return rows.cast(contract.file_schema())


def shaped_columns(contract: Table) -> list[str]:
    """The columns that are JSON text for stages, and lists or structs in the file."""
    return [column.name for column in contract.columns if column.shape is not None]


def as_text(rows: pa.Table) -> pa.Table:
    """The rows of a file in the form in which stages see them."""
    json = _json_columns(rows.schema)
    for place, field in enumerate(rows.schema):
        if pa.types.is_timestamp(field.type):
            told = _told(rows.column(place))
        elif field.name in json:
            told = json_texts(rows.column(place))
        else:
            continue
        rows = rows.set_column(place, pa.field(field.name, pa.string(), field.nullable), told)
    return rows.replace_schema_metadata() if json else rows


def read_table(path: Path | str, columns: Sequence[str] | None = None) -> pa.Table:
    """The rows of one file, or some of their columns, as stages see them."""
    return as_text(pq.read_table(path, columns=None if columns is None else list(columns)))


def read_batches(path: Path | str, at_once: int, columns: Sequence[str]) -> Iterator[pa.Table]:
    """The rows of one file as stages see them, in batches of `at_once` rows."""
    with pq.ParquetFile(path) as file:
        said = file.schema_arrow.metadata
        for batch in file.iter_batches(at_once, columns=list(columns)):
            yield as_text(pa.Table.from_batches([batch.replace_schema_metadata(said)]))


def select_as_text(source: str, paths: Iterable[Path | str], named: Collection[str] | None = None) -> str:
    """A SELECT of all columns of `source`, or of those with these names, in the form that stages see. `source`
    must read these files."""
    columns = _columns_of(str(next(iter(paths))))
    told = {name: f'{as_text_sql(name, kind)} AS "{name}"' for name, kind in columns if kind}
    if named is not None:
        # Rows can be counted by any column.
        among = [name for name, _ in columns if name in named] or [columns[0][0]]
        listed = ", ".join(told.get(name, f'"{name}"') for name in among)
        return f"SELECT {listed} FROM {source}"
    replaced = f" REPLACE ({', '.join(told.values())})" if told else ""
    return f"SELECT *{replaced} FROM {source}"


def as_text_sql(name: str, kind: str) -> str:
    """The SQL that turns a column of a file into the text that stages see."""
    if kind == "json":
        return f'to_json("{name}")::VARCHAR'
    return f"strftime(\"{name}\", '%Y-%m-%dT%H:%M:%S.%gZ')"


def instant_text(value: Any) -> Any:
    """A value from DuckDB, with every time in it, also in lists and structs, as the text of an instant."""
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
def _columns_of(path: str) -> tuple[tuple[str, str], ...]:
    """Each column of a file as (name, form). The form is "json" or "instant" if stages see the column as text of that
    sort, and "" if they see it just as it is in the file."""
    schema = pq.read_schema(path)
    json = dict.fromkeys(_json_columns(schema), "json")
    instants = {field.name: "instant" for field in schema if pa.types.is_timestamp(field.type)}
    return tuple((name, (json | instants).get(name, "")) for name in schema.names)


def _json_columns(schema: pa.Schema) -> list[str]:
    said = (schema.metadata or {}).get(JSON_COLUMNS.encode(), b"")
    return said.decode().split(",") if said else []


def _shaped(contract: Table, column: Column, texts: pa.ChunkedArray) -> pa.ChunkedArray:
    assert column.shape is not None
    if texts.type == pa.null():
        return texts.cast(column.shape)
    found = values_of(texts, column.shape)
    if found is None:
        raise ContractError(
            f"{contract.name}.{column.name}: JSON of another shape was found, {column.duckdb_type} was expected"
        )
    return found


def _parsed(contract: Table, column: Column, texts: pa.ChunkedArray) -> pa.ChunkedArray:
    if texts.type == pa.null():
        return texts
    try:
        instants = pc.utf8_slice_codeunits(texts, 0, _LENGTH_WITHOUT_ZONE).cast(pa.timestamp("ms"))
        odd = pc.sum(pc.not_equal(_told(instants), texts)).as_py() or 0
    except pa.ArrowInvalid:
        odd = "some"
    if odd:
        raise ContractError(
            f"{contract.name}.{column.name}: {odd} of {len(texts)} values are no instants; "
            "2024-03-01T12:00:00.000Z is one"
        )
    return instants


def _told(instants: pa.ChunkedArray) -> pa.ChunkedArray:
    # Six times faster than a format of strftime.
    spaced = instants.cast(pa.timestamp("ms")).cast(pa.string())
    return pc.binary_join_element_wise(pc.replace_substring(spaced, " ", "T", max_replacements=1), "Z", "")
