"""Declares the tables made of the overlay for readers (D72-109, -110, -119, -120, -146 to -149, -155,
-156)."""

from kg_assets.core.contract import Chart, Column, Rule, Table
from kg_assets.core.visibility import VISIBILITY
from kg_assets.overlay.evidence.contracts import EDGE_COLUMNS, EDGE_KEY, EDGE_STATES
from kg_assets.overlay.graph.contracts import NODE_ID
from kg_assets.overlay.payloads import NODE_KINDS

_VISIBILITY = Column("visibility_class", "text", "Who may see it", values=VISIBILITY)
JOBS = (
    "observed_never_suggested", "suggested_never_confirmed", "near_duplicate", "conflicting_evidence", "orphan",
    "old_trace", "old_usage", "stale_procedure",
)  # fmt: skip
SECTIONS = ("new", "firmer", "corrections", "deadlines", "ended", "to_review", "stale")

THREADS = Table(
    name="overlay.conversation_threads",
    meaning="Every conversation as something to come back to: what it was about, what was decided, what is open.",
    columns=(
        Column("thread_id", "text", "The conversation", references="kg.conversations.conversation_id"),
        Column("node_id", "text", "Its node", references=NODE_ID),
        Column("title_hint", "text", "What it is called", nullable=True, content=True),
        Column("linked_entity_ids", "texts", "The nodes it names most, at most thread_nodes"),
        Column("key_decisions", "texts", "What was decided in it", content=True),
        Column("unresolved_items", "texts", "Duties and goals said in it that still hold", content=True),
        Column("checkpoint_summary", "text", "One line of it, made of the above", content=True),
        Column("work_context_id", "text", "The project it is about", nullable=True),
        Column("occurred_at", "instant", "When something was last said in it"),
        Column("turn_count", "int", "Messages of the person and of assistants"),
        Column("channel", "text", "What kind of source it is"),
        _VISIBILITY,
    ),
    key=("thread_id",),
)

THREAD_LINKS = Table(
    name="overlay.thread_entity_links",
    meaning="Which nodes each conversation names, and how often.",
    columns=(
        Column("thread_id", "text", "The conversation", references="kg.conversations.conversation_id"),
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("mention_count", "int", "How often the conversation names it"),
        Column("last_mentioned_at", "instant", "When it was last named in it"),
    ),
    key=("thread_id", "node_id"),
)

DECISIONS = Table(
    name="overlay.decision_checkpoints",
    meaning="What the person decided, where, and what else was named there.",
    columns=(
        Column("decision_id", "text", "The claim that says it", references="kg.assertions.assertion_id"),
        Column("thread_id", "text", "The conversation", references="kg.conversations.conversation_id"),
        Column("message_id", "text", "The message", references="kg.messages.message_id"),
        Column("description", "text", "What was decided", content=True),
        Column("linked_entity_ids", "texts", "Nodes named in the same message"),
        Column("occurred_at", "instant", "When it was decided"),
    ),
    key=("decision_id",),
)

_AFTER_HYGIENE = Column(
    "lifecycle_state",
    "text",
    "archived once it ended; suppressed where effective_confidence is below edge_demotion_below, unless it is active; "
    "else as promoted",
    values=EDGE_STATES,
)

EDGES = Table(
    name="overlay.edges",
    meaning="The edges after the nightly clean-up: one that no evidence has supported for long is suppressed, "
    "never erased.",
    columns=(
        *(_AFTER_HYGIENE if column.name == "lifecycle_state" else column for column in EDGE_COLUMNS),
        Column(
            "effective_confidence",
            "float",
            "Confidence, faded since it was last borne out",
            formula="confidence * 0.5 ** (days from last_supported_at in payload to as_of / edge_half_life_days)",
        ),
    ),
    key=EDGE_KEY,
)

HYGIENE = Table(
    name="overlay.graph_hygiene_receipts",
    meaning="What the nightly clean-up counted at the build's as_of.",
    columns=(
        Column("receipt_id", "text", "Hash of as_of"),
        Column("demoted_edge_count", "int", "Edges that fell below the threshold"),
        Column("kept_by_person_count", "int", "Edges below it that stay: approved, or as the sources are built"),
        Column(
            "archived_candidate_node_count",
            "int",
            "Nodes that are proposed for the archive: for long only seen, or suggested and never confirmed",
        ),
        Column("reviewed_bundle_count", "int", "Bundles of evidence that there are"),
        Column("executed_at", "instant", "as_of"),
    ),
    key=("receipt_id",),
)

