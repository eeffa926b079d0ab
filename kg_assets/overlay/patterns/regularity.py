"""How regularly something happens (seed 001 §42A.5.4), by the gaps between the moments at which it did."""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

WEEK, MONTH = (5.0, 9.0), (25.0, 35.0)
_STEADY, _ROUGH = 0.3, 0.5


class Regularity(NamedTuple):
    """How regular something is: `kind` is weekly, monthly, irregular or none; `confidence` is 1 - CV, at least 0 (CV:
    see `regularity_of`)."""

    kind: str
    confidence: float


NONE = Regularity("none", 0.0)


def regularity_of(days: Sequence[float]) -> Regularity:
    """The regularity of moments (in days, sorted) by CV: the standard deviation of their gaps over the mean
    gap. Fewer than three moments have none."""
    gaps = [later - earlier for earlier, later in itertools.pairwise(days)]
    if len(gaps) < 2:
        return NONE
    mean = math.fsum(gaps) / len(gaps)
    if mean <= 0:
        return NONE
    deviation = math.sqrt(math.fsum((gap - mean) ** 2 for gap in gaps) / len(gaps))
    variation = deviation / mean
    confidence = round(max(0.0, 1 - variation), 12)
    if variation < _STEADY and WEEK[0] <= mean <= WEEK[1]:
        return Regularity("weekly", confidence)
    if variation < _STEADY and MONTH[0] <= mean <= MONTH[1]:
        return Regularity("monthly", confidence)
    return Regularity("irregular" if variation < _ROUGH else "none", confidence)
