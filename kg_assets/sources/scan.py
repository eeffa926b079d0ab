"""Stage 0: what is in the sources. Elements are cut out and hashed (split), then their heads and nodes are
read (scan).

`split` cuts the bytes, `census` reads an element, `union` decides about an element that several files
hold.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kg_assets.core.config import Config
from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace
from kg_assets.core.instants import NO_INSTANT, to_millis
from kg_assets.core.stage import Shard, StageRun
from kg_assets.sources.census import Node, scan_element
from kg_assets.sources.contracts import SOURCE_ELEMENTS, SOURCE_NODES, SOURCE_REFUSALS, SOURCE_VERSIONS, SOURCES
from kg_assets.sources.mapping import CompiledMapping, load_mapping
from kg_assets.sources.nodes import UNFORESEEN, UnreadableError
from kg_assets.sources.split import split, split_whole
from kg_assets.sources.tables import Rows, SourceReader, bucket_of, power_of_two, read_rows
from kg_assets.sources.told import is_told

MAPPING_FILES = {
    "chatgpt": "config/mappings/chatgpt.yaml",
    "claude": "config/mappings/claude.yaml",
    "note": "config/mappings/note.yaml",
    "document": "config/mappings/document.yaml",
    "mail": "config/mappings/mail.yaml",
    "calendar": "config/mappings/calendar.yaml",
}
KIND_OF_ADAPTER = {
    "chatgpt": "chatgpt", "claude": "claude", "notes": "note", "documents": "document", "mails": "mail",
    "calendars": "calendar",
}  # fmt: skip
_DAY_MILLIS = 86_400_000
HORIZON_COLUMNS = ("conversation_id", "newest_at_utc", "is_file_time")


# --- split --------------------------------------------------------------------------------------------------------


def plan_split(run: StageRun) -> list[Shard]:
    """A shard for each large file; small files, such as notes, share one if their hashes begin with the same
    digit."""
    limit = run.settings("sources").large_member_bytes
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for member in sorted(run.sources, key=lambda m: str(m["sha256"])):
        sha256 = str(member["sha256"])
        key = sha256[:16] if int(member["bytes"]) >= limit else f"small-{sha256[:1]}"
        groups.setdefault(key, []).append(member)
    kept = ("sha256", "name", "adapter", "export_sha256", "bytes")
    groups = groups or {"none": []}
    return [
        # The last two are known only of some files; a file without them keeps the identity that it always had.
        Shard(key, {"members": [{k: m[k] for k in (*kept, "modified_at_utc", "refused") if k in m} for m in group]})
        for key, group in sorted(groups.items())
    ]


def run_split(run: StageRun) -> None:
    """Write `kg.sources`, `kg.source_elements` and `kg.source_refusals` of the shard's files."""
    sources, elements, refusals = Rows(SOURCES), Rows(SOURCE_ELEMENTS), Rows(SOURCE_REFUSALS)
    for member in run.payload["members"]:
        sha256, adapter = member["sha256"], member["adapter"]
        kind = KIND_OF_ADAPTER[adapter]
        with run.source_bytes(sha256) as data:
            found = split_whole(data) if kind == "note" else split(data)
        bad = sum(1 for element in found if element.problem is not None)
        sources.add(
            (
                sha256,
                member["export_sha256"],
                member["name"],
                adapter,
                kind,
                int(member["bytes"]),
                member.get("modified_at_utc"),
                len(found),
                bad,
            )
        )
        for e in found:
            elements.add((sha256, e.position, e.offset, e.length, e.sha256, kind, e.problem))
        for (name, reason), files in sorted(Counter(map(tuple, member.get("refused", ()))).items()):
            refusals.add((sha256, name, reason, files))
            run.count("refused_files", files)
        run.count("elements", len(found))
        run.count("unreadable_elements", bad)
    run.write("kg.sources", sources.table())
    run.write("kg.source_elements", elements.table())
    run.write("kg.source_refusals", refusals.table())


# --- scan ---------------------------------------------------------------------------------------------------------


