"""Declares the tables of stages 0 and 1 and what their rows mean; other modules make the rows."""

import pyarrow as pa

from kg_assets.core.contract import Column, ColumnType, Rule, Table, members
from kg_assets.sources.refusals import REFUSALS

ADAPTERS = ("chatgpt", "claude", "notes", "documents", "mails", "calendars")
SOURCE_KINDS = ("chatgpt", "claude", "note", "document", "mail", "calendar")
# `other` is somebody who is neither the person nor an assistant: the writer of a mail, the author of a document.
ROLES = ("user", "assistant", "system", "tool", "other", "unknown")
QUALITIES = ("original", "imputed_parent", "imputed_prior", "file_time", "file_name_month")
CONTENT_TYPES = ("text", "mixed", "empty", "unknown")
PART_TYPES = ("text", "image", "file", "tool_call", "tool_result", "other")
ELEMENT_STATUSES = ("current", "superseded", "duplicate", "quarantined")
ITEM_STATUSES = ("kept", "superseded", "duplicate", "no_message", "quarantined")

_RAW_PROFILE = "In what the raw JSON goes beyond RFC 8785 (comma-joined codes); NULL for ordinary JSON"


def _ranges(**more: ColumnType) -> pa.DataType:
    """The type of a list of ranges of a text: `char_start`, `char_end` and the fields of `more`."""
    return pa.list_(members(char_start="int", char_end="int", **more))


SOURCES = Table(
    name="kg.sources",
    meaning="The source files of the build: each file of an export, each note, known by the sha256 of its bytes.",
    decided_by="kg_assets/sources/intake.py (recognise); kg_assets/intake/taking.py (sources_at)",
    columns=(
        Column("source_sha256", "text", "sha256 of the file's bytes"),
        Column("export_sha256", "text", "sha256 over the sorted hashes of all files of the same export"),
        Column("name", "text", "The file's name, for notes with its folders", content=True),
        Column("adapter", "text", "As what it was recognised", values=ADAPTERS),
        Column("source_kind", "text", "What kind of conversation it holds", values=SOURCE_KINDS),
        Column("bytes", "int", "Size of the file"),
        Column("modified_at_utc", "instant", "When a note's file was last written, as first taken in", nullable=True),
        Column("elements", "int", "Conversations, or what stands in their place, in the file"),
        Column("unreadable_elements", "int", "Elements that could not be cut out as sound JSON"),
    ),
    key=("source_sha256",),
)

SOURCE_REFUSALS = Table(
    name="kg.source_refusals",
    meaning="What lay under a named path and was not taken in, with the reason. Hidden files are not looked at.",
    decided_by="kg_assets/sources/intake.py (recognise); kg_assets/intake/taking.py (sources_at)",
    columns=(
        Column(
            "source_sha256",
            "text",
            "The first file of the source beside which it lay",
            references="kg.sources.source_sha256",
        ),
        Column("name", "text", "The file's or folder's name, with the folders below the named path", content=True),
        Column("reason", "text", "Why it was not taken in", values=REFUSALS),
        Column("files", "int", "How many files: archives may hold several of one name"),
    ),
    key=("source_sha256", "name", "reason"),
)

SOURCE_ELEMENTS = Table(
    name="kg.source_elements",
    meaning="Where each element of a source file lies in its bytes.",
    decided_by="kg_assets/sources/split.py (split)",
    columns=(
        Column("source_sha256", "text", "The file", references="kg.sources.source_sha256"),
        Column("position", "int", "0-based place among the file's elements"),
        Column("byte_offset", "int", "First byte of the element"),
        Column("byte_length", "int", "How many bytes it has"),
        Column("raw_sha256", "text", "sha256 of these bytes"),
        Column("source_kind", "text", "What kind of conversation it holds", values=SOURCE_KINDS),
        Column("problem", "text", "Why it cannot be read as JSON; NULL when it can", nullable=True),
    ),
    key=("source_sha256", "position"),
)

