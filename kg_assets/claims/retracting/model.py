"""The types that the reader of retractions takes and returns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import pyarrow as pa

RetractionType = Literal["full", "correction", "temporal_bound"]
SpanPair = tuple[int, int]
SELF = "SELF"
# If two retractions have the same id, the one whose type comes first here is kept (design §9 "Claims").
STRONGEST_FIRST: tuple[RetractionType, ...] = ("full", "correction", "temporal_bound")


class ReadClaim(Protocol):
    """The fields of a claim of the claim reader that retractions use."""

    @property
    def subject(self) -> str: ...
    @property
    def predicate(self) -> str: ...
    @property
    def object(self) -> str | None: ...
    @property
    def object_kind(self) -> str | None: ...
    @property
    def object_span(self) -> SpanPair | None: ...
    @property
    def polarity(self) -> str: ...
    @property
    def modality(self) -> str: ...
    @property
    def char_start(self) -> int: ...
    @property
    def char_end(self) -> int: ...


class Grounded(Protocol):
    """What grounding hands over before anything is written: columns of `kg.assertions`, `kg.entities` and
    `kg.predicates`."""

    @property
    def assertions(self) -> pa.Table: ...
    @property
    def entities(self) -> pa.Table: ...
    @property
    def predicates(self) -> pa.Table: ...


# (text, excluded ranges, role, times, names) → claims in the order of their words.
ReadsClaims = Callable[
    [str, Sequence[SpanPair], str, Sequence[tuple[int, int, str]], Sequence[SpanPair]], Sequence[ReadClaim]
]


@dataclass(frozen=True, slots=True)
class Retimed:
    """The new time of a correction that changes nothing else: its place, and how it qualifies the claim if a
    preposition says that.

    A correction that is a whole clause has its time in that clause, so `span` is None. `is_read` is false for a bare
    year that was not read as a time; such a year can also be a number.
    """

    span: SpanPair | None = None
    qualifier_type: str | None = None
    is_read: bool = True

    def to_json(self) -> dict[str, Any]:
        return {"span": _list(self.span), "qualifier_type": self.qualifier_type, "is_read": self.is_read}


@dataclass(frozen=True, slots=True)
class Described:
    """A claim described by a retraction's words. Fields that the words leave open are None. Offsets are
    codepoints of the message."""

    text: str
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    object_kind: str | None = None
    object_span: SpanPair | None = None
    span: SpanPair | None = None
    retimed: Retimed | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "described", "text": self.text, "subject": self.subject, "predicate": self.predicate,
            "object": self.object, "object_kind": self.object_kind, "object_span": _list(self.object_span),
            "span": _list(self.span), "retimed": self.retimed and self.retimed.to_json(),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Last:
    """A target that the words do not describe: the last claim before the retraction on its path. The claim may lie at
    most `reach` messages of the person back."""

    text: str
    reach: int

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "last", "text": self.text, "subject": None, "predicate": None, "object": None, "reach": self.reach
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class RawRetraction:
    """A retraction as read from a message: words that take back, correct or end something."""

    pattern_id: str
    retraction_type: RetractionType
    char_start: int
    char_end: int
    target: Last | Described
    replacement: Described | None
    qualifier_span: SpanPair | None
    confidence: float
    notes: Mapping[str, Any] = field(default_factory=dict)


def _list(span: SpanPair | None) -> list[int] | None:
    return None if span is None else list(span)
