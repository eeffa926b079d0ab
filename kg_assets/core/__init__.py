"""The ground floor: nothing of the domain and nothing of Dagster belongs here.

Canonical JSON and ids, instants and intervals, spans and offset maps, table contracts, stage declarations,
configuration, the worker process, errors."""
