"""What sensors and schedules decide, as pure functions first, then as Dagster calls them."""

import os
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster._utils.schedules import cron_string_iterator
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.definitions import build_defs
from kg_assets.engine.freshness import news
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import publish_build
from kg_assets.intake.asking import request_build
from kg_assets.intake.inbox import Seen, look, name_key, take, to_take
from kg_assets.orchestration.sensors.commands import untold
from kg_assets.orchestration.sensors.failures import failure_sensor, mended_sensor, mends
from kg_assets.report.week import page_of
from kg_assets.store.builds import Builds
from kg_assets.store.health import problems_of, record_problem
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks
from kg_assets.store.readonly import opened
from tests.conftest import EngineFor
from tests.worlds import copied

pytestmark = pytest.mark.whole

LATER = 4_000_000_000.0  # everything in the inbox has been still for long


class Given:
    """The resource `warehouse` of a test."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def engine(self) -> Engine:
        return self._engine


@pytest.fixture
def engine(home: Home, engine_for: EngineFor) -> Engine:
    return engine_for(home)


def drop(engine: Engine, name: str, words: str) -> Path:
    """Put a file into the inbox; one that was written long ago."""
    path = engine.home.inbox / name
    path.write_text(words)
    os.utime(path, (1_700_000_000, 1_700_000_000 + len(words)))
    return path


# --- the decisions -------------------------------------------------------------------------------------------------

_NAMES = st.sampled_from(["a.md", "b.json", "c.zip", "ä.md"])
_SEEN = st.builds(Seen, st.integers(0, 9), st.integers(0, 20).map(float))


@settings(max_examples=200)
@given(st.dictionaries(_NAMES, _SEEN), st.dictionaries(_NAMES, _SEEN), st.integers(0, 30), st.integers(0, 10))
def test_what_is_still_and_not_taken_is_taken(
    present: dict[str, Seen], before: dict[str, Seen], now: int, settle: int
) -> None:
    taken = {name_key(name): seen.mark() for name, seen in before.items()}
    names = to_take(present, taken, now, settle)
    assert names == sorted(names)
    for name, seen in present.items():
        is_known = before.get(name) == seen
        assert (name in names) == (not is_known and now - seen.changed >= settle)
    marks = taken | {name_key(name): present[name].mark() for name in names}
    assert to_take(present, marks, now, settle) == []


def test_an_inbox_that_cannot_be_read_is_not_an_empty_one(tmp_path: Path) -> None:
    """An unmounted inbox must not make the sensor forget what it has taken."""
    assert look(tmp_path / "gone") is None
    assert look(tmp_path) == {}
    assert to_take(None, {}, 0, 0) == []


_STATES = st.dictionaries(_NAMES, st.sampled_from(["fresh", "stale", "below"]))


@settings(max_examples=100)
@given(_STATES, _STATES)
def test_only_what_has_another_state_is_news(reported: Mapping[str, str], found: Mapping[str, str]) -> None:
    changed = news(reported, found)
    assert {name: reported.get(name) for name in found if name not in changed} == {
        name: found[name] for name in found if name not in changed
    }
    assert all(reported.get(name) != found[name] for name in changed)
    assert news({**reported, **found}, found) == []


def _run(run_id: str, status: str, build: str = "b", *tables: str) -> dg.DagsterRun:
    return dg.DagsterRun(
        job_name="build", run_id=run_id, status=dg.DagsterRunStatus[status], tags={"dagster/partition": build},
        asset_selection=frozenset(dg.AssetKey(table) for table in tables) or None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("newer", "failed", "is_mended"),
    [
        (_run("2", "SUCCESS"), _run("1", "FAILURE"), True),
        (_run("2", "FAILURE"), _run("1", "FAILURE"), False),
        (_run("2", "STARTED"), _run("1", "FAILURE"), False),
        (_run("1", "SUCCESS"), _run("1", "SUCCESS"), False),
        (_run("2", "SUCCESS", "other"), _run("1", "FAILURE"), False),
        (_run("2", "SUCCESS", "b", "x", "y"), _run("1", "FAILURE", "b", "x"), True),
        (_run("2", "SUCCESS", "b", "x"), _run("1", "FAILURE", "b", "x", "y"), False),
        (_run("2", "SUCCESS", "b", "x"), _run("1", "FAILURE"), False),
        (_run("2", "SUCCESS"), _run("1", "FAILURE", "b", "x"), True),
    ],
)
def test_a_run_mends_one_that_was_to_make_no_more_than_it(
    newer: dg.DagsterRun, failed: dg.DagsterRun, is_mended: bool
) -> None:
    assert mends(newer, failed) is is_mended


# --- taking the inbox in -------------------------------------------------------------------------------------------


def test_two_files_at_once_make_one_build_of_both(engine: Engine) -> None:
    drop(engine, "one.md", "# Monday\n\nRain all day.")
    drop(engine, "two.md", "# Tuesday\n\nThe garden dried.")
    taking = take(engine, {}, LATER)
    assert taking is not None
    assert taking.build is not None
    assert taking.refused == 0
    assert Builds(engine.home).requested() == [taking.build]
    request = engine.builds.request(taking.build)
    assert request is not None
    assert len(request["sources"]) == 2
    assert take(engine, taking.marks, LATER) is None


def test_a_bad_file_is_reported_and_does_not_stop_the_good_one(engine: Engine, noted: Home) -> None:
    copied(noted, engine.home.root)
    drop(engine, "bad.json", '{"no": "export"}')
    drop(engine, "good.md", "# Monday\n\nRain all day.")
    taking = take(engine, {}, LATER)
    assert taking is not None
    assert taking.build is not None
    assert taking.refused == 1
    assert ["bad.json" in problem["problem"] for problem in problems_of(engine.home)] == [True]
    with opened(engine.home) as shown:
        publish_build(engine, shown.manifest)
    assert len(problems_of(engine.home)) == 1, "a publication does not mend a file that still lies in the inbox"
    (engine.home.inbox / "bad.json").unlink()
    assert take(engine, taking.marks, LATER) is None
    assert problems_of(engine.home) == []


def test_a_bad_file_that_was_mended_is_taken(engine: Engine) -> None:
    drop(engine, "late.json", '{"no": "export"}')
    first = take(engine, {}, LATER)
    assert first is not None
    assert first.build is None
    drop(engine, "late.json", '[{"title": "x", "create_time": 1700000000.0, "mapping": {}, "id": "c1"}]')
    second = take(engine, first.marks, LATER)
    assert second is not None
    assert second.build is not None
    assert problems_of(engine.home) == []


def test_what_a_library_says_of_a_file_is_not_repeated(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(*_: object) -> None:
        raise ValueError("dear diary")

    drop(engine, "diary.md", "dear diary")
    monkeypatch.setattr("kg_assets.intake.inbox.register", burst)
    taking = take(engine, {}, LATER)
    assert taking is not None
    assert taking.build is None
    (problem,) = problems_of(engine.home)
    assert "ValueError" in problem["problem"]
    assert "dear" not in problem["problem"]


def test_while_the_warehouse_is_swept_nothing_is_lost(engine: Engine) -> None:
    """A file that came during `gc` was marked as taken and never looked at again."""
    drop(engine, "one.md", "# Monday\n\nRain all day.")
    with Locks(engine.home).warehouse_exclusive("gc"):
        assert take(engine, {}, LATER) is None
    taking = take(engine, {}, LATER)
    assert taking is not None
    assert taking.build is not None


# --- as Dagster calls them -----------------------------------------------------------------------------------------


def _defs(engine: Engine) -> dg.Definitions:
    return build_defs(resources={"warehouse": Given(engine)}, engine=engine)


def _look(name: str, engine: Engine, instance: dg.DagsterInstance, cursor: str | None = None) -> Any:
    """One tick of a sensor of the house."""
    repository = _defs(engine).get_repository_def()
    resources = {"warehouse": Given(engine)}
    context = dg.build_sensor_context(
        instance=instance, cursor=cursor, repository_def=repository, sensor_name=name, resources=resources
    )
    with context, dg.partition_loading_context(dynamic_partitions_store=instance):
        return repository.get_sensor_def(name).evaluate_tick(context)


def _night(engine: Engine, instance: dg.DagsterInstance) -> Any:
    """One tick of the nightly schedule."""
    repository = _defs(engine).get_repository_def()
    context = dg.build_schedule_context(
        instance=instance,
        repository_def=repository,
        resources={"warehouse": Given(engine)},
        scheduled_execution_time=datetime(2026, 1, 1, 3, 30, tzinfo=UTC),
    )
    with context, dg.partition_loading_context(dynamic_partitions_store=instance):
        return repository.get_schedule_def("nightly").evaluate_tick(context)


@pytest.mark.parametrize(
    ("name", "ticks"),
    [
        ("nightly", ["2026-01-02T03:30", "2026-01-03T03:30"]),
        ("weekly_digest", ["2026-01-05T06:00", "2026-01-12T06:00"]),
        ("weekly_compaction", ["2026-01-05T06:30", "2026-01-12T06:30"]),
    ],
)
def test_d72_149_every_schedule_has_a_next_tick(engine: Engine, name: str, ticks: list[str]) -> None:
    """The digest comes on Mondays, after the night."""
    schedule = _defs(engine).get_repository_def().get_schedule_def(name)
    begin = datetime(2026, 1, 1, 12, tzinfo=UTC).timestamp()
    found = cron_string_iterator(begin, str(schedule.cron_schedule), schedule.execution_timezone)
    assert [next(found).strftime("%Y-%m-%dT%H:%M") for _ in ticks] == ticks


def test_d72_149_the_weeks_jobs_write_the_digest_and_sweep(engine: Engine, noted: Home) -> None:
    copied(noted, engine.home.root)
    repository = _defs(engine).get_repository_def()
    with dg.DagsterInstance.ephemeral() as instance:
        for job in ("weekly_digest", "weekly_compaction"):
            definition = repository.get_job(job)
            done = definition.execute_in_process(instance=instance, resources={"warehouse": Given(engine)})
            assert done.success
    assert (engine.home.root / "digest.md").read_text(encoding="utf-8").startswith(("# The week of ", "The week "))
    assert Builds(engine.home).sealed()


def test_d72_149_a_digest_says_its_parts_in_order() -> None:
    rows = [
        {"section": section, "line": line, "week_start": "2026-01-05T00:00:00.000Z"}
        for section, line in (("stale", "3 things"), ("new", "Oslo, place"), ("new", "Anna, person"))
    ]
    text = page_of(rows)
    assert text.startswith("# The week of 2026-01-05\n\n## New\n\n- Oslo, place\n- Anna, person\n\n## Old\n")
    assert page_of([]) == "The week brought nothing new.\n"


def test_an_empty_inbox_is_skipped(engine: Engine) -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        assert _look("inbox", engine, instance).skip_message == "the inbox holds nothing new"


def test_names_of_files_do_not_reach_dagster(engine: Engine) -> None:
    drop(engine, "my secret plan.json", '{"no": "export"}')
    with dg.DagsterInstance.ephemeral() as instance:
        tick = _look("inbox", engine, instance)
        assert tick.cursor
        assert "secret" not in repr(tick)
        assert _look("inbox", engine, instance, tick.cursor).skip_message.startswith("the inbox holds nothing new; 1")
    assert "my secret plan.json" in problems_of(engine.home)[0]["problem"]


def test_a_refused_file_is_a_check_until_it_is_taken_away(engine: Engine) -> None:
    """A tick that had refused a file looked like one that had found nothing."""
    with dg.DagsterInstance.ephemeral() as instance:
        first = _look("inbox", engine, instance)
        assert [event.passed for event in first.asset_events] == [True]
        drop(engine, "bad.json", '{"no": "export"}')
        refused = _look("inbox", engine, instance, first.cursor)
        (event,) = refused.asset_events
        assert (event.asset_key.to_user_string(), event.check_name, event.passed) == (
            "kg/sources", "inbox_was_taken", False
        )  # fmt: skip
        assert "1 of its files could not be taken" in refused.skip_message
        again = _look("inbox", engine, instance, refused.cursor)
        assert not again.asset_events
        assert "1 of its files could not be taken" in again.skip_message
        (engine.home.inbox / "bad.json").unlink()
        gone = _look("inbox", engine, instance, refused.cursor)
        assert [event.passed for event in gone.asset_events] == [True]
        assert gone.skip_message == "the inbox holds nothing new"


def test_a_look_that_asks_for_a_build_says_what_it_took(engine: Engine) -> None:
    drop(engine, "bad.json", '{"no": "export"}')
    drop(engine, "one.md", "# Monday\n\nRain all day.")
    drop(engine, "two.md", "# Tuesday\n\nThe garden dried.")
    known = take(engine, {}, LATER)
    assert known is not None
    with dg.DagsterInstance.ephemeral() as instance:
        # A tick in a test cannot ask for a partition that it adds itself.
        instance.add_dynamic_partitions("builds", [str(known.build)])
        tick = _look("inbox", engine, instance)
    assert [request.tags["annals/inbox"] for request in tick.run_requests] == ["2 taken, 1 refused"]
    assert [event.passed for event in tick.asset_events] == [False]


def test_the_nightly_schedule_asks_for_a_build_of_all_sources(engine: Engine, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# Monday\n\nRain all day.")
    expected = request_build(engine, [note]).build
    with dg.DagsterInstance.local_temp(str(tmp_path)) as instance:
        (asked,) = _night(engine, instance).run_requests
        assert asked.partition_key == expected
        assert asked.tags["annals/news"] == "1 new source of 1"
        assert instance.get_dynamic_partitions("builds") == [expected]


def test_a_night_without_sources_is_skipped_and_reported(engine: Engine, tmp_path: Path) -> None:
    with dg.DagsterInstance.local_temp(str(tmp_path)) as instance:
        said = _night(engine, instance)
    assert "annals doctor" in said.skip_message
    assert [problem["source"] for problem in problems_of(engine.home)] == ["nightly"]


def test_a_failed_run_becomes_a_health_record(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(home.root))

    @dg.op
    def burst() -> None:
        raise ValueError("dear diary")

    @dg.job(name="build")
    def broken() -> None:
        burst()

    with dg.DagsterInstance.ephemeral() as instance:
        result = broken.execute_in_process(instance=instance, raise_on_error=False)
        context = dg.build_run_status_sensor_context(
            sensor_name="failed_runs",
            dagster_instance=instance,
            dagster_run=result.dagster_run,
            dagster_event=result.get_run_failure_event(),
        ).for_run_failure()
        said = failure_sensor()(context)
    (problem,) = problems_of(home)
    assert result.run_id[:8] in problem["problem"]
    assert "diary" not in problem["problem"]
    assert said.skip_message == f"noted for `annals doctor`: {problem['problem']}"


def test_a_run_of_the_same_strikes_a_failed_one_out(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was mended in the interface stood as degraded until the next publication."""
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    is_broken = True

    @dg.op
    def make() -> None:
        if is_broken:
            raise dg.Failure("not yet")

    @dg.job(name="build")
    def job() -> None:
        make()

    with dg.DagsterInstance.ephemeral() as instance:
        failed = job.execute_in_process(instance=instance, raise_on_error=False)
        noticed = dg.build_run_status_sensor_context(
            sensor_name="failed_runs", dagster_instance=instance,
            dagster_run=failed.dagster_run, dagster_event=failed.get_run_failure_event(),
        )  # fmt: skip
        failure_sensor()(noticed.for_run_failure())
        record_problem(home, "nightly", "another matter")
        assert len(problems_of(home)) == 2
        is_broken = False
        done = job.execute_in_process(instance=instance)
        mended = dg.build_run_status_sensor_context(
            sensor_name="mended_runs", dagster_instance=instance,
            dagster_run=done.dagster_run, dagster_event=done.get_run_success_event(),
        )  # fmt: skip
        said = mended_sensor()(mended)
        again = mended_sensor()(mended)
        # A look that comes late finds that it has been made since.
        late = failure_sensor()(noticed.for_run_failure())
    assert said.skip_message == f"struck out for `annals doctor`: run {failed.run_id[:8]}"
    assert again.skip_message == "no failed run was noted that this one mends"
    assert late.skip_message == f"run {failed.run_id[:8]} failed, and the same build has succeeded since"
    assert [problem["source"] for problem in problems_of(home)] == ["nightly"]


