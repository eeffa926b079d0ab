"""Dagster sensors. Most of what they decide is in functions that are tested without Dagster."""
