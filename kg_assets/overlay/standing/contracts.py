"""Declares the tables of the states of nodes (D72-018, -019, -028, -034, -067, -069, -072 to -074)."""

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.core.visibility import VISIBILITY
from kg_assets.overlay.graph.contracts import CHANGE_TYPES, NODE_ID
from kg_assets.overlay.payloads import NODE_KINDS

EXTRACTED = (
    "entity", "relationship", "memory_directive", "domain_concept", "standing_procedure", "conversation_checkpoint",
    "obligation", "procedure", "goal",
)  # fmt: skip
EXTRACTION_OUTCOMES = (
    "confirmed", "used_successfully", "ignored", "rejected", "corrected", "contradicted", "stale_unused", "promoted",
    "demoted",
)  # fmt: skip
CONFLICT_KINDS = (
    "authority_vs_authority", "jurisdiction_conflict", "argument_vs_authority", "framing_conflict",
    "overruled_vs_current",
)  # fmt: skip
_NODE = Column("node_id", "text", "The node", references=NODE_ID)
_CONTEXT = Column("work_context_id", "text", "The project", references=NODE_ID)
_DECISION = "overlay.decision_checkpoints.decision_id"
_VISIBILITY = Column("visibility_class", "text", "Who may see it", values=VISIBILITY)

STATUS_BOARD = Table(
    name="overlay.entity_status_board",
    meaning="The status of each active node that is no conversation: what state it is in, what is due, what "
    "changed last.",
    columns=(
        _NODE,
        Column("node_kind", "text", "Its kind", values=NODE_KINDS),
        Column("canonical_name", "text", "What it is called", content=True),
        Column("status", "text", "Its state: that of a duty or goal, archived, or active"),
        Column("due", "text", "The day on which a duty is due", nullable=True),
        Column("distinct_source_count", "int", "Conversations that name it"),
        Column("last_mentioned_at", "instant", "When it was last named", nullable=True),
        Column("last_change", "text", "What last became of it", nullable=True, values=CHANGE_TYPES),
        Column("changed_at", "instant", "When it last changed", nullable=True),
        Column("is_routable_by_name", "bool", "Whether its name alone is enough to mean it"),
        _VISIBILITY,
    ),
    key=("node_id",),
    is_looked_up=True,
)

CONTEXT_TRANSITIONS = Table(
    name="overlay.context_transitions",
    meaning="What the end of a project does: the project is archived, with the goals, duties and procedures "
    "that belong to no other project; everything else is kept.",
    columns=(
        _CONTEXT,
        _NODE,
        Column("effect", "text", "What follows for it", values=("archive", "keep")),
        Column("closed_at", "instant", "When the project ended", nullable=True),
    ),
    key=("work_context_id", "node_id"),
)

PREFERENCES = Table(
    name="overlay.effective_preferences",
    meaning="Which preferences and constraints of the person apply in each project, and everywhere else "
    "(project ''). Of several that differ only in a number one applies.",
    columns=(
        Column("work_context_id", "text", "The project, or ''"),
        _NODE,
        Column("level", "text", "Whether it was said for the project or for everything", values=("project", "global")),
    ),
    key=("work_context_id", "node_id"),
)

VERIFICATION_QUEUE = Table(
    name="overlay.verification_queue",
    meaning="Nodes that a change of another node may have made wrong: one edge away from it they must be "
    "verified, two edges away there is a warning.",
    columns=(
        _NODE,
        Column("hop", "int", "Edges between the changed node and this one"),
        Column(
            "state",
            "text",
            "Whether it must be verified or is only warned of",
            values=("verification_required", "warning"),
        ),
        Column("caused_by_change_id", "text", "The change", references="overlay.change_records.change_id"),
        Column("reason", "text", "What kind of change it was", values=CHANGE_TYPES),
        Column("changed_node_id", "text", "What changed", references=NODE_ID),
    ),
    key=("node_id",),
    rules=(
        Rule(
            "two_edges_at_most",
            "Nothing is walked further than two edges.",
            "SELECT 1 FROM {overlay.verification_queue} WHERE hop NOT IN (1, 2)",
        ),
    ),
)

CONFLICT_SETS = Table(
    name="overlay.conflict_sets",
    meaning="Nodes that contradict each other: both are kept, and a reader is told both.",
    columns=(
        Column("conflict_id", "text", "Hash of the nodes"),
        Column("node_ids", "texts", "The nodes"),
        Column("conflict_kind", "text", "What kind of contradiction", values=CONFLICT_KINDS),
        Column("dominant_node_id", "text", "The one that is better backed", nullable=True, references=NODE_ID),
        Column("needs_user_review", "bool", "Whether they are equally backed, so that only the person can say"),
    ),
    key=("conflict_id",),
    rules=(
        Rule(
            "a_contradiction_has_its_conflict",
            "Every current contradiction between two nodes is a conflict.",
            "SELECT 1 FROM {overlay.edges} e WHERE e.relation_type = 'contradicts' AND e.end_date IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM {overlay.conflict_sets} c"
            " WHERE list_contains(c.node_ids, e.source_id) AND list_contains(c.node_ids, e.target_id))",
        ),
    ),
)

