"""How long a program waits for the graph: all eight questions of `graph_query` over 100,000 nodes and a million edges.

    make bench ONLY=knowing             100,000 nodes, 10 edges each
    python benchmarks/knowing.py 20000  another number of nodes

The tables are written by their contracts and asked through the views of a database, as a server does: one process,
warm. Each question stands beside its ceiling (§43); the command fails if the processor needs longer than one of them.
Beside it the same rows in SQLite, each with the index that its question needs, asked in as few statements.
"""

import random
import sqlite3
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import duckdb
import polars as pl
import pyarrow as pa

from kg_assets.core.contract import Column, Table
from kg_assets.house import HOUSE
from kg_assets.overlay.lookup.build import lookup_arrays
from kg_assets.overlay.lookup.contracts import INPUTS
from kg_assets.overlay.lookup.opened import LookupIndex, open_lookup
from kg_assets.queries.graph_query import KINDS, Asked, graph_query
from kg_assets.store.arrays import write_arrays
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.sqlrun import add_views, remember_files

NODES, EDGES_OF_EACH = 100_000, 10
_QUESTIONS = 200
_WARM_UP = 20
_TALKS, _OF_EACH = 10_000, 3  # conversations, and of each node so many that name it, pieces of evidence, and orders
_SECONDS = dict.fromkeys(KINDS, 60_000.0)
_WHEN = "2025-01-01T00:00:00.000Z"
_DEFAULTS: dict[str, Any] = {
    "text": "of this kind", "int": 1, "float": 0.5, "bool": True, "instant": _WHEN, "json": "{}", "texts": [],
    "ints": [], "bytes": b"",
}  # fmt: skip
_CARD = "SELECT node_id, canonical_name, node_kind, confidence FROM nodes WHERE node_id IN ({})"
_TIES = "SELECT other_id FROM ends WHERE node_id IN ({}) ORDER BY confidence DESC, other_id LIMIT 11"
_BOTH_WAYS = (("source_id", "target_id"), ("target_id", "source_id"))
# By the kind of question: the hard ceiling of §43 in milliseconds, by which an answer is cut.
CEILINGS = {
    "a name": 10, "an id": 10, "neighbours at one step": 25, "neighbours at two steps": 50, "ten cards": 15,
    "procedure_bundle": 25, "goal_context": 15, "knowledge_brief": 25, "related_threads": 25,
    "entity_scoped_search": 25,
}  # fmt: skip
Ask = Callable[[Sequence[str]], object]


def contracts() -> dict[str, Table]:
    """Every table of the overlay."""
    return {t.name: t for stage in HOUSE.stages for t in stage.tables if t.schema_name == "overlay"}


def rows_of(table: Table, number: int, given: dict[str, Sequence[Any]]) -> pa.Table:
    """A table of `number` rows: the columns that are given, and in each other column one value throughout."""
    schema = table.arrow_schema()
    columns = [given.get(c.name) or [_filling(c)] * number for c in table.columns]
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema)


def _filling(column: Column) -> Any:
    if column.nullable:
        return None
    return column.values[0] if column.values else _DEFAULTS[column.type]


def world(nodes: int) -> dict[str, pa.Table]:
    """Rows for every table of the overlay, with this many nodes, each with a name of its own. Many edges end at a few
    of the nodes, few edges at most of them."""
    chance, told = random.Random("knowing"), contracts()
    ids = [f"entity:{uuid.UUID(int=chance.getrandbits(128), version=4)}" for _ in range(nodes)]
    names = [f"Rowan {chance.randrange(nodes):x} of {number:x}" for number in range(nodes)]
    ends = [(one, ids[int(nodes * chance.random() ** 3)]) for one in ids for _ in range(EDGES_OF_EACH)]
    edges = {
        "source_id": [one for one, _ in ends], "target_id": [other for _, other in ends],
        "confidence": [round(chance.random(), 4) for _ in ends],
        "relation_type": [f"learned_{place % 7}" for place in range(len(ends))],
    }  # fmt: skip
    columns: dict[str, tuple[int, dict[str, Sequence[Any]]]] = {
        "overlay.nodes": (nodes, {"node_id": ids, "canonical_name": names}),
        "overlay.aliases": (nodes, {"node_id": ids, "normalized_alias": [name.lower() for name in names]}),
        "overlay.entity_status_board": (nodes, {"node_id": ids, "canonical_name": names}),
        "overlay.edges": (len(ends), edges),
        "overlay.compiled_truth": (nodes, {"node_id": ids, "markdown": [f"# {name}" for name in names]}),
        **_said(chance, ids),
    }
    return {name: rows_of(told[name], *columns.get(name, (0, {}))) for name in told}


