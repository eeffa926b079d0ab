"""Resolves overlaps of the lexicon's terms with each other and with detected candidates (stage 2B.6.2, section 2A.6).

Only overlapping spans can affect each other. They form clusters, most of them small. In clusters that have a term,
stage 2A's choice (the best candidate first) is made again; all other verdicts of stage 2A stand.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import polars as pl

from kg_assets.mentions.detect.candidate import OVERLAP_HIGHER_SCORE, Candidate
from kg_assets.mentions.winners import sort_key

_SPAN = [
    "row", "message_id", "detector", "detector_version", "entity_type_hint", "char_start", "char_end", "surface_text",
    "normalized_value", "confidence",
]  # fmt: skip
_BEYOND_ANY_TEXT = 1 << 40


class Loss(NamedTuple):
    """A candidate that lost, and the winner that overlaps it, both as row numbers."""

    row: int
    winner: int


def contest(candidates: pl.DataFrame) -> pl.DataFrame:
    """The candidates with the outcome of the contest in `suppressed_by_candidate_id` and `suppression_reason`.

    `is_term` marks the lexicon's candidates. They had no contest yet; their only verdict so far is that some are not
    eligible.
    """
    numbered = candidates.with_row_index("row")
    contested = _contested(numbered)
    losses = [
        loss
        for _, cluster in groupby(contested.select("cluster", *_SPAN).iter_rows(named=True), lambda row: row["cluster"])
        for loss in losses_of(list(cluster))
    ]
    fought = pl.DataFrame({"row": contested["row"], "is_fought": pl.repeat(True, contested.height, eager=True)})
    lost = pl.DataFrame(losses, schema={"row": pl.UInt32, "winner": pl.UInt32}, orient="row")
    named = lost.with_columns(holder=candidates["candidate_id"].gather(lost["winner"])).drop("winner")
    is_fought = pl.col("is_fought").is_not_null()
    reason = pl.when(pl.col("holder").is_not_null()).then(pl.lit(OVERLAP_HIGHER_SCORE))
    return (
        numbered.join(fought, on="row", how="left", maintain_order="left")
        .join(named, on="row", how="left", maintain_order="left")
        .with_columns(
            suppressed_by_candidate_id=pl.when(is_fought).then("holder").otherwise("suppressed_by_candidate_id"),
            suppression_reason=pl.when(is_fought).then(reason).otherwise("suppression_reason"),
        )
        .drop("row", "is_fought", "holder")
    )  # fmt: skip


def _contested(numbered: pl.DataFrame) -> pl.DataFrame:
    """The eligible spans of all clusters that have a term and at least one other span, in the order of the text, each
    with its cluster's number."""
    spans = (
        numbered.filter(pl.col("is_eligible"), pl.col("char_start").is_not_null())
        .select("row", "is_term", "message_id", "char_start", "char_end")
        .sort("message_id", "char_start", "char_end", "row")
    )
    # All messages are treated as one long text with gaps: so no span of one message can overlap a span of the next.
    begins = pl.col("message_id").rle_id().cast(pl.Int64) * _BEYOND_ANY_TEXT
    is_apart = begins + pl.col("char_start") >= (begins + pl.col("char_end")).cum_max().shift()
    numbers = spans.select("row", "is_term", cluster=is_apart.fill_null(True).cum_sum())
    crowded = pl.len().over("cluster") > 1
    numbers = numbers.filter(crowded).filter(pl.col("is_term").any().over("cluster"))
    return numbers.select("row", "cluster").join(numbered.select(_SPAN), on="row", maintain_order="left")


def losses_of(cluster: Sequence[Mapping[str, Any]]) -> list[Loss]:
    """The candidates of a cluster that lose (§2A.6.2). They are taken by rank, the best first: a candidate that
    overlaps no winner wins, any other loses to the leftmost winner that it overlaps."""
    winners: list[tuple[int, int, int]] = []
    losses: list[Loss] = []
    for row in sorted(cluster, key=lambda row: (sort_key(_as_candidate(row)), row["row"])):
        start, end = row["char_start"], row["char_end"]
        holders = [(begins, winner) for begins, ends, winner in winners if begins < end and start < ends]
        if holders:
            losses.append(Loss(row["row"], min(holders)[1]))
        else:
            winners.append((start, end, row["row"]))
    return losses


def _as_candidate(row: Mapping[str, Any]) -> Candidate:
    return Candidate(
        row["detector"], row["detector_version"], row["entity_type_hint"], row["char_start"], row["char_end"],
        row["surface_text"], row["confidence"], row["normalized_value"],
    )  # fmt: skip
