"""What a stage has freed goes back to the system: else the next one's peak stands upon it."""

import ctypes
from functools import cache
from typing import Any

_ARENA_MAX = -8  # of mallopt


@cache
def hold_little() -> None:
    """Let all threads of this process share what one of them has freed; called before a stage runs.

    glibc keeps it for each thread in an arena of its own. Arrow uses glibc's allocator, too (see `kg_assets`). A third
    of the memory after a build of a large source was such remains. It costs no time that can be measured.
    """
    allocator = _glibc()
    if allocator is not None:
        allocator.mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Give back what the allocator holds between what is in use."""
    allocator = _glibc()
    if allocator is not None:
        allocator.malloc_trim(0)


@cache
def _glibc() -> Any:
    """The C library if it is glibc, else None: only glibc keeps freed memory within the heap and can be told to
    give it back."""
    try:
        library = ctypes.CDLL(None)
        library.malloc_trim.argtypes, library.malloc_trim.restype = [ctypes.c_size_t], ctypes.c_int
        library.mallopt.argtypes, library.mallopt.restype = [ctypes.c_int, ctypes.c_int], ctypes.c_int
    except (AttributeError, OSError, TypeError):
        return None
    return library
