"""From mentions to edges: the steps `support` to `waiting` of `sql/overlay/evidence`, and what came of decisions."""

import pyarrow as pa

from kg_assets.core.stage import StageRun
from kg_assets.overlay.declared import RELATIONS_FILE, read_relations
from kg_assets.overlay.evidence.commands import command_tables, receipts, standing
from kg_assets.overlay.evidence.contracts import (
    EDGES_PROMOTED,
    EVIDENCE_BUNDLES,
    PROMOTION_DECISIONS,
    QUALITY_GATES,
    REVIEW_QUEUE,
    REVIEW_RECEIPTS,
)
from kg_assets.overlay.evidence.resolve import parameters
from kg_assets.overlay.settings import OverlaySettings

FOLDERS = ("sql/overlay/evidence",)
WANTED = {
    "told_bundles": EVIDENCE_BUNDLES.name,
    "told_decisions": PROMOTION_DECISIONS.name,
    "edges": EDGES_PROMOTED.name,
    "waiting": REVIEW_QUEUE.name,
    "gates": QUALITY_GATES.name,
}


def run(stage: StageRun) -> None:
    """Write the evidence, what was decided on it, the edges that were earned, and what waits for the person."""
    settings: OverlaySettings = stage.settings("overlay")
    relations = read_relations(stage.file(RELATIONS_FILE))
    undirected = frozenset(relations.core.undirected)
    decisions = standing(stage)
    tables = {
        **command_tables(decisions, undirected),
        "predicate_relations": relations.predicate_rows(),
        "requirements": relations.requirement_rows(settings.profiles),
        "floors": floor_rows(settings),
    }
    made = stage.query_steps(FOLDERS, WANTED, parameters(stage, settings), tables)
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


def floor_rows(settings: OverlaySettings) -> pa.Table:
    """How much of each kind of reading must stand."""
    rows = [{"candidate_class": name, "floor": floor} for name, floor in settings.quality_floors.items()]
    return pa.Table.from_pylist(rows, pa.schema([("candidate_class", pa.string()), ("floor", pa.float64())]))
