"""Makes the overlay's nodes: runs the steps of `sql/overlay/graph`, and makes and checks each node's
payload."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.stage import StageRun
from kg_assets.overlay.declared import KINDS_FILE, RELATIONS_FILE, Kinds, read_kinds, read_relations
from kg_assets.overlay.evidence.commands import command_tables, standing
from kg_assets.overlay.graph.contracts import (
    ALIASES,
    CHANGE_RECORDS,
    CONFIDENCE_EVENTS,
    EXPERIENCE_RECORDS,
    KIND_TIERS,
    NODES,
    PROVENANCE_ENTRIES,
    RELATION_TYPES,
    USAGE_EVENTS,
    WRITE_GATE,
    WRITE_REJECTIONS,
)
from kg_assets.overlay.payloads import read_payload
from kg_assets.overlay.settings import OverlaySettings, parameters
from kg_assets.store.decisions import MADE_PRIVATE, undone_positions

FOLDERS = ("sql/overlay/graph", "sql/overlay/shared")
_KEPT_WITH_NODE = (
    (ALIASES, "names"),
    (CONFIDENCE_EVENTS, "events"),
    (PROVENANCE_ENTRIES, "provenance"),
    (CHANGE_RECORDS, "changes"),
    (USAGE_EVENTS, "used"),
    (EXPERIENCE_RECORDS, "experience"),
)
_LONGEST_NAME = 200
_LONGEST_LINE = 500
_LONGEST_ID = 160


def run(stage: StageRun) -> None:
    """Write the nodes, their names, their evidence, and the nodes that were refused because their payload breaks the
    model of their kind."""
    settings: OverlaySettings = stage.settings("overlay")
    kinds = read_kinds(stage.file(KINDS_FILE))
    stage.write(RELATION_TYPES.name, read_relations(stage.file(RELATIONS_FILE)).rows(settings.profiles))
    stage.write(KIND_TIERS.name, tier_rows(kinds, settings))
    made = stage.query_steps(
        FOLDERS,
        wanted={"nodes": None, "gate": WRITE_GATE.name, **{step: table.name for table, step in _KEPT_WITH_NODE}},
        parameters=parameters(stage, settings),
        tables=kinds.tables() | command_tables(standing(stage)) | {"marks": private_marks(stage)},
    )
    nodes, refused = with_payloads(made["nodes"].to_pylist(), stage.as_of or "")
    refused_ids = {row["node_id"] for row in refused}
    stage.write(NODES.name, pa.Table.from_pylist(nodes, NODES.arrow_schema()))
    stage.write(WRITE_GATE.name, made["gate"])
    stage.write(WRITE_REJECTIONS.name, pa.Table.from_pylist(refused, WRITE_REJECTIONS.arrow_schema()))
    for table, step in _KEPT_WITH_NODE:
        rows = made[step]
        if refused_ids:
            kept = pa.array([node not in refused_ids for node in rows["node_id"].to_pylist()])
            rows = rows.filter(kept)
        stage.write(table.name, rows)
    stage.count("nodes", len(nodes))
    stage.count("nodes_refused", len(refused_ids))


def private_marks(stage: StageRun) -> pa.Table:
    """What the person made private: the last visibility given to each thing, without decisions taken back."""
    gone = undone_positions(stage.ledger_entries("decision_undone"))
    entries = [entry for entry in stage.ledger_entries(MADE_PRIVATE) if entry["position"] not in gone]
    last = {(entry["target"], entry["key"]): entry for entry in entries}
    columns = ("target", "key", "visibility")
    schema = pa.schema([(column, pa.string()) for column in columns])
    return pa.Table.from_pylist([{column: entry[column] for column in columns} for entry in last.values()], schema)


def tier_rows(kinds: Kinds, settings: OverlaySettings) -> pa.Table:
    """A row for each kind of node (with `*` as subtype), and a row for each subtype whose tier is not that of its kind.
    A row has the tier, and the numbers from which the confidence of these nodes starts and with which it fades."""
    rows = [(kind, "*", entry.tier) for kind, entry in kinds.kinds.items()]
    rows += [(entry.node_kind, entry.subtype, entry.tier) for entry in kinds.subtypes]
    return pa.Table.from_pylist(
        [
            {
                "node_kind": kind,
                "subtype": subtype,
                "tier": tier,
                "half_life_days": kinds.kinds[kind].half_life_days,
                "start_alpha": kinds.kinds[kind].alpha,
                "start_beta": kinds.kinds[kind].beta,
                "max_alpha_beta": settings.max_alpha_beta,
            }
            for kind, subtype, tier in rows
        ],
        KIND_TIERS.arrow_schema(),
    )


def with_payloads(rows: list[dict[str, Any]], as_of: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Two lists: the nodes, each with its payload (the fields that its kind has); and a row for each field that breaks
    the model of its kind, for which the node is refused."""
    nodes, refused = [], []
    for row in rows:
        payload, faults = read_payload(row["node_kind"], payload_of(row, as_of))
        refused += [
            {"node_id": row["node_id"], "field": field, "node_kind": row["node_kind"], "reason": reason}
            for field, reason in faults
        ]
        if payload is not None:
            said = payload.model_dump(mode="json", exclude_defaults=True)
            nodes.append({**row, "payload": canonical_text(said)})
    return nodes, refused


def payload_of(row: Mapping[str, Any], as_of: str) -> dict[str, Any]:
    """The payload of a node: the fields that its kind has. Some always have the same value, such as "platform":
    "unknown"; what is not known is left out."""
    name = row["canonical_name"]
    match row["node_kind"]:
        case "world_entity":
            return {"entity_type": row["subtype"], "display_name": name[:_LONGEST_NAME]}
        case "application":
            return {"platform": "unknown", "source": "trace"}
        case "domain_concept":
            return {"concept_name": name[:_LONGEST_NAME]}
        case "goal":
            ended = row["lifecycle_state"] == "archived"
            return {"goal_description": name[:_LONGEST_LINE], "goal_status": "abandoned" if ended else "active"}
        case "obligation":
            return _obligation(row, as_of)
        case "memory_directive":
            constraint = row["subtype"] == "constraint"
            return {
                "memory_type": row["subtype"],
                "assertion_class": row["subtype"],
                "summary": name[:_LONGEST_LINE],
                "applies_when": ["always"],
                "scope": "global",
                "priority_class": "strong" if constraint else "default",
                "source_certainty": "user_explicitly_stated",
                "injection_format": "cautionary" if constraint else "contextual",
                "maturity_state": row["maturity_state"],
            }
        case "tool_capability":
            return {"tool_id": name[:_LONGEST_ID], "tool_source": "wrapper"}
        case "work_product":
            return _work_product(row)
    return {}


def _work_product(row: Mapping[str, Any]) -> dict[str, Any]:
    payload = {"document_type": row["subtype"], "file_ref": row["canonical_name"][:_LONGEST_NAME]}
    if row["version"] is None:
        return payload
    return payload | {"version": row["version"], "prior_version_id": row["prior_version_id"]}


def _obligation(row: Mapping[str, Any], as_of: str) -> dict[str, Any]:
    deadline = row["until_utc"]
    if row["status"] in ("negated", "retracted"):
        status = "waived"
    elif deadline is not None and deadline < as_of:
        status = "overdue"
    else:
        status = "pending"
    payload = {"obligation_description": row["canonical_name"][:_LONGEST_LINE], "status": status}
    return payload if deadline is None else payload | {"deadline": {"date": deadline}}
