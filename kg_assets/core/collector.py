"""Python's cyclic garbage collector, out of the way of code that makes many rows and no cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MADE_BEFORE_A_LOOK = 50_000


def rarely() -> None:
    """For a process that mostly makes what lives as long as itself (modules, patterns, trees): look seldom.

    At the usual 700 a fourth of a short command's time went into looking.
    """
    gc.set_threshold(_MADE_BEFORE_A_LOOK, 20, 20)


@contextmanager
def without_collector() -> Iterator[None]:
    """Disable the cyclic collector: each collection scans every row made so far, half of a parser's time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
