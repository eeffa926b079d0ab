"""The night: what is taken in, what a failure leaves, and what the next good night mends."""

import argparse
import os
import shutil
import socket
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kg_assets.cli.commands.building import nightly
from kg_assets.cli.examination import Finding, examine
from kg_assets.cli.orchestrate import dagster_instance
from kg_assets.core.errors import BusyError, SourceError
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.definitions import build_defs
from kg_assets.engine.freshness import standing
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import publish_build
from kg_assets.intake.asking import request_build
from kg_assets.intake.inbox import take
from kg_assets.intake.nightly import request_tonight
from kg_assets.orchestration.dead_runs import HOST_TAG, PROCESS_TAG
from kg_assets.orchestration.sensors.failures import failure_sensor
from kg_assets.orchestration.warehouse import WarehouseResource
from kg_assets.store.builds import BuildRef
from kg_assets.store.health import inbox_source, problems_of, record_problem
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks
from kg_assets.store.opened import open_current
from kg_assets.store.publish import current
from kg_assets.store.registry import open_ledger, registered
from tests.cli.a_life import FIRST, LATER_ON, built, engine_over, own_rules
from tests.worlds import copied

pytestmark = pytest.mark.whole

LATER = 4_000_000_000.0  # everything has been still for long


@pytest.fixture
def engine(home: Home) -> Engine:
    return engine_over(home)


def names_of(engine: Engine) -> set[str]:
    """The files of all standing sources."""
    return {member.name for source in registered(open_ledger(engine.home)) for member in source.members}


def exports(engine: Engine) -> int:
    return len(registered(open_ledger(engine.home)))


# --- what is taken in ----------------------------------------------------------------------------------------------


def test_new_and_changed_notes_of_a_registered_folder_are_taken_in(engine: Engine, tmp_path: Path) -> None:
    """The night built from the folder as it was when it was named, however much was written since."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "monday.md").write_text(FIRST)
    first = request_build(engine, [folder]).build
    assert request_tonight(engine, LATER).build == first, "nothing is new"
    (folder / "tuesday.md").write_text(LATER_ON)
    second = request_tonight(engine, LATER)
    assert second.build != first
    assert names_of(engine) == {"monday.md", "tuesday.md"}
    (folder / "monday.md").unlink()
    assert request_tonight(engine, LATER).build != second.build
    assert names_of(engine) == {"tuesday.md"}


def test_a_newer_export_at_the_same_path_is_added(engine: Engine, tmp_path: Path) -> None:
    """Exports add up: what only the older one holds stays."""
    write_export(CorpusSpec(seed=3, conversations=2), tmp_path / "export")
    first = request_build(engine, [tmp_path / "export"])
    write_export(CorpusSpec(seed=4, conversations=3), tmp_path / "export")
    second = request_tonight(engine, LATER)
    assert second.build != first.build
    assert {source["sha256"] for source in first.sources} < {source["sha256"] for source in second.sources}


def test_what_is_dropped_into_the_inbox_is_taken_in_without_a_sensor(engine: Engine, tmp_path: Path) -> None:
    """`annals nightly` is for machines where no daemon looks into the inbox."""
    (tmp_path / "a.md").write_text(FIRST)
    request_build(engine, [tmp_path / "a.md"])
    (engine.home.inbox / "b.md").write_text(LATER_ON)
    night = request_tonight(engine, LATER).build
    assert names_of(engine) == {"a.md", "b.md"}
    taking = take(engine, {}, LATER)
    assert taking is not None
    assert taking.build == night, "the sensor, when it looks after all, asks for the same"


def test_a_file_that_is_being_written_waits_for_the_next_night(engine: Engine, tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_text(FIRST)
    first = request_build(engine, [note]).build
    note.write_text(LATER_ON)
    (engine.home.inbox / "b.md").write_text(LATER_ON)
    assert request_tonight(engine, note.stat().st_mtime + 1).build == first
    assert request_tonight(engine, note.stat().st_mtime + 60).build != first


def test_what_a_person_took_back_does_not_come_again(engine: Engine, tmp_path: Path) -> None:
    """A removed export still lies at the path of an older one; the night would have brought it back."""
    for seed in (3, 4):
        write_export(CorpusSpec(seed=seed, conversations=2), tmp_path / "export")
        request_build(engine, [tmp_path / "export"])
    (engine.home.inbox / "b.md").write_text(LATER_ON)
    request_tonight(engine, LATER)
    ledger = open_ledger(engine.home)
    newest = [entry.body["export_sha256"] for entry in ledger.entries(["source_added"])]
    for export in newest[1:]:
        ledger.append("source_removed", {"export_sha256": export})
    request_tonight(engine, LATER)
    assert [source.export_sha256 for source in registered(ledger)] == newest[:1]
    request_build(engine, [tmp_path / "export"])
    assert exports(engine) == 2, "a person who names it again means it"


def test_a_path_that_cannot_be_read_is_reported_and_takes_nothing_away(engine: Engine, tmp_path: Path) -> None:
    """An editor, or a broken disk, left a folder without notes: yesterday's must not vanish from the build."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "monday.md").write_text(FIRST)
    build = request_build(engine, [folder]).build
    (folder / "monday.md").rename(folder / "monday.md.swp")
    assert request_tonight(engine, LATER).build == build
    (problem,) = [finding for finding in examine(engine) if finding.what.startswith("degraded")]
    assert str(folder) in problem.said
    assert "annals sources --remove" in problem.mend
    (folder / "monday.md.swp").rename(folder / "monday.md")
    assert request_tonight(engine, LATER).build == build
    assert problems_of(engine.home) == []


