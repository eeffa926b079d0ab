"""Python's cyclic garbage collector, out of the way of code that makes many rows and no cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Look for no cycles meanwhile: every look walks over all rows made so far, half of a parser's time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
