"""The warehouse as a Dagster resource: gives each step its engine, and holds the build's locks during a run."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from kg_assets.core.config import config_from_environment, override_from_environment, threads_from_environment
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from kg_assets.store.runner import Engine
from kg_assets.store.session import holding

STEPS_TAG = "annals/steps"


def engine_from_environment() -> Engine:
    """The engine that ANNALS_HOME, ANNALS_CONFIG and ANNALS_THREADS describe."""
    config = config_from_environment(HOUSE.sections)
    threads = threads_from_environment(config.section("store").threads)
    return Engine(Home.from_environment().prepare(), HOUSE, config, threads, override_from_environment())


class WarehouseResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Resource `warehouse`. `home` is for tests; left empty, ANNALS_HOME decides."""

    home: str = ""
    _engine: Engine | None = PrivateAttr(default=None)

    def engine(self) -> Engine:
        if self._engine is None:
            engine = engine_from_environment()
            if self.home:
                engine = Engine(Home(Path(self.home)).prepare(), HOUSE, engine.config, engine.threads)
            self._engine = engine
        return self._engine

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Generator["WarehouseResource", None, None]:
        run = context.run
        build = run.tags.get("dagster/partition") if run else None
        with ExitStack() as stack:
            # With a process per step the steps of one run would exclude each other; there the tag says so.
            if build and run and run.tags.get(STEPS_TAG) != "processes" and self.engine().builds.request(build):
                stack.enter_context(holding(self.engine(), build, f"run {run.run_id[:8]}"))
            yield self
