"""In what situation a message was written (a journal, a chat, a quarrel), and how much weight that gives it (seed 002
§4.1)."""

import re
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from kg_assets.core.errors import ConfigError
from kg_assets.core.patterns import check_patterns
from kg_assets.core.yamlfile import read_model

CONTEXT_FILE = "config/beliefs/context.yaml"
Mode = Literal["journaling", "introspection", "normal_chat", "roleplay", "heated", "unknown"]
MODES: tuple[Mode, ...] = ("journaling", "introspection", "normal_chat", "roleplay", "heated", "unknown")


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mode_weights: dict[Mode, float]
    mode_of_source: dict[str, Mode]
    introspection: list[str]
    roleplay: list[str]
    profanity: frozenset[str]
    heated_from: int
    profanity_penalty: float
    caps_share: float
    caps_penalty: float
    caps_least_letters: int
    exclaim_share: float
    exclaim_penalty: float
    arousal_weight: float


class Given(NamedTuple):
    """The situation of a message as its imported record states it; empty for a message that comes from elsewhere."""

    is_record: bool = False
    mode: Mode | None = None
    arousal: float | None = None


class Signs(NamedTuple):
    """Which signs a text has that lower its weight: swear words, many capitals, many exclamation marks."""

    profanity: bool
    caps: bool
    exclaim: bool


class SourceContext(NamedTuple):
    """The situation of a message. `context_id` combines its conversation and the mode."""

    mode: Mode
    source_weight: float
    context_id: str
    signs: Signs


class ContextClassifier:
    """Decides the situation of messages by the words of `config/beliefs/context.yaml`."""

    def __init__(self, words: _Words) -> None:
        self._words = words
        self._introspection = _any_of(words.introspection)
        self._roleplay = _any_of(words.roleplay)

    def is_roleplay(self, text: str) -> bool:
        """Whether a message begins a role-play, or asks for a text to be written."""
        return self._roleplay.search(text.lower()) is not None

    def classify(
        self, text: str, source_kind: str, conversation_id: str, in_role: bool = False, given: Given | None = None
    ) -> SourceContext:
        """The mode, weight and context of a message. `in_role` says that its conversation had become a role-play before
        it. A mode in `given` overrides the one read from the text."""
        signs = self.signs(text)
        told = given or Given()
        mode = told.mode or self._mode(text, "record" if told.is_record else source_kind, in_role, signs)
        costs = (self._words.profanity_penalty, self._words.caps_penalty, self._words.exclaim_penalty)
        penalty = sum(cost for cost, has_sign in zip(costs, signs, strict=True) if has_sign)
        penalty += self._words.arousal_weight * (told.arousal or 0.0)
        weight = min(1.0, max(0.0, self._words.mode_weights[mode] - penalty))
        return SourceContext(mode, round(weight, 12), f"{conversation_id}:{mode}", signs)

    def signs(self, text: str) -> Signs:
        """Which signs a text has that lower its weight (swear words, many capitals, many exclamation marks)."""
        letters = "".join(filter(str.isalpha, text))
        capitals = sum(map(str.isupper, letters))
        return Signs(
            not self._words.profanity.isdisjoint(re.findall(r"[a-z]+", text.lower())),
            len(letters) >= self._words.caps_least_letters and capitals > self._words.caps_share * len(letters),
            text.count("!") > self._words.exclaim_share * len(text),
        )

    def _mode(self, text: str, source_kind: str, in_role: bool, signs: Signs) -> Mode:
        if in_role:
            return "roleplay"
        if sum(signs) >= self._words.heated_from:
            return "heated"
        of_source = self._words.mode_of_source.get(source_kind, "unknown")
        if of_source != "journaling" and self._introspection.search(text.lower()):
            return "introspection"
        return of_source


def _any_of(patterns: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(patterns)})", re.ASCII)


def read_context(path: Path) -> ContextClassifier:
    """The classifier with the word lists of a file."""
    found = read_model(path, _Words)
    missing = [mode for mode in MODES if mode not in found.mode_weights]
    if missing:
        raise ConfigError(f"{path}: mode_weights has nothing for {', '.join(missing)}; give each mode its weight")
    check_patterns(path, {("introspection",): found.introspection, ("roleplay",): found.roleplay})
    return ContextClassifier(found)
