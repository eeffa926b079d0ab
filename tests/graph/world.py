"""Claims by hand, and stage 6 run over them as a build runs it: profiles first, then the graph."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.claims.vocabulary import read_vocabulary
from kg_assets.core.canonical import canonical_text
from kg_assets.core.config import Config, load_config
from kg_assets.core.data import data_path
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Stage
from kg_assets.engine.checks import check_tables
from kg_assets.engine.stagerun import Given, Run
from kg_assets.graph.stages import GRAPH, PROFILE
from kg_assets.history.rules import PREDICATES_FILE
from kg_assets.house import HOUSE
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from kg_assets.store.sqlrun import session

NAMESPACE = SourceSettings().id_namespace
IDS = IdSpace(NAMESPACE)
SELF = IDS.make("entity", "PERSON", "__SELF__")
WRITTEN = {table.name for stage in (PROFILE, GRAPH) for table in stage.tables}
INPUTS = sorted({*PROFILE.inputs, *GRAPH.inputs} - WRITTEN)
_MODALITIES = {label: term.modality for label, term in read_vocabulary(data_path(PREDICATES_FILE)).terms.items()}
Row = dict[str, Any]


@dataclass
class World:
    """The tables before stage 6. What is added is called a1, a2, … (assertions), m1, m2, … (messages), …"""

    has_self: bool = True
    tables: dict[str, list[Row]] = field(default_factory=lambda: {name: [] for name in INPUTS})

    def __post_init__(self) -> None:
        if self.has_self:
            self.entity("SELF", "PERSON", "__SELF__")

    def _next(self, table: str, letter: str) -> str:
        return f"{letter}{len(self.tables[table]) + 1}"

    def entity(self, name: str, kind: str = "CUSTOM_TERM", key: str | None = None, **more: Any) -> str:
        key = key or name.lower()
        entity_id = IDS.make("entity", kind, key)
        row = {
            "entity_id": entity_id, "entity_type": kind, "entity_key": key, "canonical_name": name,
            "aliases_json": canonical_text([name]), "status": "active", "mention_count": 0, "conversation_count": 0,
            "salience_score": 1.0,
        }  # fmt: skip
        if all(known["entity_id"] != entity_id for known in self.tables["kg.entities"]):
            self.tables["kg.entities"].append(row | more)
        return entity_id

    def predicate(self, label: str, category: str | None = None) -> str:
        predicate_id = IDS.make("predicate", label)
        row = {
            "predicate_id": predicate_id, "canonical_label": label, "canonical_label_norm": label, "arity": 2,
            "category": category, "assertion_count": 0,
            "usual_modality": _MODALITIES.get(label),
        }  # fmt: skip
        if all(known["predicate_id"] != predicate_id for known in self.tables["kg.predicates"]):
            self.tables["kg.predicates"].append(row)
        return predicate_id

    def message(self, at: str | None, role: str = "user", conversation: str = "c1", **more: Any) -> str:
        message_id = self._next("kg.messages", "m")
        row = {
            "message_id": message_id, "conversation_id": conversation, "role": role, "created_at_utc": instant(at),
            "is_prose": True, "timestamp_quality": "original", "source_kind": "chatgpt", "content_type": "text",
            "order_index": len(self.tables["kg.messages"]), "tree_path": "0", "is_on_active_path": True,
            "is_hidden": False, "is_in_newest_source": True, "attachment_count": 0, "text_raw": "body",
        }  # fmt: skip
        self.tables["kg.messages"].append(row | more)
        return message_id

    def mention(self, entity_id: str, at: str, role: str = "user", conversation: str = "c1", **more: Any) -> str:
        message_id = self.message(at, role, conversation, **more)
        self.tables["kg.entity_mentions"].append(
            {"mention_id": self._next("kg.entity_mentions", "n"), "message_id": message_id, "entity_id": entity_id}
        )
        return message_id

    def claim(
        self,
        predicate: str,
        thing: str | None = None,
        said: str | None = "2025-03-10",
        valid: str | None = "2025-03-10",
        until: str | None = None,
        value: Any = None,
        subject: str = SELF,
        category: str | None = None,
        confidence: float = 0.8,
        status: str = "active",
        time: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> str:
        """An assertion about an entity (`thing`), a literal (`value`) or neither, with its row of stage 5."""
        assertion_id = more.pop("assertion_id", None) or self._next("kg.assertions", "a")
        message_id = more.pop("message_id", None) or self.message(said)
        row = {
            "assertion_id": assertion_id, "message_id": message_id, "assertion_key": f"key {assertion_id}",
            "fact_key": f"fact {assertion_id}", "subject_entity_id": subject, "subject_detection_tier": 1,
            "predicate_id": self.predicate(predicate, category), "object_entity_id": thing,
            "object_detection_tier": 3 if thing else None, "object_signature": "N:__NONE__", "modality": "state",
            "polarity": "positive", "asserted_role": "user", "asserted_at_utc": instant(said),
            "confidence_extraction": 0.9, "confidence_grounding": 1.0, "confidence_final": confidence,
            "has_user_corroboration": False, "is_passing": False, "surface_text": f"words of {assertion_id}",
            "extraction_method": "rule_based",
        }  # fmt: skip
        if value is not None:
            row |= {"object_value": canonical_text(value), "object_value_type": VALUE_TYPES[type(value)]}
        self.tables["kg.assertions"].append(row | more)
        kind = "unknown" if valid is None else "interval"
        lived = {
            "assertion_id": assertion_id, "valid_time_type": kind, "valid_from_utc": instant(valid),
            "valid_to_utc": instant(until), "time_source": "PROXIMITY", "has_explicit_valid_time": True,
            "status": status,
        }  # fmt: skip
        self.tables["kg.assertion_temporalized"].append(lived | dict(time or {}))
        return assertion_id

    def retraction(self, **more: Any) -> str:
        retraction_id = self._next("kg.retractions", "r")
        row = {
            "retraction_id": retraction_id, "retraction_message_id": self.message("2025-05-01"),
            "retraction_type": "full", "confidence": 0.9, "surface_text": "that is not true",
        }  # fmt: skip
        self.tables["kg.retractions"].append(row | more)
        return retraction_id

    def conflict(self, *members: str, kind: str = "OBJECT_DISAGREEMENT") -> str:
        group = self._next("kg.conflict_groups", "g")
        self.tables["kg.conflict_groups"].append(
            {"conflict_group_id": group, "conflict_type": kind, "conflict_key": f'["{group}"]'}
        )
        self.tables["kg.conflict_members"] += [{"conflict_group_id": group, "assertion_id": a} for a in members]
        return group

    def term(self, key: str, kind: str = "CUSTOM_TERM", score: float = 7.5) -> str:
        term_id = self._next("kg.lexicon_terms", "l")
        self.tables["kg.lexicon_terms"].append(
            {
                "term_id": term_id, "build_id": "build", "candidate_id": term_id, "term_key": key, "score": score,
                "canonical_surface": key.title(), "aliases_json": "[]", "entity_type_hint": kind,
            }
        )  # fmt: skip
        return term_id

    def time(self, words: str, **more: Any) -> str:
        time_id = self._next("kg.time_mentions", "t")
        row = {
            "time_mention_id": time_id, "message_id": self.message("2025-01-01"), "surface_text": words,
            "resolved_type": "interval", "timezone_assumed": "UTC", "confidence": 1.0, "pattern_id": "month_year",
        }  # fmt: skip
        self.tables["kg.time_mentions"].append(row | more)
        return time_id


VALUE_TYPES = {str: "string", int: "number", float: "number", bool: "boolean", dict: "json"}


def instant(day: str | None) -> str | None:
    """A day, or an instant as it is."""
    return day if day is None or "T" in day else f"{day}T00:00:00.000Z"


@dataclass
class Outcome:
    """The tables of stage 6, its counts and its events."""

    files: Mapping[str, list[Path]]
    counts: Mapping[str, float]
    events: Sequence[tuple[str, str, str | None, Mapping[str, Any]]]

    def rows(self, name: str) -> list[Row]:
        return [row for path in self.files[f"kg.{name}"] for row in read_table(path).to_pylist()]

    def nodes(self, node_type: str) -> dict[str, Row]:
        """Nodes of a type by source id, their metadata read."""
        return {
            row["source_id"]: row | {"metadata": json.loads(row["metadata_json"])}
            for row in self.rows("graph_nodes")
            if row["node_type"] == node_type
        }

    def edges(self, edge_type: str) -> dict[tuple[str, str], Any]:
        """Metadata of the edges of a type by the source ids of their ends."""
        ends = {row["node_id"]: row["source_id"] for row in self.rows("graph_nodes")}
        return {
            (ends[row["src_node_id"]], ends[row["dst_node_id"]]): json.loads(row["metadata_json"] or "null")
            for row in self.rows("graph_edges")
            if row["edge_type"] == edge_type
        }

    def members(self, granularity: str = "month", **wanted: Any) -> list[Row]:
        found = [row for row in self.rows("profile_members") if row["granularity"] == granularity]
        return [row for row in found if all(row[key] == value for key, value in wanted.items())]

    def member(self, window: str, label: str, granularity: str = "month") -> Row:
        (row,) = self.members(granularity, window_label=window, label=label)
        return row

    def hashes(self) -> dict[str, str]:
        return {name: paths[0].name for name, paths in sorted(self.files.items()) if name in WRITTEN}

    def broken_rules(self) -> list[str]:
        """Every rule of stage 6's contracts that the tables do not keep."""
        tables = [table for table in (*PROFILE.tables, *GRAPH.tables) if table.name in self.files]
        with session(1, "1GB") as connection:
            results = check_tables(connection, tables, self.files)
        return [f"{r.table}: {rule}" for r in results for rule, count in r.violations.items() if count]


