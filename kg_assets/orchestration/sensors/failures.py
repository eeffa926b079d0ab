"""Two sensors on how runs end: a failed run is noted as a problem, and the problem is removed when a later run
makes the same.

So `annals doctor` says that the system is degraded exactly as long as it is.
"""

from collections.abc import Sequence

import dagster as dg

from kg_assets.store.builds import Builds
from kg_assets.store.health import clear_problems, problems_of, record_problem, run_source
from kg_assets.store.home import Home

_PARTITION = "dagster/partition"
_MOST_LOOKED_AT = 50  # runs; as many problems are kept


def mends(newer: dg.DagsterRun, failed: dg.DagsterRun) -> bool:
    """Whether a newer, successful run of the same job on the same build made all that the failed run was to
    make.
    """
    if newer.run_id == failed.run_id or newer.status is not dg.DagsterRunStatus.SUCCESS:
        return False
    if newer.job_name != failed.job_name or newer.tags.get(_PARTITION) != failed.tags.get(_PARTITION):
        return False
    if newer.asset_selection is None:
        return True
    return failed.asset_selection is not None and failed.asset_selection <= newer.asset_selection


def problem_of(run: dg.DagsterRun) -> str:
    """One line about a failed run. Its cause is shown in the interface, under the run's id."""
    build = run.tags.get(_PARTITION)
    return f"run {run.run_id[:8]} of {run.job_name} on {f'build {build}' if build else 'no build'} failed"


def failure_sensor() -> dg.SensorDefinition:
    @dg.run_failure_sensor(
        name="failed_runs",
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Notes a failed run in the home's health record; the published build stays as it was.",
    )
    def failed_runs(context: dg.RunFailureSensorContext) -> dg.SkipReason:
        run = context.dagster_run
        # Sensors look some time after a run has failed.
        if any(mends(newer, run) for newer in _later(context.instance, run)):
            return dg.SkipReason(f"run {run.run_id[:8]} failed, and the same build has succeeded since")
        build = run.tags.get(_PARTITION)
        if build is not None and build not in Builds(Home.from_environment()).requested():
            return dg.SkipReason(f"run {run.run_id[:8]} failed: nobody asked for its build, so no data is the worse")
        record_problem(Home.from_environment(), run_source(run.run_id), problem_of(run))
        return dg.SkipReason(f"noted for `annals doctor`: {problem_of(run)}")

    return failed_runs


def mended_sensor() -> dg.SensorDefinition:
    @dg.run_status_sensor(
        name="mended_runs",
        run_status=dg.DagsterRunStatus.SUCCESS,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Strikes a failed run out of the home's health record once the same has been made.",
    )
    def mended_runs(context: dg.RunStatusSensorContext) -> dg.SkipReason:
        run, home = context.dagster_run, Home.from_environment()
        noted = {problem["source"] for problem in problems_of(home)}
        failed = _runs_like(context.instance, run, [dg.DagsterRunStatus.FAILURE])
        over = {run_source(one.run_id) for one in failed if mends(run, one)} & noted
        if not over:
            return dg.SkipReason("no failed run was noted that this one mends")
        clear_problems(home, lambda source: source in over)
        return dg.SkipReason(f"struck out for `annals doctor`: {', '.join(sorted(over))}")

    return mended_runs


def _later(instance: dg.DagsterInstance, run: dg.DagsterRun) -> list[dg.DagsterRun]:
    """The runs of the same job on the same build that are newer than this one, among the newest
    _MOST_LOOKED_AT.
    """
    newest = _runs_like(instance, run)
    ids = [one.run_id for one in newest]
    return list(newest[: ids.index(run.run_id)]) if run.run_id in ids else list(newest)


def _runs_like(
    instance: dg.DagsterInstance, run: dg.DagsterRun, statuses: Sequence[dg.DagsterRunStatus] = ()
) -> Sequence[dg.DagsterRun]:
    """The newest runs of this run's job on its build, at most _MOST_LOOKED_AT; only with these statuses, if
    any are given.
    """
    tags = {key: value for key, value in run.tags.items() if key == _PARTITION}
    wanted = dg.RunsFilter(job_name=run.job_name, tags=tags, statuses=list(statuses))
    return instance.get_runs(wanted, limit=_MOST_LOOKED_AT)