SOURCE_VERSIONS = Table(
    name="kg.source_versions",
    meaning="What each distinct element holds: the head of one version of a conversation, whatever file it is in.",
    decided_by="kg_assets/sources/census.py (scan_element)",
    columns=(
        Column("raw_sha256", "text", "sha256 of the element's bytes"),
        Column("source_kind", "text", "What kind of conversation it is", values=SOURCE_KINDS),
        Column("conversation_id", "text", "The conversation; NULL when it cannot be read", nullable=True),
        Column("export_conversation_id", "text", "Its id in the export", nullable=True),
        Column("updated_at_utc", "instant", "When the conversation was last changed", nullable=True),
        Column("newest_at_utc", "instant", "The newest instant that the version carries", nullable=True),
        Column("is_file_time", "bool", "Whether the newest instant is only when the file was last written"),
        Column("node_count", "int", "Nodes of its tree or array"),
        Column("reason", "text", "Why it cannot be read; NULL when it can", nullable=True),
    ),
    key=("raw_sha256",),
)

SOURCE_NODES = Table(
    name="kg.source_nodes",
    meaning="The nodes of each conversation version, counted by a reader of its own so that the ingest can be checked.",
    decided_by="kg_assets/sources/census.py (scan_element)",
    columns=(
        Column("raw_sha256", "text", "The version", references="kg.source_versions.raw_sha256"),
        Column("node_ordinal", "int", "0-based place in the version"),
        Column("node_id", "text", "Id of the node"),
        Column("parent_node_id", "text", "The parent that the node names", nullable=True),
        Column("has_message", "bool", "Whether the node holds a message"),
        Column("content_type", "text", "Content type as exported", nullable=True, content=True),
        Column("part_count", "int", "Parts of its content and attached files"),
    ),
    key=("raw_sha256", "node_id", "node_ordinal"),
    order=("raw_sha256", "node_ordinal"),
)

SOURCE_CONVERSATIONS = Table(
    name="kg.source_conversations",
    meaning="Every element of every source and what became of it.",
    columns=(
        Column("source_sha256", "text", "The file", references="kg.sources.source_sha256"),
        Column("position", "int", "0-based place among the file's elements"),
        Column("byte_offset", "int", "First byte of the element"),
        Column("byte_length", "int", "How many bytes it has"),
        Column("raw_sha256", "text", "sha256 of these bytes", references="kg.source_versions.raw_sha256"),
        Column("source_kind", "text", "What kind of conversation it is", values=SOURCE_KINDS),
        Column("status", "text", "What became of it", values=ELEMENT_STATUSES),
        Column(
            "version", "int", "Place among the conversation's versions, 0 the newest; NULL if not read", nullable=True
        ),
        Column("conversation_id", "text", "The conversation; NULL when it cannot be read", nullable=True),
        Column("export_conversation_id", "text", "Its id in the export", nullable=True),
        Column("updated_at_utc", "instant", "When the conversation was last changed", nullable=True),
        Column("newest_at_utc", "instant", "The newest instant that the element carries", nullable=True),
        Column("is_file_time", "bool", "Whether the newest instant is only when the file was last written"),
        Column("node_count", "int", "Nodes of its tree or array"),
        Column("reason", "text", "Why it was quarantined; NULL when it was not", nullable=True),
    ),
    key=("source_sha256", "position"),
    rules=(
        Rule(
            "every_element_has_a_row",
            "Every element of every source stands here once.",
            "SELECT 1 FROM {kg.source_elements} e ANTI JOIN {kg.source_conversations} c"
            " ON e.source_sha256 = c.source_sha256 AND e.position = c.position",
        ),
        Rule(
            "one_current_version",
            "A conversation has exactly one current element.",
            "SELECT 1 FROM {kg.source_conversations} WHERE conversation_id IS NOT NULL AND status <> 'quarantined'"
            " GROUP BY conversation_id HAVING count(*) FILTER (status = 'current') <> 1",
        ),
    ),
)

SOURCE_RENAMES = Table(
    name="kg.source_renames",
    meaning="Message ids that several conversations hold, and what they are called in all but the one of smallest id.",
    decided_by="sql/sources/shared_ids.sql",
    columns=(
        Column("conversation_id", "text", "The conversation"),
        Column("node_id", "text", "Id of the node in the export"),
        Column("message_id", "text", "Id under which the message is stored"),
    ),
    key=("conversation_id", "node_id"),
)

