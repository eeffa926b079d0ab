"""The words of messages as arrays: how often each term occurs in each row, and how many rows each term reaches.

Rows are messages in the order of the table's files. Here words are only counted; `lanes` scores questions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.search.settings import SearchSettings
from kg_assets.search.spread import add_spread, neighbourhood, reached
from kg_assets.search.vectors import meaning
from kg_assets.search.words import UNSPACED, Words
from kg_assets.store.arrays import NO_TIME, Array, packed_texts

# A term, a row and a count are packed into one number, so that one sort orders all three.
_ROW_BITS, _COUNT_BITS = 28, 12
_MOST = (1 << _COUNT_BITS) - 1
_WORD = rf"[{UNSPACED}&&[\p{{L}}\p{{M}}\p{{N}}]]|[\p{{L}}\p{{M}}\p{{N}}&&[^{UNSPACED}]]+"
# The recipient of a message with which an assistant writes into its memory.
_MEMORY = "bio"
_SPEAKERS = ("user", "assistant")
_HOUR = 3_600_000
# Columns of `kg.messages` that the index is made of.
COLUMNS = (
    "message_id", "conversation_id", "source_kind", "role", "author_name", "recipient", "created_at_utc", "text_raw",
)  # fmt: skip


def cut(texts: pl.Series) -> tuple[Array, pa.DictionaryArray]:
    """The words of texts as two arrays: for each word the index of its text, and the word as it is written (its
    surface)."""
    words = texts.str.extract_all(_WORD)
    places = np.repeat(np.arange(len(texts), dtype=np.int64), words.list.len().to_numpy())
    surfaces = words.explode(empty_as_null=False).to_arrow()
    return places, pc.dictionary_encode(surfaces)


@dataclass
class Gathering:
    """Collects the terms of messages, numbered in the order in which they are first met, and the rows in which each
    occurs."""

    words: Words
    terms: dict[str, int] = field(default_factory=dict)
    # The number of each surface's term, -1 for a surface that is passed over.
    known: dict[str, int] = field(default_factory=dict)
    own: list[Array] = field(default_factory=list)
    lengths: list[Array] = field(default_factory=list)

    def code(self, surface: str) -> int:
        """The number of a surface's term; -1 if the surface is passed over."""
        found = self.known.get(surface)
        if found is None:
            term = self.words.term(surface)
            found = -1 if term is None else self.terms.setdefault(term, len(self.terms))
            self.known[surface] = found
        return found

    def codes(self, text: str) -> set[int]:
        """The numbers of a text's terms."""
        return {self.terms.setdefault(term, len(self.terms)) for term in self.words.terms(text)}

    def add(self, texts: pl.Series, first_row: int) -> None:
        """Add the words of some texts, whose rows begin at `first_row`."""
        places, surfaces = cut(texts)
        codes = np.array([self.code(text) for text in surfaces.dictionary.to_pylist()] or [-1], np.int64)
        terms = codes[surfaces.indices.to_numpy(zero_copy_only=False)] if len(places) else np.zeros(0, np.int64)
        places, terms = places[terms >= 0], terms[terms >= 0]
        self.lengths.append(np.bincount(places, minlength=len(texts)))
        pairs, counts = np.unique(terms << _ROW_BITS | (places + first_row), return_counts=True)
        self.own.append(pairs << _COUNT_BITS | np.minimum(counts, _MOST))


def index_arrays(
    messages: Iterable[pl.DataFrame],
    titles: Mapping[str, str],
    settings: SearchSettings,
    words: Words,
    months: Sequence[str],
    zone: str,
) -> tuple[dict[str, Array], dict[str, Any]]:
    """Two values: the arrays of an index over messages with text, and the facts that a reader of the arrays needs."""
    gathering = Gathering(words)
    parts, texts, rows = [], [], 0
    for part in messages:
        gathering.add(part["text_raw"], rows)
        texts.append(packed_texts(part["text_raw"].to_list()))
        parts.append(part.with_columns(asks=part["text_raw"].str.contains(r"[?？؟]\W*$")).drop("text_raw"))
        rows += len(part)
    if rows >> _ROW_BITS:
        raise ValueError(f"{rows} messages are more than an index holds")
    empty = pl.DataFrame(schema={**dict.fromkeys(COLUMNS[:-1], pl.String), "asks": pl.Boolean})
    table = pl.concat([empty, *(part.cast(empty.schema) for part in parts)])
    arrays, facts = _about_messages(table, titles, settings)
    arrays |= _joined(texts)
    extra = _extra_words(gathering, table, titles, settings, months, zone)
    arrays |= _about_words(gathering, extra, arrays, settings)
    arrays |= meaning(arrays, arrays["session"], arrays["asks"], settings)
    facts |= {
        "numbers": settings.model_dump(mode="json"), "stemmer": words.stemmer, "longest_word": words.longest,
        "passed_over": sorted(words.passed_over), "months": list(months), "rows": rows,
        "mean_length": round(float(arrays["length"].mean(dtype=np.float64)), 6) if rows else 1.0,
    }  # fmt: skip
    return arrays, facts


