"""Declares the tables of people across sources (seed 003 §3). Other modules make the rows."""

from kg_assets.core.contract import Chart, Column, Rule, Table
from kg_assets.memory.contracts import ACTOR_ROLES
from kg_assets.memory.people.clues import KINDS
from kg_assets.memory.people.weighing import VERDICTS
from kg_assets.mentions.contracts import MESSAGE
from kg_assets.sources.offsets import true_offsets

ENTITY_TYPES = ("person", "org", "project", "object", "place", "other")
DECIDERS = ("rules", "model", "person")
NODE_LABELS = ("Entity", "Event")
EDGE_TYPES = ("ACTED_IN", "ABOUT", "POSSIBLY_SAME")

_ENTITY = Column("entity_id", "text", "Who or what it is", references="memory.entity.entity_id")
_SOURCE = Column("source_id", "text", "The entity of one name, or the name where none stands for it")

MENTION_CLUE = Table(
    name="memory.mention_clue",
    meaning="What the words beside a name tell of who is meant: relation to the person, role, organization, address.",
    decided_by="kg_assets/memory/people/clues.py (ClueReader)",
    columns=(
        Column("clue_id", "text", "Id made from mention, kind and place"),
        Column("mention_id", "text", "The mention", references="memory.entity_mention__rules.mentioned_id"),
        MESSAGE,
        Column("kind", "text", "What is told", values=KINDS),
        Column("value", "text", "The relation by its name, else the words as they are compared", content=True),
        Column(
            "is_own",
            "bool",
            "Whether it says what somebody is to the person: with my or our, or as a bare relation (Boss Patty)",
        ),
        Column("char_start", "int", "First codepoint of the words"),
        Column("char_end", "int", "Codepoint after them"),
        Column("surface_text", "text", "The words as they stand", content=True),
    ),
    key=("clue_id",),
    order=("message_id", "char_start"),
    rules=(true_offsets("memory.mention_clue"),),
    charts=(Chart("kinds", "How many clues of each kind.", "SELECT kind, 'clues', count(*) FROM {rows} GROUP BY ALL"),),
)

ENTITY = Table(
    name="memory.entity",
    meaning="Who and what is spoken of in all sources, each once: people, organizations, projects, things and places.",
    decided_by="kg_assets/memory/people/resolve.py (bearers_of); "
    "kg_assets/memory/people/uniting.py (united); "
    "kg_assets/memory/people/rows.py (write_people); "
    "sql/people/entity.sql",
    columns=(
        Column("entity_id", "text", "Id of the first name that it was known by, or of its part"),
        Column("entity_type", "text", "What it is", values=ENTITY_TYPES),
        Column("canonical_name", "text", "The fullest of its names", content=True),
        Column("normalized_name", "text", "The canonical name in lower case, spaces collapsed", content=True),
        Column("role", "text", "The position or profession that is told of it most", nullable=True, content=True),
        Column("organization", "text", "The organization that is told of it most", nullable=True, content=True),
        Column("email", "text", "Its address", nullable=True, content=True),
        Column("relation", "text", "What it is to the person", nullable=True, content=True),
        Column("is_self", "bool", "Whether it is the person"),
        Column(
            "first_seen_artifact_uid", "text", "Where it was first named", nullable=True,
            references="memory.artifact.artifact_uid",
        ),
        Column(
            "first_seen_revision_id", "text", "The revision in which it was first named", nullable=True,
            references="memory.artifact_revision.revision_id",
        ),
        Column("first_seen_at_utc", "instant", "When it was first named", nullable=True),
        Column("last_seen_at_utc", "instant", "When it was last named", nullable=True),
        Column("mention_count", "int", "How often it is named"),
        Column("needs_review", "bool", "Whether it is uncertain if it is the same as somebody else who is known"),
    ),
    key=("entity_id",),
    order=("entity_type", "normalized_name"),
    rules=(
        Rule(
            "counts_recompute",
            "mention_count is the number of mentions.",
            "SELECT 1 FROM {memory.entity} e LEFT JOIN (SELECT entity_id, count(*) AS n FROM {memory.entity_mention}"
            " GROUP BY entity_id) m USING (entity_id) WHERE e.mention_count <> coalesce(m.n, 0)",
        ),
        Rule(
            "uncertain_ones_are_to_be_reviewed",
            "needs_review stands exactly where a decision is uncertain.",
            "SELECT 1 FROM {memory.entity} e WHERE e.needs_review <> (EXISTS (SELECT 1 FROM {memory.dedup_decision} d"
            " WHERE d.verdict = 'uncertain' AND e.entity_id IN (d.entity_a_id, d.entity_b_id)))",
        ),
    ),
    charts=(
        Chart("types", "How many of each type.", "SELECT entity_type, 'entities', count(*) FROM {rows} GROUP BY ALL"),
    ),
)  # fmt: skip

