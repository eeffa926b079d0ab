"""The layouts in which an export can be written: one file, several files, a zip with the other files of an export, or a
file whose nodes do not name their children."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal, Protocol, get_args

import orjson

Layout = Literal["single", "split", "zip", "no_children"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)

_SINGLE = "conversations.json"
# A fixed date for every member: a zip that remembers when it was written would differ each time.
_ZIP_DATE = (2026, 1, 1, 0, 0, 0)
_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63000100000500010d0a2db400"
    "00000049454e44ae426082"
)


class Sink(Protocol):
    def add(self, conversation: dict[str, Any], raw: bytes) -> None:
        """Add one conversation, given twice: as an object and as its JSON text."""


class _ArrayFile:
    """Writes a file with a JSON array, one element after the other."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._count = 0
        file.write(b"[")

    def add(self, conversation: dict[str, Any], raw: bytes) -> None:
        if self._count:
            self._file.write(b",")
        self._file.write(raw)
        self._count += 1

    def close(self) -> None:
        self._file.write(b"]")
        self._file.close()


class _WithoutChildren(_ArrayFile):
    """Writes conversations in a newer form, in which a node of `mapping` names its parent but not its children."""

    def add(self, conversation: dict[str, Any], raw: bytes) -> None:
        mapping = {
            key: {"id": node["id"], "message": node["message"], "parent": node["parent"]}
            for key, node in conversation["mapping"].items()
        }
        super().add(conversation, orjson.dumps(conversation | {"mapping": mapping}))


class _Split:
    """Writes `conversations-000.json`, `conversations-001.json`, …, each with `per_file` conversations; the last may
    have fewer."""

    def __init__(self, folder: Path, per_file: int) -> None:
        self._folder = folder
        self._per_file = per_file
        self._count = 0
        self._current: _ArrayFile | None = None

    def add(self, conversation: dict[str, Any], raw: bytes) -> None:
        if self._current is None or self._count % self._per_file == 0:
            self.close()
            number = self._count // self._per_file
            self._current = _ArrayFile((self._folder / f"conversations-{number:03d}.json").open("wb"))
        self._current.add(conversation, raw)
        self._count += 1

    def close(self) -> None:
        if self._current is not None:
            self._current.close()
            self._current = None


@contextmanager
def open_sink(folder: Path, layout: Layout, owner: dict[str, Any], per_file: int) -> Iterator[Sink]:
    """Yields the sink (the object that takes conversations). At the end it is closed, so that the files are
    complete."""
    if layout == "zip":
        with zipfile.ZipFile(folder / "export.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            array = _ArrayFile(archive.open(_member(_SINGLE), "w", force_zip64=True))
            yield array
            array.close()
            _add_companions(archive, owner)
        return
    sink: _ArrayFile | _Split
    if layout == "split":
        sink = _Split(folder, per_file)
    elif layout == "no_children":
        sink = _WithoutChildren((folder / _SINGLE).open("wb"))
    else:
        sink = _ArrayFile((folder / _SINGLE).open("wb"))
    try:
        yield sink
    finally:
        sink.close()


def _add_companions(archive: zipfile.ZipFile, owner: dict[str, Any]) -> None:
    """Add the other files of a real export. They have no conversations, and a reader must skip them."""
    archive.writestr(_member("user.json"), orjson.dumps(owner))
    archive.writestr(_member("message_feedback.json"), b"[]")
    archive.writestr(_member("shared_conversations.json"), b"[]")
    archive.writestr(_member("chat.html"), b"<html><head><title>ChatGPT Data Export</title></head><body></body></html>")
    archive.writestr(_member("file-0001-photo.png"), _PIXEL)


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _ZIP_DATE)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info
