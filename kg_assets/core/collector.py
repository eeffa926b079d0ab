"""Keeps Python's cyclic garbage collector from slowing down code that makes many rows and no cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MADE_BEFORE_A_LOOK = 50_000


def rarely() -> None:
    """Make the collector run rarely, for a process whose objects mostly live as long as itself (modules,
    patterns, trees).

    At the usual threshold of 700 it took a quarter of the time of a short command.
    """
    gc.set_threshold(_MADE_BEFORE_A_LOOK, 20, 20)


@contextmanager
def without_collector() -> Iterator[None]:
    """Disable the cyclic collector in this context. Each collection would scan every row made so far, which
    takes half of a parser's time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
