"""Thin Dagster wrappers around store/ and models/. No logic."""
