"""Builds `raw_assertion_json`, which records every decision on the way to a claim.

Each part is canonical JSON. So is the whole, because its keys are written in sorted order. Parts that many
claims share are cached.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kg_assets.claims.candidate import candidate_json
from kg_assets.claims.claim import Bounds, Claim, Qualifier
from kg_assets.claims.literals import Literal
from kg_assets.claims.resolution import Resolution
from kg_assets.claims.vocabulary import Label
from kg_assets.claims.weighing import Corroborator, Factors
from kg_assets.core.canonical import canonical_text

_KNOWN = 1 << 14


def explanation(claim: Claim, factors: Factors, final: float, corroborators: Sequence[tuple[str, Corroborator]]) -> str:
    """The `raw_assertion_json` of a claim: its candidate, how its arguments, predicate and time were found,
    the factors of its confidence, what corroborates it, and the person's verdict on it."""
    row, checked, thing = claim.row, claim.checked, claim.object
    confidence = _confidence(row.confidence, claim.subject.confidence, thing.confidence if thing else 1.0, factors)
    return (
        f'{{"candidate":{candidate_json(row)}'
        f',"confidence":{confidence}'
        f',"corroboration":{_corroboration(corroborators)}'
        f',"object":{_resolved(thing) if thing else _value(row.object_kind, claim.literal)}'
        f',"predicate":{_predicate(row.predicate_label, checked.label)}'
        f',"subject":{_resolved(claim.subject)}'
        f',"temporal_bounds_check":{_bounds(claim.bounds)}'
        f',"temporal_qualifier":{_qualifier(claim.qualifier, row.qualifier_value)}'
        f',"verdict":{_verdict(claim, final)}'
        f',"words":{_words(checked.span_issue, checked.quote)}}}'
    )


@lru_cache(_KNOWN)
def _confidence(extraction: float, subject: float, thing: float, factors: Factors) -> str:
    """The factors of the confidence (§4.6.8), as JSON."""
    return canonical_text(
        {
            "confidence_extraction": extraction,
            "subject_resolution_confidence": subject,
            "object_resolution_confidence": thing,
            **factors._asdict(),
        }
    )


@lru_cache(_KNOWN)
def _resolved(resolution: Resolution) -> str:
    """Which entity an argument was resolved to, and by which step (§4.6.1), as JSON."""
    found: dict[str, Any] = {
        "entity_id": resolution.entity_id,
        "detection_tier": resolution.tier,
        "confidence": resolution.confidence,
        "step": resolution.step,
        "among": resolution.among,
    }
    if resolution.similarity is not None:
        found["similarity"] = resolution.similarity
    return canonical_text(found)


def _value(asked: str | None, literal: Literal | None) -> str:
    """A literal object as JSON: the kind that the reader gave, and the type and value that are stored (§4.6.2)."""
    if literal is None:
        return "null"
    return canonical_text({"asked": asked, "stored": literal.value_type, "value": json.loads(literal.value)})


@lru_cache(_KNOWN)
def _predicate(said: str, label: Label) -> str:
    """The predicate as it was read, and how its label was found (§4.6.4), as JSON."""
    return canonical_text({"label": said, "read_by": label.read_by})


@lru_cache(_KNOWN)
def _qualifier(qualifier: Qualifier | None, value: str | None) -> str:
    """How a time qualifies the claim (§4.6.5), as JSON. The reader's value is kept if no time mention is linked."""
    if qualifier is None:
        return "null"
    kept = {"type": qualifier.kind, "linked_by": qualifier.linked_by}
    if qualifier.time_mention_id is None:
        kept["temporal_qualifier_value"] = value
    return canonical_text(kept)


@lru_cache(_KNOWN)
def _bounds(bounds: Bounds | None) -> str:
    """The check of the claim's time against the beginnings of its entities (§4.6.6), as JSON."""
    if bounds is None:
        return "null"
    return canonical_text(
        {
            "subject_bounds_valid": bounds.is_after_subject,
            "object_bounds_valid": bounds.is_after_object,
            "precedes_subject_first_seen": bounds.precedes_subject_first_seen,
            "precedes_object_first_seen": bounds.precedes_object_first_seen,
            "penalty_applied": bounds.penalty,
        }
    )


def _corroboration(corroborators: Sequence[tuple[str, Corroborator]]) -> str:
    """The assertions that corroborate the claim, and how similar their predicates are (§4.6.7), as JSON."""
    if not corroborators:
        return "null"
    best = max(one.similarity for _, one in corroborators)
    found: dict[str, Any] = {"corroborating_assertion_ids": [own for own, _ in corroborators]}
    if best == 1.0:
        return canonical_text({**found, "match_type": "exact_predicate"})
    return canonical_text({**found, "match_type": "fuzzy_predicate", "similarity_score": best})


def _verdict(claim: Claim, final: float) -> str:
    if claim.verdict is None:
        return "null"
    kind = "correction" if claim.corrects is not None else claim.verdict.kind
    return canonical_text({"kind": kind, "position": claim.verdict.position, "confidence_final": final})


def _words(issue: str | None, quote: str | None) -> str:
    """What is wrong with the claim's place in the text, and the quote that was not found there (§4.5.4), as JSON."""
    return "null" if issue is None else canonical_text({"issue": issue, "quote": quote})
