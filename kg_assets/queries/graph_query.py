"""Eight questions of a program to the graph (§43, §14.7), each within its time: what is not ready by then is left out.

No model is asked and nothing is changed. An answer that is cut says so and why; the caller is never failed for that.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg_assets.core.errors import QueryError
from kg_assets.queries.overlay import brief, node_meant, resolve, threads_of, tokens_of
from kg_assets.queries.visibility import seen
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

Row = dict[str, Any]
# Edges in one pass and their other ends by their ids: so the engine reads the parts of files that can hold them.
_EDGES_AT = f"""
SELECT source_id, target_id, relation_type, confidence FROM overlay.edges
WHERE (source_id IN ({{ids}}) OR target_id IN ({{ids}})) AND end_date IS NULL AND lifecycle_state <> 'suppressed'
    AND (length($edge_types) = 0 OR list_contains($edge_types, relation_type)) AND {seen()}
"""
_NAMES = f"""
SELECT node_id, canonical_name, node_kind FROM overlay.nodes
WHERE node_id IN ({{ids}}) AND {seen()}
"""
_ID = f"SELECT node_id FROM overlay.nodes WHERE node_id = $typed AND {seen()}"
_CARDS = f"""
SELECT node_id, canonical_name, node_kind, subtype, lifecycle_state, staleness_state, confidence
FROM overlay.nodes WHERE node_id IN ({{ids}}) AND {seen()}
"""
_PAGES = "SELECT node_id, markdown FROM overlay.compiled_truth WHERE node_id IN ({ids})"
_ORDERS = f"""
SELECT motif_id, step_names, support_count, temporal_regularity, suggested_node_kind, status
FROM overlay.procedure_motifs WHERE list_contains(step_ids, $node_id) AND {seen()}
ORDER BY support_count DESC, length(step_ids) DESC, motif_id LIMIT $most
"""
_MEANT = f"""
WITH scene AS (
    SELECT unnest(list_concat(active_goals, active_obligations)) AS node_id
    FROM overlay.constellations WHERE work_context_id = $node_id AND {seen()}
)
SELECT n.node_id, n.node_kind, n.canonical_name, n.confidence, n.payload ->> '$.deadline.date' AS due
FROM overlay.nodes AS n SEMI JOIN scene USING (node_id)
WHERE {seen("n.")} ORDER BY due NULLS LAST, n.confidence DESC, n.node_id LIMIT $most
"""
_SAID = """
SELECT message_id, created_at, source_description, verbatim_excerpt FROM overlay.provenance_entries
WHERE node_id = $node_id AND verbatim_excerpt IS NOT NULL AND contains(lower(verbatim_excerpt), lower($words))
ORDER BY place LIMIT $most
"""


@dataclass(frozen=True)
class Asked:
    """One question; what a kind does not need is not looked at."""

    kind: str
    targets: tuple[str, ...]
    depth: int = 1
    edge_types: tuple[str, ...] = ()
    max_results: int = 10
    is_full: bool = False
    words: str = ""
    max_tokens: int = 300


@dataclass
class _Work:
    """What a question is answered with: the build, who asks, and how much of its time is left."""

    warehouse: OpenWarehouse
    is_local: bool
    ends: float
    clock: Callable[[], float]
    cut: str | None = None

    def is_late(self) -> bool:
        """Whether the time is over; the answer says so then."""
        if self.clock() > self.ends:
            self.cut = "latency"
        return self.cut == "latency"

    def rows(self, sql: str, ids: Mapping[str, str] | None = None, **given: Any) -> list[Row]:
        used = {**(ids or {}), **given, "is_local": self.is_local}
        return select(self.warehouse.connection, sql, {k: v for k, v in used.items() if f"${k}" in sql}).named()

    def id_of(self, typed: str) -> str:
        """The id of a node that is named by it, by its name, or by words of its name."""
        if ":" in typed and self.rows(_ID, typed=typed):
            return typed
        return str(node_meant(self.warehouse, typed, self.is_local)["node_id"])

    def kept(self, rows: list[Row], most: int) -> list[Row]:
        """As many as were asked for; one more than that was looked for."""
        if len(rows) > most:
            self.cut = self.cut or "max_results"
        return rows[:most]


def graph_query(
    warehouse: OpenWarehouse, asked: Asked, ceilings: Mapping[str, float], is_local: bool = True,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:  # fmt: skip
    """The answer to one question: its rows, how long it took, and whether and why something is left out."""
    answer = _KINDS.get(asked.kind)
    if answer is None:
        raise QueryError(f"there is no question {asked.kind!r}; the kinds are {', '.join(_KINDS)}")
    began = clock()
    work = _Work(warehouse, is_local, began + ceilings[asked.kind] / 1000, clock)
    rows = answer(work, asked)
    return {
        "query_kind": asked.kind,
        "results": rows,
        "latency_ms": round((clock() - began) * 1000, 3),
        "truncated": work.cut is not None,
        "truncation_reason": work.cut,
    }


def _lookup(work: _Work, asked: Asked) -> list[Row]:
    found = resolve(work.warehouse, _target(asked), work.is_local, asked.max_results + 1)
    # An id is no name: it is looked for where no name fits.
    return work.kept(found, asked.max_results) or work.rows(*_among(_CARDS, [work.id_of(_target(asked))]))


def _neighbours(work: _Work, asked: Asked) -> list[Row]:
    start = work.id_of(_target(asked))
    known, edge, found = [start], [start], []
    for depth in range(1, asked.depth + 1):
        if depth > 1 and work.is_late():
            break
        hop = _hop(work, edge, known, asked)
        found += [{**row, "depth": depth} for row in hop]
        edge = [row["node_id"] for row in hop]
        known += edge
        if not edge or len(found) > asked.max_results:
            break
    return work.kept(found, asked.max_results)


def _hop(work: _Work, from_ids: Sequence[str], known: Sequence[str], asked: Asked) -> list[Row]:
    """The nodes at the other ends of edges, the firmest first; those that are known are left out."""
    ties: dict[str, list[Row]] = {}
    for row in work.rows(*_among(_EDGES_AT, from_ids), edge_types=list(asked.edge_types)):
        for here, other in ((row["source_id"], row["target_id"]), (row["target_id"], row["source_id"])):
            if here in from_ids and other not in known:
                ties.setdefault(other, []).append(row)
    if not ties:
        return []
    hop = [
        {
            **row,
            "confidence": max(tie["confidence"] for tie in ties[row["node_id"]]),
            "relation_types": sorted({tie["relation_type"] for tie in ties[row["node_id"]]}),
        }
        for row in work.rows(*_among(_NAMES, sorted(ties)))
    ]
    return sorted(hop, key=lambda row: (-row["confidence"], row["node_id"]))[: asked.max_results + 1]


def _among(sql: str, ids: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A SELECT with these ids as values of their own, and the values."""
    given = {f"id{place}": name for place, name in enumerate(ids)}
    return sql.replace("{ids}", ", ".join(f"${name}" for name in given)), given


