"""What a detector finds, before it becomes a candidate."""

from typing import NamedTuple


class Found(NamedTuple):
    """A span in a batch, with its confidence and its normal form. `details` has what else the detector knows of it."""

    start: int
    end: int
    confidence: float
    normalized: str
    details: dict[str, object]
