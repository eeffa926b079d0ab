"""What Dagster runs besides assets: the resources, executors, schedules and sensors. Decisions are made below."""
