"""Finds the names that are similar to a given one (normalised Levenshtein similarity) without comparing all
of them.

If a string is cut into k + 1 pieces, every string within k edits of it holds one piece unchanged, since each
edit spoils at most one piece. So names are indexed by their pieces, and only names that share a piece, at a
place that k edits can reach, are compared. No name at or above the cutoff is missed.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

# Keeps rounding errors from changing the result of floor and ceil where the exact product is a whole number.
_SLACK = 1e-9


class Similar(NamedTuple):
    name: str
    similarity: float


class NameIndex:
    """An index of distinct names. For given words it finds all names with a similarity of at least the cutoff; the
    similarity is `1 - distance / longer length`.

    The cutoff must be above one half: below that, short names would need more pieces than they have characters.
    """

    def __init__(self, names: Iterable[str], cutoff: float) -> None:
        self._cutoff = cutoff
        self._pieces: dict[tuple[int, int, str], list[str]] = defaultdict(list)
        self._lengths: dict[int, list[tuple[int, int]]] = {}
        for name in sorted(set(names)):
            for number, (start, end) in enumerate(self._cut(len(name))):
                self._pieces[len(name), number, name[start:end]].append(name)
        self._by_length = sorted(self._lengths)

    def similar(self, words: str) -> list[Similar]:
        """All names at or above the cutoff with their similarities, sorted by codepoints."""
        found = []
        for name in sorted(set(self._candidates(words))):
            longer = max(len(words), len(name))
            distance = Levenshtein.distance(words, name, score_cutoff=self._edits(longer))
            if distance <= self._edits(longer):
                found.append(Similar(name, 1 - distance / longer if longer else 1.0))
        return found

    def _candidates(self, words: str) -> Iterator[str]:
        length = len(words)
        # 1 - d / longer >= cutoff and d >= longer - shorter: shorter >= cutoff * longer.
        least = math.ceil(self._cutoff * length - _SLACK)
        for other in self._by_length:
            if other < least or other * self._cutoff > length + _SLACK:
                continue
            edits = self._edits(max(length, other))
            for number, (start, end) in enumerate(self._lengths[other]):
                size = end - start
                for at in range(max(0, start - edits), min(length - size, start + edits) + 1):
                    yield from self._pieces.get((other, number, words[at : at + size]), ())

    def _edits(self, longer: int) -> int:
        """The most edits by which two names may differ and still be similar enough, if the longer one has
        this length."""
        return math.floor((1 - self._cutoff) * longer + _SLACK)

    def _cut(self, length: int) -> list[tuple[int, int]]:
        """The bounds of the pieces into which names of this length are cut. There is one piece more than a similar
        string can have edits."""
        known = self._lengths.get(length)
        if known is None:
            longest = math.floor(length / self._cutoff + _SLACK)
            pieces = self._edits(longest) + 1
            bounds = [length * piece // pieces for piece in range(pieces + 1)]
            known = self._lengths[length] = list(pairwise(bounds))
        return known
