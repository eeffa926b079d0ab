"""Builds through Dagster: what the nightly command leaves there, what a kill leaves, and what never gets there."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import dagster as dg
import pytest

from kg_assets.cli.orchestrate import dagster_instance, materialize
from kg_assets.core.config import Config
from kg_assets.core.errors import FULL_DISK, WarehouseError
from kg_assets.core.stage import House
from kg_assets.definitions import build_defs
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import put_request
from kg_assets.engine.stagerun import Given
from kg_assets.intake.asking import request_build
from kg_assets.orchestration.dead_runs import is_running, process_mark, renew_partitions, report_dead_runs
from kg_assets.orchestration.provenance import last_tables
from kg_assets.orchestration.stage_assets import stage_assets
from kg_assets.store.builds import Builds
from kg_assets.store.health import record_problem
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks
from kg_assets.store.publish import current
from kg_assets.store.settings import StoreSettings
from tests.cli.failing import MARKER, house
from tests.conftest import ROOT, Annals, EngineFor
from tests.worlds import copied

BUILD = "20260131T120000Z-0123abcd"


def stored(home: Home) -> bytes:
    """Everything that Dagster keeps in a home."""
    return b"".join(path.read_bytes() for path in sorted(home.dagster.rglob("*")) if path.is_file())


class Given_:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def engine(self) -> Engine:
        return self._engine


# --- what a command leaves -----------------------------------------------------------------------------------------


@pytest.mark.whole
def test_a_night_is_a_run_with_its_materializations(engine_for: EngineFor, home: Home, small_home: Home) -> None:
    engine = engine_for(copied(small_home, home.root))
    (build,) = engine.builds.requested()
    outcomes = materialize(engine, build)
    assert set(outcomes) == {stage.name for stage in engine.house.stages}
    published = current(home)
    assert published is not None
    assert published.ref.build == build
    with dagster_instance(home) as instance:
        (run,) = instance.get_runs()
        assert run.status is dg.DagsterRunStatus.SUCCESS
        assert instance.get_dynamic_partitions("builds") == [build]
        for table in engine.house.tables:
            event = instance.get_latest_materialization_event(dg.AssetKey(table.split(".")))
            assert event is not None
            assert event.asset_materialization is not None
            assert event.asset_materialization.partition == build


def test_what_reads_all_depends_on_the_last_tables(engine_for: EngineFor, home: Home) -> None:
    engine = engine_for(home)
    stages = engine.house.stages[:-1]
    last = last_tables(engine.house, stages)
    read = {name for stage in stages for name in stage.inputs}
    assert last
    assert not read & set(last)
    assert read | set(last) == {table.name for stage in stages for table in stage.tables}


# --- runs whose process is gone ------------------------------------------------------------------------------------


@pytest.mark.whole
def test_a_killed_night_is_reported_failed_by_the_next_one(
    home: Home, engine_for: EngineFor, annals: Annals, small_export: Path
) -> None:
    request_build(engine_for(home), [small_export])
    with dagster_instance(home):
        pass
    process = subprocess.Popen(
        [sys.executable, "-m", "kg_assets.cli.main", "nightly"],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        env=os.environ | {"ANNALS_HOME": str(home.root)},
    )  # fmt: skip
    with dagster_instance(home) as instance:
        started = dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED])
        while not instance.get_runs(started):
            assert process.poll() is None, "the night ended before it could be killed"
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        (killed,) = instance.get_runs()
        assert killed.status is dg.DagsterRunStatus.STARTED
        annals("nightly")
        statuses = {run.run_id: run.status for run in instance.get_runs()}
        assert statuses.pop(killed.run_id) is dg.DagsterRunStatus.FAILURE
        assert list(statuses.values()) == [dg.DagsterRunStatus.SUCCESS]
        said = [entry.dagster_event.message or "" for entry in instance.all_logs(killed.run_id) if entry.dagster_event]
        assert any("the process of this run was stopped" in words for words in said)


def _gone() -> str:
    """The mark of a process of this machine that has ended."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    mark = process_mark(process.pid)
    assert is_running(mark)
    process.kill()
    process.wait()
    assert not is_running(mark)
    return mark


