"""Declares the tables of the overlay's log (D72-099 to D72-102)."""

from kg_assets.core.contract import Chart, Column, Rule, Table
from kg_assets.core.visibility import VISIBILITY
from kg_assets.overlay.graph.contracts import NODE_ID

_COMMIT = "overlay.knowledge_commits.commit_id"
TELEMETRY_KINDS = (
    "entity_created", "entity_promoted", "entity_merged", "memory_corrected", "suggestion_accepted",
    "suggestion_rejected", "knowledge_commit_created", "knowledge_commit_rolled_back",
)  # fmt: skip
SKIP_REASONS = ("not_words", "hidden", "not_in_newest_source", "empty", "nothing_found")

COMMITS = Table(
    name="overlay.knowledge_commits",
    meaning="A person's decisions on relations, mentions, names, entities and claims as commits, in the order of the "
    "ledger; taking one back is a commit of its own.",
    decided_by="kg_assets/overlay/log/commits.py (commits)",
    columns=(
        Column("commit_id", "text", "Hash of the entry's kind and position in the ledger"),
        Column("position", "int", "Its position in the ledger, by which `annals undo` takes it back"),
        Column("parent_commit_id", "text", "The commit before it", nullable=True),
        Column("kind", "text", "Whether it decides or takes back", values=("forward", "rollback")),
        Column("rolled_back_commit_id", "text", "What it takes back", nullable=True),
        Column("source_event", "text", "The kind of entry"),
        Column("idempotency_key", "text", "What is the same when the same is said again"),
        Column("mutation_count", "int", "How many things it changed; 0 if something later holds anyway"),
        Column("conflicts_with", "texts", "Later commits on the same thing, which stay when this one takes it back"),
    ),
    key=("commit_id",),
    order=("position",),
    unique=(("position",), ("idempotency_key",)),
    rules=(
        Rule(
            "rollbacks_name_what_they_take_back",
            "A forward commit takes nothing back.",
            "SELECT 1 FROM {overlay.knowledge_commits} WHERE kind = 'forward' AND rolled_back_commit_id IS NOT NULL",
        ),
    ),
)

MUTATIONS = Table(
    name="overlay.commit_mutations",
    meaning="What each commit changed in the document of all that the person has decided, as JSON patches (RFC 6902).",
    decided_by="kg_assets/overlay/log/commits.py (commits)",
    columns=(
        Column("commit_id", "text", "The commit", references=_COMMIT),
        Column("seq", "int", "Number within the commit"),
        Column("type", "text", "What happened to it", values=("create", "update", "archive")),
        Column("target_id", "text", "Where in the document it stands"),
        Column("patch", "json", "From before to after", content=True),
        Column("reverse_patch", "json", "From after to before", content=True),
    ),
    key=("commit_id", "seq"),
)

AUDIT = Table(
    name="overlay.extraction_audit",
    meaning="How much was read from each message: one row per message, also where nothing was read.",
    columns=(
        Column("message_id", "text", "The message", references="kg.messages.message_id"),
        Column("surface", "text", "What kind of source it is"),
        Column("dispatch_decision", "text", "Whether it was read", values=("extracted", "skipped")),
        Column("skip_reason", "text", "Why not, or that nothing was found", nullable=True, values=SKIP_REASONS),
        Column("skip_content_fingerprint", "text", "sha256 of the words of a message of which nothing was kept",
               nullable=True),
        Column("skip_entity_mentions", "texts", "Nodes that such a message names"),
        Column(
            "significance_score", "float", "How much of what was read of it is kept",
            formula=(
                "claims of it with status active, superseded or conflicted in kg.assertion_temporalized / "
                "items_extracted, 0 without a claim"
            ),
        ),
        Column("items_extracted", "int", "Claims read of it"),
        Column("mentions_resolved", "int", "Mentions of which it is known whom they mean"),
        Column("items_promoted", "int", "Edges that it supports"),
        Column("extracted_at", "instant", "When it was said", nullable=True),
    ),
    key=("message_id",),
    rules=(
        Rule(
            "every_observation_audited",
            "Each message has its row.",
            "SELECT 1 FROM {kg.messages} m ANTI JOIN {overlay.extraction_audit} a USING (message_id)",
        ),
    ),
    charts=(
        Chart("decisions", "What became of messages.",
              "SELECT coalesce(skip_reason, dispatch_decision), 'messages', count(*) FROM {rows} GROUP BY ALL"),
    ),
)  # fmt: skip

FUNNEL = Table(
    name="overlay.extraction_funnel",
    meaning="How much of each day was seen, noticed, read and remembered.",
    columns=(
        Column("day", "text", "The day, as YYYY-MM-DD"),
        Column("seen", "int", "Messages of the day"),
        Column("noticed", "int", "Messages that were read"),
        Column("analysed", "int", "Messages that gave a claim or a resolved mention"),
        Column("remembered", "int", "Claims and edges that came of them"),
    ),
    key=("day",),
)

TELEMETRY = Table(
    name="overlay.knowledge_telemetry",
    meaning="What happened to the graph, in order: nodes that were created, promoted or corrected, and the "
    "person's commits, which have a position in the ledger and no time.",
    columns=(
        Column("event_id", "text", "Hash of what happened"),
        Column("kind", "text", "What happened", values=TELEMETRY_KINDS),
        Column("node_id", "text", "The node", nullable=True, references=NODE_ID),
        Column("commit_id", "text", "The commit", nullable=True, references=_COMMIT),
        Column("surface", "text", "What kind of source it comes from", nullable=True),
        Column("prior_state", "text", "What it was before", nullable=True),
        Column("new_state", "text", "What it became", nullable=True),
        Column("visibility_class", "text", "Who may see it", values=VISIBILITY),
        Column("created_at", "instant", "When; NULL for a person's commit", nullable=True),
        Column("position", "int", "Of a commit its position in the ledger", nullable=True),
    ),
    key=("event_id",),
    order=("created_at", "position"),
)

LOG_TABLES = (COMMITS, MUTATIONS, AUDIT, FUNNEL, TELEMETRY)
