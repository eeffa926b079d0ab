"""A model that answers about beliefs as a script says, over real HTTP; settings with which nothing else is asked."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.llm.server import Behaviour, Endpoint, completion, says

Atom = dict[str, Any]
REFUSED = says(None, message={"refusal": "I cannot help with that."})


def settings_file(folder: Path, beliefs: Mapping[str, Any] | None = None, **models: Any) -> Path:
    """A person's settings: quick, one call at a time, and these keys of section `models`; beliefs are asked about."""
    quick = {
        "mode": "live", "model": "test-model", "backoff_seconds": 0.01, "max_wait_seconds": 0.2, "max_parallel": 1,
        "timeout_seconds": 5.0, "max_retries": 1,
    }  # fmt: skip
    told = {
        "models": quick | models,
        "beliefs": dict(beliefs or {}),
        "extraction": {"roles": []},
        "memory": {"ask_model": False},
        "people": {"ask_model": False},
    }
    path = folder / f"beliefs-{hashlib.sha256(json.dumps(told).encode()).hexdigest()[:8]}.yaml"
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def atom(text: str, quote: str, **changed: Any) -> Atom:
    return {
        "atom_text": text, "belief_type": "TRAIT", "polarity": "affirm", "confidence": 0.8, "quote": quote,
    } | changed  # fmt: skip


def kind_of(body: Mapping[str, Any]) -> str:
    return str(body["response_format"]["json_schema"]["name"])


def shown(body: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(body["messages"][1]["content"])
    return found


def asked(endpoint: Endpoint, kind: str) -> list[dict[str, Any]]:
    """What was shown in requests of one kind, in order."""
    bodies = [json.loads(received.body) for received in endpoint.received]
    return [shown(body) for body in bodies if kind_of(body) == kind]


def reads(
    atoms: Mapping[str, Sequence[Atom] | Behaviour],
    frame: Callable[[dict[str, Any]], Any] = lambda told: {},
    match: Callable[[dict[str, Any]], Any] = lambda told: {},
) -> Behaviour:
    """A model that gives these atoms of each candidate, and these frames and verdicts of what it is shown."""

    def behave(handler: Any, body: dict[str, Any]) -> None:
        told = shown(body)
        if kind_of(body) != "belief_atoms":
            value = frame(told) if kind_of(body) == "belief_frame" else match(told)
        else:
            value = {"atoms": []}
            for candidate in told["candidates"]:
                found = atoms.get(candidate["text"], ())
                if callable(found):
                    found(handler, body)
                    return
                value["atoms"] += [{"source_idx": candidate["idx"]} | one for one in found]
        handler.reply(200, completion(json.dumps(value), usage=(100, 20)))

    return behave