def test_a_key_that_was_mistyped_leaves_nothing_degraded(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run on a build that nobody asked for failed as it should, and `annals doctor` was not well for days."""
    monkeypatch.setenv("ANNALS_HOME", str(home.root))

    @dg.op
    def refuse() -> None:
        raise dg.Failure("no build 'last spring' was requested")

    @dg.job(name="build", tags={"dagster/partition": "last spring"})
    def mistyped() -> None:
        refuse()

    with dg.DagsterInstance.ephemeral() as instance:
        result = mistyped.execute_in_process(instance=instance, raise_on_error=False)
        context = dg.build_run_status_sensor_context(
            sensor_name="failed_runs",
            dagster_instance=instance,
            dagster_run=result.dagster_run,
            dagster_event=result.get_run_failure_event(),
        ).for_run_failure()
        said = failure_sensor()(context)
    assert problems_of(home) == []
    assert "nobody asked for its build" in said.skip_message


def test_freshness_is_told_once_and_again_when_it_changes(
    home: Home, engine_for: EngineFor, tmp_path: Path, small_home: Home
) -> None:
    engine = engine_for(copied(small_home, home.root))
    (build,) = engine.builds.requested()
    with dg.DagsterInstance.ephemeral() as instance:
        first = _look("freshness", engine, instance)
        checks = _checks(instance, engine, "up_to_date")
        assert [len(found) for found in checks.values()] == [1] * len(engine.house.tables)
        assert all(found[0].passed and found[0].partition == build for found in checks.values())
        assert first.asset_events, "the configuration files have versions too"
        assert f"build {build}: 0 tables stale, 0 below those, {len(checks)} up to date" in first.skip_message
        assert _look("freshness", engine, instance, first.cursor).skip_message == "nothing has changed"
        changed = tmp_path / "changed.yaml"
        changed.write_text("search:\n  title_words: 0.25\n")
        second = _look("freshness", engine_for(home, override=changed), instance, first.cursor)
        said = {name: found[0] for name, found in _checks(instance, engine, "up_to_date").items() if len(found) == 2}
    assert said["kg/search_index"].passed is False
    assert "search" in (said["kg/search_index"].description or "")
    assert "Jobs, build, Materialize" in str(said["kg/search_index"].metadata["mend"].value), "what to click"
    assert "annals backfill --stale" in str(said["kg/search_index"].metadata["mend"].value)
    assert "kg/messages" not in said
    assert f"build {build}: 1 table stale" in second.skip_message


def _checks(instance: dg.DagsterInstance, engine: Engine, name: str) -> dict[str, list[dg.AssetCheckEvaluation]]:
    """The results of a check of each table, the newest first."""
    found: dict[str, list[dg.AssetCheckEvaluation]] = {}
    for table in engine.house.tables:
        key = dg.AssetCheckKey(dg.AssetKey(table.split(".")), name)
        records = instance.event_log_storage.get_asset_check_execution_history(key, limit=100)
        results = [record.evaluation for record in records if record.evaluation is not None]
        if results:
            found[key.asset_key.to_user_string()] = results
    return found


@settings(max_examples=100)
@given(st.dictionaries(_NAMES, st.integers(1, 3)), st.dictionaries(_NAMES, st.integers(1, 3)))
def test_a_build_is_untold_until_its_newest_generation_was_told(newest: dict[str, int], told: dict[str, int]) -> None:
    waiting = untold(newest, told)
    assert waiting == sorted(waiting, reverse=True)
    assert {name for name in newest if name not in waiting} == {n for n in newest if told.get(n) == newest[n]}
    assert untold(newest, told | {name: newest[name] for name in waiting}) == []


def test_what_a_command_made_is_told_as_a_run_would_tell_it(engine: Engine, small_home: Home, tmp_path: Path) -> None:
    copied(small_home, engine.home.root)
    (build,) = engine.builds.requested()
    (tmp_path / "told").mkdir()
    with dg.DagsterInstance.local_temp(str(tmp_path / "told")) as instance:
        tick = _look("commands", engine, instance)
        contracts = _checks(instance, engine, "contract")
        assert {check.partition for found in contracts.values() for check in found} == {build}
        assert len(contracts) == len(engine.house.tables)
        assert tick.skip_message == f"told of {build}; 0 builds still to be told of"
        assert [request.partition_keys for request in tick.dynamic_partitions_requests] == [[build]]
        assert _look("commands", engine, instance).skip_message == "every build is known"
        told = _materializations(engine, instance)
    (tmp_path / "run").mkdir()
    with dg.DagsterInstance.local_temp(str(tmp_path / "run")) as instance:
        instance.add_dynamic_partitions("builds", [build])
        job = _defs(engine).resolve_job_def("build")
        assert job.execute_in_process(instance=instance, partition_key=build).success
        assert _look("commands", engine, instance).skip_message == "every build is known", "a run tells of itself"
        assert _materializations(engine, instance) == told


def test_what_a_run_made_is_told_again_after_the_folder_of_dagster_was_lost(
    engine: Engine, small_home: Home, tmp_path: Path
) -> None:
    """Every build stood as missing, since only what commands had made was thought to be unknown."""
    copied(small_home, engine.home.root)
    (build,) = engine.builds.requested()
    (tmp_path / "lost").mkdir()
    with dg.DagsterInstance.local_temp(str(tmp_path / "lost")) as instance:
        instance.add_dynamic_partitions("builds", [build])
        job = _defs(engine).resolve_job_def("build")
        assert job.execute_in_process(instance=instance, partition_key=build).success
        before = _materializations(engine, instance)
    shutil.rmtree(tmp_path / "lost")
    (tmp_path / "new").mkdir()
    with dg.DagsterInstance.local_temp(str(tmp_path / "new")) as instance:
        assert instance.get_latest_materialization_event(dg.AssetKey(["kg", "messages"])) is None
        tick = _look("commands", engine, instance)
        assert [request.partition_keys for request in tick.dynamic_partitions_requests] == [[build]]
        assert _materializations(engine, instance) == before


def _materializations(engine: Engine, instance: dg.DagsterInstance) -> dict[str, Any]:
    """What the page of each table says of its newest materialization, without what only a run can tell."""
    found: dict[str, Any] = {}
    for table in [*engine.house.tables, "kg.publication"]:
        event = instance.get_latest_materialization_event(dg.AssetKey(table.split(".")))
        assert event is not None, table
        assert event.asset_materialization is not None
        made = event.asset_materialization
        metadata = {k: v for k, v in made.metadata.items() if k not in ("seconds", "reused", "why")}
        tags = {k: v for k, v in (made.tags or {}).items() if k.startswith(("dagster/data", "dagster/code"))}
        read = {k: v for k, v in (made.tags or {}).items() if k.startswith("dagster/input_data_version")}
        found[table] = (made.partition, metadata, *((tags, read) if table != "kg.publication" else ()))
    return found


def test_stale_builds_are_asked_for_once(home: Home, engine_for: EngineFor, tmp_path: Path, small_home: Home) -> None:
    engine = engine_for(copied(small_home, home.root))
    (build,) = engine.builds.requested()
    changed = tmp_path / "changed.yaml"
    changed.write_text("search:\n  title_words: 0.25\n")
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("builds", [build])
        assert _look("stale_builds", engine, instance).skip_message == "every build is up to date"
        asked = [_look("stale_builds", engine_for(home, override=changed), instance) for _ in range(2)]
    assert [[request.partition_key for request in tick.run_requests] for tick in asked] == [[build], [build]]
    assert len({tick.run_requests[0].run_key for tick in asked}) == 1, "Dagster starts one run per key"


def test_a_build_that_a_command_made_is_told_once(engine: Engine, small_home: Home, tmp_path: Path) -> None:
    copied(small_home, engine.home.root)
    (build,) = engine.builds.requested()
    with dg.DagsterInstance.local_temp(str(tmp_path)) as instance:
        tick = _look("commands", engine, instance)
        contracts = _checks(instance, engine, "contract")
        assert {check.partition for found in contracts.values() for check in found} == {build}
        assert len(contracts) == len(engine.house.tables)
        assert [request.partition_keys for request in tick.dynamic_partitions_requests] == [[build]]
        assert _look("commands", engine, instance).skip_message == "every build is known"


def test_a_problem_is_noted_once(home: Home) -> None:
    record_problem(home, "run", "x")
    record_problem(home, "run", "x")
    assert problems_of(home) == [{"source": "run", "problem": "x"}]
