"""Workers stay from call to call, and nothing of a call that failed reaches the next one."""

import os
import signal
import time
from pathlib import Path

import pytest

from kg_assets.core.errors import QueryError
from kg_assets.engine.workers import Workers

HERE = "tests.engine.test_workers"


def whoami(number: int) -> list[int]:
    return [number, os.getpid()]


def mark(path: str) -> None:
    Path(path).touch()


def complain(number: int) -> None:
    raise QueryError(f"number {number} will not do")


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(Path(__file__).resolve().parents[2])
    monkeypatch.setenv("PYTHONPATH", root)
    monkeypatch.syspath_prepend(root)


def _asked(workers: Workers, size: int, count: int) -> set[int]:
    """Ask so many times who answers; every call must be answered as it was made."""
    answers = dict(workers.map(size, f"{HERE}:whoami", [{"number": number} for number in range(count)]))
    assert {index: number for index, (number, _) in answers.items()} == {number: number for number in range(count)}
    return {process for _, process in answers.values()}


def test_the_same_processes_answer_until_they_are_stopped() -> None:
    """Guards that starting a process, which costs more than many a stage, is paid once."""
    workers = Workers()
    assert not workers
    first = _asked(workers, 2, 8)
    assert workers
    assert _asked(workers, 2, 8) == first
    workers.stop()
    assert not workers
    assert _asked(workers, 2, 8).isdisjoint(first)
    workers.stop()


def test_more_processes_are_started_when_more_are_asked_for() -> None:
    """Guards that two processes for a first small stage do not slow the large ones after it."""
    workers = Workers()
    assert len(_asked(workers, 2, 8)) == 2
    assert len(_asked(workers, 3, 8)) == 3
    assert len(_asked(workers, 2, 8)) == 3
    workers.stop()


def test_answers_to_calls_that_failed_are_not_taken_for_later_ones() -> None:
    """Guards that calls under way when one failed cannot answer in place of the next ones."""
    workers = Workers()
    with pytest.raises(QueryError, match="will not do"):
        list(workers.map(2, f"{HERE}:complain", [{"number": number} for number in range(4)]))
    _asked(workers, 2, 4)
    for _ in workers.map(2, f"{HERE}:whoami", [{"number": 100 + number} for number in range(4)]):
        break  # the other calls are under way
    _asked(workers, 2, 4)
    workers.stop()


def test_a_call_can_be_begun_beside_others() -> None:
    """Guards that its process takes no other call meanwhile, and all again once its answer was taken."""
    workers = Workers()
    assert workers.begin(f"{HERE}:whoami", {"number": 7}) is None
    both = _asked(workers, 2, 20)
    begun = workers.begin(f"{HERE}:whoami", {"number": 7})
    assert begun is not None
    assert workers.begin(f"{HERE}:whoami", {"number": 8}) is None, "one process stays for the shards of stages"
    others = _asked(workers, 2, 4)
    number, process = begun()
    assert number == 7
    assert others == both - {process}
    assert _asked(workers, 2, 40) == both
    workers.stop()


def test_the_first_calls_are_under_way_before_an_answer_is_asked_for(tmp_path: Path) -> None:
    """Guards that what the caller does before it asks costs no time."""
    workers = Workers()
    answers = workers.map(2, f"{HERE}:mark", [{"path": str(tmp_path / name)} for name in ("one", "two")])
    until = time.monotonic() + 60
    while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]
    assert sorted(answers) == [(0, None), (1, None)]
    workers.stop()


def test_an_interrupt_is_left_to_the_parent() -> None:
    """Guards that Ctrl-C, which reaches every process of the terminal, prints no traceback of an idle worker."""
    workers = Workers()
    both = _asked(workers, 2, 8)
    for process in both:
        os.kill(process, signal.SIGINT)
    assert _asked(workers, 2, 8) == both
    workers.stop()
