"""The frames of `config/claims/clause_frames.yaml`: patterns over clauses, each for one predicate."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kg_assets.claims.parsed.sorts import SORTS
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.mistyped import Place
from kg_assets.core.yamlfile import as_model, read_yaml

_FILE = "config/claims/clause_frames.yaml"


class Frame(BaseModel):
    """One frame: a pattern over clauses for one predicate. The file explains the fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    verb: tuple[str, ...] = Field(min_length=1)
    particle: tuple[str, ...] = ("",)
    object: Literal[
        "direct", "subject_of", "subject", "of_subject", "prepositional", "doing", "clause", "rest", "whole",
        "companion", "partner", "happening",
    ]  # fmt: skip
    prep: tuple[str, ...] = ()
    direct: tuple[str, ...] = ()
    takes: str | None = None
    needs: Literal["to", "ing"] | None = None
    predicate: str
    modality: str = "state"
    tense: tuple[str, ...] = ("past", "perfect", "present", "progressive", "past_progressive", "wish")
    subject: tuple[str, ...] = ("self", "kin", "person")
    of: str | None = None
    dated_by: tuple[str, ...] = ()
    behind: str | None = None
    undated: bool = False
    thwarted: bool = False
    alone: bool = False
    beside: bool = False
    split: bool = False
    flips: bool = False
    passing: bool = False
    begins: bool = False
    confidence: float = Field(ge=0, le=1)
    priority: int

    @field_validator("takes")
    @classmethod
    def _is_a_sort(cls, value: str | None) -> str | None:
        if value is not None and value not in SORTS:
            raise ValueError(f"is no sort of object; the sorts are {', '.join(sorted(SORTS))}")
        return value


class Factors(BaseModel):
    """The numbers in the file of frames that are not part of a frame: factors of confidence, and the priority of
    events.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    hedge: float
    event: float
    relation: float
    event_priority: int


@cache
def ends_of_objects() -> Mapping[str, frozenset[str]]:
    """For each sort of object the words at which such an object ends."""
    return {sort: frozenset(listed) for sort, listed in _document()["ends"].items()}


@cache
def _document() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = read_yaml(data_path(_FILE))
    return loaded


@cache
def factors() -> Factors:
    made: Factors = _checked(Factors, _document().get("factors"), ("factors",))
    return made


@cache
def frames_by_verb() -> Mapping[str, tuple[Frame, ...]]:
    """The frames by the lemmas of their verbs, in the order of the file."""
    document = _document()
    found: dict[str, list[Frame]] = {}
    seen: set[str] = set()
    for number, row in enumerate(document["frames"]):
        frame = _checked(Frame, {**document["defaults"], **row}, ("frames", number))
        if frame.id in seen:
            raise ConfigError(f"{_FILE}, frames, {frame.id}: the id stands twice; give every frame its own")
        seen.add(frame.id)
        for verb in frame.verb:
            found.setdefault(verb, []).append(frame)
    return {verb: tuple(frames) for verb, frames in found.items()}


def _checked(model: Any, given: Any, place: Place) -> Any:
    return as_model(data_path(_FILE), given, model, at=place)
