"""Declares the tables of the overlay's nodes (D72-001, -002, -009, -020 to -022, -030, -066, -068, -070)."""

from kg_assets.core.contract import Chart, Column, Rule, Table
from kg_assets.core.visibility import VISIBILITY
from kg_assets.overlay.declared import LIFECYCLE, STALENESS
from kg_assets.overlay.payloads import NODE_KINDS

NODE_ID = "overlay.nodes.node_id"
SOURCE_KINDS = ("entity", "thread", "claim", "name", "tool")
ALIAS_TYPES = ("name", "abbreviation", "shorthand", "system")
SCOPES = ("firm_shared", "matter_scoped", "personal", "private")
SCOPE_BASES = ("matter_linked", "domain_profile", "personal_surface", "user_override", "default")
CHANGE_TYPES = (
    "created", "updated", "moved", "renamed", "merged", "corrected", "invalidated", "restored", "environment_changed",
    "policy_drift",
)  # fmt: skip
AUTHORITY = ("binding", "persuasive", "informational", "personal")
VOICES = ("self", "colleague", "external_party", "authority_source", "system")
CURRENT = ("yes", "uncertain", "overruled", "outdated", "not_checked")
USAGE_TYPES = ("accessed", "applied", "referenced", "executed", "invoked", "injected", "suggested", "rejected")
OUTCOMES = (
    "success", "failure", "corrected", "ignored", "adverse_ruling", "partial_success", "unknown", "rejected",
    "promoted", "demoted",
)  # fmt: skip
ASSERTION_TYPES = ("direct_quote", "synthesized_rule", "applied_argument", "factual_claim", "procedural_rule")

RELATION_TYPES = Table(
    name="overlay.relation_types",
    meaning="The relations that an edge may say, with those of the active profiles.",
    decided_by="kg_assets/overlay/declared.py (RelationFile)",
    columns=(
        Column("relation_type", "text", "Its name"),
        Column("tier", "text", "Whether it is there for everyone or brought by a profile", values=("core", "domain")),
        Column("directionality", "text", "Whether its ends have an order", values=("directed", "undirected")),
        Column("profile", "text", "The profile that brings it", nullable=True),
    ),
    key=("relation_type",),
)

