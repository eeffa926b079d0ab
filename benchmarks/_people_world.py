"""Invents the tables that the resolution of people reads, with many names in many messages; and a graph of many events,
to measure hops through it."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from _indexes import hop_index

from kg_assets.core.canonical import canonical_text
from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.core.ids import IdSpace
from kg_assets.engine.stagerun import Given, Run
from kg_assets.house import HOUSE
from kg_assets.memory.people.stages import PEOPLE, READ_CLUES
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home

_IDS = IdSpace(SourceSettings().id_namespace)
_SEED = 11
_GIVEN = (
    "Alda", "Bero", "Cira", "Dano", "Elva", "Fero", "Gita", "Halo", "Isra", "Jorn", "Kalo", "Lira", "Mero", "Nila",
    "Oska", "Pera", "Quin", "Rava", "Silo", "Tara", "Ulma", "Vera", "Wilo", "Xena", "Ysra", "Zora", "Anton",
    "Berta", "Carla", "Dagny", "Emil", "Frida", "Gerd", "Hilde", "Ivar", "Jana", "Karla", "Lars", "Marta", "Nils",
)  # fmt: skip
_HEADS = tuple("Ask Bern Dal Eng Fjel Grim Hol Iver Kil Lun Mor Nor Os Pil Rys Sol Tor Ulv Vik Win".split())  # noqa: SIM905
_TAILS = tuple("berg dahl feldt gard heim lund mark nes rud stad strom vik witz wood worth".split())  # noqa: SIM905
# Beside one name in eight something is told of who it is.
_TELLING = (
    "My colleague {0} wrote twice.", "I met {0}, Project Manager at {1}, for lunch.", "{0} from {1} wants an answer.",
)  # fmt: skip
_BESIDE = (
    "{0} called about the plan.", "Thanks to {0} it works now.", "I saw {0} on the train today.", "We asked {0} twice.",
    "Then {0} left early.", "Ask {0} again on Monday.", "I owe {0} an answer.",
)  # fmt: skip
_NAMED_IN_MESSAGE = 4


@dataclass
class World:
    folder: Path
    files: dict[str, list[Path]]

    def timed(self) -> Iterator[tuple[str, float, str]]:
        """Runs the two stages that resolve people; of each its name, its processor seconds and how many rows it
        wrote."""
        home, files = Home(self.folder / "home").prepare(), dict(self.files)
        for stage in (READ_CLUES, PEOPLE):
            inputs = {name: [str(path) for path in files[name]] for name in stage.inputs}
            run = Run(stage, home, load_config(HOUSE.sections), Given(), inputs, {}, 1)
            began = time.process_time()
            run.execute()
            seconds = time.process_time() - began
            files |= {name: [ContentStore(home).path(content)] for name, content in run.contents.items()}
            rows = {name.split(".")[1]: pq.read_metadata(files[name][0]).num_rows for name in run.contents}
            yield stage.name, seconds, ", ".join(f"{name} {count:,}" for name, count in rows.items())


def write_world(folder: Path, names: int, mentions: int) -> World:
    """Writes the tables of an invented world into the folder: `names` names in `mentions` mentions. The first names are
    mentioned most often."""
    folder.mkdir(parents=True)
    rng = random.Random(_SEED)
    people = _people(rng, names)
    tables: dict[str, list[dict[str, Any]]] = {name: [] for name in {*READ_CLUES.inputs, *PEOPLE.inputs}}
    number = 0
    for message in range(mentions // _NAMED_IN_MESSAGE):
        text, places = "", []
        for _ in range(_NAMED_IN_MESSAGE):
            # Every name at least once, then by chance with a long tail.
            which = number if number < names else int(names * rng.random() ** 2)
            sentence = rng.choice(_TELLING if rng.random() < 1 / 8 else _BESIDE)
            # Whoever is told to work somewhere works there each time.
            sentence = sentence.format("\0", _HEADS[which % len(_HEADS)] + "lab")
            at = len(text) + sentence.index("\0")
            places.append((which, at))
            text += sentence.replace("\0", people[which]) + " "
            number += 1
        _add(tables, message, text, places, people)
    _add_entities(tables, people)
    return World(
        folder, {name: [_written(folder, name, rows)] for name, rows in tables.items() if name != "memory.mention_clue"}
    )


def _people(rng: random.Random, names: int) -> list[str]:
    """`names` different names: mostly full names, some initials with surnames, a few given names alone."""
    found: dict[str, None] = {}
    while len(found) < names:
        given, surname = rng.choice(_GIVEN), rng.choice(_HEADS) + rng.choice(_TAILS) + rng.choice(("", "", "er", "sen"))
        kind = rng.random()
        middle = rng.choice(_GIVEN) if kind > 0.6 else ""
        name = f"{given[0]}. {surname}" if kind < 0.1 else " ".join(filter(None, (given, middle, surname)))
        found.setdefault(given if kind < 0.002 else name)
    return list(found)


def _add(
    tables: dict[str, list[dict[str, Any]]], message: int, text: str, places: list[tuple[int, int]], people: list[str]
) -> None:
    conversation, message_id = f"c{message // 20:06d}", f"m{message:08d}"
    tables["kg.messages"].append({
        "message_id": message_id, "conversation_id": conversation, "order_index": message % 20, "text_raw": text,
        "created_at_utc": f"20{10 + message % 15}-01-01T00:00:00.000Z", "role": "user",
    })  # fmt: skip
    uid = f"artifact-{conversation}"
    if message % 20 == 0:
        tables["memory.artifact"].append({"artifact_uid": uid, "conversation_id": conversation})
        tables["memory.artifact_revision"].append({"artifact_uid": uid, "revision_id": f"r-{uid}", "is_latest": True})
    for which, at in places:
        name, mention = people[which], f"n{message:08d}-{at:04d}"
        own = _entity(name)
        row = {
            "mentioned_id": mention, "mention_id": mention, "message_id": message_id, "conversation_id": conversation,
            "start_char": at, "end_char": at + len(name), "surface_form": name, "type": "person", "entity_id": own,
            "artifact_uid": uid, "revision_id": f"r-{uid}",
        }  # fmt: skip
        tables["memory.entity_mention__rules"].append(row)
        tables["memory.entity_mention__read"].append(row)
        tables["kg.entity_mentions"].append({
            "mention_id": mention, "message_id": message_id, "entity_id": own, "entity_type_hint": "PERSON",
            "surface_text": name, "char_start": at, "char_end": at + len(name),
        })  # fmt: skip


@cache
def _entity(name: str) -> str:
    return _IDS.make("entity", "PERSON", name.lower())


def _add_entities(tables: dict[str, list[dict[str, Any]]], people: list[str]) -> None:
    for name in people:
        tables["kg.entities"].append({
            "entity_id": _entity(name), "entity_type": "PERSON", "entity_key": name.lower(), "canonical_name": name,
            "aliases_json": canonical_text([name]), "status": "active", "mention_count": 20, "conversation_count": 9,
        })  # fmt: skip


def _written(folder: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    schema = pa.schema([field.with_nullable(True) for field in HOUSE.tables[name].arrow_schema()])
    path = folder / f"{name}.parquet"
    pq.write_table(pa.Table.from_pylist(rows, schema), path)
    return path


def expansion_times(folder: Path, events: int, asked: int) -> list[float]:
    """Wall seconds of each of `asked` expansions (`HopIndex.hop`), each from five random messages, in an index over
    `events` invented events. The index is made as in a build; making it is not timed."""
    folder.mkdir(parents=True)
    rng = random.Random(_SEED)
    rows: dict[str, list[dict[str, Any]]] = {}
    entities = events // 20
    rows["memory.entity"] = [
        {"entity_id": f"e{n:06d}", "canonical_name": f"Name {n}", "entity_type": "person", "is_self": n == 0,
         "mention_count": 20}
        for n in range(entities)
    ]  # fmt: skip
    rows["memory.semantic_event"], rows["memory.event_evidence"] = [], []
    rows["memory.event_actor"], rows["memory.event_subject"], rows["memory.entity_mention"] = [], [], []
    for n in range(events):
        event, message, actor, subject = f"v{n:06d}", f"m{n // 3:06d}", rng.randrange(entities), rng.randrange(entities)
        rows["memory.semantic_event"].append({
            "event_id": event, "message_id": message, "category": "Decision", "narrative": f"Name {actor} decided {n}",
            "event_time_utc": f"20{10 + n % 15}-0{1 + n % 9}-01T00:00:00.000Z", "confidence": 0.8,
        })  # fmt: skip
        rows["memory.event_evidence"].append({
            "evidence_id": event, "event_id": event, "message_id": message, "quote": "words", "start_char": 0,
            "end_char": 5,
        })  # fmt: skip
        rows["memory.event_actor"].append({"event_id": event, "entity_id": f"e{actor:06d}", "role": "owner"})
        rows["memory.event_subject"].append({"event_id": event, "entity_id": f"e{subject:06d}"})
        rows["memory.entity_mention"].append({"mention_id": event, "message_id": message, "entity_id": f"e{actor:06d}"})
    empty = (
        "kg.assertions", "kg.predicates", "kg.assertion_temporalized", "kg.entities", "memory.claim_entity",
        "memory.entity_alias",
    )  # fmt: skip
    connection = duckdb.connect(str(folder / "graph.duckdb"), config={"threads": 2})
    connection.execute("CREATE SCHEMA memory")
    for name, found in (*rows.items(), *((name, []) for name in empty)):
        path = _written(folder, name, found)
        connection.execute(f"CREATE VIEW {name.removeprefix('kg.')} AS SELECT * FROM read_parquet('{path}')")
    connection.execute(data_path("sql/macros/words.sql").read_text(encoding="utf-8"))
    hops, times = hop_index(connection, folder), []
    for _ in range(asked):
        seeds = [f"m{rng.randrange(events // 3):06d}" for _ in range(5)]
        began = time.monotonic()
        found = hops.hop(seeds, seeds, 10, None, began + 60)
        times.append(time.monotonic() - began)
        assert found
    return times
