"""What lies at a path that a person names: an export of some kind, or notes. Nothing is read but to recognise it.

A file that is an export with damaged conversations in it is accepted, they are set aside later; one that is none is
an error here, which says what was found, where, and what to do. Copying the bytes into the vault is the caller's work.
"""

import io
import os
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from kg_assets.core.canonical import ParseError, parse
from kg_assets.core.data import data_path
from kg_assets.core.errors import SourceError
from kg_assets.sources.mapping import load_mapping, pointer_tokens
from kg_assets.sources.nodes import kind_of
from kg_assets.sources.scan import MAPPING_FILES
from kg_assets.sources.settings import SourceSettings
from kg_assets.sources.split import iterate_tolerantly, start_of

Opener = Callable[[], AbstractContextManager[BinaryIO]]

EXPORT_ADAPTERS = ("chatgpt", "claude")
NOTE_SUFFIXES = (".md", ".markdown", ".txt")
_EXPORT_FILE = re.compile(r"conversations(?:[-_ (]*\d+\)?)?\.json", re.IGNORECASE | re.ASCII)
_ZIP_MAGIC = b"PK\x03\x04"
_EXPECTED = (
    "expected a ChatGPT or Claude export (conversations.json, its folder or its .zip), "
    "or notes (.md, .txt, or a folder of them)"
)


@dataclass(frozen=True)
class Intake:
    """A recognised source: how it is to be read, and its files by name."""

    adapter: str
    members: tuple[tuple[str, Opener], ...]


def recognise(path: Path, settings: SourceSettings) -> Intake:
    """What lies at the path; `SourceError` when it is nothing that can be read."""
    if not path.exists():
        raise SourceError(f"{path}: there is no such file or folder; check the path")
    if not path.is_dir() and not path.is_file():
        # A pipe would be waited for without end, and what came out of it could not be read twice.
        raise SourceError(f"{path}: is a pipe or a device, no file; save what it gives to a file and name that")
    try:
        return _recognise_folder(path, settings) if path.is_dir() else _recognise_file(path, settings)
    except OSError as error:
        place = error.filename or path
        raise SourceError(f"{place}: cannot be read: {error.strerror or error}; check its permissions") from None


def _recognise_file(path: Path, settings: SourceSettings) -> Intake:
    with path.open("rb") as stream:
        magic = stream.read(len(_ZIP_MAGIC))
    if magic == _ZIP_MAGIC:
        return _recognise_zip(path, settings)
    if path.suffix.lower() in NOTE_SUFFIXES:
        return Intake("notes", ((path.name, _file_opener(path)),))
    return _export(((path.name, _file_opener(path)),), str(path), settings)


def _file_opener(path: Path) -> Opener:
    return lambda: path.open("rb")


def _recognise_folder(folder: Path, settings: SourceSettings) -> Intake:
    files = sorted(_files_below(folder))
    exports = [file for file in files if _EXPORT_FILE.fullmatch(file.name)]
    if exports:
        homes = sorted({file.parent for file in exports})
        if len(homes) > 1:
            listed = ", ".join(str(home) for home in homes[:5])
            raise SourceError(f"{folder}: holds {len(homes)} exports ({listed}); name one of these folders at a time")
        return _export([(file.name, _file_opener(file)) for file in exports], str(folder), settings)
    notes = [file for file in files if file.suffix.lower() in NOTE_SUFFIXES]
    if notes:
        return Intake("notes", tuple((file.relative_to(folder).as_posix(), _file_opener(file)) for file in notes))
    archives = [file for file in files if file.suffix.lower() in (".zip", ".json")]
    if len(archives) == 1:
        return _recognise_file(archives[0], settings)
    found = f"{len(archives)} .zip and .json files" if archives else f"{len(files)} files"
    raise SourceError(f"{folder}: found {found} but no conversations.json and no notes; {_EXPECTED}")


def _files_below(folder: Path) -> Iterator[Path]:
    """All files, without hidden ones and hidden folders (editors keep their state there)."""
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__MACOSX")
        found = (Path(parent) / name for name in files if not name.startswith("."))
        yield from (path for path in found if path.is_file() and not _leads_out(path, folder))


def outward_links(folder: Path) -> list[str]:
    """The links below a folder that lead out of it; what they lead to is not read, since nobody named it."""
    links = (Path(parent) / name for parent, folders, files in os.walk(folder) for name in (*folders, *files))
    return sorted(link.relative_to(folder).as_posix() for link in links if _leads_out(link, folder))


def _leads_out(path: Path, folder: Path) -> bool:
    return path.is_symlink() and not path.resolve().is_relative_to(folder.resolve())


