"""Messages, mentions and terms by hand, and the stages of entities and names run over them as a build runs them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.core.config import Config, load_config
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Stage
from kg_assets.engine.checks import check_tables
from kg_assets.engine.stagerun import Given, Run
from kg_assets.entities.stages import NAME
from kg_assets.house import HOUSE
from kg_assets.lexicon.contracts import ENTITY_MENTIONS, LEXICON_TERMS
from kg_assets.lexicon.stages import CONSOLIDATE
from kg_assets.sources.contracts import MESSAGES
from kg_assets.sources.settings import SourceSettings
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from kg_assets.store.sqlrun import session

HORIZON = "2024-06-30T00:00:00.000Z"
IDS = IdSpace(SourceSettings().id_namespace)


def entity_id(entity_type: str, entity_key: str) -> str:
    return IDS.make("entity", entity_type, entity_key)


def who(entity_type: str, entity_key: str) -> dict[str, str]:
    """An entity as the ledger names it."""
    return {"entity_id": entity_id(entity_type, entity_key), "entity_type": entity_type, "entity_key": entity_key}


@dataclass
class Said:
    """What was said, in the order in which the test says it. Message ids are m000, m001, ...; mention ids n000, ..."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[dict[str, Any]] = field(default_factory=list)
    terms: list[dict[str, Any]] = field(default_factory=list)
    merges: list[dict[str, Any]] = field(default_factory=list)
    splits: list[dict[str, Any]] = field(default_factory=list)

    def message(self, role: str = "user", at: str | None = HORIZON, conversation: str = "c1") -> str:
        message_id = f"m{len(self.messages):03d}"
        order = sum(row["conversation_id"] == conversation for row in self.messages)
        row = {"message_id": message_id, "conversation_id": conversation, "role": role, "created_at_utc": at}
        self.messages.append(row | {"order_index": order, "tree_path": str(order), "source_kind": "chatgpt"})
        return message_id

    def mention(
        self,
        surface: str | None,
        kind: str = "PERSON",
        key: str | None = None,
        role: str = "user",
        at: str | None = HORIZON,
        conversation: str = "c1",
        detector: str = "NER:gazetteer",
        confidence: float = 1.0,
        message: str | None = None,
    ) -> str:
        """A mention, in a message of its own unless one is named."""
        mention_id = f"n{len(self.mentions):03d}"
        entity_key = key if key is not None else (surface or "").lower()
        self.mentions.append(
            {
                "mention_id": mention_id,
                "message_id": message or self.message(role, at, conversation),
                "entity_id": entity_id(kind, entity_key),
                "candidate_id": f"candidate {mention_id}",
                "detector": detector,
                "entity_type_hint": kind,
                "surface_text": surface,
                "confidence": confidence,
                "entity_key": entity_key,
            }
        )
        return mention_id

    def term(self, key: str, surface: str, score: float = 7.5) -> None:
        row = {"term_id": f"term {key}", "term_key": key, "canonical_surface": surface, "score": score}
        self.terms.append(row | {"entity_type_hint": "CUSTOM_TERM"})

    def merge(self, into: Mapping[str, str], merged: Mapping[str, str]) -> None:
        """A person's decision; the mentions point where they then belong, as the stage before leaves them."""
        self.merges.append({"position": self._position(), "into": dict(into), "merged": dict(merged)})
        for row in self.mentions:
            if row["entity_id"] == merged["entity_id"]:
                row["entity_id"] = into["entity_id"]

    def split(self, merged: Mapping[str, str]) -> None:
        """Its undoing, of an entity into which nothing was merged."""
        self.splits.append({"position": self._position(), "merged": dict(merged)})
        for row in self.mentions:
            if (row["entity_type_hint"], row["entity_key"]) == (merged["entity_type"], merged["entity_key"]):
                row["entity_id"] = merged["entity_id"]

    def _position(self) -> int:
        return len(self.merges) + len(self.splits) + 1


