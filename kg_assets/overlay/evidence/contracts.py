"""Declares the tables from mention to edge (D72-003, -125 to -140; seed 001 §42A.2)."""

from kg_assets.core.contract import NUMBERS, Chart, Column, Rule, Table
from kg_assets.overlay.graph.contracts import NODE_ID
from kg_assets.overlay.payloads import NODE_KINDS
from kg_assets.overlay.settings import SPAN_CLASSES, VISIBILITY

METHODS = (
    "alias_exact", "alias_prefix", "fts5_bm25", "canonical_substring", "vec_semantic", "vec_coreference",
    "llm_closed_set", "user_corrected", "unresolved",
)  # fmt: skip
MENTION_STATES = ("observed_mention", "candidate_relation", "reinforced_relation", "user_verified", "suppressed")
VERDICTS = ("none", "approved", "rejected", "relation_corrected")
PROMOTION_STATES = ("candidate_relation", "reinforced_relation", "user_verified", "suppressed")
EDGE_STATES = ("active", "observed", "suppressed", "archived")
REASONS = (
    "approved", "blocked", "hard_blocked_relation", "rejected", "single_mention", "evidence", "too_few_mentions",
    "too_few_messages", "too_little_evidence", "single_mention_too_weak", "over_budget", "unknown_relation",
    "requirement_unmet", "held_for_review", "closes_a_circle", "only_named_there", "never_named_together",
)  # fmt: skip
_SPAN_CLASS = Column("span_class", "text", "What kind of words it is", values=SPAN_CLASSES)
_VISIBILITY = Column("visibility_class", "text", "Who may see it", values=VISIBILITY)
_BUNDLE = Column("evidence_bundle_id", "text", "sha256 of source|target|relation")
_RELATION = Column("relation_type", "text", "The relation")

MENTION_SPANS = Table(
    name="overlay.mention_spans",
    meaning="Stretches of messages that look like mentions by their form.",
    decided_by="kg_assets/overlay/evidence/spans.py (SpanFinder)",
    columns=(
        Column("message_id", "text", "The message", references="kg.messages.message_id"),
        Column("char_start", "int", "First codepoint"),
        Column("char_end", "int", "Codepoint after the last"),
        _SPAN_CLASS,
        Column("surface_text", "text", "The words", content=True),
    ),
    key=("message_id", "char_start", "char_end"),
    rules=(
        Rule(
            "offsets_are_true",
            "text_raw[char_start:char_end] is surface_text, for texts of up to 200,000 codepoints.",
            "SELECT 1 FROM {overlay.mention_spans} s JOIN {kg.messages} m USING (message_id) WHERE length(m.text_raw)"
            " <= 200000 AND s.surface_text <>"
            " substring(m.text_raw, s.char_start::INTEGER + 1, (s.char_end - s.char_start)::INTEGER)",
        ),
    ),
)

ALIAS_LEXICON = Table(
    name="overlay.alias_lexicon",
    meaning="The names that mentions are looked up by.",
    columns=(
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("normalized_alias", "text", "The name as it is compared", content=True),
        Column("canonical_name", "text", "What the node is called", content=True),
        Column("alias_type", "text", "What kind of name it is",
               values=("canonical_name", "name", "abbreviation", "shorthand", "system")),
        Column("node_kind", "text", "Its kind", values=NODE_KINDS),
        Column("raw_alias_score", "float", "How well it fits where it is found",
               formula="canonical_alias_score where the alias has confidence 1 in overlay.aliases, else "
               "other_alias_score"),
        _VISIBILITY,
    ),
    key=("node_id", "normalized_alias"),
)  # fmt: skip

