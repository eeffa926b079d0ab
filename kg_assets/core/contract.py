"""Table contracts: one declaration per table, from which everything else about the table is derived: the
Parquet schema, the column metadata in the UI, the asset checks, the DuckDB comments and `docs/tables.md`.

What a table means belongs here; how its rows are made does not.
"""

import hashlib
from dataclasses import dataclass, field, replace
from typing import Literal

import pyarrow as pa

# Raised when files of the same rows get other bytes: every table is made anew then.
FILE_LAYOUT = 4

ColumnType = Literal["text", "json", "instant", "int", "float", "bool", "bytes", "texts", "ints"]

# Rows as stages see them: an instant is text, `YYYY-MM-DDTHH:MM:SS.sssZ` (seed 000 §1.5); `json` is text that parses
# as JSON. `Column.file_type` says what files hold.
ARROW_TYPES: dict[ColumnType, pa.DataType] = {
    "text": pa.string(),
    "json": pa.string(),
    "instant": pa.string(),
    "int": pa.int64(),
    "float": pa.float64(),
    "bool": pa.bool_(),
    "bytes": pa.binary(),
    "texts": pa.list_(pa.string()),
    "ints": pa.list_(pa.int32()),
}
_DUCKDB_SCALARS: dict[pa.DataType, str] = {
    pa.string(): "VARCHAR", pa.int64(): "BIGINT", pa.float64(): "DOUBLE", pa.bool_(): "BOOLEAN",
    pa.timestamp("ms"): "TIMESTAMP",
}  # fmt: skip
# Files as readers see them. A TIMESTAMP names no zone: it is UTC, whatever the zone of the session.
DUCKDB_TYPES: dict[ColumnType, str] = {
    "text": "VARCHAR",
    "json": "VARCHAR",
    "instant": "TIMESTAMP",
    "int": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "bytes": "BLOB",
    "texts": "VARCHAR[]",
    "ints": "INTEGER[]",
}


def members(**kinds: ColumnType) -> pa.DataType:
    """The shape of a JSON object that always has these keys, as the Arrow type of a struct."""
    return pa.struct([pa.field(name, ARROW_TYPES[kinds[name]]) for name in sorted(kinds)])


# Shapes that several tables share.
TEXTS = ARROW_TYPES["texts"]
NUMBERS = pa.list_(pa.float64())
STRETCHES = pa.list_(members(start="int", end="int"))


