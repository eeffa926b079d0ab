"""Stage 4, phases 3 to 5: candidates become claims that say of whom, what, when, how surely, and in which words.

`assertions_of` gives all that is to be written, so that what takes claims back can be laid over it (`settle`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from kg_assets.claims.claim import PERSON, Claim
from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES, REJECTED_CLAIMS
from kg_assets.claims.deciding import decided
from kg_assets.claims.explaining import explanation
from kg_assets.claims.grounding import Grounder
from kg_assets.claims.newcomers import entity_rows
from kg_assets.claims.resolution import Known
from kg_assets.claims.validation import Rejection
from kg_assets.claims.vocabulary import Vocabulary
from kg_assets.claims.weighing import Corroborator, Weighed, survivors, weigh
from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace, sha256_hex
from kg_assets.core.stage import StageRun
from kg_assets.sources.tables import Rows

_LABELS = pa.schema(
    [(name, pa.string()) for name in ("predicate_id", "canonical_label", "canonical_label_norm", "inverse_label")]
    + [("category", pa.string()), ("arity", pa.int64()), ("value_type_constraint", pa.string())]
    + [("raw_predicate_json", pa.string())]
)


class Grounded(NamedTuple):
    """What the stage found, before it is written."""

    assertions: pa.Table  # as `kg.assertions`
    rejections: list[Rejection]
    newcomers: list[Known]
    labels: pa.Table  # every predicate, without its counts


def assertions_of(stage: StageRun, candidates: pa.Table) -> Grounded:
    """The claims that candidates make; rows of `kg.claim_candidates`."""
    grounder = Grounder(stage)
    claims = grounder.ground(stage.query("sql/claims/candidates.sql", tables={"candidates": candidates}).to_pylist())
    claims = decided(stage, grounder, claims)
    weighed = weigh(stage, grounder, claims)
    confidences = [
        1.0 if claim.is_confirmed else factors["confidence_final"]
        for claim, factors in zip(claims, weighed.factors, strict=True)
    ]
    standing = survivors(claims, confidences, grounder.settings)
    assertions = _Assertions(grounder.ids, claims, weighed, confidences, standing)
    table, duplicates = assertions.table(), assertions.duplicates()
    _report(stage, claims, duplicates)
    return Grounded(
        table,
        [*grounder.rejected, *duplicates],
        list(grounder.newcomers.values()),
        _labels(grounder.vocabulary, grounder.ids, claims),
    )


def write(stage: StageRun, grounded: Grounded) -> None:
    """Hand over the tables, and count what went into them (§4.8.2)."""
    rejected = [
        {
            "candidate_id": one.candidate_id,
            "message_id": one.message_id,
            "reason": one.reason,
            "detail_json": canonical_text(one.detail),
        }
        for one in grounded.rejections
    ]
    for row in stage.query("sql/claims/statistics.sql", tables={"assertions": grounded.assertions}).to_pylist():
        stage.count(row["key"], row["value"])
    for one in grounded.rejections:
        stage.count(f"rejected:{one.reason}")
    stage.count("entities_created", len(grounded.newcomers))
    stage.write(ASSERTIONS.name, grounded.assertions)
    given = {"labels": grounded.labels, "assertions": grounded.assertions}
    stage.write(PREDICATES.name, stage.query("sql/claims/predicates.sql", tables=given, contract=PREDICATES.name))
    stage.write(ENTITIES.name, entities_of(stage, grounded))
    stage.write(REJECTED_CLAIMS.name, pa.Table.from_pylist(rejected, schema=REJECTED_CLAIMS.arrow_schema()))


def entities_of(stage: StageRun, grounded: Grounded) -> pa.Table:
    """All entities as `kg.entities` has them."""
    schema = _without_nulls_refused(ENTITIES.arrow_schema())
    newcomers = pa.Table.from_pylist(entity_rows(grounded.newcomers), schema=schema)
    return stage.query("sql/claims/entities.sql", tables={"newcomers": newcomers}, contract=ENTITIES.name)


class _Assertions:
    """The rows of `kg.assertions`. The person's come first, since an assistant's name those that corroborate them."""

    def __init__(
        self,
        ids: IdSpace,
        claims: Sequence[Claim],
        weighed: Weighed,
        confidences: Sequence[float],
        standing: Sequence[int],
    ) -> None:
        self._ids = ids
        self._claims = claims
        self._weighed = weighed
        self._confidences = confidences
        self._standing = standing
        self._raw: dict[int, str] = {}
        self._id_of: dict[int, str] = {}
        self._corroborators: dict[int, list[tuple[str, Corroborator]]] = {}

    def table(self) -> pa.Table:
        for role in ("user", "assistant"):
            for n, claim in enumerate(self._claims):
                if claim.role == role and self._standing[n] == n:
                    self._identify(n, claim)
        first = {own: n for n, own in sorted(self._id_of.items(), reverse=True)}  # design §9: identical ids collapse
        numbers = {id(claim): n for n, claim in enumerate(self._claims) if claim.corrects is not None}
        rows = Rows(ASSERTIONS)
        for n in sorted(first.values()):
            rows.add(self._row(n, numbers))
        return rows.table()

    def duplicates(self) -> list[Rejection]:
        """Candidates for which another stands."""
        first = {own: n for n, own in sorted(self._id_of.items(), reverse=True)}
        found = []
        for n, claim in enumerate(self._claims):
            own = self._id_of[self._standing[n]]
            if first[own] != n and claim.row["extraction_method"] != PERSON:
                detail = {"assertion_id": own, "kept": self._claims[first[own]].row["candidate_id"]}
                found.append(Rejection(claim.row["candidate_id"], claim.message_id, "DUPLICATE", detail))
        return found

    def _identify(self, n: int, claim: Claim) -> None:
        """§4.7.1."""
        self._corroborators[n] = self._corroborating(n)
        raw = explanation(claim, self._weighed.factors[n], self._confidences[n], self._corroborators[n])
        self._raw[n] = raw
        self._id_of[n] = self._ids.make("assertion", claim.assertion_key, sha256_hex(raw))

    def _row(self, n: int, numbers: Mapping[int, int]) -> tuple[Any, ...]:
        """In the order of the contract's columns."""
        claim = self._claims[n]
        row, checked, literal = claim.row, claim.checked, claim.literal
        thing, qualifier = claim.object, claim.qualifier
        superseded_by = self._superseded_by(n, claim, numbers)
        return (
            self._id_of[n], claim.message_id, claim.assertion_key, claim.fact_key,
            claim.subject.entity_id, claim.subject.tier, claim.predicate_id,
            thing.entity_id if thing else None, thing.tier if thing else None,
            literal.value_type if literal else None, literal.value if literal else None, claim.signature,
            qualifier.kind if qualifier else None, qualifier.time_mention_id if qualifier else None,
            row["modality"], row["polarity"], claim.role, row["created_at_utc"],
            row["confidence"], self._weighed.factors[n]["confidence_grounding"], self._confidences[n],
            bool(self._corroborators[n]), superseded_by, "correction" if superseded_by else None,
            checked.char_start, checked.char_end, checked.surface,
            row["extraction_method"], claim.model, self._raw[n],
        )  # fmt: skip

    def _superseded_by(self, n: int, claim: Claim, numbers: Mapping[int, int]) -> str | None:
        """What the person put in its place, unless that is the claim itself."""
        if claim.corrected_by is None:
            return None
        other = self._id_of[self._standing[numbers[id(claim.corrected_by)]]]
        return None if other == self._id_of[n] else other

    def _corroborating(self, n: int) -> list[tuple[str, Corroborator]]:
        """The assertions that corroborate a claim, in the order of §4.9."""
        found: dict[str, Corroborator] = {}
        for one in self._weighed.corroborators.get(n, ()):
            own = self._id_of[self._standing[one.n]]
            if own not in found or one.similarity > found[own].similarity:
                found[own] = one
        return sorted(found.items(), key=lambda item: (item[1].order_index, item[1].message_id, item[0]))


