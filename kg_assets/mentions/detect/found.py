"""A detector's raw find, before it becomes a candidate."""

from typing import NamedTuple


class Found(NamedTuple):
    """A span in a batch with its confidence and its normal form; `details` holds what else the detector
    knows."""

    start: int
    end: int
    confidence: float
    normalized: str
    details: dict[str, object]