def test_an_export_that_was_thrown_away_is_no_problem(engine: Engine, tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_text(FIRST)
    build = request_build(engine, [note]).build
    note.write_bytes(b"\xff\xfe\x00")
    request_tonight(engine, LATER)
    note.unlink()
    request_tonight(engine, LATER)
    assert problems_of(engine.home) == []
    assert build in engine.builds.requested()


# --- a night without news ------------------------------------------------------------------------------------------


def written(home: Home) -> dict[Path, tuple[int, int]]:
    """Every file of tables and of Dagster's storage, by when and how long it was written."""
    files = [path for folder in (home.contents, home.dagster) for path in folder.rglob("*") if path.is_file()]
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in files}


def test_d72_122_a_night_without_news_makes_nothing(
    noted: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dagster was told of each of 140 tables that it is as it was: 19 s of a processor for a night without a word."""
    home = copied(noted, tmp_path / "home")
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    monkeypatch.setenv("ANNALS_THREADS", "1")
    before = written(home)
    for _ in range(2):
        assert nightly(argparse.Namespace()) == 0
        assert capsys.readouterr().out.endswith("nothing is new, published\n")
    assert written(home) == before
    assert (home.root / "report.html").exists()


def test_d72_122_a_degraded_house_is_not_quiet_but_a_bad_file_of_the_inbox_is_no_reason(
    noted: Home, tmp_path: Path
) -> None:
    engine = engine_over(copied(noted, tmp_path / "home"))
    build = current(engine.home).ref.build  # type: ignore[union-attr]
    record_problem(engine.home, inbox_source("odd.bin"), "no export")
    assert standing(engine, build)
    record_problem(engine.home, "nightly", "the disk was full")
    assert standing(engine, build) is None


# --- a night that fails --------------------------------------------------------------------------------------------


def twice_the_first_row(path: Path) -> None:
    """Damage a file as a broken disk or program would: it is read, it has its old length, but a claim stands twice.

    A Parquet file names its places from the beginning, so what is missing to the old length fits before the footer.
    """
    length, rows = path.stat().st_size, pq.read_table(path)
    twice = pa.concat_tables([rows.slice(0, 1), rows.slice(0, 1), rows.slice(2)])
    pq.write_table(twice, path.with_suffix(".tmp"), compression="zstd", compression_level=19, store_schema=False)
    data = path.with_suffix(".tmp").read_bytes()
    path.with_suffix(".tmp").unlink()
    footer = 8 + int.from_bytes(data[-8:-4], "little")
    padding = length - len(data)
    assert padding >= 0
    path.chmod(0o600)
    path.write_bytes(data[:-footer] + bytes(padding) + data[-footer:])


def scheduled_night(instance: dg.DagsterInstance) -> Any:
    """What Dagster's daemon does: a tick of the schedule, the run that it asks for, the sensor of failures."""
    definitions = build_defs()
    repository = definitions.get_repository_def()
    context = dg.build_schedule_context(
        instance=instance,
        repository_def=repository,
        resources={"warehouse": WarehouseResource()},
        scheduled_execution_time=datetime(2026, 1, 1, 3, 30, tzinfo=UTC),
    )
    with context, dg.partition_loading_context(dynamic_partitions_store=instance):
        (asked,) = repository.get_schedule_def("nightly").evaluate_tick(context).run_requests or ()
    done = definitions.resolve_job_def("nightly").execute_in_process(
        instance=instance, partition_key=asked.partition_key, raise_on_error=False
    )
    if not done.success:
        noticed = dg.build_run_status_sensor_context(
            sensor_name="failed_runs", dagster_instance=instance, dagster_run=done.dagster_run,
            dagster_event=done.get_run_failure_event(),
        )  # fmt: skip
        failure_sensor()(noticed.for_run_failure())
    return done


def wrong(engine: Engine) -> dict[str, Finding]:
    return {finding.what: finding for finding in examine(engine) if not finding.is_well}


def readable(home: Home) -> list[tuple[Any, ...]]:
    with open_current(home) as opened:
        return opened.connection.execute("SELECT object, status FROM claims_readable ORDER BY 1").fetchall()


def still(path: Path) -> Path:
    """A file that was written long ago."""
    os.utime(path, (1_700_000_000, 1_700_000_000))
    return path


@pytest.fixture
def degraded(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Engine, BuildRef, Path]:
    """A published build, and a night on which a blocking check failed; the file that is to blame."""
    (tmp_path / "a.md").write_text(FIRST)
    engine = engine_over(home, own_rules(tmp_path / "own"))
    build = built(engine, still(tmp_path / "a.md"))
    own_rules(tmp_path / "own", without="works_at")
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path / "own"))
    monkeypatch.setenv("ANNALS_THREADS", "1")
    engine = engine_over(home, tmp_path / "own")
    outcome = engine.outcome_of(build, engine.house.writer_of("kg.assertions"))
    assert outcome is not None
    damaged = engine.contents.path(outcome.tables["kg.assertions"][0])
    shutil.copy2(damaged, tmp_path / "whole.parquet")
    twice_the_first_row(damaged)
    return engine, BuildRef(build), damaged


