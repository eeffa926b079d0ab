"""Runs stages: fingerprints, shards, workers, looking ahead, checks, and going on without texts that cannot
be read.

No Dagster. What a stage computes belongs to its own package; how things are kept on disk belongs to `store`.
"""
