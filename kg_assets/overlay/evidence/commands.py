"""Turns the person's decisions on mentions and relations from ledger entries into rows for SQL.

A command counts once, however often it was given. Of two decisions on the same thing the later one holds; decisions
that were taken back do not count.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa
from pydantic import BaseModel

from kg_assets.core.stage import StageRun
from kg_assets.store.decisions import (
    MentionRetargeted,
    MentionSuppressed,
    NameDecided,
    RelationReviewed,
    undone_positions,
)

Entry = Mapping[str, Any]
RELATION, RETARGET, SUPPRESS, NAME = "relation_reviewed", "mention_retargeted", "mention_suppressed", "name_decided"
COMMANDS = (RELATION, RETARGET, SUPPRESS, NAME)
LEDGER_KINDS = (*COMMANDS, "decision_undone")
_MODELS: Mapping[str, type[BaseModel]] = {
    RELATION: RelationReviewed,
    RETARGET: MentionRetargeted,
    SUPPRESS: MentionSuppressed,
    NAME: NameDecided,
}
_VERDICTS = {"approve": "approved", "reject": "rejected", "update_relation": "relation_corrected"}
_TEXT = pa.string()
_SCHEMAS = {
    "reviews": pa.schema(
        [("source_node_id", _TEXT), ("target_node_id", _TEXT), ("relation_type", _TEXT), ("verdict", _TEXT)]
    ),
    "relation_updates": pa.schema(
        [("source_node_id", _TEXT), ("target_node_id", _TEXT), ("relation_type", _TEXT), ("new_relation", _TEXT)]
    ),
    "rejections": pa.schema([("source_node_id", _TEXT), ("target_node_id", _TEXT)]),
    "retargets": pa.schema(
        [("message_id", _TEXT), ("char_start", pa.int64()), ("char_end", pa.int64()), ("to_node_id", _TEXT)]
    ),
    "suppressions": pa.schema(
        [("normalized_mention", _TEXT), ("scope", _TEXT), ("work_context_id", _TEXT), ("surface", _TEXT),
         ("reason", _TEXT)]
    ),
    "name_decisions": pa.schema(
        [("normalized_mention", _TEXT), ("action", _TEXT), ("canonical_name", _TEXT), ("node_kind", _TEXT),
         ("existing_node_id", _TEXT)]
    ),
}  # fmt: skip


def standing(run: StageRun) -> list[Entry]:
    """The person's decisions that were not taken back, in the order of the ledger, each with its `kind`. A command that
    was given twice comes once; of two decisions on the same thing both come."""
    gone = undone_positions(run.ledger_entries("decision_undone"))
    entries = [_whole(kind, entry) for kind in COMMANDS for entry in run.ledger_entries(kind)]
    return folded(entry for entry in entries if entry["position"] not in gone)


def _whole(kind: str, entry: Entry) -> Entry:
    """A ledger entry in which every field has a value: a field that was not given has its default."""
    body = {name: value for name, value in entry.items() if name != "position"}
    return {**_MODELS[kind].model_validate(body).model_dump(), "position": entry["position"], "kind": kind}


def folded(entries: Iterable[Entry]) -> list[Entry]:
    """The first entry of each `command_id`, in the order of the ledger."""
    first: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda entry: int(entry["position"])):
        first.setdefault(entry["command_id"], entry)
    return list(first.values())


def command_tables(entries: Sequence[Entry], undirected: frozenset[str] = frozenset()) -> dict[str, pa.Table]:
    """The rows for each kind of decision. Of two decisions on the same thing only the later one has a row."""
    reviews: dict[tuple[str, str, str], Entry] = {}
    retargets: dict[tuple[str, int, int], Entry] = {}
    suppressions: dict[tuple[str | None, ...], Entry] = {}
    names: dict[str, Entry] = {}
    for entry in entries:
        if entry["kind"] == RELATION:
            reviews[reviewed_pair(entry, undirected)] = entry
        elif entry["kind"] == RETARGET:
            retargets[entry["message_id"], entry["char_start"], entry["char_end"]] = entry
        elif entry["kind"] == SUPPRESS:
            key = (entry["normalized_mention"], entry["scope"], entry["work_context_id"], entry["surface"])
            suppressions[key] = entry
        else:
            names[entry["normalized_mention"]] = entry
    pairs = [dict(zip(("source_node_id", "target_node_id", "relation_type"), key, strict=True)) for key in reviews]
    judged = list(zip(pairs, reviews.values(), strict=True))
    rows: dict[str, list[dict[str, Any]]] = {
        "reviews": [pair | {"verdict": _VERDICTS[entry["action"]]} for pair, entry in judged],
        "relation_updates": [
            pair | {"new_relation": entry["new_relation"]} for pair, entry in judged if entry["new_relation"]
        ],
        "rejections": [pair for pair, entry in judged if entry["action"] == "reject"],
        "retargets": [dict(entry) for entry in retargets.values()],
        "suppressions": [dict(entry) for entry in suppressions.values()],
        "name_decisions": [dict(entry) for entry in names.values()],
    }
    return {
        name: pa.Table.from_pylist([{c: row.get(c) for c in schema.names} for row in rows[name]], schema)
        for name, schema in _SCHEMAS.items()
    }


def reviewed_pair(entry: Entry, undirected: frozenset[str]) -> tuple[str, str, str]:
    """Source, target and relation of a reviewed relation as `overlay.evidence_bundles` names them: the ends
    of an undirected relation are sorted."""
    source, target, relation = entry["source_node_id"], entry["target_node_id"], entry["relation_type"]
    if relation in undirected and target < source:
        source, target = target, source
    return source, target, relation


def receipts(
    entries: Sequence[Entry], nodes: frozenset[str], pairs: frozenset[tuple[str, str, str]],
    undirected: frozenset[str], hard_blocked: Sequence[str],
) -> list[dict[str, Any]]:  # fmt: skip
    """A row for each decision: whether it had an effect, and if not, why."""
    rows = []
    for entry in entries:
        status, reason = _effect(entry, nodes, pairs, undirected, hard_blocked)
        rows.append(
            {
                "command_id": entry["command_id"],
                "command": entry["kind"],
                "position": entry["position"],
                "status": status,
                "reason": reason,
            }
        )
    return rows


def _effect(
    entry: Entry, nodes: frozenset[str], pairs: frozenset[tuple[str, str, str]], undirected: frozenset[str],
    hard_blocked: Sequence[str],
) -> tuple[str, str | None]:  # fmt: skip
    if entry["kind"] == RELATION:
        if entry["source_node_id"] == entry["target_node_id"]:
            return "blocked", "self_loop"
        if entry["action"] == "approve" and entry["relation_type"] in hard_blocked:
            return "blocked", "hard_blocked_relation"
        if entry["action"] == "update_relation" and not entry["new_relation"]:
            return "blocked", "no_new_relation"
        if not {entry["source_node_id"], entry["target_node_id"]} <= nodes:
            return "degraded", "unknown_node"
        renamed = {**entry, "relation_type": entry["new_relation"] or entry["relation_type"]}
        known = {reviewed_pair(entry, undirected), reviewed_pair(renamed, undirected)} & pairs
        return ("success", None) if known else ("degraded", "no_such_relation")
    if entry["kind"] == RETARGET:
        return ("success", None) if entry["to_node_id"] in nodes else ("degraded", "unknown_node")
    if entry["kind"] == NAME and entry["action"] == "link_existing" and entry["existing_node_id"] not in nodes:
        return "degraded", "unknown_node"
    return "success", None
