"""Declares the tables of patterns: groups of nodes that occur together repeatedly, and sequences of nodes (D72-150,
-151)."""

from kg_assets.core.contract import Column, Table
from kg_assets.core.visibility import VISIBILITY

REGULARITY = Column("temporal_regularity", "text", "How regularly", values=("none", "weekly", "monthly", "irregular"))
_SURE = Column(
    "temporal_regularity_confidence",
    "float",
    "How regular it is",
    formula=(
        "max(0, 1 - standard deviation of the gaps between the moments of its conversations / their "
        "mean), 0 with fewer than three moments"
    ),
)
_VISIBILITY = Column("visibility_class", "text", "Who may see it: the strictest of its nodes", values=VISIBILITY)
_STATUS = Column(
    "status", "text", "What the person has said of it", values=("detected", "pending_review", "confirmed", "dismissed")
)

CO_OCCURRENCE_PATTERNS = Table(
    name="overlay.co_occurrence_patterns",
    meaning="Groups of nodes: each is named in the same conversations as every other, more often than by chance.",
    decided_by="sql/overlay/patterns/sightings.sql; "
    "sql/overlay/patterns/pairs.sql; "
    "kg_assets/overlay/patterns/cliques.py (find_cliques); "
    "kg_assets/overlay/patterns/regularity.py (regularity_of); "
    "kg_assets/overlay/patterns/find.py (groups_of)",
    columns=(
        Column("pattern_id", "text", "sha256 of the sorted nodes"),
        Column("entity_ids", "texts", "The nodes, in order"),
        Column("entity_names", "texts", "What they are called", content=True),
        Column("co_occurrence_count", "int", "Conversations that name all of them"),
        Column(
            "least_lift", "float", "How much more often the loosest of its pairs comes together than by chance",
            formula=(
                "least over its pairs of conversations with both * conversations in which the person names "
                "anything / (conversations with one * with the other)"
            ),
        ),
        Column("size_capped", "bool", "Whether it stands for a larger group"),
        Column("surfaces", "texts", "Kinds of sources of these conversations"),
        Column("work_context_ids", "texts", "Projects of these conversations"),
        Column("temporal_span_days", "float", "Days from the first to the last",
               formula="(last conversation - first conversation) in days"),
        REGULARITY,
        _SURE,
        Column("is_standing_candidate", "bool", "Whether it comes weekly or monthly and surely enough"),
        Column("suggested_procedure_kind", "text", "What it may be",
               values=("tool_workflow", "document_pattern", "communication_pattern", "analysis_pattern",
                       "research_pattern", "composite_unknown")),
        _VISIBILITY,
        _STATUS,
        Column("created_at", "instant", "When it was first seen"),
    ),
    key=("pattern_id",),
)  # fmt: skip

PROCEDURE_MOTIFS = Table(
    name="overlay.procedure_motifs",
    meaning="Orders in which nodes are named one after the other in several conversations.",
    decided_by="sql/overlay/patterns/sightings.sql; "
    "kg_assets/overlay/patterns/motifs.py (find_motifs); "
    "kg_assets/overlay/patterns/regularity.py (regularity_of); "
    "kg_assets/overlay/patterns/find.py (orders_of)",
    columns=(
        Column("motif_id", "text", "sha256 of the steps"),
        Column("work_context_id", "text", "The project of all of these conversations", nullable=True),
        Column("step_ids", "texts", "The nodes, in order"),
        Column("step_names", "texts", "What they are called", content=True),
        Column("support_count", "int", "Conversations that show it"),
        Column("success_support_count", "int", "Of these, with a trace that went well: 0, as no trace is read"),
        Column("failure_support_count", "int", "Of these, with a trace that did not: 0, as no trace is read"),
        Column("surface_families", "texts", "Kinds of sources of these conversations"),
        REGULARITY,
        _SURE,
        Column("suggested_node_kind", "text", "What it may be",
               values=("procedure", "standing_procedure", "undetermined")),
        _VISIBILITY,
        _STATUS,
        Column("created_at", "instant", "When it was first seen"),
    ),
    key=("motif_id",),
)  # fmt: skip

PATTERN_TABLES = (CO_OCCURRENCE_PATTERNS, PROCEDURE_MOTIFS)
