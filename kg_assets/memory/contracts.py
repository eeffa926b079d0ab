"""Declares the tables of artifacts and events (seed 003 §2, §3) and what their rows mean.

Tables of people across sources are declared in `kg_assets.memory.people`.
"""

import pyarrow as pa

from kg_assets.core.contract import TEXTS, Chart, Column, Rule, Table, members
from kg_assets.mentions.contracts import GRANULARITIES
from kg_assets.sources.contracts import SOURCE_KINDS
from kg_assets.sources.offsets import true_offsets

AUTHOR_ROLES = ("own", "external")
CATEGORIES = (
    "Commitment", "Execution", "Decision", "Collaboration", "QualityRisk", "Feedback", "Change", "Stakeholder",
)  # fmt: skip
ACTOR_ROLES = ("owner", "contributor", "reviewer", "stakeholder", "other")
MENTIONED_TYPES = ("person", "org", "project", "object", "place", "other")
READERS = ("rules", "model")
MOST_QUOTED_WORDS = 25

_ARTIFACT = Column("artifact_uid", "text", "The artifact", references="memory.artifact.artifact_uid")
_REVISION = Column(
    "revision_id", "text", "Its revision that holds the words", references="memory.artifact_revision.revision_id"
)
_MESSAGE = Column("message_id", "text", "The message it stands in", references="kg.messages.message_id")
_CONVERSATION = Column("conversation_id", "text", "The conversation of that message")
_START = Column("start_char", "int", "First codepoint in the message's text_raw")
_END = Column("end_char", "int", "Codepoint after the last")
_EVENT = Column("event_id", "text", "The event", references="memory.semantic_event.event_id")
_READ_BY = Column("read_by", "text", "Who read it", values=READERS)
_EVENT_CONFIDENCE = Column(
    "confidence",
    "float",
    "How sure the reader is, 0 to 1",
    formula=(
        "the number of `confidence` in config/memory/events.yaml for the way it is told (listed, planned, told, "
        "owed), times hedged where it is said with doubt; of what a model read the mean of the confidences that it "
        "gives in the runs that agree"
    ),
)
_NAME_CONFIDENCE = Column(
    "confidence",
    "float",
    "How sure the reader is, 0 to 1",
    formula=(
        "confidence of the mention in kg.entity_mentions at this place, rounded to 6 decimals, else "
        "parsed_confidence in config/memory/names.yaml; of what a model read the mean of the confidences "
        "that it gives in the runs that agree"
    ),
)


def _offsets(table: str, words: str | None = None) -> Rule:
    """The rule that offsets lie within the message's text. If `words` names a column, the text at the offsets must also
    be the value of that column."""
    return true_offsets(table, words, "start_char", "end_char")


# --- artifacts ----------------------------------------------------------------------------------------------------

ARTIFACT = Table(
    name="memory.artifact",
    meaning="Everything that words were taken from, once: each chat, note, document, mail and calendar (§6.3).",
    decided_by="sql/memory/artifact.sql",
    columns=(
        Column("artifact_uid", "text", "Id made from the conversation's"),
        Column(
            "conversation_id", "text", "The conversation that holds its words",
            references="kg.conversations.conversation_id",
        ),
        Column("artifact_type", "text", "What it is", values=SOURCE_KINDS),
        Column("title", "text", "Its title", nullable=True, content=True),
        Column("author_role", "text", "Whether it is the person's own or somebody else's", values=AUTHOR_ROLES),
        Column("created_at_utc", "instant", "When it was written or begun", nullable=True),
        Column("updated_at_utc", "instant", "When it was last changed", nullable=True),
        Column("revision_count", "int", "Revisions that the sources hold"),
    ),
    key=("artifact_uid",),
    unique=(("conversation_id",),),
    rules=(
        Rule(
            "every_conversation_is_one",
            "Every conversation is an artifact.",
            "SELECT 1 FROM {kg.conversations} c ANTI JOIN {memory.artifact} a USING (conversation_id)",
        ),
    ),
    charts=(
        Chart(
            "kinds", "How many artifacts of each kind.",
            "SELECT artifact_type, author_role, count(*) FROM {rows} GROUP BY ALL",
        ),
    ),
)  # fmt: skip

