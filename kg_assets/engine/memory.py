"""Returns to the system the memory that a stage has freed. Otherwise the peak of the next stage would come on top of
it."""

import ctypes
from functools import cache
from typing import Any

from kg_assets.core.resident import holds_much

_ARENA_MAX = -8  # the option M_ARENA_MAX of mallopt


@cache
def hold_little() -> None:
    """Make all threads of this process share one heap; called before a stage runs.

    glibc keeps freed memory in one arena per thread, also Arrow's, which uses glibc's allocator (see
    `kg_assets`). After a build of a large source this was a third of the memory. Sharing costs no time that
    can be measured.
    """
    allocator = _glibc()
    if allocator is not None:
        allocator.mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Return to the system the memory that the allocator holds without using it, if the process holds much."""
    allocator = _glibc()
    if allocator is not None and holds_much():
        allocator.malloc_trim(0)


@cache
def _glibc() -> Any:
    """The C library if it is glibc, else None. Only glibc keeps freed memory in the heap and can be told to
    return it."""
    try:
        library = ctypes.CDLL(None)
        library.malloc_trim.argtypes, library.malloc_trim.restype = [ctypes.c_size_t], ctypes.c_int
        library.mallopt.argtypes, library.mallopt.restype = [ctypes.c_int, ctypes.c_int], ctypes.c_int
    except (AttributeError, OSError, TypeError):
        return None
    return library