NAME_WORDS = Table(
    name="overlay.name_words",
    meaning="The words of the names in the lexicon, each with its weight: the keyword index over names.",
    columns=(
        Column("word", "text", "The word", content=True),
        Column("normalized_alias", "text", "The name that it stands in", content=True),
        Column("node_id", "text", "The node", references=NODE_ID),
        Column(
            "weight",
            "float",
            "What it adds to a name's BM25",
            formula=(
                "ln(1 + (names - names with the word + 0.5) / (names with the word + 0.5)) * (bm25_k1 + 1) / (1 + "
                "bm25_k1 * (1 - bm25_b + bm25_b * words of the name / mean words of a name))"
            ),
        ),
    ),
    key=("word", "normalized_alias", "node_id"),
    is_looked_up=True,
    rules=(
        Rule(
            "every_name_can_be_found",
            "Each name of the lexicon stands in it.",
            "SELECT 1 FROM {overlay.alias_lexicon} ANTI JOIN {overlay.name_words} USING (node_id, normalized_alias)",
        ),
    ),
)

MENTION_OBSERVATIONS = Table(
    name="overlay.mention_observations",
    meaning="Each mention, for each node whose words it stands in: evidence, never truth.",
    columns=(
        Column("mention_id", "text", "sha256 of message|source|normalized|start|end|class: whom it means is not in it"),
        Column("observation_id", "text", "The message", references="kg.messages.message_id"),
        Column("source_node_id", "text", "Whose words these are, or of whom they speak", references=NODE_ID),
        Column("mention_text", "text", "The words", content=True),
        Column("normalized_mention", "text", "The words as names are compared", content=True),
        _SPAN_CLASS,
        Column("is_nested", "bool", "Whether it stands within another mention"),
        Column("parent_mention_id", "text", "That mention", nullable=True),
        Column("start_offset", "int", "First codepoint"),
        Column("end_offset", "int", "Codepoint after the last"),
        Column("relation_hypothesis", "text", "The relation that the words suggest", nullable=True),
        Column("is_contradiction", "bool", "Whether words near it speak against that relation"),
        Column("work_context_id", "text", "The project that the conversation is about", nullable=True),
        Column("surface", "text", "What kind of source it is"),
        _VISIBILITY,
        Column("occurred_at", "instant", "When it was said"),
    ),
    key=("mention_id",),
    order=("observation_id", "start_offset"),
    rules=(
        Rule(
            "nested_ones_name_their_parent",
            "A nested mention names the one around it, and no other does.",
            "SELECT 1 FROM {overlay.mention_observations} WHERE is_nested <> (parent_mention_id IS NOT NULL)",
        ),
    ),
)

_RESOLUTION_COLUMNS = (
    Column("mention_id", "text", "The mention", references="overlay.mention_observations.mention_id"),
    Column("resolved_node_id", "text", "Whom it means; NULL where that is not clear", nullable=True,
           references=NODE_ID),
    Column("resolution_method", "text", "How that was found", values=METHODS),
    Column(
            "resolution_confidence", "float", "How surely it means this node (§42A.2.8)",
            formula=(
                "raw score * weight + graph_context_score * (1 - weight) of the best candidate, 0 without one; "
                "where the person says so both raw score and weight are 1; of an exact name weight is "
                "score_of_exact and raw score raw_alias_score in overlay.alias_lexicon; of its words weight is "
                "score_of_words and raw score (sum of weight in overlay.name_words over the shared words / the "
                "best such sum of the mention) * shared words / words of the mention"
            ),
        ),
    Column(
            "graph_context_score", "float", "How well it fits the graph around it (§42A.2.9)",
            formula=(
                "context_of_conversation in the project spoken of + min(context_of_ties, context_per_tie * sum "
                "of the confidences above context_min_tie of claims that tie both, the highest of each relation "
                "and reader) + context_of_readers with two readers + context_of_participant who takes part + "
                "max(0, context_of_recency * (1 - days since it was seen / context_recency_days)) - "
                "context_against_rejected where the person rejected the tie, within 0 and 1"
            ),
        ),
    Column("candidate_count", "int", "How many it could have meant"),
    Column("state", "text", "What has become of it", values=MENTION_STATES),
    Column("suppression_reason", "text", "Why it does not count", nullable=True, content=True),
)  # fmt: skip