def _recognise_zip(path: Path, settings: SourceSettings) -> Intake:
    try:
        with zipfile.ZipFile(path) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir() and "__MACOSX" not in info.filename]
    except (zipfile.BadZipFile, NotImplementedError) as error:
        raise SourceError(f"{path}: is a damaged zip archive ({error}); download or copy it again") from None
    found = [info for info in infos if _EXPORT_FILE.fullmatch(_base_name(info.filename))]
    if not found:
        raise SourceError(
            f"{path}: none of the archive's {len(infos)} files is a conversations.json; {_EXPECTED}. "
            f"If the export is an archive inside this one, unpack this one first"
        )
    if any(info.flag_bits & 1 for info in found):
        raise SourceError(f"{path}: the archive is encrypted; unpack it and name the folder instead")
    # Members are read as streams and known by their hashes: no name in an archive becomes a path.
    members = [(_base_name(info.filename), _zip_opener(path, info.filename)) for info in found]
    return _export(sorted(members, key=lambda member: member[0]), str(path), settings)


def _base_name(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]


def _zip_opener(path: Path, name: str) -> Opener:
    @contextmanager
    def opened() -> Iterator[BinaryIO]:
        try:
            with zipfile.ZipFile(path) as archive, closing(archive.open(name)) as stream:
                yield io.BufferedReader(stream)  # type: ignore[type-var]
        except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
            raise SourceError(f"{path}: {name} in the archive is damaged ({error}); copy the archive again") from None

    return opened


# --- recognising an export ----------------------------------------------------------------------------------------


def _export(members: Sequence[tuple[str, Opener]], place: str, settings: SourceSettings) -> Intake:
    """All files of one export. The first that holds a conversation says of which kind it is."""
    adapter = None
    problem = None
    for name, open_member in members:
        where = place if place.endswith(name) else f"{place}: {name}"
        try:
            adapter = _adapter_of(open_member, where, settings.recognise_bytes)
            break
        except SourceError as error:
            problem = problem or error
    if adapter is None:
        raise problem or SourceError(f"{place}: holds no file; {_EXPECTED}")
    return Intake(adapter, tuple(members))


def _adapter_of(open_member: Opener, where: str, head_bytes: int) -> str:
    with open_member() as stream:
        data = stream.read(head_bytes)
        adapter = adapter_of_bytes(data)
        if adapter is None:
            data += stream.read()
            adapter = adapter_of_bytes(data)
    if adapter is None:
        raise SourceError(f"{where}{_explain(data)}; {_EXPECTED}")
    return adapter


def adapter_of_bytes(data: bytes) -> str | None:
    """Which export a file (or its beginning) is: that of the first element that has the shape of a conversation."""
    start = start_of(data)
    if data[start : start + 1] == b"[":
        return next((a for begin, end in iterate_tolerantly(data, start) if (a := _shape(data[begin:end]))), None)
    return _shape(data[start:])


def _shape(piece: bytes) -> str | None:
    """Which export's conversation this could be, by the key that holds its messages."""
    try:
        keys = msgspec.json.decode(piece, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return next((adapter for adapter, key in _message_keys() if _key_pattern(key).search(piece)), None)
    for adapter, key in _message_keys():
        if key in keys and bytes(keys[key])[:1] in (b"{", b"["):
            return adapter
    return None


@lru_cache(maxsize=1)
def _message_keys() -> tuple[tuple[str, str], ...]:
    mappings = ((adapter, load_mapping(data_path(MAPPING_FILES[adapter])).given) for adapter in EXPORT_ADAPTERS)
    return tuple((adapter, (pointer_tokens(given.messages_path) or ("",))[0]) for adapter, given in mappings)


@lru_cache(maxsize=4)
def _key_pattern(key: str) -> re.Pattern[bytes]:
    return re.compile(b'"' + re.escape(key.encode()) + rb'"\s*:\s*[\[{]')


def _explain(data: bytes) -> str:
    """What a file holds that is no export, and where: the middle of an error's sentence."""
    if not data.strip():
        return ": the file is empty"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ", byte 0: the file is UTF-16; save it as UTF-8"
    try:
        value = parse(data).value
    except ParseError as error:
        line = data.count(b"\n", 0, error.offset) + 1
        column = error.offset - (data.rfind(b"\n", 0, error.offset) + 1) + 1
        return f", line {line}, column {column} (byte {error.offset}): not JSON that can be read ({error.reason})"
    if value == []:
        return ", line 1: the file holds an empty array, no conversation"
    if isinstance(value, list):
        return f", element 0 of {len(value)}: found {_describe(value[0])}, no conversation"
    return f", line 1: found {_describe(value)}, no conversation"


def _describe(value: Any) -> str:
    if not isinstance(value, dict):
        return kind_of(value)
    keys = sorted(str(key) for key in value)[:5]
    return f"an object with the keys {', '.join(map(repr, keys))}" if keys else "an empty object"
