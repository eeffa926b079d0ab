"""A small export, a home that is built up to the extraction, and an endpoint that answers by what it is shown.

The stages are the real ones; only what a model would say is written by hand, per text.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg_assets.claims.extraction.stages import EXTRACT
from kg_assets.cli.extraction import needed_stages
from kg_assets.core.config import load_config
from kg_assets.core.stage import House
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import run_build
from kg_assets.house import HOUSE as WHOLE_HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from tests.llm.server import Behaviour, completion

HOUSE = House(
    reference="tests.claims.extraction.talk:HOUSE",
    stages=(*needed_stages(WHOLE_HOUSE, EXTRACT), EXTRACT),
    sections=WHOLE_HOUSE.sections,
)
LIVES = "I live in Oslo and I work at Nordvik."
ANSWER = "Then you live near the fjord, and I can help you."
TEA = "I like tea. My sister likes tea."
THANKS = "Thanks, that was all for today."
TALK = (("user", LIVES), ("assistant", ANSWER), ("user", TEA), ("user", THANKS))


def write_talk(folder: Path, conversation_id: str = "c1", prefix: str = "m") -> Path:
    """An export of one conversation: a line of four messages."""
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": [f"{prefix}0"]}}
    for place, (role, text) in enumerate(TALK):
        mapping[f"{prefix}{place}"] = {
            "id": f"{prefix}{place}",
            "parent": f"{prefix}{place - 1}" if place else "root",
            "children": [f"{prefix}{place + 1}"] if place + 1 < len(TALK) else [],
            "message": {
                "id": f"{prefix}{place}",
                "author": {"role": role},
                "create_time": 1714550400 + 60 * place,
                "content": {"content_type": "text", "parts": [text]},
            },
        }
    conversation = {
        "id": conversation_id, "title": "Talk", "create_time": 1714550400, "update_time": 1714550900,
        "current_node": f"{prefix}{len(TALK) - 1}", "mapping": mapping,
    }  # fmt: skip
    path = folder / f"{conversation_id}.json"
    path.write_text(json.dumps([conversation]), encoding="utf-8")
    return path


def claim(quote: str, predicate: str, value: str | None, **changed: Any) -> dict[str, Any]:
    return {
        "subject": "SELF",
        "predicate": predicate,
        "object": None if value is None else {"kind": "entity", "value": value},
        "modality": "state",
        "polarity": "positive",
        "quote": quote,
        "qualifier": None,
        "confidence": 0.9,
    } | changed


GOOD: Mapping[str, list[dict[str, Any]]] = {
    LIVES: [claim("I live in Oslo", "lives_in", "Oslo"), claim("I work at Nordvik", "works_at", "Nordvik")],
    ANSWER: [
        claim("you live near the fjord", "lives_in", "fjord", subject="you"),
        claim("I can help", "helps", None),
    ],
    TEA: [
        claim("likes coffee", "likes", "coffee"),
        claim("tea", "likes", "tea"),
        claim("My sister likes tea", "likes", "tea", subject="E77"),
    ],
}


def target_of(body: Mapping[str, Any]) -> str:
    """The text that a request asks about."""
    return str(json.loads(body["messages"][1]["content"])["target"]["text"])


def answers_by_text(answers: Mapping[str, list[dict[str, Any]]] = GOOD) -> Behaviour:
    """A model that says of each text just this, and of others that there is no claim."""

    def behave(handler: Any, body: dict[str, Any]) -> None:
        said = {"claims": answers.get(target_of(body), []), "retractions": []}
        handler.reply(200, completion(json.dumps(said), usage=(100, 20)))

    return behave


def where(text: str, behaviour: Behaviour, otherwise: Behaviour) -> Behaviour:
    """Do this for one text and that for the others, in whatever order they are asked."""
    return lambda handler, body: (behaviour if target_of(body) == text else otherwise)(handler, body)


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """One after the other, the last one for good; for one text that is asked again and again."""
    left = list(behaviours)

    def behave(handler: Any, body: dict[str, Any]) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(handler, body)

    return behave


def override_file(folder: Path, **models: Any) -> Path:
    """A person's settings: quick, one call at a time, nothing but claims and votes, and these keys of `models`."""
    quick = {
        "mode": "live", "model": "test-model", "backoff_seconds": 0.01, "max_wait_seconds": 0.2, "max_parallel": 1,
        "timeout_seconds": 5.0, "max_retries": 1,
    }  # fmt: skip
    path = folder / f"settings-{hashlib.sha256(repr(models).encode()).hexdigest()[:8]}.yaml"
    told = {
        "models": quick | models,
        "beliefs": {"ask_model": False},
        "memory": {"ask_model": False},
        "people": {"ask_model": False},
    }
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def engine(home: Home, override: Path) -> Engine:
    return Engine(home, HOUSE, load_config(HOUSE.sections, override), 1, override)


def build(home: Home, override: Path) -> StageOutcome:
    """Ask for the build of all sources and run it up to the extraction."""
    made = engine(home, override)
    return run_build(made, request_build(made).build)[EXTRACT.name]


def rows(home: Home, outcome: StageOutcome, table: str) -> list[dict[str, Any]]:
    contents = Engine(home, HOUSE, load_config(HOUSE.sections), 1).contents
    return [row for content in outcome.tables[f"kg.{table}"] for row in read_table(contents.path(content)).to_pylist()]


def hashes(outcome: StageOutcome) -> dict[str, list[str]]:
    return {table: [content.sha256 for content in contents] for table, contents in outcome.tables.items()}