RESOLUTIONS_FOUND = Table(
    name="overlay.mention_resolutions__found",
    meaning="Whom each mention means by names, words and the graph around it.",
    decided_by="sql/overlay/resolution/candidates.sql; "
    "sql/overlay/resolution/by_words.sql; "
    "sql/overlay/resolution/graph_context.sql; "
    "sql/overlay/resolution/ranked.sql",
    columns=_RESOLUTION_COLUMNS,
    key=("mention_id",),
)

MENTION_RESOLUTIONS = Table(
    name="overlay.mention_resolutions",
    meaning="Whom each mention means, how that was found, and how well it fits what is known.",
    decided_by="sql/overlay/asking/meant.sql; "
    "sql/overlay/resolution/resolutions.sql; "
    "sql/overlay/resolution/graph_context.sql; "
    "kg_assets/overlay/asking/closed_set.py (settled)",
    columns=_RESOLUTION_COLUMNS,
    key=("mention_id",),
    rules=(
        Rule(
            "what_is_resolved_says_how",
            "A mention has a node exactly if a method found it.",
            "SELECT 1 FROM {overlay.mention_resolutions}"
            " WHERE (resolved_node_id IS NULL) <> (resolution_method = 'unresolved')",
        ),
    ),
)  # fmt: skip

QUEUE_COLUMNS = (
    Column("mention_id", "text", "The mention", references="overlay.mention_observations.mention_id"),
    Column("observation_id", "text", "The message"),
    Column("source_node_id", "text", "Whose words these are"),
    Column("candidate_set", "texts", "The nodes that it may mean, the best first"),
    Column("candidate_scores", "json", "Their scores in the same order", shape=NUMBERS),
    Column(
        "execution_requirement", "text", "Where a model may run", values=("same_machine_local_only", "cloud_or_local")
    ),
)

TIER4_OPEN = Table(
    name="overlay.tier4_queue__open",
    meaning="Mentions that may mean a node and have no clear winner, for a model with a closed choice or a person; "
    'where a model may be asked, descriptions ("the client") too.',
    columns=QUEUE_COLUMNS,
    key=("mention_id",),
)

CREATION_CANDIDATES = Table(
    name="overlay.entity_creation_candidates",
    meaning="Names that no node has and that were seen often enough to ask the person about them.",
    columns=(
        Column("candidate_id", "text", "Hash of the normalized name"),
        Column("suggested_canonical_name", "text", "The name as it is written most often", content=True),
        Column("normalized_mention", "text", "The name as names are compared", content=True),
        Column("suggested_node_kind", "text", "What it seems to be", values=NODE_KINDS),
        _SPAN_CLASS,
        Column("observation_count", "int", "Messages that name it"),
        Column("surface_count", "int", "Kinds of sources that name it"),
        Column("source_observation_ids", "texts", "The first of these messages"),
        _VISIBILITY,
        Column("confidence", "float", "How sure it is: the same for every new name", formula="new_name_confidence"),
        Column("status", "text", "What the person has said of it",
               values=("pending_review", "approved", "rejected", "linked_existing")),
        Column("linked_node_id", "text", "The node that it is", nullable=True),
        Column("created_at", "instant", "When it was first seen"),
    ),
    key=("candidate_id",),
)  # fmt: skip

