"""What a model read of forgotten messages leaves no trace: no call that showed them, no row of beliefs and memory.

Guards seed 002 "messages forgotten leave no trace", and docs/forgetting.md for calls of models.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.forgetting import targets
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from tests.beliefs.modelled import kind_of, shown
from tests.forgetting.test_forgetting import build, forget, tables, talk, words_in, write
from tests.llm.server import completion, serving
from tests.partial import house_of

pytestmark = pytest.mark.whole

SHY, MET = "I am shy around Zebedee Quorbel", "Yesterday I met Zebedee Quorbel in Oslo"
STUBBORN, SIGNED = "I'm stubborn", "Last week I signed the lease in Oslo"
TRIP = talk("trip", "Trip", 1710000000, f"{SHY}. {MET}.", "Well.", "I'm stubborn about names.")
WORK = talk("work", "Work", 1700000000, f"{STUBBORN}. {SIGNED}.", "Good to know.", "I'm stubborn about leases.")
ATOMS = {SHY: "i am shy around zebedee quorbel", STUBBORN: "i am stubborn"}
# As far as what models read goes.
ROOMS = house_of(HOUSE.writer_of("beliefs.belief_nodes"), HOUSE.writer_of("memory.semantic_event__model"))
MODELS = {"mode": "live", "model": "m", "max_parallel": 1, "backoff_seconds": 0.01}


def answers(handler: Any, body: dict[str, Any]) -> None:
    """A model that reads a belief and an event of each message, and holds everything for one."""
    told = shown(body)
    if kind_of(body) == "belief_atoms":
        atoms = [
            {
                "atom_text": ATOMS[c["text"]], "belief_type": "TRAIT", "polarity": "affirm", "confidence": 0.8,
                "source_idx": c["idx"], "quote": c["text"],
            }
            for c in told["candidates"] if c["text"] in ATOMS
        ]  # fmt: skip
        value: dict[str, Any] = {"atoms": atoms}
    elif kind_of(body) == "events":
        quotes = [quote for quote in (MET, SIGNED) if quote in told["text"]]
        events = [
            {
                "category": "Execution", "narrative": f"SELF: {quote}.", "time": None, "subject": None,
                "actors": [{"reference": "SELF", "role": "owner"}], "quote": quote, "confidence": 0.9,
            }
            for quote in quotes
        ]  # fmt: skip
        value = {"events": events, "entities_mentioned": []}
    else:
        sure = {"confidence": 0.9, "reasoning": "Both.", "reason": "Both.", "canonical_name": None}
        value = {"is_same_belief": True, "decision": "same"} | sure
    handler.reply(200, completion(json.dumps(value)))


def asked_and_built(folder: Path, monkeypatch: pytest.MonkeyPatch, *talks: dict[str, Any]) -> Engine:
    """A home with these conversations, read by the model and built."""
    home = Home(folder / "home").prepare()
    export = write(folder / "export" / "conversations.json", *talks)
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    monkeypatch.setenv("ANNALS_THREADS", "1")
    with serving(answers) as endpoint:
        settings = folder / "settings.yaml"
        told = {"models": MODELS | {"base_url": endpoint.base_url}, "extraction": {"roles": []}}
        settings.write_text(json.dumps(told), encoding="utf-8")
        monkeypatch.setenv("ANNALS_CONFIG", str(settings))
        engine = Engine(home, ROOMS, load_config(ROOMS.sections, settings), 1, settings)
        request_build(engine, [export])
        assert main(["extract", "--yes"]) == 0
    build(engine, request_build(engine).build)
    return engine


def held(home: Home) -> list[Path]:
    """The payloads of the ledger that hold the name."""
    return [path for path in sorted(home.ledger.rglob("*")) if path.is_file() and b"Zebedee" in path.read_bytes()]


def test_a_conversation_that_a_model_read_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    never = tables(asked_and_built(tmp_path / "never", monkeypatch, WORK))
    engine = asked_and_built(tmp_path / "had", monkeypatch, WORK, TRIP)
    rooms = [name for name in never if name.startswith(("beliefs.", "memory."))]
    before = tables(engine)
    assert held(engine.home)
    assert any(b"Zebedee" in path.read_bytes() and b'"messages"' in path.read_bytes() for path in held(engine.home)), (
        "what was sent is kept: the bytes of a request"
    )
    read = {"beliefs.raw_atoms", "beliefs.canonical_atoms", "beliefs.belief_nodes", "memory.semantic_event__model"}
    assert all(before[name] != never[name] for name in read)
    forget(engine, targets.conversation("trip"))
    after = tables(engine)
    assert {name: after[name] for name in rooms} == {name: never[name] for name in rooms}
    assert not held(engine.home)
    assert not list(words_in(engine.home, ["Zebedee", "shy around"])), "in no file of the home"
