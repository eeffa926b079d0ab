"""Where a node is shown to a reader, whether a reader would be told of it, its tags and why it has them, and how much
each assistant has said.

Nothing is put before an agent unasked and no call is recorded. So these four of the twelve questions (§41.2) are
answered from the published build as it is today.
"""

from typing import Any

from kg_assets.core.counting import counted
from kg_assets.queries.visibility import seen
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import rows_of

Row = dict[str, Any]
Answer = tuple[str, list[Row], list[str]]

_SHOWN = f"""
SELECT 'page' AS place, canonical_name AS title, NULL AS since
FROM overlay.compiled_truth WHERE node_id = $node_id AND {seen()}
UNION ALL
SELECT 'scene', name, updated_at FROM overlay.constellations
WHERE {seen()} AND (work_context_id = $node_id OR list_contains(primary_entities, $node_id)
    OR list_contains(active_goals, $node_id) OR list_contains(active_obligations, $node_id))
UNION ALL
SELECT 'digest', line, week_end FROM overlay.weekly_digest WHERE node_id = $node_id
UNION ALL
SELECT 'pattern', array_to_string(entity_names, ', '), created_at FROM overlay.co_occurrence_patterns
WHERE list_contains(entity_ids, $node_id) AND {seen()}
UNION ALL
SELECT 'order', array_to_string(step_names, ' then '), created_at FROM overlay.procedure_motifs
WHERE list_contains(step_ids, $node_id) AND {seen()}
UNION ALL
SELECT 'conversation', t.checkpoint_summary, t.occurred_at
FROM overlay.thread_entity_links AS l JOIN overlay.conversation_threads AS t USING (thread_id)
WHERE l.node_id = $node_id AND {seen("t.")}
ORDER BY place, since DESC NULLS LAST, title
"""
_ASSISTANTS = """
WITH said AS (
    SELECT source_kind, coalesce(model_slug, source_kind) AS agent, conversation_id, message_id, created_at_utc
    FROM kg.messages WHERE role = 'assistant'
),
claimed AS (SELECT message_id, count(*) AS claims FROM kg.assertions WHERE asserted_role = 'assistant' GROUP BY ALL),
meant AS (
    SELECT o.observation_id AS message_id, count(DISTINCT r.resolved_node_id) AS nodes
    FROM overlay.mention_observations AS o JOIN overlay.mention_resolutions AS r USING (mention_id)
    WHERE r.resolved_node_id IS NOT NULL AND NOT starts_with(r.resolved_node_id, 'thread:') GROUP BY ALL
)
SELECT s.agent, s.source_kind, count(DISTINCT s.conversation_id) AS conversations, count(*) AS messages,
    coalesce(sum(c.claims), 0)::BIGINT AS claims, coalesce(sum(m.nodes), 0)::BIGINT AS nodes_named,
    min(s.created_at_utc) AS first_at, max(s.created_at_utc) AS last_at
FROM said AS s LEFT JOIN claimed AS c USING (message_id) LEFT JOIN meant AS m USING (message_id)
GROUP BY s.agent, s.source_kind ORDER BY messages DESC, s.agent, s.source_kind
"""
_SILENCED = """
SELECT count(*) AS n FROM overlay.mention_observations AS o JOIN overlay.mention_resolutions AS r USING (mention_id)
WHERE r.state = 'suppressed' AND lower(o.mention_text) = lower($name)
"""


def shown_in(warehouse: OpenWarehouse, node: Row, is_local: bool) -> Answer:
    """The places where a reader meets a node: its page, scenes (what is active in a project), the digest, patterns of
    things named together, orders of steps, conversations."""
    rows = rows_of(warehouse, _SHOWN, {"node_id": node["node_id"], "is_local": is_local})
    counts = {place: sum(row["place"] == place for row in rows) for place in dict.fromkeys(r["place"] for r in rows)}
    places = ", ".join(f"{place} {count}" for place, count in counts.items())
    told = f"in: {places}" if places else "nowhere, and only told to who asks for it"
    said = f"{node['canonical_name']} is shown {told}; unasked nothing is put before an agent"
    return said, rows, ["injection_decision", "node_detail"]


