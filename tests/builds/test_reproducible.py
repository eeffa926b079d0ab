"""A build is a pure function: same sources, same bytes, whatever the threads, the hash seed and the order."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import duckdb
import msgspec
import pytest

from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.intake.asking import request_build
from kg_assets.store.builds import Builds, Manifest
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from tests.conftest import ROOT, EngineFor
from tests.worlds import copied

pytestmark = pytest.mark.whole

# These say where in which file something lies, so another file or another order changes them.
OF_PLACES = {"kg.sources", "kg.source_elements", "kg.source_conversations", "kg.source_reconciliation"}


def _build(engine_for: EngineFor, home: Home, *paths: Path, threads: int = 1) -> Manifest:
    engine = engine_for(home, threads)
    build = request_build(engine, list(paths)).build
    run_build(engine, build)
    return seal_and_publish(engine, build)[0]


def _shown(home: Home) -> Manifest:
    shown = current(home)
    assert shown is not None
    return Builds(home).load(shown.ref)


def _hashes(manifest: Manifest, without: set[str] = frozenset()) -> dict[str, list[str]]:  # type: ignore[assignment]
    return {
        name: [content.sha256 for content in table.contents]
        for name, table in manifest.tables.items()
        if name not in without
    }


def test_threads_do_not_change_a_byte(
    engine_for: EngineFor, small_home: Home, small_export: Path, tmp_path: Path
) -> None:
    one = _shown(small_home)
    two = _build(engine_for, Home(tmp_path / "two"), small_export, threads=2)
    assert one.build == two.build
    assert _hashes(one) == _hashes(two)


def test_threads_do_not_change_a_byte_of_the_demo(engine_for: EngineFor, demo_export: Path, tmp_path: Path) -> None:
    one = _build(engine_for, Home(tmp_path / "one"), demo_export)
    two = _build(engine_for, Home(tmp_path / "two"), demo_export, threads=2)
    assert one.build == two.build
    assert _hashes(one) == _hashes(two)


@pytest.mark.whole
@pytest.mark.parametrize("seed", ["0", "4242"])
def test_the_hash_seed_does_not_change_a_byte(
    engine_for: EngineFor, demo_export: Path, tmp_path: Path, seed: str
) -> None:
    expected = _build(engine_for, Home(tmp_path / "here"), demo_export)
    there = tmp_path / "there"
    code = (
        "from pathlib import Path; from tests.builds.test_reproducible import _build, _hashes\n"
        "from kg_assets.core.config import load_config; from kg_assets.house import HOUSE\n"
        "from kg_assets.store.home import Home; from kg_assets.engine.runner import Engine; import json, sys\n"
        "from tests.conftest import with_workers\n"
        "config = with_workers(load_config(HOUSE.sections))\n"
        "make = lambda home, threads: Engine(home.prepare(), HOUSE, config, threads)\n"
        "print(json.dumps(_hashes(_build(make, Home(Path(sys.argv[1])), Path(sys.argv[2])))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(there), str(demo_export)],
        capture_output=True, text=True, check=True, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed},
    )  # fmt: skip
    assert json.loads(done.stdout) == _hashes(expected)


def test_the_order_of_conversations_changes_places_only(
    engine_for: EngineFor, demo_export: Path, tmp_path: Path
) -> None:
    elements = [
        bytes(raw)
        for raw in msgspec.json.decode((demo_export / "conversations.json").read_bytes(), type=list[msgspec.Raw])
    ]
    random.Random(5).shuffle(elements)
    shuffled = tmp_path / "conversations.json"
    shuffled.write_bytes(b"[" + b",\n".join(elements) + b"]")
    a = _build(engine_for, Home(tmp_path / "a"), demo_export / "conversations.json")
    b = _build(engine_for, Home(tmp_path / "b"), shuffled)
    assert _hashes(a, OF_PLACES) == _hashes(b, OF_PLACES)
    assert a.tables["kg.source_conversations"] != b.tables["kg.source_conversations"]


def test_an_export_on_top_of_an_older_one_is_both_at_once(
    engine_for: EngineFor, demo_export: Path, tmp_path: Path
) -> None:
    conversations = json.loads((demo_export / "conversations.json").read_text(encoding="utf-8"))
    older = [dict(c) for c in conversations[:-5]]
    # In the older export the first conversation lacks its last messages and was updated earlier.
    first = older[0] = json.loads(json.dumps(older[0]))
    leaf = first["current_node"]
    parent = first["mapping"][leaf]["parent"]
    del first["mapping"][leaf]
    first["mapping"][parent]["children"] = [c for c in first["mapping"][parent]["children"] if c != leaf]
    first["current_node"], first["update_time"] = parent, first["update_time"] - 60
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(json.dumps(older), encoding="utf-8")
    new.write_text(json.dumps(conversations), encoding="utf-8")
    one_by_one = Home(tmp_path / "one-by-one")
    _build(engine_for, one_by_one, old)
    later = _build(engine_for, one_by_one, new)
    at_once = _build(engine_for, Home(tmp_path / "at-once"), new, old)
    assert later.build == at_once.build
    assert _hashes(later) == _hashes(at_once)
    statuses = dict(
        duckdb.connect(one_by_one.database, read_only=True)
        .execute("SELECT status, count(*) FROM source_conversations GROUP BY status")
        .fetchall()
    )
    assert statuses["current"] == len(conversations)
    assert statuses["superseded"] >= 1


def test_a_second_build_reuses_everything(
    engine_for: EngineFor, small_home: Home, small_export: Path, tmp_path: Path
) -> None:
    engine = engine_for(copied(small_home, tmp_path / "home"))
    first = _shown(engine.home)
    build = request_build(engine, [small_export]).build
    outcomes = run_build(engine, build)
    assert all(outcome.reused for outcome in outcomes.values())
    again, _ = seal_and_publish(engine, build)
    assert again.ref == first.ref, "an unchanged build has no second generation"


def test_one_new_conversation_leaves_other_files_alone(
    engine_for: EngineFor, demo_export: Path, tmp_path: Path
) -> None:
    conversations = json.loads((demo_export / "conversations.json").read_text(encoding="utf-8"))
    fewer, all_of_them = tmp_path / "fewer.json", tmp_path / "all.json"
    fewer.write_text(json.dumps(conversations[1:]), encoding="utf-8")
    all_of_them.write_text(json.dumps(conversations), encoding="utf-8")
    override = tmp_path / "own.yaml"
    override.write_text("sources:\n  nodes_per_shard: 64\n", encoding="utf-8")
    home = Home(tmp_path / "home")
    engine = engine_for(home, 1, override)
    before = engine.builds
    first = request_build(engine, [fewer]).build
    run_build(engine, first)
    seal_and_publish(engine, first)
    second = request_build(engine, [all_of_them]).build
    run_build(engine, second)
    seal_and_publish(engine, second)
    a, b = before.latest(first), before.latest(second)
    assert a is not None
    assert b is not None
    old = {content.sha256 for content in a.tables["kg.messages"].contents}
    new = {content.sha256 for content in b.tables["kg.messages"].contents}
    assert len(new) > 4
    assert len(new - old) == 1
