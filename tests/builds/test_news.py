"""Builds of news: whatever was added and removed before, every table has the bytes of a build from nothing."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import polars as pl
import pytest

from kg_assets.claims.read import _Reading
from kg_assets.core.config import load_config
from kg_assets.core.stage import House
from kg_assets.corpus.generator import CorpusSpec, generate
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.lexicon import mention, scan
from kg_assets.memory import read as events
from kg_assets.memory.people.clues import ClueReader
from kg_assets.store.builds import Manifest
from kg_assets.store.gc import gc
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.partial import house_of

pytestmark = pytest.mark.whole

# Small parts, so that a few conversations are several shards; few terms, so that news drives some out for others.
MANY_PARTS = """
sources: {nodes_per_shard: 40, elements_per_scan_shard: 4}
lexicon: {lexicon_max_terms: 8}
"""


@pytest.fixture(scope="module")
def conversations() -> list[dict[str, Any]]:
    return list(generate(CorpusSpec(11, conversations=14, style="demo")))


# As far as claims, which is where parts are read again.
CLAIMS = house_of(HOUSE.writer_of("kg.assertions"))
CLUES = house_of(HOUSE.writer_of("memory.mention_clue"))
HISTORY = house_of(HOUSE.writer_of("kg.claim_spans"))


def _build(root: Path, conversations: list[dict[str, Any]], house: House = CLAIMS) -> Manifest:
    """Build just these conversations in a home that may have built others before."""
    root.mkdir(exist_ok=True)
    export, override = root / "conversations.json", root / "own.yaml"
    export.write_bytes(orjson.dumps(conversations))
    override.write_text(MANY_PARTS, encoding="utf-8")
    engine = Engine(Home(root / "home").prepare(), house, load_config(house.sections, override), 1, override)
    build = request_build(engine, [export], only=True).build
    run_build(engine, build)
    return seal_and_publish(engine, build)[0]


def _hashes(manifest: Manifest) -> dict[str, list[str]]:
    return {name: [content.sha256 for content in table.contents] for name, table in manifest.tables.items()}


def _walk(
    tmp_path: Path, conversations: list[dict[str, Any]], chance: random.Random, steps: int, house: House
) -> Iterator[tuple[dict[str, list[str]], dict[str, list[str]]]]:
    """What the tables are after each step at random, grown and from nothing."""
    there = chance.sample(range(len(conversations)), len(conversations) - 3)
    _build(tmp_path / "grown", [conversations[n] for n in sorted(there)], house)
    for step in range(steps):
        gone = set(chance.sample(there, chance.randint(0, 2)))
        absent = [n for n in range(len(conversations)) if n not in there]
        there = [n for n in there if n not in gone] + chance.sample(absent, min(len(absent), chance.randint(1, 2)))
        held = [conversations[n] for n in sorted(there)]
        yield _hashes(_build(tmp_path / "grown", held, house)), _hashes(_build(tmp_path / f"new-{step}", held, house))


@pytest.mark.parametrize("house", [CLAIMS, pytest.param(HOUSE, marks=pytest.mark.whole)], ids=["to claims", "whole"])
def test_what_is_added_and_removed_leaves_the_bytes_of_a_build_from_nothing(
    conversations: list[dict[str, Any]], tmp_path: Path, house: House
) -> None:
    """One step at random; the soak walks further."""
    ((grown, new),) = _walk(tmp_path, conversations, random.Random(3), 1, house)
    assert grown == new


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_long_walks_leave_the_bytes_of_a_build_from_nothing(
    seed: int, conversations: list[dict[str, Any]], tmp_path: Path
) -> None:
    for step, (grown, new) in enumerate(_walk(tmp_path, conversations, random.Random(seed), 5, HOUSE)):
        assert grown == new, step


YEAR = {
    "words": "2019",
    "from_utc": "2019-01-01T00:00:00.000Z",
    "to_utc": "2020-01-01T00:00:00.000Z",
    "precision": "year",
}


# What was done and taken back again is told by these, as long as the ledger holds it; the last counts their rows.
_OF_WHAT_WAS_DONE = {
    "overlay.commit_mutations", "overlay.knowledge_commits", "overlay.knowledge_telemetry", "kg.stage_statistics",
}  # fmt: skip


def _judged(engine: Engine, claims: list[dict[str, Any]]) -> None:
    """Say of three claims that one is right, that one is wrong everywhere, and of one until when it was so."""
    ledger = open_ledger(engine.home)
    kinds = (
        ("claim_confirmed", {}),
        ("claim_rejected", {"is_everywhere": True}),
        ("claim_corrected", {"replacement": {"until": YEAR}}),
    )
    for (kind, more), claim in zip(kinds, claims, strict=True):
        named = {name: claim[name] for name in ("message_id", "fact_key", "polarity")}
        ledger.append(kind, {**named, "quote": claim["surface_text"], **more})


def _engine(root: Path, export: Path, house: House) -> Engine:
    engine = Engine(Home(root).prepare(), house, load_config(house.sections), 1)
    request_build(engine, [export])
    return engine


def _made(engine: Engine) -> tuple[dict[str, list[str]], set[str]]:
    """What the tables of the newest build are, and which stages ran for it."""
    build = request_build(engine, []).build
    ran = {name for name, outcome in run_build(engine, build).items() if not outcome.reused}
    return _hashes(seal_and_publish(engine, build)[0]), ran


@pytest.mark.parametrize("house", [HISTORY, pytest.param(HOUSE, marks=pytest.mark.whole)], ids=["to history", "whole"])
def test_d72_031_a_verdict_runs_only_what_lies_below_it_and_leaves_the_bytes_of_a_build_from_nothing(
    house: House, conversations: list[dict[str, Any]], tmp_path: Path
) -> None:
    """No text is read again, and undoing all gives the bytes from before, but for what tells of the undoing."""
    export = tmp_path / "conversations.json"
    export.write_bytes(orjson.dumps(conversations[:7]))
    grown, new = _engine(tmp_path / "grown", export, house), _engine(tmp_path / "new", export, house)
    before, _ = _made(grown)
    paths = [grown.home.contents / "kg" / "assertions" / f"{sha256[:12]}.parquet" for sha256 in before["kg.assertions"]]
    claims = pl.read_parquet(paths).filter(pl.col("asserted_role") == "user").unique("fact_key", maintain_order=True)
    for engine in (grown, new):
        _judged(engine, claims.head(3).to_dicts())
    after, ran = _made(grown)
    assert after["kg.assertions"] != before["kg.assertions"]
    assert after == _made(new)[0]
    above = {stage.name for stage in house.stages if stage.plan is not None} | {"search"}
    assert ran & above == set()
    assert "ground" in ran
    for position in (2, 3, 4):
        open_ledger(grown.home).append("decision_undone", {"undone_position": position})
    undone = _made(grown)[0]
    told = {name for name in undone if undone[name] != before[name]}
    assert told <= _OF_WHAT_WAS_DONE


def test_messages_that_were_read_are_not_read_for_claims_again(
    conversations: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part whose names change is read anew only where they do; what is kept for that goes with its build."""
    read: list[str] = []
    of_message = _Reading._claims_of

    def noted(self: _Reading, message: Any, *found: Any) -> Any:
        read.append(message.message_id)
        return of_message(self, message, *found)

    monkeypatch.setattr(_Reading, "_claims_of", noted)
    _build(tmp_path / "grown", conversations[:-1])
    first = len(read)
    _build(tmp_path / "grown", conversations)
    anew = len(read) - first
    own = sum(1 for node in conversations[-1]["mapping"].values() if node.get("message"))
    assert 0 < anew <= own + first // 3

    home = Home(tmp_path / "grown" / "home")
    kept = set(home.remembered.iterdir())
    gc(home, keep_published=1)
    assert set() < set(home.remembered.iterdir()) < kept


