"""Schedules of Dagster. They ship as `kg_assets.orchestration.schedules`: a top level is shared with others."""

from kg_assets.orchestration.schedules import nightly_schedule
from kg_assets.orchestration.weekly import weekly_schedules

__all__ = ["nightly_schedule", "weekly_schedules"]
