"""Canonical JSON against the reference and the standard library, all in one process: `python -m benchmarks.canonical`.

Ratios are what counts; the megabytes per second only say how busy the machine was. Each figure is the best of
several interleaved rounds with the cyclic collector off. The corpus is made here and looks like an export:
conversations of nodes with text in several scripts, times as doubles, small metadata.
"""

import argparse
import gc
import json
import math
import random
import struct
import time
import uuid
from collections.abc import Callable
from typing import Any

import orjson
import rfc8785

from kg_assets.core.canonical import canonical, dump, number_text, parse
from kg_assets.core.ids import IdSpace, id_name
from kg_assets.core.instants import normalize

PLAIN = ["the", "river", "of", "budget", "Anna", "from", "perhaps", "because", "–", "don’t", "house", "time"]
MARKED = ["né", "straße", "数据库", "😀", "❤️", '"quoted"', "a\\b", "x: y", "\n\n", "\t"]
CODE = '\n```json\n{"a": 1, "b": ["c", {"d": null}]}\n```\n'


def make_conversation(chance: random.Random, nodes: int) -> dict[str, Any]:
    begun = 1_700_000_000 + chance.random() * 5e7
    ids = [str(uuid.UUID(int=chance.getrandbits(128))) for _ in range(nodes)]
    mapping = {}
    for place, node in enumerate(ids):
        created = begun + place * 61.7
        text = " ".join(
            chance.choice(MARKED if chance.random() < 0.08 else PLAIN) for _ in range(chance.randrange(20, 300))
        )
        text += CODE if chance.random() < 0.1 else ""
        mapping[node] = {
            "id": node,
            "parent": ids[place - 1] if place else None,
            "children": ids[place + 1 : place + 2],
            "message": {
                "id": node,
                "author": {"role": ("user", "assistant")[place % 2], "name": None, "metadata": {}},
                "create_time": round(created, 6),
                "update_time": None,
                "content": {"content_type": "text", "parts": [text]},
                "status": "finished_successfully",
                "end_turn": True,
                "weight": 1.0,
                "metadata": {"model_slug": "model-x", "request_id": node[::-1], "timestamp_": "absolute"},
                "recipient": "all",
            },
        }
    return {"title": "A talk", "create_time": begun, "mapping": mapping, "current_node": ids[-1], "is_archived": False}


def three_levels(conversation: Any, write: Callable[[Any], bytes]) -> int:
    """Write a conversation, then each of its messages, then each of their parts, as ingestion does; returns the bytes
    written."""
    size = len(write(conversation))
    for node in conversation["mapping"].values():
        size += len(write(node["message"])) + sum(len(write(part)) for part in node["message"]["content"]["parts"])
    return size


