"""The retraction patterns of `config/claims/retractions.yaml`. One RE2 set finds which of them match a
sentence; each is then searched by itself."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import re2
from pydantic import BaseModel, ConfigDict

from kg_assets.claims.retracting.model import RetractionType
from kg_assets.core.data import data_path
from kg_assets.core.mistyped import nearest
from kg_assets.core.patterns import fast_pattern, no_pattern
from kg_assets.core.yamlfile import read_model

REGISTRY_FILE = "config/claims/retractions.yaml"
_MACRO = re.compile(r"%(\w+)%", re.ASCII)
# Anchors outside of character classes. Without them a pattern matches in more texts and never in fewer.
_ANCHOR = re.compile(r"(?<![\[\\])\^|(?<!\\)\$")
_MEMORY = 64 << 20


class PatternRow(BaseModel):
    """One retraction pattern, with the fields that it has in the registry file."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str
    type: RetractionType
    confidence: float
    find: str
    read: Literal["sentence", "clause"] | None = None
    restate: tuple[str, ...] = ()
    topic: str | None = None
    reach: int | None = None
    needs: Literal["proper", "ended", "name", "whole"] | None = None
    # Further relations that may be meant besides the topic.
    alike: tuple[str, ...] = ()
    # What is over may be any state that the person told (`states`): the words fit whatever they name.
    any_state: bool = False
    # The forms in which the verb at the beginning of x can stand: "haven't vaped" has a participle. Without any it is a
    # gerund ("stopped vaping"). With a topic, x is read as what the person does ("I vape"), else as the topic.
    verb: tuple[Literal["base", "gerund", "past", "participle"], ...] = ()
    # The pattern counts also where an earlier one takes the same words: one event ends two things.
    beside: bool = False
    # The pattern tells what happened to a thing; it ends a claim only if the claim is about that thing.
    is_event: bool = False
    # The pattern does not count in a sentence in which this other pattern matches.
    unless: str | None = None
    may_ask: bool = False
    says_when: bool = False


class RetractionSettings(BaseModel):
    """All of `config/claims/retractions.yaml`: numbers, word lists and patterns."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    reach: int
    longest_climb: int
    most_rounds: int
    max_sentence_chars: int
    max_target_words: int
    least_share_of_words: float
    macros: Mapping[str, str]
    topics: Mapping[str, tuple[str, ...]]
    alike: Mapping[str, tuple[str, ...]]
    states: tuple[str, ...]
    newest_is_meant: frozenset[str]
    not_after: str
    unreal: str
    task_words: str
    closed_after: str
    not_described: str
    patterns: tuple[PatternRow, ...]
    ignored_words: frozenset[str]
    joining_words: frozenset[str]
    done_there: tuple[str, ...]
    pointing_words: frozenset[str]
    particles: frozenset[str]
    told_by_nouns: tuple[str, ...]

    @property
    def usual_verb(self) -> tuple[str, ...]:
        """The form of verb that is expected behind words like "stopped" if a pattern names none: the gerund ("smoking"
        in "stopped smoking")."""
        return ("gerund",)

    @cached_property
    def _rows(self) -> Mapping[str, PatternRow]:
        return {row.id: row for row in self.patterns}

    def or_of(self, pattern_id: str) -> tuple[str, ...]:
        """The predicates that the pattern with this id may be about besides its own: those of its list `alike`, or all
        `states`. Empty for a retraction that a model read, which has no pattern."""
        row = self._rows.get(pattern_id)
        if row is None:
            return ()
        return self.states if row.any_state else row.alike

    def is_of_any_state(self, pattern_id: str) -> bool:
        """Whether the pattern with this id may be about any of the states in the list `states`."""
        row = self._rows.get(pattern_id)
        return row is not None and row.any_state

    def verb_of(self, pattern_id: str) -> tuple[str, ...]:
        """The forms that the verb may have behind the words of the pattern with this id: the gerund for "stopped
        smoking"."""
        row = self._rows.get(pattern_id)
        return row.verb if row is not None and row.verb else self.usual_verb

    def topic_of(self, row: PatternRow) -> str | None:
        """The predicate that a pattern is about. If it may be about any of the `states`, their first; `or_of` gives the
        others."""
        return self.states[0] if row.any_state else row.topic

    def is_event(self, pattern_id: str) -> bool:
        """Whether a pattern tells of something that happened to a thing (`is_event`). Such a pattern ends a claim only
        if the claim is about that thing."""
        row = self._rows.get(pattern_id)
        return row is not None and row.is_event


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern for the words of a retraction, compiled. If the matches of two overlap, the pattern with the smaller
    `index` counts."""

    index: int
    row: PatternRow
    find: Any
    unless: Any


def load_settings() -> RetractionSettings:
    """The settings from the registry file: the person's own file if they have one, else the file that is
    shipped."""
    return read_model(data_path(REGISTRY_FILE), RetractionSettings)


class Registry:
    """The compiled patterns; one instance serves any number of texts."""

    def __init__(self, settings: RetractionSettings) -> None:
        path = data_path(REGISTRY_FILE)
        for name in ("not_after", "unreal", "task_words", "closed_after"):
            fast_pattern(getattr(settings, name), path, (name,), getattr(settings, name))
        sources = [
            _expanded(path, (index, "find"), row.find, settings.macros) for index, row in enumerate(settings.patterns)
        ]
        self._patterns = [
            Pattern(
                index, row, fast_pattern(source, path, ("patterns", index, "find"), row.find),
                row.unless and self._not_beside(path, index, row.unless, settings.macros),
            )
            for index, (row, source) in enumerate(zip(settings.patterns, sources, strict=True))
        ]  # fmt: skip
        self._anywhere = _set_of([_ANCHOR.sub("", source) for source in sources])
        self._here = _set_of(sources)

    @staticmethod
    def _not_beside(path: Path, index: int, written: str, macros: Mapping[str, str]) -> Any:
        source = _expanded(path, (index, "unless"), written, macros)
        return fast_pattern(source, path, ("patterns", index, "unless"), written)

    def may_match(self, text: str) -> bool:
        """Whether a pattern could match in some sentence of a text in lower case."""
        return bool(self._anywhere.Match(text))

    def matching(self, sentence: str) -> list[Pattern]:
        """The patterns that match a sentence in lower case, the stronger ones first."""
        return [self._patterns[index] for index in sorted(self._here.Match(sentence) or ())]


def registry() -> Registry:
    """The patterns of the file in use."""
    return Registry(load_settings())


def _expanded(path: Path, place: tuple[int, str], written: str, macros: Mapping[str, str]) -> str:
    """A pattern with all macros, also those inside macros, replaced by their text."""
    source = written
    for _ in range(len(macros)):
        if "%" not in source:
            break
        unknown = [name for name in _MACRO.findall(source) if name not in macros]
        if unknown:
            why = f"there is no macro {unknown[0]!r}{nearest(unknown[0], sorted(macros))}"
            raise no_pattern(path, ("patterns", *place), written, why)
        source = _MACRO.sub(lambda found: macros[found[1]], source)
    return source


def _set_of(sources: Sequence[str]) -> Any:
    options = re2.Options()
    options.max_mem = _MEMORY
    patterns = re2.Set.SearchSet(options)
    for source in sources:
        patterns.Add(source)
    patterns.Compile()
    return patterns
