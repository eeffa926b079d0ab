"""A page for each node (seed 001 §42A.4): what is known of it, from its own row, its edges and its evidence.

Four hashes say what a page is made of, so that whoever keeps a copy sees what changed. None of them includes the
confidence as it fades with time, or every page would change every night.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import orjson

from kg_assets.claims.saying import edge_said
from kg_assets.core.canonical import canonical_text
from kg_assets.core.hashing import sha256_hex

FORM = "page-2"
MOST_RELATED = 10
MOST_RECENT = 3
# The kind of entries for what an assistant said, which is no evidence (as in `sql/overlay/graph/spoken.sql`).
OBSERVED = "agent_observation"
Row = Mapping[str, Any]


def pages(nodes: Sequence[Row], edges: Sequence[Row], evidence: Sequence[Row]) -> list[dict[str, Any]]:
    """The page of each node. The rows of `edges` and `evidence` are sorted by node."""
    edges_of, evidence_of = _by_node(edges), _by_node(evidence)
    return [page(node, edges_of.get(node["node_id"], []), evidence_of.get(node["node_id"], [])) for node in nodes]


def page(node: Row, edges: Sequence[Row], evidence: Sequence[Row]) -> dict[str, Any]:
    """The page of one node, with the hashes of what the page is made of."""
    made_of = [node_hash(node), relationship_hash(node["node_id"], edges), provenance_hash(evidence)]
    return {
        "node_id": node["node_id"],
        "canonical_name": node["canonical_name"],
        "node_kind": node["node_kind"],
        "markdown": markdown(node, edges, evidence),
        "render_contract_id": FORM,
        "node_hash": made_of[0],
        "relationship_hash": made_of[1],
        "provenance_hash": made_of[2],
        "render_input_hash": _hash([FORM, *made_of]),
        "visibility_class": node["visibility_class"],
    }


def node_hash(node: Row) -> str:
    """A hash of a node's main fields (name, kind, state, alpha, beta and the like) and its payload, without
    its fading confidence."""
    kept = ("node_id", "canonical_name", "node_kind", "lifecycle_state", "alpha", "beta", "updated_at")
    return _hash({name: node[name] for name in kept} | {"payload": orjson.loads(node["payload"])})


def relationship_hash(node_id: str, edges: Iterable[Row]) -> str:
    """Hash of a node's edges, sorted by ends and relation."""
    kept = ("source_id", "target_id", "relation_type", "confidence", "lifecycle_state", "start_date")
    rows = sorted(({name: edge[name] for name in kept} for edge in edges), key=lambda row: [str(row[k]) for k in kept])
    return _hash([node_id, rows])


def provenance_hash(evidence: Iterable[Row]) -> str:
    """A hash of the evidence for a node."""
    kept = ("entry_id", "entry_type", "source_ref", "authority_type", "still_current", "created_at")
    return _hash(sorted(({name: row[name] for name in kept} for row in evidence), key=lambda row: row["entry_id"]))


def markdown(node: Row, edges: Sequence[Row], evidence: Sequence[Row]) -> str:
    """The page as Markdown; it begins with the facts that matter for the kind of node."""
    lines = [f"# {node['canonical_name']}", ""]
    lines += [*_facts(node, orjson.loads(node["payload"])), ""]
    current = [edge for edge in edges if edge["end_date"] is None][:MOST_RELATED]
    if current:
        lines += ["## Related", "", *(_edge_line(node, edge) for edge in current), ""]
    former = [edge for edge in edges if edge["end_date"] is not None][:MOST_RELATED]
    if former:
        lines += ["## Formerly", "", *(_edge_line(node, edge) for edge in former), ""]
    own = [row for row in evidence if row["entry_type"] != OBSERVED]
    if evidence:
        heading = "## Rests on" if own else "## Rests on nothing that you said, only on an assistant's words"
        lines += [heading, "", *(_evidence_line(row) for row in (own or evidence)[:MOST_RECENT]), ""]
    return "\n".join(lines)


def _facts(node: Row, payload: Mapping[str, Any]) -> list[str]:
    known = f"- {node['node_kind'].replace('_', ' ')}, {node['subtype'].replace('_', ' ')}, {node['lifecycle_state']}"
    match node["node_kind"]:
        case "obligation":
            deadline = payload.get("deadline", {}).get("date", "none")[:10]
            owed = payload.get("obligee_entity_ref", "nobody named")
            return [known, f"- owed to: {owed}", f"- due: {deadline}", f"- status: {payload.get('status', 'pending')}"]
        case "procedure":
            steps = [f"{step['step_index']}. {step['intent']}" for step in payload.get("steps", ())]
            return [known, *(f"- when: {condition}" for condition in payload.get("use_conditions", ())), *steps]
        case "standing_procedure":
            return [known, f"- when: {payload['trigger_summary']}", f"- then: {payload['action_summary']}"]
        case "goal":
            return [known, f"- status: {payload.get('goal_status', 'active')}"]
        case "memory_directive":
            return [known, f"- {payload['memory_type']}, {payload.get('priority_class', 'default')}"]
    return [known]


def _edge_line(node: Row, edge: Row) -> str:
    ends = (node["canonical_name"], edge["other_name"])
    source, target = ends if edge["source_id"] == node["node_id"] else reversed(ends)
    told = edge_said(source, edge["relation_type"], target, is_over=edge["end_date"] is not None)
    until = f" to {edge['end_date'][:10]}" if edge["end_date"] else ""
    return f"- {told} (since {edge['start_date'][:10]}{until}, {edge['confidence']:.2f})"


def _evidence_line(row: Row) -> str:
    words = " ".join((row["verbatim_excerpt"] or "").split())
    quoted = f": “{words}”" if words else ""
    return f"- {row['created_at'][:10]}, {row['source_description']}{quoted}"


def _by_node(rows: Sequence[Row]) -> dict[str, list[Row]]:
    return {node: list(group) for node, group in groupby(rows, key=lambda row: row["node_id"])}


def _hash(value: Any) -> str:
    return sha256_hex(canonical_text(value).encode())
