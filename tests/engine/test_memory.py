"""What a process has freed in other threads goes back to the system when it is asked for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kg_assets.core import resident

_FREED = """
import threading
from kg_assets.engine.memory import give_back, hold_little
import pyarrow as pa
import pyarrow.compute as pc
from kg_assets.core import resident
from tests.faults.test_long_chains import own_memory

resident._MUCH_BYTES = 0
hold_little()
before, kept = own_memory(), []

def work():
    # Every tenth stays, so that what is freed lies in the midst of it.
    made = [pc.utf8_upper(pa.array(["x" * 900] * 40)) for _ in range(2500)]
    kept.append(made[::10])

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
give_back()
print(own_memory() - before, sum(a.nbytes for part in kept for a in part) >> 20)
"""


@pytest.mark.whole
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a system that tells a process's memory")
def test_what_threads_have_freed_is_given_back() -> None:
    def remaining(**environment: str) -> tuple[int, int]:
        done = subprocess.run(
            [sys.executable, "-c", _FREED], env=os.environ | environment, capture_output=True, text=True, check=True
        )
        grown, in_use = map(int, done.stdout.split())
        return grown, in_use

    grown, in_use = remaining(ARROW_DEFAULT_MEMORY_POOL="system")
    assert in_use > 20
    assert grown < 4 * in_use
    assert remaining(ARROW_DEFAULT_MEMORY_POOL="mimalloc")[0] > grown + in_use


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs a system that tells a process's memory")
def test_little_is_not_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a short command holds is not returned piece by piece, which took a tenth of its time."""
    monkeypatch.setattr(resident, "_MUCH_BYTES", 1 << 40)
    assert not resident.holds_much()
    monkeypatch.setattr(resident, "_MUCH_BYTES", 1 << 20)
    assert resident.holds_much()


def test_a_system_that_does_not_tell_counts_as_much(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(resident, "_STATM", tmp_path / "none")
    assert resident.holds_much()


def test_arrow_asks_the_system_for_memory() -> None:
    code = "import kg_assets, pyarrow; print(pyarrow.default_memory_pool().backend_name)"
    plain = {name: value for name, value in os.environ.items() if name != "ARROW_DEFAULT_MEMORY_POOL"}
    done = subprocess.run([sys.executable, "-c", code], env=plain, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "system"