EVIDENCE_BUNDLES = Table(
    name="overlay.evidence_bundles",
    meaning="Everything that speaks for or against one relation between two nodes, added up.",
    decided_by="sql/overlay/evidence/bundles.sql; "
    "sql/overlay/evidence/decided.sql",
    columns=(
        _BUNDLE,
        Column("source_node_id", "text", "From", references=NODE_ID),
        Column("target_node_id", "text", "To", references=NODE_ID),
        _RELATION,
        Column("support_mention_ids", "texts", "The mentions that speak for it, the oldest first"),
        Column("contradiction_mention_ids", "texts", "Those that speak against it"),
        Column("support_count", "int", "Mention groups: a target counts once a message"),
        Column("contradiction_count", "int", "Mentions and verdicts against it"),
        Column("distinct_observation_count", "int", "Messages"),
        Column("distinct_surface_count", "int", "Kinds of sources"),
        Column("distinct_work_context_count", "int", "Projects"),
        _VISIBILITY,
        Column("last_supported_at", "instant", "When it was last said", nullable=True),
        Column("hub_degree", "int", "Edges that claims give the target"),
        Column(
            "hub_penalty", "float", "What is taken because the target is tied to much",
            formula=(
                "0 up to hub_penalty_threshold, else min(hub_penalty_most, (hub_degree - hub_penalty_threshold) / "
                "(hub_penalty_reach * hub_penalty_threshold))"
            ),
        ),
        Column(
            "salience_score", "float", "How telling the evidence is",
            formula=(
                "salience_from + salience_of_sources with two surfaces + salience_of_projects with two work contexts + "
                "salience_of_relation of one that says more than likeness + salience_undisputed, at most 1"
            ),
        ),
        Column(
            "evidence_score", "float", "What speaks for it, less what speaks against it",
            formula=(
                "evidence_of_mentions * min(1, evidence_per_mention * support_count) + evidence_of_messages * min(1, "
                "evidence_per_message * distinct_observation_count) + evidence_of_sources * min(1, "
                "evidence_per_source * distinct_surface_count) + evidence_of_salience * salience_score - "
                "evidence_against * min(1, evidence_per_contradiction * contradiction_count) - "
                "evidence_against_hubs * hub_penalty, within 0 and 1"
            ),
        ),
        Column("user_verdict", "text", "What the person has said", values=VERDICTS),
        Column("promotion_state", "text", "How far it is", values=PROMOTION_STATES),
    ),
    key=("evidence_bundle_id",),
    unique=(("source_node_id", "target_node_id", "relation_type"),),
    rules=(
        Rule(
            "undirected_pairs_are_sorted",
            "The ends of a relation without direction are in order.",
            "SELECT 1 FROM {overlay.evidence_bundles} b JOIN {overlay.relation_types} r USING (relation_type)"
            " WHERE r.directionality = 'undirected' AND b.source_node_id > b.target_node_id",
        ),
        Rule(
            "no_bundle_rests_on_one_vague_mention",
            "What is only somehow related was seen in two messages.",
            "SELECT 1 FROM {overlay.evidence_bundles} WHERE relation_type = 'semantically_related'"
            " AND distinct_observation_count < 2",
        ),
    ),
)  # fmt: skip

PROMOTION_DECISIONS = Table(
    name="overlay.promotion_decisions",
    meaning="Whether each bundle becomes an edge, and why.",
    columns=(
        Column("evidence_bundle_id", "text", "The bundle", references="overlay.evidence_bundles.evidence_bundle_id"),
        Column("is_promoted", "bool", "Whether it becomes an edge"),
        Column("reason", "text", "Why, or why not", values=REASONS),
        Column("place_of_source", "int", "Its place among what the source could earn", nullable=True),
    ),
    key=("evidence_bundle_id",),
)

EDGE_COLUMNS = (
    Column("source_id", "text", "From", references=NODE_ID),
    Column("target_id", "text", "To", references=NODE_ID),
    _RELATION,
    Column("start_date", "instant", "Since when claims say that it holds; else when it was first said"),
    Column("end_date", "instant", "When it ended; NULL while it is current", nullable=True),
    Column(
        "confidence",
        "float",
        "The evidence score of its bundle",
        formula="evidence_score of its bundle in overlay.evidence_bundles; 1 of an edge that follows from how the "
        "sources are built; contradiction_confidence of a contradiction",
    ),
    Column(
        "lifecycle_state",
        "text",
        "active if the person approved it or the sources are built so, else observed",
        values=EDGE_STATES,
    ),
    Column("payload", "json", "Who drew it, from which bundle, with how much evidence, as canonical JSON"),
    _VISIBILITY,
)
EDGE_KEY = ("source_id", "target_id", "relation_type", "start_date")

