"""Reads chunks, events and names from some files of messages, by the rules in `chunks`, `events` and `names`, and
writes them as rows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import pyarrow.compute as pc

from kg_assets.claims.parsed.statements import statements
from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.language.sentence import SENTENCE_COLUMNS, Sentence
from kg_assets.memory import contracts
from kg_assets.memory.chunks import Chunk, chunks_of
from kg_assets.memory.event import Event, Name, Speaker, Time
from kg_assets.memory.events import read_events
from kg_assets.memory.names import Mention, Mentioned, read_names
from kg_assets.memory.rows import event_id, event_row, mentioned_row
from kg_assets.memory.settings import MemorySettings
from kg_assets.memory.words import name_words
from kg_assets.sources.tables import Rows, read_rows, without_collector
from kg_assets.store.message_files import files_by_group, grouped
from kg_assets.store.rows import read_table

_MESSAGES, _SENTENCES, _TIMES, _NAMES = "kg.messages", "kg.sentences", "kg.time_mentions", "kg.entity_mentions"
_COLUMNS = (
    "message_id", "conversation_id", "source_kind", "role", "author_name", "created_at_utc", "is_prose", "text_raw",
    "raw_message_json",
)  # fmt: skip
_SPEAKING = ("user", "other")
_RULES = "rules"


class _Read(NamedTuple):
    """The chunks, names and events that were read in a message."""

    chunks: Sequence[Chunk] = ()
    names: Sequence[Mentioned] = ()
    events: Sequence[Event] = ()


def plan(run: StageRun) -> list[Shard]:
    """One shard for each `files_per_shard` files of messages, with the files that hold the sentences, times
    and mentions of the same messages."""
    groups = grouped(run.paths(_MESSAGES), run.settings("memory").files_per_shard)
    owners = {name: files_by_group(groups, run.paths(name)) for name in (_SENTENCES, _TIMES, _NAMES)}
    return [
        Shard(
            f"{index:03d}",
            inputs={_MESSAGES: [str(path) for path in group]} | {name: owners[name][index] for name in owners},
        )
        for index, group in enumerate(groups)
    ]


def run_shard(run: StageRun) -> None:
    """Write the chunks, names and events of the shard's messages."""
    with without_collector():
        reading = _Reading(run)
        for path in run.paths(_MESSAGES):
            for row in read_rows([path], _COLUMNS):
                reading.add(*row)
        reading.write()


class _Reading:
    """Reads the messages of one shard and collects the rows of its tables."""

    def __init__(self, run: StageRun) -> None:
        self._run = run
        self._settings: MemorySettings = run.settings("memory")
        self._ids = IdSpace(run.settings("sources").id_namespace)
        self._rows = {table.name: Rows(table) for table in contracts.READ_TABLES}
        self._mentions = _mentions(run)
        self._sentences = _sentences(run)
        self._times = _times(run)

    def add(
        self, message_id: str, conversation_id: str, source_kind: str, role: str, author: str | None,
        said_at: str | None, is_prose: bool, text: str | None, node: str,
    ) -> None:  # fmt: skip
        """Read a message and add its rows. An error loses only this message."""
        if not text:
            return
        speaker = Speaker(role == "user", author, said_at) if is_prose and role in _SPEAKING else None
        look = partial(self._look, message_id, source_kind, text, node, speaker)
        found = survive(self._run, "memory", message_id, look, _Read)
        for chunk in found.chunks:
            self._add(contracts.MESSAGE_CHUNKS, *self._chunk(message_id, conversation_id, chunk))
        for name in found.names:
            self._add(contracts.RULE_MENTIONED, *mentioned_row(self._ids, message_id, conversation_id, name, _RULES))
        for own, event in self._distinct(message_id, found.events):
            self._add(contracts.RULE_EVENTS, *event_row(own, message_id, conversation_id, text, event, _RULES))

    def _look(self, message_id: str, source_kind: str, text: str, node: str, speaker: Speaker | None) -> _Read:
        settings = self._settings
        chunks = chunks_of(text, source_kind, node, settings.chunk_chars, settings.long_message_chars)
        sentences = self._sentences.get(message_id, ())
        names = read_names(text, self._mentions.get(message_id, ()), sentences)
        if speaker is None or not sentences:
            return _Read(chunks, names)
        events = read_events(sentences, self._times.get(message_id, ()), names_of(names), speaker)
        return _Read(chunks, names, _stated(text, events))

    def _distinct(self, message_id: str, events: Sequence[Event]) -> list[tuple[str, Event]]:
        """The events with their ids. Of several events with the same category and place only the first is kept."""
        found: dict[str, Event] = {}
        for event in events:
            found.setdefault(event_id(self._ids, message_id, event, _RULES), event)
        return list(found.items())

    def _chunk(self, message_id: str, conversation_id: str, chunk: Chunk) -> tuple[Any, ...]:
        chunk_id = self._ids.make("chunk", message_id, chunk.start, chunk.end)
        return chunk_id, message_id, conversation_id, *chunk

    def _add(self, table: Any, *values: Any) -> None:
        self._rows[table.name].add(values)

    def write(self) -> None:
        for name, rows in self._rows.items():
            self._run.write(name, rows.table())


def _stated(text: str, events: Sequence[Event]) -> Sequence[Event]:
    """The events without those in words that are not the speaker's own statement, such as a text that is to be
    translated."""
    stated = statements(text, ()) if events else None
    return [event for event in events if stated is not None and stated.hold_end(text, event.end)]


def names_of(names: Sequence[Mentioned]) -> list[Name]:
    """The names of a message in the form that `read_events` takes: where each is, its type, and the words as they are
    written."""
    return [Name(name.start, name.end, name.type, name.surface) for name in names]


def _sentences(run: StageRun) -> Mapping[str, list[Sentence]]:
    """The parsed sentences of each message, in order."""
    found: dict[str, list[Sentence]] = defaultdict(list)
    for path in run.paths(_SENTENCES):
        table = read_table(path, columns=list(SENTENCE_COLUMNS))
        for row in table.filter(pc.is_valid(table["token_head"])).to_pylist():
            found[row["message_id"]].append(Sentence.from_row(row))
    return found


def _times(run: StageRun) -> Mapping[str, list[Time]]:
    columns = ("message_id", "char_start", "char_end", "valid_from_utc", "valid_to_utc", "resolution_granularity")
    found: dict[str, list[Time]] = defaultdict(list)
    for message_id, *time in read_rows(run.paths(_TIMES), columns):
        found[message_id].append(_as_time(*time))
    return found


def _as_time(start: int, end: int, from_utc: str | None, to_utc: str | None, granularity: str | None) -> Time:
    """A stored time in the form that events need. An instant is stored as an end without a start; this form has it as a
    start without an end."""
    return (
        Time(start, end, to_utc, None, granularity)
        if from_utc is None
        else Time(start, end, from_utc, to_utc, granularity)
    )


def _mentions(run: StageRun) -> Mapping[str, list[Mention]]:
    """The mentions of entities whose type is listed in `config/memory/names.yaml`, by message."""
    types = name_words().types
    columns = (
        "message_id", "mention_id", "entity_id", "char_start", "char_end", "entity_type_hint", "surface_text",
        "confidence",
    )  # fmt: skip
    found: dict[str, list[Mention]] = defaultdict(list)
    for message_id, *mention in read_rows(run.paths(_NAMES), columns):
        if mention[2] is not None and mention[4] in types:
            found[message_id].append(Mention(*mention))
    return found
