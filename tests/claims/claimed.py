"""Messages, entities, times and candidates by hand, and the grounding run over them as a build runs it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.claims.contracts import CLAIM_CANDIDATES, REJECTED_CLAIMS, RETRACTION_CANDIDATES
from kg_assets.claims.retracting.candidates import retraction_rows
from kg_assets.claims.retracting.model import Described, RawRetraction
from kg_assets.claims.stages import GROUND
from kg_assets.core.canonical import canonical_text
from kg_assets.core.config import load_config
from kg_assets.core.ids import IdSpace
from kg_assets.engine.checks import check_tables
from kg_assets.engine.stagerun import Given, Run
from kg_assets.house import HOUSE
from kg_assets.lexicon.contracts import ENTITIES_CONSOLIDATED, ENTITY_MENTIONS
from kg_assets.mentions.contracts import TIME_MENTIONS
from kg_assets.sources.contracts import MESSAGES
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from kg_assets.store.sqlrun import session

_FOLDER = TemporaryDirectory(prefix="annals-claims-")
HORIZON = "2024-06-30T00:00:00.000Z"
IDS = IdSpace(SourceSettings().id_namespace)
SCHEMAS = {
    "kg.messages": MESSAGES.arrow_schema(),
    "kg.entity_mentions": ENTITY_MENTIONS.arrow_schema(),
    "kg.entities__named": ENTITIES_CONSOLIDATED.arrow_schema(),
    "kg.time_mentions": TIME_MENTIONS.arrow_schema(),
    "kg.claim_candidates__rules": CLAIM_CANDIDATES.arrow_schema(),
    "kg.claim_candidates__model": CLAIM_CANDIDATES.arrow_schema(),
    "kg.rejected_claims__model": REJECTED_CLAIMS.arrow_schema(),
    "kg.retraction_candidates__rules": RETRACTION_CANDIDATES.arrow_schema(),
    "kg.retraction_candidates__model": RETRACTION_CANDIDATES.arrow_schema(),
}


def entity_id(entity_type: str, entity_key: str) -> str:
    return IDS.make("entity", entity_type, entity_key)


SELF = entity_id("PERSON", "__SELF__")


def predicate_id(label: str) -> str:
    return IDS.make("pred", label)


@dataclass
class Claimed:
    """A small world. Message ids are m000, m001, ...; candidates c000, c001, ...; times t000, ..."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[dict[str, Any]] = field(default_factory=list)
    entities: list[dict[str, Any]] = field(default_factory=list)
    times: list[dict[str, Any]] = field(default_factory=list)
    candidates: list[dict[str, Any]] = field(default_factory=list)
    retractions: list[dict[str, Any]] = field(default_factory=list)
    ledger: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.entity("PERSON", "__SELF__", "SELF")

    def message(
        self,
        text: str,
        role: str = "user",
        parent: str | None = None,
        conversation: str = "k1",
        at: str | None = HORIZON,
    ) -> str:
        message_id = f"m{len(self.messages):03d}"
        order = sum(row["conversation_id"] == conversation for row in self.messages)
        self.messages.append(
            {
                "message_id": message_id,
                "conversation_id": conversation,
                "role": role,
                "parent_id": parent,
                "order_index": order,
                "created_at_utc": at,
                "text_raw": text,
            }
        )
        return message_id

    def entity(
        self,
        kind: str,
        key: str,
        name: str | None = None,
        aliases: Sequence[str] = (),
        salience: float | None = 0.0,
        first_seen: str | None = None,
        merged_into: str | None = None,
    ) -> str:
        own = entity_id(kind, key)
        self.entities.append(
            {
                "entity_id": own,
                "entity_type": kind,
                "entity_key": key,
                "canonical_name": name or key,
                "aliases_json": canonical_text(sorted(aliases)),
                "status": "active" if merged_into is None else "merged",
                "merged_into": merged_into,
                "first_seen_at_utc": first_seen,
                "mention_count": 0,
                "conversation_count": 0,
                "salience_score": salience,
            }
        )
        return own

    def mention(
        self, entity: str, message: str, words: str, detector: str = "NER:gazetteer", confidence: float = 0.7
    ) -> None:
        start = self.text(message).index(words)
        mention_id = f"n{len(self.mentions):03d}"
        self.mentions.append(
            {
                "mention_id": mention_id,
                "message_id": message,
                "entity_id": entity,
                "detector": detector,
                "char_start": start,
                "char_end": start + len(words),
                "surface_text": words,
                "confidence": confidence,
            }
        )

    def time(self, message: str, words: str, valid_from: str, confidence: float = 0.9) -> str:
        time_id = f"t{len(self.times):03d}"
        start = self.text(message).index(words)
        self.times.append(
            {
                "time_mention_id": time_id,
                "message_id": message,
                "char_start": start,
                "char_end": start + len(words),
                "surface_text": words,
                "valid_from_utc": valid_from,
                "confidence": confidence,
            }
        )
        return time_id

    def claim(
        self,
        message: str,
        subject: str,
        predicate: str,
        thing: str | None = None,
        kind: str | None = "entity",
        words: str | None = None,
        thing_words: str | None = None,
        subject_words: str | None = None,
        qualifier: tuple[str | None, str | None] | None = None,
        **more: Any,
    ) -> str:
        """A candidate over `words`, else all of the message; arguments have places only where their words are named."""
        candidate_id = f"c{len(self.candidates):03d}"
        text = self.text(message)
        start = text.index(words) if words else 0
        row: dict[str, Any] = {
            "candidate_id": candidate_id,
            "message_id": message,
            "extraction_method": "rule_based",
            "reader": "rule",
            "priority": 100,
            "subject": subject,
            "predicate_label": predicate,
            "object_kind": None if thing is None else kind,
            "object": thing,
            "modality": "state",
            "polarity": "positive",
            "qualifier_type": qualifier[0] if qualifier else None,
            "qualifier_text": qualifier[1] if qualifier else None,
            "char_start": start,
            "char_end": start + len(words or text),
            "surface_text": words or text,
            "confidence": 0.8,
            "notes_json": "{}",
        }
        for side, named in (("subject", subject_words), ("object", thing_words)):
            if named is not None:
                row |= {f"{side}_start": text.index(named), f"{side}_end": text.index(named) + len(named)}
        self.candidates.append({**row, **more})
        return candidate_id

    def take_back(self, message: str, kind: str, target: Described, new: Described | None = None) -> str:
        """A retraction by all words of a message; its id."""
        text = self.text(message)
        raw = RawRetraction("p", kind, 0, len(text), target, new, None, 0.8)  # type: ignore[arg-type]
        self.retractions += retraction_rows(IDS, message, text, [raw])
        return IDS.make("retraction", message, 0, len(text))

    def decide(self, kind: str, **body: Any) -> int:
        """An entry of the ledger; its position."""
        position = sum(map(len, self.ledger.values())) + 1
        self.ledger.setdefault(kind, []).append({"position": position, **body})
        return position

    def text(self, message: str) -> str:
        (found,) = [row["text_raw"] for row in self.messages if row["message_id"] == message]
        return str(found)