def plan_scan(run: StageRun) -> list[Shard]:
    """Distinct elements in shards by the leading bits of their sha256: as long as the number of shards stays,
    a new element changes only its own shard."""
    settings = run.settings("sources")
    notes = note_files(run)
    distinct: dict[str, list[Any]] = {}
    first: dict[str, tuple[Any, ...]] = {}
    columns = ["raw_sha256", "source_sha256", "position", "byte_offset", "byte_length", "source_kind", "problem"]
    for raw, source, position, offset, length, kind, problem in read_rows(run.paths("kg.source_elements"), columns):
        place = (kind, source, position)
        if raw not in first or place < first[raw]:
            first[raw] = place
            distinct[raw] = [raw, source, offset, length, kind, problem, notes.get(source)]
    count = power_of_two(len(distinct) / settings.elements_per_scan_shard, settings.max_scan_shards)
    buckets: list[list[list[Any]]] = [[] for _ in range(count)]
    for raw in sorted(distinct):
        buckets[bucket_of(raw, count)].append(distinct[raw])
    return [
        Shard(
            f"{index:03d}-of-{count}",
            {"elements": elements},
            identity=[[e[0], e[4], e[5], e[6]] for e in elements],
        )
        for index, elements in enumerate(buckets)
    ]


def note_files(run: StageRun) -> dict[str, list[str | None]]:
    """For each source file that is a note: its name, and when it was last written if that is known."""
    columns = ["source_sha256", "source_kind", "name", "modified_at_utc"]
    return {
        source: [name, modified]
        for source, kind, name, modified in read_rows(run.paths("kg.sources"), columns)
        if kind == "note"
    }


def run_scan(run: StageRun) -> None:
    """Write `kg.source_versions` and `kg.source_nodes` of the shard's elements."""
    settings = run.settings("sources")
    space = IdSpace(settings.id_namespace)
    versions, nodes = Rows(SOURCE_VERSIONS), Rows(SOURCE_NODES)
    mappings = {kind: load_mapping(run.file(file)) for kind, file in MAPPING_FILES.items()}
    read = SourceReader(run)
    for element in run.payload["elements"]:
        _scan_one(run, element, read, mappings, space, settings.note_chunk_chars, versions, nodes)
    run.write("kg.source_versions", versions.table())
    run.write("kg.source_nodes", nodes.table())


class _Scanned(NamedTuple):
    """What is known of an element: what is wrong with it (`problem`), or its head and nodes."""

    problem: str | None
    head: Sequence[str | bool | None] = (None, None, None, None, False)
    nodes: Sequence[Node] = ()


def _scan_one(
    run: StageRun, element: Sequence[Any], read: SourceReader, mappings: Mapping[str, CompiledMapping], space: IdSpace,
    chunk_chars: int, versions: Rows, nodes: Rows,
) -> None:  # fmt: skip
    raw_sha256, source, offset, length, kind, problem, file = element

    def scanned() -> _Scanned:
        try:
            raw = read.piece(source, offset, length)
            return _Scanned(None, *scan_element(raw, file, mappings[kind], space, chunk_chars))
        except UnreadableError as error:
            return _Scanned(error.code)

    if problem is None:
        problem, head, found = survive(run, "element", None, scanned, lambda: _Scanned(UNFORESEEN))
    else:
        problem, head, found = _Scanned(problem)
    versions.add((raw_sha256, kind, *head, len(found), problem))
    for ordinal, node in enumerate(found):
        nodes.add((raw_sha256, ordinal, *node))


# --- the horizon --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Horizon:
    """The newest instant in the sources that counts; and `outlier`, an even newer one that was passed over because it
    is implausible."""

    instant: str
    outlier: str | None = None


def horizon_in(paths: Sequence[Path], config: Config) -> str:
    """The horizon of a build; `paths` are the files of its `kg.source_conversations`."""
    return horizon(read_rows(paths, list(HORIZON_COLUMNS)), config.section("sources").horizon_outlier_days).instant


def horizon(newest: Iterable[Sequence[Any]], outlier_days: int) -> Horizon:
    """The horizon of a build, from rows of `HORIZON_COLUMNS` (design §5, §9).

    The time at which a file was last written is not when its words were said, so it counts only where nothing
    else names a time. The newest instant is passed over if it lies more than `outlier_days` after the newest
    of every other conversation, unless the person told it to Annals itself.
    """
    by_conversation: dict[str, str] = {}
    by_file: dict[str, str] = {}
    for conversation_id, instant, is_file_time in newest:
        found = by_file if is_file_time else by_conversation
        if None not in (conversation_id, instant) and instant > found.get(conversation_id, ""):
            found[conversation_id] = instant
    instants = sorted((by_conversation or by_file).values(), reverse=True)
    if not instants:
        return Horizon(NO_INSTANT)
    if any(is_told(name) for name, instant in by_conversation.items() if instant == instants[0]):
        return Horizon(instants[0])  # the person has just said it here, however old all else is
    if len(instants) > 1 and to_millis(instants[0]) - to_millis(instants[1]) > outlier_days * _DAY_MILLIS:
        return Horizon(instants[1], instants[0])
    return Horizon(instants[0])
