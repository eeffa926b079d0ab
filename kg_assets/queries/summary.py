"""All that is known of what somebody asks about, in one answer (§42A.4.4)."""

from typing import Any

from kg_assets.queries.overlay import brief, neighbours, node_meant, resolve
from kg_assets.search.fusion import rrf
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

Row = dict[str, Any]
_TIMELINE = """
SELECT kind, created_at, surface, prior_state, new_state, position FROM overlay.knowledge_telemetry
WHERE node_id = $node_id AND ($kind = '' OR kind = $kind) AND ($surface = '' OR surface = $surface)
    AND (created_at IS NULL OR created_at >= $since) AND (created_at IS NULL OR created_at < $until)
ORDER BY created_at NULLS LAST, position, kind
"""
_ALWAYS = ("0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z")


def candidates(warehouse: OpenWarehouse, typed: str, k: int, is_local: bool = True, most: int = 3) -> list[Row]:
    """At most `most` nodes that the words may mean, the best first, each with a score; the best has score 1."""
    found = resolve(warehouse, typed, is_local, most)
    by_words = [] if found and found[0]["found_by"] != "alias_exact" else resolve(warehouse, typed, is_local, 50)
    lanes = [[row["node_id"] for row in found], [row["node_id"] for row in by_words]]
    known = {row["node_id"]: row for row in (*found, *by_words)}
    return [{**known[name], "score": round(score, 6)} for name, score in rrf(lanes, k)[:most]]


def summary(
    warehouse: OpenWarehouse, asked: str, k: int, least: float, max_related: int, with_timeline: bool,
    is_local: bool = True,
) -> Row:  # fmt: skip
    """A node with its brief, its ties and, if asked, its timeline; and at most three nodes that the words may
    mean (none if the node was named by its id).

    Ties whose confidence is below `least` are left out.
    """
    meant = candidates(warehouse, asked, k, is_local)
    node = node_meant(warehouse, asked, is_local)
    tied = [row for row in neighbours(warehouse, node["node_id"], is_local) if row["effective_confidence"] >= least]
    return {
        "node_id": node["node_id"],
        "brief": brief(warehouse, node, is_local),
        "related": tied[:max_related],
        "timeline": timeline(warehouse, node["node_id"]) if with_timeline else [],
        "candidates": meant,
        "is_ambiguous": len(meant) > 1,
    }


def timeline(
    warehouse: OpenWarehouse, node_id: str, kind: str = "", surface: str = "", since: str = "", until: str = ""
) -> list[Row]:
    """What happened to a node, in order of time. What the person decided about it has no time and comes last."""
    given = {"node_id": node_id, "kind": kind, "surface": surface, "since": since or _ALWAYS[0],
             "until": until or _ALWAYS[1]}  # fmt: skip
    return select(warehouse.connection, _TIMELINE, given).named()
