"""Reads the words of document files in a process that can do nothing else, and writes them as the bytes that
the vault keeps.

These bytes are an array of objects, one for each document, mail or calendar. `config/mappings` describes
them, so that from there on they are conversations like any other. `sources.authors` decides later whose words
they are.
"""

import json
import selectors
import subprocess
import sys
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any

import orjson

from kg_assets.core.canonical import dump
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.instants import LAST_MILLIS, from_millis, normalize
from kg_assets.sources.documents.document import Block
from kg_assets.sources.notes import date_in_name, month_in_name, note_chunks
from kg_assets.sources.refusals import RefusedError
from kg_assets.sources.settings import SourceSettings
from kg_assets.sources.tree import FILE_NAME_MONTH, FILE_TIME

# Raised when a change of the readers gives other words for the same file: files are then read again.
READER = "1"
SUFFIXES = {
    ".html": "html", ".htm": "html", ".xhtml": "html", ".pdf": "pdf", ".docx": "docx", ".eml": "eml", ".mbox": "mbox",
    ".ics": "ics",
}  # fmt: skip
ADAPTER_OF = {
    "html": "documents", "pdf": "documents", "docx": "documents", "eml": "mails", "mbox": "mails", "ics": "calendars",
}  # fmt: skip
ADAPTERS = ("documents", "mails", "calendars")
_KEYS = {"eml": "mail", "mbox": "mail", "ics": "calendar"}
_WORKER = "kg_assets.sources.documents.worker"
_SENTENCES = {
    "no_text": "holds no text: run a text recognition over pictures of text, save pages that scripts make as text",
    "encrypted": "is encrypted; save it without a password",
    "damaged": "is damaged, or is not what its name says; save or export it again",
    "harmful": "declares entities of its own, as no word processor does; open and save it again if you trust it",
    "too_large": "holds more than the limits document_* of the section sources allow; split it",
    "too_slow": "takes longer to read than document_seconds of the section sources allows; split it",
    "unreadable": "cannot be read; check its permissions",
}


