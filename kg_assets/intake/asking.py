"""From a path a person names to a build that can be run: intake, registration, horizon, request. No Dagster."""

import hashlib
import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from kg_assets.core.errors import SourceError
from kg_assets.core.instants import LAST_MILLIS, from_millis, normalize
from kg_assets.core.names import path_text, readable
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import put_request, require_kept
from kg_assets.engine.stagerun import Given
from kg_assets.sources.documents.reading import ADAPTERS as DOCUMENT_ADAPTERS
from kg_assets.sources.documents.reading import DocumentReader
from kg_assets.sources.intake import Intake, recognise
from kg_assets.sources.redact import Cut, Reader, readers, redact
from kg_assets.sources.refusals import RefusedError
from kg_assets.sources.scan import KIND_OF_ADAPTER, horizon_in
from kg_assets.sources.settings import SourceSettings
from kg_assets.sources.stages import SCAN, SPLIT, UNITE
from kg_assets.sources.told import CHANNEL as TOLD
from kg_assets.sources.told import told_export
from kg_assets.sources.withholding import without
from kg_assets.store.builds import build_id
from kg_assets.store.contents import Content
from kg_assets.store.files import sha256_of
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks
from kg_assets.store.private import withheld
from kg_assets.store.registry import (
    Member,
    RefusedFile,
    SourceAdded,
    forgotten_marks,
    member_rows,
    open_ledger,
    registered,
    taken_back,
    times_of_files,
)
from kg_assets.store.vault import Vault

