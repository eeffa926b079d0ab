"""Guards the choice among overlapping candidates: clusters by themselves give what one greedy pass over all gives."""

from typing import Any

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.lexicon.contest import contest
from kg_assets.lexicon.contracts import ENTITY_MENTION_CANDIDATES
from kg_assets.mentions.detect.candidate import Candidate
from kg_assets.mentions.winners import decide, surface_hash

_TEXT = "Anna Berg of Last Harbour wrote to @klara about #atlas and the Blue Lantern Trust."
_KINDS = {
    "HASHTAG": 1.0, "HANDLE": 1.0, "LEXICON:b": 0.9, "NER:names": 0.8,
}  # fmt: skip

_span = st.tuples(st.integers(0, len(_TEXT) - 1), st.integers(1, 14)).map(
    lambda at: (at[0], min(at[0] + at[1], len(_TEXT)))
)
_found = st.tuples(st.sampled_from(["m1", "m2", "m3"]), st.sampled_from(sorted(_KINDS)), _span)
# Messages come one after the other, what was detected before the terms: so the stage hands them over.
_all_found = st.lists(_found, max_size=18, unique=True).map(
    lambda found: sorted(found, key=lambda row: (row[1] == "LEXICON:b", row))
)


def _candidate(kind: str, span: tuple[int, int]) -> Candidate:
    return Candidate(kind, "1", "CUSTOM_TERM", *span, _TEXT[slice(*span)], _KINDS[kind], None)


def _verdicts(found: list[tuple[str, str, tuple[int, int]]]) -> dict[int, tuple[int | None, str | None]]:
    """By row: who suppressed it and why, decided for each message in one pass."""
    verdicts: dict[int, tuple[int | None, str | None]] = {}
    for message in sorted({row[0] for row in found}):
        rows = [index for index, row in enumerate(found) if row[0] == message]
        decided = decide([_candidate(*found[index][1:]) for index in rows], _TEXT)
        for index, verdict in zip(rows, decided, strict=True):
            holder = None if verdict.suppressed_by is None else rows[verdict.suppressed_by]
            verdicts[index] = holder, verdict.reason
    return verdicts


def _frame(found: list[tuple[str, str, tuple[int, int]]]) -> pl.DataFrame:
    """The rows as the stage has them: what was detected with the verdicts that it got without the terms."""
    detected = [index for index, row in enumerate(found) if row[1] != "LEXICON:b"]
    before = _verdicts([found[index] for index in detected])
    rows: list[dict[str, Any]] = []
    for index, (message, kind, span) in enumerate(found):
        holder, reason = before[detected.index(index)] if index in detected else (None, None)
        rows.append({
            "candidate_id": f"c{index}", "message_id": message, "detector": kind, "detector_version": "1",
            "entity_type_hint": "CUSTOM_TERM", "char_start": span[0], "char_end": span[1],
            "surface_text": _TEXT[slice(*span)], "surface_hash": surface_hash(_TEXT[slice(*span)]),
            "normalized_value": None, "confidence": _KINDS[kind], "is_eligible": True,
            "suppressed_by_candidate_id": None if holder is None else f"c{detected[holder]}",
            "suppression_reason": reason, "raw_candidate_json": None, "is_term": kind == "LEXICON:b",
        })  # fmt: skip
    empty = pl.DataFrame(pl.from_arrow(ENTITY_MENTION_CANDIDATES.arrow_schema().empty_table()))
    return pl.DataFrame(rows, schema={**empty.schema, "is_term": pl.Boolean})


@settings(max_examples=150)
@given(_all_found)
def test_clusters_give_what_one_pass_over_all_gives(found: list[tuple[str, str, tuple[int, int]]]) -> None:
    """A verdict that depended on a candidate outside of its cluster would be lost."""
    settled = contest(_frame(found))
    expected = _verdicts(found)
    assert settled["candidate_id"].to_list() == [f"c{index}" for index in range(len(found))]
    assert settled["suppression_reason"].to_list() == [expected[index][1] for index in range(len(found))]
    holders = [expected[index][0] for index in range(len(found))]
    assert settled["suppressed_by_candidate_id"].to_list() == [None if h is None else f"c{h}" for h in holders]
