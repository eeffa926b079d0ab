"""Restricts a process: it writes no file, and uses no more memory and time than it is allowed.

What a system does not offer is left out: Landlock exists only on Linux, and macOS does not enforce a limit on a
process's data. Each restriction is only a second line of defence.
"""

import ctypes
import resource
import sys
from contextlib import suppress
from pathlib import Path

# linux/landlock.h: writing, removing and making of every kind. What is handled and allowed nowhere is denied.
_WRITING = (1 << 1) | sum(1 << bit for bit in range(4, 13))
_LINKING, _TRUNCATING = 1 << 13, 1 << 14  # known from the second and third version of Landlock on
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # the same numbers on every architecture
_ASK_VERSION = 1
_NO_NEW_PRIVILEGES = 38


def forbid_writing() -> bool:
    """From now on this process cannot write, make, rename or remove any file; returns whether the system
    supports that.

    It holds for threads that are started later, so call it before a library starts its own.
    """
    if not sys.platform.startswith("linux"):
        return False
    library = ctypes.CDLL(None, use_errno=True)
    version = library.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)
    if version < 1:
        return False
    handled = _WRITING | (_LINKING if version > 1 else 0) | (_TRUNCATING if version > 2 else 0)
    rules = ctypes.c_uint64(handled)
    descriptor = library.syscall(_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(8), 0)
    if descriptor < 0 or library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    return bool(library.syscall(_RESTRICT_SELF, descriptor, 0) == 0)


def limit_memory(more: int) -> None:
    """Limit the process to `more` bytes of memory beyond what it uses now."""
    used = _data_bytes()
    if used:
        _lower(resource.RLIMIT_DATA, used + more)


def limit_processor(seconds: int) -> None:
    """End the process when it has used this much processor time, even if nobody watches it any more."""
    _lower(resource.RLIMIT_CPU, seconds)


def limit_files(size: int) -> None:
    """Limit every file that the process writes to this many bytes."""
    _lower(resource.RLIMIT_FSIZE, size)


def _lower(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    most = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (most, most))


def _data_bytes() -> int:
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmData:")), 0)
