"""Tools for what the build knows: facts at a time of the world and as known at a time, a timeline, changes, an entity,
a claim, a month."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from kg_assets.mcp.tool import Answer, Asking, Parameters, Tool
from kg_assets.queries import knowledge
from kg_assets.queries.decided import with_decisions

_MOMENT = "2022, 2022-06, 2022-06-01 or 2022-06-01T12:00Z"
_WHO = "a name, an alias, a key, an id, or SELF for the person whose memory this is"


class Said(BaseModel):
    """A claim and its place in a message. `char_start` and `char_end` (not included) count code points of the message's
    text."""

    subject: str
    predicate: str
    object: str | None
    polarity: str
    modality: str
    assertion_id: str
    message_id: str
    char_start: int | None
    char_end: int | None


class Decided(BaseModel):
    decided_since: str | None = Field(
        description="What the owner has decided of it since the build: confirmed, rejected, corrected, or taken back "
        "what was decided. Of a claim that was rejected nothing is to be told as true."
    )


class Fact(Said, Decided):
    valid_from_utc: str | None
    valid_from_precision: str | None
    valid_to_utc: str | None
    valid_to_precision: str | None
    status: str | None
    said_at_utc: str | None
    confidence: float
    is_sure: bool


class FactAt(Fact):
    basis: str | None


class Facts(Answer):
    facts: list[FactAt]


class Step(Fact):
    outcome: str | None
    ended_by: str | None


class Steps(Answer):
    steps: list[Step]


class Change(Said):
    axis: str
    at_utc: str | None
    at_precision: str | None
    kind: str
    status_before: str | None
    status_after: str | None


class Changes(Answer):
    changes: list[Change]


class Mention(BaseModel):
    said_at_utc: str | None
    role: str
    title: str | None
    conversation_id: str
    message_id: str
    char_start: int | None
    char_end: int | None
    words: str


class Entity(Answer):
    entity_id: str
    name: str
    type: str
    aliases: list[str]
    mention_count: int
    conversation_count: int
    first_seen_at_utc: str | None
    last_seen_at_utc: str | None
    salience: float | None
    role: str | None = None
    organization: str | None = None
    email: str | None = None
    relation: str | None = None
    needs_review: bool | None = None
    last_mentions: list[Mention]
    facts: list[FactAt]


class Claim(Said, Decided, Answer):
    said_by: str
    said_at_utc: str | None
    title: str | None
    conversation_id: str
    quote: str | None
    read_by: str
    model: str | None
    confidence_extraction: float
    confidence_grounding: float
    confidence_final: float
    has_user_corroboration: bool
    status: str | None
    valid_from_utc: str | None
    valid_to_utc: str | None
    valid_time_precision: str | None
    time_source: str | None
    supersession_type: str | None
    ended_by_quote: str | None
    ended_by_message_id: str | None


class Member(BaseModel):
    what: str
    category: str | None
    kind: str | None
    spoken_rank: int | None
    messages: int | None
    by_person: int | None
    conversations: int | None
    begins_here: bool | None
    holds_here: bool | None
    since_utc: str | None
    until_utc: str | None
    first_message_id: str | None
    last_message_id: str | None


class Members(Answer):
    members: list[Member]


class AtMoments(Parameters):
    valid_at: str | None = Field(None, description=f"When it was true: {_MOMENT}; default: the time of the build.")
    known_at: str | None = Field(None, description="By what was known then; default: by all that is known.")
    about: str | None = Field(None, description=f"Only what concerns this: {_WHO}.")
    basis: Literal["dated", "stated"] = Field(
        "stated", description="dated: only what words date; stated: also what was only said by then."
    )
    with_unsure: bool = Field(False, description="Also what is not certain, and what only an assistant said.")


class OfEntity(Parameters):
    entity: str = Field(description=f"Who or what: {_WHO}.", min_length=1, max_length=500)
    with_unsure: bool = Field(False, description="Also what is not certain, and what only an assistant said.")


class Between(Parameters):
    since: str = Field(description=f"The earlier moment: {_MOMENT}.")
    until: str = Field(description=f"The later moment: {_MOMENT}.")
    about: str | None = Field(None, description=f"Only what concerns this: {_WHO}.")


class Named(Parameters):
    name: str = Field(description=f"Who or what: {_WHO}.", min_length=1, max_length=500)


class OfClaim(Parameters):
    assertion_id: str = Field(
        description="The claim's id, or the first characters of it.", min_length=1, max_length=100
    )


class OfPeriod(Parameters):
    period: str = Field(description="A month 2025-03, a quarter 2025-Q1 or a year 2025.", max_length=10)


def _facts(asking: Asking, given: AtMoments) -> dict[str, Any]:
    found = knowledge.facts(
        asking.warehouse, asking.zone, given.valid_at, given.known_at, given.about, given.basis, given.with_unsure
    )
    return {"facts": with_decisions(asking.home, asking.warehouse, found)}


def _timeline(asking: Asking, given: OfEntity) -> dict[str, Any]:
    found = knowledge.timeline(asking.warehouse, given.entity, given.with_unsure)
    return {"steps": with_decisions(asking.home, asking.warehouse, found)}


def _changes(asking: Asking, given: Between) -> dict[str, Any]:
    return {"changes": knowledge.changes(asking.warehouse, asking.zone, given.since, given.until, given.about)}


def _entity(asking: Asking, given: Named) -> dict[str, Any]:
    found = knowledge.entity(asking.warehouse, given.name)
    return found | {"facts": with_decisions(asking.home, asking.warehouse, found["facts"])}


def _claim(asking: Asking, given: OfClaim) -> dict[str, Any]:
    return with_decisions(asking.home, asking.warehouse, [knowledge.claim(asking.warehouse, given.assertion_id)])[0]


def _mattered(asking: Asking, given: OfPeriod) -> dict[str, Any]:
    return {"members": knowledge.mattered(asking.warehouse, given.period)}


FACTS_AS_OF = Tool(
    "facts_as_of", "Facts at a moment",
    "What was true of the person's life at a moment, by what was known at the same or another moment.",
    AtMoments, Facts, ("facts",), _facts,
)  # fmt: skip
TIMELINE = Tool(
    "timeline", "Timeline of an entity",
    "All that is known of a person, a project, a place or the owner (SELF), in the order in which it was true.",
    OfEntity, Steps, ("steps",), _timeline,
)  # fmt: skip
CHANGES = Tool(
    "changes", "Changes between two moments",
    "What changed between two moments: axis 'known' is what came to be known, axis 'valid' what happened in the world.",
    Between, Changes, ("changes",), _changes,
)  # fmt: skip
ENTITY = Tool(
    "entity", "Who or what is it",
    "Who or what is called so: type, other names, where it was last spoken of, and what holds of it now.",
    Named, Entity, ("last_mentions", "facts"), _entity,
)  # fmt: skip
WHY = Tool(
    "why", "Where a claim comes from",
    "The words that a claim was read from, where they stand, how sure it is, and what became of it.",
    OfClaim, Claim, (), _claim,
)  # fmt: skip
WHAT_MATTERED = Tool(
    "what_mattered", "What a month was about",
    "What was spoken of in a month, a quarter or a year, the most first, and what held in it.",
    OfPeriod, Members, ("members",), _mattered,
)  # fmt: skip
KNOWING = (FACTS_AS_OF, TIMELINE, CHANGES, ENTITY, WHY, WHAT_MATTERED)
