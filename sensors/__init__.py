"""Sensors of Dagster. They ship as `kg_assets.orchestration.sensors`: a top level is shared with others."""

from kg_assets.orchestration.sensors.commands import commands_sensor
from kg_assets.orchestration.sensors.failures import failure_sensor, mended_sensor
from kg_assets.orchestration.sensors.freshness import freshness_sensor, stale_builds_sensor
from kg_assets.orchestration.sensors.inbox import inbox_sensor

__all__ = [
    "commands_sensor", "failure_sensor", "freshness_sensor", "inbox_sensor", "mended_sensor", "stale_builds_sensor",
]  # fmt: skip
