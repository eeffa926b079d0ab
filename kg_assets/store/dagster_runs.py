"""What Dagster has on record of builds, brought in line with the warehouse: dead runs, partitions, what commands made.

Dagster is imported only where it is needed: most commands do without it.
"""

import importlib
from collections.abc import Iterable
from typing import Any

from kg_assets.store.locks import Locks, build_lock
from kg_assets.store.runner import Engine

PARTITIONS = "builds"
PARTITION_TAG = "dagster/partition"
_KILLED = "the process of this run was stopped; a rerun goes on from what it had committed"


def report_dead_runs(engine: Engine, instance: Any, building: str | None = None) -> int:
    """Runs that still stand as started although nobody holds their build's lock: their process was killed."""
    dagster = importlib.import_module("dagster")
    # A run takes its locks before it is reported as started, so a started run without a lock has no process.
    statuses = [dagster.DagsterRunStatus.STARTED, dagster.DagsterRunStatus.CANCELING]
    dead = 0
    for run in instance.get_runs(dagster.RunsFilter(statuses=statuses)):
        build = run.tags.get(PARTITION_TAG)
        if build and (build == building or Locks(engine.home).is_free(build_lock(build))):
            instance.report_run_failed(run, message=_KILLED)
            dead += 1
    return dead


def renew_partitions(engine: Engine, instance: Any) -> None:
    """Make Dagster's partitions the builds that were asked for; those that `gc` removed go, with their runs."""
    dagster = importlib.import_module("dagster")
    wanted = engine.builds.requested()
    for build in sorted(set(instance.get_dynamic_partitions(PARTITIONS)) - set(wanted)):
        if Locks(engine.home).is_free(build_lock(build)):
            for run in instance.get_runs(dagster.RunsFilter(tags={PARTITION_TAG: build})):
                instance.delete_run(run.run_id)
            instance.delete_dynamic_partition(PARTITIONS, build)
    instance.add_dynamic_partitions(PARTITIONS, wanted)


def tell(instance: Any, build: str, teller: str, events: Iterable[Any]) -> None:
    """Put materializations and check results of a build on record, under a run of their own in the teller's name.

    Dagster keeps one result of a check per run and partition: results without a run exclude each other.
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
