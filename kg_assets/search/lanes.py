"""Scores each row of an index against a search, lane by lane: words, meaning, likeness, time, and kind of
message.

A lane is one kind of score. So that scores can be added, those of words are divided by the best row's (`summed`); the
other lanes are bounded anyway.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from kg_assets.search.coarse import cosines
from kg_assets.search.opened import SearchIndex
from kg_assets.search.question import NoVector
from kg_assets.search.settings import FindingSettings
from kg_assets.search.typed import Typed, as_it_stands
from kg_assets.store.arrays import NO_TIME, Array

_YEAR = re.compile(r"(?:19|20)[0-9]{2}", re.ASCII)
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """A search in which each typed word is replaced by numbers of terms: `words` has a tuple for each word. A word
    typed as begin* has the numbers of all terms that begin so."""

    words: tuple[tuple[int, ...], ...]
    unknown: tuple[str, ...]  # words that no message has
    # For each phrase that a question has between quotation marks, the rows that contain it.
    named: tuple[Array, ...] = ()


def looked_up(index: SearchIndex, typed: Typed) -> Asked:
    """The search as an `Asked`: its words replaced by numbers of terms, and the words that no message has."""
    found: list[tuple[int, ...]] = []
    unknown: list[str] = []
    for name in typed.terms:
        term = index.term(name)
        if term is None:
            unknown.append(name)
        else:
            found.append((term,))
    for beginning in typed.beginnings:
        terms = tuple(index.beginning(beginning))
        if terms:
            found.append(terms)
        else:
            unknown.append(f"{beginning}*")
    return Asked(tuple(found), tuple(unknown), tuple(_rows_with(index, phrase) for phrase in typed.named))


def _rows_with(index: SearchIndex, phrase: str) -> Array:
    wanted = as_it_stands(phrase)
    rows = np.flatnonzero(with_all(index, index.words.terms(phrase)))
    return rows[[wanted in as_it_stands(index.text(int(row))) for row in rows]] if len(rows) else rows


def with_all(index: SearchIndex, terms: Sequence[str]) -> Array:
    """The rows whose own text has every one of the terms. Without terms all rows: a phrase of passed-over words has no
    terms and so excludes no row."""
    result = np.ones(index.rows, bool)
    for name in terms:
        has = np.zeros(index.rows, bool)
        term = index.term(name)
        if term is not None:
            has[index.own(term)[0]] = True
        result &= has
    return result


def word_scores(index: SearchIndex, asked: Asked, settings: FindingSettings) -> Array:
    """The BM25 score of each row, with the words of its neighbours: the sum of idf * f * (k1 + 1) / (f + k1 * (1 - b +
    b * l / L)).

    What a question has between quotation marks (`asked.named`) counts as one more word, weighted by how rare it is.
    """
    scores = np.zeros(index.rows, np.float32)
    if not asked.words:
        return scores
    k1, b = settings.k1, settings.b
    saturation = index.arrays["length"] * np.float32(k1 * b / index.facts["mean_length"]) + np.float32(k1 * (1 - b))
    for terms in asked.words:
        amounts = np.zeros(index.rows, np.float32)
        for term in terms:
            index.add_amounts(amounts, term)
        scores += np.float32(index.rarity(terms) * (k1 + 1)) * (amounts / (amounts + saturation))
    for rows in asked.named:
        amounts = index.reached_by(rows)
        rarity = index.rarity_of(int(np.count_nonzero(amounts)))
        scores += np.float32(rarity * (k1 + 1)) * (amounts / (amounts + saturation))
    return scores


def meaning_scores(index: SearchIndex, asked: Asked) -> Array | None:
    """For each row the cosine of its vector with that of the search; None if no word of the search has a vector."""
    known, rarity = index.arrays["meaning_terms"], index.arrays["meaning_rarity"]
    wanted = [term for terms in asked.words for term in terms]
    stand = zip(np.searchsorted(known, wanted), wanted, strict=True)
    places = [int(place) for place, term in stand if place < len(known) and known[place] == term]
    vector = (index.arrays["meaning_space"][places] * rarity[places][:, None]).sum(axis=0, dtype=np.float32)
    return cosines(index.arrays["meaning"], vector) if vector.any() else None


def likeness_scores(index: SearchIndex, typed: Typed) -> Array | None:
    """How similar each row is to the search, by the model that made the index. None if the index was made without a
    model, or if the search holds only names of speakers.

    Raises `NoVector`, with the reason, if the search gets no vector. Names of speakers are taken out of the search:
    they would rank what is said to these people above what they said.
    """
    vectors, model = index.arrays.get("likeness"), index.facts.get("embedding_model")
    if vectors is None or model is None:
        return None
    speakers = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in index.authors) or "(?!)", re.IGNORECASE)
    asked = speakers.sub("", typed.text).strip()
    if not asked:
        return None
    vector = index.questions.of(model, index.facts.get("embedding_source", "here"), asked)
    if len(vector) != vectors.shape[1]:
        raise NoVector(
            f"the vector of the question has {len(vector)} numbers, those of messages have {vectors.shape[1]}; if the "
            "model was changed, give it its own name in embedding.model and run `annals extract` and `annals build`"
        )
    return cosines(vectors, vector)


def kind_scores(index: SearchIndex, settings: FindingSettings) -> Array:
    """A bonus for long messages, less a malus for messages that ask something and a malus for messages of
    assistants."""
    share = np.minimum(index.arrays["own_length"], settings.full_length) / np.float32(settings.full_length)
    scores = np.float32(settings.length_bonus) * share - np.float32(settings.question_malus) * index.asks
    if "assistant" in index.facts["roles"]:
        is_assistant = index.arrays["role"] == index.facts["roles"].index("assistant")
        scores = scores - np.float32(settings.assistant_malus) * is_assistant
    result: Array = scores
    return result


def date_scores(index: SearchIndex, typed: Typed, settings: FindingSettings) -> Array | None:
    """The bonus for rows said in the month that the search names or in the month after it; if it names only a year, in
    that year. None if the search names no time."""
    stems = [index.words.term(name) for name in index.facts["months"]]
    months = [stems.index(term) for term in typed.terms if term in stems]
    years = [int(term) for term in typed.terms if _YEAR.fullmatch(term)]
    spans = [_month(year, month) for month in months for year in years] or [_year(year) for year in years]
    time = index.arrays["time"]
    told = time != NO_TIME
    if spans:
        inside = np.zeros(index.rows, bool)
        for start, end in spans:
            inside |= (time >= start) & (time < end)
    elif months:
        inside = np.isin(_months_of(time), [month % _MONTHS for named in months for month in (named, named + 1)])
    else:
        return None
    result: Array = np.float32(settings.date_bonus) * (inside & told)
    return result


def _months_of(time: Array) -> Array:
    result: Array = np.where(time == NO_TIME, 0, time).astype("datetime64[ms]").astype("datetime64[M]").astype(int)
    return result % _MONTHS


def _month(year: int, month: int) -> tuple[int, int]:
    """The start of a month (counted from 0) and the end of the month after it, in milliseconds."""
    return _millis(year, month), _millis(year, month + 2)


def _year(year: int) -> tuple[int, int]:
    return _millis(year, 0), _millis(year + 1, 0)


def _millis(year: int, month: int) -> int:
    year, month = year + month // _MONTHS, month % _MONTHS
    return int(datetime(year, month + 1, 1, tzinfo=UTC).timestamp()) * 1000


def best_rows(scores: Array, allowed: Array, limit: int) -> list[int]:
    """The rows with the highest scores among those that are allowed, the best first; of equal ones the earlier."""
    rows = np.flatnonzero(allowed)
    if len(rows) > limit:
        # First the score that a row must reach, then sorting: sorting all rows would cost more.
        least = np.partition(scores[rows], len(rows) - limit)[len(rows) - limit]
        rows = rows[scores[rows] >= least]
    order = np.lexsort((rows, -scores[rows]))
    return [int(row) for row in rows[order][:limit]]


def summed(lanes: Sequence[tuple[Array, float]]) -> Array:
    """The total of each row: the scores of all lanes, each divided by its best score and multiplied by its weight,
    added up."""
    total = np.zeros(len(lanes[0][0]), np.float32)
    for scores, weight in lanes:
        best = float(scores.max(initial=0.0))
        if best > 0:
            total += np.float32(weight / best) * scores
    return total
