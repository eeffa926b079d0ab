"""A kill at any moment leaves the published build readable and no half stage visible; a rerun gives the same bytes."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from kg_assets.store.builds import BuildRef, Builds
from kg_assets.store.contents import ContentStore
from kg_assets.store.files import sha256_of
from kg_assets.store.gc import gc
from kg_assets.store.home import Home
from kg_assets.store.ledger import Kind, Ledger
from kg_assets.store.locks import Locks
from kg_assets.store.opened import open_current
from kg_assets.store.publish import current, publications
from kg_assets.store.results import ResultStore, files_of

pytestmark = pytest.mark.whole

KILLS = 30
STEPS = 400

# One process that does everything the store is for, again and again, in an order that depends on nothing but the step.
WORKER = """
import sys
from pathlib import Path

import pyarrow as pa

from kg_assets.core.contract import Column, Table
from kg_assets.store.builds import BuildRef, Builds, Manifest, StageRecord, TableRecord, build_id
from kg_assets.store.contents import ContentStore
from kg_assets.store.home import Home
from kg_assets.store.ledger import Kind, Ledger
from kg_assets.store.publish import publish
from kg_assets.store.results import ResultStore

COLUMNS = (Column("word_id", "text", "Id."), Column("word", "text", "Word.", content=True))
WORDS = Table("kg.words", "Words.", COLUMNS, ("word_id",))
BUILDS = 7

def step(home, number, ledger):
    store, results, builds = ContentStore(home), ResultStore(home), Builds(home)
    which = number % BUILDS
    as_of = f"2026-01-{which + 1:02}T00:00:00.000Z"
    build = build_id(as_of, [], which)
    builds.put_request(build, {"as_of": as_of})
    tables, stages = {}, {}
    for stage in ("first", "second", "third"):
        ids = [f"{i:05}" for i in range(200 * which + 50)]
        rows = pa.table({"word_id": ids, "word": [f"{stage} {which} {i}" for i in ids]})
        content = store.write_table(WORDS, rows)
        store.sync([content])
        fingerprint = f"{stage}{which}"
        results.record(fingerprint, {"contents": [content.to_json()]})
        builds.point(build, stage, {"result": fingerprint})
        tables["kg.words"] = TableRecord(WORDS.version(), (content,))
        stages[stage] = StageRecord(fingerprint, "code", "config")
    manifest = Manifest(build, as_of, as_of, (), which, tables, stages)
    manifest = builds.load(BuildRef(build, builds.seal(manifest)))
    publish(home, manifest, {WORDS.name: WORDS}, [])
    ledger.append("call", {"number": number}, payload=f"payload {number}".encode())

def main():
    home = Home(Path(sys.argv[1])).prepare()
    ledger = Ledger(home, (Kind("call", 1, "call", dict),))
    for number in range(int(sys.argv[2]), int(sys.argv[3])):
        step(home, number, ledger)
        print(number, flush=True)

main()
"""

READER = """
import sys
from pathlib import Path

import duckdb

path = Path(sys.argv[1]) / "warehouse" / "kg.duckdb"
print(flush=True)
reads = 0
while True:
    with duckdb.connect(path, read_only=True) as connection:
        rows = connection.execute("SELECT count(*), count(DISTINCT word_id) FROM kg.words").fetchone()
        assert rows[0] == rows[1] and (rows[0] - 50) % 200 == 0, rows
    reads += 1
    if (Path(sys.argv[1]) / "stop").exists():
        break
