"""Reciprocal rank fusion: makes one ranking of several without comparing their scores."""

from collections.abc import Sequence


def rrf(rankings: Sequence[Sequence[str]], k: int) -> list[tuple[str, float]]:
    """The ids with their scores, the best first: the sum of 1 / (k + rank), ranks from 1 on, scaled so that
    the best is 1."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, start=1):
            scores[name] = scores.get(name, 0.0) + 1 / (k + rank)
    best = max(scores.values(), default=1.0)
    return sorted(((name, score / best) for name, score in scores.items()), key=lambda found: (-found[1], found[0]))
