"""Limits numpy's products of matrices to one thread. Several threads add numbers in another order, which changes the
last digits, and they are slower on small matrices."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

_CARRIED = "../numpy.libs/*openblas*"
_SYMBOLS = "scipy_openblas_{}_num_threads64_"


class _Threads(NamedTuple):
    """The functions of the library inside numpy that get and set how many threads it uses."""

    get: Any
    set: Any


@cache
def threads_of_products() -> _Threads | None:
    """The functions that get and set the threads of numpy's products.

    None if numpy was built on another library, which cannot be limited to one thread.
    """
    for path in sorted(Path(np.__file__).parent.glob(_CARRIED)):
        library = ctypes.CDLL(str(path))
        try:
            return _Threads(getattr(library, _SYMBOLS.format("get")), getattr(library, _SYMBOLS.format("set")))
        except AttributeError:
            continue
    return None


@contextmanager
def one_thread() -> Iterator[None]:
    """While this context lasts, numpy multiplies matrices with one thread."""
    threads = threads_of_products()
    if threads is None:
        yield
        return
    before = threads.get()
    threads.set(1)
    try:
        yield
    finally:
        threads.set(before)
