"""Reads rows of `kg.claim_candidates` for grounding: each with its message and the text of that message.

The checks that make a candidate a claim belong to `validation`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson
import pyarrow as pa
import pyarrow.compute as pc

from kg_assets.core.canonical import canonical_text
from kg_assets.core.stage import StageRun
from kg_assets.store.rows import read_table

_NO_NOTES = "{}"
_MESSAGES_AT_ONCE = 4096  # messages whose texts and candidates are held at a time


class Message(NamedTuple):
    """The columns of a message that grounding needs. All candidates of the message share this object."""

    message_id: str
    conversation_id: str
    order_index: int
    role: str
    created_at_utc: str | None


class Candidate(NamedTuple):
    """A row of `kg.claim_candidates` with its message in place of the message's id."""

    message: Message
    candidate_id: str
    extraction_method: str
    reader: str
    priority: int
    subject: str
    subject_start: int | None
    subject_end: int | None
    bare_name: str | None
    predicate_label: str
    object_kind: str | None
    object: str | None
    object_start: int | None
    object_end: int | None
    modality: str
    polarity: str
    qualifier_type: str | None
    qualifier_text: str | None
    qualifier_start: int | None
    qualifier_end: int | None
    qualifier_value: str | None
    char_start: int | None
    char_end: int | None
    surface_text: str | None
    confidence: float
    notes_json: str

    @property
    def message_id(self) -> str:
        return self.message.message_id


Read = tuple[Candidate, str]  # a candidate and the text of its message
_OWN = Candidate._fields[1:]


def candidate_json(row: Candidate) -> str:
    """A candidate as it was read, as canonical JSON."""
    given: dict[str, Any] = dict(zip(_OWN, row[1:], strict=True))
    notes = given.pop("notes_json")
    if given["bare_name"] is None:
        del given["bare_name"]  # so that claims without one keep the ids that they had before there was this field
    given["notes"] = {} if notes == _NO_NOTES else orjson.loads(notes)
    return canonical_text(given)


def read_candidates(stage: StageRun, candidates: pa.Table) -> Iterator[Read]:
    """The candidates of a table, each with the text of its message. Texts are read one file at a time and become
    objects for `_MESSAGES_AT_ONCE` messages at a time, since all together are large."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, message_id in enumerate(candidates["message_id"].to_pylist()):
        places[message_id].append(place)
    for messages in _messages(stage, places.keys(), (*Message._fields, "text_raw")):
        own = list(map(Message._make, zip(*(_shared(messages[name]) for name in Message._fields), strict=True)))
        counts = [len(places[message.message_id]) for message in own]
        rows = _rows(candidates, [place for message in own for place in places[message.message_id]])
        for message, count, text in zip(own, counts, messages["text_raw"].to_pylist(), strict=True):
            for _ in range(count):
                yield Candidate(message, *next(rows)), text or ""


def with_texts(stage: StageRun, rows: Iterable[Candidate]) -> Iterator[Read]:
    """Candidates that are already read, each with the text of its message."""
    of_message: dict[str, list[Candidate]] = defaultdict(list)
    for row in rows:
        of_message[row.message_id].append(row)
    for message_id, text in texts_of(stage, of_message):
        for row in of_message[message_id]:
            yield row, text


def texts_of(stage: StageRun, message_ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The ids and texts of these messages; the text is empty where `text_raw` is NULL."""
    for messages in _messages(stage, message_ids, ("message_id", "text_raw")):
        for message_id, text in zip(messages["message_id"].to_pylist(), messages["text_raw"].to_pylist(), strict=True):
            yield message_id, text or ""


def _messages(stage: StageRun, message_ids: Iterable[str], columns: Sequence[str]) -> Iterator[pa.Table]:
    """The rows of these messages in `kg.messages` with the given columns: file by file, in slices of
    `_MESSAGES_AT_ONCE` rows."""
    wanted = pa.array(sorted(message_ids), pa.string())
    for path in stage.paths("kg.messages"):
        table = read_table(path, columns=list(columns))
        named = table.filter(pc.is_in(table["message_id"], wanted))
        for first in range(0, named.num_rows, _MESSAGES_AT_ONCE):
            yield named.slice(first, _MESSAGES_AT_ONCE)


def _rows(candidates: pa.Table, places: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """The fields of `Candidate`, without its message, for the candidates at these row numbers."""
    taken = candidates.select(_OWN).take(pa.array(places, pa.int64()))
    return zip(*map(_shared, taken.columns), strict=True)


def _shared(column: pa.ChunkedArray) -> list[Any]:
    """The values of a column. Equal texts become one object in memory, since most texts occur many times."""
    if not pa.types.is_string(column.type):
        return list(column.to_pylist())
    encoded = column.combine_chunks().dictionary_encode()
    parts = encoded.chunks if isinstance(encoded, pa.ChunkedArray) else [encoded]
    values: list[Any] = []
    for part in parts:
        texts = part.dictionary.to_pylist()
        values += [None if at is None else texts[at] for at in part.indices.to_pylist()]
    return values
