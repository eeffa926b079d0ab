"""A night without news: nothing is made, nothing is told to Dagster; only the page of what is published is renewed."""

from kg_assets.engine.freshness import standing
from kg_assets.engine.runner import Engine
from kg_assets.intake.elsewhere import show_elsewhere
from kg_assets.report.renewal import renew


def is_quiet(engine: Engine, build: str) -> bool:
    """Whether a build stands as it would be made now, is published, and nothing failed since; then the page is written.

    A run of the job would find every stage's result and tell Dagster of some hundred tables that they are as they were.
    """
    if standing(engine, build) is None:
        return False
    show_elsewhere(engine)
    written, _ = renew(engine, build)
    return written is not None
