"""The account of stage 1: compares what was read of every source with what the tables hold. The comparison is
SQL."""

from kg_assets.core.stage import StageRun
from kg_assets.sources.contracts import SOURCE_RECONCILIATION


def run(run: StageRun) -> None:
    """Write `kg.source_reconciliation`."""
    rows = run.query("sql/sources/reconcile.sql").cast(SOURCE_RECONCILIATION.arrow_schema())
    run.write("kg.source_reconciliation", rows)
