"""What a stage has freed goes back to the system: else the next one's peak stands upon it."""

import ctypes
from collections.abc import Callable
from functools import cache

import pyarrow as pa


def give_back() -> None:
    """Give back what Arrow keeps for later and what the allocator of C holds between what is in use."""
    pa.default_memory_pool().release_unused()
    _trim()(0)


@cache
def _trim() -> Callable[[int], object]:
    """What gives back free memory in the midst of the heap: glibc's alone keeps it."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return lambda _: None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return lambda pad: trim(pad)
