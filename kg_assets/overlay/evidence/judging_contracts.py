"""Declares the tables of the person's verdicts on relations and names of the overlay, and of what is learned from them
(D72-133 to -140)."""

from kg_assets.core.contract import Column, Rule, Table
from kg_assets.core.visibility import VISIBILITY
from kg_assets.overlay.evidence.contracts import EDGES_PROMOTED, EVIDENCE_BUNDLES, PROMOTION_DECISIONS

_VISIBILITY = Column("visibility_class", "text", "Who may see it", values=VISIBILITY)

QUALITY_GATES = Table(
    name="overlay.quality_gates",
    meaning="What share of what was read in each week the person did not correct; if it is below its floor "
    "twice running, the gate trips.",
    columns=(
        Column("candidate_class", "text", "What was read"),
        Column("surface", "text", "The kind of source; all for what is not told apart by it"),
        Column("period", "instant", "The Monday of the week"),
        Column("extractions_total", "int", "How much was read"),
        Column("user_corrections", "int", "How much of it the person took back"),
        Column(
            "precision_estimate",
            "float",
            "How much of it the person let stand",
            formula="1 - user_corrections / extractions_total",
        ),
        Column(
            "min_precision_required",
            "float",
            "The least share that is good enough: the floor",
            formula="quality_floors of its candidate_class of the section `overlay`",
        ),
        Column(
            "is_tripped", "bool", "Whether the share lies below the floor in this week and in the one counted before"
        ),
        Column("is_latest", "bool", "Whether this week decides"),
    ),
    key=("candidate_class", "surface", "period"),
)

REVIEW_RECEIPTS = Table(
    name="overlay.review_receipts",
    meaning="What came of each decision of the person on what the overlay proposes.",
    decided_by="kg_assets/overlay/evidence/commands.py (receipts)",
    columns=(
        Column("command_id", "text", "The decision"),
        Column("command", "text", "What kind of decision it is",
               values=("relation_reviewed", "mention_retargeted", "mention_suppressed", "name_decided")),
        Column("position", "int", "Its place in the ledger"),
        Column("status", "text", "Whether it had an effect", values=("success", "blocked", "degraded")),
        Column("reason", "text", "Why not", nullable=True),
    ),
    key=("command_id",),
)  # fmt: skip

REVIEW_QUEUE = Table(
    name="overlay.review_queue",
    meaning="What the person is asked about relations and new names, or has answered; the higher the priority, "
"the more useful an answer is.",
    decided_by="sql/overlay/evidence/waiting.sql; "
    "sql/overlay/evidence/decided.sql; "
    "kg_assets/claims/saying.py (edge_said)",
    columns=(
        Column("queue_item_id", "text", "Hash of kind and reference"),
        Column("item_kind", "text", "What is asked",
               values=("candidate_relation", "entity_creation_candidate", "suppression_candidate", "procedure_motif")),
        Column("primary_ref", "text", "The bundle, candidate or pattern"),
        Column("title", "text", "What is asked, in words", content=True),
        Column("description", "text", "What speaks for it", content=True),
        Column("evidence_refs", "texts", "Mentions of a relation, or messages of a name, to look at"),
        Column("available_actions", "texts", "What can be answered"),
        _VISIBILITY,
        Column(
            "impact", "float", "How much it touches",
            formula=(
                "of a relation distinct_work_context_count + support_count of its bundle, of a name "
                "messages + kinds of sources"
            ),
        ),
        Column(
            "uncertainty", "float", "How undecided it is, 1 the most",
            formula=(
                "1 - |2 * score - 1|, score of a relation evidence_score of its bundle, of a name "
                "new_name_confidence"
            ),
        ),
        Column(
            "recency", "float", "How new it is",
            formula=(
                "0.5 ** (days / review_queue_recency_days), days to as_of: of a relation from last_supported_at of its "
                "bundle, of a name from created_at"
            ),
        ),
        Column(
            "priority", "float", "What it is sorted by",
            formula="impact * uncertainty * recency",
        ),
        Column("status", "text", "Whether it still waits", values=("pending", "resolved", "dismissed")),
        Column("created_at", "instant", "Since when it waits"),
    ),
    key=("queue_item_id",),
)  # fmt: skip

FEEDBACK_EVENTS = Table(
    name="overlay.feedback_events",
    meaning="What each verdict of the person says for or against a relation or a span.",
    decided_by="kg_assets/overlay/evidence/learning.py (feedback)",
    columns=(
        Column("position", "int", "Its place in the ledger"),
        Column("kind", "text", "What the person did",
               values=("edge_user_confirmed", "edge_user_rejected", "relation_corrected", "span_suppressed")),
        Column("ledger", "text", "What it is counted for", values=("relation_inference", "span_suppression")),
        Column("subject", "text", "The relation or the words", content=True),
        Column("context", "text", "The node or project that it was said of"),
        Column("is_for", "bool", "Whether it speaks for it"),
    ),
    key=("position", "subject"),
)  # fmt: skip

