"""What a build or a command with `--strict` says of faults: messages of a conversation that a stage could not read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kg_assets.core.counting import counted
from kg_assets.core.errors import SourceError
from kg_assets.engine.observe import FAULTS
from kg_assets.store.contents import Content, ContentStore

SHOWN_BY = "annals query 'SELECT stage, message_id, part, error, place FROM stage_faults'"


def faults_in(store: ContentStore, contents: Iterable[Content]) -> list[dict[str, Any]]:
    """The faults that these files hold, each with its stage. Files of other tables are ignored."""
    schema = FAULTS.arrow_schema()
    files = [content for content in contents if content.table == FAULTS.name and content.rows]
    rows = pa.concat_tables([schema.empty_table(), *(pq.read_table(store.path(file), schema=schema) for file in files)])
    return [dict(row) for row in rows.drop_columns(["fault_index"]).to_pylist()]


def refuse_faults(store: ContentStore, stage: str, observations: Sequence[Content]) -> None:
    """Stop a build with `--strict` at a stage that could not read a message, before the stage's result becomes part of
    the build."""
    found = faults_in(store, observations)
    if found:
        first = found[0]
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        raise SourceError(
            f"--strict: stage {stage} cannot read {_what(first)} (part {first['part']}: {first['error']} at "
            f"{first['place'] or 'an unknown place'}){more}; nothing of it was committed. Without --strict the "
            f"build goes on without what the stage would have said of it"
        )


def _what(fault: Mapping[str, Any]) -> str:
    return "an element of the sources" if fault["message_id"] is None else f"message {fault['message_id']}"


def faults_told(found: Sequence[Mapping[str, Any]]) -> str:
    """One line for the end of a build: how many times a text could not be read, in which stages, and the command that
    lists these faults."""
    stages = ", ".join(sorted({row["stage"] for row in found}))
    times = counted(len(found), "time")
    return f"{times} a text could not be read ({stages}); what else was read of it stands: {SHOWN_BY}"
