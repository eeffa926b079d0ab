"""How much memory this process holds."""

import os
from pathlib import Path

_STATM = Path("/proc/self/statm")  # sizes in pages: the whole, what is resident, what of it is of files
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MUCH_BYTES = 400 << 20


def holds_much() -> bool:
    """Whether this process holds so much memory that it is worth the time to return what is free of it.

    Each return makes the system fetch the same pages again for the next stage, and most stages of a small
    build need the same little over and over. True where the system does not tell.
    """
    try:
        _, resident, of_files, *_ = map(int, _STATM.read_bytes().split())
    except (OSError, ValueError):
        return True
    return (resident - of_files) * _PAGE > _MUCH_BYTES