CLEANUP = Table(
    name="overlay.cleanup_findings",
    meaning="What the eight nightly jobs found: nothing is erased by them, and every finding names its node.",
    columns=(
        Column("job", "text", "Which job", values=JOBS),
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("action", "text", "What follows", values=("archive", "merge_queue", "contradiction_queue", "flag",
                                                          "summarize", "count", "mark_stale")),
        Column("other_node_id", "text", "The other node of a pair", nullable=True),
        Column("measure", "float", "Days, likeness of names, conflict or uses", formula=
            "by its job: days since it was created, of stale_procedure since it was last "
            "verified; of near_duplicate the greatest likeness of its pairs; of "
            "conflicting_evidence conflict_score; of old_usage uses older than old_usage_days"),
    ),
    key=("job", "node_id"),
)  # fmt: skip

CLEANUP_JOBS = Table(
    name="overlay.cleanup_jobs",
    meaning="Each of the eight nightly jobs and how much it found; a job that found nothing has its row, too.",
    columns=(
        Column("job", "text", "Which job", values=JOBS),
        Column("action", "text", "What follows from what it finds"),
        Column(
            "threshold",
            "float",
            "From where on: days, likeness of names, or conflict; 1 are half-lives, 0 none",
            formula="by its job: archive_observed_days, archive_suggested_days, near_duplicate_likeness, "
            "disputed_above for conflicting_evidence, 0 for orphan, old_trace_days, old_usage_days, 1 for "
            "stale_procedure",
        ),
        Column("found", "int", "How many nodes"),
    ),
    key=("job",),
    charts=(Chart("found", "What each job found.", "SELECT job, 'nodes', found FROM {rows}"),),
)

FOLD_PAIRS = Table(
    name="overlay.fold_pairs",
    meaning="Pairs of nodes that may be one thing, at most fold_pairs_a_night; only a person merges them.",
    columns=(
        Column("node_id", "text", "One of the two", references=NODE_ID),
        Column("other_node_id", "text", "The other", references=NODE_ID),
        Column("likeness", "float", "Of their names, 1 where the plain names are the same", formula=
            "1 where the plain names have the same letters, else the Jaro-Winkler similarity of "
            "the plain names"),
        Column("verdict", "text", "What stands against it, if something does: the person told them apart, they belong"
               " to different projects, one of them is disputed",
               values=("proposed", "told_apart", "other_context", "disputed")),
        Column(
            "folded_alpha", "float", "Alpha of one node with the evidence of both",
            formula="alpha + alpha of the other - start_alpha of their kind (its alpha in config/overlay/kinds.yaml)",
        ),
        Column(
            "folded_beta", "float", "Beta of such a node",
            formula="beta + beta of the other - start_beta of their kind (its beta in config/overlay/kinds.yaml)",
        ),
        Column(
            "folded_share", "float", "How firmly such a node would stand",
            formula="folded_alpha / (folded_alpha + folded_beta)",
        ),
    ),
    key=("node_id", "other_node_id"),
    rules=(
        Rule(
            "pairs_are_of_one_kind",
            "Both are of one kind, and a pair stands once.",
            "SELECT 1 FROM {overlay.fold_pairs} p JOIN {overlay.nodes} a ON a.node_id = p.node_id"
            " JOIN {overlay.nodes} b ON b.node_id = p.other_node_id"
            " WHERE a.node_kind <> b.node_kind OR p.node_id >= p.other_node_id",
        ),
    ),
)  # fmt: skip

COMMUNITIES = Table(
    name="overlay.community_summaries",
    meaning="Groups of nodes with nearly the same name; a search by name finds only the one that represents its group.",
    columns=(
        Column("summary_id", "text", "Hash of the group's first node"),
        Column("node_id", "text", "A node of the group", references=NODE_ID),
        Column("name", "text", "What it is called", content=True),
        Column("members", "int", "How many nodes the group has"),
        Column("stands_for_all", "bool", "Whether it represents the group, as its firmest node"),
        _VISIBILITY,
    ),
    key=("node_id",),
    rules=(
        Rule(
            "one_stands_for_all",
            "In each group one node stands for all.",
            "SELECT 1 FROM {overlay.community_summaries} GROUP BY summary_id"
            " HAVING count(*) FILTER (stands_for_all) <> 1",
        ),
    ),
)

DENSITY = Table(
    name="overlay.graph_density_metrics",
    meaning="How dense the overlay is, one row a number.",
    columns=(
        Column("metric", "text", "Which number"),
        Column(
            "value",
            "float",
            "Its value",
            formula=(
                "by its metric, as sql/overlay/reading/density.sql counts or divides it (hub_node_count: above "
                "hub_penalty_threshold edges; weak relations: below weak_edge_below); 0 where there is nothing "
                "to count"
            ),
        ),
    ),
    key=("metric",),
)

