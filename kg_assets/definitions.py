"""Puts together all that Dagster loads: assets, checks, jobs, schedules, sensors, resources. Nothing is decided
here."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import dagster as dg

from kg_assets.core.config import load_usable, override_from_environment
from kg_assets.engine.runner import Engine
from kg_assets.house import HOUSE
from kg_assets.orchestration.config_assets import config_assets, readable_checks
from kg_assets.orchestration.executors import in_process_executor, process_executor
from kg_assets.orchestration.house_checks import freshness_checks, inbox_check
from kg_assets.orchestration.night import night_asset
from kg_assets.orchestration.publication import house_check, publication_asset
from kg_assets.orchestration.published import PublishedHouse
from kg_assets.orchestration.report import report_asset
from kg_assets.orchestration.schedules import nightly_schedule
from kg_assets.orchestration.sensors.commands import commands_sensor
from kg_assets.orchestration.sensors.failures import failure_sensor, mended_sensor
from kg_assets.orchestration.sensors.freshness import freshness_sensor, stale_builds_sensor
from kg_assets.orchestration.sensors.inbox import inbox_sensor
from kg_assets.orchestration.stage_assets import stage_assets
from kg_assets.orchestration.warehouse import STEPS_IN_PROCESSES, STEPS_TAG, WarehouseResource
from kg_assets.orchestration.weekly import weekly_jobs, weekly_schedules
from kg_assets.store.home import Home

BUILD_JOB = "build"
NIGHTLY_JOB = "nightly"
# The terminal stays quiet; every event stands in the interface.
_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


def build_defs(resources: Mapping[str, Any] | None = None, engine: Engine | None = None) -> dg.Definitions:
    """All that Dagster loads: assets, checks, jobs, schedules, sensors and resources.

    `resources` take the place of the usual ones of the same name, for tests and commands. `engine` is
    asked only for configuration and code versions; a run works with the engine of the resource
    `warehouse`.
    """
    if engine is None:
        engine = Engine(Home.from_environment(), HOUSE, load_usable(HOUSE.sections, override_from_environment()))
    config = engine.config
    made = {stage.name: stage_assets(HOUSE, stage, engine) for stage in HOUSE.stages}
    publication = publication_asset(HOUSE)
    report, night = report_asset(), night_asset()
    # These look at more than the build that a run makes.
    looking = [freshness_checks(HOUSE), inbox_check(HOUSE), readable_checks(HOUSE)]
    answering = house_check(HOUSE)
    everything = dg.AssetSelection.assets(*made.values(), publication) - dg.AssetSelection.checks(*looking)
    serve = config.section("serve")
    return dg.Definitions(
        assets=[*made.values(), publication, report, night, *config_assets(HOUSE, config)],
        asset_checks=[*looking, answering],
        jobs=[
            dg.define_asset_job(
                BUILD_JOB,
                selection=everything,
                description="Every stage of one build, then its publication.",
                config=_QUIET,
            ),
            dg.define_asset_job(
                NIGHTLY_JOB,
                selection=everything | dg.AssetSelection.assets(report, night),
                description="Every stage of one build, its publication, the report of what is published then, and the "
                "story of the night.",
                config=_QUIET,
            ),
            dg.define_asset_job(
                "build_in_processes",
                selection=everything,
                description="The same with a process per step, at most two at once.",
                config=_QUIET,
                executor_def=process_executor.configured({"max_concurrent": 2}),
                tags={STEPS_TAG: STEPS_IN_PROCESSES},
            ),
            *weekly_jobs(),
        ],
        executor=in_process_executor,
        schedules=[
            nightly_schedule(serve.nightly_cron, serve.nightly_timezone),
            *weekly_schedules(serve.weekly_digest_cron, serve.weekly_compaction_cron, serve.nightly_timezone),
        ],
        sensors=[
            inbox_sensor(serve.inbox_poll_seconds),
            commands_sensor(serve.inbox_poll_seconds, serve.builds_per_look),
            failure_sensor(),
            mended_sensor(),
            freshness_sensor(serve.freshness_poll_seconds, serve.builds_per_look),
            stale_builds_sensor(serve.freshness_poll_seconds),
        ],
        resources={"warehouse": WarehouseResource(), "house": PublishedHouse(), **(resources or {})},
    )


def __getattr__(name: str) -> dg.Definitions:
    """Make `defs`, which Dagster loads, when it is first asked for. A command that calls `build_defs`
    itself is spared the time."""
    if name != "defs":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _defs()


@cache
def _defs() -> dg.Definitions:
    return build_defs()


def __dir__() -> list[str]:
    return [*globals(), "defs"]