NODES = Table(
    name="overlay.nodes",
    meaning="Everything the overlay knows of, once: persons, projects, tools, subjects, goals, duties, preferences and "
    "the conversations they come from.",
    decided_by="sql/overlay/graph/nodes.sql; "
    "sql/overlay/graph/things.sql; "
    "sql/overlay/graph/scored.sql; "
    "kg_assets/overlay/payloads.py (read_payload)",
    columns=(
        Column("node_id", "text", "What it stands for and the id of that, joined by a colon"),
        Column("node_kind", "text", "Which of the eleven kinds it is", values=NODE_KINDS),
        Column("subtype", "text", "What it is within its kind"),
        Column("canonical_name", "text", "What it is called", content=True),
        Column("source_kind", "text", "Of what it is made", values=SOURCE_KINDS),
        Column("source_id", "text", "The id of that; of a claim, a name or a tool a hash"),
        Column("alpha", "float", "What bears it: its kind's beginning and the weights of its evidence", formula=
            "raw alpha * min(1, max_alpha_beta / (raw alpha + raw beta)), raw alpha = start_alpha"
            " of its kind + sum of delta_alpha of its events"),
        Column("beta", "float", "The weight of the evidence against it", formula=
            "raw beta * min(1, max_alpha_beta / (raw alpha + raw beta)), raw beta = start_beta of"
            " its kind + sum of delta_beta of its events"),
        Column(
            "confidence", "float", "How firmly it stands (§5.4)",
            formula=(
                "alpha / (alpha + beta) * exp(-ln 2 * days from last_verified_at to as_of / half_life_days of "
                "its kind in config/overlay/kinds.yaml), unfaded without one; at most principle_most_confidence "
                "for a domain_concept; * expired_factor once older than expired_after * half_life_days; 0 once "
                "taken back"
            ),
        ),
        Column(
            "conflict_score", "float", "How evenly much speaks for and against it (§5.6)",
            formula="(1 - |alpha - beta| / (alpha + beta)) * min((alpha + beta) / conflict_full_evidence, 1)",
        ),
        Column("delivery_hint", "text", "What a reader is told with it", nullable=True,
               values=("[caution]", "[distinguish]")),
        Column("staleness_state", "text", "How long it has not been seen", values=STALENESS),
        Column("lifecycle_state", "text", "How far it is accepted", values=LIFECYCLE),
        Column("lifecycle_substate", "text", "The kind's own word for that", nullable=True),
        Column("tier", "text", "How much is kept of it", values=("A", "B", "C")),
        Column("created_at", "instant", "When it was first seen"),
        Column("updated_at", "instant", "When the newest of its evidence was said"),
        Column("last_verified_at", "instant", "When something last bore it"),
        Column("principal_id", "text", "Whose it is"),
        Column("scope", "text", "For whom it is", values=SCOPES),
        Column("scope_inference_basis", "text", "Why that is thought", values=SCOPE_BASES),
        Column("visibility_class", "text", "Who may see it", values=VISIBILITY),
        Column("payload", "json", "What its kind says of it, as canonical JSON", content=True),
        Column("is_active", "bool", "Whether it counts; a node that does not count stays on record"),
    ),
    key=("node_id",),
    unique=(("source_kind", "source_id"),),
    is_looked_up=True,
    rules=(
        Rule(
            "confidence_is_a_share",
            "Confidence lies between 0 and the share of alpha in alpha and beta, conflict between 0 and 1; alpha and"
            " beta are above 0 and together at most max_alpha_beta.",
            "SELECT 1 FROM {overlay.nodes} n JOIN {overlay.node_kind_tiers} k ON k.node_kind = n.node_kind"
            " AND k.subtype = '*' WHERE NOT (n.alpha > 0 AND n.beta > 0"
            " AND n.confidence BETWEEN 0 AND n.alpha / (n.alpha + n.beta) + 1e-9"
            " AND n.conflict_score BETWEEN 0 AND 1 AND n.alpha + n.beta <= k.max_alpha_beta + 1e-6)",
        ),
        Rule(
            "every_node_has_provenance",
            "Each node names at least one piece of evidence.",
            "SELECT 1 FROM {overlay.nodes} n ANTI JOIN {overlay.provenance_entries} p ON p.node_id = n.node_id",
        ),
        Rule(
            "alpha_and_beta_are_their_events",
            "Alpha and beta are the kind's beginning and the sum of the events, scaled down together to"
            " max_alpha_beta.",
            "SELECT 1 FROM (SELECT n.alpha, n.beta, k.start_alpha + coalesce(e.a, 0) AS raw_alpha,"
            " k.start_beta + coalesce(e.b, 0) AS raw_beta, least(1, k.max_alpha_beta / (raw_alpha + raw_beta)) AS scale"
            " FROM {overlay.nodes} n LEFT JOIN (SELECT node_id, sum(delta_alpha) AS a, sum(delta_beta) AS b"
            " FROM {overlay.confidence_events} GROUP BY node_id) e USING (node_id)"
            " JOIN {overlay.node_kind_tiers} k ON k.node_kind = n.node_kind AND k.subtype = '*')"
            " WHERE abs(alpha - raw_alpha * scale) > 1e-6 OR abs(beta - raw_beta * scale) > 1e-6",
        ),
    ),
    charts=(
        Chart("kinds", "Nodes by kind and state.",
              "SELECT node_kind, lifecycle_state, count(*) FROM {rows} GROUP BY ALL"),
    ),
)  # fmt: skip

