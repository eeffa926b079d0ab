"""Declares the tables from mention to edge (D72-003, -125 to -140; seed 001 §42A.2)."""

from kg_assets.core.contract import NUMBERS, Chart, Column, Rule, Table
from kg_assets.core.visibility import VISIBILITY
from kg_assets.overlay.graph.contracts import NODE_ID
from kg_assets.overlay.payloads import NODE_KINDS
from kg_assets.overlay.settings import SPAN_CLASSES

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
    meaning="Words of messages that look like mentions by their form.",
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
               formula="canonical_alias_score where the alias has confidence 1 in overlay.aliases and is not "
               "short for the name of another node, else other_alias_score"),
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
    meaning="Each mention, once for each node to which it may be related (its conversation, the project, another "
    "node): evidence, never truth.",
    columns=(
        Column("mention_id", "text", "sha256 of message|source|normalized|start|end|class: whom it means is not in it"),
        Column("observation_id", "text", "The message", references="kg.messages.message_id"),
        Column("source_node_id", "text", "The node to which the mention may be related", references=NODE_ID),
        Column("mention_text", "text", "The words", content=True),
        Column("normalized_mention", "text", "The words as names are compared", content=True),
        _SPAN_CLASS,
        Column("is_nested", "bool", "Whether it stands within another mention"),
        Column("parent_mention_id", "text", "The mention within which it stands", nullable=True),
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
    Column("resolution_method", "text", "How the node was found", values=METHODS),
    Column(
            "resolution_confidence", "float", "How surely it means this node (§42A.2.8)",
            formula=(
                "raw score * weight + graph_context_score * (1 - weight) of the best candidate, 0 without one; "
                "where the person says so both raw score and weight are 1; of an exact name weight is "
                "score_of_exact and raw score raw_alias_score in overlay.alias_lexicon; of its words weight is "
                "score_of_words and raw score (sum of weight in overlay.name_words over the shared words / the "
                "best such sum of the mention) * shared words / words of the mention; where a model chose the node, "
                "its confidence in overlay.tier4_results"
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
    meaning="Which node each mention means, as far as names, words and the graph around it tell.",
    decided_by="sql/overlay/resolution/candidates.sql; "
    "sql/overlay/resolution/by_words.sql; "
    "sql/overlay/resolution/graph_context.sql; "
    "sql/overlay/resolution/ranked.sql",
    columns=_RESOLUTION_COLUMNS,
    key=("mention_id",),
)

MENTION_RESOLUTIONS = Table(
    name="overlay.mention_resolutions",
    meaning="Which node each mention means, how that was found, and how well it fits what is known.",
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
    Column("source_node_id", "text", "The node to which the mention may be related"),
    Column("candidate_set", "texts", "The nodes that it may mean, the best first"),
    Column("candidate_scores", "json", "Their scores in the same order", shape=NUMBERS),
    Column(
        "execution_requirement", "text", "Where a model may run", values=("same_machine_local_only", "cloud_or_local")
    ),
)

TIER4_OPEN = Table(
    name="overlay.tier4_queue__open",
    meaning="Open mentions, with the nodes that each may mean, for a model with a closed choice or a person; "
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
        Column("source_observation_ids", "texts", "Some of these messages, at most five"),
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
        Column("source_node_id", "text", "The node from which the relation leads", references=NODE_ID),
        Column("target_node_id", "text", "The node to which the relation leads", references=NODE_ID),
        _RELATION,
        Column("support_mention_ids", "texts", "The mentions that speak for it, the oldest first"),
        Column("contradiction_mention_ids", "texts", "The mentions that speak against it, the oldest first"),
        Column("support_count", "int", "Mentions for it; one within another counts with that one"),
        Column("contradiction_count", "int", "Mentions and verdicts against it"),
        Column("distinct_observation_count", "int", "Messages with a mention for it"),
        Column("distinct_surface_count", "int", "Kinds of sources with a mention for it"),
        Column("distinct_work_context_count", "int", "Projects with a mention for it"),
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
        Column("promotion_state", "text", "How far it is on the way to an edge", values=PROMOTION_STATES),
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
        Column("reason", "text", "Why it becomes an edge, or why not", values=REASONS),
        Column(
            "place_of_source",
            "int",
            "Its rank among the bundles of its source node that could become edges",
            nullable=True,
        ),
    ),
    key=("evidence_bundle_id",),
)

EDGE_COLUMNS = (
    Column("source_id", "text", "The node from which it leads", references=NODE_ID),
    Column("target_id", "text", "The node to which it leads", references=NODE_ID),
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
        "active if the person approved it or it follows from versions or conflicts, else observed",
        values=EDGE_STATES,
    ),
    Column("payload", "json", "Who drew it, from which bundle, with how much evidence, as canonical JSON"),
    _VISIBILITY,
)
EDGE_KEY = ("source_id", "target_id", "relation_type", "start_date")

EDGES_PROMOTED = Table(
    name="overlay.edges__promoted",
    meaning="The edges that bundles earned, and those between versions of a document and between claims in "
    "conflict. An edge that ended keeps its dates; each relation of two nodes has at most one current "
    "edge.",
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

RESOLUTION_TABLES = (
    ALIAS_LEXICON, NAME_WORDS, MENTION_OBSERVATIONS, RESOLUTIONS_FOUND, TIER4_OPEN, CREATION_CANDIDATES,
)  # fmt: skip
