"""Stage 4, phases 3 to 5: turns candidates into claims with subject, predicate, object, time, confidence and
quote.

The candidates that were read are grounded once. A retraction that corrects a claim adds a candidate once its
target is known; such candidates are grounded in later rounds and join the others (`settle`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.claims.assertions import Assertions, Fate
from kg_assets.claims.candidate import read_candidates
from kg_assets.claims.claim import Claim
from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES, REJECTED_CLAIMS
from kg_assets.claims.deciding import decided
from kg_assets.claims.grounding import Findings, Grounder, Newcomer
from kg_assets.claims.newcomers import entity_rows
from kg_assets.claims.parsed.events import EVENT, OF_CLAUSES
from kg_assets.claims.validation import Rejection, without_suppressed
from kg_assets.claims.vocabulary import Vocabulary
from kg_assets.claims.weighing import weigh
from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun

_LABELS = pa.schema(
    [(name, pa.string()) for name in ("predicate_id", "canonical_label", "canonical_label_norm", "inverse_label")]
    + [("category", pa.string()), ("arity", pa.int64()), ("value_type_constraint", pa.string())]
    + [("usual_modality", pa.string()), ("raw_predicate_json", pa.string())]
)
_NAMED_BY = [
    "candidate_id", "message_id", "bare_name", "subject", "predicate_label", "object", "polarity", "modality",
]  # fmt: skip
_NAMES = ("entity_id", "entity_type", "entity_key", "canonical_name", "aliases_json")


class Linkable(NamedTuple):
    """The tables that linking retractions reads: columns of `kg.assertions`, `kg.entities` and
    `kg.predicates` of one round."""

    assertions: pa.Table
    entities: pa.Table
    predicates: pa.Table


class _Round(NamedTuple):
    """The result of one round: the claims that were read, and those that corrections have added so far."""

    claims: Sequence[Claim]
    rejected: Sequence[Claim]  # by the person
    assertions: Assertions
    newcomers: Sequence[Newcomer]
    labels: pa.Table  # every predicate, without its counts
    findings: Findings


class Grounding:
    """Grounds the candidates of a build, in as many rounds as corrections need."""

    def __init__(self, stage: StageRun, candidates: pa.Table) -> None:
        self._stage = stage
        self._grounder = Grounder(stage)
        self._findings = Findings()
        known = _of_known_people(stage, self._grounder.vocabulary, candidates, self._findings)
        self._read = self._grounder.ground(read_candidates(stage, known), self._findings)
        self._last: _Round | None = None

    def with_added(self, added: pa.Table) -> Linkable:
        """Run one round: ground `added` (rows of `kg.claim_candidates`), join the result to the claims that were
        read, and return the tables that linking retractions reads. The round before is forgotten."""
        self._last = None  # rounds are as large as the build: one at a time
        findings, claims = Findings(), self._read
        if added.num_rows:
            made = self._grounder.ground(read_candidates(self._stage, added), findings)
            claims = _joined(claims, made, findings)
        claims, rejected = decided(self._stage, self._grounder, claims, findings)
        weighed = weigh(self._stage, self._grounder, claims)
        assertions = Assertions(self._grounder.ids, claims, weighed, self._grounder.settings)
        labels = _labels(self._grounder.vocabulary, self._grounder.ids, claims)
        newcomers = _spoken_of(claims, self._grounder.newcomers)
        self._last = _Round(claims, rejected, assertions, newcomers, labels, findings)
        return Linkable(assertions.linked(), self._names(newcomers), labels)

    def settled(self, fates: Mapping[str, Fate]) -> "Settled":
        """The tables of the last round; `fates` says what took the place of which assertion."""
        if self._last is None:
            raise RuntimeError("retractions were linked without claims being grounded")
        claims, rejected, assertions, newcomers, labels, findings = self._last
        duplicates = assertions.duplicates()
        rejections = [*self._findings.rejected, *findings.rejected, *duplicates, *self._judged_wrong(rejected)]
        for severity, code, message_id, detail in (*self._findings.events, *findings.events):
            self._stage.event(severity, code, message_id, **detail)
        _report(self._stage, claims, duplicates)
        return Settled(assertions.table(fates), rejections, newcomers, labels)

    def _judged_wrong(self, claims: Sequence[Claim]) -> Iterator[Rejection]:
        """A rejection for each claim that the person judged wrong. It names the id that the assertion had before the
        verdict, so that `annals undo ID` still finds it."""
        if not claims:
            return
        positions = [claim.verdict and claim.verdict.position for claim in claims]
        for claim in claims:
            claim.verdict = None
        weighed = weigh(self._stage, self._grounder, claims)
        assertions = Assertions(self._grounder.ids, claims, weighed, self._grounder.settings)
        for n, (claim, position) in enumerate(zip(claims, positions, strict=True)):
            self._stage.count("verdicts:rejected")
            detail = {"assertion_id": assertions.id_of(n), "position": position, "fact_key": claim.fact_key}
            yield Rejection(claim.row.candidate_id, claim.message_id, "REJECTED_BY_PERSON", detail)

    def _names(self, newcomers: Sequence[Newcomer]) -> pa.Table:
        """The known entities and the newcomers, with type, key, canonical name and aliases."""
        known = self._grounder.entities.select(_NAMES)
        rows = [{name: row[name] for name in _NAMES} for row in entity_rows(one.known for one in newcomers)]
        return pa.concat_tables([known, pa.Table.from_pylist(rows, schema=known.schema)])


def _of_known_people(
    stage: StageRun, vocabulary: Vocabulary, candidates: pa.Table, findings: Findings
) -> pa.Table:  # fmt: skip
    """The candidates without those about unknown people who are called by first name alone. Such a claim is rejected if
    the person says nowhere who that is and fewer than `bare_name_conversations` conversations tell something of them.
    """
    unknown = stage.query(
        "sql/claims/unknown_names.sql",
        parameters={
            "relations": vocabulary.relations_to_people(),
            "vocabulary": sorted(vocabulary.terms),
            "conversations": stage.settings("claims").bare_name_conversations,
        },
        tables={"candidates": candidates.select(_NAMED_BY)},
    )
    for row in unknown.to_pylist():
        findings.rejected.append(Rejection(row["candidate_id"], row["message_id"], "NAME_NOT_KNOWN", {}))
    if not unknown.num_rows:
        return candidates
    return candidates.filter(pc.invert(pc.is_in(candidates["candidate_id"], unknown["candidate_id"].combine_chunks())))


class Settled(NamedTuple):
    """The tables and rows that the stage writes at its end."""

    assertions: pa.Table  # as `kg.assertions`
    rejections: Sequence[Rejection]
    newcomers: Sequence[Newcomer]
    labels: pa.Table


def write(stage: StageRun, settled: Settled) -> None:
    """Write the tables of the stage, and count what they hold (§4.8.2)."""
    for row in stage.query("sql/claims/statistics.sql", tables={"assertions": settled.assertions}).to_pylist():
        stage.count(row["key"], row["value"])
    for one in settled.rejections:
        stage.count(f"rejected:{one.reason}")
    stage.count("entities_created", len(settled.newcomers))
    for own, message_id, claims in settled.newcomers:
        stage.event("WARN", "ENTITY_CREATED_DURING_GROUNDING", message_id, entity_id=own.entity_id, claims=claims)
    given = {"labels": settled.labels, "assertions": settled.assertions}
    stage.write(PREDICATES.name, stage.query("sql/claims/predicates.sql", tables=given, contract=PREDICATES.name))
    stage.write(ASSERTIONS.name, settled.assertions)
    stage.write(ENTITIES.name, _entities(stage, settled.newcomers))
    rejected = [
        {
            "candidate_id": one.candidate_id,
            "message_id": one.message_id,
            "reason": one.reason,
            "detail_json": canonical_text(one.detail),
        }
        for one in settled.rejections
    ]
    stage.write(REJECTED_CLAIMS.name, pa.Table.from_pylist(rejected, schema=REJECTED_CLAIMS.arrow_schema()))


def _entities(stage: StageRun, newcomers: Sequence[Newcomer]) -> pa.Table:
    """All entities as `kg.entities` has them."""
    schema = pa.schema([field.with_nullable(True) for field in ENTITIES.arrow_schema()])
    rows = pa.Table.from_pylist(entity_rows(one.known for one in newcomers), schema=schema)
    return stage.query("sql/claims/entities.sql", tables={"newcomers": rows}, contract=ENTITIES.name)


def _joined(read: Sequence[Claim], made: Sequence[Claim], findings: Findings) -> list[Claim]:
    """The claims that were read and those that corrections add. Where two readings of the same words compete, the
    weaker one is left out."""
    touched = {claim.message_id for claim in made}
    together = [*(claim.checked for claim in read if claim.message_id in touched), *(claim.checked for claim in made)]
    _, lost = without_suppressed(together)
    findings.rejected += lost
    gone = {one.candidate_id for one in lost}
    kept = [claim for claim in (*read, *made) if claim.row.candidate_id not in gone]
    return sorted(kept, key=lambda claim: claim.checked.order)


def _spoken_of(claims: Sequence[Claim], newcomers: Mapping[str, Newcomer]) -> list[Newcomer]:
    """The newcomers that are the subject or object of a claim of this round; newcomers that only an earlier round
    needed are left out."""
    used = {claim.subject.entity_id for claim in claims} | {c.object.entity_id for c in claims if c.object is not None}
    return [newcomer for own, newcomer in newcomers.items() if own in used]


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
            "usual_modality": term.modality,
            "raw_predicate_json": canonical_text(term.model_dump(mode="json")),
        }
    for claim in claims:
        said = claim.checked.label
        if said.norm not in rows:
            rows[said.norm] = {
                "predicate_id": claim.predicate_id,
                "canonical_label": said.label,
                "canonical_label_norm": said.norm,
                "category": EVENT if claim.row.reader.startswith(OF_CLAUSES) else None,
                "arity": 1 if claim.row.object is None else 2,
            }
    return pa.Table.from_pylist([rows[norm] for norm in sorted(rows)], schema=_LABELS)


def _report(stage: StageRun, claims: Sequence[Claim], duplicates: Sequence[Rejection]) -> None:
    """Count how claims were grounded, and warn of claims whose time precedes their entities (§4.8.2)."""
    own = {claim.checked.label.norm for claim in claims if claim.checked.label.read_by == "own"}
    stage.count("predicates_created", len(own))
    stage.count("claims_grounded", len(claims) - len(duplicates))
    counts: Counter[str] = Counter()
    for claim in claims:
        counts[f"subject_resolved_by:{claim.subject.step}"] += 1
        if claim.object is not None:
            counts[f"object_resolved_by:{claim.object.step}"] += 1
        if claim.qualifier is not None:
            counts[f"qualifier_linked_by:{claim.qualifier.linked_by or 'nothing'}"] += 1
        if claim.verdict is not None and claim.corrects is None:
            counts[f"verdicts:{claim.verdict.kind}"] += 1
        if claim.bounds is not None and claim.bounds.penalty:
            counts["temporal_bounds_violations"] += 1
            stage.event("WARN", "ASSERTION_PRECEDES_ENTITY", claim.message_id, candidate_id=claim.row.candidate_id)
    for key, value in sorted(counts.items()):
        stage.count(key, value)
