"""Compares two builds table by table: how many rows were added, removed and changed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kg_assets.cli.sides import add_sides
from kg_assets.core.contract import Table
from kg_assets.engine.runner import Engine
from kg_assets.store.builds import Manifest, TableRecord
from kg_assets.store.sqlrun import identifier, session

SAME_FILES = "same files"


@dataclass(frozen=True, slots=True)
class Difference:
    table: str
    rows_a: int
    rows_b: int
    added: int
    removed: int
    changed: int
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def compare(engine: Engine, a: Manifest, b: Manifest) -> list[Difference]:
    """How the builds differ, table by table, for every table that at least one of them has."""
    names = sorted({*a.tables, *b.tables})
    return [_compare(engine, name, a.tables.get(name), b.tables.get(name)) for name in names]


def _compare(engine: Engine, name: str, a: TableRecord | None, b: TableRecord | None) -> Difference:
    contract = engine.house.tables.get(name)
    if a is None or b is None:
        rows_a, rows_b = (a.rows if a else 0), (b.rows if b else 0)
        return Difference(name, rows_a, rows_b, rows_b, rows_a, 0, "only in B" if a is None else "only in A")
    if [c.sha256 for c in a.contents] == [c.sha256 for c in b.contents]:
        return Difference(name, a.rows, b.rows, 0, 0, 0, SAME_FILES)
    if contract is None or contract.file_format != "parquet":
        return Difference(name, a.rows, b.rows, 0, 0, 0, "different bytes")
    return _compare_rows(engine, contract, a, b)


def _compare_rows(engine: Engine, contract: Table, a: TableRecord, b: TableRecord) -> Difference:
    # Files that both builds hold have the same rows and need not be read.
    shared = {c.sha256 for c in a.contents} & {c.sha256 for c in b.contents}
    files = {
        "side.a": [engine.contents.path(c) for c in a.contents if c.sha256 not in shared],
        "side.b": [engine.contents.path(c) for c in b.contents if c.sha256 not in shared],
    }
    with session(engine.threads, engine.config.section("store").memory_limit, engine.home.tmp) as connection:
        unlike = add_sides(connection, contract, files)
        if set(contract.key) & set(unlike):
            return Difference(contract.name, a.rows, b.rows, 0, 0, 0, f"not compared: {_without(unlike)}")
        keys = " AND ".join(f"a.{identifier(k)} = b.{identifier(k)}" for k in contract.key)
        first = identifier(contract.key[0])
        added, removed, changed = connection.execute(
            f"SELECT count(*) FILTER (a.{first} IS NULL), count(*) FILTER (b.{first} IS NULL), "
            f"count(*) FILTER (a.{first} IS NOT NULL AND b.{first} IS NOT NULL AND a IS DISTINCT FROM b) "
            f"FROM side.a AS a FULL JOIN side.b AS b ON {keys}"
        ).fetchone()
    note = f"compared without {_without(unlike)}" if unlike else ""
    return Difference(contract.name, a.rows, b.rows, added, removed, changed, note)


def _without(columns: Sequence[str]) -> str:
    return f"{', '.join(columns)}, which the builds do not both have"
