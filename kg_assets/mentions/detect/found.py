"""The raw find of a detector, before it becomes a candidate."""

from typing import NamedTuple


class Found(NamedTuple):
    """A span in a batch, how sure its form makes us, its normal form, and what the detector knows besides."""

    start: int
    end: int
    confidence: float
    normalized: str
    details: dict[str, object]
