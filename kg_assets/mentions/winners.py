"""Decides which candidates of a message are eligible, and which of them win (section 2A.6).

All candidates go through one greedy pass. Structured candidates come first, then those of the lexicon, then those of
the name recogniser (NER; design section 9). Within such a class the six keys of the seed decide.
"""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from kg_assets.mentions.detect.candidate import (
    DETECTOR_ORDER,
    INSIDE_TIME,
    INTERSECTS_CITATION_MARKER,
    INTERSECTS_CODE_FENCE,
    INTERSECTS_INLINE_CODE,
    NO_OFFSETS_UNRELIABLE,
    OVERLAP_HIGHER_SCORE,
    Candidate,
    detector_family,
)
from kg_assets.mentions.detect.ranges import Range, RangeIndex

_NO_SURFACE = "__NO_SURFACE__"
_CLASSES = {"LEXICON": 1, "NER": 2}
_ORDER = {family: index for index, family in enumerate(DETECTOR_ORDER)}
# Detectors of what looks like a name: it means nothing within inline code.
NAME_LIKE = frozenset({"HANDLE", "HASHTAG", "NER"})

SortKey = tuple[int, float, int, int, int, int, str, str, str]


@dataclass(frozen=True, slots=True)
class Exclusions:
    """The ranges of one message in which candidates are not eligible: blocks, citations, inline code and
    times."""

    blocks: Sequence[Range] = ()
    citations: Sequence[Range] = ()
    inline_code: Sequence[Range] = ()
    times: Sequence[Range] = ()


class Verdict(NamedTuple):
    """The decision on a candidate. It won if and only if `reason` is None. `suppressed_by` is the index of the winner
    that overlaps it."""

    is_eligible: bool
    suppressed_by: int | None
    reason: str | None


_WON = Verdict(True, None, None)


def surface_hash(surface: str | None) -> str:
    """The SHA-256 of the surface in UTF-8; if there is no surface, that of a fixed marker (section 2A.1)."""
    text = _NO_SURFACE if surface is None else surface
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def verify_offsets(candidate: Candidate, text: str) -> Candidate:
    """The candidate unchanged, if the text at its offsets is its surface. Otherwise it loses its offsets and gets a
    note of the mismatch (section 2A.5.2)."""
    start, end = candidate.char_start, candidate.char_end
    if start is None and end is None:
        return candidate
    is_span = start is not None and end is not None and 0 <= start < end <= len(text)
    if is_span and text[start:end] == candidate.surface:
        return candidate
    details = {**candidate.details, "offset_mismatch": {"char_start": start, "char_end": end}}
    return replace(candidate, char_start=None, char_end=None, details=details)


def ineligibility(candidate: Candidate, ranges: dict[str, RangeIndex]) -> str | None:
    """The first reason why a candidate with verified offsets may not win; None if there is no reason (section
    2A.6.1)."""
    if candidate.suppression_reason is not None:
        return candidate.suppression_reason
    start, end = candidate.char_start, candidate.char_end
    if start is None or end is None:
        return NO_OFFSETS_UNRELIABLE
    for reason, index in ranges.items():
        if reason == INTERSECTS_INLINE_CODE and detector_family(candidate.detector) not in NAME_LIKE:
            continue
        if reason == INSIDE_TIME:
            # "14 June 2025" and "by June" name nobody; "May Wong" is more than the month.
            if detector_family(candidate.detector) == "NER" and index.holds(start, end):
                return reason
            continue
        if index.meets(start, end):
            return reason
    return None


def span_of(candidate: Candidate) -> Range:
    """The offsets of a candidate; raises ValueError where it has none."""
    if candidate.char_start is None or candidate.char_end is None:
        raise ValueError(f"{candidate.detector}: a candidate without offsets cannot be ranked")
    return candidate.char_start, candidate.char_end


