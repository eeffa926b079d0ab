"""Vectors in the form in which they are stored: scaled to one length and rounded to bytes. The last bits, in which
processors differ, are so rounded away."""

import numpy as np

from kg_assets.store.arrays import Array

COARSE = 127  # the length of a vector
# Vectors that are multiplied at a time: so many fit into the processor's cache; all at once would take five times as
# long.
_AT_ONCE = 4096


def unit(vectors: Array) -> Array:
    """The vectors scaled to length one; a zero vector stays zero."""
    length = np.sqrt((vectors.astype(np.float64) ** 2).sum(axis=1, keepdims=True))
    result: Array = vectors / np.where(length > 0, length, 1)
    return result


def rounded(vectors: Array) -> Array:
    """The vectors scaled to length `COARSE` and rounded to signed bytes."""
    result: Array = np.round(unit(vectors) * COARSE).astype(np.int8)
    return result


def as_bytes(vectors: Array) -> list[bytes]:
    """For each vector the bytes in which a table stores it: scaled to one length and rounded."""
    return [row.tobytes() for row in rounded(vectors)]


def cosines(kept: Array, vector: Array) -> Array:
    """The cosine of each stored vector with `vector`, at least 0; all are 0 if `vector` has the length zero."""
    length = float(np.sqrt((vector.astype(np.float64) ** 2).sum()))
    result = np.zeros(len(kept), np.float32)
    if length > 0:
        scaled = (vector / (COARSE * length)).astype(np.float32)
        for start in range(0, len(kept), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            result[part] = kept[part].astype(np.float32) @ scaled
    found: Array = np.maximum(result, 0)
    return found
