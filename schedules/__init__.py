"""Schedules of Dagster. They are made in `kg_assets.orchestration`; this folder only gives them the usual name. An
installed package does not hold it, because another program may have `schedules` too."""

from kg_assets.orchestration.schedules import nightly_schedule
from kg_assets.orchestration.weekly import weekly_schedules

__all__ = ["nightly_schedule", "weekly_schedules"]
