"""What stages report about themselves: counts, events and faults, and the stage that collects them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import rfc8785

from kg_assets.core.contract import Column, Table
from kg_assets.core.faults import Fault
from kg_assets.core.stage import Room, Stage, StageRun

STATISTICS = Table(
    name="kg.stage_statistics",
    meaning="Every count that a stage reports: what it read, kept, dropped and wrote.",
    decided_by="kg_assets/engine/stagerun.py (Run); kg_assets/engine/runner.py (Engine)",
    columns=(
        Column("stage", "text", "The stage that reports."),
        Column("key", "text", "What is counted; `rows:<table>` is the number of rows of a table."),
        Column(
            "value",
            "float",
            "The count, or a share",
            formula="the sum over its shards of what the stage counted under its key; of `rows:<table>` the rows "
            "of its files",
        ),
    ),
    key=("stage", "key"),
)

EVENTS = Table(
    name="kg.stage_events",
    meaning="What a stage noticed that a reader should know: repairs, warnings, things set aside. Never private text.",
    decided_by="kg_assets/engine/stagerun.py (Run); kg_assets/engine/observe.py (observation_tables)",
    columns=(
        Column("stage", "text", "The stage that reports."),
        Column(
            "event_index",
            "int",
            "Position among the stage's events, in the order of severity (as a word), code, message, particulars.",
        ),
        Column("severity", "text", "How much it matters.", values=("INFO", "WARN", "ERROR")),
        Column("code", "text", "What happened, as a fixed word."),
        Column("message_id", "text", "The message that it happened to, when there is one.", nullable=True),
        Column("detail_json", "json", "Particulars as canonical JSON."),
    ),
    key=("stage", "event_index"),
)

FAULTS = Table(
    name="kg.stage_faults",
    meaning="Messages that a part of a stage could not read, so that what it would have said of them is missing.",
    decided_by="kg_assets/core/faults.py (survive); kg_assets/engine/observe.py (observation_tables)",
    columns=(
        Column("stage", "text", "The stage that could not read it."),
        Column("fault_index", "int", "Position among the stage's faults, in the order of message, part, error, place."),
        Column(
            "message_id",
            "text",
            "The message; NULL for what is no message yet: an element of an export.",
            nullable=True,
        ),
        Column("part", "text", "The part of the stage whose rows of the message are missing; `all` for all of them."),
        Column("error", "text", "The class of the error."),
        Column("place", "text", "File and line of this package where it arose; empty where that is not known."),
    ),
    key=("stage", "fault_index"),
)
TABLES = (STATISTICS, EVENTS, FAULTS)

OBSERVE = Stage(
    name="observe",
    group="observe",
    meaning="Gathers the counts, events and faults of all stages of the build.",
    tables=TABLES,
    function="kg_assets.engine.observe:gather",
    reads_observations=True,
)


def gather(run: StageRun) -> None:
    """Write three tables with what all earlier stages reported of themselves: their counts, events and faults."""
    for table in TABLES:
        paths = run.paths(table.name)
        # Most stages have no events and no faults, and so the same file.
        rows = {path: _rows(path, table.arrow_schema()) for path in dict.fromkeys(paths)}
        run.write(table.name, pa.concat_tables([table.arrow_schema().empty_table(), *(rows[path] for path in paths)]))


def _rows(path: Path, schema: pa.Schema) -> pa.Table:
    # One small file is read sooner by itself than as a data set of one file.
    with pq.ParquetFile(path) as file:
        return file.read().select(schema.names).cast(schema)


def observation_tables(
    stage: str, counts: Mapping[str, float], events: Sequence[tuple[str, str, str | None, Mapping[str, Any]]],
    faults: Sequence[Fault] = (),
) -> dict[str, pa.Table]:  # fmt: skip
    """One stage's counts, events and faults as rows, by the name of the table that they belong to."""
    keys = sorted(counts)
    told = sorted(faults, key=lambda fault: (fault.message_id or "", *fault[1:]))
    ordered = sorted(
        (severity, code, message_id or "", rfc8785.dumps(dict(detail)).decode())
        for severity, code, message_id, detail in events
    )
    return {
        STATISTICS.name: pa.table(
            {"stage": [stage] * len(keys), "key": keys, "value": [float(counts[key]) for key in keys]},
            schema=STATISTICS.arrow_schema(),
        ),
        EVENTS.name: pa.table(
            {
                "stage": [stage] * len(ordered),
                "event_index": list(range(len(ordered))),
                "severity": [event[0] for event in ordered],
                "code": [event[1] for event in ordered],
                "message_id": [event[2] or None for event in ordered],
                "detail_json": [event[3] for event in ordered],
            },
            schema=EVENTS.arrow_schema(),
        ),
        FAULTS.name: pa.table(
            {
                "stage": [stage] * len(told),
                "fault_index": list(range(len(told))),
                **{name: [getattr(fault, name) for fault in told] for name in Fault._fields},
            },
            schema=FAULTS.arrow_schema(),
        ),
    }


ROOM = Room(stages=(OBSERVE,))
