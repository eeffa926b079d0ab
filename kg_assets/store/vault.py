"""Copies of the sources, named by their sha256, so that a build can be repeated after the person has moved
the file away.

Which sources are registered, and what is in them, does not belong here.
"""

import fcntl
import hashlib
import mmap
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from kg_assets.core.errors import SourceError
from kg_assets.store.files import explained, link_into_place, sha256_of, sync_directory, unfinished, write_all
from kg_assets.store.home import Home

_CHUNK = 1 << 20
_FICLONE = 0x40049409  # linux/fs.h: share the blocks of another file where the file system can
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Vault:
    """The copies of source files under `warehouse/sources`, by their sha256."""

    def __init__(self, home: Home) -> None:
        self._folder = home.sources

    def path(self, sha256: str) -> Path:
        if not _SHA256.fullmatch(sha256):
            raise SourceError(f"{sha256!r} is no sha256: 64 hexadecimal digits were expected")
        return self._folder / sha256

    def exists(self, sha256: str) -> bool:
        return self.path(sha256).exists()

    def put(self, source: Path | BinaryIO) -> tuple[str, int]:
        """Copy a source into the vault; returns its sha256 and length."""
        if isinstance(source, Path):
            try:
                with source.open("rb", buffering=0) as stream:
                    return self._copy(stream)
            except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
                raise SourceError(f"{source} cannot be read: {error.strerror}; a readable file was expected") from error
        return self._copy(source)

    def open_mmap(self, sha256: str) -> mmap.mmap | bytes:
        """The bytes of a source as a memory map (`b""` for an empty file, which cannot be mapped)."""
        path = self.path(sha256)
        try:
            with path.open("rb") as stream:
                if not os.fstat(stream.fileno()).st_size:
                    return b""
                return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError as error:
            raise SourceError(
                f"source {sha256} is no longer in the vault ({path}); put its file back and register it again"
            ) from error

    def _copy(self, stream: BinaryIO) -> tuple[str, int]:
        with explained(self._folder), unfinished(self._folder) as (descriptor, temporary):
            if _clone(stream, descriptor):
                sha256 = sha256_of(temporary)
            else:
                sha256 = _copied(stream, descriptor)
            size = os.fstat(descriptor).st_size
            if not self.exists(sha256):
                os.fsync(descriptor)
                link_into_place(temporary, self.path(sha256))
                sync_directory(self._folder)
        return sha256, size


def _clone(stream: BinaryIO, descriptor: int) -> bool:
    with suppress(OSError, AttributeError, ValueError):
        if stream.tell() == 0:
            fcntl.ioctl(descriptor, _FICLONE, stream.fileno())
            return True
    return False


def _copied(stream: BinaryIO, descriptor: int) -> str:
    digest = hashlib.sha256()
    while block := stream.read(_CHUNK):
        digest.update(block)
        write_all(descriptor, block)
    return digest.hexdigest()