ENTITY_ALIAS = Table(
    name="memory.entity_alias",
    meaning="Every name by which an entity is known.",
    decided_by="sql/people/entity_alias.sql",
    columns=(
        Column("alias_id", "text", "Id made from entity and name"),
        _ENTITY,
        Column("alias", "text", "The name as it is written most", content=True),
        Column("normalized_alias", "text", "The name in lower case, spaces collapsed", content=True),
        Column("mention_count", "int", "How often it is named so"),
    ),
    key=("alias_id",),
    order=("entity_id", "normalized_alias"),
    unique=(("entity_id", "normalized_alias"),),
)

ENTITY_MENTION = Table(
    name="memory.entity_mention",
    meaning="Every place where an entity is named.",
    decided_by="sql/people/base.sql; sql/people/entity_mention.sql",
    columns=(
        Column("mention_id", "text", "Id of what was read at the place"),
        _ENTITY,
        _SOURCE,
        Column("artifact_uid", "text", "The artifact", references="memory.artifact.artifact_uid"),
        Column("revision_id", "text", "Its revision", references="memory.artifact_revision.revision_id"),
        MESSAGE,
        Column("surface_form", "text", "The words as they stand", content=True),
        Column("start_char", "int", "First codepoint in the message's text_raw", nullable=True),
        Column("end_char", "int", "Codepoint after the last", nullable=True),
    ),
    key=("mention_id",),
    order=("message_id", "start_char"),
    rules=(true_offsets("memory.entity_mention", "surface_form", "start_char", "end_char"),),
)

NAME_BEARER = Table(
    name="memory.name_bearer",
    meaning="Which resolved entity each bearer is. A name has one bearer, or several if it means several people.",
    decided_by="kg_assets/memory/people/resolve.py (bearers_of); kg_assets/memory/people/uniting.py (united)",
    columns=(
        Column(
            "bearer_id", "text", "The entity of one name, the name where none stands for it, or a part of its mentions"
        ),
        _ENTITY,
    ),
    key=("bearer_id",),
)

PARTED_MENTION = Table(
    name="memory.parted_mention",
    meaning="For names that mean several people: which bearer each mention means.",
    decided_by="kg_assets/memory/people/parting.py (parts_of)",
    columns=(
        Column("mention_id", "text", "The mention", references="memory.entity_mention.mention_id"),
        _SOURCE,
        Column("bearer_id", "text", "The bearer that is meant", references="memory.name_bearer.bearer_id"),
    ),
    key=("mention_id",),
)

CLAIM_ENTITY = Table(
    name="memory.claim_entity",
    meaning="The entities that are subject and object of each claim, after people are resolved.",
    decided_by="sql/people_claims/claim_entity.sql",
    columns=(
        Column("assertion_id", "text", "The claim", references="kg.assertions.assertion_id"),
        Column("subject_id", "text", "Its subject", nullable=True, references="memory.entity.entity_id"),
        Column("object_id", "text", "Its object, where that is an entity", nullable=True,
               references="memory.entity.entity_id"),
    ),
    key=("assertion_id",),
)  # fmt: skip

