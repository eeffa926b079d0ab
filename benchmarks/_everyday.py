"""A second corpus: one person's everyday chats, as unlike the invented life of `kg_assets.corpus` as can be.

Short hurried messages in low case, answers of many sentences, hardly ever the same name, place or time twice: caches of
words that were seen before help little here. 100 MB hold about 2,300 conversations, 24,000 messages of the person and
120,000 expressions of time.
"""

import random
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import yaml

_WORDS: dict[str, list[str]] = yaml.safe_load(Path(__file__).with_name("everyday.yaml").read_text(encoding="utf-8"))
_SHARE_OF_TIMES = 0.06  # of the sentences of answers
_KNOWN = 3000  # people, and firms, that the person ever speaks of
_MIDDLES = ("", "", "a", "e", "in", "or")
_NUMBERS = {  # least, most, digits
    "n": (2, 4000, 1), "few": (10, 28, 1), "year": (1995, 2026, 4), "hour": (1, 12, 1), "twelfth": (1, 12, 2),
    "minute": (0, 59, 2),
}  # fmt: skip


def write_everyday(seed: int, target_bytes: int, folder: Path) -> Path:
    """Writes `conversations.json` of about `target_bytes` bytes into the folder; the same seed writes the same file."""
    folder.mkdir(parents=True, exist_ok=True)
    path, written = folder / "conversations.json", 1
    conversations = _conversations(random.Random(f"everyday/{seed}"))
    with path.open("wb") as file:
        file.write(b"[")
        while written < target_bytes:
            raw = orjson.dumps(next(conversations))
            file.write(b"," * (written > 1) + raw)
            written += len(raw) + 1
        file.write(b"]")
    return path


def with_one_more(path: Path, into: Path) -> Path:
    """Writes the export with one conversation added that is a day newer than all others."""
    body = path.read_bytes().rstrip()
    newest = max(conversation["create_time"] or 0.0 for conversation in orjson.loads(body))
    more = _conversation(random.Random("everyday/news"), newest + 86_400.0)
    into.write_bytes(body[:-1] + b"," + orjson.dumps(more) + b"]")
    return into


def _conversations(chance: random.Random) -> Iterator[dict[str, Any]]:
    now = 1_500_000_000.0
    while True:
        now += chance.expovariate(1 / 90_000)
        yield _conversation(chance, now)


def _conversation(chance: random.Random, now: float) -> dict[str, Any]:
    own = str(uuid.UUID(int=chance.getrandbits(128)))
    mapping: dict[str, Any] = {}
    parent, moment = None, now
    for _ in range(2 * chance.randint(3, 18)):
        key = str(uuid.UUID(int=chance.getrandbits(128)))
        role = "assistant" if len(mapping) % 2 else "user"
        moment += chance.uniform(4, 400)
        if parent is not None:
            mapping[parent]["children"] = [key]
        mapping[key] = {"id": key, "parent": parent, "children": [], "message": _message(chance, key, role, moment)}
        parent = key
    return {
        "conversation_id": own, "id": own, "title": _filled(chance, "the {noun} and {Name}"), "create_time": now,
        "update_time": moment, "current_node": parent, "mapping": mapping, "moderation_results": [], "plugin_ids": None,
    }  # fmt: skip


def _message(chance: random.Random, key: str, role: str, moment: float) -> dict[str, Any]:
    if role == "user":
        text = ". ".join(_filled(chance, chance.choice(_WORDS["said"])) for _ in range(chance.randint(1, 3)))
    else:
        pools = [
            _WORDS["answered" if chance.random() < _SHARE_OF_TIMES else "added"] for _ in range(chance.randint(5, 50))
        ]
        text = " ".join(_filled(chance, chance.choice(pool)) for pool in pools)
    return {
        "id": key, "author": {"role": role, "name": None, "metadata": {}}, "create_time": round(moment, 6),
        "update_time": None, "content": {"content_type": "text", "parts": [text]}, "status": "finished_successfully",
        "end_turn": True, "weight": 1.0, "recipient": "all", "channel": None,
        "metadata": {"message_type": "next", "model_slug": "gpt-4o", "request_id": f"{chance.getrandbits(64):016x}",
                     "trace": f"{chance.getrandbits(2000):0500x}"},
    }  # fmt: skip


def _filled(chance: random.Random, template: str) -> str:
    """The template with a word in every slot. Each slot is drawn anew, so that the same slot twice is seldom the same
    word."""
    pieces = template.split("{")
    return pieces[0] + "".join(
        _word(chance, slot) + rest for slot, _, rest in (piece.partition("}") for piece in pieces[1:])
    )


def _word(chance: random.Random, slot: str) -> str:
    if slot.istitle():
        return _word(chance, slot.lower()).title()
    if slot in _NUMBERS:
        low, high, width = _NUMBERS[slot]
        return f"{chance.randint(low, high):0{width}d}"
    match slot:
        case "t":
            return _filled(chance, chance.choice(_WORDS["times"]))
        case "name":
            return chance.choice(_WORDS["given"]) if chance.random() < 0.5 else _known(chance, "{given} {place}")
        case "firm":
            return _known(chance, "{Place} {kind}")
        case "place":
            return chance.choice(_WORDS["head"]) + chance.choice(_MIDDLES) + chance.choice(_WORDS["tail"])
        case "mail":
            return _filled(chance, "{given}.{place}@{place}.com")
        case "url":
            return _filled(chance, "https://www.{place}.org/{noun}/{n}")
        case _:
            return chance.choice(_WORDS[slot])


def _known(chance: random.Random, template: str) -> str:
    """One of the person's own people or firms, drawn by chance: some often, most once or twice."""
    return _nth(template, int(_KNOWN * chance.random() ** 3))


@cache
def _nth(template: str, number: int) -> str:
    return _filled(random.Random(f"{template}/{number}"), template)
