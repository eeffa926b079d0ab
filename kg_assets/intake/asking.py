"""Leads from a path that a person names to a build that can be run: take the sources in, register them, find the
horizon, request the build. Without Dagster."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg_assets.core.errors import SourceError
from kg_assets.core.instants import normalize
from kg_assets.core.names import readable
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import put_request, require_kept
from kg_assets.engine.stagerun import Given
from kg_assets.intake.taking import export_hash, sources_at, without_forgotten
from kg_assets.sources.redact import Cut, readers
from kg_assets.sources.scan import KIND_OF_ADAPTER, horizon_in
from kg_assets.sources.settings import SourceSettings
from kg_assets.sources.stages import SCAN, SPLIT, UNITE
from kg_assets.sources.told import CHANNEL as TOLD
from kg_assets.sources.told import told_export
from kg_assets.sources.withholding import without
from kg_assets.store.builds import build_id
from kg_assets.store.contents import Content
from kg_assets.store.locks import Locks
from kg_assets.store.private import withheld
from kg_assets.store.registry import (
    Member,
    SourceAdded,
    forgotten_marks,
    member_rows,
    open_ledger,
    registered,
    taken_back,
)
from kg_assets.store.vault import Vault

_TOLD_ADAPTER = "chatgpt"


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A build that was requested. Requesting it does not run it."""

    build: str
    as_of: str
    horizon: str | None
    sources: tuple[dict[str, Any], ...]


def register(engine: Engine, path: Path) -> list[SourceAdded]:
    """Put the sources at a path into the vault; register those that are new in the ledger."""
    found = sources_at(engine, path)
    if not found:
        raise SourceError(f"{readable(path)}: all that it holds was forgotten, so nothing of it is taken in")
    for added in found:
        _note(engine, added)
    return found


def register_told(engine: Engine, words: str, at: str) -> str | None:
    """Take in a sentence that the person typed, as a source of its own. Returns the hash by which it is named, or None
    if there is such a source already."""
    settings: SourceSettings = engine.config.section("sources")
    export = told_export(words, at, settings.told_most_characters)
    name = f"{at}.json"
    cut = Cut(forgotten_marks(open_ledger(engine.home)))
    reader = readers(engine.config)[KIND_OF_ADAPTER[_TOLD_ADAPTER]]
    kept = without_forgotten(io.BytesIO(export), name, reader, cut) if cut else io.BytesIO(export)
    if kept is None:
        raise SourceError("just these words were forgotten, so they are not taken in; say them in another way")
    # The lock is held from the vault to the ledger: a sweep in between would remove the new file as a stray.
    with Locks(engine.home).warehouse_shared("taking in what was told"):
        sha256, size = Vault(engine.home).put(kept)
        members = [Member(sha256=sha256, name=name, bytes=size)]
        told = SourceAdded(
            export_sha256=export_hash(members), adapter=_TOLD_ADAPTER, path=f"{TOLD}/{name}", replaces_path=False,
            members=members,
        )  # fmt: skip
        return told.export_sha256 if _note(engine, told) else None


def register_again(engine: Engine, path: Path) -> None:
    """Take in again what is at a path, except a source that the person took back or had forgotten."""
    gone = taken_back(open_ledger(engine.home))
    for added in sources_at(engine, path):
        if added.export_sha256 not in gone:
            _note(engine, added)


def _note(engine: Engine, added: SourceAdded) -> bool:
    ledger = open_ledger(engine.home)
    is_news = _untimed(added) not in map(_untimed, registered(ledger))
    if is_news:
        ledger.append("source_added", added.model_dump(mode="json"))
    return is_news


def _untimed(added: SourceAdded) -> SourceAdded:
    """A copy of a source entry without the times of its files. Entries are compared in this form, so a file whose time
    alone has changed is no new source."""
    members = [member.model_copy(update={"modified_at_utc": None}) for member in added.members]
    return added.model_copy(update={"members": members})


def request_build(
    engine: Engine, paths: Sequence[Path] = (), as_of: str | None = None, only: bool = False
) -> BuildRequest:
    """Register the paths, then request the build of all registered sources; with `only` the build of just these
    paths.

    Sources and messages that the person blocked are left out.
    """
    # The lock is held from the vault to the request: a sweep in between would remove the new source as a stray.
    with Locks(engine.home).warehouse_shared("taking sources in"):
        return _request_build(engine, paths, as_of, only)


def _request_build(engine: Engine, paths: Sequence[Path], as_of: str | None, only: bool) -> BuildRequest:
    added = [source for path in paths for source in register(engine, path)]
    ledger = open_ledger(engine.home)
    sources = added if only else registered(ledger)
    if not sources:
        raise SourceError("there is no source yet: name one, as in `annals build conversations.json`")
    marks = withheld(ledger, "blocked")
    given = [mark.given for mark in marks]
    members = without(member_rows(sources), given, Vault(engine.home), engine.config).members
    if not members:
        raise SourceError("all that there is to build from is blocked; `annals private` lists what is")
    horizon = horizon_of(engine, members)
    instant = _as_of(as_of, horizon)
    position = ledger.decision_position()
    build = build_id(instant, [identity_of(member) for member in members], position)
    whole = Given(sources=members, horizon=horizon, as_of=instant)
    put_request(engine, build, whole, position, **({"blocked": [mark.position for mark in marks]} if marks else {}))
    return BuildRequest(build, instant, horizon, members)


def identity_of(member: Mapping[str, Any]) -> str:
    """The text by which a build tells files apart: the file's hash; for a note with its time, if that is known:
    `HASH@TIME`."""
    modified = member.get("modified_at_utc")
    return str(member["sha256"]) if modified is None else f"{member['sha256']}@{modified}"


def horizon_of(engine: Engine, members: Sequence[dict[str, Any]]) -> str:
    """The horizon of these source files (`sources.scan.horizon`). To find it, the stages that read sources are run; the
    build then finds their results and does not repeat them."""
    given = Given(sources=tuple(members))
    tables: dict[str, tuple[Content, ...]] = {}
    for stage in (SPLIT, SCAN, UNITE):
        outcome = engine.run(stage, given, {name: tables[name] for name in stage.inputs})
        require_kept(outcome)
        tables.update(outcome.tables)
    return horizon_in([engine.contents.path(content) for content in tables["kg.source_conversations"]], engine.config)


def _as_of(typed: str | None, horizon: str) -> str:
    if typed is None:
        return horizon
    instant = normalize(typed)
    if instant is None:
        raise SourceError(f"--as-of {typed!r} is no instant; give one like 2026-01-31 or 2026-01-31T12:00:00Z")
    return instant