def _cards(work: _Work, asked: Asked) -> list[Row]:
    wanted = list(dict.fromkeys(asked.targets[: asked.max_results]))
    _target(asked)
    cards = {row["node_id"]: row for row in work.rows(*_among(_CARDS, wanted))}
    told = [cards[name] for name in wanted if name in cards]
    for name in (name for name in wanted if name not in cards):  # not by its id
        if told and work.is_late():
            break
        told += work.rows(*_among(_CARDS, [work.id_of(name)]))
    if asked.is_full and not work.is_late():
        pages = work.rows(*_among(_PAGES, [row["node_id"] for row in told]))
        page_of = {row["node_id"]: row["markdown"] for row in pages}
        told = [{**row, "page": page_of.get(row["node_id"], "")} for row in told]
    if len(asked.targets) > asked.max_results:
        work.cut = work.cut or "max_results"
    return told


def _procedures(work: _Work, asked: Asked) -> list[Row]:
    return _of_node(work, asked, _ORDERS)


def _goals(work: _Work, asked: Asked) -> list[Row]:
    """Goals and duties of a project, the next due first, as many as some tokens hold."""
    kept: list[Row] = []
    left = asked.max_tokens
    for row in _of_node(work, asked, _MEANT):
        left -= tokens_of(row["canonical_name"])
        if left < 0:
            work.cut = work.cut or "max_tokens"
            break
        kept.append(row)
    return kept


def _brief(work: _Work, asked: Asked) -> list[Row]:
    text = brief(work.warehouse, node_meant(work.warehouse, _target(asked), work.is_local), work.is_local)
    return [{"brief": text, "tokens": tokens_of(text)}]


def _threads(work: _Work, asked: Asked) -> list[Row]:
    node = work.id_of(_target(asked))
    return work.kept(threads_of(work.warehouse, node, asked.max_results + 1, work.is_local), asked.max_results)


def _scoped(work: _Work, asked: Asked) -> list[Row]:
    return _of_node(work, asked, _SAID)


def _of_node(work: _Work, asked: Asked, sql: str) -> list[Row]:
    node = work.id_of(_target(asked))
    rows = work.rows(sql, node_id=node, words=asked.words, most=asked.max_results + 1)
    return work.kept(rows, asked.max_results)


def _target(asked: Asked) -> str:
    if not asked.targets:
        raise QueryError(f"{asked.kind} needs a node: its id, its name, or words of its name")
    return asked.targets[0]


_KINDS: Mapping[str, Callable[[_Work, Asked], list[Row]]] = {
    "entity_lookup": _lookup,
    "entity_neighbors": _neighbours,
    "entity_cards": _cards,
    "procedure_bundle": _procedures,
    "goal_context": _goals,
    "knowledge_brief": _brief,
    "related_threads": _threads,
    "entity_scoped_search": _scoped,
}
KINDS: Sequence[str] = tuple(_KINDS)
