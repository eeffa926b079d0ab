"""Annals turns the words that a person said to assistants and wrote in notes into a bitemporal knowledge graph.

Pure logic lives in the stage packages; only `assets` modules and `definitions` know Dagster."""

import os

# Read once, when Arrow is loaded. Arrow's own allocator keeps for each thread what that thread has freed, and never
# gives it back; the system's is asked to (`engine.memory`).
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
