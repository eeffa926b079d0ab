"""From a path a person names to a build that can be run: intake, registration, horizon, request. No Dagster."""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow.parquet as pq

from kg_assets.core.errors import SourceError
from kg_assets.core.instants import normalize
from kg_assets.sources.intake import recognise
from kg_assets.sources.redact import Cut, Reader, readers, redact
from kg_assets.sources.scan import KIND_OF_ADAPTER, horizon
from kg_assets.sources.stages import SCAN, SPLIT, UNITE
from kg_assets.store.builds import build_id
from kg_assets.store.contents import Content
from kg_assets.store.locks import Locks
from kg_assets.store.registry import (
    Member,
    SourceAdded,
    forgotten_marks,
    member_rows,
    open_ledger,
    registered,
    taken_back,
)
from kg_assets.store.runner import Engine
from kg_assets.store.session import put_request, require_kept
from kg_assets.store.stagerun import Given
from kg_assets.store.vault import Vault


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A build that was asked for; running it is another matter."""

    build: str
    as_of: str
    horizon: str | None
    sources: tuple[dict[str, Any], ...]


def register(engine: Engine, path: Path) -> SourceAdded:
    """Put what lies at a path into the vault and, if it is news, into the ledger."""
    added = _found(engine, path)
    if added is None:
        raise SourceError(f"{path}: all that it holds was forgotten, so nothing of it is taken in")
    _note(engine, added)
    return added


def register_again(engine: Engine, path: Path) -> None:
    """Take in what a path holds by now, unless it is just what a person has taken back or had forgotten."""
    added = _found(engine, path)
    if added is not None and added.export_sha256 not in taken_back(open_ledger(engine.home)):
        _note(engine, added)


def _found(engine: Engine, path: Path) -> SourceAdded | None:
    """What lies at a path, without what was forgotten; None if that leaves nothing."""
    intake = recognise(path, engine.config.section("sources"))
    cut = Cut(forgotten_marks(open_ledger(engine.home)))
    vault, reader = Vault(engine.home), readers(engine.config)[KIND_OF_ADAPTER[intake.adapter]]
    members = []
    for name, open_member in intake.members:
        with open_member() as stream:
            kept = _without_forgotten(stream, name, reader, cut) if cut else stream
            if kept is None:
                continue
            sha256, size = vault.put(kept)
        members.append(Member(sha256=sha256, name=name, bytes=size))
    if not members:
        return None
    return SourceAdded(
        export_sha256=export_hash(members),
        adapter=intake.adapter,
        path=str(path.absolute()),
        replaces_path=intake.adapter == "notes",
        members=members,
    )


def _without_forgotten(stream: BinaryIO, name: str, reader: Reader, cut: Cut) -> BinaryIO | None:
    """A file as it may be copied: words that were forgotten never reach the vault."""
    kept, _ = redact(stream.read(), name, reader, cut)
    return None if kept is None else io.BytesIO(kept)


def _note(engine: Engine, added: SourceAdded) -> None:
    ledger = open_ledger(engine.home)
    if added not in registered(ledger):
        ledger.append("source_added", added.model_dump(mode="json"))


def export_hash(members: Sequence[Member]) -> str:
    """sha256 over the sorted hashes of an export's files: a split or zipped export is one source."""
    return hashlib.sha256("\n".join(sorted(member.sha256 for member in members)).encode()).hexdigest()


def request_build(
    engine: Engine, paths: Sequence[Path] = (), as_of: str | None = None, only: bool = False
) -> BuildRequest:
    """Register the paths and say which build they and all earlier sources make (`only`: just these)."""
    # Shared from the vault to the request: a sweep in between would take the new source for a stray.
    with Locks(engine.home).warehouse_shared("taking sources in"):
        return _request_build(engine, paths, as_of, only)


def _request_build(engine: Engine, paths: Sequence[Path], as_of: str | None, only: bool) -> BuildRequest:
    added = [register(engine, path) for path in paths]
    ledger = open_ledger(engine.home)
    sources = added if only else registered(ledger)
    if not sources:
        raise SourceError("there is no source yet: name one, as in `annals build conversations.json`")
    members = tuple(member_rows(sources))
    horizon = horizon_of(engine, members)
    instant = _as_of(as_of, horizon)
    position = ledger.decision_position()
    build = build_id(instant, [member["sha256"] for member in members], position)
    put_request(engine, build, Given(sources=members, horizon=horizon, as_of=instant), position)
    return BuildRequest(build, instant, horizon, members)


def horizon_of(engine: Engine, members: Sequence[dict[str, Any]]) -> str:
    """The newest instant that the sources carry (design §5). The build itself then finds these stages done."""
    given = Given(sources=tuple(members))
    tables: dict[str, tuple[Content, ...]] = {}
    for stage in (SPLIT, SCAN, UNITE):
        outcome = engine.run(stage, given, {name: tables[name] for name in stage.inputs})
        require_kept(outcome)
        tables.update(outcome.tables)
    newest: list[tuple[str, str | None]] = []
    for content in tables["kg.source_conversations"]:
        columns = pq.read_table(engine.contents.path(content), columns=["conversation_id", "newest_at_utc"]).to_pydict()
        pairs = zip(columns["conversation_id"], columns["newest_at_utc"], strict=True)
        newest += [(conversation, instant) for conversation, instant in pairs if conversation is not None]
    return horizon(newest, engine.config.section("sources").horizon_outlier_days).instant


def _as_of(typed: str | None, horizon: str) -> str:
    if typed is None:
        return horizon
    instant = normalize(typed)
    if instant is None:
        raise SourceError(f"--as-of {typed!r} is no instant; give one like 2026-01-31 or 2026-01-31T12:00:00Z")
    return instant