@dataclass
class Outcome:
    """The tables of the stage, its counts and events."""

    files: Mapping[str, list[Path]]
    run: Run

    def rows(self, name: str) -> list[dict[str, Any]]:
        return list(read_table(self.files[f"kg.{name}"][0]).to_pylist())

    def assertion(self, candidate: str) -> dict[str, Any]:
        """The assertion that a candidate became, with its raw JSON read."""
        (row,) = [row for row in self.assertions() if row["raw"]["candidate"]["candidate_id"] == candidate
                  and row["extraction_method"] != "person"]  # fmt: skip
        return row

    def assertions(self) -> list[dict[str, Any]]:
        return [{**row, "raw": json.loads(row["raw_assertion_json"])} for row in self.rows("assertions")]

    def reason(self, candidate: str) -> str:
        (row,) = [row for row in self.rows("rejected_claims") if row["candidate_id"] == candidate]
        return str(row["reason"])

    def entity(self, own: str) -> dict[str, Any]:
        (row,) = [row for row in self.rows("entities") if row["entity_id"] == own]
        return row

    def events(self, code: str) -> list[tuple[str, str, str | None, dict[str, Any]]]:
        return [event for event in self.run.events if event[1] == code]

    def hashes(self) -> dict[str, str]:
        return {table.name: self.files[table.name][0].name for table in GROUND.tables}

    def broken_rules(self) -> list[str]:
        with session(1, "1GB") as connection:
            results = check_tables(connection, GROUND.tables, self.files)
        return [f"{r.table}: {rule}" for r in results for rule, count in r.violations.items() if count]


def tables_of(world: Claimed, order: Sequence[int] | None = None) -> dict[str, pa.Table]:
    """Rows with whatever columns they have; the others are NULL, which the stage never looks at."""
    given = {
        "kg.messages": world.messages,
        "kg.entity_mentions": world.mentions,
        "kg.entities__named": world.entities,
        "kg.time_mentions": world.times,
        "kg.claim_candidates__rules": world.candidates,
        "kg.claim_candidates__model": [],
        "kg.rejected_claims__model": [],
        "kg.retraction_candidates__rules": world.retractions,
        "kg.retraction_candidates__model": [],
    }
    tables = {}
    for name, rows in given.items():
        schema = pa.schema([column.with_nullable(True) for column in SCHEMAS[name]])
        table = pa.Table.from_pylist(rows, schema)
        tables[name] = (
            table if order is None else table.take(pa.array([i for i in order if i < table.num_rows], pa.int64()))
        )
    return tables


@cache
def _home() -> Home:
    """One for all tests: contents are named by what they hold, and a DuckDB is started for each home."""
    return Home(Path(_FOLDER.name)).prepare()


def build(
    folder: Path, world: Claimed, override: str = "", threads: int = 1, order: Sequence[int] | None = None
) -> Outcome:
    """The stage over a world; `order` gives each table's rows in another order."""
    folder.mkdir(parents=True, exist_ok=True)
    home = _home()
    files: dict[str, list[Path]] = {}
    for name, rows in tables_of(world, order).items():
        files[name] = [folder / f"{name}.parquet"]
        pq.write_table(rows, files[name][0])
    own = folder / "own.yaml"
    own.write_text(override, encoding="utf-8")
    config = load_config(HOUSE.sections, own)
    inputs = {name: [str(path) for path in files[name]] for name in GROUND.inputs}
    run = Run(GROUND, home, config, Given(ledger=world.ledger), inputs, {}, threads)
    run.execute()
    files |= {name: [ContentStore(home).path(content)] for name, content in run.contents.items()}
    return Outcome(files, run)
