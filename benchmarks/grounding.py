"""Grounding alone: 200,000 invented claims against 20,000 invented entities, against the yardstick Y.

    make bench ONLY=grounding
    python benchmarks/grounding.py 50000 5000    other numbers of claims and of entities

Of every ten names one is misspelt a little or belongs to no entity, half of the names have their mention, every second
claim is the person's own, and one message in fifty corrects something: so every step of the resolution has work, and
new entities and retractions occur.
"""

import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from _yardstick import yardstick
from ingest import anonymous_megabytes

from kg_assets.claims.retracting.candidates import retraction_rows
from kg_assets.claims.retracting.model import Described, RawRetraction
from kg_assets.claims.stages import GROUND
from kg_assets.core.config import load_config
from kg_assets.core.ids import IdSpace
from kg_assets.engine.stagerun import Given, Run
from kg_assets.house import HOUSE
from kg_assets.store.home import Home

CLAIMS, ENTITIES = 200_000, 20_000
SEED = 7
SAYINGS = (
    ("I live in {}", "lives_in"), ("I work at {}", "works_at"), ("my friend is {}", "friend_is"),
    ("I visited {}", "visited"), ("I use {}", "uses"), ("{} lives in Oslo", "lives_in"),
)  # fmt: skip
SYLLABLES = ("ba", "lo", "mi", "ran", "tek", "sor", "vi", "nal", "gar", "pe", "dun", "kor", "sha", "wel", "tri", "os")
TYPES = ("PERSON", "ORG", "LOCATION", "CUSTOM_TERM")
Rows = dict[str, list[dict[str, Any]]]


