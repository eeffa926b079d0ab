"""Workers answer every call, keep other output off the protocol, and die with a clear word."""

import os
import signal

import pytest

from kg_assets.core.errors import QueryError
from kg_assets.core.worker import WorkerError, WorkerPool, describe_without_content


def double(number: int) -> int:
    print("this must not reach the protocol")
    return number * 2


def complain(number: int) -> int:
    raise QueryError(f"number {number} will not do")


def leak(secret: str) -> None:
    raise ValueError(secret)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


HERE = "tests.core.test_worker"


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    root = str(Path(__file__).resolve().parents[2])
    monkeypatch.setenv("PYTHONPATH", root)
    monkeypatch.syspath_prepend(root)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_call_is_answered_once(size: int) -> None:
    with WorkerPool(size) as pool:
        answers = dict(pool.map(f"{HERE}:double", [{"number": n} for n in range(20)]))
    assert answers == {n: n * 2 for n in range(20)}


def test_a_persons_error_keeps_its_type_and_words() -> None:
    with WorkerPool(2) as pool, pytest.raises(QueryError, match=r"number [12] will not do"):
        list(pool.map(f"{HERE}:complain", [{"number": 1}, {"number": 2}]))


def test_other_errors_come_without_their_words() -> None:
    with WorkerPool(2) as pool, pytest.raises(WorkerError) as caught:
        list(pool.map(f"{HERE}:leak", [{"secret": "my diary"}] * 2))
    assert "diary" not in str(caught.value)
    assert "ValueError" in str(caught.value)


def test_a_killed_worker_is_reported() -> None:
    with WorkerPool(2) as pool, pytest.raises(WorkerError, match="ended with code"):
        list(pool.map(f"{HERE}:die", [{}, {}]))


def test_descriptions_name_the_place_and_not_the_words() -> None:
    try:
        leak("my diary")
    except ValueError as error:
        said = describe_without_content(error)
    assert "diary" not in said
    assert "test_worker.py" in said
