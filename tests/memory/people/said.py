"""Messages in which names stand in brackets, and the stages of people run over them as a build runs them.

`[Anna]` names a person, `[Acme|ORG]` an organization, `[~Chen]` a name that no entity of one name stands for.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.core.canonical import canonical_text
from kg_assets.core.config import load_config
from kg_assets.core.ids import IdSpace
from kg_assets.engine.checks import check_tables
from kg_assets.engine.stagerun import Given, Run
from kg_assets.house import HOUSE
from kg_assets.memory.people.stages import PEOPLE, PEOPLE_CLAIMS, READ_CLUES
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.sqlrun import session

IDS = IdSpace(SourceSettings().id_namespace)
SELF = IDS.make("entity", "PERSON", "__SELF__")
_NAME = re.compile(r"\[(~?)([^]|]+)(?:\|([A-Z]+))?\]")
_KINDS = {"PERSON": "person", "ORG": "org", "LOCATION": "place"}
_INPUTS = sorted({*READ_CLUES.inputs, *PEOPLE.inputs} - {"memory.mention_clue"})
Row = dict[str, Any]


def entity_id(name: str, kind: str = "PERSON") -> str:
    return IDS.make("entity", kind, name.lower())


@dataclass
class Said:
    """The tables before the resolution. Messages are m1, m2, … in the order in which they are said."""

    tables: dict[str, list[Row]] = field(default_factory=lambda: {name: [] for name in _INPUTS})

    def __post_init__(self) -> None:
        self._entity("SELF", "PERSON", "__SELF__")

    def say(self, marked: str, conversation: str = "c1", role: str = "user") -> str:
        """A message; its id."""
        number = len(self.tables["kg.messages"]) + 1
        message_id, text, at = f"m{number:03d}", "", 0
        for found in _NAME.finditer(marked):
            text += marked[at : found.start()]
            self._named(message_id, conversation, found[2], found[3] or "PERSON", len(text), bool(found[1]))
            text, at = text + found[2], found.end()
        text += marked[at:]
        self.tables["kg.messages"].append({
            "message_id": message_id, "conversation_id": conversation, "role": role, "is_prose": True,
            "created_at_utc": f"2025-01-01T00:{number // 60:02d}:{number % 60:02d}.000Z", "order_index": number,
            "text_raw": text,
        })  # fmt: skip
        self._artifact(conversation)
        return message_id

    def relative(self, noun: str) -> str:
        """Somebody whom claims know by the relation alone."""
        return self._entity(f"your {noun}", "PERSON", f"__SELF__/{noun}")

    def claim(self, subject: str, predicate: str, thing: str, message_id: str) -> str:
        """A claim that a name stands in a relation to words."""
        number = len(self.tables["kg.assertions"]) + 1
        predicate_id = IDS.make("predicate", predicate)
        if all(row["predicate_id"] != predicate_id for row in self.tables["kg.predicates"]):
            self.tables["kg.predicates"].append({"predicate_id": predicate_id, "canonical_label": predicate})
        self.tables["kg.assertions"].append({
            "assertion_id": f"a{number}", "message_id": message_id, "subject_entity_id": subject,
            "predicate_id": predicate_id, "object_value": canonical_text(thing), "polarity": "positive",
            "modality": "state", "char_start": 0,
        })  # fmt: skip
        return f"a{number}"

    def _named(self, message_id: str, conversation: str, name: str, kind: str, start: int, is_loose: bool) -> None:
        number = len(self.tables["memory.entity_mention__rules"]) + 1
        mentioned_id, end = f"n{number:03d}", start + len(name)
        own = None if is_loose else self._entity(name, kind, name.lower())
        row = {
            "mentioned_id": mentioned_id, "message_id": message_id, "conversation_id": conversation,
            "start_char": start, "end_char": end, "surface_form": name, "canonical_suggestion": name,
            "type": _KINDS.get(kind, "person" if kind in ("EMAIL", "HANDLE") else "other"),
            "mention_id": None if is_loose else mentioned_id, "entity_id": own, "aliases_json": "[]",
            "confidence": 0.9, "read_by": "rules", "artifact_uid": f"artifact-{conversation}",
            "revision_id": f"revision-{conversation}",
        }  # fmt: skip
        if kind not in ("EMAIL", "HANDLE"):
            self.tables["memory.entity_mention__rules"].append(row)
            self.tables["memory.entity_mention__read"].append(row)
        else:
            self.tables["memory.entity_mention__rules"].append(row | {"type": "place"})
        if not is_loose:
            self.tables["kg.entity_mentions"].append({
                "mention_id": mentioned_id, "message_id": message_id, "entity_id": own, "entity_type_hint": kind,
                "surface_text": name, "char_start": start, "char_end": end,
            })  # fmt: skip

    def _entity(self, name: str, kind: str, key: str) -> str:
        own = IDS.make("entity", kind, key)
        found = [row for row in self.tables["kg.entities"] if row["entity_id"] == own]
        if not found:
            found = [{
                "entity_id": own, "entity_type": kind, "entity_key": key, "canonical_name": name, "status": "active",
                "aliases_json": canonical_text([name]), "mention_count": 0, "conversation_count": 0,
            }]  # fmt: skip
            self.tables["kg.entities"] += found
        found[0]["mention_count"] += 1
        return own

    def _artifact(self, conversation: str) -> None:
        if any(row["conversation_id"] == conversation for row in self.tables["memory.artifact"]):
            return
        uid = f"artifact-{conversation}"
        self.tables["memory.artifact"].append({"artifact_uid": uid, "conversation_id": conversation})
        self.tables["memory.artifact_revision"].append(
            {"artifact_uid": uid, "revision_id": f"revision-{conversation}", "is_latest": True}
        )


@dataclass
class Known:
    """The tables of people."""

    files: Mapping[str, list[Path]]
    counts: Mapping[str, float]

    def rows(self, name: str) -> list[Row]:
        return [row for path in self.files[f"memory.{name}"] for row in pq.read_table(path).to_pylist()]

    def people(self) -> dict[str, list[Row]]:
        """Those who are no things or places and not the person, by name."""
        found: dict[str, list[Row]] = {}
        for row in self.rows("entity"):
            if row["entity_type"] == "person" and not row["is_self"]:
                found.setdefault(row["canonical_name"], []).append(row)
        return found

    def of(self, message_id: str) -> list[str]:
        """Whom a message names, in order."""
        return [row["entity_id"] for row in self.rows("entity_mention") if row["message_id"] == message_id]

    def decision(self, one: str, other: str) -> Row:
        """The decision on two names."""
        (row,) = [r for r in self.rows("dedup_decision") if {r["name_a"], r["name_b"]} == {one, other}]
        return row

    def hashes(self) -> dict[str, str]:
        tables = {table.name for stage in (READ_CLUES, PEOPLE, PEOPLE_CLAIMS) for table in stage.tables}
        return {name: paths[0].name for name, paths in sorted(self.files.items()) if name in tables}

    def broken_rules(self) -> list[str]:
        tables = [*READ_CLUES.tables, *PEOPLE.tables, *PEOPLE_CLAIMS.tables]
        with session(1, "1GB") as connection:
            results = check_tables(connection, tables, self.files)
        return [f"{r.table}: {rule}" for r in results for rule, count in r.violations.items() if count]


def resolved(
    folder: Path,
    said: Said,
    ledger: Mapping[str, Sequence[Row]] | None = None,
    threads: int = 1,
    is_turned: bool = False,
    override: Path | None = None,
) -> Known:
    """All three stages; `is_turned` gives the rows of every input in the other order."""
    home = Home(folder / "home").prepare()
    files: dict[str, list[Path]] = {}
    for name, rows in said.tables.items():
        schema = pa.schema([f.with_nullable(True) for f in HOUSE.tables[name].arrow_schema()])
        known = [{key: row.get(key) for key in schema.names} for row in (rows[::-1] if is_turned else rows)]
        files[name] = [folder / f"{name}-{int(is_turned)}.parquet"]
        pq.write_table(pa.Table.from_pylist(known, schema), files[name][0])
    counts: dict[str, float] = {}
    for stage in (READ_CLUES, PEOPLE, PEOPLE_CLAIMS):
        inputs = {name: [str(path) for path in files[name]] for name in stage.inputs}
        run = Run(
            stage, home, load_config(HOUSE.sections, override), Given(ledger=dict(ledger or {})), inputs, {}, threads
        )
        run.execute()
        assert not run.faults
        files |= {name: [ContentStore(home).path(content)] for name, content in run.contents.items()}
        counts |= run.counts
    return Known(files, counts)
