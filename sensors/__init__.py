"""Sensors of Dagster. They are made in `kg_assets.orchestration.sensors`; this folder only gives them the usual
name. An installed package does not hold it, because another program may have `sensors` too."""

from kg_assets.orchestration.sensors.commands import commands_sensor
from kg_assets.orchestration.sensors.failures import failure_sensor, mended_sensor
from kg_assets.orchestration.sensors.freshness import freshness_sensor, stale_builds_sensor
from kg_assets.orchestration.sensors.inbox import inbox_sensor

__all__ = [
    "commands_sensor", "failure_sensor", "freshness_sensor", "inbox_sensor", "mended_sensor", "stale_builds_sensor",
]  # fmt: skip
