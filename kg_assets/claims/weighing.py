"""Computes how sure a claim is (seed 000 §4.6.6-4.6.8), and which of several claims with one `assertion_key` is kept
(§4.7.2).

Confidence and corroboration are computed in SQL; this module lays out the tables that the SQL reads.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from kg_assets.claims.claim import Bounds, Claim
from kg_assets.claims.grounding import Grounder
from kg_assets.claims.names import NameIndex
from kg_assets.claims.settings import ClaimSettings
from kg_assets.claims.vocabulary import Vocabulary
from kg_assets.core.instants import normalize
from kg_assets.core.stage import StageRun

_SAID = pa.schema(
    [("n", pa.int64()), ("can_corroborate", pa.bool_())]
    + [
        (name, pa.string())
        for name in ("message_id", "role", "subject_entity_id", "predicate_id", "object_match", "polarity")
    ]
)
_WEIGHED = pa.schema(
    [("n", pa.int64()), ("role", pa.string()), ("has_user_corroboration", pa.bool_()), ("has_object", pa.bool_())]
    + [(f"{side}_detection_tier", pa.int64()) for side in ("subject", "object")]
    + [
        (name, pa.float64())
        for name in (
            "confidence_extraction", "subject_confidence", "object_confidence", "subject_salience", "temporal_penalty",
        )
    ]
)  # fmt: skip
_SIMILAR = pa.schema([("predicate_id", pa.string()), ("other_id", pa.string()), ("similarity", pa.float64())])
_FIRST_OF = "0001-01-01T00:00:00"


class Corroborator(NamedTuple):
    """A claim of the person that says the same as another claim: its number, how similar the predicates are, and the
    place of its message in the conversation."""

    n: int
    similarity: float
    order_index: int
    message_id: str


class Factors(NamedTuple):
    """The factors of a claim's confidence: columns of `sql/claims/weights.sql` (§4.6.8)."""

    subject_tier_factor: float
    object_tier_factor: float
    trust_weight: float
    salience_factor: float
    temporal_factor: float
    confidence_grounding: float
    confidence_final: float


class Weighed(NamedTuple):
    """For each claim the factors of its confidence, and for some (by number) the claims that corroborate
    it."""

    factors: list[Factors]
    corroborators: dict[int, list[Corroborator]]


def weigh(stage: StageRun, grounder: Grounder, claims: Sequence[Claim]) -> Weighed:
    """Check time bounds, find corroborating claims and compute the confidences (§4.6.6 to §4.6.8), after
    verdicts are applied."""
    if grounder.settings.enable_temporal_bounds_validation:
        set_bounds(claims, grounder, stage.settings("time").anchor_timezone)
    found: dict[int, list[Corroborator]] = defaultdict(list)
    pairs = stage.query(
        "sql/claims/corroboration.sql",
        parameters={"coref_window_size": grounder.settings.coref_window_size},
        tables={
            "claims": _said_by_both(claims),
            "alike": similar_predicates(claims, grounder.vocabulary, grounder.settings),
        },
    )
    for pair in pairs.to_pylist():
        found[pair["n"]].append(
            Corroborator(pair["other"], pair["similarity"], pair["order_index"], pair["message_id"])
        )
    trust = stage.settings("trust")
    factors = stage.query(
        "sql/claims/weights.sql",
        parameters={**grounder.settings.model_dump(), **trust.model_dump(), "max_salience": _most_salient(grounder)},
        tables={"claims": _weighed(claims, grounder, found.keys())},
    )
    columns = [factors[name].to_pylist() for name in Factors._fields]
    known: dict[Factors, Factors] = {}  # few differ
    made = map(Factors._make, zip(*columns, strict=True))
    return Weighed([known.setdefault(own, own) for own in made], found)


def set_bounds(claims: Sequence[Claim], grounder: Grounder, timezone: str) -> None:
    """Compare each claim's time with its entities' beginnings (§4.6.6, design §9). Where claims state when an entity
    began, an earlier time costs a penalty. A time before the first mention of an entity is only noted."""
    began = world_bounds(claims, grounder.settings.world_bound_predicates, timezone)
    known = grounder.resolver.known
    for claim in claims:
        at = claim.qualifier.valid_from_utc if claim.qualifier else None
        if at is None:
            continue
        ends = [claim.subject] if claim.object is None else [claim.subject, claim.object]
        valid = [not at < began.get(end.entity_id, at) for end in ends]
        early = [at < (known[end.entity_id].first_seen_at_utc or at) for end in ends]
        penalty = 0.0 if all(valid) else grounder.settings.temporal_bounds_violation_penalty
        has_object = len(ends) > 1
        claim.bounds = Bounds(
            valid[0], valid[1] if has_object else None, early[0], early[1] if has_object else None, penalty
        )


