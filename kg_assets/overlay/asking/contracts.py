"""Declares the tables of open mentions (those whose node is not settled) and of a model's answers about them (D72-129,
-132)."""

from kg_assets.core.contract import Column, Table
from kg_assets.overlay.evidence.contracts import QUEUE_COLUMNS

TIER4_QUEUE = Table(
    name="overlay.tier4_queue",
    meaning="Open mentions, with the nodes that each may mean, and how far asking a model has come.",
    decided_by="sql/overlay/resolution/queued.sql; kg_assets/overlay/asking/closed_set.py (settled)",
    columns=(
        *QUEUE_COLUMNS,
        Column(
            "status",
            "text",
            "How far asking a model about it has come",
            values=("queued", "succeeded", "failed", "dead_letter"),
        ),
        Column("retry_count", "int", "Attempts that brought no usable answer"),
        Column("last_error_code", "text", "The error that the last such attempt brought", nullable=True),
    ),
    key=("mention_id",),
)

TIER4_RESULTS = Table(
    name="overlay.tier4_results",
    meaning="What a model answered about open mentions: which candidate is meant, that none is, or that several fit.",
    decided_by="kg_assets/overlay/asking/closed_set.py (settled)",
    columns=(
        Column("mention_id", "text", "The mention", references="overlay.mention_observations.mention_id"),
        Column("matched_candidate_id", "text", "The node, none or ambiguous"),
        Column(
            "confidence",
            "float",
            "How sure the model is",
            formula=(
                "the lowest confidence that the model gave among the runs that made the choice; 0 where no choice "
                "has more than half of multi_run_count runs"
            ),
        ),
        Column("rationale_short", "text", "The model's reason", nullable=True, content=True),
    ),
    key=("mention_id",),
)