CONVERSATIONS = Table(
    name="kg.conversations",
    meaning="Every conversation, once, in its newest version. Notes are conversations with themselves.",
    decided_by="kg_assets/sources/ingest.py (_Ingest)",
    columns=(
        Column("conversation_id", "text", "Id in the export, else made from the conversation's canonical JSON"),
        Column("export_conversation_id", "text", "Id in the export", nullable=True),
        Column("source_kind", "text", "Where it comes from", values=SOURCE_KINDS),
        Column("title", "text", "Title", nullable=True, content=True),
        Column("created_at_utc", "instant", "When it began", nullable=True),
        Column("updated_at_utc", "instant", "When it was last changed", nullable=True),
        Column("message_count", "int", "Messages, on all branches"),
        Column("current_node", "text", "Id in the export of the leaf that was shown last", nullable=True),
        Column("default_model_slug", "text", "Model chosen for it", nullable=True, content=True),
        Column("raw_conversation_json", "text", "Canonical JSON of the whole conversation", content=True),
        Column("raw_json_profile", "text", _RAW_PROFILE, nullable=True),
        Column("raw_sha256", "text", "sha256 of its bytes in the source"),
    ),
    key=("conversation_id",),
)

MESSAGES = Table(
    name="kg.messages",
    meaning="Every message on every branch, with the text to which the places in all other tables refer.",
    decided_by="kg_assets/sources/ingest.py (_Ingest); "
    "kg_assets/sources/tree.py (build_tree); "
    "kg_assets/sources/prose.py (is_prose); "
    "kg_assets/sources/text.py (join_parts)",
    columns=(
        Column("message_id", "text", "Id of the node"),
        Column(
            "conversation_id", "text", "The conversation it was said in", references="kg.conversations.conversation_id"
        ),
        Column("source_kind", "text", "Where it comes from", values=SOURCE_KINDS),
        Column("export_message_id", "text", "Id of the message inside its node", nullable=True),
        Column("role", "text", "Who speaks", values=ROLES),
        Column("author_name", "text", "Name of the tool or author", nullable=True, content=True),
        Column("recipient", "text", "Whom it addresses: all, or a tool", nullable=True, content=True),
        Column("channel", "text", "Channel as exported", nullable=True, content=True),
        Column("model_slug", "text", "Model that wrote it", nullable=True, content=True),
        Column(
            "parent_id", "text", "Nearest ancestor with a message", nullable=True, references="kg.messages.message_id"
        ),
        Column(
            "tree_path",
            "text",
            "Child numbers from the root joined by /; a long one begins with @ and the order_index of an ancestor",
        ),
        Column("order_index", "int", "Place in the conversation: paths by their numbers"),
        Column("created_at_utc", "instant", "When it was said", nullable=True),
        Column(
            "timestamp_quality", "text", "Where that time comes from; NULL without one", nullable=True, values=QUALITIES
        ),
        Column("content_type", "text", "How many parts have text", values=CONTENT_TYPES),
        Column("export_content_type", "text", "Content type as exported", nullable=True, content=True),
        Column("is_on_active_path", "bool", "Whether it lies on the branch that was shown last"),
        Column("is_prose", "bool", "False for code, tools, browsing, hidden content and custom instructions"),
        Column("is_hidden", "bool", "Whether it was hidden from the person"),
        Column("is_in_newest_source", "bool", "False when only an older export still holds it"),
        Column("text_raw", "text", "Text of all parts; NULL without any", nullable=True, content=True),
        Column(
            "text_part_map_json",
            "json",
            "Which part each range of the text comes from, when several parts have text",
            nullable=True,
            shape=_ranges(part_index="int"),
        ),
        Column(
            "code_fence_ranges_json",
            "json",
            "Fenced code in codepoints of text_raw",
            nullable=True,
            shape=_ranges(language="text"),
        ),
        Column(
            "blockquote_ranges_json", "json", "Quoted lines in codepoints of text_raw", nullable=True, shape=_ranges()
        ),
        Column(
            "citation_ranges_json", "json", "Citation markers in codepoints of text_raw", nullable=True, shape=_ranges()
        ),
        Column("attachment_count", "int", "Image and file parts, and other parts with a file's path or type"),
        Column("raw_message_json", "text", "Canonical JSON of the whole node", content=True),
        Column("raw_json_profile", "text", _RAW_PROFILE, nullable=True),
    ),
    key=("message_id",),
    order=("conversation_id", "order_index"),
    unique=(("conversation_id", "order_index"), ("conversation_id", "tree_path")),
    rules=(
        Rule(
            "time_has_quality",
            "A time and its quality are there or missing together.",
            "SELECT 1 FROM {kg.messages} WHERE (created_at_utc IS NULL) <> (timestamp_quality IS NULL)",
        ),
        Rule(
            "text_fits_content_type",
            "Text is there exactly for text and mixed; a part map exactly for mixed.",
            "SELECT 1 FROM {kg.messages} WHERE (text_raw IS NULL) <> (content_type IN ('empty', 'unknown'))"
            " OR (text_part_map_json IS NOT NULL) <> (content_type = 'mixed')",
        ),
        Rule(
            "conversations_count_their_messages",
            "message_count is the number of rows.",
            "SELECT 1 FROM {kg.conversations} c LEFT JOIN (SELECT conversation_id, count(*) AS n FROM {kg.messages}"
            " GROUP BY conversation_id) m USING (conversation_id) WHERE c.message_count <> coalesce(m.n, 0)",
        ),
    ),
)

