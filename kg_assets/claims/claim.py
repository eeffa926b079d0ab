"""A grounded claim before it becomes a row of `kg.assertions`: its subject, object, time, and the keys that
identify it (seed 000 §4.6.3, §4.6.9)."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import orjson

from kg_assets.claims.candidate import Candidate
from kg_assets.claims.literals import Literal
from kg_assets.claims.resolution import Resolution
from kg_assets.claims.validation import Checked
from kg_assets.claims.verdicts import Verdict
from kg_assets.core.ids import id_name, sha256_hex

NO_OBJECT = "N:__NONE__"
_KNOWN = 1 << 14
# How a reader's notes say that a claim is only of the moment.
_PASSING = '"passing":'


class Qualifier(NamedTuple):
    """How a time qualifies a claim. If `kind` is missing, the words of the time could not be linked to a time mention.
    With `kind` but without `time_mention_id` the time is a value that a model or the person gave."""

    kind: str | None
    time_mention_id: str | None
    linked_by: str | None
    valid_from_utc: str | None


class Given(NamedTuple):
    """The times that the person gave when correcting a claim: since when it was so, when it was over, and how
    exact each time is."""

    from_utc: str | None
    from_precision: str | None
    until_utc: str | None
    until_precision: str | None


class Bounds(NamedTuple):
    """How the time of a claim compares with its subject and its object (§4.6.6): for each of the two, whether the time
    is no earlier than its beginning, and whether the time precedes its first mention. Also the penalty for a time
    before a beginning."""

    is_after_subject: bool
    is_after_object: bool | None
    precedes_subject_first_seen: bool
    precedes_object_first_seen: bool | None
    penalty: float


@dataclass(slots=True, eq=False)
class Claim:
    checked: Checked
    predicate_id: str
    subject: Resolution
    object: Resolution | None
    literal: Literal | None
    qualifier: Qualifier | None
    bounds: Bounds | None = None
    verdict: Verdict | None = None
    corrects: "Claim | None" = None  # the claim in whose place the person put this one
    corrected_by: "Claim | None" = None
    given: Given | None = None  # of a correction: the time that the person gave it
    identity: "Identity | None" = None
    signature: str = field(init=False)

    def __post_init__(self) -> None:
        self.signature = _signature(self.object and self.object.entity_id, self.literal)

    @property
    def fact_key(self) -> str:
        """The key of the fact (§4.6.9): subject, predicate and object signature. It is the same in whatever message
        the fact is said."""
        return id_name((self.subject.entity_id, self.predicate_id, self.signature)).decode()

    @property
    def assertion_key(self) -> str:
        """The key of the claim in its message (§4.6.9): a canonical JSON array, in which a missing start is
        "__NULL__" as in ids."""
        return id_name(
            (
                self.message_id, self.subject.entity_id, self.predicate_id, self.signature, self.checked.char_start,
                self.row.modality, self.row.polarity,
                # Without these, a correction of only the time would have the key of the claim that it corrects.
                *(self.given or ()),
            )
        ).decode()  # fmt: skip

    @property
    def row(self) -> Candidate:
        return self.checked.row

    @property
    def message_id(self) -> str:
        return self.checked.row.message.message_id

    @property
    def role(self) -> str:
        """Who makes the claim: the role of the writer of its message. For a correction it is always "user", whoever
        wrote the message."""
        return "user" if self.corrects is not None else self.row.message.role

    @property
    def is_confirmed(self) -> bool:
        """Whether the person confirmed the claim, or put it there as a correction."""
        return self.corrects is not None or (self.verdict is not None and self.verdict.kind == "confirmed")

    @property
    def model(self) -> str | None:
        """The name of the model that read the claim, as its candidate's notes have it; None if no model read it."""
        model = orjson.loads(self.row.notes_json).get("model") if self.row.extraction_method == "llm" else None
        return None if model is None else str(model)

    @property
    def is_passing(self) -> bool:
        """Whether the claim was marked `passing` when it was read: it is only true of the moment, or cannot be
        understood without the conversation."""
        return _PASSING in self.row.notes_json and bool(orjson.loads(self.row.notes_json).get("passing"))

    @property
    def object_match(self) -> str:
        """The object in the form in which claims are compared for corroboration (§4.6.7): the signature of an entity,
        or a literal's words in lower case with spaces collapsed."""
        return self.signature if self.literal is None else f"S:{self.literal.words}"


class Identity(NamedTuple):
    """The id of an assertion, and the values that went into it besides the claim itself (`grounds`)."""

    grounds: tuple[object, ...]
    assertion_id: str


@lru_cache(_KNOWN)
def _signature(entity_id: str | None, literal: Literal | None) -> str:
    """The signature of an object (§4.6.3): `E:` and the entity's id, `V:` and a hash of the literal, or
    `N:__NONE__`."""
    if entity_id is not None:
        return f"E:{entity_id}"
    if literal is not None:
        # `object_value` enters as the stored text (design §9 "Graph").
        return f"V:{sha256_hex(id_name((literal.value_type, literal.value)))}"
    return NO_OBJECT