KIND_TIERS = Table(
    name="overlay.node_kind_tiers",
    meaning="How much of the evidence of each kind and subtype of node is kept, and with which alpha and beta "
    "it begins; subtype * is the kind itself.",
    decided_by="kg_assets/overlay/graph/nodes.py (tier_rows)",
    columns=(
        Column("node_kind", "text", "The kind", values=NODE_KINDS),
        Column("subtype", "text", "The subtype, or * for the kind"),
        Column("tier", "text", "A all, B the newest and a summary, C one", values=("A", "B", "C")),
        Column(
            "half_life_days",
            "float",
            "Days that halve its confidence; NULL never",
            nullable=True,
            formula="half_life_days of the kind in config/overlay/kinds.yaml",
        ),
        Column("start_alpha", "float", "Alpha of a new node", formula="alpha of the kind in config/overlay/kinds.yaml"),
        Column("start_beta", "float", "Beta of a new node", formula="beta of the kind in config/overlay/kinds.yaml"),
        Column(
            "max_alpha_beta", "float", "Most that both may be together", formula="max_alpha_beta of the configuration"
        ),
    ),
    key=("node_kind", "subtype"),
)

ALIASES = Table(
    name="overlay.aliases",
    meaning="The names of each node, the canonical one too, in the form in which names are compared.",
    columns=(
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("normalized_alias", "text", "In lower case, the signs . _ - and blanks as one blank", content=True),
        Column("alias", "text", "The name as it was written", content=True),
        Column("alias_type", "text", "What kind of name it is", values=ALIAS_TYPES),
        Column("confidence", "float", "How sure it is", formula="1 of the canonical name, alias_confidence of another"),
    ),
    key=("node_id", "normalized_alias"),
    order=("normalized_alias",),
    is_looked_up=True,
)

CONFIDENCE_EVENTS = Table(
    name="overlay.confidence_events",
    meaning="Each piece of evidence that made a node firmer or less firm; alpha and beta are added up from these.",
    decided_by="sql/overlay/graph/spoken.sql; sql/overlay/graph/evidence.sql; sql/overlay/graph/events.sql",
    columns=(
        Column("event_id", "text", "Hash of node, message, claim and kind of evidence"),
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("entry_type", "text", "What kind of evidence it is"),
        Column(
            "delta_alpha",
            "float",
            "What it adds to alpha",
            formula="weight of its entry_type in config/overlay/kinds.yaml where it bears the node, else 0",
        ),
        Column(
            "delta_beta",
            "float",
            "What it adds to beta",
            formula="weight of its entry_type in config/overlay/kinds.yaml where it opposes the node, else 0",
        ),
        Column("occurred_at", "instant", "When it was said"),
        Column("message_id", "text", "The message in which it was said", references="kg.messages.message_id"),
        Column("assertion_id", "text", "The claim it comes from", nullable=True),
    ),
    key=("event_id",),
    order=("node_id", "occurred_at"),
    is_looked_up=True,
)

