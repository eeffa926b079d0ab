"""Removes forgotten words from the files in the home's own inbox. Files elsewhere are the person's own and stay."""

import io
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kg_assets.core.hashing import sha256_hex
from kg_assets.engine.runner import Engine
from kg_assets.intake.taking import export_hash
from kg_assets.sources.documents.reading import ADAPTER_OF, SUFFIXES, DocumentReader
from kg_assets.sources.intake import NOTE_SUFFIXES
from kg_assets.sources.recognition import adapter_of_bytes
from kg_assets.sources.redact import Cut, Reader, readers, redact
from kg_assets.sources.refusals import RefusedError
from kg_assets.sources.scan import KIND_OF_ADAPTER
from kg_assets.store.files import write_atomic
from kg_assets.store.registry import Member, forgotten_marks, open_ledger


@dataclass(frozen=True, slots=True)
class _Piece:
    """An export, note or document, and the file that holds it: a file of its own, or the archive that contains it."""

    file: Path
    name: str
    data: bytes
    kind: str
    is_packed: bool


def clean_inbox(engine: Engine, gone: frozenset[str]) -> int:
    """Cut everything that was ever forgotten out of the inbox's files. Returns how many files were changed or removed;
    a folder that was forgotten as a whole counts as one.

    `gone` are the hashes of sources that were removed or rewritten. An archive or document cannot be cut and
    is removed; the vault has what is left of it.
    """
    cut, read = Cut(forgotten_marks(open_ledger(engine.home))), readers(engine.config)
    changed = 0
    for entry in sorted(engine.home.inbox.iterdir()):
        pieces = list(_pieces(engine, entry))
        members = [Member(sha256=sha256_hex(piece.data), name="", bytes=0) for piece in pieces]
        if members and export_hash(members) in gone and _is_named_whole(pieces, read, cut):
            _remove(entry)
            changed += 1
            continue
        changed += sum(_clean(piece, read[piece.kind], cut) for piece in pieces)
    return changed


def _is_named_whole(pieces: list[_Piece], read: dict[str, Reader], cut: Cut) -> bool:
    """Whether the source that consists of these pieces was forgotten as a whole. Its hash in `gone` is not enough: a
    source that lost only some messages is in `gone`, too, under its old hash."""
    return not any(redact(piece.data, piece.name, read[piece.kind], cut)[1].marks for piece in pieces)


def _clean(piece: _Piece, reader: Reader, cut: Cut) -> bool:
    if not piece.file.exists():
        return False  # an earlier piece of the same archive has already removed it
    kept, found = redact(piece.data, piece.name, reader, cut)
    if not found.marks:
        return False
    if kept is None or piece.is_packed:
        piece.file.unlink()
    else:
        write_atomic(piece.file, kept)
    return True


def _pieces(engine: Engine, entry: Path) -> Iterator[_Piece]:
    folder = entry if entry.is_dir() else entry.parent
    for file in sorted(entry.rglob("*")) if entry.is_dir() else [entry]:
        if not file.is_file() or file.is_symlink():
            continue
        try:
            yield from _pieces_of(engine, file, file.relative_to(folder).as_posix())
        except (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeDecodeError):
            continue  # what cannot be read was never taken in


def _pieces_of(engine: Engine, file: Path, name: str) -> Iterator[_Piece]:
    data = file.read_bytes()
    if file.suffix.lower() in SUFFIXES:
        yield from _document(engine, file, name, data)
    elif zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                yield from _piece(file, info.filename, archive.read(info), is_packed=True)
    else:
        yield from _piece(file, name, data, is_packed=False)


def _document(engine: Engine, file: Path, name: str, data: bytes) -> Iterator[_Piece]:
    """The words of a document, as one piece, as they are read when it is taken in; none if they cannot be read. Like an
    archive, a document cannot be cut."""
    kind = KIND_OF_ADAPTER[ADAPTER_OF[SUFFIXES[file.suffix.lower()]]]
    with DocumentReader(engine.config.section("sources")) as documents, suppress(RefusedError):
        yield _Piece(file, name, documents.read(file, name, sha256_hex(data)), kind, is_packed=True)


def _piece(file: Path, name: str, data: bytes, is_packed: bool) -> Iterator[_Piece]:
    adapter = adapter_of_bytes(data)
    if adapter is not None:
        yield _Piece(file, name, data, KIND_OF_ADAPTER[adapter], is_packed)
    elif Path(name).suffix.lower() in NOTE_SUFFIXES and not is_packed:
        yield _Piece(file, name, data, "note", is_packed)


def _remove(entry: Path) -> None:
    if entry.is_dir():
        shutil.rmtree(entry)
    else:
        entry.unlink()
