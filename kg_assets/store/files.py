"""Writes files as a whole or not at all. What the files mean does not belong here."""

import errno
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from kg_assets.core.canonical import canonical as canonical_bytes
from kg_assets.core.errors import WarehouseError

TEMPORARY_PREFIX = ".unfinished-"
_CHUNK = 1 << 20

_ADVICE = {
    errno.ENOSPC: "the disk is full; free some space and run again",
    errno.EDQUOT: "the quota is used up; free some space and run again",
    errno.EFBIG: "the file would be larger than this system allows; raise the limit (ulimit -f) and run again",
    errno.EACCES: "the folder may not be written; give its owner write permission (chmod u+w) and run again",
    errno.EPERM: "the folder may not be written; give its owner write permission (chmod u+w) and run again",
    errno.EROFS: "the file system is mounted read-only; mount it writable or move the home (ANNALS_HOME)",
    errno.EIO: "the disk reports an error; check it before running again",
    errno.EMFILE: "too many files are open; raise the limit (ulimit -n) and run again",
}
# File systems without hard links (exFAT, some network and container mounts) answer link(2) with one of these.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}


class DifferentContentError(WarehouseError):
    """A create-only file exists already and holds other bytes."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raise a WarehouseError with advice instead of the system's error for a failed write (full disk and the
    like)."""
    try:
        yield
    except OSError as error:
        advice = _ADVICE.get(error.errno or 0)
        if advice is None:
            raise
        raise WarehouseError(
            f"cannot write {path}: {advice}. The file that stood there before has not changed."
        ) from error


def make_private_folder(path: Path) -> None:
    """Make a folder of mode 0700, and its parents if they are missing; an existing folder is set to 0700."""
    with explained(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.stat().st_mode & 0o777 != 0o700:
            path.chmod(0o700)


def sync_directory(path: Path) -> None:
    """Make the names in a folder survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_file(path: Path) -> None:
    """Make a file's bytes survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def unfinished(folder: Path) -> Iterator[tuple[int, Path]]:
    """Yields a new private file (descriptor and path). At the end it is closed, and removed unless it was
    moved away."""
    with explained(folder):
        descriptor, name = tempfile.mkstemp(prefix=TEMPORARY_PREFIX, dir=folder)
    path = Path(name)
    try:
        os.fchmod(descriptor, 0o600)
        yield descriptor, path
    finally:
        with suppress(OSError):
            os.close(descriptor)
        path.unlink(missing_ok=True)


def write_all(descriptor: int, data: bytes | memoryview) -> None:
    """Write every byte; write(2) may take fewer than it is given."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def write_atomic(path: Path, data: bytes) -> None:
    """Replace a file: readers see the old bytes or the new ones, also after a power cut."""
    with explained(path), unfinished(path.parent) as (descriptor, temporary):
        write_all(descriptor, data)
        os.fsync(descriptor)
        os.replace(temporary, path)
        sync_directory(path.parent)


def link_into_place(temporary: Path, path: Path) -> bool:
    """Give a finished file its name unless the name is taken; returns whether it was given."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS or path.exists():
            raise
        os.replace(temporary, path)
    return True


def create_only(path: Path, data: bytes) -> bool:
    """Create a file that is never changed. Returns True if it is new, False if a file with the same bytes
    exists; other bytes are an error."""
    with explained(path), unfinished(path.parent) as (descriptor, temporary):
        write_all(descriptor, data)
        os.fsync(descriptor)
        created = link_into_place(temporary, path)
        if created:
            sync_directory(path.parent)
    if not created and path.read_bytes() != data:
        raise DifferentContentError(f"{path} exists already and holds other bytes")
    return created


def remove(path: Path) -> int:
    """Remove a file if it exists; returns the bytes freed."""
    try:
        size = path.stat().st_size
        path.unlink()
    except FileNotFoundError:
        return 0
    return size


def sha256_of(path: Path) -> str:
    """The sha256 of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as stream:
        while block := stream.read(_CHUNK):
            digest.update(block)
    return digest.hexdigest()


def canonical(value: Any) -> bytes:
    """RFC 8785 bytes of a JSON value."""
    return canonical_bytes(value)


def write_json(path: Path, value: Any) -> None:
    """Replace a file by the canonical JSON of a value."""
    write_atomic(path, canonical(value))


def read_json(path: Path) -> Any:
    """The JSON value in a file. An error names the file and the position in it, but never the contents."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise WarehouseError(f"{path} is missing") from error
    try:
        return json.loads(data)
    except UnicodeDecodeError as error:
        raise WarehouseError(f"{path} is damaged: byte {error.start} is not UTF-8; {_REMEDY}") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise WarehouseError(f"{path} is damaged: at {place} JSON was expected ({error.msg}); {_REMEDY}") from error


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file."""
    value = read_json(path)
    if not isinstance(value, dict):
        found = type(value).__name__
        raise WarehouseError(f"{path} is damaged: an object was expected, a {found} was found; {_REMEDY}")
    return value


_REMEDY = "remove the file and build again, or restore it from a backup"
