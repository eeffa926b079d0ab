"""The failure sensor: a failed run becomes a health record, so that `annals doctor` says the system is degraded."""

import dagster as dg

from kg_assets.store.health import record_problem
from kg_assets.store.home import Home


def failure_sensor() -> dg.SensorDefinition:
    @dg.run_failure_sensor(
        name="failed_runs",
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Notes a failed run in the home's health record; the published build stays as it was.",
    )
    def failed_runs(context: dg.RunFailureSensorContext) -> None:
        run = context.dagster_run
        build = run.tags.get("dagster/partition", "no build")
        record_problem(Home.from_environment(), "run", f"run {run.run_id[:8]} of {run.job_name} on {build} failed")

    return failed_runs
