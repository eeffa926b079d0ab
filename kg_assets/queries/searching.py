"""Finds messages: takes a typed search with its filters, and gives hits with all that a reader needs to judge
them.

Nothing here prints. `kg_assets.search` ranks the rows; here they get their texts, the messages before and
after, and the claims read in them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from kg_assets.core.config import Config
from kg_assets.core.counting import counted
from kg_assets.core.data import data_path
from kg_assets.core.errors import QueryError
from kg_assets.core.instants import to_millis
from kg_assets.core.when import typed_end, typed_moment
from kg_assets.queries.claimed import answers
from kg_assets.queries.decided import decided_since
from kg_assets.queries.indexes import arrays_file
from kg_assets.queries.people import Meant, person_meant
from kg_assets.search.hopped import HopIndex
from kg_assets.search.opened import SearchIndex
from kg_assets.search.question import QuestionVectors
from kg_assets.search.ranking import Fits, Lanes, allowed_rows, best, weighed
from kg_assets.search.settings import FindingSettings
from kg_assets.search.told import ClaimIndex
from kg_assets.search.typed import Typed, as_it_stands, understood
from kg_assets.store.arrays import NO_TIME, Array
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

_INDEX, _CLAIMS, _HOPS = "kg.search_index", "kg.claim_index", "kg.hop_index"
_NAMED, _NAMED_PEOPLE = "sql/search/named.sql", "sql/search/named_people.sql"


@dataclass(frozen=True, slots=True)
class Search:
    """What somebody wants to find. A filter that is not given lets everything through."""

    text: str
    limit: int
    since: str | None = None
    until: str | None = None
    roles: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    conversation: str | None = None
    entity: str | None = None


@dataclass(frozen=True)
class Found:
    """The hits, the best first; and in words what was looked for, for a reader who gets no hits."""

    hits: list[dict[str, Any]]
    tried: str
    note: str | None = None  # why a lane of the search was left out


def index_of(home: Home, warehouse: OpenWarehouse, config: Config) -> SearchIndex:
    """The search index of the published build; its files are kept open for later searches. Claims rejected or
    corrected since the build are left out."""
    vectors = QuestionVectors(config.section("embedding"), config.section("models"))
    claims = arrays_file(home, warehouse, _CLAIMS, "index of claims")
    hops = arrays_file(home, warehouse, _HOPS, "index of hops")
    index = _opened(arrays_file(home, warehouse, _INDEX, "search index"), claims, hops, vectors)
    # Claims that were rejected or corrected since the build are shown with no message and answer no question.
    gone = {claim for claim, what in decided_since(home, warehouse).items() if what in ("rejected", "corrected")}
    return index.without(frozenset(gone)) if gone else index


@lru_cache(maxsize=2)
def _opened(path: Path, claims: Path, hops: Path, vectors: QuestionVectors) -> SearchIndex:
    return SearchIndex(path, vectors, ClaimIndex(claims), HopIndex(hops))


@dataclass(frozen=True)
class LookedFor:
    """A search as it was understood, the scores of each lane (such as words or likeness), and the rows that may be
    hits."""

    typed: Typed
    lanes: Lanes
    allowed: Array
    fits: Fits | None
    tried: str
    only: Array | None  # the rows that filters let through, None for all


def looked_for(
    warehouse: OpenWarehouse, index: SearchIndex, wanted: Search, settings: FindingSettings, zone: ZoneInfo
) -> LookedFor:
    """Understand a search, score every row in each lane, and find the rows that may be hits."""
    typed = understood(wanted.text, index.words, settings.most_words, settings.longest_query)
    if wanted.limit > settings.most_hits:
        raise QueryError(
            f"{counted(wanted.limit, 'message')} wanted, a search gives at most {settings.most_hits:,} "
            "(finding.most_hits)"
        )
    if not wanted.text.strip():
        raise QueryError('nothing was asked; give a question or some words, such as: annals search "when did I move"')
    only, filters = _filtered(warehouse, index, wanted, zone)
    lanes = weighed(index, typed, settings)
    candidates = lanes.is_candidate if typed.terms or typed.beginnings else np.full(index.rows, bool(typed.phrases))
    allowed = allowed_rows(index, typed, candidates, only)
    return LookedFor(typed, lanes, allowed, _fitting(index, typed), _tried(typed, lanes, filters), only)


def found(
    warehouse: OpenWarehouse, index: SearchIndex, wanted: Search, settings: FindingSettings, zone: ZoneInfo
) -> Found:
    """The messages that answer a search best, as hits: understands the search, then ranks."""
    return found_of(index, looked_for(warehouse, index, wanted, settings, zone), settings, wanted.limit)


def found_of(index: SearchIndex, asked: LookedFor, settings: FindingSettings, limit: int) -> Found:
    """The messages that answer best a search that was understood already (`looked_for`), as hits."""
    rows, claimed = ranked(index, asked, settings, limit)
    return Found(hits_of(index, rows, asked, claimed), asked.tried, asked.lanes.silence)


def ranked(
    index: SearchIndex, asked: LookedFor, settings: FindingSettings, limit: int
) -> tuple[list[int], dict[int, str]]:
    """The best rows; and for each row that has one, the claim that answers the question. Rows with such a claim come
    first, and their totals are set above all others. Then come the rows with the highest weighted sum of the lanes."""
    claimed = _answering(index, asked, settings)
    first = list(claimed)
    others = best(asked.lanes.total, asked.allowed, limit, asked.fits)
    # Rows that answer the question get a higher score than all rows that only share words with it.
    top = float(asked.lanes.total.max(initial=0))
    for place, row in enumerate(first):
        asked.lanes.total[row] = top + len(first) - place
    return list(dict.fromkeys([*first, *others]))[:limit], claimed


def _answering(index: SearchIndex, asked: LookedFor, settings: FindingSettings) -> dict[int, str]:
    """The rows with a claim that answers the question, the best first, each with that claim. At most `settings.answers`
    rows, only rows that the filters let through."""
    if not settings.answers or index.claims is None:
        return {}
    said = answers(index.claims, asked.typed, settings)
    rows = ((index.row_of(message), told) for message, told in said)
    wanted = ((row, told) for row, told in rows if row is not None and (asked.only is None or asked.only[row]))
    return dict(islice(wanted, settings.answers))


def _tried(typed: Typed, lanes: Lanes, filters: Sequence[str]) -> str:
    told = typed.told() or ("nothing" if typed.passed_over else "nothing: no word was given")
    unknown = [word for word in lanes.asked.unknown if word not in typed.passed_over]
    parts = [f"looked for {told}"]
    if unknown:
        parts.append(f"no message has {', '.join(unknown)}")
    if typed.passed_over:
        reason = " as words that stand almost everywhere; between quotation marks they are found as they stand"
        parts.append(f"passed over {', '.join(typed.passed_over)}{reason if typed.is_empty else ''}")
    return "; ".join([*parts, *filters])


def _filtered(
    warehouse: OpenWarehouse, index: SearchIndex, wanted: Search, zone: tzinfo
) -> tuple[Array | None, list[str]]:
    """The rows that the filters let through (None if they let all through), and the filters in words."""
    kept = np.ones(index.rows, bool)
    told: list[str] = []
    time = index.arrays["time"]
    for name in ("since", "until", "conversation", "entity"):
        if getattr(wanted, name) is not None and not str(getattr(wanted, name)).strip():
            raise QueryError(f"{name} was given without a value; leave it out, or say which")
    if wanted.since:
        kept &= time >= to_millis(typed_moment(wanted.since, zone))
        told.append(f"only since {wanted.since}")
    if wanted.until:
        # A message without a time has the least number, which is not before anything.
        kept &= (time < to_millis(typed_end(wanted.until, zone))) & (time > NO_TIME)
        told.append(f"only until {wanted.until}")
    for values, column, names, what in (
        (wanted.roles, "role", index.facts["roles"], "role"),
        (wanted.sources, "kind", index.facts["kinds"], "source"),
    ):
        if values:
            kept &= np.isin(index.arrays[column], _numbers(values, names, what))
            told.append(f"only {what} {' or '.join(values)}")
    if wanted.conversation:
        kept &= index.arrays["conversation"] == _conversation(index, wanted.conversation)
        told.append(f"only in conversation {wanted.conversation}")
    if wanted.entity:
        meant = person_meant(warehouse, wanted.entity)
        kept &= _naming(warehouse, index, meant)
        told.append(f"only where {meant.name or meant.words} is named")
    return (kept if told else None), told


def _numbers(values: Sequence[str], names: Sequence[str], what: str) -> list[int]:
    for value in values:
        if value not in names:
            raise QueryError(f"no message has the {what} {value!r}; there are {', '.join(names) or 'none'}")
    return [names.index(value) for value in values]


def _conversation(index: SearchIndex, typed: str) -> int:
    names = index.conversation_ids
    fitting = [number for number, name in enumerate(names) if name == typed]
    fitting = fitting or [number for number, name in enumerate(names) if name.startswith(typed)]
    if len(fitting) != 1:
        how = "no conversation has" if not fitting else f"{len(fitting)} conversations have"
        raise QueryError(f"{how} the id {typed!r} or one that begins so; `annals search` shows ids")
    return fitting[0]


def _naming(warehouse: OpenWarehouse, index: SearchIndex, meant: Meant) -> Array:
    file = _NAMED if meant.person_id is None else _NAMED_PEOPLE
    messages = select(warehouse.connection, _sql(file), [meant.person_id or meant.entity_id]).fetchall()
    kept = np.zeros(index.rows, bool)
    kept[[row for (message,) in messages if (row := index.row_of(message)) is not None]] = True
    return kept


@lru_cache(maxsize=8)
def _sql(name: str) -> str:
    return data_path(name).read_text(encoding="utf-8")


def _fitting(index: SearchIndex, typed: Typed) -> Fits | None:
    """A function that takes rows (messages) and says for each whether its text has every typed phrase and no excluded
    phrase. None if no phrase of either sort was typed."""
    wanted = [as_it_stands(phrase) for phrase in typed.phrases]
    unwanted = [as_it_stands(phrase) for phrase in typed.without_phrases]
    if not wanted and not unwanted:
        return None

    def fits(rows: Sequence[int]) -> list[bool]:
        texts = [as_it_stands(index.text(row)) for row in rows]
        return [all(one in text for one in wanted) and not any(one in text for one in unwanted) for text in texts]

    return fits


def hits_of(
    index: SearchIndex, rows: Sequence[int], asked: LookedFor, claimed: Mapping[int, str] | None = None
) -> list[dict[str, Any]]:
    """These rows of the index as hits. `claimed` gives for a row the claim that answers the question."""
    typed, lanes = asked.typed, asked.lanes
    messages = [index.message(row) for row in rows]
    hits = []
    for row, message in zip(rows, messages, strict=True):
        before, after = (_short(index, near) for near in _neighbours(index, row))
        places = _places(index, typed, message["text"])
        hits.append(
            {
                **message,
                "score": round(float(lanes.total[row]), 6),
                "matched": [{"start": start, "end": end} for start, end in places],
                "why": [
                    *([f"what it says: {claimed[row]}"] if claimed and row in claimed else []),
                    *_why(index, typed, lanes, row, message["text"], places),
                ],
                "before": before,
                "after": after,
                "claims": [] if index.claims is None else index.claims.of_message(message["message_id"]),
            }
        )
    return hits


def _neighbours(index: SearchIndex, row: int) -> tuple[int | None, int | None]:
    conversation = index.arrays["conversation"]

    def near(other: int) -> int | None:
        return other if 0 <= other < index.rows and conversation[other] == conversation[row] else None

    return near(row - 1), near(row + 1)


def _short(index: SearchIndex, row: int | None) -> dict[str, Any] | None:
    if row is None:
        return None
    message = index.message(row)
    return {name: message[name] for name in ("message_id", "role", "created_at_utc", "text")}


def _places(index: SearchIndex, typed: Typed, text: str) -> list[tuple[int, int]]:
    """Start and end of each word of the search that occurs in a text, in code points."""
    wanted = {*typed.terms}
    return [
        (start, end)
        for term, start, end in index.words.places(text)
        if term in wanted or any(term.startswith(beginning) for beginning in typed.beginnings)
    ]


def _why(
    index: SearchIndex, typed: Typed, lanes: Lanes, row: int, text: str, places: Sequence[tuple[int, int]]
) -> list[str]:
    """The reasons why a message was found, in a few words each."""
    own = {index.words.term(text[start:end]) for start, end in places}
    why = [f"its words: {', '.join(dict.fromkeys(text[start:end].lower() for start, end in places))}"] if own else []
    near = []
    for name in typed.terms:
        term = index.term(name)
        if name not in own and term is not None and _counts_for(index, term, row):
            near.append(name)
    if near:
        why.append(f"words around it, of its day, its speaker or its title: {', '.join(near)}")
    if lanes.likeness is not None and lanes.likeness[row] > 0:
        why.append(f"likeness by the model: {lanes.likeness[row]:.2f}")
    if lanes.dates is not None and lanes.dates[row] > 0:
        why.append("said at the time that is asked for")
    return why


def _counts_for(index: SearchIndex, term: int, row: int) -> bool:
    reach = max(len(index.numbers.words_before), len(index.numbers.words_after))
    rows, _ = index.own(term)
    start, end = np.searchsorted(rows, [row - reach, row + reach + 1])
    if any(index.session[near] == index.session[row] for near in rows[start:end]):
        return True
    start, end = index.arrays["extra_starts"][term : term + 2]
    extra = index.arrays["extra_rows"][start:end]
    place = int(np.searchsorted(extra, row))
    return place < len(extra) and int(extra[place]) == row
