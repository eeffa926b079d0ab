"""What a person decides, as bodies of ledger entries. What follows from it belongs to the stage that reads it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class EntityReference(BaseModel):
    """An entity as it was when the person spoke of it: its id, and what the id is made of."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    entity_id: str
    entity_type: str
    entity_key: str

    @property
    def is_self(self) -> bool:
        """Whether it is the person (seed 000 §2B, SELF)."""
        return (self.entity_type, self.entity_key) == ("PERSON", "__SELF__")


class EntitiesMerged(BaseModel):
    """Two entities are one; `into` is the one that stays."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    into: EntityReference
    merged: EntityReference


class EntitiesSplit(BaseModel):
    """An entity is one of its own again."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    merged: EntityReference


Polarity = Literal["positive", "negative"]


class ClaimJudged(BaseModel):
    """A claim as it was when the person judged it: where it was said, in which words, what it says.

    None of it names a build's rows, so that the verdict finds the claim again in every later build.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    message_id: str
    quote: str
    fact_key: str
    polarity: Polarity


class ClaimReplacement(BaseModel):
    """What a claim should say; what is None stays as it was."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    predicate: str | None = None
    object: str | None = None
    object_kind: Literal["entity", "string", "number", "boolean", "date", "json"] | None = None
    polarity: Polarity | None = None


class ClaimConfirmed(ClaimJudged):
    """The claim is right."""


class ClaimRejected(ClaimJudged):
    """The claim was never made, or not so."""


class ClaimCorrected(ClaimJudged):
    """The words mean something else."""

    replacement: ClaimReplacement


class DecisionUndone(BaseModel):
    """An earlier decision holds no more; `undone_position` is its place in the ledger. Undoing that restores it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    undone_position: int = Field(ge=1)


def undone_positions(undone: Iterable[Mapping[str, Any]]) -> frozenset[int]:
    """The positions of all decisions that hold no more. `undone` are `decision_undone` entries with their position."""
    gone: set[int] = set()
    # The last undoing stands, and so says whether the one before it does.
    for entry in sorted(undone, key=lambda entry: int(entry["position"]), reverse=True):
        if entry["position"] not in gone:
            gone.add(int(entry["undone_position"]))
    return frozenset(gone)
