"""Where the engine runs what: here, or in worker processes that stay for the whole run and no longer."""

import os
from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.core.errors import QueryError
from kg_assets.core.stage import House
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import put_request, run_build
from kg_assets.engine.stagerun import Given
from kg_assets.store.builds import build_id
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from tests.conftest import with_workers
from tests.engine.whereabouts import HOUSE, REFUSING, SHARDS

AS_OF = "2026-01-31T12:00:00.000Z"
Places = dict[str, list[int]]


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(Path(__file__).resolve().parents[2])
    monkeypatch.setenv("PYTHONPATH", root)
    monkeypatch.syspath_prepend(root)
    # The version of a stage's code is taken over modules of the package; the stages here are of the tests.
    monkeypatch.setattr("kg_assets.engine.runner.stage_code_version", lambda *_: "0" * 64)


def _asked(home: Home, house: House, threads: int) -> tuple[Engine, str]:
    engine = Engine(home, house, with_workers(load_config(house.sections)), threads)
    build = build_id(AS_OF, [], 0)
    put_request(engine, build, Given(as_of=AS_OF), 0)
    return engine, build


def _places(engine: Engine, build: str) -> Places:
    """The processes in which the parts of each stage were made."""
    places: Places = {}
    for name, outcome in run_build(engine, build).items():
        (contents,) = outcome.tables.values()
        files = [engine.contents.path(content) for content in contents]
        places[name] = [process for file in files for process in read_table(file).column("process").to_pylist()]
    return places


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_with_one_thread_everything_runs_here(home: Home) -> None:
    """Guards that a house of one thread starts no process."""
    places = _places(*_asked(home, HOUSE, 1))
    assert {process for made in places.values() for process in made} == {os.getpid()}
    assert len(places["read"]) == SHARDS


@pytest.mark.whole
def test_workers_stay_for_the_stages_after_them(home: Home) -> None:
    """Guards design §4: the processes are started once per run, and what comes after the shards finds them warm."""
    places = _places(*_asked(home, HOUSE, 2))
    workers = set(places["read"])
    assert len(workers) == 2
    assert os.getpid() not in workers
    assert {process for made in places.values() for process in made} == workers


@pytest.mark.whole
def test_what_waits_for_nothing_more_is_made_beside_the_rest(home: Home) -> None:
    """Guards that the index, which needs the first stage only, is begun in the worker that has nothing to do."""
    places = _places(*_asked(home, HOUSE, 2))
    assert places["weigh"] == places["end"]
    assert set(places["index"]) == set(places["read"]) - set(places["weigh"])


@pytest.mark.whole
def test_the_processes_end_with_the_run(home: Home) -> None:
    """Guards that a process that makes builds for days holds no idle workers between them."""
    places = _places(*_asked(home, HOUSE, 2))
    assert not any(map(_is_alive, places["read"]))


def test_what_is_reused_starts_nothing(home: Home) -> None:
    """Guards that a run that finds everything done costs no process."""
    engine, build = _asked(home, HOUSE, 2)
    first = _places(engine, build)
    again, _ = _asked(home, HOUSE, 2)
    assert all(outcome.reused for outcome in run_build(again, build).values())
    assert _places(again, build) == first


def test_an_error_in_a_worker_ends_the_run_and_its_processes(home: Home) -> None:
    """Guards that the error keeps its words, that what was begun beside it is let go, and that a rerun works."""
    engine, build = _asked(home, REFUSING, 2)
    with pytest.raises(QueryError, match="this will not do"):
        run_build(engine, build)
    read = engine.outcomes["read"].tables["kg.read"]
    made = [process for c in read for process in read_table(engine.contents.path(c)).column("process").to_pylist()]
    assert not any(map(_is_alive, made))
    whole, _ = _asked(home, HOUSE, 2)
    assert _places(whole, build)["read"] == made
