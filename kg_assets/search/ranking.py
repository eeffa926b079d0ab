"""The rows that answer a search, by the weighted sum of their scores in all lanes.

The caller has the texts, so it passes a function (`Fits`) that checks phrases in them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kg_assets.search.lanes import (
    Asked,
    best_rows,
    date_scores,
    kind_scores,
    likeness_scores,
    looked_up,
    meaning_scores,
    summed,
    with_all,
    word_scores,
)
from kg_assets.search.opened import SearchIndex
from kg_assets.search.question import NoVector
from kg_assets.search.settings import FindingSettings
from kg_assets.search.typed import Typed
from kg_assets.store.arrays import Array

# Rows whose texts are read at once to look for phrases in them.
_AT_ONCE = 64
# A function that says for each row whether its text fits what was typed between quotation marks.
Fits = Callable[[Sequence[int]], Sequence[bool]]


@dataclass(frozen=True)
class Lanes:
    """The scores of each lane for each row (message). A row may become a hit only if the lane of words, meaning or
    likeness found it."""

    asked: Asked
    words: Array
    meaning: Array | None  # None without vectors
    likeness: Array | None  # None without a model
    total: Array
    is_candidate: Array
    dates: Array | None  # None when no time is asked for
    silence: str | None = None  # why there is no likeness although the index has a model's vectors


def weighed(index: SearchIndex, typed: Typed, settings: FindingSettings) -> Lanes:
    """Score every row in each lane, and add the scores up by weight."""
    asked = looked_up(index, typed)
    words = word_scores(index, asked, settings)
    meaning = meaning_scores(index, asked)
    total = summed([(words, 1.0)]) + kind_scores(index, settings)
    is_candidate = words > 0
    if meaning is not None:
        total += np.float32(settings.meaning_weight) * meaning
        is_candidate |= meaning >= settings.least_meaning
    likeness, silence = _likeness(index, typed)
    if likeness is not None:
        total += np.float32(settings.likeness_weight) * likeness
        is_candidate |= likeness >= settings.least_likeness
    dates = date_scores(index, typed, settings)
    if dates is not None:
        total += dates
    return Lanes(asked, words, meaning, likeness, total, is_candidate, dates, silence)


def _likeness(index: SearchIndex, typed: Typed) -> tuple[Array | None, str | None]:
    """The scores of likeness, or None; and the reason if the search got no vector."""
    try:
        return likeness_scores(index, typed), None
    except NoVector as error:
        return None, str(error)


def allowed_rows(index: SearchIndex, typed: Typed, candidates: Array, only: Array | None) -> Array:
    """The rows that may be hits: a lane found them, the filters let them through, they have no unwanted word, and they
    have all words of the phrases."""
    allowed = candidates if only is None else candidates & only
    allowed = allowed.copy()
    for name in typed.without_terms:
        term = index.term(name)
        if term is not None:
            allowed[index.own(term)[0]] = False
    for beginning in typed.without_beginnings:
        for term in index.beginning(beginning):
            allowed[index.own(term)[0]] = False
    for phrase in typed.phrases:
        allowed &= with_all(index, index.words.terms(phrase))
    return allowed


def best(scores: Array, allowed: Array, limit: int, fits: Fits | None) -> list[int]:
    """The best of the allowed rows whose texts fit, at most `limit`; without `fits` every text does."""
    if fits is None:
        return best_rows(scores, allowed, limit)
    found: list[int] = []
    for rows in _in_order(scores, allowed):
        found += [row for row, does in zip(rows, fits(rows), strict=True) if does]
        if len(found) >= limit:
            break
    return found[:limit]


def _in_order(scores: Array, allowed: Array) -> Iterator[list[int]]:
    rows = np.flatnonzero(allowed)
    ordered = rows[np.lexsort((rows, -scores[rows]))]
    for start in range(0, len(ordered), _AT_ONCE):
        yield [int(row) for row in ordered[start : start + _AT_ONCE]]