EDGES_PROMOTED = Table(
    name="overlay.edges__promoted",
    meaning="The edges that were earned. What ended keeps its dates; of each relation of two nodes one is current.",
    columns=EDGE_COLUMNS,
    key=EDGE_KEY,
    rules=(
        Rule(
            "one_is_current",
            "Of each relation between two nodes at most one has no end.",
            "SELECT 1 FROM {overlay.edges__promoted} WHERE end_date IS NULL GROUP BY source_id, target_id,"
            " relation_type HAVING count(*) > 1",
        ),
        Rule(
            "relations_are_registered",
            "An edge says a registered relation, or one that begins with domain_ or learned_.",
            "SELECT 1 FROM {overlay.edges__promoted} e ANTI JOIN {overlay.relation_types} r"
            " ON r.relation_type = e.relation_type WHERE NOT (starts_with(e.relation_type, 'domain_')"
            " OR starts_with(e.relation_type, 'learned_') AND length(e.relation_type) <= 80)",
        ),
    ),
    charts=(
        Chart("relations", "Edges by relation.", "SELECT relation_type, 'edges', count(*) FROM {rows} GROUP BY ALL"),
    ),
)

QUALITY_GATES = Table(
    name="overlay.quality_gates",
    meaning="How much of what was read in a week the person let stand; below its floor twice, its kind waits for them.",
    columns=(
        Column("candidate_class", "text", "What was read"),
        Column("surface", "text", "Where; all of what is not told apart by that"),
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
            "The floor",
            formula="quality_floors of its candidate_class of the section `overlay`",
        ),
        Column("is_tripped", "bool", "Whether it lies below it in this week and the one counted before"),
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
    meaning="What waits for the person's word, the most useful question first.",
    decided_by="sql/overlay/evidence/waiting.sql; "
    "sql/overlay/evidence/decided.sql; "
    "kg_assets/claims/saying.py (edge_said)",
    columns=(
        Column("queue_item_id", "text", "Hash of kind and reference"),
        Column("item_kind", "text", "What is asked",
               values=("candidate_relation", "entity_creation_candidate", "suppression_candidate", "procedure_motif")),
        Column("primary_ref", "text", "The bundle, candidate or pattern"),
        Column("title", "text", "It in words", content=True),
        Column("description", "text", "What speaks for it", content=True),
        Column("evidence_refs", "texts", "Messages to look at"),
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
                "0.5 ** (days to as_of, of a relation from last_supported_at of its bundle, of a name from "
                "created_at / review_queue_recency_days)"
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
        Column("beta", "float", "1 and those against it", formula="1 + verdicts against it"),
        Column("support_count", "int", "Verdicts"),
        Column(
            "utility",
            "float",
            "How often such a reading was right",
            formula=(
                "(support_count * alpha / (alpha + beta) + learning_smoothing_k * 0.5) / (support_count + "
                "learning_smoothing_k)"
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
    meaning="The rules that verdicts give: what is staged, what has an effect, what has had one.",
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
    meaning="How well evidence alone foretells the person's verdicts on relations, now and with the staged policy.",
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

RESOLUTION_TABLES = (
    ALIAS_LEXICON, NAME_WORDS, MENTION_OBSERVATIONS, RESOLUTIONS_FOUND, TIER4_OPEN, CREATION_CANDIDATES,
)  # fmt: skip
PROMOTION_TABLES = (
    EVIDENCE_BUNDLES, PROMOTION_DECISIONS, EDGES_PROMOTED, REVIEW_RECEIPTS, REVIEW_QUEUE, QUALITY_GATES,
    FEEDBACK_EVENTS, LEARNING_LEDGERS, POLICY_BUNDLE, EXTRACTION_REGRESSION,
)  # fmt: skip