def test_d72_122_a_failed_check_at_night_keeps_what_is_published_and_a_good_night_mends_it(
    degraded: tuple[Engine, BuildRef, Path], tmp_path: Path
) -> None:
    engine, before, damaged = degraded
    with dagster_instance(engine.home) as instance:
        bad = scheduled_night(instance)
        assert not bad.success
        failed = [e for e in bad.get_asset_check_evaluations() if not e.passed]
        assert {e.check_name for e in failed} == {"contract"}
        assert "kg/assertion_temporalized" in {e.asset_key.to_user_string() for e in failed}
    assert current(engine.home).ref == before  # type: ignore[union-attr]
    assert engine.builds.generations(before.build) == [1], "nothing of the failed night is sealed"
    found, noted = wrong(engine), f"degraded (run {bad.run_id[:8]})"
    assert bad.run_id[:8] in found[noted].said
    assert "readers see the published build" in found[noted].mend
    assert str(damaged) in found["files"].said
    assert found["files"].mend == "rm that file, then annals build"

    publish_build(engine, engine.builds.load(before))
    assert noted in wrong(engine), "showing a build mends nothing"

    damaged.unlink()  # as doctor says
    assert nightly(argparse.Namespace()) == 0
    assert current(engine.home).ref == BuildRef(before.build, 2)  # type: ignore[union-attr]
    assert damaged.read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert wrong(engine) == {}