def config_with(folder: Path, override: str = "") -> Config:
    """The shipped configuration with the changes of a YAML text."""
    folder.mkdir(parents=True, exist_ok=True)
    own = folder / "settings.yaml"
    own.write_text(override, encoding="utf-8")
    return load_config(HOUSE.sections, own)


def built(
    folder: Path,
    world: World,
    override: str = "",
    threads: int = 1,
    order: Sequence[int] | None = None,
    given: Given | None = None,
    stages: Sequence[Stage] = (PROFILE, GRAPH),
) -> Outcome:
    """Both stages, or only the first; `order` gives the rows of each input in another order."""
    folder.mkdir(parents=True, exist_ok=True)
    home = Home(folder / "home").prepare()
    files: dict[str, list[Path]] = {}
    for name, rows in world.tables.items():
        schema = pa.schema([f.with_nullable(True) for f in HOUSE.tables[name].arrow_schema()])
        table = pa.Table.from_pylist(rows, schema)
        if order is not None:
            table = table.take([place for place in order if place < table.num_rows])
        files[name] = [folder / f"{name}.parquet"]
        pq.write_table(table, files[name][0], row_group_size=2048)
    config = config_with(folder, override)
    counts: dict[str, float] = {}
    events: list[tuple[str, str, str | None, Mapping[str, Any]]] = []
    for stage in stages:
        inputs = {name: [str(path) for path in files[name]] for name in stage.inputs}
        run = Run(stage, home, config, given or Given(), inputs, {}, threads)
        run.execute()
        files |= {name: [ContentStore(home).path(content)] for name, content in run.contents.items()}
        counts |= run.counts
        events += run.events
    return Outcome(files, counts, events)


def profiled(folder: Path, world: World, override: str = "") -> Outcome:
    """The profiles alone."""
    return built(folder, world, override, stages=(PROFILE,))