MESSAGE_PARTS = Table(
    name="kg.message_parts",
    meaning="Every part of every message: its texts, images, files, calls of tools and their results.",
    decided_by="kg_assets/sources/parts.py (message_parts)",
    columns=(
        Column("part_id", "text", "Id made from the message's id and the part's index"),
        Column("message_id", "text", "The message", references="kg.messages.message_id"),
        Column("part_index", "int", "0-based place in the message"),
        Column("part_type", "text", "What it is", values=PART_TYPES),
        Column("text_content", "text", "Its text", nullable=True, content=True),
        Column("mime_type", "text", "Its type when it is a file", nullable=True, content=True),
        Column("file_path", "text", "Which file it refers to", nullable=True, content=True),
        Column("metadata_json", "text", "Canonical JSON of what else its rule keeps", nullable=True, content=True),
        Column("raw_part_json", "text", "Canonical JSON of the part", content=True),
    ),
    key=("part_id",),
    order=("message_id", "part_index"),
    unique=(("message_id", "part_index"),),
)

INGEST_QUARANTINE = Table(
    name="kg.ingest_quarantine",
    meaning="Elements that cannot be read as conversations, whole, with their bytes and the reason.",
    decided_by="kg_assets/sources/split.py (split); "
    "kg_assets/sources/census.py (scan_element); "
    "kg_assets/sources/ingest.py (_Ingest)",
    columns=(
        Column("raw_sha256", "text", "sha256 of the bytes"),
        Column("source_kind", "text", "Which mapping was to read it", values=SOURCE_KINDS),
        Column("reason_code", "text", "Kind of reason"),
        Column("reason", "text", "The reason in words"),
        Column("raw_bytes", "bytes", "The bytes as they stand in the source", content=True),
    ),
    key=("raw_sha256",),
)

SOURCE_RECONCILIATION = Table(
    name="kg.source_reconciliation",
    meaning="The account of every element, node, message, part and content type of every source: nothing is dropped.",
    columns=(
        Column("source_sha256", "text", "The file", references="kg.sources.source_sha256"),
        Column(
            "kind", "text", "What is counted", values=("file", "element", "node", "message", "part", "content_type")
        ),
        Column("name", "text", "The content type or refused file where one is counted, else empty", content=True),
        Column("status", "text", "What became of them", values=("read", *ITEM_STATUSES, "refused")),
        Column("reason", "text", "Why, in a code; empty for kept and read"),
        Column("items", "int", "How many there are"),
    ),
    key=("source_sha256", "kind", "name", "status", "reason"),
    rules=(
        Rule(
            "nothing_dropped",
            "What was read of a kind is the sum of what became of it.",
            "SELECT 1 FROM {kg.source_reconciliation} GROUP BY source_sha256, kind, name HAVING"
            " sum(items) FILTER (status = 'read') IS DISTINCT FROM sum(items) FILTER (status <> 'read')",
        ),
        Rule(
            "every_message_has_one_row",
            "Messages counted as kept are the rows of messages, and their parts the rows of message_parts.",
            "SELECT 1 FROM (SELECT sum(items) FILTER (kind = 'message') AS messages,"
            " sum(items) FILTER (kind = 'part') AS parts FROM {kg.source_reconciliation} WHERE status = 'kept') k"
            " WHERE coalesce(k.messages, 0) <> (SELECT count(*) FROM {kg.messages})"
            " OR coalesce(k.parts, 0) <> (SELECT count(*) FROM {kg.message_parts})",
        ),
    ),
)
