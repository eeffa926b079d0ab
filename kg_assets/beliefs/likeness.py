"""Which beliefs are alike (seed 002 §4.9): by weighted words, by vectors, or by letters. The result is exact: no pair
that is alike enough is missed.

`by_terms`, `by_vectors` and `by_letters` give for each text the earlier texts whose likeness is at least `least`, the
most alike first.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

Neighbours = list[list[tuple[int, float]]]  # per text: (place of an earlier text, likeness)
Vectors = npt.NDArray[np.float32]
# Rows that are compared at once: it bounds memory, not what is found.
_BLOCK = 1024
# The last bits of a product depend on the processor; what is decided by it must not.
_DECIMALS = 6


def by_terms(texts: Sequence[Sequence[str]], least: float) -> Neighbours:
    """The likeness of texts by their terms (stems of words): the cosine of weighted terms, where a term weighs more the
    fewer texts have it.

    Texts are compared only if they share one of their heaviest terms. All other terms of a text together have a length
    below `least`, and terms are ranked alike in all texts. So a pair that shares none of the heaviest terms cannot
    reach `least`, and no pair that is alike enough is missed.
    """
    weights = term_weights(texts)
    holders: dict[str, list[int]] = defaultdict(list)
    found: Neighbours = []
    for place, own in enumerate(weights):
        telling = list(_telling(own, least))
        candidates = sorted({other for term in telling for other in holders[term]})
        likes = ((other, round(_dot(own, weights[other]), _DECIMALS)) for other in candidates)
        found.append(_ordered((other, like) for other, like in likes if like >= least))
        for term in telling:
            holders[term].append(place)
    return found


def term_weights(texts: Sequence[Sequence[str]]) -> list[dict[str, float]]:
    """The weight of each term of each text: ln(1 + texts / texts with the term), scaled so that the weights of a text
    form a vector of length 1."""
    spread = Counter(term for text in texts for term in text)
    made = []
    for text in texts:
        raw = {term: math.log(1 + len(texts) / spread[term]) for term in text}
        length = math.sqrt(math.fsum(weight * weight for weight in raw.values()))
        made.append({term: weight / length for term, weight in raw.items()} if length else {})
    return made


def _telling(own: Mapping[str, float], least: float) -> Iterator[str]:
    """The heaviest terms of a text: as many as are needed until the vector of the remaining terms is shorter than
    `least`."""
    left = math.fsum(weight * weight for weight in own.values())
    for term, weight in sorted(own.items(), key=lambda one: (-one[1], one[0])):
        # A little more than needed, for the rounding of what is compared.
        if left < (least - 10**-_DECIMALS) ** 2:
            return
        yield term
        left -= weight * weight


def _dot(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return math.fsum(weight * other[term] for term, weight in one.items() if term in other)


def by_vectors(vectors: Vectors, least: float) -> Neighbours:
    """The likeness of texts by the cosine of their vectors, computed in blocks to bound the memory."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(lengths > 0, lengths, 1)
    return _blocked(len(unit), least, lambda start, end: unit[start:end] @ unit[:end].T)


def nearer_of(one: Neighbours, other: Neighbours) -> Neighbours:
    """For each pair of texts in `one` or `other`, the greater of its likenesses."""
    made: Neighbours = []
    for here, there in zip(one, other, strict=True):
        likes = dict(here)
        for place, like in there:
            likes[place] = max(like, likes.get(place, like))
        made.append(_ordered(iter(likes.items())))
    return made


def by_letters(texts: Sequence[str], least: float) -> Neighbours:
    """The likeness of texts by their letters: normalised Levenshtein similarity (§5.2, `levenshtein_ratio`)."""

    def block(start: int, end: int) -> Any:
        return cdist(
            texts[start:end],
            texts[:end],
            scorer=Levenshtein.normalized_similarity,
            score_cutoff=least,
            dtype=np.float64,
        )

    return _blocked(len(texts), least, block)


def _blocked(count: int, least: float, block: Any) -> Neighbours:
    found: Neighbours = []
    for start in range(0, count, _BLOCK):
        end = min(start + _BLOCK, count)
        likes = np.round(np.asarray(block(start, end), dtype=np.float64), _DECIMALS)
        for row in range(end - start):
            before = likes[row, : start + row]
            found.append(_ordered((int(place), float(before[place])) for place in np.flatnonzero(before >= least)))
    return found


def _ordered(likes: Iterator[tuple[int, float]]) -> list[tuple[int, float]]:
    return sorted(likes, key=lambda one: (-one[1], one[0]))
