"""A build killed at any moment leaves the published build readable, and the rerun gives the same bytes."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.builds import Builds
from kg_assets.store.home import Home
from tests.conftest import ROOT, EngineFor
from tests.worlds import copied

pytestmark = pytest.mark.whole

BUILD = """
import sys
from pathlib import Path
from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from tests.conftest import with_workers
engine = Engine(Home(Path(sys.argv[1])).prepare(), HOUSE, with_workers(load_config(HOUSE.sections)), int(sys.argv[2]))
build = request_build(engine, [Path(sys.argv[3])]).build
run_build(engine, build)
seal_and_publish(engine, build)
"""


def _start(home: Home, export: Path, threads: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", BUILD, str(home.root), str(threads), str(export)], cwd=ROOT, start_new_session=True
    )


def _published(home: Home) -> tuple[str, int]:
    with duckdb.connect(home.database, read_only=True) as connection:
        row = connection.execute("SELECT count(*), sum(length(raw_message_json)) FROM messages").fetchone()
    assert row is not None
    current = json.loads(home.current.read_text(encoding="utf-8"))
    return current["build"], row[0]


def _contents(home: Home, build: str) -> dict[str, list[str]]:
    manifest = Builds(home).latest(build)
    assert manifest is not None
    return {name: [c.sha256 for c in table.contents] for name, table in manifest.tables.items()}


def test_a_build_that_is_killed_and_run_again_has_the_same_bytes(
    noted: Home, twice_noted: Home, tmp_path: Path
) -> None:
    """One kill, when half of the stages have ended; many at random moments are below."""
    home = copied(noted, tmp_path / "home")
    before = _published(home)
    (later,) = twice_noted.root.parent.glob("*.md")
    expected = _published(twice_noted)[0]
    child = _start(home, later, 1)
    while len(Builds(home).pointers(expected)) < len(HOUSE.stages) // 2 and child.poll() is None:
        time.sleep(0.01)
    os.killpg(child.pid, signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    assert _published(home) == before
    assert _start(home, later, 1).wait() == 0
    assert _published(home)[0] == expected != before[0]
    assert _contents(home, expected) == _contents(twice_noted, expected)


@pytest.mark.parametrize(
    ("threads", "kills"),
    [
        pytest.param(2, 5, marks=pytest.mark.whole),
        pytest.param(1, 50, marks=pytest.mark.slow),
        pytest.param(2, 50, marks=pytest.mark.slow),
    ],
)
def test_kills_at_random_moments(
    engine_for: EngineFor, small_export: Path, demo_export: Path, tmp_path: Path, threads: int, kills: int
) -> None:
    untouched = Home(tmp_path / "untouched")
    engine = engine_for(untouched)
    for export in (small_export, demo_export):
        expected_build = request_build(engine, [export]).build
        run_build(engine, expected_build)
        seal_and_publish(engine, expected_build)
    expected = _contents(untouched, expected_build)

    home = Home(tmp_path / "home")
    first = _start(home, small_export, threads)
    assert first.wait() == 0
    before = _published(home)
    started = time.monotonic()
    whole = _start(Home(tmp_path / "timing"), demo_export, threads)
    assert whole.wait() == 0
    duration = time.monotonic() - started

    chance = random.Random(threads * kills)
    finished = 0
    for _ in range(kills):
        child = _start(home, demo_export, threads)
        try:
            child.wait(timeout=chance.uniform(0.05, 1.1) * duration)
            finished += child.returncode == 0
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        now = _published(home)
        assert now == before or now[0] == expected_build
        if finished:
            # Start over from before the second export, so that later kills hit work that is really done.
            home = Home(tmp_path / f"home-{chance.random()}")
            assert _start(home, small_export, threads).wait() == 0
            before, finished = _published(home), 0
    assert _start(home, demo_export, threads).wait() == 0
    assert _published(home)[0] == expected_build
    assert _contents(home, expected_build) == expected


def test_two_builds_at_once(engine_for: EngineFor, demo_export: Path, tmp_path: Path) -> None:
    """One of two processes on the same build may be told that it is running already; the result is whole."""
    home = Home(tmp_path / "home")
    children = [_start(home, demo_export, 1) for _ in range(2)]
    codes = [child.wait() for child in children]
    assert 0 in codes
    rerun = engine_for(home)
    build = request_build(rerun, [demo_export]).build
    assert all(outcome.reused for outcome in run_build(rerun, build).values())


def test_readers_never_see_an_error_while_builds_are_published(
    small_export: Path, demo_export: Path, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    assert _start(home, small_export, 1).wait() == 0
    stop = tmp_path / "stop"
    code = (
        "import duckdb, pathlib, sys\nlooks = 0\n"
        "while not pathlib.Path(sys.argv[2]).exists() or looks < 20:\n"
        "    with duckdb.connect(sys.argv[1], read_only=True) as c:\n"
        "        assert c.execute('SELECT count(*) FROM messages').fetchone()[0] > 0\n"
        "    looks += 1\n"
        "print(looks)"
    )
    reader = subprocess.Popen(
        [sys.executable, "-c", code, str(home.database), str(stop)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert _start(home, demo_export, 2).wait() == 0
    assert _start(home, small_export, 2).wait() == 0
    stop.touch()
    out, err = reader.communicate(timeout=60)
    assert reader.returncode == 0, err.decode()
    assert int(out) >= 20
