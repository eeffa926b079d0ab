"""What was said, by hand, and the stages of the lexicon run over it as a build runs them; exports for whole builds."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.core.stage import Stage
from kg_assets.core.worker import resolve
from kg_assets.engine.checks import check_tables
from kg_assets.engine.stagerun import Given, Run
from kg_assets.entities.stages import NAME
from kg_assets.lexicon.stages import COMMON, SCAN_TERMS, SEE, SELECT_TERMS
from kg_assets.lexicon.stages import STAGES as LEXICON_STAGES
from kg_assets.mentions.contracts import ENTITY_MENTIONS as DETECTED_MENTIONS
from kg_assets.sources.contracts import MESSAGES
from kg_assets.sources.text import blockquote_ranges_json, code_fence_ranges_json
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from kg_assets.store.sqlrun import session
from tests.lexicon.said import HORIZON, config_with, table_of
from tests.partial import house_of, run

Row = dict[str, Any]


@dataclass
class Talk:
    """Messages as stage 1 leaves them, and names as a recogniser finds them. Message ids are m000, m001, ..."""

    messages: list[Row] = field(default_factory=list)
    names: list[Row] = field(default_factory=list)

    def say(self, text: str, conversation: str = "c1", role: str = "user", **columns: Any) -> str:
        message_id = f"m{len(self.messages):03d}"
        order = sum(row["conversation_id"] == conversation for row in self.messages)
        row = {
            "message_id": message_id,
            "conversation_id": conversation,
            "source_kind": "chatgpt",
            "role": role,
            "tree_path": str(order),
            "order_index": order,
            "created_at_utc": HORIZON,
            "is_prose": True,
            "text_raw": text,
            "code_fence_ranges_json": code_fence_ranges_json(text),
            "blockquote_ranges_json": blockquote_ranges_json(text),
        }
        self.messages.append(row | columns)
        return message_id

    def say_each(self, frames: Sequence[str], term: str, conversations: Sequence[str] = ("c1", "c2")) -> None:
        """A term in each of the frames, by the person, in the conversations by turns."""
        for index, frame in enumerate(frames):
            self.say(frame.format(term), conversations[index % len(conversations)])

    def name(self, message_id: str, surface: str, kind: str, detector: str = "NER:by_hand") -> None:
        """What a recogniser takes the first place of these words for."""
        (text,) = [row["text_raw"] for row in self.messages if row["message_id"] == message_id]
        start = text.index(surface)
        number = f"n{len(self.names):03d}"
        row: Row = {"mention_id": number, "message_id": message_id, "candidate_id": number, "detector": detector}
        row |= {"entity_type_hint": kind, "surface_text": surface, "confidence": 0.8}
        self.names.append(row | {"char_start": start, "char_end": start + len(surface)})


@dataclass
class Learned:
    """The tables of the induction, and what its stages counted."""

    files: Mapping[str, list[Path]]
    counts: Mapping[str, float]

    def rows(self, name: str) -> list[Row]:
        return [row for path in self.files[f"kg.{name}"] for row in read_table(path).to_pylist()]

    def candidates(self) -> dict[str, Row]:
        return {row["term_key"]: row for row in self.rows("lexicon_term_candidates")}

    def terms(self) -> dict[str, Row]:
        return {row["term_key"]: row for row in self.rows("lexicon_terms")}

    def reasons(self) -> dict[str, str | None]:
        return {key: row["rejection_reason"] for key, row in self.candidates().items()}


def learn(folder: Path, talk: Talk, override: str = "") -> Learned:
    """The four stages of the induction over what was said, every rule of their contracts kept."""
    folder.mkdir(parents=True, exist_ok=True)
    home, config = Home(folder / "home").prepare(), config_with(folder, override)
    store, counts = ContentStore(home), dict[str, float]()
    files = {
        "kg.messages": _files_by_conversation(folder, talk.messages),
        "kg.entity_mentions__detected": [folder / "names.parquet"],
    }
    pq.write_table(table_of(talk.names, DETECTED_MENTIONS.arrow_schema()), files["kg.entity_mentions__detected"][0])
    for stage in (SEE, COMMON, SCAN_TERMS, SELECT_TERMS):
        whole = {name: [str(path) for path in files[name]] for name in stage.inputs}
        planner = Run(stage, home, config, Given(horizon=HORIZON), whole, {})
        shards: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = [({}, {})]
        if stage.plan is not None:
            shards = [(shard.payload, shard.inputs) for shard in resolve(stage.plan)(planner)]
            counts |= planner.counts
        for payload, inputs in shards:
            run = Run(stage, home, config, Given(horizon=HORIZON), {**whole, **inputs}, payload)
            run.execute()
            for name, content in run.contents.items():
                files.setdefault(name, []).append(store.path(content))
            counts |= run.counts
    assert _broken_rules((SEE, COMMON, SCAN_TERMS, SELECT_TERMS), files) == []
    return Learned(files, counts)


def _files_by_conversation(folder: Path, messages: Sequence[Row]) -> list[Path]:
    """One file of messages for each conversation, so that shards have something to be joined from."""
    paths = []
    for conversation in sorted({row["conversation_id"] for row in messages}):
        paths.append(folder / f"messages-{conversation}.parquet")
        rows = [row for row in messages if row["conversation_id"] == conversation]
        pq.write_table(table_of(rows, MESSAGES.arrow_schema()), paths[-1])
    return paths


def _broken_rules(stages: Sequence[Stage], files: Mapping[str, list[Path]]) -> list[str]:
    tables = [table for stage in stages for table in stage.tables]
    with session(1, "1GB") as connection:
        results = check_tables(connection, tables, files)
    return [f"{r.table}: {rule}" for r in results for rule, count in r.violations.items() if count]


def conversation(key: str, texts: Sequence[str | Mapping[str, Any]], created: float = 1_700_000_000.0) -> Row:
    """One conversation of an export; a text alone is the person's, a mapping changes fields of its message."""
    mapping: Row = {}
    for index, said in enumerate(texts):
        message: Row = {"id": f"{key}-{index}", "author": {"role": "user"}, "create_time": created + index}
        if isinstance(said, str):
            message["content"] = {"content_type": "text", "parts": [said]}
        else:
            message |= said
        mapping[f"{key}-{index}"] = {
            "id": f"{key}-{index}",
            "parent": f"{key}-{index - 1}" if index else None,
            "children": [f"{key}-{index + 1}"] if index + 1 < len(texts) else [],
            "message": message,
        }
    last = f"{key}-{len(texts) - 1}"
    return {"conversation_id": key, "title": key, "current_node": last, "mapping": mapping}


def write_export(path: Path, *conversations: Row) -> Path:
    path.write_text(json.dumps(conversations), encoding="utf-8")
    return path


# Terms, mentions and names; what reads them comes after.
NAMING = house_of(*LEXICON_STAGES, NAME)


def read(home: Home, *exports: Path, override: Path | None = None) -> Any:
    """A connection to the tables of a build of these exports, as far as the names of entities."""
    return run(NAMING, home, *exports, override=override)


def rows_of(connection: Any, select: str) -> list[Row]:
    table: pa.Table = connection.sql(select).to_arrow_table()
    return list(table.to_pylist())
