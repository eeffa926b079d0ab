"""Whatever is written is read: a build of many odd sentences through every stage, without a fault, contracts kept."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg_assets.engine.faults import faults_in
from kg_assets.engine.observe import FAULTS, OBSERVE
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from tests.conftest import SHARED, EngineFor
from tests.soak.sentences import Mouth

SOAKED = 200_000
DRAWN = 1_200
TURNS = 40  # messages of a conversation
_FIRST_SECOND = 1_577_836_800


def _conversations(sentences: Iterator[str], count: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    for number in range(0, count, TURNS):
        mapping: dict[str, Any] = {}
        for turn in range(min(TURNS, count - number)):
            own, before = f"n{number + turn}", f"n{number + turn - 1}" if turn else None
            created = None if chance.random() < 0.02 else _FIRST_SECOND + (number + turn) * 600 + chance.random()
            mapping[own] = {
                "id": own, "parent": before, "children": [],
                "message": {
                    "id": own, "author": {"role": "assistant" if turn % 4 == 3 else "user"}, "create_time": created,
                    "content": {"content_type": "text", "parts": [next(sentences)]},
                },
            }  # fmt: skip
        yield {"conversation_id": f"c{number}", "title": f"Talk {number}", "mapping": mapping}


def _soaked(
    engine_for: EngineFor, home: Home, folder: Path, count: int, seed: str, threads: int
) -> list[dict[str, Any]]:
    """The faults of a build of so many sentences."""
    shared = SHARED if SHARED.exists() else None
    export = folder / "conversations.json"
    said = _conversations(Mouth(seed, shared).sentences(count), count, random.Random(seed))
    export.write_text(json.dumps(list(said)), encoding="utf-8")
    engine = engine_for(home, threads)
    build = request_build(engine, [export]).build
    outcomes = run_build(engine, build)
    seal_and_publish(engine, build)
    assert sum(content.rows for content in outcomes["ingest"].tables["kg.messages"]) == count
    return faults_in(engine.contents, outcomes[OBSERVE.name].tables[FAULTS.name])


@pytest.mark.whole
def test_a_short_draw_is_read_by_every_stage(engine_for: EngineFor, home: Home, tmp_path: Path) -> None:
    assert _soaked(engine_for, home, tmp_path, DRAWN, "a short draw", 1) == []


@pytest.mark.slow
def test_two_hundred_thousand_sentences_are_read_by_every_stage(
    engine_for: EngineFor, home: Home, tmp_path: Path
) -> None:  # fmt: skip
    assert _soaked(engine_for, home, tmp_path, SOAKED, "the soak", 2) == []
