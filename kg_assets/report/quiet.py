"""On a night without news, nothing is built and Dagster gets no events; only the report of the published build is
written again."""

from kg_assets.engine.freshness import standing
from kg_assets.engine.runner import Engine
from kg_assets.intake.elsewhere import show_elsewhere
from kg_assets.report.renewal import renew


def is_quiet(engine: Engine, build: str) -> bool:
    """Whether nothing was left to do for a build, so that only its report was written again (and the build for readers
    elsewhere brought up to date).

    Nothing is left to do if the build is as it would be made now, is published, and nothing has failed since. A run of
    the job would then only find every stage's result and report some hundred unchanged tables to Dagster.
    """
    if standing(engine, build) is None:
        return False
    show_elsewhere(engine)
    written, _ = renew(engine, build)
    return written is not None
