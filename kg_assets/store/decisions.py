"""Decisions of a person, as bodies of ledger entries. What follows from a decision belongs to the stage that
reads it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class EntityReference(BaseModel):
    """An entity as it was when the person decided about it: its id, and the type and key from which the id is
    made."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    entity_id: str
    entity_type: str
    entity_key: str

    @property
    def is_self(self) -> bool:
        """Whether this entity is the person (seed 000 §2B, SELF)."""
        return (self.entity_type, self.entity_key) == ("PERSON", "__SELF__")


class EntitiesMerged(BaseModel):
    """The person says that two entities are one; `into` is the one that stays."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    into: EntityReference
    merged: EntityReference


class EntitiesSplit(BaseModel):
    """The person says that a merged entity is separate again."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    merged: EntityReference


Polarity = Literal["positive", "negative"]


class ClaimJudged(BaseModel):
    """A claim as it was when the person judged it: its message, its words and its fact.

    No part is an id of a build's row, so that the verdict finds the claim in every later build.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    message_id: str
    quote: str
    fact_key: str
    polarity: Polarity


_INSTANT = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$"


class GivenTime(BaseModel):
    """A time as the person wrote it and as it was read then: an interval of its precision, or a moment, which
    has no end.

    The reading is kept, because "last October" means something else a year later.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    words: str
    from_utc: str = Field(pattern=_INSTANT)
    to_utc: str | None = Field(default=None, pattern=_INSTANT)
    precision: str

    @property
    def is_over_utc(self) -> str:
        """When the time is over: "until October" includes October."""
        return self.to_utc or self.from_utc


class ClaimReplacement(BaseModel):
    """What a corrected claim should say.

    A field that is None stays as it was. `since` and `until` are its beginning and end; `when` is the time at
    which it was so.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    object_kind: Literal["entity", "string", "number", "boolean", "date", "json"] | None = None
    polarity: Polarity | None = None
    since: GivenTime | None = None
    until: GivenTime | None = None
    when: GivenTime | None = None


class ClaimConfirmed(ClaimJudged):
    """The person says that a claim is right."""


class ClaimRejected(ClaimJudged):
    """The person says that a claim was not made, or is not true. With `is_everywhere` the fact is false wherever it
    is said and whoever says it."""

    is_everywhere: bool = False


class ClaimCorrected(ClaimJudged):
    """The person says that a claim's words mean something else: what `replacement` says."""

    replacement: ClaimReplacement


class BeliefReference(BaseModel):
    """A belief, by words in which it was said. Its id is not used, since it may be made from other words in a
    later build."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    canonical_hash: str
    canonical_text: str


class BeliefsMerged(BaseModel):
    """The person says that two beliefs are one; `into` is the one whose words stay."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    into: BeliefReference
    merged: BeliefReference


class BeliefSplit(BaseModel):
    """The person says that these words are a belief of their own, whatever they resemble or were merged into."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    words: BeliefReference


class BeliefLinkJudged(BaseModel):
    """The person says whether two linked beliefs are the same. This does not merge them; `BeliefsMerged` does."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    one: BeliefReference
    other: BeliefReference
    is_same: bool


ResolvedBy = Literal["newer", "weight", "person"]


class BeliefConflictResolved(BaseModel):
    """The person says how a contradiction is resolved: what was said last holds (`newer`), what weighs more (`weight`),
    or what the person chooses (`person`).

    In the last case `kept` has the words that hold; None lets both hold.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    one: BeliefReference
    other: BeliefReference
    by: ResolvedBy
    kept: BeliefReference | None = None


class ExtractorRolledBack(BaseModel):
    """The person says that what this version of the extractor of beliefs has read no longer counts."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    extractor_version: str


class _Command(BaseModel):
    """The base of decisions on what the overlay proposes. Two entries with the same `command_id` are one decision given
    twice, and count once."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    command_id: str = Field(min_length=1, max_length=120)


class RelationReviewed(_Command):
    """The person says whether a relation between two nodes is right or, with `new_relation`, which relation is the
    right one.
    """

    action: Literal["approve", "reject", "update_relation"]
    source_node_id: str
    target_node_id: str
    relation_type: str
    reason: Literal["wrong_entity", "no_relationship", "wrong_relation_type", "spurious_mention"] | None = None
    new_relation: str | None = None


class MentionRetargeted(_Command):
    """The person says that certain words of a message mean another node."""

    message_id: str
    char_start: int = Field(ge=0)
    char_end: int = Field(ge=0)
    from_node_id: str | None = None
    to_node_id: str


class MentionSuppressed(_Command):
    """The person says that words mean no node: anywhere (`global`), in one project (`work_context`), or in one kind
    of source (`surface_specific`)."""

    normalized_mention: str
    scope: Literal["global", "work_context", "surface_specific"] = "global"
    work_context_id: str | None = None
    surface: str | None = None
    reason: str = ""


class NameDecided(_Command):
    """The person says what to do with a name that no node has: make a new node, link it to an existing one, or
    dismiss it.
    """

    normalized_mention: str
    action: Literal["create_new", "link_existing", "dismiss"]
    canonical_name: str | None = None
    node_kind: str | None = None
    existing_node_id: str | None = None
    reason: Literal["noise", "duplicate_of_existing", "generic_reference", "not_durable"] | None = None


class PolicyActivated(BaseModel):
    """The person says that the rules learned from earlier verdicts apply from the next build on."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    generation_id: str


class Place(BaseModel):
    """Where a name stands: the message, and the position of the name's first character in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    message_id: str
    char_start: int


class PersonSide(BaseModel):
    """A person as the user saw them: the entity of a name; and a place in a message, if several people have the
    name."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    entity: EntityReference
    place: Place | None = None


class _TwoSides(BaseModel):
    """The base of decisions about two people: `a` and `b` are these two."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    a: PersonSide
    b: PersonSide


class PeopleSame(_TwoSides):
    """The person says that two people with different names, or mentioned at different places under one name, are the
    same."""


class PeopleDifferent(_TwoSides):
    """The person says that two people are different, whatever suggests that they are the same."""


class PeopleParted(BaseModel):
    """The person says that one name stands for several people. Each of `parts` lists the places at which the person
    saw one of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    entity: EntityReference
    parts: list[list[Place]]


Visibility = Literal["cloud_allowed", "cloud_warn", "local_only", "blocked"]
MADE_PRIVATE = "made_private"


class MadePrivate(BaseModel):
    """The person says who may see a node, a source, a conversation or a message, and everything made from it.

    `marks` are hashes of what is cut out of the sources for it (`kg_assets.sources.redact`). For a node, `names` are
    all its spellings, which are as private as the node itself.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    target: Literal["node", "source", "conversation", "message"]
    key: str
    called: str
    visibility: Visibility
    marks: list[str] = []
    names: list[str] = []


class DecisionUndone(BaseModel):
    """The person says that an earlier decision no longer holds; `undone_position` is its position in the ledger.
    Undoing this entry restores that decision."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    undone_position: int = Field(ge=1)


def undone_positions(undone: Iterable[Mapping[str, Any]]) -> frozenset[int]:
    """The positions of all decisions that no longer hold. `undone` are `decision_undone` entries with their
    position."""
    gone: set[int] = set()
    # The last undoing holds, and decides whether an earlier undoing still holds.
    for entry in sorted(undone, key=lambda entry: int(entry["position"]), reverse=True):
        if entry["position"] not in gone:
            gone.add(int(entry["undone_position"]))
    return frozenset(gone)
