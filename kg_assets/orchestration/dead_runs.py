"""Brings Dagster's records of builds in line with the warehouse: dead runs, partitions, and what commands
made.

Dagster is imported only where it is needed, as most commands do without it.
"""

import importlib
import os
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kg_assets.engine.runner import Engine
from kg_assets.store.locks import Locks, build_lock

PARTITIONS = "builds"
PARTITION_TAG = "dagster/partition"
HOST_TAG = "annals/host"
PROCESS_TAG = "annals/process"
_KILLED = "the process of this run was stopped; a rerun goes on from what it had committed"


def mark_run(instance: Any, run_id: str) -> None:
    """Tag a run with this machine and this process, which works on it."""
    instance.add_run_tags(run_id, {HOST_TAG: socket.gethostname(), PROCESS_TAG: process_mark(os.getpid())})


def process_mark(process: int) -> str:
    """A text by which a process is known again: its id and, where it can be found out, its start time, because a later
    process may have the same id."""
    state = _state_of(process)
    return f"{process}:{state[1]}" if state else f"{process}:"


def is_running(mark: str) -> bool:
    """Whether the process that a mark names is still alive on this machine."""
    number, _, began = mark.partition(":")
    if not number.isdigit():
        return False
    state = _state_of(int(number))
    if state is not None:
        return state[0] != "Z" and (not began or state[1] == began)
    if Path("/proc/self/stat").exists():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _state_of(process: int) -> tuple[str, str] | None:
    """A process's state letter and start time from `/proc`; None where it is gone or there is no `/proc`."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return fields[0], fields[19]


def report_dead_runs(engine: Engine, instance: Any, building: str | None = None) -> int:
    """Report to Dagster as failed every run whose process on this machine is gone while nobody holds the lock on its
    build. Returns how many.

    For the build `building` the lock is not checked, as the caller holds it. Runs of other machines and runs without a
    mark are left alone; the interface can end them.
    """
    dagster = importlib.import_module("dagster")
    statuses = [dagster.DagsterRunStatus.STARTED, dagster.DagsterRunStatus.CANCELING]
    dead = 0
    for run in instance.get_runs(dagster.RunsFilter(statuses=statuses)):
        build, mark = run.tags.get(PARTITION_TAG), run.tags.get(PROCESS_TAG)
        if not build or mark is None or run.tags.get(HOST_TAG) != socket.gethostname() or is_running(mark):
            continue
        if build == building or Locks(engine.home).is_free(build_lock(build)):
            instance.report_run_failed(run, message=_KILLED)
            dead += 1
    return dead


def renew_partitions(engine: Engine, instance: Any) -> None:
    """Make Dagster's partitions equal to the builds that are requested. A partition whose build is gone is deleted
    with its runs, unless somebody holds the build's lock."""
    dagster = importlib.import_module("dagster")
    wanted = engine.builds.requested()
    for build in sorted(set(instance.get_dynamic_partitions(PARTITIONS)) - set(wanted)):
        if Locks(engine.home).is_free(build_lock(build)):
            for run in instance.get_runs(dagster.RunsFilter(tags={PARTITION_TAG: build})):
                instance.delete_run(run.run_id)
            instance.delete_dynamic_partition(PARTITIONS, build)
    instance.add_dynamic_partitions(PARTITIONS, wanted)


def tell(instance: Any, build: str, teller: str, events: Iterable[Any]) -> None:
    """Record Dagster events about a build, under a new Dagster run with the job name `teller`.

    Dagster keeps one result of a check for each run and partition, so of results without a run only one would be kept.
    """
    core = importlib.import_module("dagster._core.events")
    dagster = importlib.import_module("dagster")
    success = dagster.DagsterRunStatus.SUCCESS
    run = instance.add_run(dagster.DagsterRun(job_name=teller, tags={PARTITION_TAG: build}, status=success))
    for event in events:
        is_made = isinstance(event, dagster.AssetMaterialization)
        kind = core.DagsterEventType.ASSET_MATERIALIZATION if is_made else core.DagsterEventType.ASSET_CHECK_EVALUATION
        data = core.StepMaterializationData(event) if is_made else event
        instance.report_dagster_event(
            core.DagsterEvent(event_type_value=kind.value, job_name=teller, event_specific_data=data), run.run_id
        )
