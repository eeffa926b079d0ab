"""Takes in the sources at a path that a person names: copies their files into the vault, and lists files that could not
be taken in."""

import hashlib
import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from kg_assets.core.errors import SourceError
from kg_assets.core.instants import LAST_MILLIS, from_millis
from kg_assets.core.names import path_text, readable
from kg_assets.engine.runner import Engine
from kg_assets.sources.documents.reading import ADAPTERS as DOCUMENT_ADAPTERS
from kg_assets.sources.documents.reading import DocumentReader
from kg_assets.sources.intake import Intake, recognise
from kg_assets.sources.recognition import Opener
from kg_assets.sources.redact import Cut, Reader, readers, redact
from kg_assets.sources.refusals import RefusedError
from kg_assets.sources.scan import KIND_OF_ADAPTER
from kg_assets.store.files import sha256_of
from kg_assets.store.home import Home
from kg_assets.store.registry import (
    Member,
    RefusedFile,
    SourceAdded,
    forgotten_marks,
    open_ledger,
    registered,
    times_of_files,
)
from kg_assets.store.vault import Vault

_NOTES = "notes"
# Kinds of sources for which a path that is named again is replaced by its present contents.
_REPLACED = frozenset({_NOTES, *DOCUMENT_ADAPTERS})
# A function that takes a file in by its name. It gives None if all of the file was forgotten.
_Take = Callable[[str, Opener], Member | None]
_Refusal = tuple[str, str]  # name, reason


class _Collected(NamedTuple):
    """The files of a source that were taken, those that were refused, and the first error."""

    members: list[Member]
    refused: list[_Refusal]
    problem: SourceError | None


def sources_at(engine: Engine, path: Path) -> list[SourceAdded]:
    """The sources at a path. Their bytes are in the vault, without words that were forgotten; a source is left out
    if nothing else of it remains."""
    found: list[SourceAdded] = []
    problem: SourceError | None = None
    lost: list[_Refusal] = []
    for intake in recognise(path, engine.config.section("sources")):
        try:
            taken = _taken(engine, path, intake, lost)
        except SourceError as error:
            problem = problem or error
        else:
            found += [] if taken is None else [taken]
    if problem is not None and not found:
        raise problem
    if found and lost:
        # If a source has no file left, its refused files are reported with the first source that was taken in.
        told = [*found[0].refused, *(RefusedFile(name=name, reason=reason) for name, reason in lost)]
        found[0] = found[0].model_copy(update={"refused": sorted(told, key=lambda one: (one.name, one.reason))})
    return found


def _taken(engine: Engine, path: Path, intake: Intake, lost: list[_Refusal]) -> SourceAdded | None:
    """Take in one source and return it. Files that cannot be read are left out; but a note or document that was taken
    in before stays as it was.

    If no file is left, the refused files are added to `lost`. Then the first error is raised; if there was none, None
    is returned.
    """
    is_replaced, is_of_documents = intake.adapter in _REPLACED, intake.adapter in DOCUMENT_ADAPTERS
    before = _taken_before(engine, path, intake.adapter) if is_replaced else ()
    with (_documents if is_of_documents else _files)(engine, intake) as take:
        collected = _collected(path, intake, take)
    members, refused = _with_unreadable(collected, before)
    if not members:
        lost += refused
        if collected.problem is not None:
            raise collected.problem
        return None
    # A document that has changed keeps its earlier versions, as its revisions.
    members += _earlier_revisions(members, before) if is_of_documents else []
    return SourceAdded(
        export_sha256=export_hash(members),
        adapter=intake.adapter,
        path=path_within(engine.home, path),
        replaces_path=is_replaced,
        members=members,
        refused=[RefusedFile(name=name, reason=reason) for name, reason in sorted(refused)],
    )


def _collected(path: Path, intake: Intake, take: _Take) -> _Collected:
    """What could be taken of a source: the files, of several with the same bytes only the first; what was refused; and
    the first error."""
    members: list[Member] = []
    refused = [(one.name, one.reason) for one in intake.refused]
    problem: SourceError | None = None
    for name, open_member in intake.members:
        try:
            member = take(name, open_member)
        except RefusedError as error:
            problem = problem or error
            refused.append((name, error.code))
        except OSError as error:
            problem = problem or SourceError(f"{readable(path)}: {name} cannot be read: {error.strerror or error}")
            refused.append((name, "unreadable"))
        else:
            if member is not None and any(member.sha256 == one.sha256 for one in members):
                refused.append((name, "same_bytes"))
            elif member is not None:
                members.append(member)
    return _Collected(members, refused, problem)