DEDUP_DECISION = Table(
    name="memory.dedup_decision",
    meaning="Every pair of names that may mean one person or thing, or on which the person decided: whether the "
    "two are one, and why.",
    decided_by="kg_assets/memory/people/blocking.py (pairs_of); "
    "kg_assets/memory/people/weighing.py (Scale); "
    "kg_assets/memory/people/uniting.py (decided_by_rules); "
    "kg_assets/memory/people/confirming.py (confirmed)",
    columns=(
        Column("decision_id", "text", "Id made from both sides"),
        Column("bearer_a_id", "text", "One side: an entity of one name, or a part of its mentions"),
        Column("bearer_b_id", "text", "The other, later in code order"),
        Column("source_a_id", "text", "The entity of one name, or the name, on this side"),
        Column("source_b_id", "text", "The one on the other side"),
        Column("entity_a_id", "text", "Whom the one side came to be", references="memory.entity.entity_id"),
        Column("entity_b_id", "text", "Whom the other side came to be", references="memory.entity.entity_id"),
        Column("place_a_json", "json", "A place that means this side, where a name has several bearers", nullable=True),
        Column(
            "place_b_json", "json", "A place that means the other side, where a name has several bearers", nullable=True
        ),
        Column("name_a", "text", "What the one is called", content=True),
        Column("name_b", "text", "What the other is called", content=True),
        Column(
            "log_odds",
            "float",
            "What the evidence comes to; above 0 they are rather one",
            formula="sum of the weights of its evidence: met_together once for each person named beside both, "
            "same_matter once for each shared word, both at most twice, all others once; the weights stand in the "
            "section people.weights of the configuration, the sum is made in kg_assets/memory/people/weighing.py",
        ),
        Column("verdict", "text", "What was decided", values=VERDICTS),
        Column("decided_by", "text", "Who decided", values=DECIDERS),
        Column("reason", "text", "Why, in one sentence", content=True),
        Column("evidence_json", "json", "Each piece of evidence with its weight, and the model's words", content=True),
    ),
    key=("decision_id",),
    order=("bearer_a_id", "bearer_b_id"),
    unique=(("bearer_a_id", "bearer_b_id"),),
    rules=(
        Rule(
            "the_same_are_one",
            "Two that are the same are one entity, two that are not are two.",
            "SELECT 1 FROM {memory.dedup_decision} WHERE verdict = 'same' AND entity_a_id <> entity_b_id"
            " OR verdict = 'different' AND entity_a_id = entity_b_id",
        ),
    ),
    charts=(Chart("verdicts", "What was decided.", "SELECT verdict, decided_by, count(*) FROM {rows} GROUP BY ALL"),),
)

PEOPLE_TABLES = (ENTITY, ENTITY_ALIAS, ENTITY_MENTION, NAME_BEARER, PARTED_MENTION, DEDUP_DECISION)

EVENT_ACTOR = Table(
    name="memory.event_actor",
    meaning="Who took part in each event, after people are resolved.",
    decided_by="sql/people_graph/event_actor.sql",
    columns=(
        Column("event_id", "text", "The event", references="memory.semantic_event.event_id"),
        _ENTITY,
        Column("role", "text", "What the actor did in it", values=ACTOR_ROLES),
    ),
    key=("event_id", "entity_id"),
)

EVENT_SUBJECT = Table(
    name="memory.event_subject",
    meaning="What each event is about, after people are resolved.",
    decided_by="sql/people_graph/event_subject.sql",
    columns=(
        Column("event_id", "text", "The event", references="memory.semantic_event.event_id"),
        _ENTITY,
    ),
    key=("event_id", "entity_id"),
)

GRAPH_NODE = Table(
    name="memory.graph_node",
    meaning="The nodes of the graph of people and events.",
    decided_by="sql/people_graph/nodes.sql",
    columns=(
        Column("node_id", "text", "Id of the entity or event"),
        Column("label", "text", "Whether it is an entity or an event", values=NODE_LABELS),
        Column("kind", "text", "The entity's type or the event's category"),
        Column("name", "text", "The name of the entity, or what happened", content=True),
        Column("event_time_utc", "instant", "When the event was or will be", nullable=True),
        Column("properties_json", "json", "What else is known of it", content=True),
    ),
    key=("node_id",),
    charts=(Chart("labels", "How many of each kind.", "SELECT label, kind, count(*) FROM {rows} GROUP BY ALL"),),
)

GRAPH_EDGE = Table(
    name="memory.graph_edge",
    meaning="The edges of the graph of people and events: who acted in what, what is about whom, and who may be "
    "the same.",
    decided_by="sql/people_graph/edges.sql",
    columns=(
        Column("edge_id", "text", "Id made from type and both ends"),
        Column("edge_type", "text", "What the edge says", values=EDGE_TYPES),
        Column("src_id", "text", "The node from which it leads", references="memory.graph_node.node_id"),
        Column("dst_id", "text", "The node to which it leads", references="memory.graph_node.node_id"),
        Column("role", "text", "What an actor did", nullable=True, values=ACTOR_ROLES),
        Column(
            "confidence",
            "float",
            "How likely two are the same, 0 to 1",
            nullable=True,
            formula=(
                "of POSSIBLY_SAME 1 / (1 + exp(-log_odds)), log_odds the highest in memory.dedup_decision among "
                "the uncertain pairs of both; NULL of other edges"
            ),
        ),
        Column("reason", "text", "Why that is uncertain", nullable=True, content=True),
    ),
    key=("edge_id",),
    order=("edge_type", "src_id", "dst_id"),
    unique=(("edge_type", "src_id", "dst_id"),),
    charts=(Chart("types", "How many of each type.", "SELECT edge_type, 'edges', count(*) FROM {rows} GROUP BY ALL"),),
)

GRAPH_TABLES = (EVENT_ACTOR, EVENT_SUBJECT, GRAPH_NODE, GRAPH_EDGE)
