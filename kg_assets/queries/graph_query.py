"""Answers eight kinds of questions that programs ask about the graph (§43, §14.7). Each has a time limit: a step that
would begin after it is left out.

No model is asked and nothing is changed. An answer that was cut short is no error; it says that it was cut, and why.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg_assets.core.errors import QueryError
from kg_assets.overlay.lookup.contracts import LOOKUP_INDEX
from kg_assets.overlay.lookup.opened import LookupIndex, Tie, open_lookup
from kg_assets.queries.indexes import arrays_file
from kg_assets.queries.overlay import (
    BRIEF_THREADS,
    BRIEF_TIES,
    UNCONFIRMED,
    as_compared,
    brief_of,
    node_meant,
    resolve,
    threads_with,
    tokens_of,
)
from kg_assets.queries.visibility import seen
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

Row = dict[str, Any]
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
    """One question; fields that its kind does not need are ignored."""

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
    """What answering a question needs: the build, its lookup index, whether the answer stays on this machine, and when
    the time limit ends."""

    warehouse: OpenWarehouse
    index: LookupIndex
    is_local: bool
    ends: float
    clock: Callable[[], float]
    cut: str | None = None

    def is_late(self) -> bool:
        """Whether the time limit has passed. If so, the answer is marked as cut ("latency")."""
        if self.clock() > self.ends:
            self.cut = "latency"
        return self.cut == "latency"

    def rows(self, sql: str, ids: Mapping[str, str] | None = None, **given: Any) -> list[Row]:
        used = {**(ids or {}), **given, "is_local": self.is_local}
        return select(self.warehouse.connection, sql, {k: v for k, v in used.items() if f"${k}" in sql}).named()

    def node(self, typed: str) -> int:
        """The number of the node with this id; if there is none, of the node with this name; if there is none, of the
        node that fits these words best. Raises an error if none is found."""
        found = self.index.node(typed, self.is_local)
        if found is None:
            called = self.called(typed)
            found = called[0] if called else self.index.node(self.meant(typed), self.is_local)
        if found is None:
            raise QueryError(f"no node is called {typed!r}")
        return found

    def id_of(self, typed: str) -> str:
        """The id of the node that the typed id, name or words mean (see `node`)."""
        return self.index.id_of(self.node(typed))

    def called(self, typed: str) -> list[int]:
        """The numbers that the lookup index gives to active nodes with exactly this name: entities first, then by
        confidence."""
        return self.index.called(as_compared(self.warehouse, typed), self.is_local)

    def meant(self, typed: str) -> str:
        """The id of the node that fits these words best. Raises an error if none fits."""
        return str(node_meant(self.warehouse, typed, self.is_local)["node_id"])

    def kept(self, rows: list[Row], most: int) -> list[Row]:
        """The rows, but at most the first `most`. If there are more, the answer is marked as cut ("max_results")."""
        if len(rows) > most:
            self.cut = self.cut or "max_results"
        return rows[:most]


def lookup_of(home: Home, warehouse: OpenWarehouse) -> LookupIndex:
    """The lookup index of the published build. It is kept open for later questions."""
    return open_lookup(arrays_file(home, warehouse, LOOKUP_INDEX.name, "index of nodes"))


def graph_query(
    warehouse: OpenWarehouse, index: LookupIndex, asked: Asked, ceilings: Mapping[str, float], is_local: bool = True,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:  # fmt: skip
    """The answer to one question: its rows, how long it took, and whether and why something is left out."""
    answer = _KINDS.get(asked.kind)
    if answer is None:
        raise QueryError(f"there is no question {asked.kind!r}; the kinds are {', '.join(_KINDS)}")
    began = clock()
    work = _Work(warehouse, index, is_local, began + ceilings[asked.kind] / 1000, clock)
    rows = answer(work, asked)
    return {
        "query_kind": asked.kind,
        "results": rows,
        "latency_ms": round((clock() - began) * 1000, 3),
        "truncated": work.cut is not None,
        "truncation_reason": work.cut,
    }


def _lookup(work: _Work, asked: Asked) -> list[Row]:
    typed = _target(asked)
    called = [_found_by_name(work, node) for node in work.called(typed)[: asked.max_results + 1]]
    if called:
        return work.kept(called, asked.max_results)
    # The words may be an id. That is tried if no node has this name, and before words of names, which take longer.
    by_id = work.index.node(typed, work.is_local)
    if by_id is not None:
        return [work.index.row(by_id)]
    found = resolve(work.warehouse, typed, work.is_local, asked.max_results + 1)
    return work.kept(found, asked.max_results) or [work.index.row(work.node(typed))]


def _found_by_name(work: _Work, node: int) -> Row:
    row = work.index.row(node)
    told = {name: row[name] for name in ("node_id", "canonical_name", "node_kind", "confidence")}
    marker = None if work.index.is_routable(node) else UNCONFIRMED
    return {**told, "found_by": "alias_exact", "marker": marker}


def _neighbours(work: _Work, asked: Asked) -> list[Row]:
    edge = [work.node(_target(asked))]
    known, found = list(edge), []
    for depth in range(1, asked.depth + 1):
        if depth > 1 and work.is_late():
            break
        ties = work.index.ties(edge, known, asked.edge_types, work.is_local, asked.max_results + 1)
        found += [{**_tied(work, tie), "depth": depth} for tie in ties]
        edge = [tie.node for tie in ties]
        known += edge
        if not edge or len(found) > asked.max_results:
            break
    return work.kept(found, asked.max_results)


def _tied(work: _Work, tie: Tie) -> Row:
    row = work.index.row(tie.node)
    named = {name: row[name] for name in ("node_id", "canonical_name", "node_kind")}
    return {**named, "confidence": tie.confidence, "relation_types": list(tie.relation_types)}


def _cards(work: _Work, asked: Asked) -> list[Row]:
    wanted = list(dict.fromkeys(asked.targets[: asked.max_results]))
    _target(asked)
    told: list[Row] = []
    for name in wanted:
        node = work.index.node(name, work.is_local)
        if node is None and told and work.is_late():  # only if it is no id: names and words of names take longer
            break
        told.append(work.index.row(work.node(name) if node is None else node))
    if asked.is_full and not work.is_late():
        ids = {f"id{place}": row["node_id"] for place, row in enumerate(told)}
        pages = work.rows(_PAGES.replace("{ids}", ", ".join(f"${name}" for name in ids)), ids)
        page_of = {row["node_id"]: row["markdown"] for row in pages}
        told = [{**row, "page": page_of.get(row["node_id"], "")} for row in told]
    if len(asked.targets) > asked.max_results:
        work.cut = work.cut or "max_results"
    return told


def _procedures(work: _Work, asked: Asked) -> list[Row]:
    return _of_node(work, asked, _ORDERS)


def _goals(work: _Work, asked: Asked) -> list[Row]:
    """The goals and duties of a project, those due next first, as many as fit into `max_tokens`."""
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
    place = work.node(_target(asked))
    tied = []
    for edge in work.index.edges(place, work.is_local, BRIEF_TIES):
        name = work.index.row(edge.node)["canonical_name"]
        tied.append({"canonical_name": name, "relation_type": edge.relation_type, "is_source": edge.is_source})
    threads = threads_with(work.warehouse, work.index.threads(place, work.is_local, BRIEF_THREADS))
    node = node_meant(work.warehouse, work.index.id_of(place), work.is_local)
    text = brief_of(work.warehouse, node, tied, threads, work.is_local)
    return [{"brief": text, "tokens": tokens_of(text)}]


def _threads(work: _Work, asked: Asked) -> list[Row]:
    ids = work.index.threads(work.node(_target(asked)), work.is_local, asked.max_results + 1)
    return work.kept(threads_with(work.warehouse, ids), asked.max_results)


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
