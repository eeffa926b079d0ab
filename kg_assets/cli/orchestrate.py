"""Runs the job `nightly` through Dagster from a command, and sets up Dagster's storage in a home.

Of the modules below `definitions` only this one loads `definitions`: by name, and only when the job runs.
"""

import atexit
import gc
import importlib
import os
import shutil
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kg_assets.core.errors import FULL_DISK, AnnalsError, WarehouseError, is_of_full_disk
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import holding
from kg_assets.orchestration.dead_runs import HOST_TAG, PARTITIONS, PROCESS_TAG, process_mark, report_dead_runs
from kg_assets.store.files import write_atomic
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks

_INSTANCE_CONFIG = b"""\
# Written by annals; edit freely, it is only written when missing.
telemetry:
  enabled: false
# No request for an e-mail address before the first page.
nux:
  enabled: false
# What a step prints is not kept: a library's warning may quote a person's words.
compute_logs:
  module: dagster._core.storage.noop_compute_log_manager
  class: NoOpComputeLogManager
concurrency:
  runs:
    max_concurrent_runs: 1
"""
# With less free space than this SQLite cannot open its own files: it needs as much for the index of its log.
_LEAST_ROOM = 64 << 10


class _Given:
    """Stands in for Dagster's resource `warehouse` when a command runs the job: its `engine` is the engine that the
    command made."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def engine(self) -> Engine:
        return self._engine


def _configuration(home: Home) -> Path:
    return home.dagster / "dagster.yaml"


@contextmanager
def dagster_instance(home: Home) -> Iterator[Any]:
    """Dagster's instance in this home. It is created under a lock, as two processes doing so at once would
    break it.
    """
    configuration = _configuration(home)
    os.environ["DAGSTER_HOME"] = str(home.dagster)
    os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "yes")
    with _uncollected():
        dagster = importlib.import_module("dagster")
    with _full_disk_told(home.dagster), _instance(home, dagster, configuration) as instance:
        yield instance


@contextmanager
def _instance(home: Home, dagster: Any, configuration: Path) -> Iterator[Any]:
    with _uncollected(), Locks(home).publication("preparing Dagster's storage"):
        if not configuration.exists():
            write_atomic(configuration, _INSTANCE_CONFIG)
        instance = dagster.DagsterInstance.get()
        instance.get_runs(limit=1)
        instance.get_dynamic_partitions(PARTITIONS)
    with instance:
        yield instance


@contextmanager
def _full_disk_told(folder: Path) -> Iterator[None]:
    """Raise FULL_DISK if an error of Dagster's storage comes from a full disk, in whatever words SQLite reports it."""
    try:
        yield
    except AnnalsError:
        raise
    except Exception as error:
        # SQLite may call it an error of input and output, or say that it cannot open the file.
        if is_of_full_disk(error) or _is_full(folder):
            raise WarehouseError(FULL_DISK) from error
        raise


def _is_full(folder: Path) -> bool:
    return shutil.disk_usage(folder).free < _LEAST_ROOM


def materialize(engine: Engine, build: str) -> Mapping[str, StageOutcome]:
    """Run the job `nightly` for a build in this process. A failed run raises an error with the message of the failed
    step."""
    with holding(engine, build, f"annals nightly {build}"), dagster_instance(engine.home) as instance:
        report_dead_runs(engine, instance, building=build)
        instance.add_dynamic_partitions(PARTITIONS, [build])
        job = _nightly_job(engine)
        engine.outcomes.clear()
        tags = {HOST_TAG: socket.gethostname(), PROCESS_TAG: process_mark(os.getpid())}
        result = job.execute_in_process(instance=instance, partition_key=build, raise_on_error=False, tags=tags)
        if not result.success:
            raise WarehouseError(FULL_DISK if _is_full(engine.home.dagster) else _failure(result))
    return engine.outcomes


def _nightly_job(engine: Engine) -> Any:
    with _uncollected():
        dagster = importlib.import_module("dagster")
        definitions = importlib.import_module("kg_assets.definitions")
        resource = dagster.ResourceDefinition.hardcoded_resource(_Given(engine))
        defs = definitions.build_defs(resources={"warehouse": resource}, engine=engine)
        return defs.resolve_job_def(definitions.NIGHTLY_JOB)


@contextmanager
def _uncollected() -> Iterator[None]:
    """A context without garbage collection. Objects made meanwhile live as long as the process, and looking through
    them took a seventh of a short build."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        # At the end of the process everything must be collected: native libraries report what is left as leaks.
        atexit.register(gc.unfreeze)


def _failure(result: Any) -> str:
    for event in result.all_events:
        data = event.event_specific_data
        if event.event_type_value == "STEP_FAILURE" and data is not None:
            if data.user_failure_data is not None and data.user_failure_data.description:
                return str(data.user_failure_data.description)
            error = data.error
            return f"step {event.step_key} failed: {error.cls_name if error else 'unknown error'}"
    return "the run failed before its first step"
