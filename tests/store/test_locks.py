"""Locks exclude, name their holder, and end with the process."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kg_assets.core.errors import BusyError
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks, build_lock

BUILD = "20260131T120000Z-0123abcd"
HOLDER = """
import subprocess,sys
from pathlib import Path
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks
locks=Locks(Home(Path(sys.argv[1])))
with getattr(locks,sys.argv[2])(*sys.argv[3:]):
    child=subprocess.Popen(['sleep','30'],close_fds=False,stdin=subprocess.DEVNULL,stdout=subprocess.DEVNULL)
    print(child.pid,flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(home: Home, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds a lock and has a child which outlives it."""
    command = [sys.executable, "-c", HOLDER, str(home.root), *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    child = int(process.stdout.readline())
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        os.kill(child, signal.SIGKILL)


def test_who_holds_it_and_what_to_do(home: Home) -> None:
    locks = Locks(home)
    with holder(home, "build", BUILD, "nightly build") as process:
        assert not locks.is_free(build_lock(BUILD))
        with pytest.raises(BusyError) as error, locks.build(BUILD, "mine"):
            pass
        assert f"process {process.pid} (nightly build)" in str(error.value)
        assert "wait until it has ended" in str(error.value)
        with locks.build("20260131T120000Z-ffffffff", "another build"):
            assert not locks.is_free(build_lock("20260131T120000Z-ffffffff"))


def test_death_frees_it_although_a_child_lives(home: Home) -> None:
    locks = Locks(home)
    with holder(home, "warehouse_exclusive", "gc") as process:
        with pytest.raises(BusyError), locks.warehouse_shared("build"):
            pass
        process.kill()
        process.wait()
        assert locks.is_free("warehouse")
        with locks.warehouse_exclusive("mine"):
            pass


def test_builds_share_the_warehouse_and_gc_does_not(home: Home) -> None:
    locks = Locks(home)
    with holder(home, "warehouse_shared", "build one") as one, holder(home, "warehouse_shared", "build two") as two:
        with locks.warehouse_shared("build three"):
            pass
        with pytest.raises(BusyError) as error, locks.warehouse_exclusive("gc"):
            pass
        assert f"process {one.pid} (build one)" in str(error.value)
        assert f"process {two.pid} (build two)" in str(error.value)
        assert "build three" not in str(error.value)


def test_asking_disturbs_nobody(home: Home) -> None:
    """The question takes the lock for a moment; a taker that comes in that moment must not be turned away."""
    locks = Locks(home)
    assert locks.is_free("warehouse")
    assert not locks.path("warehouse").exists()
    asker = (
        "import sys\nfrom pathlib import Path\nfrom kg_assets.store.home import Home\n"
        "from kg_assets.store.locks import Locks\nlocks=Locks(Home(Path(sys.argv[1])))\nprint(flush=True)\n"
        "while True: locks.is_free('warehouse')\n"
    )
    with locks.warehouse_exclusive("make the file"):
        pass
    command = [sys.executable, "-c", asker, str(home.root)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        for _ in range(200):
            with locks.warehouse_exclusive("taker"):
                pass
    finally:
        process.kill()
        process.wait()


def test_a_swept_lock_file_does_not_split_the_lock(home: Home) -> None:
    locks = Locks(home)
    with locks.build(BUILD, "old"):
        locks.path(build_lock(BUILD)).unlink()
    with locks.build(BUILD, "one"), pytest.raises(BusyError), locks.build(BUILD, "two"):
        pass
    assert locks.is_free(build_lock(BUILD))


def test_short_work_is_waited_for(home: Home) -> None:
    script = (
        "import sys,time\nfrom pathlib import Path\nfrom kg_assets.store.home import Home\n"
        "from kg_assets.store.locks import Locks\n"
        "with Locks(Home(Path(sys.argv[1]))).ledger('append'):\n    print(flush=True)\n    time.sleep(0.6)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(home.root)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    assert not Locks(home).is_free("ledger")
    with Locks(home).ledger("mine"):
        assert Locks(home).path("ledger").read_text() == f"process {os.getpid()} (mine)\n"
    assert process.wait() == 0


def test_lock_files_are_private(home: Home) -> None:
    with Locks(home).publication("x"):
        assert Locks(home).path("publication").stat().st_mode & 0o777 == 0o600
