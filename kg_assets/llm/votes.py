"""Finds what several runs of one request agree on (seed 000 §4.4.4, multi-run aggregation)."""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

_DECIMALS = 12
Candidate = TypeVar("Candidate")


@dataclass(frozen=True, slots=True)
class Agreed(Generic[Candidate]):
    """What more than half of the runs found: the candidate as the earliest of these runs gave it, the mean of their
    confidences, and how many runs they are."""

    candidate: Candidate
    confidence: float
    runs: int


def majority(
    runs: Sequence[Sequence[Candidate]],
    key: Callable[[Candidate], Hashable],
    confidence: Callable[[Candidate], float],
) -> list[Agreed[Candidate]]:
    """The candidates whose key appears in more than half of the runs, in the order of their first appearance.

    A run that failed counts as one that found nothing. A candidate that a run gives twice counts once, with
    the higher confidence.
    """
    first: dict[Hashable, Candidate] = {}
    found: dict[Hashable, list[float]] = {}
    for run in runs:
        best: dict[Hashable, float] = {}
        for candidate in run:
            identity = key(candidate)
            first.setdefault(identity, candidate)
            best[identity] = max(best.get(identity, 0.0), confidence(candidate))
        for identity, value in best.items():
            found.setdefault(identity, []).append(value)
    return [
        Agreed(candidate, round(math.fsum(found[identity]) / len(found[identity]), _DECIMALS), len(found[identity]))
        for identity, candidate in first.items()
        if 2 * len(found[identity]) > len(runs)
    ]
