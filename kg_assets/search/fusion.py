"""Reciprocal rank fusion: merges several rankings into one by rank alone, without comparing their scores."""

from collections.abc import Sequence


def rrf(rankings: Sequence[Sequence[str]], k: int) -> list[tuple[str, float]]:
    """The ids with their scores, the best first. A score is the sum of 1 / (k + rank) over the rankings, with ranks
    from 1 on; all are scaled so that the best is 1."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, start=1):
            scores[name] = scores.get(name, 0.0) + 1 / (k + rank)
    best = max(scores.values(), default=1.0)
    return sorted(((name, score / best) for name, score in scores.items()), key=lambda found: (-found[1], found[0]))