def _labels(vocabulary: Vocabulary, ids: IdSpace, claims: Sequence[Claim]) -> pa.Table:
    """Every predicate: the vocabulary's as declared, others as they were first said (§4.6.4)."""
    rows: dict[str, dict[str, Any]] = {}
    for label, term in vocabulary.terms.items():
        own = vocabulary.label_of(label)
        rows[own.norm] = {
            "predicate_id": ids.make("pred", own.norm),
            "canonical_label": own.label,
            "canonical_label_norm": own.norm,
            "inverse_label": term.inverse,
            "category": term.category,
            "arity": term.arity,
            "value_type_constraint": term.value_type,
            "raw_predicate_json": canonical_text(term.model_dump(mode="json")),
        }
    for claim in claims:
        said = claim.checked.label
        if said.norm not in rows:
            rows[said.norm] = {
                "predicate_id": claim.predicate_id,
                "canonical_label": said.label,
                "canonical_label_norm": said.norm,
                "arity": 1 if claim.row["object"] is None else 2,
            }
    return pa.Table.from_pylist([rows[norm] for norm in sorted(rows)], schema=_LABELS)


def _without_nulls_refused(schema: pa.Schema) -> pa.Schema:
    return pa.schema([field.with_nullable(True) for field in schema])


def _report(stage: StageRun, claims: Sequence[Claim], duplicates: Sequence[Rejection]) -> None:
    """What a reader should know of how claims were grounded (§4.8.2)."""
    own = {claim.checked.label.norm for claim in claims if claim.checked.label.read_by == "own"}
    stage.count("predicates_created", len(own))
    stage.count("claims_grounded", len(claims) - len(duplicates))
    for claim in claims:
        stage.count(f"subject_resolved_by:{claim.subject.step}")
        if claim.object is not None:
            stage.count(f"object_resolved_by:{claim.object.step}")
        if claim.qualifier is not None:
            stage.count(f"qualifier_linked_by:{claim.qualifier.linked_by or 'nothing'}")
        if claim.bounds is not None and claim.bounds.penalty:
            stage.count("temporal_bounds_violations")
            stage.event("WARN", "ASSERTION_PRECEDES_ENTITY", claim.message_id, candidate_id=claim.row["candidate_id"])
