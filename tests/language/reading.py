"""An export of one's own texts, and the rows of kg.sentences that a build has of it; no later stage is run."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from kg_assets.core.config import load_config
from kg_assets.core.stage import Stage
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import given_of, holding, require_kept
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.language.contracts import SENTENCES
from kg_assets.language.stages import READ_SENTENCES
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from tests.conftest import with_workers


def export_of(path: Path, *conversations: Sequence[tuple[str, str]]) -> Path:
    """An export of conversations, each a list of (role, text)."""
    elements = []
    for number, said in enumerate(conversations):
        names = [f"c{number}m{n}" for n in range(len(said))]
        mapping = {
            name: {
                "id": name, "parent": names[n - 1] if n else None, "children": names[n + 1 : n + 2],
                "message": {
                    "id": name, "author": {"role": role}, "create_time": 1_700_000_000.0 + n,
                    "content": {"content_type": "text", "parts": [text]},
                },
            }
            for n, (name, (role, text)) in enumerate(zip(names, said, strict=True))
        }  # fmt: skip
        elements.append({"conversation_id": f"c{number}", "title": "t", "current_node": names[-1], "mapping": mapping})
    path.write_text(json.dumps(elements), encoding="utf-8")
    return path


def run_reading(
    home: Home,
    export: Path,
    override: Path | None = None,
    threads: int = 1,
    only: bool = False,
    last: Stage = READ_SENTENCES,
) -> tuple[Engine, StageOutcome]:
    """Run a build up to the sentences, or another last stage; the contracts are checked on the way."""
    config = load_config(HOUSE.sections, override)
    engine = Engine(home.prepare(), HOUSE, with_workers(config) if threads > 1 else config, threads, override)
    build = request_build(engine, [export], only=only).build
    with holding(engine, build, "test"):
        given = given_of(engine, build)
        for stage in HOUSE.stages[: HOUSE.stages.index(last) + 1]:
            outcome = engine.run_in_build(build, stage, given)
            require_kept(outcome)
    engine.stop_workers()
    return engine, outcome


def rows_of(engine: Engine, outcome: StageOutcome, table: str = SENTENCES.name) -> list[dict[str, Any]]:
    """The rows of the sentences, or of one of the tables that observe the stage."""
    contents = outcome.tables.get(table) or [c for c in outcome.observations if c.table == table]
    tables = [read_table(engine.contents.path(content)) for content in contents]
    return list(pa.concat_tables(tables).to_pylist()) if tables else []


def hashes_of(outcome: StageOutcome) -> list[str]:
    return [content.sha256 for content in outcome.tables[SENTENCES.name]]
