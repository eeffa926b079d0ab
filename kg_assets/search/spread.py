"""Lets the words of a message count for the messages around it, too: less with distance, and never across sessions.

A short answer often has none of the words of a search; the question before it has them.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from kg_assets.search.settings import SearchSettings

Array = npt.NDArray[Any]


def add_spread(out: Array, rows: Array, amounts: Array, session: Array, asks: Array, numbers: SearchSettings) -> None:
    """Add the amount of each row in `rows` to `out`: in full at the row itself, and a smaller share at the rows around
    it in the same session. `rows` names each row once."""
    out[rows] += amounts
    for distance, weight in enumerate(numbers.words_before, start=1):
        to = rows + distance
        kept = to < len(session)
        kept[kept] = session[to[kept]] == session[rows[kept]]
        spread = np.float32(weight) * amounts[kept]
        if distance == 1:
            spread = spread * _factor(asks[rows[kept]], numbers.words_of_question, numbers.words_of_statement)
        out[to[kept]] += spread
    for distance, weight in enumerate(numbers.words_after, start=1):
        to = rows - distance
        kept = to >= 0
        kept[kept] = session[to[kept]] == session[rows[kept]]
        spread = np.float32(weight) * amounts[kept]
        if distance == 1:
            spread = spread * _factor(asks[to[kept]], numbers.words_of_answer, 1.0)
        out[to[kept]] += spread


def _factor(asks: Array, of_asking: float, of_others: float) -> Array:
    return np.where(asks, np.float32(of_asking), np.float32(of_others))


def reached(term: Array, start: Array, end: Array, terms: int) -> Array:
    """For each term the number of rows in which it counts. `start` and `end` give intervals of rows, `term` the term of
    each; intervals of one term may overlap, and each row counts once.

    Intervals are sorted by (term, start), their ends are exclusive.
    """
    if not len(term):
        return np.zeros(terms, np.int64)
    step = np.int64(end.max() + 1)
    ends = term.astype(np.int64) * step + end
    before = np.concatenate([[np.int64(0)], np.maximum.accumulate(ends)[:-1]])
    begins = np.maximum(term.astype(np.int64) * step + start, before)
    new = np.maximum(0, ends - begins)
    result: Array = np.bincount(term, weights=new, minlength=terms).astype(np.int64)
    return result


def neighbourhood(session: Array, before: int, after: int) -> tuple[Array, Array]:
    """For each row (message) the range of rows around it for which its words count, too: the first of them, and the one
    behind the last."""
    rows = np.arange(len(session), dtype=np.int64)
    changes = np.flatnonzero(np.diff(session)) + 1
    starts, ends = np.concatenate([[0], changes]), np.concatenate([changes, [len(session)]])
    sizes = ends - starts
    first, last = np.repeat(starts, sizes), np.repeat(ends, sizes)
    return np.maximum(first, rows - after), np.minimum(last, rows + before + 1)
