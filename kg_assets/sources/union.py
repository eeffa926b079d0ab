"""Makes one conversation out of many files: which version is current, which ids are shared, and which shard
reads what.

The nodes themselves are united where they are parsed, in `ingest`.
"""

from collections.abc import Mapping
from typing import Any

from kg_assets.core.ids import IdSpace, sha256_hex
from kg_assets.core.stage import Shard, StageRun
from kg_assets.sources.contracts import SOURCE_CONVERSATIONS, SOURCE_RENAMES
from kg_assets.sources.scan import HORIZON_COLUMNS, horizon, note_files
from kg_assets.sources.tables import Rows, bucket_of, power_of_two, read_rows


def run_unite(run: StageRun) -> None:
    """Write `kg.source_conversations` and `kg.source_renames`."""
    settings = run.settings("sources")
    elements = run.query("sql/sources/source_conversations.sql").cast(SOURCE_CONVERSATIONS.arrow_schema())
    run.write("kg.source_conversations", elements)
    space = IdSpace(settings.id_namespace)
    renames = Rows(SOURCE_RENAMES)
    shared = run.query("sql/sources/shared_ids.sql")
    for conversation_id, node_id in zip(*(column.to_pylist() for column in shared.columns), strict=True):
        renames.add((conversation_id, node_id, space.make("message", conversation_id, node_id)))
    run.write("kg.source_renames", renames.table())
    run.count("renamed_messages", len(renames))
    columns = (elements.column(name).to_pylist() for name in HORIZON_COLUMNS)
    found = horizon(zip(*columns, strict=True), settings.horizon_outlier_days)
    if found.outlier is not None:
        run.event("WARN", "HORIZON_OUTLIER", None, instant=found.outlier, horizon=found.instant)


def plan_ingest(run: StageRun) -> list[Shard]:
    """Conversations in shards by the leading bits of their id's hash. The identity of a shard is what its
    rows depend on: hashes of the bytes that it reads, and what else decides how they are read and named."""
    settings = run.settings("sources")
    conversations, quarantined, nodes = _read_plan(run)
    count = power_of_two(nodes / settings.nodes_per_shard, settings.max_shards)
    units: list[list[dict[str, Any]]] = [[] for _ in range(count)]
    damaged: list[list[list[Any]]] = [[] for _ in range(count)]
    for conversation_id in sorted(conversations):
        units[bucket_of(sha256_hex(conversation_id), count)].append(conversations[conversation_id])
    for raw_sha256 in sorted(quarantined):
        damaged[bucket_of(raw_sha256, count)].append(quarantined[raw_sha256])
    return [
        Shard(
            f"{index:03d}-of-{count}",
            {"conversations": units[index], "quarantined": damaged[index]},
            identity={
                "conversations": [_identity(unit) for unit in units[index]],
                "quarantined": [[entry[3], entry[4], entry[5]] for entry in damaged[index]],
            },
        )
        for index in range(count)
    ]


def _read_plan(run: StageRun) -> tuple[dict[str, dict[str, Any]], dict[str, list[Any]], int]:
    """Three values: the conversations with their versions, newest first; the elements that cannot be read, by hash; and
    how many nodes the newest versions have."""
    notes = note_files(run)
    renames: dict[str, dict[str, str]] = {}
    for conversation_id, node_id, message_id in read_rows(
        run.paths("kg.source_renames"), ["conversation_id", "node_id", "message_id"]
    ):
        renames.setdefault(conversation_id, {})[node_id] = message_id
    columns = [
        "source_sha256", "byte_offset", "byte_length", "raw_sha256", "source_kind", "reason",
        "status", "version", "conversation_id", "node_count",
    ]  # fmt: skip
    versions: dict[str, list[tuple[int, list[Any]]]] = {}
    quarantined: dict[str, list[Any]] = {}
    nodes = 0
    for *place, status, version, conversation_id, node_count in read_rows(
        run.paths("kg.source_conversations"), columns
    ):
        if status == "quarantined":
            quarantined.setdefault(place[3], place)
        elif status != "duplicate":
            versions.setdefault(conversation_id, []).append((version, [*place[:5], notes.get(place[0])]))
            nodes += node_count if version == 0 else 0
    conversations = {
        conversation_id: {
            "id": conversation_id,
            "versions": [place for _, place in sorted(found, key=lambda entry: entry[0])],
            "renames": renames.get(conversation_id, {}),
        }
        for conversation_id, found in versions.items()
    }
    return conversations, quarantined, nodes


def _identity(unit: Mapping[str, Any]) -> list[Any]:
    """What the rows of a conversation depend on, as a value to compare: the bytes of its versions in order, their kinds
    and files, and its renames."""
    return [unit["id"], [[raw, kind, file] for _, _, _, raw, kind, file in unit["versions"]], unit["renames"]]