def test_messages_whose_terms_stand_are_not_searched_for_terms_and_chosen_from_again(
    conversations: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Surfaces that are looked for no longer, or for the first time, and terms driven out touch few messages."""
    searched: list[str] = []
    chosen: list[str] = []
    search, contest = scan._scan, mention.contest

    def noted_search(messages: pl.DataFrame, *more: Any) -> None:
        searched.extend(messages["message_id"])
        search(messages, *more)

    def noted_contest(candidates: pl.DataFrame) -> pl.DataFrame:
        chosen.extend(candidates["message_id"].unique())
        return contest(candidates)

    monkeypatch.setattr(scan, "_scan", noted_search)
    monkeypatch.setattr(mention, "contest", noted_contest)
    _build(tmp_path / "grown", conversations[:-1])
    first = len(searched), len(chosen)
    _build(tmp_path / "grown", conversations)
    own = sum(1 for node in conversations[-1]["mapping"].values() if node.get("message"))
    assert 0 < len(searched) - first[0] <= own + first[0] // 2
    assert 0 < len(chosen) - first[1] <= own + first[1] // 2


def test_names_and_clues_are_read_again_only_in_messages_whose_names_change(
    conversations: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names_in: list[str] = []
    clues_in: list[str] = []
    read_names, read_clues = events.read_names, ClueReader.read

    def noted_names(text: str, *more: Any) -> Any:
        names_in.append(text)
        return read_names(text, *more)

    def noted_clues(self: ClueReader, text: str, *more: Any) -> Any:
        clues_in.append(text)
        return read_clues(self, text, *more)

    monkeypatch.setattr(events, "read_names", noted_names)
    monkeypatch.setattr(ClueReader, "read", noted_clues)
    _build(tmp_path / "grown", conversations[:-1], CLUES)
    first = len(names_in), len(clues_in)
    _build(tmp_path / "grown", conversations, CLUES)
    own = sum(1 for node in conversations[-1]["mapping"].values() if node.get("message"))
    assert 0 < len(names_in) - first[0] <= own + first[0] // 2
    assert 0 < len(clues_in) - first[1] < first[1]
