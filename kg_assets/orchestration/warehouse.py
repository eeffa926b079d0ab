"""The resource `warehouse`: it gives each step its engine, and holds the locks of the build during a run."""

from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from kg_assets.core.config import load_usable, override_from_environment, threads_from_environment
from kg_assets.core.errors import AnnalsError, WarehouseError
from kg_assets.engine.own_files import with_unreadable
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import held_by_parent, holding
from kg_assets.house import HOUSE
from kg_assets.store.home import Home

STEPS_TAG = "annals/steps"
STEPS_IN_PROCESSES = "processes"


def engine_from_environment(home: Home | None = None) -> Engine:
    """The engine that ANNALS_HOME, ANNALS_CONFIG and ANNALS_THREADS describe; `home` takes the place of
    ANNALS_HOME.

    A configuration file that cannot be used stops only the stages that read it.
    """
    override = override_from_environment()
    config = with_unreadable(load_usable(HOUSE.sections, override), HOUSE.readers)
    threads = threads_from_environment(config.section("store").threads)
    return Engine((home or Home.from_environment()).prepare(), HOUSE, config, threads, override)


class WarehouseResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Resource `warehouse`. `home` is for tests; left empty, ANNALS_HOME decides."""

    home: str = ""
    _engine: Engine | None = PrivateAttr(default=None)

    _refused: AnnalsError | None = PrivateAttr(default=None)

    def engine(self) -> Engine:
        if self._refused is not None:
            raise self._refused
        if self._engine is None:
            self._engine = engine_from_environment(Home(Path(self.home)) if self.home else None)
        return self._engine

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Generator["WarehouseResource", None, None]:
        run = context.run
        with ExitStack() as stack:
            try:
                if run:
                    stack.enter_context(holding_run(self.engine(), run))
            except AnnalsError as error:
                # The first step reports it in one sentence; raised here it would be a page of Dagster's own frames.
                self._refused = error
            yield self


def build_of(context: dg.AssetExecutionContext | dg.AssetCheckExecutionContext) -> str:
    """The build of a run or check: its partition key. An error if none was chosen."""
    if not context.has_partition_key:
        raise WarehouseError(
            "no build was chosen for this run; choose one as its partition (Materialize lists them all, the newest "
            "first), or make a new one with `annals build PATH`"
        )
    build: str = context.partition_key
    return build


@contextmanager
def holding_run(engine: Engine, run: dg.DagsterRun, is_step: bool = True) -> Iterator[None]:
    """Hold the locks on the build that a run makes. For a build that is not requested there are none to hold;
    its steps refuse it.
    """
    build = run.tags.get("dagster/partition", "")
    if build not in engine.builds.requested():
        yield
    elif is_step and run.tags.get(STEPS_TAG) == STEPS_IN_PROCESSES:
        # The run holds the locks; its steps would exclude each other.
        with held_by_parent(build):
            yield
    else:
        with holding(engine, build, f"run {run.run_id[:8]} of the interface"):
            yield