def _started(instance: dg.DagsterInstance, **tags: str) -> None:
    marks = {"dagster/partition": BUILD} | {f"annals/{name}": value for name, value in tags.items()}
    instance.add_run(dg.DagsterRun(job_name="build", tags=marks, status=dg.DagsterRunStatus.STARTED))


def test_a_run_that_holds_its_lock_is_left_alone(engine_for: EngineFor, home: Home) -> None:
    engine = engine_for(home)
    with dagster_instance(home) as instance:
        _started(instance, host=socket.gethostname(), process=_gone())
        with Locks(home).build(BUILD, "a run of the interface"):
            assert report_dead_runs(engine, instance) == 0
        assert report_dead_runs(engine, instance) == 1
        assert report_dead_runs(engine, instance) == 0


def test_a_run_of_another_process_or_machine_is_left_alone(engine_for: EngineFor, home: Home) -> None:
    """Remote workers hold the lock during their steps only: between two of them the run was declared dead."""
    engine = engine_for(home)
    with dagster_instance(home) as instance:
        _started(instance, host=socket.gethostname(), process=process_mark(os.getpid()))
        _started(instance, host="another machine", process=_gone())
        _started(instance)
        assert report_dead_runs(engine, instance, building=BUILD) == 0
        assert {run.status for run in instance.get_runs()} == {dg.DagsterRunStatus.STARTED}


def test_a_number_of_a_process_that_came_again_is_not_the_same_process() -> None:
    number, _, began = process_mark(os.getpid()).partition(":")
    assert is_running(f"{number}:{began}")
    assert not is_running(f"{number}:{int(began) + 1}")