ARTIFACT_REVISION = Table(
    name="memory.artifact_revision",
    meaning="Every version of an artifact that the sources hold; the latest is the one that is shown.",
    decided_by="sql/memory/revisions.sql",
    columns=(
        Column("revision_id", "text", "Id made from the artifact's and the content's hash"),
        _ARTIFACT,
        Column("artifact_id", "text", "Id of its conversation"),
        Column("content_hash", "text", "sha256 of its bytes in the source"),
        Column("revision_number", "int", "0 is the oldest that the sources hold"),
        Column("is_latest", "bool", "Whether no newer one is there"),
        Column("updated_at_utc", "instant", "When it was last changed", nullable=True),
    ),
    key=("revision_id",),
    order=("artifact_uid", "revision_number"),
    unique=(("artifact_uid", "revision_number"), ("artifact_uid", "content_hash")),
    rules=(
        Rule(
            "one_is_the_latest",
            "Every artifact has one latest revision, and counts its revisions.",
            "SELECT 1 FROM {memory.artifact} a LEFT JOIN (SELECT artifact_uid, count(*) AS n, count_if(is_latest) AS l "
            "FROM {memory.artifact_revision} GROUP BY ALL) r USING (artifact_uid) "
            "WHERE a.revision_count IS DISTINCT FROM r.n OR r.l IS DISTINCT FROM 1",
        ),
    ),
)

CHUNK = Table(
    name="memory.chunk",
    meaning="The units in which documents and long messages are found: paragraphs that belong together.",
    decided_by="kg_assets/memory/chunks.py (chunks_of); sql/memory/chunk.sql; sql/memory/held.sql",
    columns=(
        Column("chunk_id", "text", "Id made from message and place"),
        _ARTIFACT,
        _REVISION,
        _MESSAGE,
        _CONVERSATION,
        Column("chunk_index", "int", "Its place in the artifact, from 0"),
        _START,
        _END,
        Column(
            "heading",
            "text",
            "The heading at its beginning, else the one above it",
            nullable=True,
            content=True,
        ),
        Column("page", "int", "The page on which it begins, from 1, where the document has pages", nullable=True),
    ),
    key=("chunk_id",),
    order=("conversation_id", "chunk_index"),
    unique=(("artifact_uid", "chunk_index"),),
    rules=(
        _offsets("memory.chunk"),
        Rule(
            "of_its_artifact",
            "A chunk's revision is one of its artifact's.",
            "SELECT 1 FROM {memory.chunk} c JOIN {memory.artifact_revision} r USING (revision_id)"
            " WHERE c.artifact_uid <> r.artifact_uid",
        ),
    ),
)

# --- what is read in the words of a message -------------------------------------------------------------------------

MESSAGE_CHUNKS = Table(
    name="memory.chunk__cut",
    meaning="Chunks as they were cut, before it is known which revision holds them.",
    decided_by="kg_assets/memory/chunks.py (chunks_of); kg_assets/sources/notes.py (note_chunks)",
    columns=(CHUNK.columns[0], _MESSAGE, _CONVERSATION, _START, _END, *CHUNK.columns[-2:]),
    key=("chunk_id",),
    order=("message_id", "start_char"),
    rules=(_offsets("memory.chunk__cut"),),
)