TOP_HUBS = Table(
    name="overlay.top_hub_nodes",
    meaning="The nodes with the most edges.",
    columns=(
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("degree", "int", "How many edges it has"),
    ),
    key=("node_id",),
)

HEALTH = Table(
    name="overlay.knowledge_health",
    meaning="How much waits, is unsure or contradicts itself; the debt is 0 to 100, lower is better.",
    columns=(
        Column("measure", "text", "Which number"),
        Column(
            "value",
            "float",
            "Its value",
            formula="unresolved_suggestion_count = rows of overlay.review_queue that are pending; "
            "low_confidence_active_nodes = active nodes that are no conversation with confidence below unsure_below; "
            "active_contradictions = active nodes with conflict_score above disputed_above; stale_nodes = active nodes "
            "that are stale or expired; extraction_precision = bundles with user_verdict approved / bundles with a "
            "verdict, 1 without any; debt_score = 100 * (debt_of_waiting * min(1, unresolved_suggestion_count / "
            "debt_full_waiting) + debt_of_unsure * min(1, low_confidence_active_nodes / debt_full_unsure) + "
            "debt_of_contradictions * min(1, active_contradictions / debt_full_contradictions) + "
            "debt_of_rejections * (1 - extraction_precision))",
        ),
    ),
    key=("measure",),
)

CONSTELLATIONS = Table(
    name="overlay.constellations",
    meaning="The scene of each active project, matter and work context: the nodes that belong to it, its goals "
"and obligations, and what changed lately.",
    columns=(
        Column("work_context_id", "text", "The project", references=NODE_ID),
        Column("name", "text", "What it is called", content=True),
        Column("primary_entities", "texts", "The nodes named with it most"),
        Column("active_goals", "texts", "Goals said in its conversations"),
        Column("active_obligations", "texts", "Duties said in its conversations"),
        Column("recent_changes", "texts", "The newest changes of these nodes in the last scene_days days"),
        Column(
            "likely_next_procedures", "texts",
            "The next step of a confirmed order that has begun; none yet, since no order is confirmed",
        ),
        Column("expected_but_missing_concepts", "texts", "Steps of confirmed orders that are not named here; none yet"),
        Column(
            "scene_confidence", "float", "How complete the scene is",
            formula="scene_of_entities * min(1, primary_entities / scene_entities) + scene_of_goals with a goal + "
            "scene_of_obligations with a duty + scene_of_changes with a change + scene_of_procedures with a next "
            "procedure",
        ),
        _VISIBILITY,
        Column("updated_at", "instant", "When something was last said of it"),
    ),
    key=("work_context_id",),
)  # fmt: skip

COMPILED_TRUTH = Table(
    name="overlay.compiled_truth",
    meaning="A page for each active node that is no conversation, note or document and is not blocked: what is known "
    "of it, with what it rests on.",
    decided_by="sql/overlay/reading/page_nodes.sql; "
    "sql/overlay/reading/page_edges.sql; "
    "sql/overlay/reading/page_evidence.sql; "
    "kg_assets/overlay/reading/pages.py (page)",
    columns=(
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("canonical_name", "text", "What it is called", content=True),
        Column("node_kind", "text", "Its kind", values=NODE_KINDS),
        Column("markdown", "text", "The page", content=True),
        Column("render_contract_id", "text", "Version of the page's form"),
        Column("node_hash", "text", "sha256 of what it is; fading with time is not in it"),
        Column("relationship_hash", "text", "sha256 of its edges"),
        Column("provenance_hash", "text", "sha256 of what it rests on"),
        Column("render_input_hash", "text", "sha256 of all that the page is made of"),
        _VISIBILITY,
    ),
    key=("node_id",),
    is_looked_up=True,
)

DIGEST = Table(
    name="overlay.weekly_digest",
    meaning="What the week brought, line by line: new, firmer, corrected, due, ended, to review, stale.",
    columns=(
        Column("digest_id", "text", "Hash of the week"),
        Column("week_start", "instant", "Its Monday"),
        Column("week_end", "instant", "The Monday after"),
        Column("section", "text", "Which part", values=SECTIONS),
        Column("place", "int", "Rank within the part"),
        Column("node_id", "text", "The node", nullable=True),
        Column("line", "text", "The line", content=True),
        _VISIBILITY,
    ),
    key=("section", "place"),
)

READING_TABLES = (
    THREADS, THREAD_LINKS, DECISIONS, EDGES, HYGIENE, CLEANUP, CLEANUP_JOBS, FOLD_PAIRS, COMMUNITIES, DENSITY,
    TOP_HUBS, HEALTH, CONSTELLATIONS, COMPILED_TRUTH, DIGEST,
)  # fmt: skip
