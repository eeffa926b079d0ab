"""Vectors of meaning, learned from the messages themselves: words that occur near the same words get similar vectors.

Terms are counted in windows of neighbouring messages. A truncated singular value decomposition of the counts (design
§7) gives every frequent term a vector; a message gets the sum of its terms' vectors, mixed with those of its
neighbours. All numbers are rounded, because processors differ in the last bits.
"""

import numpy as np

from kg_assets.core.products import one_thread
from kg_assets.search.coarse import rounded
from kg_assets.search.settings import SearchSettings
from kg_assets.search.spread import add_spread
from kg_assets.store.arrays import Array

_ROUNDS = 12  # of the subspace iteration; for so few directions the result stops changing well before
_LEAST_ROWS = 2  # a term of only one message says nothing about how terms are related
_FINE = 32_767
_AT_ONCE = 1024  # windows whose counts are held at once
_QUANTUM = 4096  # weights are multiples of 1/4096, so that sums of products are the same in any order


@one_thread()
def meaning(words: dict[str, Array], session: Array, asks: Array, numbers: SearchSettings) -> dict[str, Array]:
    """The vectors of terms and of messages. `words` are the arrays that say how often each term occurs in each row.

    It runs in one thread: the matrices are small, and several threads would mostly wait for each other.
    """
    rows = len(session)
    terms = _chosen(words["starts"], numbers.meaning_terms)
    counts = _Counts(words, terms)
    rarity = np.log(1 + (rows - counts.spread + 0.5) / (counts.spread + 0.5)).astype(np.float64)
    space = _space(_gram(counts, rarity, session, numbers), numbers.meaning_dimensions)
    fine = np.round(space * _FINE).astype(np.int16)
    vectors = np.zeros((rows, numbers.meaning_dimensions), np.float32)
    for place in range(len(terms)):
        at, often = counts.of(place)
        weight = (np.log1p(often) * rarity[place]).astype(np.float32)
        vectors[at] += weight[:, None] * fine[place].astype(np.float32)
    pooled = np.zeros_like(vectors)
    for column in range(vectors.shape[1]):
        add_spread(pooled[:, column], np.arange(rows), vectors[:, column], session, asks, numbers)
    return {
        "meaning_terms": terms.astype(np.int32),
        "meaning_space": fine,
        "meaning_rarity": rarity.astype(np.float32),
        "meaning": rounded(pooled),
    }


class _Counts:
    """How often each of the chosen terms occurs in each row."""

    def __init__(self, words: dict[str, Array], terms: Array) -> None:
        self._words, self._terms = words, terms
        self.spread = np.diff(words["starts"])[terms]
        self._bounds = words["starts"][terms].tolist(), words["starts"][terms + 1].tolist()

    def of(self, place: int) -> tuple[Array, Array]:
        start, end = self._words["starts"][self._terms[place] : self._terms[place] + 2]
        return self._words["rows"][start:end].astype(np.int64), self._words["counts"][start:end]

    def within(self, first: int, last: int) -> tuple[Array, Array, Array]:
        """Three arrays that say where the chosen terms occur in the rows from `first` to `last`: the row, the number of
        the term among the chosen, and how often it occurs there."""
        rows = self._words["rows"]
        parts = []
        for start, end in zip(*self._bounds, strict=True):
            low, high = np.searchsorted(rows[start:end], (first, last + 1))
            parts.append((start + low, high - low))
        begins, sizes = np.array(parts, np.int64).reshape(-1, 2).T
        at = np.repeat(begins - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
        return rows[at].astype(np.int64), np.repeat(np.arange(len(sizes)), sizes), self._words["counts"][at]


def _chosen(starts: Array, most: int) -> Array:
    """The numbers of the `most` terms that occur in the most messages (in at least `_LEAST_ROWS`)."""
    spread = np.diff(starts)
    order = np.lexsort((np.arange(len(spread)), -spread))[:most]
    return np.sort(order[spread[order] >= _LEAST_ROWS])


def _gram(counts: _Counts, rarity: Array, session: Array, numbers: SearchSettings) -> Array:
    """For each pair of terms a number: how much they occur in the same stretches (windows) of neighbouring messages.
    About `meaning_windows` windows are counted at most, evenly spaced."""
    rows, terms = len(session), len(rarity)
    gram = np.zeros((terms, terms))
    step = max(1, -(-rows // numbers.meaning_windows))
    reach = numbers.meaning_reach
    for first in range(0, rows, _AT_ONCE * step):
        centres = np.arange(first, min(rows, first + _AT_ONCE * step), step)
        near, place, amount = counts.within(first - reach, centres[-1] + reach)
        held = np.zeros((len(centres), terms))
        for distance in range(-reach, reach + 1):
            to = near + distance
            kept = (to >= first) & (to <= centres[-1]) & ((to - first) % step == 0)
            kept[kept] = session[to[kept]] == session[near[kept]]
            # Each term has one entry for a row, so no cell gets two amounts in one addition.
            held[(to[kept] - first) // step, place[kept]] += amount[kept]
        held = np.log1p(held) * rarity
        length = np.sqrt((held * held).sum(axis=1, keepdims=True))
        held = np.round(held / np.where(length > 0, length, 1) * _QUANTUM)
        gram += held.T @ held
    return gram / _QUANTUM**2


def _space(gram: Array, dimensions: int) -> Array:
    """A row for each term: its coordinates in the `dimensions` directions in which terms differ most."""
    terms = len(gram)
    kept = min(dimensions, terms)
    space = np.zeros((terms, dimensions))
    if not kept:
        return space
    # A start for the iteration that favours no term.
    begin = np.cos(np.outer(np.arange(1, terms + 1), np.arange(1, kept + 1)) * np.sqrt(2))
    for _ in range(_ROUNDS):
        begin, _ = np.linalg.qr(gram @ begin)
    values, turned = np.linalg.eigh(begin.T @ gram @ begin)
    found = begin @ turned[:, np.argsort(-values, kind="stable")]
    greatest = np.abs(found).argmax(axis=0)
    found = found * np.where(found[greatest, np.arange(kept)] < 0, -1, 1)
    space[:, :kept] = found / max(float(np.abs(found).max()), 1e-12)
    return space
