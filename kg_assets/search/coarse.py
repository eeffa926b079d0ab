"""Vectors as they are kept: directions in bytes. What a processor's arithmetic gives in the last bits is lost."""

import numpy as np

from kg_assets.store.arrays import Array

COARSE = 127  # the length of a vector
_AT_ONCE = (
    4096  # vectors that are multiplied at once: so many stay near the processor, all of them take five times as long
)


def unit(vectors: Array) -> Array:
    """Vectors of the length one; nothing stays nothing."""
    length = np.sqrt((vectors.astype(np.float64) ** 2).sum(axis=1, keepdims=True))
    result: Array = vectors / np.where(length > 0, length, 1)
    return result


def rounded(vectors: Array) -> Array:
    """Vectors of one length, in bytes."""
    result: Array = np.round(unit(vectors) * COARSE).astype(np.int8)
    return result


def as_bytes(vectors: Array) -> list[bytes]:
    """Each of them as a row of a table has it."""
    return [row.tobytes() for row in rounded(vectors)]


def cosines(kept: Array, vector: Array) -> Array:
    """How near each kept vector is to another, at least 0; nothing is near to nothing."""
    length = float(np.sqrt((vector.astype(np.float64) ** 2).sum()))
    result = np.zeros(len(kept), np.float32)
    if length > 0:
        scaled = (vector / (COARSE * length)).astype(np.float32)
        for start in range(0, len(kept), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            result[part] = kept[part].astype(np.float32) @ scaled
    found: Array = np.maximum(result, 0)
    return found
