"""How firmly a belief stands: the formulas of seed 002 (§3.3, §4.16, §4.17), each in one place.

Ages and spans are in days. The caller passes "now"; nothing here reads a clock.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from kg_assets.beliefs.settings import BeliefSettings

Status = Literal["surface", "developing", "core"]
LinkStatus = Literal["pending", "accepted", "rejected"]
STATUSES: tuple[Status, ...] = ("surface", "developing", "core")
LINK_STATUSES: tuple[LinkStatus, ...] = ("pending", "accepted", "rejected")
JUDGES = ("evidence", "person")


class Evidence(NamedTuple):
    """The values of an occurrence on which scores depend."""

    day: float  # when it was said, in days of any one calendar
    source_weight: float
    atom_confidence: float
    context_id: str


class CoreScore(NamedTuple):
    """How central a belief is to the person (`score`), and the parts of that score."""

    support: float
    spread: float
    diversity: float
    penalty: float
    score: float


def sigmoid(x: float) -> float:
    """1 / (1 + e^-x), computed so that no x causes an overflow."""
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    grown = math.exp(x)
    return grown / (1 + grown)


def activation(evidence: Sequence[Evidence], now: float, half_life_days: float) -> float:
    """§4.16: how present a belief is now: Σ source_weight × exp(-ln 2 × age_days / half_life)."""
    return math.fsum(one.source_weight * math.exp(-math.log(2) * (now - one.day) / half_life_days) for one in evidence)


def recent_conflicts(days: Sequence[float], now: float, settings: BeliefSettings) -> int:
    """§4.17: how many of the conflicts that arose on `days` lie in the `conflict_window_days` before now."""
    return sum(now - settings.conflict_window_days <= day <= now for day in days)


def support(n_weighted: float, settings: BeliefSettings) -> float:
    """§4.17: how much evidence a belief has: 1 - exp(-n_weighted / k_n)."""
    return 1 - math.exp(-n_weighted / settings.support_k)


def spread(days: float, settings: BeliefSettings) -> float:
    """§4.17: over how long a time a belief was said: sigmoid((max_t - min_t - midpoint_days) / temperature_days).
    `days` is max_t - min_t."""
    return sigmoid((days - settings.spread_midpoint_days) / settings.spread_temperature_days)


def diversity(contexts: int, settings: BeliefSettings) -> float:
    """§4.17: in how many contexts a belief was said: sigmoid((n_contexts - midpoint_contexts) /
    temperature_contexts)."""
    return sigmoid((contexts - settings.diversity_midpoint_contexts) / settings.diversity_temperature_contexts)


def core_score(evidence: Sequence[Evidence], conflicts_in_window: int, settings: BeliefSettings) -> CoreScore:
    """§4.17: support × spread × diversity, minus the penalty for recent conflicts, but at least 0. Everything is 0
    without evidence."""
    n_weighted = math.fsum(one.source_weight * one.atom_confidence for one in evidence)
    if n_weighted <= 0:
        return CoreScore(0.0, 0.0, 0.0, 0.0, 0.0)
    days = [one.day for one in evidence]
    parts = (
        support(n_weighted, settings),
        spread(max(days) - min(days), settings),
        diversity(len({one.context_id for one in evidence}), settings),
    )
    penalty = settings.conflict_weight * (conflicts_in_window / n_weighted)
    return CoreScore(*parts, penalty, max(0.0, math.prod(parts) - penalty))


def status_of(score: float, settings: BeliefSettings) -> Status:
    """§4.17, status thresholds: `core` from `core_from`, `developing` from `developing_from`, else `surface`."""
    if score >= settings.core_from:
        return "core"
    return "developing" if score >= settings.developing_from else "surface"


def link_confidence(support_both: int, support_one: int, age_days: float, settings: BeliefSettings) -> float:
    """§3.3: how sure it is that two linked beliefs are one: sigmoid(a × support_both - b × support_one - c ×
    age_days)."""
    return sigmoid(
        settings.link_weight_both * support_both
        - settings.link_weight_one * support_one
        - settings.link_decay_per_day * age_days
    )


def link_status(confidence: float, settings: BeliefSettings) -> LinkStatus:
    """§4.12: accepted above `link_accept_above`, rejected below `link_reject_below`, else pending. Accepting
    merges nothing (§9, invariant 4).
    """
    if confidence > settings.link_accept_above:
        return "accepted"
    return "rejected" if confidence < settings.link_reject_below else "pending"


def promoted_at(evidence: Sequence[Evidence], half_life_days: float, settings: BeliefSettings) -> int | None:
    """The index in the ordered evidence at which a state becomes part of who somebody is (§4.14); None if it never
    does.

    The evidence up to each index is judged as of the day of its last item. So nothing that is said later can undo a
    promotion (the ratchet).
    """
    contexts: set[str] = set()
    for place, one in enumerate(evidence):
        contexts.add(one.context_id)
        if (
            # The evidence is in the order in which it was said, so the first item is the earliest.
            spread(one.day - evidence[0].day, settings) >= settings.promote_min_spread
            and diversity(len(contexts), settings) >= settings.promote_min_diversity
            and activation(evidence[: place + 1], one.day, half_life_days) >= settings.promote_min_activation
        ):
            return place
    return None