@contextmanager
def _files(engine: Engine, intake: Intake) -> Iterator[_Take]:
    """Yields the function that copies a file of the source into the vault, without forgotten words. The time of a note
    is that at which its bytes were first taken in, so touching or copying a file changes no build."""
    vault, reader, cut = _ways(engine, intake)
    is_of_notes = intake.adapter == _NOTES
    known = times_of_files(registered(open_ledger(engine.home))) if is_of_notes else {}

    def take(name: str, open_member: Opener) -> Member | None:
        with open_member() as stream:
            modified = _last_written(stream) if is_of_notes else None
            kept = without_forgotten(stream, name, reader, cut) if cut else stream
            if kept is None:
                return None
            sha256, size = vault.put(kept)
        return Member(sha256=sha256, name=name, bytes=size, modified_at_utc=known.get(sha256, modified))

    yield take


@contextmanager
def _documents(engine: Engine, intake: Intake) -> Iterator[_Take]:
    """Yields the function that puts the words of a document into the vault. A document that was read before is not
    read again."""
    vault, reader, cut = _ways(engine, intake)
    known = _documents_known(engine, vault)
    with DocumentReader(engine.config.section("sources")) as documents:

        def take(name: str, open_member: Opener) -> Member | None:
            with open_member() as stream:
                place = Path(stream.name)
            original, read_as = sha256_of(place), documents.version()
            if (name, original, read_as) in known:
                return known[name, original, read_as]
            kept, _ = redact(documents.read(place, name, original), name, reader, cut)
            if kept is None:
                return None
            sha256, size = vault.put(io.BytesIO(kept))
            return Member(sha256=sha256, name=name, bytes=size, original_sha256=original, read_as=read_as)

        yield take


def _ways(engine: Engine, intake: Intake) -> tuple[Vault, Reader, Cut]:
    """Three things that taking in needs: the vault, the reader for this kind of source, and the words to cut out
    because they were forgotten."""
    reader = readers(engine.config)[KIND_OF_ADAPTER[intake.adapter]]
    return Vault(engine.home), reader, Cut(forgotten_marks(open_ledger(engine.home)))


def _last_written(stream: BinaryIO) -> str | None:
    """When an open file was last written. None for a time that cannot be stored, and for the beginning of 1970 or
    before, which some programs set if they know no time."""
    millis = os.fstat(stream.fileno()).st_mtime_ns // 1_000_000
    return from_millis(millis) if 0 < millis <= LAST_MILLIS else None


def without_forgotten(stream: BinaryIO, name: str, reader: Reader, cut: Cut) -> BinaryIO | None:
    """The file's bytes without forgotten words, which must never get into the vault. None if nothing is left."""
    kept, _ = redact(stream.read(), name, reader, cut)
    return None if kept is None else io.BytesIO(kept)


def _documents_known(engine: Engine, vault: Vault) -> dict[tuple[str, str | None, str | None], Member]:
    """The documents that were read before, by name, hash of the file, and version of the reader."""
    return {
        (member.name, member.original_sha256, member.read_as): member
        for source in registered(open_ledger(engine.home))
        for member in source.members
        if member.original_sha256 is not None and vault.exists(member.sha256)
    }


def _earlier_revisions(members: Sequence[Member], before: Sequence[Member]) -> list[Member]:
    """The earlier versions of documents: files taken in before whose name still exists, but with other bytes now."""
    originals = {(member.name, member.original_sha256) for member in members}
    names, known = {member.name for member in members}, {member.sha256 for member in members}
    return [
        one
        for one in before
        if one.name in names and (one.name, one.original_sha256) not in originals and one.sha256 not in known
    ]


def _taken_before(engine: Engine, path: Path, adapter: str) -> Sequence[Member]:
    """The notes or documents of a path as they were when it was last taken in."""
    named = path_within(engine.home, path)
    standing = [
        s for s in registered(open_ledger(engine.home)) if s.replaces_path and s.adapter == adapter and s.path == named
    ]
    return standing[-1].members if standing else ()


def _with_unreadable(collected: _Collected, before: Sequence[Member]) -> tuple[list[Member], list[_Refusal]]:
    """Two lists: the files to keep, and the refusals. A file that was taken in before and cannot be read now is kept as
    it was; its refusal gets the code `unreadable_as_before`."""
    known = {member.sha256 for member in collected.members}
    kept: list[Member] = []
    said = []
    for name, reason in collected.refused:
        stays = [m for m in before if m.name == name or m.name.startswith(f"{name}/")] if reason == "unreadable" else []
        kept += [member for member in stays if member.sha256 not in known]
        said.append((name, "unreadable_as_before" if stays else reason))
    return collected.members + kept, said


def path_within(home: Home, path: Path) -> str:
    """A path in the form in which a source stores it: relative to the home if it is inside, so that it is still right
    in a copy of the home."""
    place = path.absolute()
    return path_text(place.relative_to(home.root) if place.is_relative_to(home.root) else place)


def export_hash(members: Sequence[Member]) -> str:
    """The hash that a source is known by: SHA-256 over the sorted hashes of its files. So the same files are one
    source, in a folder or in a zip, whatever their names and order."""
    return hashlib.sha256("\n".join(sorted(member.sha256 for member in members)).encode()).hexdigest()