PROVENANCE_ENTRIES = Table(
    name="overlay.provenance_entries",
    meaning="The evidence on which each node rests: as many entries as its tier keeps, in tier B with a summary "
    "of all others.",
    columns=(
        Column("entry_id", "text", "Hash of node, place in the chain and source"),
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("place", "int", "1 is the newest; the summary comes last"),
        Column("entry_type", "text", "What kind of evidence it is, or summary"),
        Column("source_description", "text", "Where it comes from, in words"),
        Column("source_ref", "text", "kind:conversation#turn", nullable=True),
        Column("message_id", "text", "The message", nullable=True, references="kg.messages.message_id"),
        Column("char_start", "int", "First codepoint of the words", nullable=True),
        Column("char_end", "int", "Codepoint after them", nullable=True),
        Column("verbatim_excerpt", "text", "The words", nullable=True, content=True),
        Column("excerpt_hash", "text", "sha256 of these words", nullable=True),
        Column("authority_type", "text", "What weight its source has", values=AUTHORITY),
        Column("still_current", "text", "Whether it still holds", values=CURRENT),
        Column("authorial_voice", "text", "Who says it", values=VOICES),
        Column("assertion_type", "text", "What it does", values=ASSERTION_TYPES),
        Column(
            "confidence_contribution",
            "float",
            "The weight of such evidence, below 0 where it opposes",
            formula="weight of its entry_type in config/overlay/kinds.yaml, 0 without one; times -1 where it opposes"
            " the node",
        ),
        Column("created_at", "instant", "When it was said; of a summary the newest"),
        Column("summarized_count", "int", "How many entries a summary stands for", nullable=True),
        Column("summary_from", "instant", "The oldest of them", nullable=True),
    ),
    key=("entry_id",),
    order=("node_id", "place"),
    is_looked_up=True,
    unique=(("node_id", "place"),),
    rules=(
        Rule(
            "excerpts_are_true",
            "The excerpt is what stands at its place in the message.",
            "SELECT 1 FROM {overlay.provenance_entries} p JOIN {kg.messages} m USING (message_id)"
            " WHERE p.verbatim_excerpt IS NOT NULL AND length(m.text_raw) <= 200000 AND p.verbatim_excerpt <>"
            " substring(m.text_raw, p.char_start::INTEGER + 1, least(p.char_end - p.char_start, 500)::INTEGER)",
        ),
        Rule(
            "a_tier_keeps_what_it_says",
            "Tier C keeps one entry.",
            "SELECT 1 FROM {overlay.provenance_entries} p JOIN {overlay.nodes} n USING (node_id) WHERE n.tier = 'C'"
            " GROUP BY node_id HAVING count(*) > 1",
        ),
    ),
)

CHANGE_RECORDS = Table(
    name="overlay.change_records",
    meaning="What became of nodes of tiers A and B: one record per change, and no record is ever removed.",
    columns=(
        Column("change_id", "text", "Hash of node, kind of change, time and cause"),
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("changed_at", "instant", "When it changed"),
        Column("change_type", "text", "What happened", values=CHANGE_TYPES),
        Column("changed_fields", "texts", "The fields that changed"),
        Column("previous_value_summary", "text", "What stood there before", nullable=True, content=True),
        Column("change_source", "text", "Who changed it", values=("user", "indexer", "system", "trace", "correction")),
        Column("caused_by", "text", "The claim or retraction that did it", nullable=True),
    ),
    key=("change_id",),
    order=("node_id", "changed_at"),
)

WRITE_GATE = Table(
    name="overlay.write_gate_decisions",
    meaning="Whether each claim of the person about themselves that may be a node was accepted, merged or "
"rejected. A claim becomes a node in no other way.",
    columns=(
        Column("assertion_id", "text", "The claim", references="kg.assertions.assertion_id"),
        Column("node_id", "text", "The node that it is, or would have been"),
        Column("node_kind", "text", "Its kind", values=NODE_KINDS),
        Column("capture_scope", "text", "Whether it is meant to last", values=("durable", "transient", "hypothetical")),
        Column("assertion_class", "text", "What such a claim asserts", nullable=True),
        Column("confidence", "float", "How surely it was read",
               formula="confidence_final of its claim in kg.assertions"),
        Column("decision", "text", "accepted as a node, merged into one, or rejected",
               values=("accepted", "merged", "rejected")),
        Column("refusal", "text", "Why it was rejected", nullable=True,
               values=("transient", "hypothetical", "corrected")),
        Column("maturity_state", "text", "active for a lasting fact told surely in a chat; NULL for goals, duties "
               "and refusals",
               nullable=True, values=("observation", "active")),
    ),
    key=("assertion_id",),
    rules=(
        Rule(
            "what_is_rejected_says_why",
            "A refusal and a rejection come together.",
            "SELECT 1 FROM {overlay.write_gate_decisions} WHERE (decision = 'rejected') <> (refusal IS NOT NULL)",
        ),
        Rule(
            "no_claim_passes_it_by",
            "Every node that is a claim was let in.",
            "SELECT 1 FROM {overlay.nodes} n ANTI JOIN (SELECT node_id FROM {overlay.write_gate_decisions}"
            " WHERE decision = 'accepted') g USING (node_id) WHERE n.source_kind = 'claim'",
        ),
    ),
)  # fmt: skip

