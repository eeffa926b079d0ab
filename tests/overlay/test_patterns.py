"""What comes together again and again (D72-150, -151): worked numbers."""

import itertools
import random
from typing import Any

import pytest

from kg_assets.overlay.patterns.cliques import Pair, find_cliques
from kg_assets.overlay.patterns.find import suggested_kind
from kg_assets.overlay.patterns.motifs import find_motifs, without_repeats
from kg_assets.overlay.patterns.regularity import Regularity, regularity_of
from tests.overlay.world import ask, settings


def _days(*gaps: float) -> list[float]:
    return list(itertools.accumulate(gaps, initial=0.0))


def test_d72_150_what_comes_every_week_is_weekly() -> None:
    found = regularity_of(_days(7, 7, 6, 8, 7))
    assert found.kind == "weekly"
    assert found.confidence == pytest.approx(1 - 0.0904, abs=1e-4)


@pytest.mark.parametrize(
    ("gaps", "kind"),
    [((30, 29, 31), "monthly"), ((3, 20, 9, 40), "none"), ((14, 14, 15), "irregular"), ((7, 3, 9, 8), "irregular"),
     ((7,), "none"), ((0, 0, 0), "none")],
)  # fmt: skip
def test_d72_150_other_gaps_are_something_else(gaps: tuple[float, ...], kind: str) -> None:
    assert regularity_of(_days(*gaps)).kind == kind


def _sightings(conversations: int, **named: set[int]) -> list[dict[str, Any]]:
    """Nodes by the numbers of the conversations that name them; a filler keeps every conversation there."""
    rows = [{"conversation_id": f"c{n}", "node_id": node} for node, numbers in named.items() for n in sorted(numbers)]
    return rows + [{"conversation_id": f"c{n}", "node_id": f"only{n}"} for n in range(conversations)]


def test_d72_150_two_nodes_belong_together_if_chance_would_not_bring_them_together() -> None:
    # 4 * 40 / (6 * 5) = 5.33
    rows = _sightings(40, a={0, 1, 2, 3, 4, 5}, b={2, 3, 4, 5, 9})
    assert [
        (row["one"], row["other"], round(row["lift"], 2)) for row in ask("patterns/pairs", {"sightings": rows})
    ] == [("a", "b", 5.33)]
    # 15 * 40 / (30 * 20) = 1
    rows = _sightings(40, a=set(range(30)), b=set(range(15, 35)))
    assert ask("patterns/pairs", {"sightings": rows}) == []


def test_d72_150_two_conversations_are_too_few() -> None:
    rows = _sightings(40, a={0, 1}, b={0, 1})
    assert ask("patterns/pairs", {"sightings": rows}) == []


def test_d72_150_a_hub_ties_nothing_together() -> None:
    rows = _sightings(40, a={0, 1, 2}, b={0, 1, 2}, c={0, 1, 2}, d={0, 1, 2})
    assert len(ask("patterns/pairs", {"sightings": rows})) == 6
    assert ask("patterns/pairs", {"sightings": rows}, pattern_hub_degree=2) == []


def _pairs(*groups: str) -> list[Pair]:
    found = {pair for group in groups for pair in itertools.combinations(sorted(group), 2)}
    return [Pair(one, other, 2.0) for one, other in sorted(found)]


def test_d72_150_in_a_group_everyone_comes_with_everyone() -> None:
    found = find_cliques(_pairs("abc", "cd", "de", "ce"), 6, 2000, 10_000)
    assert found.groups == [("a", "b", "c"), ("c", "d", "e")]
    assert not found.is_truncated


def test_d72_150_a_large_group_stands_once_for_its_strongest_members() -> None:
    pairs = [pair._replace(lift=9.0) if "z" in pair else pair for pair in _pairs("abcdefgz")]
    found = find_cliques(pairs, 6, 2000, 10_000)
    assert found.groups == [("a", "b", "c", "d", "e", "z")]
    assert found.capped == frozenset(found.groups)


def test_d72_150_no_more_than_asked_for_are_given_and_that_is_said() -> None:
    pairs = _pairs("ab", "cd", "ef")
    assert find_cliques(pairs, 6, 2, 10_000).is_truncated
    assert find_cliques(pairs, 6, 2000, 2).is_truncated


@pytest.mark.parametrize("seed", range(8))
def test_groups_are_those_of_a_search_through_all_subsets(seed: int) -> None:
    draw = random.Random(seed)
    nodes = "abcdefgh"
    pairs = [Pair(one, other, 2.0) for one, other in itertools.combinations(nodes, 2) if draw.random() < 0.55]
    edges = {(pair.one, pair.other) for pair in pairs}
    whole = [
        set(group) for size in range(2, 9) for group in itertools.combinations(nodes, size)
        if set(itertools.combinations(group, 2)) <= edges
    ]  # fmt: skip
    expected = sorted(tuple(sorted(group)) for group in whole if not any(group < other for other in whole))
    draw.shuffle(pairs)
    assert sorted(find_cliques(pairs, 8, 2000, 100_000).groups) == expected


def test_d72_151_an_order_counts_once_a_conversation() -> None:
    shown = {"1": "ABC", "2": "XABC", "3": "ABCY", "4": "ABAB"}
    found = find_motifs({name: list(order) for name, order in shown.items()}, 2, 6, 3)
    assert {"".join(order): len(names) for order, names in found.items()} == {"AB": 4, "BC": 3, "ABC": 3}


def test_d72_151_a_node_named_twice_in_a_row_is_one_step() -> None:
    assert without_repeats("AABBBA") == ["A", "B", "A"]


@pytest.mark.parametrize(
    ("successes", "failures", "kind"),
    [(7, 3, "standing_procedure"), (6, 4, "procedure"), (0, 0, "undetermined")],
)
def test_d72_151_a_routine_comes_regularly_and_goes_well(successes: int, failures: int, kind: str) -> None:
    assert suggested_kind(Regularity("weekly", 0.91), successes, failures, settings()) == kind


def test_d72_151_what_comes_at_any_time_is_no_routine() -> None:
    assert suggested_kind(Regularity("irregular", 0.91), 9, 0, settings()) == "procedure"
    assert suggested_kind(Regularity("monthly", 0.59), 9, 0, settings()) == "procedure"