def _said(chance: random.Random, ids: Sequence[str]) -> dict[str, tuple[int, dict[str, Sequence[Any]]]]:
    """Rows of the tables that tell about the nodes, by table: excerpts, conversations and the nodes named in them,
    relations of persons, procedures and constellations."""
    several = [one for one in ids for _ in range(_OF_EACH)]
    talks = [f"talk-{number:08d}" for number in range(_TALKS)]
    linked = [chance.sample(talks, _OF_EACH) for _ in ids]
    contexts = ids[:: _OF_EACH * 100]
    return {
        "overlay.provenance_entries": (len(several), {
            "node_id": several, "place": [1 + number % _OF_EACH for number in range(len(several))],
            "verbatim_excerpt": [f"We spoke of this and that, {number} times." for number in range(len(several))],
        }),
        "overlay.conversation_threads": (_TALKS, {
            "thread_id": talks, "checkpoint_summary": [f"Talk {number}, of this and that" for number in range(_TALKS)],
        }),
        "overlay.thread_entity_links": (len(several), {
            "node_id": several, "thread_id": [talk for found in linked for talk in found],
        }),
        "overlay.person_ties": (len(contexts), {"node_id": contexts, "word": ["friend"] * len(contexts)}),
        "overlay.procedure_motifs": (_TALKS, {"step_ids": [chance.sample(ids, 3) for _ in talks]}),
        "overlay.constellations": (len(contexts), {
            "work_context_id": contexts, "active_goals": [chance.sample(ids, 5) for _ in contexts],
        }),
    }  # fmt: skip


def opened(rows: dict[str, pa.Table], folder: Path) -> tuple[OpenWarehouse, LookupIndex]:
    """A database over files of these rows, and the index of its nodes."""
    store, told = ContentStore(Home(folder / "home").prepare()), contracts()
    files = {
        name: [store.path(store.write_table(told[name], table))]
        for name, table in rows.items()
        if told[name].file_format == "parquet"
    }
    connection = duckdb.connect()
    remember_files(connection)
    connection.execute("ATTACH ':memory:' AS kg")
    connection.execute("USE kg")
    add_views(connection, files)
    write_arrays(
        folder / "index", *lookup_arrays({name: cast(pl.DataFrame, pl.from_arrow(rows[name])) for name in INPUTS})
    )
    warehouse = OpenWarehouse(connection, cast(Any, SimpleNamespace(as_of=_WHEN, tables=told)), None)
    return warehouse, open_lookup(folder / "index")


def indexed(rows: dict[str, pa.Table]) -> sqlite3.Connection:
    """A database of SQLite with the nodes, aliases and edges among these rows, each table with an index."""
    connection = sqlite3.connect(":memory:")
    for table, name, columns, index in (
        ("nodes", "overlay.nodes", ("node_id", "canonical_name", "node_kind", "confidence"), "node_id"),
        ("aliases", "overlay.aliases", ("normalized_alias", "node_id"), "normalized_alias"),
    ):
        connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        values = zip(*(rows[name][column].to_pylist() for column in columns), strict=True)
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", values)
        connection.execute(f"CREATE INDEX {table}_by ON {table} ({index})")
    edges = rows["overlay.edges"].select(["source_id", "target_id", "confidence"]).to_pylist()
    both = [(row[one], row[other], row["confidence"]) for row in edges for one, other in _BOTH_WAYS]
    connection.execute("CREATE TABLE ends (node_id, other_id, confidence)")
    connection.executemany("INSERT INTO ends VALUES (?, ?, ?)", both)
    connection.execute("CREATE INDEX ends_by ON ends (node_id)")
    return connection


