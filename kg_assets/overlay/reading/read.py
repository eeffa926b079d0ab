"""Makes the tables of the overlay for readers: runs the steps of `sql/overlay/reading`, and makes the
pages."""

import pyarrow as pa

from kg_assets.core.stage import StageRun
from kg_assets.memory.people.decisions import RULINGS, standing_rulings
from kg_assets.overlay.reading.contracts import (
    CLEANUP,
    CLEANUP_JOBS,
    COMMUNITIES,
    COMPILED_TRUTH,
    CONSTELLATIONS,
    DECISIONS,
    DENSITY,
    DIGEST,
    EDGES,
    FOLD_PAIRS,
    HEALTH,
    HYGIENE,
    THREAD_LINKS,
    THREADS,
    TOP_HUBS,
)
from kg_assets.overlay.reading.pages import pages
from kg_assets.overlay.settings import OverlaySettings, parameters

FOLDERS = ("sql/overlay/reading",)
_TABLES = {
    "links": THREAD_LINKS,
    "decisions": DECISIONS,
    "threads": THREADS,
    "edges": EDGES,
    "findings": CLEANUP,
    "cleanup_jobs": CLEANUP_JOBS,
    "fold_pairs": FOLD_PAIRS,
    "communities": COMMUNITIES,
    "receipts": HYGIENE,
    "density": DENSITY,
    "hubs": TOP_HUBS,
    "health": HEALTH,
    "constellations": CONSTELLATIONS,
    "digest": DIGEST,
}


def run(stage: StageRun) -> None:
    """Write the overlay's tables for readers, among them the conversations, the edges and the digest, and a
    page for each node."""
    settings: OverlaySettings = stage.settings("overlay")
    made = stage.query_steps(
        FOLDERS,
        {**{step: table.name for step, table in _TABLES.items()}, "page_nodes": None, "page_edges": None,
         "page_evidence": None},
        parameters(stage, settings),
        tables={"told_apart": told_apart(stage)},
    )  # fmt: skip
    for step, table in _TABLES.items():
        stage.write(table.name, made[step])
    told = pages(*(made[step].to_pylist() for step in ("page_nodes", "page_edges", "page_evidence")))
    stage.write(COMPILED_TRUTH.name, pa.Table.from_pylist(told, COMPILED_TRUTH.arrow_schema()))
    stage.count("pages", len(told))


def told_apart(stage: StageRun) -> pa.Table:
    """Pairs of nodes that the person has decided to keep apart. They are not suggested as one node again."""
    rulings = standing_rulings(*(stage.ledger_entries(kind) for kind in RULINGS))
    last = {frozenset((r.a.entity.entity_id, r.b.entity.entity_id)): r.is_same for r in rulings}
    apart = [sorted(pair) for pair, is_same in last.items() if not is_same and len(pair) == 2]
    rows = [{"one": f"entity:{one}", "other": f"entity:{other}"} for one, other in sorted(apart)]
    return pa.Table.from_pylist(rows, pa.schema([("one", pa.string()), ("other", pa.string())]))
