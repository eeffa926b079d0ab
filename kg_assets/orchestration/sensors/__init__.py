"""Dagster sensors. Each decides by a pure function that lives below and is tested without Dagster."""