def would_be_told(warehouse: OpenWarehouse, node: Row, is_local: bool) -> Answer:
    """Whether a node is given to a reader who asks for it. The answer has a row for each rule that decides this, and
    for each remark that is shown with the node."""
    silenced = rows_of(warehouse, _SILENCED, {"name": node["canonical_name"]})[0]["n"]
    visibility, staleness = node["visibility_class"], node["staleness_state"]
    lifecycle, is_taken_back = node["lifecycle_state"], staleness == "invalidated"
    elsewhere = visibility in ("cloud_allowed", "cloud_warn")
    rules: list[tuple[str, bool, str]] = [
        ("is_active", bool(node["is_active"]), "it was taken back" if is_taken_back else f"it is {lifecycle}"),
        ("visibility", is_local or elsewhere, f"its class is {visibility}"),
    ]
    # A mention of a silenced name means no node. But whoever asks for the name still finds the node.
    remarks: list[tuple[str, bool, str]] = [
        ("fresh", staleness == "fresh", f"it is {staleness}"),
        ("undisputed", node["delivery_hint"] is None, f"conflict {node['conflict_score']:.2f}"),
        ("not_silenced", silenced == 0, f"{counted(silenced, 'mention')} of its name silenced"),
    ]
    against = [said for _, holds, said in rules if not holds]
    beside = [said for _, holds, said in remarks if not holds]
    rows = [{"rule": name, "holds": holds, "decides": (name, holds, said) in rules, "because": said}
            for name, holds, said in (*rules, *remarks)]  # fmt: skip
    told = f"is not found by name: {'; '.join(against)}" if against else "is told to who asks"
    with_remarks = f", with: {'; '.join(beside)}" if beside and not against else ""
    return f"{node['canonical_name']} {told}{with_remarks}", rows, ["tag_explanation", "confidence_breakdown"]


def tags_of(node: Row) -> Answer:
    """The tags that a reader sees beside a node, such as "stale", each with the reason, as the answer to the question
    about tags (§5.6, §16.7)."""
    alpha, beta, conflict = node["alpha"], node["beta"], node["conflict_score"]
    both = f"{alpha + beta:.2f}"
    worked = f"(1 - |{alpha:.2f} - {beta:.2f}| / {both}) * min({both} / conflict_full_evidence, 1) = {conflict:.3f}"
    rows = [{"tag": node["delivery_hint"] or "none", "because": f"conflict {worked}"}]
    if node["staleness_state"] != "fresh":
        unseen = f"nothing has borne it since {node['last_verified_at'][:10]}"
        is_taken_back = node["staleness_state"] == "invalidated"
        rows.append({"tag": node["staleness_state"], "because": "it was taken back" if is_taken_back else unseen})
    if node["visibility_class"] != "cloud_allowed":
        is_marked = node["scope_inference_basis"] == "user_override"
        why = "you said who may see it" if is_marked else "the setting overlay.personal_visibility"
        rows.append({"tag": node["visibility_class"], "because": why})
    tags = [row["tag"] for row in rows if row["tag"] != "none"]
    told = f"the {'tag' if len(tags) == 1 else 'tags'} {', '.join(tags)}" if tags else "no tag"
    return f"{node['canonical_name']} has {told}", rows, ["confidence_breakdown", "provenance_chain"]


def assistants(warehouse: OpenWarehouse, agent: str) -> Answer:
    """How much each assistant whose name contains `agent` has said, and how many claims were read from it. If no name
    contains it, all assistants. Nothing that they said counts as the person's word."""
    rows = rows_of(warehouse, _ASSISTANTS, {})
    fitting = [row for row in rows if agent.strip().lower() in row["agent"].lower()]
    none = f"no assistant is called {agent!r}; there are: " if rows and not fitting else ""
    shown = fitting or rows
    messages = sum(row["messages"] for row in shown)
    told = f"{counted(len(shown), 'assistant')}, {counted(messages, 'message')}"
    return f"{none}{told}; they may read, and nothing they say is evidence", shown, []
