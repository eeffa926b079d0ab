"""What a person decides, as bodies of ledger entries. What follows from it belongs to the stage that reads it."""

from pydantic import BaseModel, ConfigDict


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