USAGE_EVENTS = Table(
    name="overlay.usage_events",
    meaning="Each result that a tool gave in a conversation, and whether it went well.",
    columns=(
        Column("event_id", "text", "Hash of the part that holds the result"),
        Column("node_id", "text", "The tool", references=NODE_ID),
        Column("used_at", "instant", "When it was used"),
        Column("usage_type", "text", "How it was used", values=USAGE_TYPES),
        Column("outcome", "text", "How it went", values=OUTCOMES),
        Column("message_id", "text", "The message of the result", references="kg.messages.message_id"),
        Column("session_ref", "text", "The conversation", references="kg.conversations.conversation_id"),
        Column("place", "int", "1 is the first use"),
        Column("weighs", "text", "Whether this one made the tool firmer or less firm", nullable=True,
               values=("bears", "opposes")),
    ),
    key=("event_id",),
    order=("node_id", "place"),
    unique=(("node_id", "place"),),
)  # fmt: skip

EXPERIENCE_RECORDS = Table(
    name="overlay.experience_records",
    meaning="How often, when last and with what trend each node came up; of a tool also its last uses and a "
"summary of those before.",
    columns=(
        Column("node_id", "text", "The node", references=NODE_ID),
        Column("depth", "text", "full of tools, light of all else", values=("full", "light")),
        Column("total_count", "int", "Uses, or messages that bear it"),
        Column("success_count", "int", "Uses that went well"),
        Column("failure_count", "int", "Uses that did not go well"),
        Column("last_used_at", "instant", "When it was last used, or last borne by a message"),
        Column("last_outcome", "text", "How the last use went", nullable=True, values=OUTCOMES),
        Column("recent_events", "texts", "The last uses, the newest first"),
        Column("older_count", "int", "Uses before those of recent_events"),
        Column("older_from", "instant", "When the first of these older uses was", nullable=True),
        Column("older_to", "instant", "When the last of these older uses was", nullable=True),
        Column(
            "older_success_rate", "float", "Share of the older uses that went well", nullable=True,
            formula="successes among older_count / older_count",
        ),
        Column("overall_trend", "text", "Whether it is used more or less than before",
               values=("new", "growing", "stable", "declining")),
    ),
    key=("node_id",),
    rules=(
        Rule(
            "totals_are_events_and_summary",
            "What stands in full and what is summed up are all uses.",
            "SELECT 1 FROM {overlay.experience_records} WHERE depth = 'full' AND"
            " total_count <> len(recent_events) + older_count",
        ),
    ),
)  # fmt: skip

WRITE_REJECTIONS = Table(
    name="overlay.write_rejections",
    meaning="What was not taken as a node because its payload breaks the contract of its kind.",
    decided_by="kg_assets/overlay/payloads.py (read_payload)",
    columns=(
        Column("node_id", "text", "The node it would have been"),
        Column("field", "text", "Where the fault lies"),
        Column("node_kind", "text", "The kind it would have been"),
        Column("reason", "text", "What is wrong with it"),
    ),
    key=("node_id", "field"),
)

GRAPH_TABLES = (
    RELATION_TYPES, KIND_TIERS, NODES, ALIASES, CONFIDENCE_EVENTS, PROVENANCE_ENTRIES, CHANGE_RECORDS, WRITE_REJECTIONS,
    WRITE_GATE, USAGE_EVENTS, EXPERIENCE_RECORDS,
)  # fmt: skip
