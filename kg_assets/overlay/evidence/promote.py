"""Turns mentions into edges: runs the steps `support` to `waiting` of `sql/overlay/evidence`, and writes what the
person's decisions led to."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from kg_assets.claims.saying import edge_said
from kg_assets.core.stage import StageRun
from kg_assets.overlay.declared import RELATIONS_FILE, read_relations
from kg_assets.overlay.evidence.commands import Entry, command_tables, receipts, standing
from kg_assets.overlay.evidence.contracts import EDGES_PROMOTED, EVIDENCE_BUNDLES, PROMOTION_DECISIONS
from kg_assets.overlay.evidence.judging_contracts import (
    EXTRACTION_REGRESSION,
    FEEDBACK_EVENTS,
    LEARNING_LEDGERS,
    POLICY_BUNDLE,
    QUALITY_GATES,
    REVIEW_QUEUE,
    REVIEW_RECEIPTS,
)
from kg_assets.overlay.evidence.learning import ACTIVATED, POLICY, bundle, counters, f1, feedback, is_held
from kg_assets.overlay.settings import OverlaySettings, parameters
from kg_assets.store.decisions import undone_positions

FOLDERS = ("sql/overlay/evidence", "sql/overlay/shared")
WANTED = {
    "told_bundles": EVIDENCE_BUNDLES.name,
    "told_decisions": PROMOTION_DECISIONS.name,
    "edges": EDGES_PROMOTED.name,
    "gates": QUALITY_GATES.name,
}


def run(stage: StageRun) -> None:
    """Write the evidence, the promotion decisions, the earned edges, what was learnt, and what waits for the
    person."""
    settings: OverlaySettings = stage.settings("overlay")
    relations = read_relations(stage.file(RELATIONS_FILE))
    undirected = frozenset(relations.core.undirected)
    decisions = standing(stage)
    tables = {
        **command_tables(decisions, undirected),
        **write_learning(stage, decisions, settings),
        "predicate_relations": relations.predicate_rows(),
        "requirements": relations.requirement_rows(settings.profiles),
        "floors": floor_rows(settings),
    }
    made = stage.query_steps(
        FOLDERS, WANTED | {"judged_gold": None, "waiting": None}, parameters(stage, settings), tables
    )
    stage.write(REVIEW_QUEUE.name, queue(made["waiting"].to_pylist()))
    write_regression(stage, made["judged_gold"].to_pylist(), settings)
    for step, table in WANTED.items():
        stage.write(table, made[step])
    bundles = made["told_bundles"]
    pairs = zip(*(bundles[c].to_pylist() for c in ("source_node_id", "target_node_id", "relation_type")), strict=True)
    nodes = frozenset(stage.query("sql/overlay/evidence/node_ids.sql")["node_id"].to_pylist())
    told = receipts(decisions, nodes, frozenset(pairs), undirected, settings.hard_block_relation_types)
    stage.write(REVIEW_RECEIPTS.name, pa.Table.from_pylist(told, REVIEW_RECEIPTS.arrow_schema()))
    stage.count("kinds_held_for_review", sum(made["gates"]["is_tripped"].to_pylist()))
    stage.count("bundles", bundles.num_rows)
    stage.count("edges", made["edges"].num_rows)


def queue(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """The rows of the review queue. An item without a title is a relation; its sentence becomes its title."""
    titled = [
        {**row, "title": row["title"] or edge_said(row["source_name"], row["relation_type"], row["target_name"])}
        for row in rows
    ]
    return pa.Table.from_pylist(titled, REVIEW_QUEUE.arrow_schema())


def floor_rows(settings: OverlaySettings) -> pa.Table:
    """The setting `quality_floors` as rows: for each class of candidates the smallest share of judged ones that the
    person must have accepted."""
    rows = [{"candidate_class": name, "floor": floor} for name, floor in settings.quality_floors.items()]
    return pa.Table.from_pylist(rows, pa.schema([("candidate_class", pa.string()), ("floor", pa.float64())]))


def write_learning(stage: StageRun, decisions: Sequence[Entry], settings: OverlaySettings) -> dict[str, pa.Table]:
    """Write what verdicts teach. Returns `policy`, the rules that are in effect, and `staged`, the rules that wait
    until the person activates them."""
    gone = undone_positions(stage.ledger_entries("decision_undone"))
    activations = [entry for entry in stage.ledger_entries(ACTIVATED) if entry["position"] not in gone]
    events = feedback(decisions, settings)
    rules, effective = bundle(decisions, sorted(activations, key=lambda entry: int(entry["position"])), settings)
    for table, rows in (
        (FEEDBACK_EVENTS, events), (LEARNING_LEDGERS, counters(events, settings)), (POLICY_BUNDLE, rules),
    ):  # fmt: skip
        stage.write(table.name, pa.Table.from_pylist(rows, table.arrow_schema()))
    staged = [
        {"relation_type": rule["subject"], "bonus": rule["bonus"]} for rule in rules if rule["status"] == "staged"
    ]
    return {"policy": pa.Table.from_pylist(effective, POLICY), "staged": pa.Table.from_pylist(staged, POLICY)}


def write_regression(stage: StageRun, gold: Sequence[Mapping[str, bool]], settings: OverlaySettings) -> None:
    """Write how well the evidence predicts the relations that the person judged (`gold`): once with the rules in
    effect, once with the rules that wait to be activated. Also write whether the waiting rules may not be activated,
    because they predict less well (§42.8)."""
    true = [row["is_true"] for row in gold]
    now, staged = (f1([row[name] for row in gold], true) for name in ("is_earned_now", "is_earned_staged"))
    held = is_held(now, staged, settings.learning_most_loss)
    measured = {"gold_items": len(gold), "f1_now": now, "f1_staged": staged, "is_held": held}
    rows = [{"measure": name, "value": float(value)} for name, value in measured.items()]
    stage.write(EXTRACTION_REGRESSION.name, pa.Table.from_pylist(rows, EXTRACTION_REGRESSION.arrow_schema()))