def standard_library(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def plain_orjson(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def each_alone(work: Callable[[Any], object], items: list[Any]) -> None:
    """Do the work on one item at a time and keep nothing, as ingestion goes through a file."""
    for item in items:
        work(item)


def best_times(contenders: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    best = dict.fromkeys(contenders, math.inf)
    gc.disable()
    for _ in range(rounds):
        for name, run in contenders.items():
            begun = time.perf_counter()
            run()
            best[name] = min(best[name], time.perf_counter() - begun)
            gc.collect()
    gc.enable()
    return best


def report(title: str, yardstick: str, best: dict[str, float], amount: float, unit: str) -> None:
    print(f"{title} (1.00 = {yardstick})")
    for name, seconds in best.items():
        print(f"  {name:<34} {seconds / best[yardstick]:7.2f}   {amount / seconds:9.1f} {unit}/s")


def measure(conversations: list[Any], rounds: int) -> None:
    raws = [json.dumps(each, ensure_ascii=False).encode() for each in conversations]
    odd = [raw.replace(b'"weight": 1.0', b'"weight": 0.000005, "weight": NaN', 1) for raw in raws]
    megabytes = sum(map(len, raws)) / 1e6
    values = [parse(raw).value for raw in raws]
    read = [orjson.loads(raw) for raw in raws]
    assert all(dump(value) == rfc8785.dumps(each) for value, each in zip(values, read, strict=True))
    reading = {
        "orjson.loads": lambda: each_alone(orjson.loads, raws),
        "orjson.loads, dumps sorted": lambda: each_alone(lambda raw: plain_orjson(orjson.loads(raw)), raws),
        "json.loads": lambda: each_alone(json.loads, raws),
        "parse (reads and writes)": lambda: each_alone(parse, raws),
        "parse, all off the fast path": lambda: each_alone(parse, odd),
    }
    report("Reading", "orjson.loads, dumps sorted", best_times(reading, rounds), megabytes, "MB")
    writing = {
        "orjson sorted (not canonical)": lambda: [three_levels(each, plain_orjson) for each in read],
        "dump": lambda: [three_levels(each, dump) for each in values],
        "canonical": lambda: [three_levels(each, canonical) for each in read],
        "json.dumps (not canonical)": lambda: [three_levels(each, standard_library) for each in read],
        "rfc8785": lambda: [three_levels(each, rfc8785.dumps) for each in read],
    }
    report("Writing three levels", "rfc8785", best_times(writing, rounds), megabytes, "MB")


def measure_small_things(rounds: int) -> None:
    space = IdSpace("550e8400-e29b-41d4-a716-446655440000")
    names = [("part", str(uuid.UUID(int=count)), count) for count in range(20_000)]
    finished = [id_name(name).decode() for name in names]
    making = {
        "IdSpace.make": lambda: [space.make(*name) for name in names],
        "uuid.uuid5 of the finished name": lambda: [uuid.uuid5(space.namespace, name) for name in finished],
        "uuid.uuid5 of rfc8785": lambda: [uuid.uuid5(space.namespace, rfc8785.dumps(name).decode()) for name in names],
    }
    report("Ids", "IdSpace.make", best_times(making, rounds), len(names) / 1e3, "thousand")
    seconds = [1_784_164_500.123456 + count * 37.1 for count in range(50_000)]
    instants = {"normalize of floats": lambda: [normalize(each) for each in seconds]}
    report("Instants", "normalize of floats", best_times(instants, rounds), len(seconds) / 1e3, "thousand")


def random_value(chance: random.Random, depth: int) -> Any:
    kind = chance.random()
    if depth == 0 or kind < 0.5:
        bits = struct.unpack(">d", chance.randbytes(8))[0]
        decimal = round(chance.random() * 10, chance.randrange(1, 8)) * 10.0 ** chance.randrange(-12, 24)
        number = bits if math.isfinite(bits) and chance.random() < 0.5 else decimal
        return chance.choice([number, number, chance.randrange(-(2**53) + 1, 2**53), None, True, random_text(chance)])
    if kind < 0.7:
        return [random_value(chance, depth - 1) for _ in range(chance.randrange(5))]
    return {random_text(chance): random_value(chance, depth - 1) for _ in range(chance.randrange(6))}


def random_text(chance: random.Random) -> str:
    return "".join(chance.choices('ab":\\/ \n\0\x1f\x7fé\u2028\ue200\uffff\U00010000😀', k=chance.randrange(5)))


def fuzz(objects: int) -> None:
    chance = random.Random(8785)
    differing = 0
    for _ in range(objects):
        value = {"value": random_value(chance, 4)}
        expected = rfc8785.dumps(value)
        differing += canonical(value) != expected or parse(orjson.dumps(value)).canonical != expected
        number = chance.random() * 10.0 ** chance.randrange(-300, 300)
        differing += number_text(number).encode() != rfc8785.dumps(number)
    print(f"Fuzz: {objects} objects, {differing} differ from rfc8785")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--conversations", type=int, default=300)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--fuzz", type=int, default=100_000)
    chosen = arguments.parse_args()
    chance = random.Random(1)
    conversations = [make_conversation(chance, chance.randrange(4, 60)) for _ in range(chosen.conversations)]
    measure(conversations, chosen.rounds)
    measure_small_things(chosen.rounds)
    fuzz(chosen.fuzz)


if __name__ == "__main__":
    main()