DECISION_MEMORY = Table(
    name="overlay.decision_memory",
    meaning="What was decided, in which words, what was decided like it before, and which of its nodes changed since.",
    columns=(
        Column("decision_id", "text", "The decision", references=_DECISION),
        Column("description", "text", "What was decided", content=True),
        Column("reasoning", "text", "The sentence in which it was told", nullable=True, content=True),
        Column("known_at", "instant", "When: what was known then is `kg.facts_as_of` at this instant"),
        Column("thread_id", "text", "The conversation", references="kg.conversations.conversation_id"),
        Column("similar_decision_ids", "texts", "Earlier ones that name two of the same nodes, the newest first"),
        Column("premises_changed", "texts", "Nodes named with it that were invalidated or corrected since"),
    ),
    key=("decision_id",),
)

WORK_RHYTHM = Table(
    name="overlay.work_rhythm",
    meaning="On which weekdays and at what hours conversations of each kind begin, in the person's time zone; "
    "rare times are left out.",
    columns=(
        Column("activity_kind", "text", "coding, talking, or the kind of source"),
        Column("weekday", "text", "The day of the week, or any"),
        Column("hour_band", "text", "Three hours of the day"),
        Column("session_count", "int", "Conversations that began then"),
        Column(
            "share",
            "float",
            "Its part of the conversations of that kind",
            formula="session_count / conversations of that kind",
        ),
    ),
    key=("activity_kind", "weekday", "hour_band"),
)

CITATION_WEIGHTS = Table(
    name="overlay.citation_weights",
    meaning="In how many notes and documents, and of how many projects, each node is named.",
    columns=(
        _NODE,
        Column("citation_weight", "int", "Notes and documents that name it"),
        Column("matter_diversity", "int", "Projects that these are about"),
    ),
    key=("node_id",),
)

ACTOR_OVERLAYS = Table(
    name="overlay.actor_domain_overlays",
    meaning="Which decisions name each person in each project, and which domain concepts these decisions name.",
    columns=(
        Column("actor_entity_id", "text", "The person", references=NODE_ID),
        Column("domain", "text", "The project, or general"),
        Column("associated_concept_ids", "texts", "The domain concepts that these decisions name"),
        Column("relevant_decisions", "texts", "The decisions that name the person"),
    ),
    key=("actor_entity_id", "domain"),
)

EXTRACTION_OUTCOME_EVENTS = Table(
    name="overlay.extraction_outcome_events",
    meaning="What became of what was read: confirmed, rejected, corrected, contradicted, never used.",
    columns=(
        Column("event_id", "text", "Hash of the thing and what became of it"),
        Column("source_surface", "text", "What kind of source it was read from"),
        Column("extracted_item_id", "text", "The node, bundle, edge or candidate"),
        Column("kind", "text", "What kind of thing it is", values=EXTRACTED),
        Column("outcome", "text", "What became of it", values=EXTRACTION_OUTCOMES),
        Column("severity", "text", "How bad that is", values=("low", "medium", "high")),
        Column("user_visible", "bool", "Whether the person said it or sees it"),
        Column("occurred_at", "instant", "When that became of it"),
    ),
    key=("event_id",),
)

WORK_PRODUCTS = Table(
    name="overlay.work_products",
    meaning="The documents: which version each is, and which concepts it addresses by its current edges.",
    columns=(
        _NODE,
        Column("canonical_name", "text", "What it is called", content=True),
        Column("version", "int", "Which version it is; 1 where its name says none"),
        Column("prior_version_id", "text", "The version before it", nullable=True, references=NODE_ID),
        Column("is_latest", "bool", "Whether no later one is there"),
        Column("addressed_concepts", "texts", "The concepts that it addresses"),
        _VISIBILITY,
    ),
    key=("node_id",),
    rules=(
        Rule(
            "addressed_concepts_are_its_edges",
            "What it speaks of is what its current edges say, no more and no less.",
            "SELECT 1 FROM {overlay.work_products} w LEFT JOIN (SELECT source_id, count(DISTINCT target_id) AS n"
            " FROM {overlay.edges} WHERE relation_type = 'addresses_concept' AND end_date IS NULL"
            " AND lifecycle_state IN ('active', 'observed') GROUP BY source_id) e ON e.source_id = w.node_id"
            " WHERE len(w.addressed_concepts) <> coalesce(e.n, 0)",
        ),
    ),
)

PERSON_TIES = Table(
    name="overlay.person_ties",
    meaning="What somebody or something is to the person today, in the person's own word for it.",
    decided_by="sql/overlay/standing/person_claims.sql; kg_assets/overlay/standing/ties.py (person_ties)",
    columns=(
        _NODE,
        Column("word", "text", "The word: sister, boss, dog"),
        Column("said_at", "instant", "When it was said first, of all that still hold", nullable=True),
        Column("assertion_id", "text", "The claim that says it", references="kg.assertions.assertion_id"),
        _VISIBILITY,
    ),
    key=("node_id", "word"),
    is_looked_up=True,
)

STANDING_TABLES = (
    STATUS_BOARD, CONTEXT_TRANSITIONS, PREFERENCES, VERIFICATION_QUEUE, CONFLICT_SETS, DECISION_MEMORY, WORK_RHYTHM,
    CITATION_WEIGHTS, ACTOR_OVERLAYS, EXTRACTION_OUTCOME_EVENTS, WORK_PRODUCTS, PERSON_TIES,
)  # fmt: skip
