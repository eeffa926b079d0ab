"""Short conversations that every demo has, word for word from `config/corpus/scenes.yaml`, whatever the
seed."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.corpus.thread import Thread, envelope, text_content, uuid

_FILE = "config/corpus/scenes.yaml"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a scene: the person's words, the assistant's answer, and the claims that a model read in
    the person's words."""

    said: str
    answer: str
    reading: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Scene:
    """A conversation of `config/corpus/scenes.yaml`, with the instant at which it begins."""

    title: str
    started: float
    turns: tuple[Turn, ...]


@cache
def scenes() -> tuple[Scene, ...]:
    """The scenes in order of time."""
    found = [_scene(entry) for entry in told()["scenes"]]
    return tuple(sorted(found, key=lambda scene: scene.started))


@cache
def told() -> dict[str, Any]:
    """The contents of `config/corpus/scenes.yaml`."""
    document: dict[str, Any] = read_yaml(data_path(_FILE))
    return document


def staged(scene: Scene, rng: random.Random, model: str) -> dict[str, Any]:
    """The scene in the form in which an export has a conversation."""
    thread = Thread(rng, scene.started, model)
    for turn in scene.turns:
        thread.wait(40, 90)
        thread.add("user", text_content(turn.said))
        thread.add("assistant", text_content(turn.answer), end_turn=True)
    return envelope(thread, uuid(rng), scene.title)


def _scene(entry: dict[str, Any]) -> Scene:
    at: datetime = entry["at"]
    turns = tuple(Turn(turn["say"].strip(), turn["answer"].strip(), turn.get("model")) for turn in entry["turns"])
    return Scene(entry["title"], at.replace(tzinfo=at.tzinfo or UTC).timestamp(), turns)
