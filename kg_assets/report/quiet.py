"""A night without news: no build, no event in Dagster; only the report of the published build is made anew."""

from kg_assets.engine.freshness import standing
from kg_assets.engine.runner import Engine
from kg_assets.intake.elsewhere import show_elsewhere
from kg_assets.report.renewal import renew


def is_quiet(engine: Engine, build: str) -> bool:
    """Whether nothing is left to do for a build, and its page was written anew.

    Nothing is left if the build stands as it would be made now, is published, and nothing failed since. A run
    of the job would find every stage's result and tell Dagster of some hundred tables that they are as they
    were.
    """
    if standing(engine, build) is None:
        return False
    show_elsewhere(engine)
    written, _ = renew(engine, build)
    return written is not None