class _World:
    """Names, messages and claims, drawn in one order from one seed."""

    def __init__(self, claims: int, entities: int) -> None:
        self.chance = random.Random(SEED)
        self.ids = IdSpace(load_config(HOUSE.sections).section("sources").id_namespace)
        self.rows: Rows = {name: [] for name in GROUND.inputs}
        self.names = self._names(entities)
        self.entity_ids = [self._entity(self.chance.choice(TYPES), name.lower(), name) for name in self.names]
        self._entity("PERSON", "__SELF__", "SELF")
        for number in range(claims // 2):
            self._message(number)
        for number in range(0, claims // 2, 50):
            self._correction(self.rows["kg.messages"][number])

    def _names(self, count: int) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < count:
            found[self._name()] = None
        return list(found)

    def _name(self) -> str:
        words = ["".join(self.chance.choices(SYLLABLES, k=self.chance.randint(2, 4))).capitalize() for _ in range(2)]
        return " ".join(words)

    def _entity(self, kind: str, key: str, name: str) -> str:
        entity = self.ids.make("entity", kind, key)
        self.rows["kg.entities__named"].append({
            "entity_id": entity, "entity_type": kind, "entity_key": key, "canonical_name": name,
            "aliases_json": f'["{name}"]', "status": "active", "mention_count": 3, "conversation_count": 1,
            "salience_score": self.chance.random(), "first_seen_at_utc": "2022-01-01T00:00:00.000Z",
        })  # fmt: skip
        return entity

    def _message(self, number: int) -> None:
        message, role = self.ids.make("m", number), ("user", "assistant")[number % 2]
        earlier = self.rows["kg.messages"][-1]["message_id"] if number % 20 else None
        text = ""
        for _ in range(2):
            text += self._claim(message, role, len(text)) + ". "
        text += "And some more words that are no claim at all, to make it a text of ordinary length. " * 2
        self.rows["kg.messages"].append({
            "message_id": message, "conversation_id": f"c{number // 20:06d}", "role": role, "parent_id": earlier,
            "order_index": number % 20, "text_raw": text, "is_prose": True,
            "created_at_utc": f"2023-{1 + number % 12:02d}-{1 + number % 28:02d}T10:00:00.000Z",
        })  # fmt: skip

    def _claim(self, message: str, role: str, start: int) -> str:
        saying, label = self.chance.choice(SAYINGS)
        at = self.chance.randrange(len(self.names))
        roll = self.chance.random()
        name = self.names[at]
        if roll < 0.06:
            name = name[:-1] + self.chance.choice("xyz")
        elif roll < 0.10:
            name = self._name()
        words = saying.format(name)
        place = (start + words.index(name), start + words.index(name) + len(name))
        is_object = not saying.startswith("{}")
        self.rows["kg.claim_candidates__rules"].append({
            "candidate_id": self.ids.make("c", len(self.rows["kg.claim_candidates__rules"])), "message_id": message,
            "extraction_method": "rule_based", "reader": "benchmark", "priority": 100, "predicate_label": label,
            "subject": ("SELF" if role == "user" else "you") if is_object else name, "object_kind": "entity",
            "object": name if is_object else "Oslo", "object_start": place[0] if is_object else None,
            "object_end": place[1] if is_object else None, "modality": "state", "polarity": "positive",
            "char_start": start, "char_end": start + len(words), "surface_text": words, "confidence": 0.8,
            "notes_json": "{}",
        })  # fmt: skip
        if roll >= 0.10 and self.chance.random() < 0.5:
            mentions = self.rows["kg.entity_mentions"]
            mentions.append({
                "mention_id": self.ids.make("n", len(mentions)), "message_id": message, "confidence": 0.7,
                "entity_id": self.entity_ids[at], "detector": "LEXICON:benchmark", "char_start": place[0],
                "char_end": place[1], "surface_text": name,
            })  # fmt: skip
        return words

    def _correction(self, message: dict[str, Any]) -> None:
        wrong = self.chance.choice(self.rows["kg.claim_candidates__rules"])["object"]
        right = self.chance.choice(self.names)
        said = Described(right, object=right, object_kind="entity", object_span=(0, 5), span=(0, 9))
        raw = RawRetraction("benchmark", "correction", 0, 9, Described(wrong, object=wrong), said, None, 0.8)
        self.rows["kg.retraction_candidates__rules"] += retraction_rows(
            self.ids, message["message_id"], message["text_raw"], [raw]
        )


def written(folder: Path, rows: Rows) -> dict[str, list[str]]:
    files = {}
    for name, found in rows.items():
        schema = pa.schema([field.with_nullable(True) for field in HOUSE.tables[name].arrow_schema()])
        path = folder / f"{name}.parquet"
        pq.write_table(pa.Table.from_pylist(found, schema), path, row_group_size=10_000)
        files[name] = [str(path)]
    return files


def main() -> int:
    if sys.argv[1:2] == ["--inputs"]:
        # Made by a process of its own, so that only grounding's memory is seen.
        written(Path(sys.argv[2]), _World(int(sys.argv[3]), int(sys.argv[4])).rows)
        return 0
    claims, entities = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (CLAIMS, ENTITIES)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([sys.executable, __file__, "--inputs", name, str(claims), str(entities)], check=True)
        y, _ = yardstick(folder / "export")
        inputs = {table: [str(folder / f"{table}.parquet")] for table in GROUND.inputs}
        peak, done = [0], threading.Event()

        def watch() -> None:
            while not done.wait(0.02):
                peak[0] = max(peak[0], anonymous_megabytes())

        threading.Thread(target=watch, daemon=True).start()
        run = Run(GROUND, Home(folder / "home").prepare(), load_config(HOUSE.sections), Given(), inputs, {}, 1)
        wall, processor = time.perf_counter(), time.process_time()
        run.execute()
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        done.set()
        made = {table: content.rows for table, content in run.contents.items()}
        print(f"{claims} claims, {entities} entities, Y = {y:.2f} s")
        print(f"wall {wall:.1f} s = {wall / y:.1f} Y, processor {processor:.1f} s, {peak[0]} MB of anonymous memory")
        print(
            f"{made['kg.assertions']} assertions, {made['kg.entities']} entities, {made['kg.retractions']} retractions"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