def _is_answered_by_assistant(table: pl.DataFrame) -> Array:
    """For each row whether the next message is an assistant's. A question that the person puts to an assistant says
    something about the person; other questions say little."""
    same = table["conversation_id"] == table["conversation_id"].shift(-1)
    result: Array = (same & (table["role"].shift(-1) == "assistant")).fill_null(False).to_numpy().astype(np.bool_)
    return result


def _joined(parts: Sequence[tuple[Array, Array]]) -> dict[str, Array]:
    """All texts as one array of bytes, and where each ends. The index holds the texts because looking a few up in the
    table would mean reading all of it."""
    texts = np.concatenate([part for part, _ in parts]) if parts else np.zeros(0, np.uint8)
    sizes = [np.diff(ends) for _, ends in parts]
    return {"texts": texts, "text_ends": np.cumsum(np.concatenate([[0], *sizes]), dtype=np.int64)}


def _about_messages(
    table: pl.DataFrame, titles: Mapping[str, str], settings: SearchSettings
) -> tuple[dict[str, Array], dict[str, Any]]:
    conversations = table["conversation_id"].unique(maintain_order=True)
    number = dict(zip(conversations, range(len(conversations)), strict=True))
    conversation = np.array([number[name] for name in table["conversation_id"]], np.int32)
    time = np.full(len(table), NO_TIME)
    given = table["created_at_utc"].is_not_null().to_numpy()
    told = table["created_at_utc"].drop_nulls().cast(pl.String).str.strip_suffix("Z")
    time[given] = told.str.to_datetime("%Y-%m-%dT%H:%M:%S%.3f", time_unit="ms").to_physical().to_numpy()
    roles, kinds = sorted(table["role"].unique()), sorted(table["source_kind"].unique())
    ids, id_ends = packed_texts(table["message_id"].to_list())
    names, name_ends = packed_texts(conversations.to_list())
    called, called_ends = packed_texts([titles.get(name, "") for name in conversations])
    authors = table["author_name"].cast(pl.String).fill_null("")
    written = sorted(authors.unique())
    author_names, author_ends = packed_texts(written)
    arrays = {
        "conversation": conversation,
        "session": _sessions(conversation, time, settings.session_gap_hours),
        "time": time,
        "asks": table["asks"].cast(pl.Boolean).to_numpy().astype(np.bool_) & ~_is_answered_by_assistant(table),
        "role": np.array([roles.index(role) for role in table["role"]], np.uint8),
        "kind": np.array([kinds.index(kind) for kind in table["source_kind"]], np.uint8),
        "author": np.searchsorted(np.array(written, object), authors.to_numpy()).astype(np.int32),
        "authors": author_names, "author_ends": author_ends, "titles": called, "title_ends": called_ends,
        "is_memory": (table["recipient"].cast(pl.String) == _MEMORY).fill_null(False).to_numpy().astype(np.bool_),
        "ids": ids, "id_ends": id_ends, "id_order": _order_of(table["message_id"].to_list()),
        "conversations": names, "conversation_ends": name_ends,
    }  # fmt: skip
    return arrays, {"roles": roles, "kinds": kinds}


def _order_of(texts: Sequence[str]) -> Array:
    """The numbers of the texts, sorted by the texts' bytes, so that a text can be found by binary search."""
    encoded = [text.encode("utf-8", "replace") for text in texts]
    return np.array(sorted(range(len(encoded)), key=encoded.__getitem__), np.int32)


def _sessions(conversation: Array, time: Array, gap_hours: float) -> Array:
    """The session number of each row. A new session begins with another conversation, or after a silence of
    more than `gap_hours`."""
    if not len(time):
        return np.zeros(0, np.int32)
    told = time != NO_TIME
    # Each message is compared with the newest message before it that has a time, so that one without a time hides no
    # silence.
    newest = np.maximum.accumulate(np.where(told, np.arange(len(time)), -1))
    earlier = np.concatenate([[-1], newest[:-1]])
    is_late = told & (earlier >= 0) & (time - time[np.maximum(earlier, 0)] > gap_hours * _HOUR)
    is_other = np.concatenate([[False], conversation[1:] != conversation[:-1]])
    result: Array = np.cumsum(is_late | is_other, dtype=np.int32)
    return result


