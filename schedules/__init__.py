"""Dagster schedules. They name their jobs by string."""
