"""Writes the report after a publication. If that fails, the publication stays and a message reports the failure."""

from kg_assets.core.errors import AnnalsError
from kg_assets.core.worker import describe_without_content
from kg_assets.engine.runner import Engine
from kg_assets.report.make import Written, write_report
from kg_assets.report.settings import FILE, NOTED_AS
from kg_assets.store.health import clear_problems, record_problem
from kg_assets.store.publish import current


def renew(engine: Engine, build: str) -> tuple[Written | None, str]:
    """Write the report if this build is the published one. Returns what was written (or None), and a message
    that says why if nothing was."""
    published = current(engine.home)
    if published is None or not is_published(engine, build):
        return None, f"not the published build: the report shows that one, not {build}; `annals publish` chooses"
    try:
        written = write_report(engine.home, engine.config, engine.home.root / FILE)
    except AnnalsError as error:
        why = str(error)
    except Exception as error:
        why = describe_without_content(error)
    else:
        clear_problems(engine.home, lambda source: source == NOTED_AS)
        return written, f"{FILE} shows build {published.ref}"
    why = f"the report was not written, what stood there stays: {why}; `annals report` writes it"
    record_problem(engine.home, NOTED_AS, why)
    return None, why


def is_published(engine: Engine, build: str) -> bool:
    published = current(engine.home)
    return published is not None and published.ref.build == build
