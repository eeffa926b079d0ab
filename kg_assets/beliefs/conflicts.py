"""Decides which beliefs can contradict each other at all (seed 002 §4.15), and how a contradiction ends (§8.4).

Moods of different moments never contradict each other.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from kg_assets.beliefs.frame import TemporalScope
from kg_assets.beliefs.scoring import Evidence
from kg_assets.beliefs.settings import Stream
from kg_assets.store.decisions import ResolvedBy

ConflictType = Literal["contradiction", "tension"]
CONFLICT_TYPES: tuple[ConflictType, ...] = ("contradiction", "tension")
DETECTION_METHODS = ("polarity_flip", "semantic_opposition")
CONFLICT_STATUSES = ("active", "resolved")
RESOLUTIONS: tuple[ResolvedBy, ...] = ("newer", "weight", "person")

# What a sentence speaks of: a moment, a lasting pattern, or something that is over.
Stability = Literal["moment", "pattern", "over"]
_MOMENTS: frozenset[TemporalScope] = frozenset({"state", "transitional"})
_PATTERNS: frozenset[TemporalScope] = frozenset({"habitual", "ongoing"})


def stability_of(scope: TemporalScope, stream: Stream) -> Stability:
    """Whether a sentence speaks of a moment, of a lasting pattern, or of something that is over.

    Its temporal scope decides. If the scope is `unknown`, its stream decides: `state` means a moment, every other
    stream a pattern.
    """
    if scope == "past":
        return "over"
    if scope in _MOMENTS or scope in _PATTERNS:
        return "moment" if scope in _MOMENTS else "pattern"
    return "moment" if stream == "state" else "pattern"


def can_conflict(one: Iterable[Stability], other: Iterable[Stability]) -> bool:
    """Whether some sentence of one belief can contradict some sentence of another. A lasting pattern can contradict a
    pattern or a moment. Two moments cannot contradict each other, and a sentence about something that is over
    contradicts nothing."""
    here, there = set(one) - {"over"}, set(other) - {"over"}
    return bool(here and there) and "pattern" in here | there


class End(NamedTuple):
    """How a conflict was resolved: by which rule or by the person, from which day on, and which belief counts (`kept`;
    None if both stay)."""

    by: ResolvedBy
    day: float
    kept: str | None


def ended(
    by: ResolvedBy, kept: str | None, one: Sequence[Evidence], other: Sequence[Evidence], pair: tuple[str, str]
) -> End | None:
    """§8.4: how a conflict ends. `newer` keeps the side that was said last, `weight` the side that weighs more,
    `person` the side named by `kept`.

    If both sides are equal, `newer` and `weight` cannot choose: the result is None, and the conflict stays open. The
    day of the end is the day of the last evidence of either side.
    """
    day = max(e.day for e in (*one, *other))
    if by == "person":
        return End(by, day, kept)
    measure = _last if by == "newer" else _weight
    here, there = measure(one), measure(other)
    if here == there:
        return None
    return End(by, day, pair[0] if here > there else pair[1])


def _last(evidence: Sequence[Evidence]) -> float:
    return max(one.day for one in evidence)


def _weight(evidence: Sequence[Evidence]) -> float:
    return round(math.fsum(one.source_weight * one.atom_confidence for one in evidence), 12)
