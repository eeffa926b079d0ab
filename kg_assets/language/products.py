"""Faster matrix products for a spaCy pipeline: the library inside numpy is three times as fast as the pipeline's own.

That library adds numbers in another order if a matrix has few rows or several threads share it. So small matrices are
padded to `_LEAST_ROWS` rows, and one thread does the work. `Parser` tests that a sentence then gives the same result
alone and among others.
"""

from typing import Any

import numpy as np

from kg_assets.core.products import threads_of_products

_LEAST_ROWS = 64


def quick_products() -> Any | None:
    """Operations for the models of a pipeline; None if numpy carries no library known here."""
    if threads_of_products() is None:
        return None
    from thinc.backends.numpy_ops import NumpyOps

    class Quick(NumpyOps):  # type: ignore[misc]
        """The operations of the pipeline, with products of matrices by numpy."""

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
    """Make all models of a pipeline compute with these operations; returns each part with the operations it had
    before."""
    models = [getattr(step, "model", None) for _, step in pipeline.pipeline]
    parts = [node for model in models if model is not None for node in model.walk()]
    before = [(node, node.ops) for node in parts]
    for node in parts:
        node.ops = operations
    return before