def world_bounds(claims: Sequence[Claim], predicates: Sequence[str], timezone: str) -> dict[str, str]:
    """The dates on which entities began to exist, by entity id: the earliest date that the person's positive claims
    with these predicates give. Claims that the person corrected do not count."""
    began: dict[str, str] = {}
    for claim in claims:
        literal = claim.literal
        if (
            claim.checked.label.norm in predicates
            and literal is not None
            and literal.value_type == "date"
            and claim.role == "user"
            and claim.row.polarity == "positive"
            and claim.corrected_by is None
        ):
            start = _first_instant(literal.value.strip('"'), timezone)
            if start is not None:
                known = began.get(claim.subject.entity_id, start)
                began[claim.subject.entity_id] = min(known, start)
    return began


def similar_predicates(claims: Sequence[Claim], vocabulary: Vocabulary, settings: ClaimSettings) -> pa.Table:
    """For each predicate, those that count as the same for corroboration (§4.6.7): itself, and labels with nearly the
    same spelling. Two labels of the vocabulary never count as the same, because it declares both as different."""
    used = {claim.checked.label.norm: claim.predicate_id for claim in claims}
    index = NameIndex(used, settings.predicate_similarity_threshold)
    rows = [
        {"predicate_id": used[norm], "other_id": used[near.name], "similarity": round(near.similarity, 12)}
        for norm in sorted(used)
        for near in index.similar(norm)
        if near.name == norm or not (vocabulary.holds(norm) and vocabulary.holds(near.name))
    ]
    return pa.Table.from_pylist(rows, schema=_SIMILAR)


def survivors(claims: Sequence[Claim], confidences: Sequence[float], settings: ClaimSettings) -> list[int]:
    """For each claim, in the order of `validation.order` (§4.9), the number of the claim that is kept for its key
    (§4.7.2)."""
    if settings.assertion_upsert_policy == "keep_all":
        return list(range(len(claims)))
    keys = [claim.assertion_key for claim in claims]
    standing: dict[str, int] = {}
    for n, key in enumerate(keys):
        before = standing.setdefault(key, n)
        is_surer = confidences[n] > confidences[before] + settings.upsert_margin
        if is_surer and settings.assertion_upsert_policy == "keep_highest_confidence":
            standing[key] = n
    return [standing[key] for key in keys]


def _weighed(claims: Sequence[Claim], grounder: Grounder, corroborated: Collection[int]) -> pa.Table:
    """The inputs of each claim's confidence, as the table `claims` of `sql/claims/weights.sql`."""
    known = grounder.resolver.known
    columns: dict[str, list[Any]] = {
        "n": list(range(len(claims))),
        "role": [claim.role for claim in claims],
        "has_user_corroboration": [n in corroborated for n in range(len(claims))],
        "has_object": [claim.object is not None for claim in claims],
        "subject_detection_tier": [claim.subject.tier for claim in claims],
        "object_detection_tier": [claim.object.tier if claim.object else None for claim in claims],
        "confidence_extraction": [claim.row.confidence for claim in claims],
        "subject_confidence": [claim.subject.confidence for claim in claims],
        "object_confidence": [claim.object.confidence if claim.object else None for claim in claims],
        "subject_salience": [known[claim.subject.entity_id].salience for claim in claims],
        "temporal_penalty": [claim.bounds.penalty if claim.bounds else 0.0 for claim in claims],
    }
    return pa.table(columns, schema=_WEIGHED)


def _said_by_both(claims: Sequence[Claim]) -> pa.Table:
    """The claims whose subject, object and polarity both the person and an assistant have stated. No other
    claim can be corroborated."""
    sides: dict[str, set[tuple[str, str, str]]] = {"user": set(), "assistant": set()}
    for claim in claims:
        sides[claim.role].add(_said(claim))
    both = sides["user"] & sides["assistant"]
    given = [(n, claim) for n, claim in enumerate(claims) if _said(claim) in both]
    columns: dict[str, list[Any]] = {
        "n": [n for n, _ in given],
        "can_corroborate": [_can_corroborate(claim) for _, claim in given],
        "message_id": [claim.message_id for _, claim in given],
        "role": [claim.role for _, claim in given],
        "subject_entity_id": [claim.subject.entity_id for _, claim in given],
        "predicate_id": [claim.predicate_id for _, claim in given],
        "object_match": [claim.object_match for _, claim in given],
        "polarity": [claim.row.polarity for _, claim in given],
    }
    return pa.table(columns, schema=_SAID)


def _said(claim: Claim) -> tuple[str, str, str]:
    return claim.subject.entity_id, claim.object_match, claim.row.polarity


def _can_corroborate(claim: Claim) -> bool:
    """Whether a claim is the person's, no question, and not corrected by them."""
    return claim.role == "user" and claim.row.modality != "question" and claim.corrected_by is None


def _most_salient(grounder: Grounder) -> float:
    return max((entity.salience or 0.0 for entity in grounder.resolver.known.values()), default=0.0)


def _first_instant(date: str, timezone: str) -> str | None:
    """The first instant of an ISO date that may be a day, a month ("2020-05") or a year."""
    return normalize(date if len(date) > 10 else date + _FIRST_OF[len(date) :], timezone)
