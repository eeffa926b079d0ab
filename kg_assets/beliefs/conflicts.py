"""Which beliefs can contradict each other at all (seed 002 §4.15): moods of different moments never do."""

from collections.abc import Iterable
from typing import Literal

from kg_assets.beliefs.frame import TemporalScope
from kg_assets.beliefs.settings import Stream

ConflictType = Literal["contradiction", "tension"]
CONFLICT_TYPES: tuple[ConflictType, ...] = ("contradiction", "tension")
DETECTION_METHODS = ("polarity_flip", "semantic_opposition")
CONFLICT_STATUSES = ("active", "resolved")

# What a sentence speaks of: a moment, a lasting pattern, or something that is over.
Stability = Literal["moment", "pattern", "over"]
_MOMENTS: frozenset[TemporalScope] = frozenset({"state", "transitional"})
_PATTERNS: frozenset[TemporalScope] = frozenset({"habitual", "ongoing"})


def stability_of(scope: TemporalScope, stream: Stream) -> Stability:
    """What a sentence speaks of; without a word of time that is what its stream holds.

    The seed names habitual and identity apart: a habit stands in identity or meta, never in the stream of states.
    """
    if scope == "past":
        return "over"
    if scope in _MOMENTS or scope in _PATTERNS:
        return "moment" if scope in _MOMENTS else "pattern"
    return "moment" if stream == "state" else "pattern"


def can_conflict(one: Iterable[Stability], other: Iterable[Stability]) -> bool:
    """Whether some sentence of one belief stands against some of another: a pattern against a pattern or a moment.

    Two moments differ without a contradiction, and what is over contradicts nothing that is.
    """
    here, there = set(one) - {"over"}, set(other) - {"over"}
    return bool(here and there) and "pattern" in here | there
