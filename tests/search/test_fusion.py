"""Reciprocal rank fusion: worked numbers, ties, an empty lane."""

import pytest

from kg_assets.search.fusion import rrf


def test_d72_145_two_lanes_are_fused_by_rank() -> None:
    fused = rrf([["A", "B", "C"], ["B", "D", "A"]], 60)
    assert [name for name, _ in fused] == ["B", "A", "D", "C"]
    best = 1 / 62 + 1 / 61
    expected = [1.0, (1 / 61 + 1 / 63) / best, (1 / 62) / best, (1 / 63) / best]
    assert [score for _, score in fused] == pytest.approx(expected)
    assert [round(score, 4) for _, score in fused] == [1.0, 0.9921, 0.4959, 0.4881]


def test_d72_145_an_empty_lane_leaves_the_order_of_the_other() -> None:
    assert [name for name, _ in rrf([["C", "A", "B"], []], 60)] == ["C", "A", "B"]
    assert rrf([], 60) == []


def test_d72_145_equals_are_in_the_order_of_their_ids() -> None:
    assert [name for name, _ in rrf([["B"], ["A"]], 60)] == ["A", "B"]