def duckdb_type(shape: pa.DataType) -> str:
    """The type in DuckDB for a shape, as text: `STRUCT("end" BIGINT, "start" BIGINT)[]` for a list of such objects."""
    if pa.types.is_list(shape):
        return f"{duckdb_type(shape.value_type)}[]"
    if pa.types.is_struct(shape):
        fields = [f'"{field.name}" {duckdb_type(field.type)}' for field in shape]
        return f"STRUCT({', '.join(fields)})"
    return _DUCKDB_SCALARS[shape]


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    `content` marks a person's own words or names: previews show only their length. `formula` says how a
    number is computed, in names of columns and of configuration keys. `shape` is the type of every JSON text
    in the column: a list, or an object with always the same keys. Files hold it as a list or struct.
    """

    name: str
    type: ColumnType
    meaning: str
    nullable: bool = False
    content: bool = False
    values: tuple[str, ...] = ()
    references: str | None = None  # "kg.messages.message_id"
    formula: str = ""
    shape: pa.DataType | None = None

    @property
    def file_type(self) -> pa.DataType:
        """The column's type in files: instants are milliseconds of UTC, JSON with a shape is a list or
        struct."""
        if self.shape is not None:
            return self.shape
        return pa.timestamp("ms") if self.type == "instant" else ARROW_TYPES[self.type]

    @property
    def duckdb_type(self) -> str:
        """The column's type in DuckDB."""
        return DUCKDB_TYPES[self.type] if self.shape is None else duckdb_type(self.shape)

    def carried(self, table: str, otherwise: str = "") -> "Column":
        """This column in the contract of a later table that copies its numbers from `table`. If the column has a
        formula, it becomes "that of its row in `table`", followed by `otherwise`: what rows hold that are not in
        `table`, as in "; 0 if only claims speak of it"."""
        return replace(self, formula=f"that of its row in {table}{otherwise}") if self.formula else self

    @property
    def sentence(self) -> str:
        """The text of the column's comment: its meaning, and its formula if it has one."""
        return f"{self.meaning}. Computed as {self.formula}" if self.formula else self.meaning


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition over whole tables.

    `violations` is a SELECT that gives one row per violation. It names tables as `{kg.messages}`, and the
    checker fills in the files. It may name only the table itself and tables that its contract references or
    its stage reads.
    """

    name: str
    meaning: str
    violations: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Counts that the UI shows when a table is materialized.

    `select` gives (row, column, number) over `{rows}`, which are the table's rows without the columns marked
    `content`, so that nothing private is shown.
    """

    name: str
    meaning: str
    select: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table. `key` is unique and not null; `order` is the sort order of its files, to which the key is
    added.

    `decided_by` names the file, and the function or class in it, that decides which rows there are and what
    they hold, if the function that writes them does not: "kg_assets/memory/events.py (read_events)". Several
    are separated by "; ". A table that `is_looked_up` is queried for a few rows at a time, by the first
    columns of its order; its files have small row groups, so that little else is read with them.
    """

    name: str
    meaning: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    order: tuple[str, ...] = ()
    unique: tuple[tuple[str, ...], ...] = ()
    rules: tuple[Rule, ...] = ()
    charts: tuple[Chart, ...] = ()
    file_format: Literal["parquet", "arrays"] = "parquet"
    is_looked_up: bool = False
    decided_by: str = ""
    _names: frozenset[str] = field(init=False, repr=False, compare=False, default=frozenset())

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        object.__setattr__(self, "_names", frozenset(names))
        if len(self._names) != len(names):
            raise ValueError(f"{self.name}: a column is declared twice")
        unknown = [name for group in (self.key, self.order, *self.unique) for name in group if name not in self._names]
        if unknown:
            raise ValueError(f"{self.name}: key, order or unique name columns that do not exist: {unknown}")
        if self.name.count(".") != 1:
            raise ValueError(f"{self.name}: a table's name is <schema>.<table>")
        shaped = {column.name for column in self.columns if column.shape is not None}
        if shaped - {column.name for column in self.columns if column.type == "json"} or shaped & set(self.sort_order):
            raise ValueError(f"{self.name}: only JSON has a shape, and nothing is sorted by it")

    @property
    def schema_name(self) -> str:
        return self.name.partition(".")[0]

    @property
    def table_name(self) -> str:
        return self.name.partition(".")[2]

    @property
    def sort_order(self) -> tuple[str, ...]:
        """The total order of rows within a file."""
        return self.order + tuple(name for name in self.key if name not in self.order)

    def arrow_schema(self) -> pa.Schema:
        """The Arrow schema of the rows that a stage writes, in which an instant is text."""
        return pa.schema([pa.field(c.name, ARROW_TYPES[c.type], nullable=c.nullable) for c in self.columns])

    def file_schema(self) -> pa.Schema:
        """The Arrow schema of the files."""
        return pa.schema([pa.field(c.name, c.file_type, nullable=c.nullable) for c in self.columns])

    def version(self) -> str:
        """The contract's version, twelve hex digits: it changes whenever something changes that readers rely on.
        Rewording a description changes nothing."""
        parts: list[object] = [self.name, self.key, self.sort_order, self.unique, self.file_format]
        parts += [(c.name, c.type, c.nullable, c.values, c.references) for c in self.columns]
        parts += [(c.name, c.duckdb_type) for c in self.columns if c.shape is not None]
        parts += [(r.name, r.violations) for r in self.rules]
        parts += ["is_looked_up"] if self.is_looked_up else []
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]
