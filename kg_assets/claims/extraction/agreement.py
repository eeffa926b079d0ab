"""Keeps what most runs of one request agree on (seed 000 §4.4.4, multi-run aggregation)."""

import unicodedata
from collections.abc import Hashable, Sequence

from kg_assets.claims.extraction.reading import Argument, Described, ModelClaim, ModelRetraction
from kg_assets.llm.votes import Agreed, majority


def plain(words: str) -> str:
    """Words in the form in which they are compared: NFKC, single blanks, lower case (§4.6.4)."""
    return " ".join(unicodedata.normalize("NFKC", words).split()).casefold()


def claims_agreed(runs: Sequence[Sequence[ModelClaim]]) -> list[Agreed[ModelClaim]]:
    """The claims that more than half of the runs make, each with the mean of their confidences."""
    return majority(runs, claim_key, lambda claim: claim.confidence)


def retractions_agreed(runs: Sequence[Sequence[ModelRetraction]]) -> list[Agreed[ModelRetraction]]:
    """The retractions that more than half of the runs make, each with the mean of their confidences."""
    return majority(runs, _retraction_key, lambda retraction: retraction.confidence)


def claim_key(claim: ModelClaim) -> Hashable:
    """The values by which claims of two runs are the same: (subject_norm, predicate_label_norm,
    object_signature_intent, modality, polarity), and whether the claim is rejected."""
    return (
        plain(claim.subject.value),
        plain(claim.predicate),
        signature_intent(claim.object),
        claim.modality,
        claim.polarity,
        claim.rejection is None,
    )


def signature_intent(thing: Argument | None) -> str:
    """The object's part of `claim_key`: the values from which its signature (§4.6.3) will be made."""
    if thing is None:
        return "N:__NONE__"
    if thing.kind == "entity":
        return f"E:{plain(thing.value)}"
    return f"V:{thing.kind}:{plain(thing.value)}"


def _retraction_key(retraction: ModelRetraction) -> Hashable:
    return (retraction.retraction_type, _described_key(retraction.target), _described_key(retraction.replacement))


def _described_key(described: Described | None) -> Hashable:
    if described is None:
        return None
    return tuple(part and plain(part) for part in (described.subject, described.predicate, described.object))
