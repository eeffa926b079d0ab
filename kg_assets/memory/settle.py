"""Makes artifacts, revisions, chunks and events from what was read. Ids are made here, everything else in
`sql/memory`."""

import pyarrow as pa

from kg_assets.core.contract import Table
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import StageRun
from kg_assets.memory import contracts
from kg_assets.memory.extraction.contracts import MODEL_EVENTS, MODEL_MENTIONED
from kg_assets.store.rows import read_table

_FOLDERS = ("sql/memory",)
# What was read, by the names under which `read_events.sql` and `read_mentioned.sql` know it.
_READ = {
    "rule_events": contracts.RULE_EVENTS,
    "model_events": MODEL_EVENTS,
    "rule_mentioned": contracts.RULE_MENTIONED,
    "model_mentioned": MODEL_MENTIONED,
}
_WANTED = {
    "artifact": contracts.ARTIFACT,
    "artifact_revision": contracts.ARTIFACT_REVISION,
    "chunk": contracts.CHUNK,
    "semantic_event": contracts.SEMANTIC_EVENT,
    "event_evidence": contracts.EVENT_EVIDENCE,
    "actors": contracts.READ_ACTORS,
    "subjects": contracts.READ_SUBJECTS,
    "settled_mentioned": contracts.READ_MENTIONED,
}


def run(stage: StageRun) -> None:
    """Write the artifacts of a build, and the chunks, events and names in them."""
    ids = IdSpace(stage.settings("sources").id_namespace)
    read = {name: _read(stage, table) for name, table in _READ.items()}
    events = stage.query("sql/memory/read_events.sql", tables=read)
    made = stage.query_steps(
        _FOLDERS,
        {name: table.name for name, table in _WANTED.items()},
        tables={
            "revisions": _revisions(stage, ids),
            "events": events,
            "evidence_ids": _evidence_ids(events, ids),
            "mentioned": stage.query("sql/memory/read_mentioned.sql", tables=read),
        },
    )
    for name, table in _WANTED.items():
        stage.write(table.name, made[name])


def _read(stage: StageRun, table: Table) -> pa.Table:
    schema = table.arrow_schema()
    return pa.concat_tables([schema.empty_table(), *(read_table(p).cast(schema) for p in stage.paths(table.name))])


def _revisions(stage: StageRun, ids: IdSpace) -> pa.Table:
    """Every version of every conversation, with the ids of its artifact and revision."""
    found = stage.query("sql/memory/revisions.sql")
    conversations, hashes = found["conversation_id"].to_pylist(), found["raw_sha256"].to_pylist()
    artifacts = ids.make_each(("artifact", conversation) for conversation in conversations)
    revisions = ids.make_each(
        ("artifact_revision", uid, content) for uid, content in zip(artifacts, hashes, strict=True)
    )
    return found.append_column("artifact_uid", pa.array(artifacts, pa.string())).append_column(
        "revision_id", pa.array(revisions, pa.string())
    )


def _evidence_ids(events: pa.Table, ids: IdSpace) -> pa.Table:
    columns = [events[name].to_pylist() for name in ("event_id", "start_char", "end_char")]
    made = ids.make_each(("event_evidence", *place) for place in zip(*columns, strict=True))
    return pa.table({"event_id": events["event_id"], "evidence_id": pa.array(made, pa.string())})
