"""Finds what lies at a path that a person names: exports, notes, documents, and what is none of these. Files
are read only as far as recognising them needs.

Everything below the path becomes a member of a source or is refused with a reason; only hidden files and
`__MACOSX` folders are passed over in silence. An export with damaged conversations is accepted; these go into
the quarantine later. The caller copies the bytes into the vault.
"""

import os
import re
import stat
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from zipfile import ZipInfo

from kg_assets.core.counting import counted
from kg_assets.core.errors import SourceError
from kg_assets.core.names import readable
from kg_assets.sources.archives import ZIP_MAGIC, is_encrypted, members_of, opened, refuse_unbounded
from kg_assets.sources.documents.reading import ADAPTER_OF, SUFFIXES
from kg_assets.sources.experiences import SUFFIX as EXPERIENCES
from kg_assets.sources.experiences import experiences_in, opener_of
from kg_assets.sources.recognition import EXPECTED, Opener, adapter_of, kind_by_name, refuse_page_of_export
from kg_assets.sources.refusals import Refused, RefusedError
from kg_assets.sources.settings import SourceSettings

NOTE_SUFFIXES = (".md", ".markdown", ".txt")
_EXPORT_FILE = re.compile(r"conversations(?:[-_ (]*\d+\)?)?\.json", re.IGNORECASE | re.ASCII)
# How exports name the files that were attached to messages: what is in them is not what the person said.
_PAGES = (".html", ".htm")
_ATTACHED = re.compile(r"file[-_].+", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Intake:
    """A recognised source: its adapter (how it is read), its files by name, and the files with it that are
    refused."""

    adapter: str
    members: tuple[tuple[str, Opener], ...]
    refused: tuple[Refused, ...] = ()


def recognise(path: Path, settings: SourceSettings) -> tuple[Intake, ...]:
    """The sources at the path, at least one. Raises `SourceError` when nothing there can be read."""
    named = readable(path)
    if not path.exists():
        raise SourceError(f"{named}: there is no such file or folder; check the path")
    if not path.is_dir() and not path.is_file():
        # A pipe would be waited for without end, and what came out of it could not be read twice.
        raise SourceError(f"{named}: is a pipe or a device, no file; save what it gives to a file and name that")
    try:
        return _recognise_folder(path, settings) if path.is_dir() else (_recognise_file(path, settings),)
    except OSError as error:
        place = readable(error.filename or path)
        raise RefusedError(
            "unreadable", f"{place}: cannot be read: {error.strerror or error}; check its permissions"
        ) from None


# --- files --------------------------------------------------------------------------------------------------------


def _recognise_file(path: Path, settings: SourceSettings) -> Intake:
    with path.open("rb") as stream:
        magic = stream.read(len(ZIP_MAGIC))
    name = readable(path.name)
    if magic == ZIP_MAGIC and path.suffix.lower() not in SUFFIXES:
        return _recognise_zip(path, settings)
    if path.suffix.lower() in SUFFIXES:
        _refuse_page(path, settings)
        return Intake(ADAPTER_OF[SUFFIXES[path.suffix.lower()]], ((name, _file_opener(path)),))
    if path.suffix.lower() in NOTE_SUFFIXES:
        _refuse_large_note(path, settings)
        return _export_in_text(path, name, settings) or Intake("notes", ((name, _file_opener(path)),))
    if path.suffix.lower() == EXPERIENCES:
        return _records(path, name) or _export([(name, _file_opener(path))], readable(path), settings)
    return _export([(name, _file_opener(path))], readable(path), settings)


def _refuse_page(path: Path, settings: SourceSettings) -> None:
    if SUFFIXES[path.suffix.lower()] == "html":
        with path.open("rb") as stream:
            refuse_page_of_export(stream.read(settings.recognise_bytes), readable(path))


def _refuse_large_note(path: Path, settings: SourceSettings) -> None:
    """Refuse a note larger than `note_most_bytes`, because notes are read as a whole."""
    size = path.stat().st_size
    if size > settings.note_most_bytes:
        raise RefusedError(
            "too_large",
            f"{readable(path)}: has {size} bytes, more than note_most_bytes ({settings.note_most_bytes}) of the "
            f"section sources; split it, or raise the limit",
        )


def _records(path: Path, name: str) -> Intake | None:
    """A file of experience records as an export of its good lines; None if it holds something else."""
    found = experiences_in(path, name, datetime.now(UTC))
    if found is None:
        return None
    export, refused = found
    return Intake("chatgpt", ((name, partial(opener_of, export)),), tuple(refused))


def _export_in_text(path: Path, name: str, settings: SourceSettings) -> Intake | None:
    """The export in a file with the suffix `.txt`; None if it holds none."""
    if path.suffix.lower() != ".txt":
        return None
    try:
        return _export([(name, _file_opener(path))], readable(path), settings)
    except RefusedError:
        return None


def _file_opener(path: Path) -> Opener:
    return lambda: path.open("rb")


def _recognise_zip(path: Path, settings: SourceSettings) -> Intake:
    infos = members_of(path, settings)
    named = [info for info in infos if "__MACOSX" not in info.filename]
    found = [info for info in named if _EXPORT_FILE.fullmatch(_base_name(info.filename))]
    # Under another name it may be an export all the same.
    chosen = found or [info for info in named if info.filename.lower().endswith(".json")]
    if not chosen:
        raise RefusedError(
            "no_conversations",
            f"{readable(path)}: no conversations.json among {counted(len(infos), 'file')} of the archive; {EXPECTED}. "
            f"If the export is an archive inside this one, unpack this one first",
        )
    if any(is_encrypted(info) for info in chosen):
        raise RefusedError(
            "encrypted", f"{readable(path)}: the archive is encrypted; unpack it and name the folder instead"
        )
    refuse_unbounded(path, chosen, settings)
    refused = [Refused(info.filename, _reason_in_archive(info)) for info in named if info not in chosen]
    try:
        intake = _export(sorted(_zip_members(path, chosen), key=lambda member: member[0]), readable(path), settings)
    except RefusedError as error:
        if found or error.code != "no_conversations":
            raise
        raise RefusedError(
            "no_conversations",
            f"{readable(path)}: no conversations.json among {counted(len(infos), 'file')} of the archive; {EXPECTED}",
        ) from None
    return Intake(intake.adapter, intake.members, (*intake.refused, *refused))


def _reason_in_archive(info: ZipInfo) -> str:
    return "archive" if kind_by_name(info.filename) == "archive" else "companion"


def _zip_members(path: Path, chosen: Sequence[ZipInfo]) -> Iterable[tuple[str, Opener]]:
    # Members are read as streams and known by their hashes: no name in an archive becomes a path.
    for info in chosen:
        yield _base_name(info.filename), partial(opened, path, info)


def _base_name(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]


def _export(members: Sequence[tuple[str, Opener]], place: str, settings: SourceSettings) -> Intake:
    """All files of one export. The first file in which a conversation is found decides the adapter."""
    adapter = None
    problem: RefusedError | None = None
    for name, open_member in members:
        try:
            adapter = adapter_of(open_member, place if place.endswith(name) else f"{place}: {name}", settings)
            break
        except RefusedError as error:
            problem = problem or error
    if adapter is None:
        raise problem or RefusedError("no_conversations", f"{place}: holds no file; {EXPECTED}")
    return Intake(adapter, tuple(members))


# --- folders ------------------------------------------------------------------------------------------------------


@dataclass
class _Folder:
    """What was found so far in a folder and in the folders below it: files, sources, and what was refused."""

    root: Path
    settings: SourceSettings
    files: list[Path] = field(default_factory=list)
    intakes: list[Intake] = field(default_factory=list)
    notes: list[tuple[str, Opener]] = field(default_factory=list)
    documents: dict[str, list[tuple[str, Opener]]] = field(default_factory=dict)
    refused: list[Refused] = field(default_factory=list)
    problems: list[SourceError] = field(default_factory=list)

    def refuse(self, path: Path, reason: str) -> None:
        self.refused.append(Refused(self.name(path), reason))

    def name(self, path: Path) -> str:
        return readable(path.relative_to(self.root).as_posix())

    def add(self, path: Path, find: Callable[[], Intake | None], otherwise: str | None = None) -> bool:
        """Call `find` and keep the source that it finds. An error becomes a refusal of `path`; its reason
        is `otherwise`, if given, instead of `no_conversations`. Returns whether a source or an error was
        found."""
        try:
            intake = find()
        except RefusedError as error:
            self.problems.append(error)
            self.refuse(path, otherwise if otherwise and error.code == "no_conversations" else error.code)
            return True
        except OSError:
            self.refuse(path, "unreadable")
            return True
        if intake is not None:
            self.intakes.append(intake)
        return intake is not None


def _recognise_folder(root: Path, settings: SourceSettings) -> tuple[Intake, ...]:
    folder = _Folder(root, settings)
    os.scandir(root).close()  # a folder that cannot be looked into at all is an error, not an empty one
    _look_below(folder)
    homes = sorted({file.parent for file in folder.files if _EXPORT_FILE.fullmatch(file.name)})
    for home in homes:
        _add_export(
            folder, [file for file in folder.files if file.parent == home and _EXPORT_FILE.fullmatch(file.name)]
        )
    for file in folder.files:
        if not _EXPORT_FILE.fullmatch(file.name):
            _add_file(folder, file, any(file.is_relative_to(home) for home in homes))
    intakes = list(folder.intakes)
    intakes = [Intake(adapter, tuple(found)) for adapter, found in sorted(folder.documents.items())] + intakes
    if folder.notes:
        intakes.insert(0, Intake("notes", tuple(folder.notes)))
    if not intakes:
        raise folder.problems[0] if len(folder.files) == 1 and folder.problems else SourceError(_nothing_in(folder))
    # What was refused is listed with the first source of the folder.
    first = intakes[0]
    return (Intake(first.adapter, first.members, (*first.refused, *folder.refused)), *intakes[1:])


def _nothing_in(folder: _Folder) -> str:
    said = f" The first that could not be read: {folder.problems[0]}" if folder.problems else ""
    return (
        f"{readable(folder.root)}: found {counted(len(folder.files), 'file')} but no conversations.json and no notes; "
        f"{EXPECTED}."
        f"{said}"
    )


def _look_below(folder: _Folder) -> None:
    """Gather all files in order, without hidden files and folders (editors keep their state in them) and
    `__MACOSX`. What cannot be followed is refused."""

    def unreadable(error: OSError) -> None:
        folder.refuse(Path(os.fsdecode(error.filename)), "unreadable")

    for parent, folders, files in os.walk(folder.root, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__MACOSX")
        for name in sorted((*folders, *files)):
            path = Path(parent) / name
            if not name.startswith("."):
                reason = _reason_not_to_follow(path, folder.root)
                if reason is not None:
                    folder.refuse(path, reason)
                elif name not in folders:
                    folder.files.append(path)
    folder.files.sort()


def _reason_not_to_follow(path: Path, root: Path) -> str | None:
    """The reason code for a path that is not read: a link that leads out of the folder (nobody named what it
    leads to), a link to nothing, something that is neither file nor folder, or a path that cannot be looked
    at. None for any other path."""
    try:
        if path.is_symlink():
            if not path.resolve().is_relative_to(root.resolve()):
                return "leads_out"
            if not path.exists():
                return "leads_nowhere"
        kind = path.stat().st_mode
    except (OSError, RuntimeError):
        return "leads_nowhere" if path.is_symlink() else "unreadable"
    return None if stat.S_ISREG(kind) or stat.S_ISDIR(kind) else "no_file"


def _add_export(folder: _Folder, files: Sequence[Path]) -> None:
    members = []
    for file in files:
        try:
            file.open("rb").close()
        except OSError:
            folder.refuse(file, "unreadable")
        else:
            members.append((readable(file.name), _file_opener(file)))
    if members:
        # All files at once: a later file of a split export alone may not show what it is.
        folder.add(files[0], lambda: _export(members, readable(files[0].parent), folder.settings))


def _add_file(folder: _Folder, file: Path, in_export: bool) -> None:
    """Take in one file that is not named like a file of an export. `in_export` says that it lies beside or below such a
    file."""
    name, suffix = folder.name(file), file.suffix.lower()
    if suffix == ".zip":
        folder.add(file, lambda: _recognise_zip(file, folder.settings))
    elif suffix == ".json":
        find = partial(_export, [(readable(file.name), _file_opener(file))], readable(file), folder.settings)
        folder.add(file, find, "companion" if in_export else None)
    elif suffix in SUFFIXES and not (in_export and _is_brought_along(file)):
        if folder.add(file, lambda: _refuse_page(file, folder.settings)):
            return
        folder.documents.setdefault(ADAPTER_OF[SUFFIXES[suffix]], []).append((name, _file_opener(file)))
    elif suffix in NOTE_SUFFIXES and not (in_export and _ATTACHED.fullmatch(file.name)):
        if not folder.add(file, lambda: _note_or_export(folder, file)):
            folder.notes.append((name, _file_opener(file)))
    elif suffix != EXPERIENCES or not folder.add(file, lambda: _records(file, name)):
        kind = kind_by_name(file.name)
        folder.refuse(file, "companion" if in_export and kind != "archive" else kind)


def _is_brought_along(file: Path) -> bool:
    """Whether a document beside an export belongs to it: a page for reading it, or what was attached to a
    message."""
    return file.suffix.lower() in _PAGES or _ATTACHED.fullmatch(file.name) is not None


def _note_or_export(folder: _Folder, file: Path) -> Intake | None:
    _refuse_large_note(file, folder.settings)
    file.open("rb").close()
    return _export_in_text(file, readable(file.name), folder.settings)
