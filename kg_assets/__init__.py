"""Annals: turns what a person said to assistants and wrote in notes into a bitemporal knowledge graph.

Pure logic lives in the stage packages; only `assets` modules and `definitions` know Dagster."""
