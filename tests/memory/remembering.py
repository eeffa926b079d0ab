"""Memory built from an export of one's own texts, as far as settled events; no stage that they do not need is run."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kg_assets.cli.extraction import needed_stages
from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import given_of, holding, require_kept
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.memory.stages import SETTLE
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table

Rows = dict[str, list[dict[str, Any]]]
_QUICK = {
    "mode": "live", "model": "test-model", "backoff_seconds": 0.01, "max_wait_seconds": 0.2, "max_parallel": 1,
    "timeout_seconds": 5.0, "max_retries": 1,
}  # fmt: skip


def settings_file(folder: Path, sections: Mapping[str, Any] | None = None, **models: Any) -> Path:
    """A person's settings: quick, one call at a time, and nothing asked about but events and people."""
    told = {
        "models": _QUICK | models, "extraction": {"roles": []}, "beliefs": {"ask_model": False}, **(sections or {}),
    }  # fmt: skip
    path = folder / f"memory-{hashlib.sha256(json.dumps(told).encode()).hexdigest()[:8]}.yaml"
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def build_memory(home: Home, exports: Sequence[Path], override: Path | None = None) -> Rows:
    """Run a build up to the settled events; the rows of every table of `memory` that there is by then."""
    engine = Engine(home.prepare(), HOUSE, load_config(HOUSE.sections, override), 1, override)
    build = request_build(engine, list(exports)).build
    rows: Rows = {}
    with holding(engine, build, "test"):
        given = given_of(engine, build)
        for stage in (*needed_stages(HOUSE, SETTLE), SETTLE):
            outcome = engine.run_in_build(build, stage, given)
            require_kept(outcome)
            for name, contents in outcome.tables.items():
                if name.startswith("memory."):
                    files = [read_table(engine.contents.path(content)) for content in contents]
                    rows[name] = [row for table in files for row in table.to_pylist()]
    return rows
