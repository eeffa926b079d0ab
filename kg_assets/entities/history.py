"""Puts what was weighed when a name changed into the form that the history of names keeps (§3.4.7). The choice
itself is made in `sql/naming`."""

from collections.abc import Mapping, Sequence
from typing import Any

# One sentence for each reason that can decide between the chosen surface and the next best (§3.4.4).
RATIONALES = {
    "only_surface": "It is the only surface of the entity",
    "kept_after_merge": "What a person merged into the entity does not rename it",
    "weighted_score": "It has the highest weighted score",
    "best_detector_tier": "Of the highest score, it was found by the more reliable detector",
    "unweighted_count": "Of the highest score and the best detector tier, it stands in more mentions",
    "first_occurrence": "Of equal scores, tiers and counts, it was said first",
    "surface_text": "Of surfaces that are equal in all else, it comes first in code order",
}
_BY_BONUS = "; without the lexicon's bonus it would have been another"


def selection(choice: Mapping[str, Any], surfaces: Sequence[Mapping[str, Any]], weights: Mapping[str, Any]) -> Any:
    """The whole decision on a name as one object: every surface (name as it is written) in the order of preference,
    the weights, and the reason.
    """
    return {
        "surfaces": [_surface(surface) for surface in surfaces],
        "total_weighted": choice["total_weighted"],
        "base_confidence": choice["base_confidence"],
        "tier_bonus": choice["tier_bonus"],
        "weights": dict(weights),
        "lexicon": _lexicon(surfaces, choice["is_decided_by_bonus"]),
        "decided_by": choice["decided_by"],
        "rationale": RATIONALES[choice["decided_by"]] + (_BY_BONUS if choice["is_decided_by_bonus"] else "") + ".",
    }


def _surface(surface: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "surface_text": surface["surface_text"],
        "weighted_score": surface["weighted_score"],
        "unweighted_count": surface["unweighted_count"],
        "best_detector_tier": surface["best_detector_tier"],
        "detectors": {found["detector"]: found["count"] for found in surface["detectors"]},
        "first_occurrence": surface["first_occurrence"],
        "bonus_applied": surface["bonus_applied"],
    }


def _lexicon(surfaces: Sequence[Mapping[str, Any]], is_decisive: bool) -> dict[str, Any] | None:
    """The term of the personal lexicon that is the entity, with the bonus that it gives; None if the entity is no
    term (§3.4.6)."""
    term = surfaces[0]
    if term["lexicon_term_id"] is None:
        return None
    return {
        "lexicon_term_id": term["lexicon_term_id"],
        "lexicon_score": term["lexicon_score"],
        "canonical_surface": term["lexicon_surface"],
        "bonus_applied": max(surface["bonus_applied"] for surface in surfaces),
        "is_decisive": is_decisive,
    }
