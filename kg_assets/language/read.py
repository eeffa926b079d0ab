"""Makes the rows of `kg.sentences` for some files of messages: where sentences are, which are parsed, and
what the parser says."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from kg_assets.core.faults import survive, survive_batch
from kg_assets.core.spans import Ranges, Span
from kg_assets.core.stage import Shard, StageRun
from kg_assets.language.bounds import sentence_bounds
from kg_assets.language.contracts import SENTENCES
from kg_assets.language.parser import Parser, Stretch, parser_of
from kg_assets.language.sentence import TOKEN_COLUMNS, Sentence
from kg_assets.language.settings import LanguageSettings
from kg_assets.language.worth import (
    BEYOND,
    NOT_OWN,
    OFF,
    QUOTED,
    REPEATED,
    beyond,
    cue_lines,
    has_cue,
    repeated,
    why_unread,
)
from kg_assets.sources.tables import Rows, read_rows, without_collector
from kg_assets.store.message_files import files_by_group
from kg_assets.store.rows import read_batches

_MESSAGES, _VOICES = "kg.messages", "kg.message_voices"
# Messages whose sentences are parsed together. The number limits the memory that is used and changes no result.
_TOGETHER = 1024
_PERSON, _ASSISTANT, _OTHER = "user", "assistant", "other"
_CHATS = frozenset({"chatgpt", "claude"})
_COLUMNS = (
    "message_id", "source_kind", "role", "text_raw", "is_prose", "code_fence_ranges_json", "blockquote_ranges_json",
    "citation_ranges_json",
)  # fmt: skip
_UNPARSED = (None,) * len(TOKEN_COLUMNS)


class _Range(msgspec.Struct):
    """Where a range of a message (code, a quotation, a citation) begins and ends, read from the JSON that stage 1
    stores in `kg.messages`."""

    char_start: int
    char_end: int


_RANGES = msgspec.json.Decoder(list[_Range])


class _Message(NamedTuple):
    """A message and its sentences, each with the reason why it is not parsed; None for those that are."""

    message_id: str
    text: str
    places: Sequence[Span]
    reasons: Sequence[str | None]


def plan(run: StageRun) -> list[Shard]:
    """One shard for each file of messages, with the files of voices of the same messages."""
    groups = [[path] for path in run.paths(_MESSAGES)]
    voices = files_by_group(groups, run.paths(_VOICES))
    return [
        Shard(f"{index:03d}", inputs={_MESSAGES: [str(path) for path in group], _VOICES: voices[index]})
        for index, group in enumerate(groups)
    ]


def run_shard(run: StageRun) -> None:
    """Write the sentences of the shard's messages."""
    with without_collector():
        reading = _Reading(run)
        for path in run.paths(_MESSAGES):
            for batch in read_batches(path, _TOGETHER, _COLUMNS):
                reading.add(batch.to_pydict())
        reading.write()


