"""The lowest room, which knows neither the domain nor Dagster: canonical JSON and ids, instants and intervals, spans
and offset maps, table contracts, stage declarations, configuration, the worker process, errors."""