def _extra_words(
    gathering: Gathering,
    table: pl.DataFrame,
    titles: Mapping[str, str],
    settings: SearchSettings,
    months: Sequence[str],
    zone: str,
) -> tuple[Array, Array, Array]:
    """Words that count for a row although its text does not have them: of its day ("3 May 2022"), its speaker and its
    conversation's title. Three arrays: term, row, and how much the word counts."""
    ZoneInfo(zone)
    told = table["created_at_utc"].cast(pl.String).str.strip_suffix("Z").str.to_datetime("%Y-%m-%dT%H:%M:%S%.3f")
    local = told.dt.replace_time_zone("UTC").dt.convert_time_zone(zone)
    days = pl.DataFrame({"day": local.dt.day(), "month": local.dt.month(), "year": local.dt.year()})
    dates = [None if day is None else f"{day} {months[month - 1]} {year}" for day, month, year in days.iter_rows()]
    names = [
        name if role in _SPEAKERS else None for name, role in zip(table["author_name"], table["role"], strict=True)
    ]
    called = [titles.get(name) for name in table["conversation_id"]]
    given = ((dates, settings.date_words), (names, settings.name_words), (called, settings.title_words))
    parts = [_column_words(gathering, texts, amount) for texts, amount in given if amount]
    if not parts:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32)
    term, row, amount = (np.concatenate(column) for column in zip(*parts, strict=True))
    pairs, places = np.unique(term << _ROW_BITS | row, return_inverse=True)
    amounts = np.bincount(places, weights=amount, minlength=len(pairs)).astype(np.float32)
    return pairs >> _ROW_BITS, pairs & ((1 << _ROW_BITS) - 1), amounts


def _column_words(gathering: Gathering, texts: Sequence[str | None], amount: float) -> tuple[Array, Array, Array]:
    """The terms of a column that has few different texts, as three arrays: term, row, and how much the term counts."""
    encoded = pc.dictionary_encode(pa.array(texts, pa.string()))
    each = [sorted(gathering.codes(text)) for text in encoded.dictionary.to_pylist()]
    starts = np.cumsum([0, *map(len, each)], dtype=np.int64)
    codes = np.array([code for found in each for code in found], np.int64)
    rows = np.flatnonzero(encoded.is_valid().to_numpy(zero_copy_only=False))
    which = encoded.indices.drop_null().to_numpy(zero_copy_only=False)
    sizes = starts[which + 1] - starts[which]
    before = np.cumsum(sizes) - sizes
    places = np.repeat(starts[which] - before, sizes) + np.arange(sizes.sum())
    return codes[places], np.repeat(rows, sizes), np.full(len(places), amount)


def _about_words(
    gathering: Gathering,
    extra: tuple[Array, Array, Array],
    about: Mapping[str, Array],
    numbers: SearchSettings,
) -> dict[str, Array]:
    session, asks = about["session"], about["asks"]
    names = sorted(gathering.terms, key=lambda term: term.encode("utf-8", "replace"))
    place = np.empty(len(names), np.int64)
    place[[gathering.terms[name] for name in names]] = np.arange(len(names))
    packed = np.concatenate(gathering.own) if gathering.own else np.zeros(0, np.int64)
    low = _ROW_BITS + _COUNT_BITS
    packed = place[packed >> low] << low | packed & ((1 << low) - 1) if len(packed) else packed
    packed.sort()
    term, row = packed >> low, packed >> _COUNT_BITS & ((1 << _ROW_BITS) - 1)
    order = np.lexsort((extra[1], place[extra[0]])) if len(extra[0]) else np.zeros(0, np.int64)
    extra_term, extra_row, amounts = place[extra[0]][order], extra[1][order], extra[2][order]
    own_length = np.concatenate(gathering.lengths).astype(np.int32) if gathering.lengths else np.zeros(0, np.int32)
    length = np.zeros(len(session), np.float32)
    add_spread(length, np.arange(len(session)), own_length.astype(np.float32), session, asks, numbers)
    length += np.bincount(extra_row, weights=amounts, minlength=len(session)).astype(np.float32)
    terms, term_ends = packed_texts(names)
    return {
        "terms": terms, "term_ends": term_ends,
        "starts": np.searchsorted(term, np.arange(len(names) + 1)).astype(np.int64),
        "rows": row.astype(np.int32), "counts": (packed & _MOST).astype(np.uint16),
        "extra_starts": np.searchsorted(extra_term, np.arange(len(names) + 1)).astype(np.int64),
        "extra_rows": extra_row.astype(np.int32), "extra_amounts": amounts,
        "own_length": own_length, "length": length,
        "spread": _reach(term, row, extra_term, extra_row, session, numbers, len(names)),
    }  # fmt: skip


def _reach(
    term: Array, row: Array, extra_term: Array, extra_row: Array, session: Array, numbers: SearchSettings, terms: int
) -> Array:
    """For each term the number of rows in which it counts, neighbours and extra words included. The rarity of a term
    is computed from this number."""
    first, last = neighbourhood(session, len(numbers.words_before), len(numbers.words_after))
    every = np.concatenate([term, extra_term])
    start = np.concatenate([first[row], extra_row])
    end = np.concatenate([last[row], extra_row + 1])
    # Both halves are sorted already, so a stable sort only has to merge them.
    order = np.argsort(every << _ROW_BITS | start, kind="stable")
    return reached(every[order], start[order], end[order], terms).astype(np.int32)
