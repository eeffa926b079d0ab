"""Chooses what a request shows to a model (seed 000 §4.4.1): a message, the messages before it on its branch, and their
entities and times.

Except for the names and types of entities, everything shown depends on these few messages alone. Counts over
the whole corpus would change with every new export, and each request would be paid for again. So `salience`
says how often the window names an entity, and `reliability` how these mentions were found.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from kg_assets.claims.eligibility import COLUMNS, hidden_ranges, is_eligible
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.masking import Masked, masked
from kg_assets.core.faults import TellsFaults, survive
from kg_assets.lexicon.keys import SELF_KEY
from kg_assets.mentions.detect.candidate import detector_family
from kg_assets.sources.tables import read_rows

INPUTS = ("kg.messages", "kg.message_voices", "kg.entity_mentions", "kg.entities__named", "kg.time_mentions")
_MESSAGE = ("message_id", "conversation_id", "order_index", "parent_id", *COLUMNS)
_RESOLVED = frozenset({"instant", "interval"})
# Seed 000 §3.4.2: tier 1 is validated structure, tier 4 the recogniser of names.
_TIER_1 = frozenset({"EMAIL", "URL", "DOI", "UUID", "IP_ADDRESS", "PHONE"})
_TIER_4 = frozenset({"NER"})
_RELIABILITIES = ("high", "medium", "low")
_SALIENCES = ("low", "medium", "high")


class Mention(NamedTuple):
    """Where a message names an entity."""

    char_start: int
    char_end: int
    entity_id: str
    reliability: int


class Time(NamedTuple):
    """A time expression that was resolved, and what a request shows of it."""

    char_start: int
    char_end: int
    shown: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Entity:
    """One of the entities that an answer may name, under its id in this request."""

    local_id: str
    entity_id: str
    name: str
    entity_type: str
    salience: str
    reliability: str


@dataclass(frozen=True, slots=True)
class Window:
    """A message that a model is asked about, with everything that the request shows."""

    message_id: str
    role: str
    text: str
    masked: Masked
    context: tuple[Mapping[str, str], ...]
    entities: tuple[Entity, ...]
    times: tuple[Mapping[str, str | None], ...]
    mentions: tuple[Mention, ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A message of the window with the text that is shown of it: an earlier message is cut to its beginning."""

    message_id: str
    role: str
    text: str
    length: int  # how much of the original that is


@dataclass(frozen=True)
class Material:
    """The tables that windows are made of: messages, mentions and times by message id, and (name, type) by
    entity id, without the person. `not_own` are the messages that are not the person's own words."""

    messages: Mapping[str, Mapping[str, Any]]
    mentions: Mapping[str, Sequence[Mention]]
    times: Mapping[str, Sequence[Time]]
    names: Mapping[str, tuple[str, str]]
    not_own: Collection[str] = frozenset()


def read_material(paths: Callable[[str], Sequence[Path]]) -> Material:
    """Read the tables of `INPUTS`."""
    messages = {row[0]: dict(zip(_MESSAGE, row, strict=True)) for row in read_rows(paths("kg.messages"), _MESSAGE)}
    names = read_rows(paths("kg.entities__named"), ("entity_id", "entity_key", "canonical_name", "entity_type"))
    return Material(
        messages=messages,
        mentions=_mentions(paths("kg.entity_mentions")),
        times=_times(paths("kg.time_mentions")),
        # The person is always offered, as SELF.
        names={entity_id: (name, kind) for entity_id, key, name, kind in names if key != SELF_KEY},
        not_own={message_id for (message_id,) in read_rows(paths("kg.message_voices"), ("message_id",))},
    )


def _mentions(files: Sequence[Path]) -> Mapping[str, Sequence[Mention]]:
    found: dict[str, list[Mention]] = {}
    columns = ("message_id", "char_start", "char_end", "entity_id", "detector")
    for message_id, start, end, entity_id, detector in read_rows(files, columns):
        if start is not None:
            found.setdefault(message_id, []).append(Mention(start, end, entity_id, _reliability(detector)))
    return {message_id: sorted(mentions) for message_id, mentions in found.items()}


def _times(files: Sequence[Path]) -> Mapping[str, Sequence[Time]]:
    found: dict[str, list[Time]] = {}
    columns = (
        "message_id", "char_start", "char_end", "resolved_type", "surface_text", "valid_from_utc", "valid_to_utc",
        "resolution_granularity",
    )  # fmt: skip
    for message_id, start, end, resolved, surface, since, until, granularity in read_rows(files, columns):
        if resolved in _RESOLVED:
            shown = {"text": surface, "from": since, "to": until, "granularity": granularity}
            found.setdefault(message_id, []).append(Time(start, end, shown))
    return {message_id: sorted(times, key=lambda time: time[:2]) for message_id, times in found.items()}


def _reliability(detector: str) -> int:
    """How reliable the mentions are that this detector finds, as an index in `_RELIABILITIES`."""
    family = detector_family(detector)
    return 0 if family in _TIER_1 else 2 if family in _TIER_4 else 1