class _Reading:
    """Makes the rows of one shard, and holds them until they are written."""

    def __init__(self, run: StageRun) -> None:
        self._run = run
        self._settings: LanguageSettings = run.settings("language")
        self._rows = Rows(SENTENCES)
        self._not_own = {message_id for (message_id,) in read_rows(run.paths(_VOICES), ("message_id",))}

    def add(self, columns: Mapping[str, list[Any]]) -> None:
        """Read some messages, in their order, and add the rows of their sentences."""
        messages = []
        for row in zip(*(columns[name] for name in _COLUMNS), strict=True):
            message_id, source_kind, role, text, is_prose, *ranges = row
            if text is None or not is_prose or role not in (_PERSON, _ASSISTANT, _OTHER):
                continue
            look = partial(self._seen, message_id, role, source_kind in _CHATS, text, ranges)
            found = survive(self._run, "bounds", message_id, look, lambda: None)
            if found is not None:
                messages.append(found)
        ids = [message.message_id for message in messages]
        answers = survive_batch(self._run, "parse", ids, partial(self._read, messages), list[Sentence])
        for message, sentences in zip(messages, answers, strict=True):
            self._add_rows(message, sentences)

    def _seen(self, message_id: str, role: str, is_chat: bool, text: str, ranges: Sequence[str | None]) -> _Message:
        """The sentences of a message and why each is not parsed.

        Of an assistant's message, only sentences are given in which it recalls something of the person
        ("you mentioned ...", `has_cue`).
        """
        settings = self._settings
        lines = None
        if role == _ASSISTANT:
            lines = list(cue_lines(text))
            if not lines:
                return _Message(message_id, text, (), ())
        fences, quotes, citations = (_spans(json) for json in ranges)
        places = sentence_bounds(text, fences, citations, settings.wrapped_chars, settings.max_sentence_chars, lines)
        if role == _ASSISTANT:
            places = [place for place in places if has_cue(text[slice(*place)])]
        quoted = Ranges(quotes)
        own = [place for place in places if not quoted.intersects(*place)]
        why = why_unread([text[slice(*place)] for place in own], settings, is_chat and role == _PERSON)
        reasons = list(map(dict(zip(own, why, strict=True)).get, places, [QUOTED] * len(places)))
        again = repeated([text[slice(*place)] for place in places], settings.read_repeats)
        reasons = [
            REPEATED if is_again and reason is None else reason for reason, is_again in zip(reasons, again, strict=True)
        ]
        reasons = _bounded(places, reasons, settings.read_chars)
        if message_id in self._not_own:
            return _Message(message_id, text, places, [NOT_OWN] * len(places))
        if settings.model is None:
            reasons = [reason if reason in (BEYOND, REPEATED) else OFF for reason in reasons]
        return _Message(message_id, text, places, reasons)

    def _read(self, messages: Sequence[_Message], chosen: Sequence[int]) -> list[list[Sentence]]:
        """The sentences of the chosen messages, in order. Those that are to be parsed are parsed; of the others only
        the bounds and the text are given."""
        wanted = [
            Stretch(message.message_id, message.text, place)
            for message in (messages[n] for n in chosen)
            for place, reason in zip(message.places, message.reasons, strict=True)
            if reason is None
        ]
        parsed = iter(self._parser().parse(wanted) if wanted else ())
        return [
            [
                sentence
                for place, reason in zip(message.places, message.reasons, strict=True)
                for sentence in (next(parsed) if reason is None else [_unparsed(message, place)])
            ]
            for message in (messages[n] for n in chosen)
        ]

    def _parser(self) -> Parser:
        assert self._settings.model is not None, "without a model nothing is worth a parse"
        return parser_of(self._settings.model, self._settings.with_entities)

    def _add_rows(self, message: _Message, sentences: Sequence[Sentence]) -> None:
        why = dict(zip((place.start for place in message.places), message.reasons, strict=True))
        counts: Counter[str] = Counter()
        for index, sentence in enumerate(sentences):
            _, _, start, end, text, *tokens = sentence.row()
            reason, lists = (None, tokens) if sentence.is_parsed else (why[start], _UNPARSED)
            self._rows.add((message.message_id, index, start, end, text, reason, *lists))
            done = "parsed" if reason is None else f"unread:{reason}"
            counts[f"sentences_{done}"] += 1
            counts[f"characters_{done}"] += end - start
            counts["tokens"] += len(tokens[0]) if sentence.is_parsed else 0
        self._tell(message.message_id, counts)

    def _tell(self, message_id: str, counts: Mapping[str, int]) -> None:
        """Count sentences and characters by how they were treated, and report if a message was too long to be read as a
        whole."""
        for key, count in counts.items():
            self._run.count(key, count, message_id)
        partly = counts.get(f"characters_unread:{BEYOND}")
        if partly:
            self._run.event("WARN", "PARTLY_READ", message_id, characters_unread=partly)

    def write(self) -> None:
        self._run.write(SENTENCES.name, self._rows.table())


def _bounded(places: Sequence[Span], reasons: list[str | None], most: int) -> list[str | None]:
    """The reasons why sentences are not parsed, with BEYOND added for sentences that are left out because at most
    `most` characters of one message are read."""
    worth = [at for at, reason in enumerate(reasons) if reason is None]
    out = beyond([places[at].end - places[at].start for at in worth], most)
    left = {worth[n] for n in out}
    return [BEYOND if at in left else reason for at, reason in enumerate(reasons)] if left else reasons


def _spans(json: str | None) -> list[tuple[int, int]]:
    return [(one.char_start, one.char_end) for one in _RANGES.decode(json)] if json else []


def _unparsed(message: _Message, place: Span) -> Sentence:
    return Sentence(message.message_id, 0, place.start, place.end, message.text[slice(*place)])