def _sqlite_steps(connection: sqlite3.Connection) -> Iterator[tuple[str, Ask]]:
    def cards(ids: Sequence[str]) -> list[Any]:
        return connection.execute(_CARD.format(", ".join("?" * len(ids))), list(ids)).fetchall()

    def hop(ids: Sequence[str]) -> list[str]:
        rows = connection.execute(_TIES.format(", ".join("?" * len(ids))), list(ids)).fetchall()
        return [row[0] for row in rows]

    def named(words: Sequence[str]) -> list[Any]:
        found = connection.execute("SELECT node_id FROM aliases WHERE normalized_alias = ?", [words[0].lower()])
        return cards([row[0] for row in found.fetchall()])

    yield "a name", named
    yield "ten cards", cards
    yield "neighbours at one step", lambda ids: cards(hop(ids[:1]))
    yield "neighbours at two steps", lambda ids: cards([*(one := hop(ids[:1])), *hop(one)])


def _our_steps(warehouse: OpenWarehouse, index: LookupIndex) -> Iterator[tuple[str, Ask]]:
    def asking(kind: str, most: int, depth: int = 1, targets: int = 1, words: str = "") -> Ask:
        return lambda given: graph_query(
            warehouse, index, Asked(kind, tuple(given[:targets]), depth=depth, max_results=most, words=words), _SECONDS
        )

    yield "a name", asking("entity_lookup", 3)
    yield "an id", asking("entity_lookup", 3)
    yield "ten cards", asking("entity_cards", 10, targets=10)
    yield "neighbours at one step", asking("entity_neighbors", 10)
    yield "neighbours at two steps", asking("entity_neighbors", 20, depth=2)
    for kind in KINDS:
        if kind in CEILINGS:
            yield kind, asking(kind, 10, words="this and that")


def measured(ask: Ask, questions: Sequence[Sequence[str]]) -> tuple[float, float, float]:
    """How long a question takes, in milliseconds: the median and the 95th percentile of the clock, and the mean of the
    processor."""
    for question in questions[:_WARM_UP]:
        ask(question)
    taken, began = [], time.process_time()
    for question in questions[_WARM_UP:]:
        start = time.perf_counter()
        ask(question)
        taken.append(1000 * (time.perf_counter() - start))
    taken.sort()
    worked = 1000 * (time.process_time() - began) / len(taken)
    return taken[len(taken) // 2], taken[int(0.95 * len(taken))], worked


def main() -> int:
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else NODES
    rows, chance = world(nodes), random.Random("asked")
    ids = rows["overlay.nodes"]["node_id"].to_pylist()
    names = rows["overlay.nodes"]["canonical_name"].to_pylist()
    by_id = [chance.sample(ids, 10) for _ in range(_QUESTIONS + _WARM_UP)]
    by_name = [[chance.choice(names)] for _ in by_id]
    print(f"{nodes:,} nodes, {EDGES_OF_EACH * nodes:,} edges; milliseconds a question\n")
    print("| | question | median | p95 | of the processor | ceiling |\n|---|---|---|---|---|---|")
    late: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        retrievers = (("annals", _our_steps(*opened(rows, Path(folder)))), ("SQLite", _sqlite_steps(indexed(rows))))
        for label, steps in retrievers:
            for name, ask in steps:
                median, slow, worked = measured(ask, by_name if name == "a name" else by_id)
                print(f"| {label} | {name} | {median:.2f} | {slow:.2f} | {worked:.2f} | {CEILINGS[name]} |")
                late += [name] if label == "annals" and worked > CEILINGS[name] else []
    if late:
        print(f"\nbeyond their ceilings: {', '.join(late)}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
