"""Lines of `annals doctor` about what the nightly jobs found in the published build. None of it is a fault."""

from collections.abc import Iterator
from typing import Any

from kg_assets.core.counting import counted
from kg_assets.engine.runner import Engine
from kg_assets.overlay.reading.contracts import CLEANUP_JOBS, FOLD_PAIRS, HEALTH, HYGIENE
from kg_assets.report.night import FOUND
from kg_assets.store.builds import Manifest
from kg_assets.store.publish import current
from kg_assets.store.rows import read_table

_LOOK = "annals query \"FROM overlay.cleanup_findings WHERE job = '{}'\""
_READ = (CLEANUP_JOBS, FOLD_PAIRS, HYGIENE, HEALTH)


def found_at_night(engine: Engine) -> Iterator[tuple[str, str, str]]:
    """Lines as (title, what was found, a command for it or ""). First one line for each nightly job that found
    something; then lines about pairs of nodes that may be one, about edges that faded, and about the debt of the graph
    (a score of what waits for review, is unsure or is disputed)."""
    published = current(engine.home)
    manifest = engine.builds.load(published.ref) if published else None
    # A build of an earlier version may lack one of these tables.
    if manifest is None or not {table.name for table in _READ} <= manifest.tables.keys():
        return
    for row in _rows(engine, manifest, CLEANUP_JOBS.name):
        if row["found"]:
            yield (
                f"night {row['job']}",
                f"{counted(row['found'], 'node')}: {FOUND[row['job']]}",
                _LOOK.format(row["job"]),
            )
    proposed = [row for row in _rows(engine, manifest, FOLD_PAIRS.name) if row["verdict"] == "proposed"]
    if proposed:
        yield (
            "night folding",
            f"{counted(len(proposed), 'pair')} that may be one",
            "annals review merge INTO OTHER, if they are",
        )
    for row in _rows(engine, manifest, HYGIENE.name):
        said = f"faded: {counted(row['demoted_edge_count'], 'edge')}; kept as they are: {row['kept_by_person_count']}"
        yield "night hygiene", said, ""
    debt = {row["measure"]: row["value"] for row in _rows(engine, manifest, HEALTH.name)}
    if "debt_score" in debt:
        yield "night health", f"debt {debt['debt_score']:.0f} of 100", "annals review relations"


def _rows(engine: Engine, manifest: Manifest, table: str) -> list[dict[str, Any]]:
    contents = manifest.tables[table].contents
    return [row for content in contents for row in read_table(engine.contents.path(content)).to_pylist()]