print(reads)
"""


def run(script: str, *arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def done(home: Home) -> list[dict[str, object]]:
    entries = Ledger(home, (Kind("call", 1, "call", dict),)).entries()
    return [dict(entry.body) for entry in entries]


def check_everything_visible_is_whole(home: Home) -> None:
    store, results, builds = ContentStore(home), ResultStore(home), Builds(home)
    for build in builds.started():
        for pointer in builds.pointers(build).values():
            result = results.get(pointer["result"])
            assert result is not None
            for content in files_of(result):
                store.verify(content)
    for path in home.results.glob("*.json"):
        for content in files_of(results.read(path.stem) or {}):
            store.verify(content)
    for ref in builds.sealed():
        for content in builds.load(ref).contents():
            store.verify(content)
    ledger = Ledger(home, (Kind("call", 1, "call", dict),))
    for entry in ledger.entries():
        assert entry.payload is not None
        assert ledger.payload(entry.payload) == f"payload {entry.body['number']}".encode()
    check_the_published_build(home)
    assert Locks(home).is_free("warehouse")


def check_the_published_build(home: Home) -> None:
    now = current(home)
    assert now is None or {now.ref, *publications(home)} <= set(Builds(home).sealed())
    if not home.database.exists():
        assert now is None
        return
    with open_current(home) as opened:
        row = opened.connection.execute("SELECT count(*) FROM kg.words").fetchone()
        assert row == (200 * opened.manifest.ledger_position + 50,)
        builds = opened.connection.execute("SELECT DISTINCT build_id FROM kg_history.words ORDER BY 1").fetchall()
        assert {name for (name,) in builds} <= {str(ref) for ref in Builds(home).sealed()}


def state(home: Home) -> dict[str, str]:
    """Hashes of all files but those of DuckDB, whose pages carry no meaning, and what kills and locks left."""
    found = {}
    for path in sorted(home.warehouse.rglob("*")):
        name = str(path.relative_to(home.warehouse))
        if path.is_file() and path.suffix not in (".lock", ".duckdb"):
            found[name] = sha256_of(path)
    return found


def test_kills_at_random_moments(tmp_path: Path) -> None:
    random_moments = random.Random(20260131)
    home = Home(tmp_path / "killed").prepare()
    killed_early = 0
    for _ in range(KILLS):
        process = run(WORKER, home.root, len(done(home)), STEPS)
        assert process.stdout is not None
        if random_moments.random() < 0.8:
            process.stdout.readline()
        time.sleep(random_moments.random() * 0.25)
        killed_early += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
        check_everything_visible_is_whole(home)
    assert killed_early == KILLS
    steps = len(done(home))
    assert steps >= KILLS // 2
    # The rerun of all steps in a fresh home and in the killed one end in the same bytes.
    steps = max(steps, 14)
    fresh = Home(tmp_path / "fresh").prepare()
    for target, start in ((home, len(done(home))), (fresh, 0)):
        process = run(WORKER, target.root, start, steps + 7)
        process.communicate()
        assert process.returncode == 0
        gc(target)
    killed_state, fresh_state = state(home), state(fresh)
    assert killed_state == fresh_state
    assert len(fresh_state) > 10
    assert [body["number"] for body in done(home)] == list(range(steps + 7))


def test_a_reader_never_sees_an_error_while_builds_are_published(tmp_path: Path) -> None:
    home = Home(tmp_path / "data").prepare()
    first = run(WORKER, home.root, 0, 2)
    first.communicate()
    reader = run(READER, home.root)
    assert reader.stdout is not None
    reader.stdout.readline()
    publisher = run(WORKER, home.root, 2, 52)
    publisher.communicate()
    (home.root / "stop").touch()
    reads, _ = reader.communicate()
    assert publisher.returncode == 0
    assert reader.returncode == 0
    assert int(reads) >= 10


def test_two_writers_at_once(tmp_path: Path) -> None:
    home = Home(tmp_path / "data").prepare()
    writers = [run(WORKER, home.root, start, start + 12) for start in (0, 3)]
    for writer in writers:
        writer.communicate()
    assert [writer.returncode for writer in writers] == [0, 0]
    check_everything_visible_is_whole(home)
    assert len(done(home)) == 24
    assert len(Builds(home).sealed()) == 7
    assert all(ref.generation == 1 for ref in Builds(home).sealed())


def test_a_file_system_without_room_leaves_what_was_published(tmp_path: Path) -> None:
    """The limit lets the small files through and stops the view file, in the middle of a publication."""
    home = Home(tmp_path / "data").prepare()
    run(WORKER, home.root, 0, 3).communicate()
    before = current(home)
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n" + WORKER
    command = [sys.executable, "-c", limited, str(home.root), "3", "4"]
    failed = subprocess.run(command, capture_output=True, text=True)
    assert failed.returncode == 1
    assert "WarehouseError: " in failed.stderr
    assert "What was published before has not changed" in failed.stderr
    assert current(home) == before
    check_everything_visible_is_whole(home)
    assert not list(home.tmp.iterdir())
    again = run(WORKER, home.root, 3, 4)
    again.communicate()
    assert again.returncode == 0
    assert current(home) != before


@pytest.mark.skipif(not shutil.which("unshare") or os.geteuid() != 0, reason="needs rights to mount a file system")
def test_a_full_disk_is_explained(tmp_path: Path) -> None:
    """A file system of 300 kB fills up while builds are written; what is visible on it stays whole."""
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    check = (
        "import sys; from pathlib import Path; from kg_assets.store.home import Home; "
        "from kg_assets.store.builds import Builds; from kg_assets.store.results import ResultStore; "
        "home=Home(Path(sys.argv[1])); builds=Builds(home); "
        "pointers=[p for b in builds.started() for p in builds.pointers(b).values()]; "
        "assert pointers and all(ResultStore(home).get(p['result']) for p in pointers); "
        "assert not [p for p in home.warehouse.rglob('.unfinished-*')]; print('whole')"
    )
    shell = (
        'mkdir -p "$1/data" && mount -t tmpfs -o size=300k none "$1/data" || exit 77\n'
        '"$2" "$1/worker.py" "$1/data" 0 50; echo "ended $?"; "$2" -c "$3" "$1/data"'
    )
    command = ["unshare", "-m", "sh", "-c", shell, "sh", str(tmp_path), sys.executable, check]
    ended = subprocess.run(command, capture_output=True, text=True)
    if "ended" not in ended.stdout:
        pytest.skip("this system does not let a test mount a file system")
    assert "ended 1" in ended.stdout
    assert "the disk is full; free some space and run again" in ended.stderr or "Is the disk full?" in ended.stderr
    assert ended.stdout.endswith("whole\n")


def test_the_same_process_can_open_what_was_swapped(tmp_path: Path) -> None:
    """DuckDB keeps one instance per path: without a name of its own a reader would see the old build for ever."""
    home = Home(tmp_path / "data").prepare()
    run(WORKER, home.root, 0, 1).communicate()
    held = duckdb.connect(home.database, read_only=True)
    run(WORKER, home.root, 1, 2).communicate()
    with open_current(home) as opened:
        assert opened.manifest.ref == BuildRef(Builds(home).sealed()[-1].build)
        assert opened.connection.execute("SELECT count(*) FROM words").fetchone() == (250,)
        assert held.execute("SELECT count(*) FROM words").fetchone() == (50,)
    held.close()
