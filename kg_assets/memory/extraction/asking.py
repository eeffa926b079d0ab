"""Requests that ask a model about events: which texts are asked about, what the model is shown of them, and the form
that an answer must have."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kg_assets.claims.eligibility import COLUMNS, hidden_ranges
from kg_assets.claims.masking import Masked, masked
from kg_assets.core.stage import StageRun
from kg_assets.llm.asker import Asker
from kg_assets.llm.request import Request
from kg_assets.llm.schema import strict_object
from kg_assets.llm.settings import ModelSettings
from kg_assets.memory.chunks import CHATS
from kg_assets.memory.contracts import ACTOR_ROLES, CATEGORIES, MENTIONED_TYPES
from kg_assets.memory.settings import MemorySettings
from kg_assets.sources.tables import read_rows

PROMPT_FILE = "prompts/events_v1.md"
INPUTS = ("kg.messages", "kg.message_voices", "kg.conversations", "kg.time_mentions", "kg.entity_mentions")
SELF = "SELF"
_SPEAKING = frozenset({"user", "other"})
_RESOLVED = frozenset({"instant", "interval"})
_MESSAGE = tuple(dict.fromkeys(
    ("message_id", "conversation_id", "order_index", "source_kind", "author_name", "created_at_utc", *COLUMNS)
))  # fmt: skip
_TEXT, _NUMBER = {"type": "string"}, {"type": "number"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_SUBJECT = strict_object(type={"type": "string", "enum": list(MENTIONED_TYPES)}, reference=_TEXT)
_EVENT = strict_object(
    category={"type": "string", "enum": list(CATEGORIES)},
    narrative=_TEXT,
    time=_TEXT_OR_NULL,
    subject={"anyOf": [_SUBJECT, {"type": "null"}]},
    actors={
        "type": "array",
        "items": strict_object(reference=_TEXT, role={"type": "string", "enum": list(ACTOR_ROLES)}),
    },
    quote=_TEXT,
    confidence=_NUMBER,
)
_ENTITY = strict_object(
    surface_form=_TEXT,
    canonical_suggestion=_TEXT,
    type={"type": "string", "enum": list(MENTIONED_TYPES)},
    role=_TEXT_OR_NULL,
    org=_TEXT_OR_NULL,
    email=_TEXT_OR_NULL,
    aliases_in_doc={"type": "array", "items": _TEXT},
    confidence=_NUMBER,
)
SCHEMA = strict_object(
    events={"type": "array", "items": _EVENT}, entities_mentioned={"type": "array", "items": _ENTITY}
)
# The least that an answer must be. A fault in one item costs only that item.
_ACCEPTED = {
    "type": "object",
    "properties": {"events": {"type": "array"}, "entities_mentioned": {"type": "array"}},
    "required": ["events"],
}


class Time(NamedTuple):
    """A resolved time expression at its place in a message."""

    start: int
    end: int
    from_utc: str | None
    to_utc: str | None
    granularity: str | None


@dataclass(frozen=True, slots=True)
class Told:
    """A text that a model is asked about. `writer` is SELF for the person, the name of another writer, or None if that
    is unknown."""

    message_id: str
    conversation_id: str
    kind: str
    title: str | None
    writer: str | None
    masked: Masked
    text: str
    times: tuple[Time, ...]
    mentions: Mapping[tuple[int, int], tuple[str, str | None]]  # by place: mention and entity


def texts(stage: StageRun) -> Iterator[Told]:
    """The messages that a model is asked about, in the order of their conversations. They are prose of the person or of
    others, at least `event_min_chars` long (counted without code, quotations and white space) and at most
    `event_max_chars`. Chat messages that are not the person's own words (a role-play, copied text), and the answers to
    them, are left out."""
    settings: MemorySettings = stage.settings("memory")
    titles = dict(read_rows(stage.paths("kg.conversations"), ("conversation_id", "title")))
    times = _times(stage.paths("kg.time_mentions"))
    mentions = _mentions(stage.paths("kg.entity_mentions"))
    rows = [dict(zip(_MESSAGE, row, strict=True)) for row in read_rows(stage.paths("kg.messages"), _MESSAGE)]
    not_own = {message_id for (message_id,) in read_rows(stage.paths("kg.message_voices"), ("message_id",))}
    for row in sorted(rows, key=lambda r: (r["conversation_id"], r["order_index"], r["message_id"])):
        if row["message_id"] in not_own or not _is_asked_about(row, settings):
            continue
        hidden = hidden_ranges(row, with_quotes=True)
        shown = masked(row["text_raw"], hidden, "length_preserving")
        if len("".join(shown.text.split())) < settings.event_min_chars:
            continue
        is_chat = row["source_kind"] in CHATS
        yield Told(
            row["message_id"], row["conversation_id"], row["source_kind"],
            None if is_chat else titles.get(row["conversation_id"]),
            SELF if row["role"] == "user" else row["author_name"], shown, row["text_raw"],
            times.get(row["message_id"], ()), mentions.get(row["message_id"], {}),
        )  # fmt: skip


class EventQuestions:
    """Makes the requests that ask a model about the events in texts; the prompt comes from a file."""

    def __init__(self, prompt: Path, models: ModelSettings) -> None:
        self._asker = Asker(models, "events", prompt.read_text(encoding="utf-8"), SCHEMA, _ACCEPTED)

    def about(self, told: Told) -> Request:
        """The request about one text."""
        times = [
            {"text": told.text[time.start : time.end], "from": time.from_utc, "to": time.to_utc} for time in told.times
        ]
        shown = {
            "kind": told.kind, "title": told.title, "writer": told.writer, "text": told.masked.text, "times": times,
        }  # fmt: skip
        return self._asker.about(shown, [told.message_id])


def requests(stage: StageRun) -> Iterator[Request]:
    """The requests about events, one for each text."""
    questions = EventQuestions(stage.file(PROMPT_FILE), stage.settings("models"))
    for told in texts(stage):
        yield questions.about(told)


def most(stage: StageRun) -> int | None:
    """The most answers that may be needed: 0 if `memory.ask_model` is off, else None (no limit)."""
    settings: MemorySettings = stage.settings("memory")
    return None if settings.ask_model else 0


def _is_asked_about(row: Mapping[str, Any], settings: MemorySettings) -> bool:
    text = row["text_raw"]
    return bool(text) and row["is_prose"] and row["role"] in _SPEAKING and len(text) <= settings.event_max_chars


def _mentions(files: Sequence[Path]) -> Mapping[str, dict[tuple[int, int], tuple[str, str | None]]]:
    found: dict[str, dict[tuple[int, int], tuple[str, str | None]]] = {}
    columns = ("message_id", "char_start", "char_end", "mention_id", "entity_id")
    for message_id, start, end, mention_id, entity_id in sorted(read_rows(files, columns), key=lambda row: row[3]):
        if start is not None:
            found.setdefault(message_id, {}).setdefault((start, end), (mention_id, entity_id))
    return found


def _times(files: Sequence[Path]) -> Mapping[str, tuple[Time, ...]]:
    found: dict[str, list[Time]] = {}
    columns = (
        "message_id", "char_start", "char_end", "valid_from_utc", "valid_to_utc", "resolution_granularity",
        "resolved_type",
    )  # fmt: skip
    for message_id, start, end, since, until, granularity, resolved in read_rows(files, columns):
        if resolved in _RESOLVED:
            # For an instant only an end is stored.
            time = Time(start, end, until, None, granularity) if since is None else None
            found.setdefault(message_id, []).append(time or Time(start, end, since, until, granularity))
    return {message_id: tuple(sorted(times, key=lambda t: t[:2])) for message_id, times in found.items()}
