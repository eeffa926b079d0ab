"""Reads the lists of `config/memory`: which verbs tell which category of event, and which words beside a name tell
something about it."""

from collections.abc import Iterable
from functools import cache
from typing import TypeVar

import msgspec

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_model
from kg_assets.memory.contracts import ACTOR_ROLES, CATEGORIES, MENTIONED_TYPES

_EVENTS_FILE, _NAMES_FILE = "config/memory/events.yaml", "config/memory/names.yaml"
Lists = TypeVar("Lists")


class _Confidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The confidence of an event, by the kind of words that tell it. `hedged` is a factor for what is said with
    doubt."""

    listed: float
    planned: float
    told: float
    owed: float
    hedged: float


class EventWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `config/memory/events.yaml`: the words that tell an event, and the verbs of each category."""

    categories: dict[str, tuple[str, ...]]
    plans: frozenset[str]
    decisions: frozenset[str]
    askings: frozenset[str]
    duties: frozenset[str]
    no_events: frozenset[str]
    events_with_object: frozenset[str]
    not_of_kind: frozenset[str]
    holdings: frozenset[str]
    conditions: frozenset[str]
    feelings: frozenset[str]
    aim_nouns: frozenset[str]
    goings: frozenset[str]
    habits: frozenset[str]
    calls: frozenset[str]
    roles: dict[str, tuple[str, str]]
    confidence: _Confidence
    not_in_time: frozenset[str]
    companions: frozenset[str]
    empty_things: frozenset[str]
    thoughts: frozenset[str]
    carriers: frozenset[str]
    talking: frozenset[str]
    aims: frozenset[str]
    attempts: frozenset[str]
    people: frozenset[str]
    groups: frozenset[str]
    gatherings: frozenset[str]
    takings: frozenset[str]
    beside: frozenset[str]
    misfortunes: frozenset[str]
    has_ahead: frozenset[str]
    places: frozenset[str]
    empty_verbs: frozenset[str]
    refers_back: frozenset[str]
    wished: frozenset[str]
    bad: frozenset[str]
    merely: frozenset[str]


class NameWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `config/memory/names.yaml`: words beside a name that tell a position or an organization, and the
    types of names."""

    positions: frozenset[str]
    grades: frozenset[str]
    at_organization: frozenset[str]
    types: dict[str, str]
    parsed_confidence: float


@cache
def event_words() -> EventWords:
    """The word lists for reading events. An unknown category or role, or a category without roles, raises an error that
    names it."""
    words = _lists(_EVENTS_FILE, EventWords)
    _known(_EVENTS_FILE, "categories", words.categories, CATEGORIES)
    _known(_EVENTS_FILE, "roles", words.roles, CATEGORIES)
    missing = sorted(set(CATEGORIES) - set(words.roles))
    if missing:
        raise ConfigError(f"{_EVENTS_FILE}, roles: {missing[0]} is missing; give the part of who does it and of others")
    for category, pair in words.roles.items():
        _known(_EVENTS_FILE, f"roles, {category}", pair, ACTOR_ROLES)
    return words


@cache
def name_words() -> NameWords:
    words = _lists(_NAMES_FILE, NameWords)
    _known(_NAMES_FILE, "types", words.types.values(), MENTIONED_TYPES)
    return words


@cache
def category_of_verb(name: str) -> str | None:
    """The first category of event that lists a verb, or a verb with a second word ("get_together"); None if no category
    does."""
    return next((kind for kind, verbs in event_words().categories.items() if name in verbs), None)


def refers_back(words: Iterable[str]) -> bool:
    """Whether one of these words stands for something said before, as "it" does."""
    return not event_words().refers_back.isdisjoint(words)


def _lists(file: str, kind: type[Lists]) -> Lists:
    return read_model(data_path(file), kind)


def _known(file: str, place: str, found: object, known: tuple[str, ...]) -> None:
    odd = sorted(set(found) - set(known))  # type: ignore[call-overload]
    if odd:
        raise ConfigError(f"{file}, {place}: {odd[0]!r} is not known; one of {', '.join(known)} was expected")