RULE_EVENTS = Table(
    name="memory.semantic_event__rules",
    meaning="What the rules read as events.",
    decided_by="kg_assets/memory/events.py (read_events)",
    columns=(
        Column("event_id", "text", "Id made from message, place, category and reader"),
        _MESSAGE,
        _CONVERSATION,
        Column("category", "text", "What kind of event", values=CATEGORIES),
        Column("narrative", "text", "What happened, in one sentence", content=True),
        Column("event_time_utc", "instant", "When it happens or happened: its first instant", nullable=True),
        Column("event_time_end_utc", "instant", "The instant after it", nullable=True),
        Column("time_granularity", "text", "How exact that is", nullable=True, values=GRANULARITIES),
        Column(
            "subject_json", "json", "What it is about", nullable=True, content=True,
            shape=members(type="text", reference="text", start="int", end="int"),
        ),
        Column(
            "actors_json", "json", "Who took part", content=True,
            shape=pa.list_(
                members(
                    reference="text", role="text", start="int", end="int", is_self="bool"
                )
            ),
        ),
        Column("quote", "text", f"The words it was read from, at most {MOST_QUOTED_WORDS}", content=True),
        _START,
        _END,
        _EVENT_CONFIDENCE,
        _READ_BY,
    ),
    key=("event_id",),
    order=("message_id", "start_char"),
    rules=(
        _offsets("memory.semantic_event__rules", "quote"),
        Rule(
            "quotes_are_short",
            f"No quote has more than {MOST_QUOTED_WORDS} words.",
            "SELECT 1 FROM {memory.semantic_event__rules}"
            f" WHERE len(regexp_extract_all(quote, '\\S+')) > {MOST_QUOTED_WORDS}",
        ),
    ),
    charts=(
        Chart(
            "categories", "How many of each category.", "SELECT category, read_by, count(*) FROM {rows} GROUP BY ALL"
        ),
    ),
)  # fmt: skip

RULE_MENTIONED = Table(
    name="memory.entity_mention__rules",
    meaning="Who and what is named, with what the words beside the name tell of it (§2.1).",
    decided_by="kg_assets/memory/names.py (read_names)",
    columns=(
        Column("mentioned_id", "text", "Id made from message, place and reader"),
        _MESSAGE,
        _CONVERSATION,
        _START,
        _END,
        Column("surface_form", "text", "The name as it stands", content=True),
        Column(
            "canonical_suggestion",
            "text",
            "A fuller form of the name in the message, else the name itself",
            content=True,
        ),
        Column("type", "text", "What it is", values=MENTIONED_TYPES),
        Column("mention_id", "text", "The mention of `kg.entity_mentions` at this place", nullable=True),
        Column("entity_id", "text", "The entity that it names by its words alone", nullable=True),
        Column("role", "text", "The position or profession that is told of it", nullable=True, content=True),
        Column("organization", "text", "The organization to which it is told to belong", nullable=True, content=True),
        Column("email", "text", "The address that stands with it", nullable=True, content=True),
        Column("relation", "text", "What it is to the person, as a noun of relation", nullable=True, content=True),
        Column("aliases_json", "json", "Other names for it in the message, in code order", content=True, shape=TEXTS),
        _NAME_CONFIDENCE,
        _READ_BY,
    ),
    key=("mentioned_id",),
    order=("message_id", "start_char"),
    unique=(("message_id", "start_char", "end_char"),),
    rules=(_offsets("memory.entity_mention__rules", "surface_form"),),
)

# --- events as they are settled --------------------------------------------------------------------------------------

SEMANTIC_EVENT = Table(
    name="memory.semantic_event",
    meaning="What happened, was decided, promised, changed or judged: each event with its actors, subject and time.",
    decided_by="kg_assets/memory/events.py (read_events); "
    "kg_assets/memory/extraction/reading.py (EventReader); "
    "sql/memory/read_events.sql",
    columns=(
        RULE_EVENTS.columns[0],
        _ARTIFACT,
        _REVISION,
        *RULE_EVENTS.columns[1:10],
        Column("said_at_utc", "instant", "When it was told, where the message knows", nullable=True),
        Column(
            "assertion_id", "text", "The claim whose words overlap its words most", nullable=True,
            references="kg.assertions.assertion_id",
        ),
        _EVENT_CONFIDENCE,
        _READ_BY,
    ),
    key=("event_id",),
    order=("conversation_id", "message_id"),
    rules=(
        Rule(
            "has_evidence",
            "Every event has at least one quote.",
            "SELECT 1 FROM {memory.semantic_event} e ANTI JOIN {memory.event_evidence} q USING (event_id)",
        ),
    ),
    charts=RULE_EVENTS.charts,
)  # fmt: skip

