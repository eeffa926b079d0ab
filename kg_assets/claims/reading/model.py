"""The types that the rule-based reader takes and returns."""

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

ObjectKind = Literal["entity", "string", "number", "date"]
Polarity = Literal["positive", "negative"]
QualifierType = Literal["at", "since", "until", "during"]
SpanPair = tuple[int, int]
SELF = "SELF"


def relative_of_self(noun: str) -> str:
    """The subject that stands for a relative without a name (design §9 Claims)."""
    return f"__SELF__/{noun}"


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """The limits of the reader, from section `claims` of `config/pipeline.yaml`."""

    max_sentence_chars: int
    min_sentence_chars: int
    max_clauses: int


@dataclass(frozen=True, slots=True)
class RawClaim:
    """One claim as the words say it, before names are resolved. Offsets are codepoints of the text that was read."""

    subject: str
    subject_span: SpanPair | None
    predicate: str
    object: str | None
    object_kind: ObjectKind | None
    object_span: SpanPair | None
    polarity: Polarity
    modality: str
    qualifier_type: QualifierType | None
    qualifier_span: SpanPair | None
    char_start: int
    char_end: int
    rule_id: str
    priority: int
    confidence: float
    notes: dict[str, Any] = field(default_factory=dict)


class Object(NamedTuple):
    """An object that was found: its range of tokens, and the values that take precedence over those of the
    frame."""

    first: int
    last: int
    kind: ObjectKind = "string"
    value: str | None = None
    predicate: str | None = None
    notes: tuple[tuple[str, object], ...] = ()
    is_negated: bool = False


class Subject(NamedTuple):
    """Whom or what a clause is about. `sort` is self, kin (a relative without a name), person (a first name that means
    somebody whom the writer knows), named, thing, or pronoun (which the caller resolves)."""

    value: str
    sort: str
    first: int
    last: int
    span: SpanPair | None
    relation: str | None = None
    is_plural: bool = False


class Referents(NamedTuple):
    """The one person and the one thing that the sentence before mentions; None if it mentions none or several. Pronouns
    of the next sentence may mean them.

    `noun` is the person's relation if it was said. `rivals` are the pronouns that may mean somebody else in that
    sentence.
    """

    person: Subject | None = None
    thing: Subject | None = None
    noun: str | None = None
    rivals: frozenset[str] = frozenset()

    def has_any(self) -> bool:
        return self.person is not None or self.thing is not None


NOBODY = Referents()


class VerbGroup(NamedTuple):
    """The verb of a clause with the words around it that change its meaning: auxiliaries, negation and
    adverbs."""

    lemma: str
    tense: str
    is_negative: bool
    is_ended: bool
    first: int
    last: int
    adverbs: tuple[str, ...] = ()
