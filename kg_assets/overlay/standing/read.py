"""Runs the steps of `sql/overlay/standing`, and finds what each node is to the person."""

import pyarrow as pa

from kg_assets.core.stage import StageRun
from kg_assets.mentions.settings import TimeReadingSettings
from kg_assets.overlay.settings import OverlaySettings
from kg_assets.overlay.standing.contracts import (
    ACTOR_OVERLAYS,
    CITATION_WEIGHTS,
    CONFLICT_SETS,
    CONTEXT_TRANSITIONS,
    DECISION_MEMORY,
    EXTRACTION_OUTCOME_EVENTS,
    PERSON_TIES,
    PREFERENCES,
    STATUS_BOARD,
    VERIFICATION_QUEUE,
    WORK_PRODUCTS,
    WORK_RHYTHM,
)
from kg_assets.overlay.standing.ties import person_ties

FOLDERS = ("sql/overlay/standing",)
_TABLES = {
    "status_board": STATUS_BOARD,
    "transitions": CONTEXT_TRANSITIONS,
    "preferences": PREFERENCES,
    "verification": VERIFICATION_QUEUE,
    "conflicts": CONFLICT_SETS,
    "decision_memory": DECISION_MEMORY,
    "work_rhythm": WORK_RHYTHM,
    "citations": CITATION_WEIGHTS,
    "actors": ACTOR_OVERLAYS,
    "outcomes": EXTRACTION_OUTCOME_EVENTS,
    "work_products": WORK_PRODUCTS,
}


def run(stage: StageRun) -> None:
    """Write the tables of the states of nodes, and the ties to the person."""
    settings: OverlaySettings = stage.settings("overlay")
    time: TimeReadingSettings = stage.settings("time")
    made = stage.query_steps(
        FOLDERS,
        {**{step: table.name for step, table in _TABLES.items()}, "person_claims": None},
        {**settings.model_dump(), "anchor_timezone": time.anchor_timezone, "as_of": stage.as_of},
    )
    for step, table in _TABLES.items():
        stage.write(table.name, made[step])
    ties = list(person_ties(made["person_claims"].to_pylist()))
    stage.write(PERSON_TIES.name, pa.Table.from_pylist(ties, PERSON_TIES.arrow_schema()))
