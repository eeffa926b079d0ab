"""The failure sensor: a failed run becomes a health record, so that `annals doctor` says the system is degraded."""

import dagster as dg

from kg_assets.store.builds import Builds
from kg_assets.store.health import record_problem
from kg_assets.store.home import Home

_PARTITION = "dagster/partition"


def is_over(failed: dg.DagsterRun, newest: dg.DagsterRun | None) -> bool:
    """Whether the same build has succeeded since: sensors look some time after a run has failed."""
    return newest is not None and newest.run_id != failed.run_id and newest.status is dg.DagsterRunStatus.SUCCESS


def problem_of(run: dg.DagsterRun) -> str:
    """One line about a failed run; what failed stands in the interface, under the run's id."""
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
        tags = {key: value for key, value in run.tags.items() if key == _PARTITION}
        newest = context.instance.get_runs(dg.RunsFilter(job_name=run.job_name, tags=tags), limit=1)
        if is_over(run, newest[0] if newest else None):
            return dg.SkipReason(f"run {run.run_id[:8]} failed, and the same build has succeeded since")
        build = run.tags.get(_PARTITION)
        if build is not None and build not in Builds(Home.from_environment()).requested():
            return dg.SkipReason(f"run {run.run_id[:8]} failed: nobody asked for its build, so no data is the worse")
        record_problem(Home.from_environment(), "run", problem_of(run))
        return dg.SkipReason(f"noted for `annals doctor`: {problem_of(run)}")

    return failed_runs
