"""Runs a stage: fingerprints, shards, workers, looking ahead, checks, and what survives a faulty text. No Dagster.

What a stage computes belongs to its own room; what is kept on disk, and how, belongs to `store`.
"""