LEARNING_LEDGERS = Table(
    name="overlay.learning_ledgers",
    meaning="What verdicts add up to, for each relation and span.",
    decided_by="kg_assets/overlay/evidence/learning.py (counters)",
    columns=(
        Column("ledger", "text", "What is counted", values=("relation_inference", "span_suppression")),
        Column("subject", "text", "The relation or the words", content=True),
        Column("context_class_key", "text", "domain:task:kind of thing; unknown where there are few verdicts"),
        Column("alpha", "float", "1 and the verdicts for it", formula="1 + verdicts for it"),
        Column("beta", "float", "1 and the verdicts against it", formula="1 + verdicts against it"),
        Column("support_count", "int", "Number of verdicts"),
        Column(
            "utility",
            "float",
            "How often such a reading was right",
            formula=(
                "(support_count * alpha / (alpha + beta) + learning_smoothing_k * 0.5) / (support_count + "
                "learning_smoothing_k); without learning_smoothing alpha / (alpha + beta)"
            ),
        ),
        Column(
            "top_context_share",
            "float",
            "Share of the context with the most of them",
            formula="verdicts of the context with the most of them / support_count",
        ),
        Column("is_global", "bool", "Whether they are enough, and not of one context, to make a rule of"),
    ),
    key=("ledger", "subject"),
    rules=(
        Rule(
            "counters_match_events",
            "What is counted for each subject are its events.",
            "SELECT 1 FROM {overlay.learning_ledgers} l FULL JOIN (SELECT ledger, subject, count(*) AS n"
            " FROM {overlay.feedback_events} GROUP BY ALL) e USING (ledger, subject)"
            " WHERE l.support_count IS DISTINCT FROM e.n OR l.alpha + l.beta <> e.n + 2",
        ),
    ),
)

POLICY_BUNDLE = Table(
    name="overlay.compiled_policy_bundle",
    meaning="The rules learned from verdicts: those that are staged, those in force, and those that were in "
"force.",
    decided_by="kg_assets/overlay/evidence/learning.py (bundle)",
    columns=(
        Column("generation_id", "text", "Hash of the policy's rules"),
        Column("position", "int", "The entry of the ledger that activated it; 0 while it is staged"),
        Column("rule", "text", "What it does", values=("relation_promotion", "relation_demotion")),
        Column("subject", "text", "The relation"),
        Column("bonus", "float", "What is added to the evidence of such a relation; -1 is never earned", formula=
            "learning_bonus where utility >= learning_promote_from, -1 where utility <= "
            "learning_demote_to"),
        Column("status", "text", "Whether it has an effect; quarantined: the last verdicts all say the contrary",
               values=("staged", "active", "rolled_back", "quarantined")),
    ),
    key=("position", "subject"),
)  # fmt: skip

EXTRACTION_REGRESSION = Table(
    name="overlay.extraction_regression",
    meaning="How well evidence alone predicts the person's verdicts on relations, with the policy in force and "
    "with the staged one.",
    decided_by="sql/overlay/evidence/judged_gold.sql; kg_assets/overlay/evidence/learning.py (f1)",
    columns=(
        Column("measure", "text", "Which number", values=("gold_items", "f1_now", "f1_staged", "is_held")),
        Column(
            "value",
            "float",
            "Its value; is_held is 1 where the staged policy may not be activated",
            formula=(
                "of f1 2 * hits / (foretold + true), 1 where both are none: true are judged bundles with "
                "user_verdict approved, foretold those with support_count from min_support_count_for_promotion, "
                "distinct_observation_count from min_distinct_observations_for_promotion and evidence_score + "
                "bonus of the policy from min_salience_for_promotion; of gold_items the judged bundles; of "
                "is_held 1 where the staged policy's f1 lies more than learning_most_loss below the active "
                "one's, else 0"
            ),
        ),
    ),
    key=("measure",),
)

PROMOTION_TABLES = (
    EVIDENCE_BUNDLES, PROMOTION_DECISIONS, EDGES_PROMOTED, REVIEW_RECEIPTS, REVIEW_QUEUE, QUALITY_GATES,
    FEEDBACK_EVENTS, LEARNING_LEDGERS, POLICY_BUNDLE, EXTRACTION_REGRESSION,
)  # fmt: skip
