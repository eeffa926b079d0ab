"""What is around a node, as rows: what contradicts it, what changed near it, its wider subjects, decisions.

The rows come from tables of the overlay. `is_local` says whether the answer stays on this machine.
"""

from typing import Any

from kg_assets.queries.visibility import seen
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import rows_of

Row = dict[str, Any]
DISTINGUISH = "[distinguish]"

_OPPOSITE = f"""
SELECT n.node_id, n.canonical_name, n.node_kind, n.confidence, c.conflict_kind, c.needs_user_review,
    c.dominant_node_id = n.node_id AS is_dominant, '{DISTINGUISH}' AS tag
FROM overlay.conflict_sets AS c JOIN overlay.nodes AS n ON list_contains(c.node_ids, n.node_id)
WHERE list_contains(c.node_ids, $node_id) AND n.node_id <> $node_id AND {seen("n.")}
ORDER BY n.node_id
"""
_TO_VERIFY = f"""
SELECT v.state, v.hop, v.reason, n.canonical_name AS changed, c.changed_at
FROM overlay.verification_queue AS v
JOIN overlay.nodes AS n ON n.node_id = v.changed_node_id
JOIN overlay.change_records AS c ON c.change_id = v.caused_by_change_id
WHERE v.node_id = $node_id AND {seen("n.")}
"""
_PATH = f"""
WITH RECURSIVE parents AS (
    SELECT e.source_id, e.target_id FROM overlay.edges AS e
    WHERE e.relation_type = 'parent_concept' AND e.end_date IS NULL AND e.lifecycle_state <> 'suppressed'
    QUALIFY row_number() OVER (PARTITION BY e.source_id ORDER BY e.confidence DESC, e.target_id) = 1
),
walk AS (
    SELECT $node_id AS node_id, 0 AS above
    UNION ALL
    SELECT p.target_id, w.above + 1 FROM walk AS w JOIN parents AS p ON p.source_id = w.node_id WHERE w.above < 20
)
SELECT n.canonical_name FROM walk AS w JOIN overlay.nodes AS n USING (node_id)
WHERE {seen("n.")} ORDER BY w.above DESC
"""
_EXPERIENCE = "SELECT * FROM overlay.experience_records WHERE node_id = $node_id"
_DECISIONS = f"""
SELECT d.decision_id, d.description, d.reasoning, d.known_at, a.domain, d.similar_decision_ids, d.premises_changed,
    t.checkpoint_summary AS cited_from, d.thread_id
FROM overlay.actor_domain_overlays AS a
JOIN overlay.decision_memory AS d ON list_contains(a.relevant_decisions, d.decision_id)
JOIN overlay.decision_checkpoints AS k ON k.decision_id = d.decision_id
JOIN overlay.conversation_threads AS t ON t.thread_id = d.thread_id
WHERE a.actor_entity_id = $node_id AND ($about IS NULL OR list_contains(k.linked_entity_ids, $about))
    AND {seen("t.")}
ORDER BY d.known_at DESC, d.decision_id
"""
_ROUTABLE = "SELECT is_routable_by_name FROM overlay.entity_status_board WHERE node_id = $node_id"


def opposite(warehouse: OpenWarehouse, node_id: str, is_local: bool) -> list[Row]:
    """The nodes that contradict a node. Wherever one of two contradicting nodes is shown, the other is shown too, with
    a tag (§35.4)."""
    return rows_of(warehouse, _OPPOSITE, {"node_id": node_id, "is_local": is_local})


def to_verify(warehouse: OpenWarehouse, node_id: str, is_local: bool) -> list[Row]:
    """Why a node should be checked again (§16.4): since it was last confirmed, something changed at most two edges away
    from it. At most one row: the nearest change, and of several equally near the newest."""
    return rows_of(warehouse, _TO_VERIFY, {"node_id": node_id, "is_local": is_local})


def path_of(warehouse: OpenWarehouse, node_id: str, is_local: bool) -> list[str]:
    """A subject and the wider subjects that it is part of, the widest first (§35.8)."""
    return [row["canonical_name"] for row in rows_of(warehouse, _PATH, {"node_id": node_id, "is_local": is_local})]


def experience_of(warehouse: OpenWarehouse, node_id: str) -> Row | None:
    """The experience record of a node: how often it was used or spoken of and how that went. None if it never was."""
    found = rows_of(warehouse, _EXPERIENCE, {"node_id": node_id})
    return found[0] if found else None


def decisions_of(warehouse: OpenWarehouse, actor: str, about: str | None, is_local: bool) -> list[Row]:
    """The decisions that name the person `actor` (and, if `about` is given, name that too), each with the conversation
    that it comes from."""
    return rows_of(warehouse, _DECISIONS, {"node_id": actor, "about": about, "is_local": is_local})


def is_routable(warehouse: OpenWarehouse, node_id: str, is_whole_name: bool) -> bool:
    """Whether the whole name alone is enough to mean a node (§6.6). False if only a part of the name was
    given."""
    found = rows_of(warehouse, _ROUTABLE, {"node_id": node_id}) if is_whole_name else []
    return bool(found) and bool(found[0]["is_routable_by_name"])
