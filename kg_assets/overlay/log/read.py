"""Writes the overlay's log: commits from the ledger, the other tables by the steps of `sql/overlay/log`."""

import pyarrow as pa

from kg_assets.core.stage import StageRun
from kg_assets.overlay.log.commits import KINDS, commits
from kg_assets.overlay.log.contracts import AUDIT, COMMITS, FUNNEL, MUTATIONS, TELEMETRY

FOLDERS = ("sql/overlay/log",)
_TABLES = {"audit": AUDIT, "funnel": FUNNEL, "telemetry": TELEMETRY}


def run(stage: StageRun) -> None:
    """Write the person's commits, what was read of each message, and the timeline."""
    entries = [{**entry, "kind": kind} for kind in KINDS for entry in stage.ledger_entries(kind)]
    made, changed = commits(entries)
    log = pa.Table.from_pylist(made, COMMITS.arrow_schema())
    mutations = pa.Table.from_pylist(changed, MUTATIONS.arrow_schema())
    stage.write(COMMITS.name, log)
    stage.write(MUTATIONS.name, mutations)
    rows = stage.query_steps(
        FOLDERS,
        {step: table.name for step, table in _TABLES.items()},
        {},
        tables={"commits": log, "mutations": mutations},
    )
    for step, table in _TABLES.items():
        stage.write(table.name, rows[step])
    stage.count("commits", len(made))
