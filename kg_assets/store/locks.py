"""Locks between processes by `flock`: the system frees a lock when its holder dies, so none is ever stale (design §6).

What a lock protects is up to the caller. A build takes the warehouse lock before its own; `gc` and `forget` take the
warehouse lock exclusively.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg_assets.core.errors import BusyError
from kg_assets.store.files import explained
from kg_assets.store.home import Home

# `is_free` holds the lock for a moment; whoever wants to take it tries again for this long before giving up.
GRACE_SECONDS = 0.2
# Appends and publications are short; whoever comes second waits for them.
SHORT_WORK_SECONDS = 30.0
_PAUSE_SECONDS = 0.01
_MODE = 0o600


class Locks:
    """The locks of one home."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def path(self, name: str) -> Path:
        """The path of a lock file. The ledger's lock is in the ledger's folder, since the warehouse may be
        deleted while the ledger stays."""
        if name == "ledger":
            return self._home.ledger / "ledger.lock"
        return self._home.locks / f"{name}.lock"

    @contextmanager
    def warehouse_shared(self, purpose: str) -> Iterator[None]:
        """Hold the warehouse's lock together with others, for work that needs the warehouse's files, such as a
        build, a publication or the intake of sources. `gc` then does not sweep what they use."""
        advice = "wait until it has ended"
        with _held(self.path("warehouse"), fcntl.LOCK_SH, purpose, "the warehouse is being swept", advice):
            yield

    @contextmanager
    def warehouse_exclusive(self, purpose: str) -> Iterator[None]:
        """Hold the warehouse's lock alone, as `gc` and `forget` do."""
        advice = "wait until it has ended, or stop it, and try again"
        with _held(self.path("warehouse"), fcntl.LOCK_EX, purpose, "the warehouse is in use", advice):
            yield

    @contextmanager
    def build(self, build: str, purpose: str) -> Iterator[None]:
        """Hold the lock of a build, so that only one run works on it."""
        advice = "wait until it has ended, or stop it: what it has committed is kept"
        with _held(self.path(build_lock(build)), fcntl.LOCK_EX, purpose, f"build {build} is running already", advice):
            yield

    @contextmanager
    def ledger(self, purpose: str) -> Iterator[None]:
        """Hold the ledger's lock while the ledger is changed: for an append, an erasure, a renewal or a sweep."""
        said = "the ledger is being written"
        with _held(self.path("ledger"), fcntl.LOCK_EX, purpose, said, "try again", SHORT_WORK_SECONDS):
            yield

    @contextmanager
    def publication(self, purpose: str) -> Iterator[None]:
        """Hold the lock of the publication, while the published build changes or Dagster's storage is prepared."""
        said = "another build is being published"
        with _held(self.path("publication"), fcntl.LOCK_EX, purpose, said, "try again", SHORT_WORK_SECONDS):
            yield

    def is_free(self, name: str) -> bool:
        """Whether nobody holds the lock with this name at this moment."""
        try:
            descriptor = os.open(self.path(name), os.O_RDWR)
        except FileNotFoundError:
            return True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(descriptor)
        return True


def build_lock(build: str) -> str:
    """The name of a build's lock, for `Locks.is_free`."""
    return f"build.{build}"


@contextmanager
def _held(path: Path, mode: int, purpose: str, said: str, advice: str, wait: float = GRACE_SECONDS) -> Iterator[None]:
    descriptor = _acquire(path, mode, wait)
    if descriptor is None:
        who = "; ".join(_living_holders(path)) or "a process that has not given its name"
        raise BusyError(f"{said} by {who}; {advice} (lock {path})")
    try:
        _sign(descriptor, path, [f"process {os.getpid()} ({purpose})"])
        yield
        _sign(descriptor, path, [])
    finally:
        # Closing frees the lock. The descriptor is close-on-exec: a child that outlives us does not hold it.
        os.close(descriptor)


def _acquire(path: Path, mode: int, wait: float) -> int | None:
    deadline = time.monotonic() + wait
    while True:
        with explained(path):
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _MODE)
        try:
            fcntl.flock(descriptor, mode | fcntl.LOCK_NB)
            if _is_named(descriptor, path):
                return descriptor
        except BlockingIOError:
            if time.monotonic() >= deadline:
                os.close(descriptor)
                return None
            time.sleep(_PAUSE_SECONDS)
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _is_named(descriptor: int, path: Path) -> bool:
    """Whether the open lock file is still the one at its path.

    After the file was removed and made again, a lock on the old one would keep nobody out.
    """
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _sign(descriptor: int, path: Path, mine: list[str]) -> None:
    """Write into a lock's file which processes hold it: `mine`, the line of this process (empty when it lets go), and
    the lines of other processes that are alive."""
    others = [line for line in _living_holders(path) if line.split()[1] != str(os.getpid())]
    with suppress(OSError):
        os.fchmod(descriptor, _MODE)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, "".join(f"{line}\n" for line in [*others, *mine]).encode(), 0)


def _living_holders(path: Path) -> list[str]:
    with suppress(OSError):
        lines = path.read_text(errors="replace").splitlines()
        return [line for line in lines if _is_alive(line)]
    return []


def _is_alive(line: str) -> bool:
    words = line.split(maxsplit=2)
    if len(words) < 3 or not words[1].isdigit():
        return False
    try:
        os.kill(int(words[1]), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
