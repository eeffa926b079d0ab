"""A majority of runs decides; the hand-worked numbers are seed 000 §4.4.4."""

from kg_assets.llm.votes import Agreed, majority

Pair = tuple[str, float]


def vote(*runs: list[Pair]) -> list[Agreed[Pair]]:
    return majority(runs, key=lambda pair: pair[0].casefold(), confidence=lambda pair: pair[1])


def test_more_than_half_of_the_runs_must_agree() -> None:
    """Guards > N/2: of 3 runs 2 are enough, of 4 they are not."""
    assert vote([("a", 0.9)], [("a", 0.6), ("b", 1.0)], []) == [Agreed(("a", 0.9), 0.75, 2)]  # (0.9 + 0.6) / 2
    assert vote([("a", 0.9)], [("a", 0.6)], [], []) == []
    assert vote([("a", 0.9)], []) == []
    assert vote([("a", 0.9)]) == [Agreed(("a", 0.9), 0.9, 1)]
    assert vote() == []


def test_the_mean_is_over_the_runs_that_found_it_and_each_run_counts_once() -> None:
    """Guards the mean: run 1 says it twice and counts with 0.7; (0.7 + 0.1 + 0.1) / 3 = 0.3 exactly."""
    (agreed,) = vote([("a", 0.2), ("A", 0.7)], [("A", 0.1)], [("a", 0.1)], [("b", 1.0)])
    assert agreed == Agreed(("a", 0.2), 0.3, 3)


def test_the_order_is_of_first_appearance_and_the_sum_exact() -> None:
    """Guards determinism: sums of tenths do not depend on their order (0.1 + 0.2 + 0.3 is not 0.6 in doubles)."""
    runs = [[("b", 0.1), ("a", 0.1)], [("a", 0.2), ("b", 0.2)], [("b", 0.3), ("a", 0.3)]]
    assert [(a.candidate[0], a.confidence) for a in vote(*runs)] == [("b", 0.2), ("a", 0.2)]