@dataclass
class Outcome:
    """The tables of both stages."""

    files: Mapping[str, list[Path]]
    counts: Mapping[str, float]
    naming: Run

    def ask(self, file: str, parameters: Mapping[str, Any], **tables: pa.Table) -> pa.Table:
        """One of the SQL files of the naming, over given tables."""
        return self.naming.query(f"sql/naming/{file}.sql", parameters, tables)

    def rows(self, name: str) -> list[dict[str, Any]]:
        return list(read_table(self.files[f"kg.{name}"][0]).to_pylist())

    def entity(self, kind: str, key: str, table: str = "entities__consolidated") -> dict[str, Any]:
        (row,) = [r for r in self.rows(table) if (r["entity_type"], r["entity_key"]) == (kind, key)]
        return row

    def name(self, kind: str, key: str) -> str:
        return str(self.entity(kind, key, "entities__named")["canonical_name"])

    def hashes(self) -> dict[str, str]:
        return {name: paths[0].name for name, paths in self.files.items() if "entit" in name and "mentions" not in name}

    def broken_rules(self) -> list[str]:
        """Every rule of the stages' contracts that the tables do not keep."""
        tables = [*CONSOLIDATE.tables, *NAME.tables]
        with session(1, "1GB") as connection:
            results = check_tables(connection, tables, self.files)
        return [f"{r.table}: {rule}" for r in results for rule, count in r.violations.items() if count]


def config_with(folder: Path, override: str = "") -> Config:
    """The shipped configuration, with the changes of a YAML text."""
    path = folder / "own.yaml"
    path.write_text(override, encoding="utf-8")
    return load_config(HOUSE.sections, path)


def is_own(mention: Mapping[str, Any]) -> bool:
    """Whether a mention names its entity by the entity's own key: not so after a merge."""
    return entity_id(mention["entity_type_hint"], mention["entity_key"]) == mention["entity_id"]


def table_of(rows: Sequence[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """Rows with whatever columns they have; the others are NULL, which the two stages never look at."""
    return pa.Table.from_pylist([dict(row) for row in rows], pa.schema([f.with_nullable(True) for f in schema]))


def build(
    folder: Path,
    said: Said,
    override: str = "",
    threads: int = 1,
    horizon: str | None = HORIZON,
    order: Sequence[int] | None = None,
) -> Outcome:
    """Both stages over what was said; `order` gives each table's rows in another order."""
    tables = {
        "kg.messages": table_of(said.messages, MESSAGES.arrow_schema()),
        "kg.entity_mentions": table_of(said.mentions, ENTITY_MENTIONS.arrow_schema()),
        "kg.lexicon_terms": table_of(said.terms, LEXICON_TERMS.arrow_schema()),
    }
    if order is not None:
        tables = {name: rows.take([i for i in order if i < rows.num_rows]) for name, rows in tables.items()}
    given = Given(horizon=horizon, ledger={"entities_merged": tuple(said.merges), "entities_split": tuple(said.splits)})
    return build_tables(folder, tables, given, override, threads)


def build_tables(
    folder: Path,
    tables: Mapping[str, pa.Table],
    given: Given,
    override: str = "",
    threads: int = 1,
) -> Outcome:
    """Both stages over given tables."""
    folder.mkdir(parents=True, exist_ok=True)
    home = Home(folder / "home").prepare()
    files: dict[str, list[Path]] = {}
    for name, rows in tables.items():
        files[name] = [folder / f"{name}.parquet"]
        pq.write_table(rows, files[name][0], row_group_size=2048)  # small, so that two threads have work for both
    config, counts = config_with(folder, override), dict[str, float]()
    for stage in (CONSOLIDATE, NAME):
        run = run_of(stage, home, config, given, files, threads)
        run.execute()
        files |= {name: [ContentStore(home).path(content)] for name, content in run.contents.items()}
        counts |= run.counts
    return Outcome(files, counts, run)


def run_of(
    stage: Stage, home: Home, config: Config, given: Given, files: Mapping[str, Sequence[Path]], threads: int = 1
) -> Run:
    """A stage's run over these files."""
    inputs = {name: [str(path) for path in files[name]] for name in stage.inputs}
    return Run(stage, home, config, given, inputs, {}, threads)
