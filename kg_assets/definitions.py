"""Puts the house together for Dagster: assets, checks, jobs, schedules, sensors, resources. Nothing is decided here."""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from kg_assets.core.config import config_from_environment
from kg_assets.house import HOUSE
from kg_assets.store.assets import config_assets, freshness_checks, publication_asset, stage_assets
from kg_assets.store.home import Home
from kg_assets.store.runner import Engine
from resources.warehouse import WarehouseResource
from schedules.nightly import nightly_schedule
from sensors.failures import failure_sensor
from sensors.inbox import inbox_sensor

BUILD_JOB = "build"


def build_defs(resources: Mapping[str, Any] | None = None) -> dg.Definitions:
    """The one assembly: production takes it as it is, tests and commands give it other resources."""
    config = config_from_environment(HOUSE.sections)
    # Only for code versions: what a run writes to comes from its own resource.
    engine = Engine(Home.from_environment(), HOUSE, config)
    stages = [stage_assets(HOUSE, stage, engine) for stage in HOUSE.stages]
    publication = publication_asset(HOUSE)
    freshness = freshness_checks(HOUSE)
    everything = dg.AssetSelection.assets(*stages, publication) - dg.AssetSelection.checks(freshness)
    serve = config.section("serve")
    return dg.Definitions(
        assets=[*stages, publication, *config_assets(HOUSE, config)],
        asset_checks=[freshness],
        jobs=[
            dg.define_asset_job(
                BUILD_JOB,
                selection=everything,
                description="Every stage of one build, then its publication.",
            ),
            dg.define_asset_job(
                "build_in_processes",
                selection=everything,
                description="The same with a process per step, at most two at once.",
                executor_def=dg.multiprocess_executor.configured({"max_concurrent": 2}),
                tags={"annals/steps": "processes"},
            ),
        ],
        executor=dg.in_process_executor,
        schedules=[nightly_schedule(serve.nightly_cron, serve.nightly_timezone)],
        sensors=[inbox_sensor(serve.inbox_poll_seconds), failure_sensor()],
        resources=dict(resources) if resources is not None else {"warehouse": WarehouseResource()},
    )


defs = build_defs()