@pytest.mark.whole
def test_every_run_notes_its_process(
    engine_for: EngineFor, home: Home, small_export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    build = request_build(engine_for(home), [small_export]).build
    with dagster_instance(home) as instance:
        instance.add_dynamic_partitions("builds", [build])
        given, first = dg.reconstructable(_build_job), [dg.AssetKey(["kg", "sources"])]
        tags = {"dagster/partition": build}
        with dg.execute_job(given, instance=instance, tags=tags, asset_selection=first) as done:
            run = instance.get_run_by_id(done.run_id)
    assert run is not None
    assert run.tags["annals/process"] == process_mark(os.getpid())
    assert run.tags["annals/host"] == socket.gethostname()


def _build_job() -> dg.JobDefinition:
    return build_defs().resolve_job_def("build")


def test_builds_that_were_removed_leave_the_interface(engine_for: EngineFor, home: Home) -> None:
    engine = engine_for(home)
    put_request(engine, BUILD, Given(as_of="2026-01-31T12:00:00.000Z"), 0)
    with dagster_instance(home) as instance:
        instance.add_dynamic_partitions("builds", ["20250101T000000Z-00000000"])
        instance.add_run(dg.DagsterRun(job_name="build", tags={"dagster/partition": "20250101T000000Z-00000000"}))
        instance.add_run(dg.DagsterRun(job_name="build", tags={"dagster/partition": BUILD}))
        renew_partitions(engine, instance)
        assert instance.get_dynamic_partitions("builds") == [BUILD]
        assert [run.tags["dagster/partition"] for run in instance.get_runs()] == [BUILD]


@pytest.mark.skipif(not shutil.which("unshare") or os.geteuid() != 0, reason="needs rights to mount a file system")
@pytest.mark.parametrize("room", [pytest.param(room, marks=pytest.mark.whole) for room in ("100k", "2500k")])
def test_a_full_disk_in_dagster_s_storage_is_told(asked_home: Home, tmp_path: Path, room: str) -> None:
    """In the middle of a run SQLite called it a disk I/O error, and that was told as a fault of the program."""
    home = Home(shutil.copytree(asked_home.root, tmp_path / "home", symlinks=True))
    record_problem(home, "nightly", "something")  # else there would be nothing to run
    before = current(home)
    shell = 'mount -t tmpfs -o size="$1" none "$2" || exit 77; "$3" -m kg_assets.cli.main nightly; echo "ended $?"'
    ended = subprocess.run(
        ["unshare", "-m", "sh", "-c", shell, "sh", room, str(home.dagster), sys.executable],
        capture_output=True, text=True, cwd=ROOT, check=False,
        env=os.environ | {"ANNALS_HOME": str(home.root), "ANNALS_THREADS": "1"},
    )  # fmt: skip
    if "ended" not in ended.stdout:
        pytest.skip("this system does not let a test mount a file system")
    assert "ended 1" in ended.stdout
    assert f"annals: {FULL_DISK}" in ended.stderr
    assert "fault of the program" not in ended.stderr
    assert current(home) == before


# --- what never gets there -----------------------------------------------------------------------------------------


def _failing_engine(home: Home, failing: House) -> Engine:
    settings = StoreSettings(threads=1, worker_bytes=0, memory_limit="1GB", gc_keep_published=2, preview_rows=5)
    return Engine(home, failing, Config({"store": settings}), 1)


def test_a_run_on_no_build_is_told_what_to_choose(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """It failed in Dagster's own words, a page long."""
    for version in ("stage_code_version", "program_version"):
        monkeypatch.setattr(f"kg_assets.engine.runner.{version}", lambda *_: "0" * 64)
    engine = _failing_engine(home, house("burst", None))
    definitions = dg.Definitions(
        assets=[stage_assets(engine.house, stage, engine) for stage in engine.house.stages],
        jobs=[dg.define_asset_job("build")],
        resources={"warehouse": dg.ResourceDefinition.hardcoded_resource(Given_(engine))},
    )
    with dagster_instance(home) as instance:
        result = definitions.resolve_job_def("build").execute_in_process(instance=instance, raise_on_error=False)
    (failed,) = [event for event in result.all_events if event.is_step_failure]
    assert failed.step_failure_data.user_failure_data is not None
    said = failed.step_failure_data.user_failure_data.description or ""
    assert said.startswith("no build was chosen for this run; choose one as its partition")


@pytest.mark.parametrize(("function", "plan"), [("burst", None), ("burst", "burst_while_planning")])
def test_words_in_an_exception_stay_out_of_dagster(
    home: Home, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, function: str, plan: str | None
) -> None:
    # The house of a test is in no package, so it has no code version.
    for version in ("stage_code_version", "program_version"):
        monkeypatch.setattr(f"kg_assets.engine.runner.{version}", lambda *_: "0" * 64)
    failing = house(function, plan)
    engine = _failing_engine(home, failing)
    put_request(engine, BUILD, Given(as_of="2026-01-31T12:00:00.000Z"), 0)
    definitions = dg.Definitions(
        assets=[stage_assets(failing, stage, engine) for stage in failing.stages],
        jobs=[dg.define_asset_job("build")],
        resources={"warehouse": dg.ResourceDefinition.hardcoded_resource(Given_(engine))},
    )
    with dagster_instance(home) as instance:
        instance.add_dynamic_partitions("builds", [BUILD])
        result = definitions.resolve_job_def("build").execute_in_process(
            instance=instance, partition_key=BUILD, raise_on_error=False
        )
    assert not result.success
    said = capfd.readouterr()
    assert "Error at failing.py" in said.err, "the place of the failure is told"
    assert MARKER not in said.err + said.out
    assert MARKER.encode() not in stored(home)


@pytest.mark.whole
def test_a_failing_library_is_told_without_its_words(
    engine_for: EngineFor, home: Home, small_home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DuckDB quotes the value that it cannot convert; a preview of it would have ended in the run's page."""
    engine = engine_for(copied(small_home, home.root))
    (build,) = engine.builds.requested()

    def burst(*_: object) -> str:
        raise ValueError(MARKER)

    monkeypatch.setattr("kg_assets.orchestration.stage_assets.preview", burst)
    with pytest.raises(WarehouseError) as error:
        materialize(engine, build)
    assert "ValueError at test_orchestrate.py" in str(error.value)
    assert MARKER not in str(error.value)
    assert MARKER.encode() not in stored(home)


@pytest.mark.whole
def test_a_build_says_nothing_and_tells_dagster_nothing_private(home: Home, annals: Annals, tmp_path: Path) -> None:
    """Warnings of libraries stood before every command's output; a preview could have shown a person's words."""
    silent = tmp_path / "silent.yaml"
    silent.write_text("serve:\n  progress_after_seconds: 3600\n")
    note = tmp_path / f"{MARKER}.md"
    note.write_text(f"# {MARKER}\n\nThe password is {MARKER}.")
    assert annals("build", note, ANNALS_CONFIG=str(silent)).stderr == ""
    assert Builds(home).requested()
    assert MARKER.encode() not in stored(home)