class DocumentReader:
    """Reads files one after the other in a worker process, which is started for the first file."""

    def __init__(self, settings: SourceSettings) -> None:
        self._settings = settings
        self._space = IdSpace(settings.id_namespace)
        self._worker: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "DocumentReader":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def version(self) -> str:
        """A hash of what the words of a file depend on besides its bytes and its name."""
        return sha256_hex(f"{READER} {self._settings.note_chunk_chars} {self._settings.id_namespace}")[:12]

    def read(self, path: Path, name: str, original_sha256: str) -> bytes:
        """The documents, mails or appointments in a file as JSON: an array of objects. `RefusedError` says why there
        are none."""
        kind = SUFFIXES[path.suffix.lower()]
        if path.stat().st_size > self._settings.document_most_bytes:
            raise _refused("too_large", path)
        answer = self._asked(path, kind)
        if "refused" in answer:
            raise _refused(answer["refused"], path)
        modified = _last_written(path)
        found = [_object(one, kind, name, original_sha256, modified, self._space, self._settings.note_chunk_chars)
                 for one in answer["documents"]]  # fmt: skip
        return b"[" + b",\n".join(dump(one) for one in found if one["chunks"]) + b"]"

    def _asked(self, path: Path, kind: str) -> dict[str, Any]:
        settings = self._settings
        limits = [settings.document_most_chars, settings.document_most_pages, settings.document_unpacked_bytes,
                  settings.archive_most_ratio]  # fmt: skip
        asked = json.dumps({"path": str(path), "format": kind, "limits": limits}).encode() + b"\n"
        worker = self._handed(asked) or self._handed(asked)  # the first may have ended after an earlier file
        if worker is None:
            return {"refused": "too_slow"}
        line = self._line(worker)
        if line.endswith(b"\n"):
            found: dict[str, Any] = orjson.loads(line)
            return found
        # It was ended: by its limit of time, or by a library that crashed on the file.
        self._end()
        return {"refused": "too_slow" if worker.returncode in (-24, -9, None) else "damaged"}

    def _handed(self, asked: bytes) -> subprocess.Popen[bytes] | None:
        """The worker process, after the question was written to it; None if it had ended before."""
        worker = self._started()
        assert worker.stdin is not None
        try:
            worker.stdin.write(asked)
            worker.stdin.flush()
        except BrokenPipeError:
            self._end()
            return None
        return worker

    def _line(self, worker: subprocess.Popen[bytes]) -> bytes:
        """The line that the worker answers with: cut short if the worker ends early, empty if it takes too
        long and is killed."""
        assert worker.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(worker.stdout, selectors.EVENT_READ)
            if not selector.select(timeout=4 * self._settings.document_seconds):
                worker.kill()
                return b""
        return worker.stdout.readline()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._worker is None:
            settings = self._settings
            self._worker = subprocess.Popen(
                [sys.executable, "-m", _WORKER, str(settings.document_memory_bytes), str(settings.document_seconds)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._worker

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        with suppress(OSError):
            if worker.stdin is not None:
                worker.stdin.close()
        try:
            worker.wait(timeout=5)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
        if worker.stdout is not None:
            worker.stdout.close()


def _refused(code: str, path: Path) -> RefusedError:
    return RefusedError(code, f"{path}: {_SENTENCES[code]}")


def _last_written(path: Path) -> str | None:
    millis = path.stat().st_mtime_ns // 1_000_000
    return from_millis(millis) if 0 < millis <= LAST_MILLIS else None


def _object(
    said: dict[str, Any], kind: str, name: str, original_sha256: str, modified: str | None, space: IdSpace, most: int
) -> dict[str, Any]:
    """One document as an object that the mappings describe, with its chunks. `said` is the document as the
    worker gave it."""
    key = said["key"]
    conversation_id = space.make(_KEYS.get(kind, "document"), name if key is None else key)
    created, quality = _date(said["created"], name, modified)
    chunks: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for block in _together([Block(*block) for block in said["blocks"]]):
        for start, end in note_chunks(block.text, 0, most):
            words = block.text[start:end]
            digest = sha256_hex(words)
            occurrence = seen[digest] = seen.get(digest, -1) + 1
            chunk = _chunk(block, words, created, quality)
            chunks.append(chunk | {"id": space.make("message", conversation_id, digest, occurrence)})
    return {
        "address": said["address"], "author": said["author"], "author_role": said["author_role"], "chunks": chunks,
        "created": created, "format": kind, "id": conversation_id, "name": name, "original_sha256": original_sha256,
        "title": said["title"] or name.rpartition("/")[2], "updated": modified or created,
    }  # fmt: skip


def _together(blocks: list[Block]) -> list[Block]:
    """The blocks, with neighbours joined into one if only their texts differ: if they have the same heading and page,
    and both or neither are quoted or a head."""
    found: list[Block] = []
    for _, group in groupby(blocks, key=lambda block: block[1:]):
        same = list(group)
        found.append(same[0]._replace(text="\n\n".join(block.text for block in same)))
    return found


def _chunk(block: Block, words: str, created: str | None, quality: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {"created": created, "heading": block.heading, "page": block.page, "text": words}
    if quality is not None:
        found["time_quality"] = quality
    if block.is_quoted or block.is_head:
        found["is_of_others"] = True
    return found


def _date(said: str | None, name: str, modified: str | None) -> tuple[str | None, str | None]:
    """Two values: when a document was written (as it says itself, else by its name, else when its file was last
    written); and the quality of that time if it is only a month or a file's time."""
    written = said if normalize(said) is not None else date_in_name(name)
    if written is not None:
        return normalize(written), None
    month = month_in_name(name)
    if month is not None:
        return month, FILE_NAME_MONTH
    return (None, None) if modified is None else (modified, FILE_TIME)
