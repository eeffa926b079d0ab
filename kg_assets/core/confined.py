"""A process that can do less: no file is written, no more memory and time is used than was allowed.

What a system does not offer is left out: Landlock is Linux's, limits of data are not kept by macOS. Each of these is a
second lock behind a door that is locked already.
"""

import ctypes
import resource
import sys
from contextlib import suppress
from pathlib import Path

# linux/landlock.h: writing, removing and making of every kind. What is handled and allowed nowhere is denied.
_WRITING = (1 << 1) | sum(1 << bit for bit in range(4, 13))
_LINKING, _TRUNCATING = 1 << 13, 1 << 14  # from its second and third version on
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # the same numbers on every architecture
_ASK_VERSION = 1
_NO_NEW_PRIVILEGES = 38


def forbid_writing() -> bool:
    """From now on no file can be written, made, renamed or removed by this process; whether the system does that.

    It holds for the threads that are started afterwards: call it before a library starts its own.
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
    """At most so many bytes of memory beyond those that are used now."""
    used = _data_bytes()
    if used:
        _lower(resource.RLIMIT_DATA, used + more)


def limit_processor(seconds: int) -> None:
    """The process is ended when it has used so much processor time, also when nobody watches it any more."""
    _lower(resource.RLIMIT_CPU, seconds)


def limit_files(size: int) -> None:
    """No file that is written may grow beyond so many bytes."""
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