def test_the_command_notes_what_goes_wrong(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cron throws its output away: what `annals doctor` does not know nobody will."""
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    with pytest.raises(SourceError, match="there is no source yet"):
        nightly(argparse.Namespace())
    assert "there is no source yet" in wrong(engine_over(home))["degraded (nightly)"].said
    with Locks(home).warehouse_exclusive("gc"), pytest.raises(BusyError):
        nightly(argparse.Namespace())
    assert len(problems_of(home)) == 1, "being busy is nothing wrong"


def test_a_first_file_that_is_being_written_waits_and_is_no_fault(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file just dropped into an empty home was "no source yet: name one", and left the home degraded."""
    note = engine.home.inbox / "a.md"
    note.write_text(FIRST)
    dropped = note.stat().st_mtime + 3600  # so that no slow machine makes it still before it is looked at
    os.utime(note, (dropped, dropped))
    monkeypatch.setenv("ANNALS_HOME", str(engine.home.root))
    with pytest.raises(SourceError, match=r"a file in the inbox waits until .* inbox_settle_seconds \(5 s\)"):
        nightly(argparse.Namespace())
    assert problems_of(engine.home) == []
    assert request_tonight(engine, dropped + 6).sources
    assert names_of(engine) == {"a.md"}


def test_having_taken_the_last_source_back_is_no_fault(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every night after it would have made the home degraded until something else was built."""
    (tmp_path / "a.md").write_text(FIRST)
    request_build(engine, [tmp_path / "a.md"])
    ledger = open_ledger(engine.home)
    (source,) = registered(ledger)
    ledger.append("source_removed", {"export_sha256": source.export_sha256})
    monkeypatch.setenv("ANNALS_HOME", str(engine.home.root))
    with pytest.raises(SourceError, match="there is no source yet"):
        nightly(argparse.Namespace())
    assert problems_of(engine.home) == []


def test_a_build_given_up_for_one_that_knows_more_is_no_fault(engine: Engine, tmp_path: Path) -> None:
    """After a failed night newer sources make another build; the failed one would have been a fault for ever."""
    (tmp_path / "a.md").write_text(FIRST)
    first = built(engine, tmp_path / "a.md")
    (tmp_path / "b.md").write_text(LATER_ON)
    given_up = request_build(engine, [tmp_path / "b.md"]).build
    assert f"build {given_up}" in wrong(engine)
    added = [entry.body["export_sha256"] for entry in open_ledger(engine.home).entries(["source_added"])]
    open_ledger(engine.home).append("source_removed", {"export_sha256": added[-1]})
    assert request_tonight(engine, LATER).build == first
    assert wrong(engine) == {}


def _nobody() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        return process.pid


def test_a_resource_of_a_home_makes_no_other(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(tmp_path / "other"))
    assert WarehouseResource(home=str(engine.home.root)).engine().home == engine.home
    assert not (tmp_path / "other").exists()


def test_a_run_that_was_killed_does_not_block_the_next_night(engine: Engine, tmp_path: Path) -> None:
    """One run at a time: a run whose process is gone would keep every later one waiting."""
    (tmp_path / "a.md").write_text(FIRST)
    build = request_build(engine, [tmp_path / "a.md"]).build
    repository = build_defs(resources={"warehouse": WarehouseResource(home=str(engine.home.root))}).get_repository_def()
    with dagster_instance(engine.home) as instance:
        tags = {"dagster/partition": build, HOST_TAG: socket.gethostname(), PROCESS_TAG: f"{_nobody()}:1"}
        dead = dg.DagsterRun(job_name="build", tags=tags, status=dg.DagsterRunStatus.STARTED)
        instance.add_run(dead)
        context = dg.build_schedule_context(
            instance=instance, repository_def=repository,
            resources={"warehouse": WarehouseResource(home=str(engine.home.root))},
            scheduled_execution_time=datetime(2026, 1, 1, 3, 30, tzinfo=UTC),
        )  # fmt: skip
        with context, dg.partition_loading_context(dynamic_partitions_store=instance):
            (asked,) = repository.get_schedule_def("nightly").evaluate_tick(context).run_requests or ()
        assert asked.partition_key == build
        assert instance.get_run_by_id(dead.run_id).status is dg.DagsterRunStatus.FAILURE  # type: ignore[union-attr]
