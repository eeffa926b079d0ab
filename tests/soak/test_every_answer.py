"""Whatever a model answers is read, and what is read of it is grounded and taken back: odd answers about odd texts."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kg_assets.claims.contracts import MODALITIES, QUALIFIERS, RETRACTIONS_OF
from kg_assets.claims.extraction.agreement import claims_agreed, retractions_agreed
from kg_assets.claims.extraction.candidates import candidate_row, rejected_row, retraction_row
from kg_assets.claims.extraction.reading import AnswerReader
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.extraction.windows import Mention, windows
from kg_assets.core.faults import Gathered
from tests.claims.claimed import IDS, Claimed, build
from tests.claims.extraction.shown import material, message, settings
from tests.conftest import SHARED
from tests.soak.sentences import Mouth

DRAWN, SOAKED, TOGETHER = 300, 6_000, 400
_PREDICATES = ("lives_in", "works_at", "likes", "partner_is", "age_is", "born_on", "__odd__", "", "Lives In")
_KINDS = ("entity", "string", "number", "date", "boolean", "json", "thing", None)


class Model:
    """Answers about a text: quotes that stand in it, nearly stand in it, or do not; values of every kind."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def answer(self, text: str, names: int) -> dict[str, Any]:
        draws = range(self._chance.randint(0, 3))
        return {
            "claims": [self._claim(text, names) for _ in draws],
            "retractions": [self._retraction(text, names) for _ in draws],
        }

    def _words(self, text: str) -> str:
        start = self._chance.randrange(len(text) + 1)
        words = text[start : start + self._chance.randint(0, 40)]
        return self._chance.choice((words, words, words, text, words.upper(), f" {words}  ", "never said", ""))

    def _named(self, text: str, names: int) -> Any:
        known = [f"E{n}" for n in range(1, names + 2)]
        return self._chance.choice((*known, "SELF", "I", "you", "__SELF__/sister", self._words(text), None, 7, []))

    def _object(self, text: str, names: int) -> Any:
        if self._chance.random() < 0.1:
            return self._chance.choice((None, "words", {}, {"kind": "entity"}))
        value = self._chance.choice(
            (self._named(text, names), "2024-13-45", "3 May 2021", "NaN", "1e999", {"a": [1]}, True)
        )
        return {"kind": self._chance.choice(_KINDS), "value": value}

    def _claim(self, text: str, names: int) -> dict[str, Any]:
        qualifier = {
            "type": self._chance.choice((*QUALIFIERS, "odd", None)),
            "text": self._chance.choice((self._words(text), None)),
            "iso": self._chance.choice(("2024-05", "2024-05-17", "yesterday", None, "")),
        }
        return self._holed(
            {
                "subject": self._named(text, names), "predicate": self._chance.choice(_PREDICATES),
                "object": self._object(text, names), "modality": self._chance.choice((*MODALITIES, "odd")),
                "polarity": self._chance.choice(("positive", "negative", "odd")), "quote": self._words(text),
                "qualifier": self._chance.choice((None, qualifier)),
                "confidence": self._chance.choice((0.9, 1, 0, 7, "0.5")),
            }
        )  # fmt: skip

    def _retraction(self, text: str, names: int) -> dict[str, Any]:
        def described() -> Any:
            shown = {"subject": self._named(text, names), "predicate": self._chance.choice((*_PREDICATES, None)),
                     "object": self._named(text, names)}  # fmt: skip
            return self._chance.choice((shown, shown, shown, None, "words"))

        return self._holed(
            {
                "type": self._chance.choice((*RETRACTIONS_OF, "odd")), "quote": self._words(text),
                "target": described(),
                "replacement": described(), "confidence": self._chance.choice((0.9, 0.2, 3)),
            }
        )  # fmt: skip

    def _holed(self, item: dict[str, Any]) -> dict[str, Any]:
        if self._chance.random() < 0.1:
            del item[self._chance.choice(sorted(item))]
        return item


@cache
def _settings() -> ExtractionSettings:
    return settings(min_extractable_chars=1)


def _told(world: Claimed, model: Model, said: str, chance: random.Random, at: str) -> None:
    """A message, what it mentions, and what an answer about it says, as the stage hands it on."""
    own = world.message(said, at=at)
    words = sorted({word for word in said.split() if len(word) > 3})[: chance.randint(0, 3)]
    mentions, known = [], {}
    for word in words:
        entity = world.entity("OTHER", word.lower(), word)
        world.mention(entity, own, word)
        mentions.append(Mention(said.index(word), said.index(word) + len(word), entity, 0))
        known[entity] = (word, "OTHER")
    made = material(message(own, said), mentions={own: mentions}, names=known)
    shown = next(windows(made, _settings(), unread := Gathered()), None)
    assert unread == []
    if shown is None:
        return
    read = AnswerReader(shown, 400).read(model.answer(said, len(words)), "call")
    for agreed in claims_agreed([read.claims]):
        row = candidate_row(IDS, shown, agreed, "test-model", 1, 1000)
        if rejected_row(row, agreed.candidate) is None:
            world.candidates.append(row)
    world.retractions += [retraction_row(IDS, shown, agreed, 1) for agreed in retractions_agreed([read.retractions])]


def _soaked(folder: Path, count: int, seed: str) -> tuple[int, int]:
    """How many claims and retractions were grounded without a fault, contracts kept."""
    chance = random.Random(seed)
    mouth = Mouth(seed, SHARED if SHARED.exists() else None)
    said = [s.encode("utf-8", "replace").decode() for s in mouth.sentences(count) if s.strip()]
    claims = retractions = 0
    for first in range(0, len(said), TOGETHER):
        world = Claimed()
        for place, sentence in enumerate(said[first : first + TOGETHER]):
            _told(world, Model(chance), sentence, chance, f"2024-01-01T00:{place // 60:02d}:{place % 60:02d}.000Z")
        world.entities = list({row["entity_id"]: row for row in world.entities}.values())
        outcome = build(folder / str(first), world)
        assert outcome.broken_rules() == []
        assert outcome.run.faults == []
        claims, retractions = claims + len(outcome.rows("assertions")), retractions + len(outcome.rows("retractions"))
    return claims, retractions


def test_a_short_draw_of_answers_is_read_and_settled(tmp_path: Path) -> None:
    assert min(_soaked(tmp_path, DRAWN, "some answers")) > 0


@pytest.mark.slow
def test_thousands_of_answers_are_read_and_settled(tmp_path: Path) -> None:
    claims, retractions = _soaked(tmp_path, SOAKED, "all answers")
    assert claims > SOAKED // 50
    assert retractions > SOAKED // 10
