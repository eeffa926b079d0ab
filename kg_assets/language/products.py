"""Products of matrices for a pipeline by the routines that numpy carries: three times as fast as the pipeline's own.

They add in another order where a matrix has few rows and where threads share it, so few rows are filled up and one
thread works. Whether a sentence is then read alike in any company is proved where they are put to use.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

_LEAST_ROWS = 64
_CARRIED = "../numpy.libs/*openblas*"
_SYMBOLS = "scipy_openblas_{}_num_threads64_"


class _Threads(NamedTuple):
    """How the routines are told how many threads may work."""

    get: Any
    set: Any


@cache
def _threads() -> _Threads | None:
    """None where numpy was built on other routines, which could not be held to one thread."""
    for path in sorted(Path(np.__file__).parent.glob(_CARRIED)):
        library = ctypes.CDLL(str(path))
        try:
            return _Threads(getattr(library, _SYMBOLS.format("get")), getattr(library, _SYMBOLS.format("set")))
        except AttributeError:
            continue
    return None


@contextmanager
def one_thread() -> Iterator[None]:
    """Numpy's products by one thread, here and for so long."""
    threads = _threads()
    if threads is None:
        yield
        return
    before = threads.get()
    threads.set(1)
    try:
        yield
    finally:
        threads.set(before)


def quick_products() -> Any | None:
    """Operations for the models of a pipeline; None where numpy carries no routines that are known here."""
    if _threads() is None:
        return None
    from thinc.backends.numpy_ops import NumpyOps

    class Quick(NumpyOps):  # type: ignore[misc]
        """As the pipeline's own, but for products."""

        def gemm(self, x: Any, y: Any, *, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
            left, right = x.T if trans1 else x, y.T if trans2 else y
            rows = len(left)
            if rows < _LEAST_ROWS:
                filled = np.zeros((_LEAST_ROWS, left.shape[1]), left.dtype)
                filled[:rows] = left
                left = filled
            found = np.dot(left, right)[:rows]
            if out is None:
                return found
            out[:] = found
            return out

    return Quick()


def use_products(pipeline: Any, operations: Any) -> list[tuple[Any, Any]]:
    """Let all models of a pipeline compute by these operations; each part of them with what it had before."""
    models = [getattr(step, "model", None) for _, step in pipeline.pipeline]
    parts = [node for model in models if model is not None for node in model.walk()]
    before = [(node, node.ops) for node in parts]
    for node in parts:
        node.ops = operations
    return before
