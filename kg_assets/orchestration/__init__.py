"""Resources, executors, schedules, sensors and assets for Dagster. The decisions are made in the rooms below."""
