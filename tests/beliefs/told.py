"""Beliefs read from an export of one's own texts; no stage that they do not need is run."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from kg_assets.beliefs.atomizer import Atom
from kg_assets.beliefs.canonicalizer import canonical_hash
from kg_assets.beliefs.epistemics import CUES_FILE
from kg_assets.beliefs.lexicon import WORDS_FILE, read_lexicon
from kg_assets.beliefs.read import readers_of
from kg_assets.beliefs.source_context import CONTEXT_FILE
from kg_assets.beliefs.stages import STAGES
from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import given_of, holding, require_kept
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.language.parser import read
from kg_assets.language.settings import LanguageSettings
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from kg_assets.store.rows import read_table
from tests.conftest import with_workers

Rows = dict[str, list[dict[str, Any]]]
READERS = readers_of(data_path(WORDS_FILE), data_path(CUES_FILE), data_path(CONTEXT_FILE))
LEXICON = read_lexicon(data_path(WORDS_FILE))
CANONICALIZER = READERS.canonicalizer


@cache
def _model() -> str:
    settings: LanguageSettings = load_config(HOUSE.sections, None).section("language")
    assert settings.model is not None
    return settings.model


def atoms_of(text: str) -> list[Atom]:
    """The atoms of a text as the rules read them."""
    found = read(text, _model())
    each = zip(found, (None, *found), strict=False)
    return [atom for sentence, before in each for atom in READERS.atomizer.read(sentence, before).atoms]


def words(text: str) -> dict[str, str]:
    """Words as decisions name them."""
    canonical = CANONICALIZER.canonical(text)
    return {"canonical_hash": canonical_hash(canonical), "canonical_text": canonical}


def build_beliefs(
    home: Home,
    exports: Sequence[Path],
    override: Path | None = None,
    threads: int = 1,
    decided: Sequence[tuple[str, dict[str, Any]]] = (),
) -> Rows:
    """Run a build up to the beliefs, with what they need; the rows of every table of `beliefs`."""
    for kind, body in decided:
        open_ledger(home.prepare()).append(kind, body)
    config = load_config(HOUSE.sections, override)
    engine = Engine(home.prepare(), HOUSE, with_workers(config) if threads > 1 else config, threads, override)
    build = request_build(engine, list(exports)).build
    rows: Rows = {}
    with holding(engine, build, "test"):
        given = given_of(engine, build)
        for stage in _needed():
            outcome = engine.run_in_build(build, stage, given)
            require_kept(outcome)
            for name, contents in outcome.tables.items():
                if name.startswith("beliefs."):
                    tables = [read_table(engine.contents.path(content)) for content in contents]
                    rows[name] = list(pa.concat_tables(tables).to_pylist()) if tables else []
    engine.stop_workers()
    return rows


def _needed() -> list[Any]:
    """The stages of beliefs and those that these read, in the house's order."""
    wanted = {stage.name for stage in STAGES}
    for stage in reversed(HOUSE.stages):
        if stage.name in wanted:
            wanted |= set(HOUSE.upstream(stage))
    return [stage for stage in HOUSE.stages if stage.name in wanted]
