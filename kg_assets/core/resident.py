"""Whether this process holds much memory."""

import os
from pathlib import Path

_STATM = Path("/proc/self/statm")  # sizes in pages: the whole, what is resident, what of it is of files
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MUCH_BYTES = 400 << 20


def holds_much() -> bool:
    """Whether this process holds so much memory that returning the unused part to the system is worth the time.

    Memory that was returned must be fetched again for the next stage, and most stages of a small build need about the
    same little memory. True where the system does not tell how much the process holds.
    """
    try:
        _, resident, of_files, *_ = map(int, _STATM.read_bytes().split())
    except (OSError, ValueError):
        return True
    return (resident - of_files) * _PAGE > _MUCH_BYTES