EVENT_EVIDENCE = Table(
    name="memory.event_evidence",
    meaning="The exact words that an event was read from.",
    decided_by="kg_assets/memory/events.py (read_events); "
    "kg_assets/memory/extraction/reading.py (EventReader); "
    "sql/memory/read_events.sql",
    columns=(
        Column("evidence_id", "text", "Id made from event and place"),
        _EVENT,
        _ARTIFACT,
        _REVISION,
        _MESSAGE,
        Column("quote", "text", f"The words, at most {MOST_QUOTED_WORDS}", content=True),
        _START,
        _END,
    ),
    key=("evidence_id",),
    order=("message_id", "start_char"),
    rules=(_offsets("memory.event_evidence", "quote"),),
)

READ_ACTORS = Table(
    name="memory.event_actor__read",
    meaning="Who took part in an event, as the words name them; `memory.event_actor` names the resolved entities.",
    decided_by="kg_assets/memory/actors.py (Actors); kg_assets/memory/extraction/reading.py (EventReader); "
    "sql/memory/actors.sql",
    columns=(
        _EVENT,
        Column("actor_index", "int", "Its place among the event's actors, from 0"),
        _MESSAGE,
        Column("surface_form", "text", "The words that stand for the actor", content=True),
        Column("start_char", "int", "First codepoint; NULL where no words of the text stand for it", nullable=True),
        Column("end_char", "int", "Codepoint after the last", nullable=True),
        Column("role", "text", "What the actor did in it", values=ACTOR_ROLES),
        Column("is_self", "bool", "Whether it is the person"),
        Column(
            "entity_id", "text", "The entity that the words name before people are resolved", nullable=True,
            references="kg.entities.entity_id",
        ),
    ),
    key=("event_id", "actor_index"),
    order=("message_id",),
)  # fmt: skip

READ_SUBJECTS = Table(
    name="memory.event_subject__read",
    meaning="The names within the words of what an event is about; `memory.event_subject` has the resolved entities.",
    decided_by="kg_assets/memory/about.py (About); "
    "kg_assets/memory/extraction/reading.py (EventReader); "
    "sql/memory/subjects.sql",
    columns=(
        _EVENT,
        Column("subject_index", "int", "Its place among those that the subject's words name, from 0"),
        _MESSAGE,
        Column("surface_form", "text", "The words that name it", content=True),
        _START,
        _END,
        READ_ACTORS.columns[-1],
    ),
    key=("event_id", "subject_index"),
    order=("message_id",),
    rules=(_offsets("memory.event_subject__read", "surface_form"),),
)

READ_MENTIONED = Table(
    name="memory.entity_mention__read",
    meaning="Who and what is named in every artifact, with role, organization, address and relation where these stand "
    "beside the name: what the rules read, and what a model read where no name of the rules overlaps.",
    decided_by="kg_assets/memory/names.py (read_names); "
    "kg_assets/memory/extraction/reading.py (EventReader); "
    "sql/memory/read_mentioned.sql",
    columns=(
        *RULE_MENTIONED.columns[:3],
        _ARTIFACT,
        _REVISION,
        *RULE_MENTIONED.columns[3:],
    ),
    key=("mentioned_id",),
    order=("conversation_id", "message_id", "start_char"),
    unique=(("message_id", "start_char", "end_char"),),
    rules=(_offsets("memory.entity_mention__read", "surface_form"),),
)

READ_TABLES = (MESSAGE_CHUNKS, RULE_EVENTS, RULE_MENTIONED)
SETTLED_TABLES = (
    ARTIFACT, ARTIFACT_REVISION, CHUNK, SEMANTIC_EVENT, EVENT_EVIDENCE, READ_ACTORS, READ_SUBJECTS, READ_MENTIONED,
)  # fmt: skip
