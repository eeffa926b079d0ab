"""Vectors as they are kept: directions in bytes. What a processor's arithmetic gives in the last bits is lost."""

import numpy as np

from kg_assets.store.arrays import Array

COARSE = 127  # the length of a vector


def rounded(vectors: Array) -> Array:
    """Vectors of one length, in bytes."""
    length = np.sqrt((vectors.astype(np.float64) ** 2).sum(axis=1, keepdims=True))
    result: Array = np.round(vectors / np.where(length > 0, length, 1) * COARSE).astype(np.int8)
    return result


def as_bytes(vectors: Array) -> list[bytes]:
    """Each of them as a row of a table has it."""
    return [row.tobytes() for row in rounded(vectors)]
