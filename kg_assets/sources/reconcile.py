"""Writes the reconciliation of stage 1: for every source, how much was counted in its bytes and how much of that is in
the tables. The comparison is SQL."""

from kg_assets.core.stage import StageRun
from kg_assets.sources.contracts import SOURCE_RECONCILIATION


def run(run: StageRun) -> None:
    """Write `kg.source_reconciliation`: for every source, whether all that was counted in its bytes is in the
    tables."""
    rows = run.query("sql/sources/reconcile.sql").cast(SOURCE_RECONCILIATION.arrow_schema())
    run.write("kg.source_reconciliation", rows)