def windows(material: Material, settings: ExtractionSettings, run: TellsFaults) -> Iterator[Window]:
    """What a request shows (a window) for each message that a model is asked about, ordered by conversation and place
    in it (§4.9)."""
    ordered = sorted(
        material.messages.values(), key=lambda m: (m["conversation_id"], m["order_index"], m["message_id"])
    )
    for _, conversation in groupby(ordered, key=itemgetter("conversation_id")):
        # Each message is shown in several windows of its conversation; it is cut for them once.
        shown: dict[str, Seen | None] = {}
        for message in conversation:
            show = partial(_shown_whole, material, message, settings, shown)
            window = survive(run, "showing", message["message_id"], show, _nothing)
            if window is not None:
                yield window


def _shown_whole(
    material: Material, message: Mapping[str, Any], settings: ExtractionSettings, shown: dict[str, Seen | None]
) -> Window | None:
    is_own = message["message_id"] not in material.not_own
    return _window(material, message, settings, shown) if is_own and is_asked_about(message, settings) else None


def _nothing() -> None:
    return None


def is_asked_about(message: Mapping[str, Any], settings: ExtractionSettings) -> bool:
    """Whether a model is asked about a message: its role, its length and `is_eligible` decide."""
    if message["role"] not in settings.roles or len(message["text_raw"] or "") > settings.max_target_chars:
        return False
    hidden = hidden_ranges(message, settings.ignore_markdown_blockquotes)
    return is_eligible(message, hidden, settings.min_extractable_chars)


def _window(
    material: Material, message: Mapping[str, Any], settings: ExtractionSettings, shown: dict[str, Seen | None]
) -> Window:
    text = message["text_raw"]
    hidden = hidden_ranges(message, settings.ignore_markdown_blockquotes)
    context = _context(material, message, settings, shown)
    seen = [*context, Seen(message["message_id"], message["role"], text, len(text))]
    return Window(
        message_id=message["message_id"],
        role=message["role"],
        text=text,
        masked=masked(text, hidden, settings.masking_strategy),
        context=tuple({"role": one.role, "text": one.text} for one in context),
        entities=_entities(material, seen, settings.max_entities),
        times=_times_shown(material, seen),
        mentions=tuple(material.mentions.get(message["message_id"], ())),
        about=tuple(one.message_id for one in seen),
    )


def _context(
    material: Material, message: Mapping[str, Any], settings: ExtractionSettings, shown: dict[str, Seen | None]
) -> list[Seen]:
    """Up to `k_context` eligible ancestors of a message, the oldest first (§4.4.1; design §9 "Branches")."""
    found: list[Seen] = []
    # A damaged export can hold a circle of parents.
    passed = {message["message_id"]}
    parent_id = message["parent_id"]
    while parent_id is not None and parent_id not in passed and len(found) < settings.k_context:
        passed.add(parent_id)
        parent = material.messages[parent_id]
        if parent_id not in shown:
            shown[parent_id] = _shown(parent, settings)
        if (seen := shown[parent_id]) is not None:
            found.append(seen)
        parent_id = parent["parent_id"]
    return found[::-1]


def _shown(message: Mapping[str, Any], settings: ExtractionSettings) -> Seen | None:
    """The beginning of an earlier message (`context_chars`); None if the message cannot hold a claim."""
    hidden = hidden_ranges(message, settings.ignore_markdown_blockquotes)
    if not is_eligible(message, hidden, 1):
        return None
    text = masked(message["text_raw"], hidden, "marker")
    beginning = text.text[: settings.context_chars]
    return Seen(message["message_id"], message["role"], beginning, text.offsets.to_source(0, len(beginning)).end)


def _entities(material: Material, seen: Sequence[Seen], most: int) -> tuple[Entity, ...]:
    """At most `most` entities: first those named in the message that is asked about, then those of the messages before
    it, the nearest first. Their ids in the request follow that order."""
    mentions = [
        mention
        for shown in reversed(seen)
        for mention in material.mentions.get(shown.message_id, ())
        if mention.char_end <= shown.length and mention.entity_id in material.names
    ]
    found: dict[str, list[Mention]] = {}
    for mention in mentions:
        found.setdefault(mention.entity_id, []).append(mention)
    return tuple(
        Entity(
            local_id=f"E{place}",
            entity_id=entity_id,
            name=material.names[entity_id][0],
            entity_type=material.names[entity_id][1],
            salience=_SALIENCES[min(len(own), len(_SALIENCES)) - 1],
            reliability=_RELIABILITIES[min(mention.reliability for mention in own)],
        )
        for place, (entity_id, own) in enumerate(list(found.items())[:most], start=1)
    )


def _times_shown(material: Material, seen: Sequence[Seen]) -> tuple[Mapping[str, str | None], ...]:
    """Every resolved time of the window once, in the order in which they are said."""
    shown = [
        time.shown
        for message in seen
        for time in material.times.get(message.message_id, ())
        if time.char_end <= message.length
    ]
    return tuple({tuple(time.values()): time for time in shown}.values())
