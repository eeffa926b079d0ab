"""Running builds through Dagster from a command, so that the interface shows what the command did.

This is the one place below `definitions` that reaches up to it, by name and only when a build is run.
"""

import importlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from kg_assets.core.errors import WarehouseError
from kg_assets.store.files import write_atomic
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks, build_lock
from kg_assets.store.runner import Engine, StageOutcome
from kg_assets.store.session import holding

_INSTANCE_CONFIG = b"""\
# Written by annals; edit freely, it is only written when missing.
telemetry:
  enabled: false
concurrency:
  runs:
    max_concurrent_runs: 1
"""
_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


class _Given:
    """The resource `warehouse` of a command: the engine that it has already."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def engine(self) -> Engine:
        return self._engine


@contextmanager
def dagster_instance(home: Home) -> Iterator[Any]:
    """Dagster's instance in this home, made under a lock: two processes that make it at once would break it."""
    configuration = home.dagster / "dagster.yaml"
    os.environ["DAGSTER_HOME"] = str(home.dagster)
    os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "yes")
    dagster = importlib.import_module("dagster")
    with Locks(home).publication("preparing Dagster's storage"):
        if not configuration.exists():
            write_atomic(configuration, _INSTANCE_CONFIG)
        instance = dagster.DagsterInstance.get()
        instance.get_runs(limit=1)
        instance.get_dynamic_partitions("builds")
    with instance:
        yield instance


def materialize(engine: Engine, build: str) -> Mapping[str, StageOutcome]:
    """Run the job `build` on a build in this process; an error is the words of the step that failed."""
    dagster = importlib.import_module("dagster")
    with holding(engine, build, f"annals build {build}"), dagster_instance(engine.home) as instance:
        report_dead_runs(engine, instance, building=build)
        instance.add_dynamic_partitions("builds", [build])
        definitions = importlib.import_module("kg_assets.definitions")
        resource = dagster.ResourceDefinition.hardcoded_resource(_Given(engine))
        defs = definitions.build_defs(resources={"warehouse": resource})
        job = defs.resolve_job_def(definitions.BUILD_JOB)
        engine.outcomes.clear()
        result = job.execute_in_process(instance=instance, partition_key=build, raise_on_error=False, run_config=_QUIET)
        if not result.success:
            raise WarehouseError(_failure(result))
    return engine.outcomes


def report_dead_runs(engine: Engine, instance: Any, building: str | None = None) -> int:
    """Runs that still stand as started although nobody holds their build's lock: their process was killed."""
    dagster = importlib.import_module("dagster")
    started = instance.get_runs(dagster.RunsFilter(statuses=[dagster.DagsterRunStatus.STARTED]))
    dead = 0
    for run in started:
        build = run.tags.get("dagster/partition")
        if build and (build == building or Locks(engine.home).is_free(build_lock(build))):
            instance.report_run_failed(run, message="the process of this run was stopped; a rerun goes on from there")
            dead += 1
    return dead


def _failure(result: Any) -> str:
    for event in result.all_events:
        data = event.event_specific_data
        if event.event_type_value == "STEP_FAILURE" and data is not None:
            if data.user_failure_data is not None and data.user_failure_data.description:
                return str(data.user_failure_data.description)
            error = data.error
            return f"step {event.step_key} failed: {error.cls_name if error else 'unknown error'}"
    return "the run failed before its first step"