def sort_key(candidate: Candidate) -> SortKey:
    """The sort key by which candidates compete: the class (structured, lexicon, NER), the six keys of section 2A.6.2,
    then type and normal form."""
    start, end = span_of(candidate)
    family = detector_family(candidate.detector)
    return (
        _CLASSES.get(family, 0),
        -candidate.confidence,
        start - end,
        _ORDER[family],
        start,
        -end,
        surface_hash(candidate.surface),
        candidate.entity_type,
        candidate.normalized or "",
    )


class _Taken:
    """The spans of the winners so far. They never overlap, so sorted by start they are also sorted by end."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._spans: list[tuple[int, int]] = []

    def holder(self, start: int, end: int) -> int | None:
        """The leftmost winner that overlaps the span."""
        index = bisect_right(self._starts, start) - 1
        for place in (index, index + 1):
            if 0 <= place < len(self._starts):
                taken_end, winner = self._spans[place]
                if self._starts[place] < end and start < taken_end:
                    return winner
        return None

    def add(self, start: int, end: int, winner: int) -> None:
        index = bisect_left(self._starts, start)
        self._starts.insert(index, start)
        self._spans.insert(index, (end, winner))


def decide(
    candidates: Sequence[Candidate],
    text: str,
    exclusions: Exclusions = Exclusions(),
    emit_spanless_ner: bool = False,
) -> list[Verdict]:
    """A verdict for each candidate, in their order.

    NER candidates that were found without offsets are suppressed. With `emit_spanless_ner` they win, and overlap
    nothing.
    """
    excluded = {
        INTERSECTS_CODE_FENCE: exclusions.blocks,
        INTERSECTS_CITATION_MARKER: exclusions.citations,
        INTERSECTS_INLINE_CODE: exclusions.inline_code,
        INSIDE_TIME: exclusions.times,
    }
    ranges = {reason: RangeIndex(spans) for reason, spans in excluded.items() if spans}
    verdicts: list[Verdict | None] = [None] * len(candidates)
    eligible: list[int] = []
    for index, candidate in enumerate(candidates):
        verified = verify_offsets(candidate, text)
        reason = ineligibility(verified, ranges)
        if reason is None:
            eligible.append(index)
        elif reason == NO_OFFSETS_UNRELIABLE and emit_spanless_ner and _is_spanless_ner(candidate):
            verdicts[index] = Verdict(True, None, None)
        else:
            verdicts[index] = Verdict(False, None, reason)
    if _stand_apart([span_of(candidates[index]) for index in eligible]):
        for index in eligible:
            verdicts[index] = _WON
    else:
        for index, verdict in _contested(candidates, eligible):
            verdicts[index] = verdict
    return [verdict for verdict in verdicts if verdict is not None]


def _stand_apart(spans: list[Range]) -> bool:
    """Whether no two of the spans overlap. Then all candidates win, and their rank does not matter."""
    spans.sort()
    return all([before[1] <= after[0] for before, after in pairwise(spans)])


def _contested(candidates: Sequence[Candidate], eligible: Sequence[int]) -> Iterator[tuple[int, Verdict]]:
    """The verdicts of the greedy pass: in the order of `sort_key`, each eligible candidate wins unless it overlaps an
    earlier winner, which then stands as `suppressed_by`."""
    taken = _Taken()
    for _, index in sorted((sort_key(candidates[index]), index) for index in eligible):
        start, end = span_of(candidates[index])
        holder = taken.holder(start, end)
        if holder is None:
            taken.add(start, end, index)
        yield index, Verdict(True, holder, None if holder is None else OVERLAP_HIGHER_SCORE)


def _is_spanless_ner(candidate: Candidate) -> bool:
    never_had_offsets = candidate.char_start is None and candidate.char_end is None
    return never_had_offsets and detector_family(candidate.detector) == "NER" and candidate.surface is not None


def winners(candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> list[int]:
    """The indices of the candidates that won, in the order of the text; those without offsets come last."""
    emitted = [index for index, verdict in enumerate(verdicts) if verdict.reason is None]

    def place(index: int) -> tuple[bool, int, int]:
        start = candidates[index].char_start
        return (start is None, start or 0, index)

    return sorted(emitted, key=place)