# Of these a path that is named again stands for what it holds by now.
_TOLD_ADAPTER = "chatgpt"
_REPLACED = frozenset({"notes", *DOCUMENT_ADAPTERS})


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A build that was asked for; running it is another matter."""

    build: str
    as_of: str
    horizon: str | None
    sources: tuple[dict[str, Any], ...]


def register(engine: Engine, path: Path) -> list[SourceAdded]:
    """Put what lies at a path into the vault and, if it is news, into the ledger."""
    found = _found(engine, path)
    if not found:
        raise SourceError(f"{readable(path)}: all that it holds was forgotten, so nothing of it is taken in")
    for added in found:
        _note(engine, added)
    return found


def register_told(engine: Engine, words: str, at: str) -> bool:
    """Put what a person tells in their own words among the sources; False if it is told already."""
    settings: SourceSettings = engine.config.section("sources")
    export = told_export(words, at, settings.told_most_characters)
    name = f"{at}.json"
    cut = Cut(forgotten_marks(open_ledger(engine.home)))
    reader = readers(engine.config)[KIND_OF_ADAPTER[_TOLD_ADAPTER]]
    kept = _without_forgotten(io.BytesIO(export), name, reader, cut) if cut else io.BytesIO(export)
    if kept is None:
        raise SourceError("just these words were forgotten, so they are not taken in; say them in another way")
    # Shared from the vault to the ledger: a sweep in between would take the new file for a stray.
    with Locks(engine.home).warehouse_shared("taking in what was told"):
        sha256, size = Vault(engine.home).put(kept)
        members = [Member(sha256=sha256, name=name, bytes=size)]
        told = SourceAdded(
            export_sha256=export_hash(members), adapter=_TOLD_ADAPTER, path=f"{TOLD}/{name}", replaces_path=False,
            members=members,
        )  # fmt: skip
        return _note(engine, told)


def register_again(engine: Engine, path: Path) -> None:
    """Take in what a path holds by now, unless it is just what a person has taken back or had forgotten."""
    gone = taken_back(open_ledger(engine.home))
    for added in _found(engine, path):
        if added.export_sha256 not in gone:
            _note(engine, added)


def _found(engine: Engine, path: Path) -> list[SourceAdded]:
    """The sources at a path, their bytes in the vault, without what was forgotten; none if that leaves nothing."""
    intakes = recognise(path, engine.config.section("sources"))
    found: list[SourceAdded] = []
    problem: SourceError | None = None
    lost: list[tuple[str, str]] = []
    for intake in intakes:
        before = _taken_before(engine, path, intake.adapter) if intake.adapter in _REPLACED else ()
        take = _documents_taken if intake.adapter in DOCUMENT_ADAPTERS else _taken
        try:
            taken = take(engine, path, intake, before, lost)
        except SourceError as error:
            problem = problem or error
        else:
            found += [] if taken is None else [taken]
    if problem is not None and not found:
        raise problem
    if found and lost:
        # What was refused of a source of which nothing is left is told with the first that stands.
        told = [*found[0].refused, *(RefusedFile(name=name, reason=reason) for name, reason in lost)]
        found[0] = found[0].model_copy(update={"refused": sorted(told, key=lambda one: (one.name, one.reason))})
    return found


def _taken(
    engine: Engine, path: Path, intake: Intake, before: Sequence[Member], lost: list[tuple[str, str]]
) -> SourceAdded | None:
    """One source. What cannot be read of it is left out, a note as it was taken in last; the rest is taken in.

    Where nothing is left, what was refused is `lost`.
    """
    vault, reader = Vault(engine.home), readers(engine.config)[KIND_OF_ADAPTER[intake.adapter]]
    cut = Cut(forgotten_marks(open_ledger(engine.home)))
    members: list[Member] = []
    # The first intake of the same bytes says their time: touching or copying a file changes no build.
    known = times_of_files(registered(open_ledger(engine.home))) if intake.adapter == "notes" else {}
    refused = [(one.name, one.reason) for one in intake.refused]
    problem: SourceError | None = None
    for name, open_member in intake.members:
        try:
            with open_member() as stream:
                modified = _last_written(stream) if intake.adapter == "notes" else None
                kept = _without_forgotten(stream, name, reader, cut) if cut else stream
                if kept is None:
                    continue
                sha256, size = vault.put(kept)
        except RefusedError as error:
            problem = problem or error
            refused.append((name, error.code))
        except OSError as error:
            problem = problem or SourceError(f"{readable(path)}: {name} cannot be read: {error.strerror or error}")
            refused.append((name, "unreadable"))
        else:
            if any(member.sha256 == sha256 for member in members):
                refused.append((name, "same_bytes"))
            else:
                modified = known.get(sha256, modified)
                members.append(Member(sha256=sha256, name=name, bytes=size, modified_at_utc=modified))
    members, refused = _with_unreadable(members, refused, before)
    if not members:
        lost += refused
        if problem is not None:
            raise problem
        return None
    return SourceAdded(
        export_sha256=export_hash(members),
        adapter=intake.adapter,
        path=path_within(engine.home, path),
        replaces_path=intake.adapter == "notes",
        members=members,
        refused=[RefusedFile(name=name, reason=reason) for name, reason in sorted(refused)],
    )


def _last_written(stream: BinaryIO) -> str | None:
    """When an open file was last written; nothing for times that stand for none, as 1970 does."""
    millis = os.fstat(stream.fileno()).st_mtime_ns // 1_000_000
    return from_millis(millis) if 0 < millis <= LAST_MILLIS else None


def _without_forgotten(stream: BinaryIO, name: str, reader: Reader, cut: Cut) -> BinaryIO | None:
    """A file as it may be copied: words that were forgotten never reach the vault."""
    kept, _ = redact(stream.read(), name, reader, cut)
    return None if kept is None else io.BytesIO(kept)


def _documents_taken(
    engine: Engine, path: Path, intake: Intake, before: Sequence[Member], lost: list[tuple[str, str]]
) -> SourceAdded | None:
    """Documents: their words go into the vault. One that was read before is not read again; of one that has changed
    the earlier versions stay, as its revisions."""
    vault, reader = Vault(engine.home), readers(engine.config)[KIND_OF_ADAPTER[intake.adapter]]
    cut = Cut(forgotten_marks(open_ledger(engine.home)))
    known = _documents_known(engine, vault)
    members: list[Member] = []
    refused = [(one.name, one.reason) for one in intake.refused]
    problem: SourceError | None = None
    with DocumentReader(engine.config.section("sources")) as documents:
        for name, open_member in intake.members:
            try:
                with open_member() as stream:
                    place = Path(stream.name)
                original = sha256_of(place)
                member = known.get((name, original, documents.version()))
                if member is None:
                    kept, _ = redact(documents.read(place, name, original), name, reader, cut)
                    if kept is None:
                        continue
                    sha256, size = vault.put(io.BytesIO(kept))
                    member = Member(
                        sha256=sha256, name=name, bytes=size, original_sha256=original, read_as=documents.version()
                    )
            except RefusedError as error:
                problem = problem or error
                refused.append((name, error.code))
            except OSError as error:
                problem = problem or SourceError(f"{readable(path)}: {name} cannot be read: {error.strerror or error}")
                refused.append((name, "unreadable"))
            else:
                is_there = any(one.sha256 == member.sha256 for one in members)
                refused += [(name, "same_bytes")] if is_there else []
                members += [] if is_there else [member]
    members, refused = _with_unreadable(members, refused, before)
    if not members:
        lost += refused
        if problem is not None:
            raise problem
        return None
    members += _earlier_revisions(members, before)
    return SourceAdded(
        export_sha256=export_hash(members),
        adapter=intake.adapter,
        path=path_within(engine.home, path),
        replaces_path=True,
        members=members,
        refused=[RefusedFile(name=name, reason=reason) for name, reason in sorted(refused)],
    )


def _documents_known(engine: Engine, vault: Vault) -> dict[tuple[str, str | None, str | None], Member]:
    """What was read of documents before, by name, bytes and how they were read."""
    return {
        (member.name, member.original_sha256, member.read_as): member
        for source in registered(open_ledger(engine.home))
        for member in source.members
        if member.original_sha256 is not None and vault.exists(member.sha256)
    }


def _earlier_revisions(members: Sequence[Member], before: Sequence[Member]) -> list[Member]:
    """Members of the same names whose files had other bytes."""
    originals = {(member.name, member.original_sha256) for member in members}
    names, known = {member.name for member in members}, {member.sha256 for member in members}
    return [
        one
        for one in before
        if one.name in names and (one.name, one.original_sha256) not in originals and one.sha256 not in known
    ]


def _taken_before(engine: Engine, path: Path, adapter: str) -> Sequence[Member]:
    """The notes or documents of a path as they were taken in last."""
    named = path_within(engine.home, path)
    standing = [
        s for s in registered(open_ledger(engine.home)) if s.replaces_path and s.adapter == adapter and s.path == named
    ]
    return standing[-1].members if standing else ()


def _with_unreadable(
    members: list[Member], refused: list[tuple[str, str]], before: Sequence[Member]
) -> tuple[list[Member], list[tuple[str, str]]]:
    """Notes that cannot be read now, or lie in a folder that cannot, stay as they were: nothing takes them away."""
    known = {member.sha256 for member in members}
    kept: list[Member] = []
    said = []
    for name, reason in refused:
        stays = [m for m in before if m.name == name or m.name.startswith(f"{name}/")] if reason == "unreadable" else []
        kept += [member for member in stays if member.sha256 not in known]
        said.append((name, "unreadable_as_before" if stays else reason))
    return members + kept, said


def path_within(home: Home, path: Path) -> str:
    """How a source's path is kept: what lies in the home by its place there, so that a copied home means its own."""
    place = path.absolute()
    return path_text(place.relative_to(home.root) if place.is_relative_to(home.root) else place)


def _note(engine: Engine, added: SourceAdded) -> bool:
    ledger = open_ledger(engine.home)
    is_news = _untimed(added) not in map(_untimed, registered(ledger))
    if is_news:
        ledger.append("source_added", added.model_dump(mode="json"))
    return is_news


def _untimed(added: SourceAdded) -> SourceAdded:
    """A source by what it holds: that a file was touched is no news."""
    members = [member.model_copy(update={"modified_at_utc": None}) for member in added.members]
    return added.model_copy(update={"members": members})


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
    """What a file is to a build: its bytes, and of a note its time where that is known."""
    modified = member.get("modified_at_utc")
    return str(member["sha256"]) if modified is None else f"{member['sha256']}@{modified}"


def horizon_of(engine: Engine, members: Sequence[dict[str, Any]]) -> str:
    """The newest instant that the sources carry (design §5). The build itself then finds these stages done."""
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
