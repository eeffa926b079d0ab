"""Turns grounded claims into rows of `kg.assertions`: gives them ids, keeps one of several claims that have the same
key, and gives the columns that linking retractions reads.

`raw_assertion_json` is most of a row. It is made to compute an id, again when something in it changes, and once more
when the row is written; it is never held for all claims at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from kg_assets.claims.claim import Claim, Given, Identity
from kg_assets.claims.contracts import ASSERTIONS, PERSON
from kg_assets.claims.explaining import explanation
from kg_assets.claims.settings import ClaimSettings
from kg_assets.claims.spill import on_disk
from kg_assets.claims.validation import Rejection
from kg_assets.claims.weighing import Corroborator, Weighed, survivors
from kg_assets.core.ids import IdSpace, sha256_hex
from kg_assets.sources.tables import Rows

_ROWS_AT_ONCE = 8192
_NOTHING_GIVEN = Given(None, None, None, None)
_LINKED = (
    "assertion_id", "message_id", "fact_key", "subject_entity_id", "predicate_id", "object_entity_id",
    "object_value_type", "object_value", "object_signature", "modality", "polarity", "asserted_role", "asserted_at_utc",
    "superseded_by_assertion_id", "char_start", "char_end", "temporal_qualifier_type",
    "temporal_qualifier_id", "confidence_extraction", "surface_text",
)  # fmt: skip


class Fate(NamedTuple):
    """What became of an assertion: the assertion that supersedes it, if there is one, and the kind of supersession
    (`supersession_type`)."""

    superseded_by: str | None
    supersession: str


class Assertions:
    """The rows of `kg.assertions` that grounded claims give. `claims` must be in the order of
    `validation.Checked.order` (§4.9)."""

    def __init__(self, ids: IdSpace, claims: Sequence[Claim], weighed: Weighed, settings: ClaimSettings) -> None:
        self._make_id = ids.make
        self._claims = claims
        self._weighed = weighed
        self._confidences = [
            1.0 if claim.is_confirmed else factors.confidence_final
            for claim, factors in zip(claims, weighed.factors, strict=True)
        ]
        self._standing = survivors(claims, self._confidences, settings)
        self._corrections = {id(claim): n for n, claim in enumerate(claims) if claim.corrects is not None}
        self._corroborators: dict[int, list[tuple[str, Corroborator]]] = {}
        self._grounds: dict[tuple[object, ...], tuple[object, ...]] = {}  # many claims have the same
        # The person's claims get their ids first: an assistant's claims name the ones that corroborate them.
        for role in ("user", "assistant"):
            for n, claim in enumerate(claims):
                if claim.role == role and self._standing[n] == n:
                    self._identify(n, claim)
        # Design §9: identical ids collapse.
        self._first = {self._id_of(n): n for n in range(len(claims) - 1, -1, -1) if self._standing[n] == n}

    def linked(self) -> pa.Table:
        """The columns of `kg.assertions` that linking retractions reads (`_LINKED`)."""
        schema = pa.schema([ASSERTIONS.arrow_schema().field(name) for name in _LINKED])
        return on_disk(schema, self._linked_slices(schema))

    def table(self, fates: Mapping[str, Fate]) -> pa.Table:
        """The rows of `kg.assertions`, in the contract's order; `fates` says, by assertion id, what
        retractions superseded."""
        return on_disk(ASSERTIONS.arrow_schema(), self._slices(fates))

    def _linked_slices(self, schema: pa.Schema) -> Iterator[pa.Table]:
        order = sorted(self._first.values())
        for first in range(0, len(order), _ROWS_AT_ONCE):
            columns = zip(*(self._linked_row(n) for n in order[first : first + _ROWS_AT_ONCE]), strict=True)
            yield pa.table(
                [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)], schema=schema
            )

    def _slices(self, fates: Mapping[str, Fate]) -> Iterator[pa.Table]:
        order = sorted(self._first.values(), key=self._place)
        for first in range(0, len(order), _ROWS_AT_ONCE):
            rows = Rows(ASSERTIONS)
            for n in order[first : first + _ROWS_AT_ONCE]:
                rows.add(self._row(n, fates))
            yield rows.table()

    def duplicates(self) -> list[Rejection]:
        """A rejection DUPLICATE for each candidate that gives an assertion which an earlier one already gives. A claim
        that the person put there as a correction is never rejected so."""
        found = []
        for n, claim in enumerate(self._claims):
            own = self.id_of(n)
            kept = self._first[own]
            if kept != n and claim.row.extraction_method != PERSON:
                detail = {"assertion_id": own, "kept": self._claims[kept].row.candidate_id}
                found.append(Rejection(claim.row.candidate_id, claim.message_id, "DUPLICATE", detail))
        return found

    def id_of(self, n: int) -> str:
        """The id of the assertion that claim number `n` gives, or of the assertion that replaced it (`survivors`)."""
        return self._id_of(self._standing[n])

    def _id_of(self, n: int) -> str:
        identity = self._claims[n].identity
        assert identity is not None
        return identity.assertion_id

    def _identify(self, n: int, claim: Claim) -> None:
        """Give a claim its assertion id (§4.7.1). A claim that has an id from an earlier round of grounding keeps it,
        unless one of the values that go into the id has changed."""
        corroborators = self._corroborating(n)
        if corroborators:
            self._corroborators[n] = corroborators
        verdict = claim.verdict and (claim.verdict.position, claim.verdict.kind)
        made_of = (
            self._weighed.factors[n], self._confidences[n], tuple(corroborators), claim.bounds, claim.qualifier, verdict
        )  # fmt: skip
        grounds = self._grounds.setdefault(made_of, made_of)
        if claim.identity is None or claim.identity.grounds != grounds:
            own = self._make_id("assertion", claim.assertion_key, sha256_hex(self._raw(n)))
            claim.identity = Identity(grounds, own)

    def _raw(self, n: int) -> str:
        corroborators = self._corroborators.get(n, ())
        return explanation(self._claims[n], self._weighed.factors[n], self._confidences[n], corroborators)

    def _place(self, n: int) -> tuple[str, bool, int, str]:
        """The sort key of an assertion in the contract's order: message, place (NULL last), then its id."""
        start = self._claims[n].checked.char_start
        return self._claims[n].message_id, start is None, start or 0, self._id_of(n)

    def _linked_row(self, n: int) -> tuple[Any, ...]:
        """The values of a claim in the order of `_LINKED`."""
        claim = self._claims[n]
        literal, message = claim.literal, claim.row.message
        return (
            self._id_of(n), claim.message_id, claim.fact_key, claim.subject.entity_id, claim.predicate_id,
            claim.object.entity_id if claim.object else None,
            literal.value_type if literal else None, literal.value if literal else None, claim.signature,
            claim.row.modality, claim.row.polarity, claim.role, message.created_at_utc, self._superseded_by(n, claim),
            claim.checked.char_start, claim.checked.char_end, claim.qualifier.kind if claim.qualifier else None,
            claim.qualifier.time_mention_id if claim.qualifier else None, claim.row.confidence,
            claim.row.surface_text,
        )  # fmt: skip

    def _row(self, n: int, fates: Mapping[str, Fate]) -> tuple[Any, ...]:
        """The values of a claim in the order of the contract's columns."""
        claim = self._claims[n]
        row, checked, literal = claim.row, claim.checked, claim.literal
        thing, qualifier, given = claim.object, claim.qualifier, claim.given or _NOTHING_GIVEN
        fate = self._fate(n, claim, fates)
        return (
            self._id_of(n), claim.message_id, claim.assertion_key, claim.fact_key,
            claim.subject.entity_id, claim.subject.tier, claim.predicate_id,
            thing.entity_id if thing else None, thing.tier if thing else None,
            literal.value_type if literal else None, literal.value if literal else None, claim.signature,
            qualifier.kind if qualifier else None, qualifier.time_mention_id if qualifier else None, *given,
            row.modality, row.polarity, claim.role, row.message.created_at_utc,
            row.confidence, self._weighed.factors[n].confidence_grounding, self._confidences[n],
            n in self._corroborators, claim.is_passing, fate and fate.superseded_by, fate and fate.supersession,
            checked.char_start, checked.char_end, checked.surface,
            row.extraction_method, claim.model, self._raw(n),
        )  # fmt: skip

    def _fate(self, n: int, claim: Claim, fates: Mapping[str, Fate]) -> Fate | None:
        """What became of the assertion of a claim: superseded by the correction that the person recorded as a verdict
        or, if there is none, by what their words in a message say. None if neither happened."""
        superseded_by = self._superseded_by(n, claim)
        return fates.get(self._id_of(n)) if superseded_by is None else Fate(superseded_by, "correction")

    def _superseded_by(self, n: int, claim: Claim) -> str | None:
        """The assertion that the person's verdict put in this claim's place; None if there is none or both
        have the same id."""
        if claim.corrected_by is None:
            return None
        other = self.id_of(self._corrections[id(claim.corrected_by)])
        return None if other == self._id_of(n) else other

    def _corroborating(self, n: int) -> list[tuple[str, Corroborator]]:
        """The assertions that corroborate a claim, ordered by their message and then by their id (§4.9)."""
        found: dict[str, Corroborator] = {}
        for one in self._weighed.corroborators.get(n, ()):
            own = self.id_of(one.n)
            if own not in found or one.similarity > found[own].similarity:
                found[own] = one
        return sorted(found.items(), key=lambda item: (item[1].order_index, item[1].message_id, item[0]))
