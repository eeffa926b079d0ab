"""The formulas of seed 002, each against arithmetic done by hand with values that differ pairwise."""

import math

import pytest

from kg_assets.beliefs.scoring import (
    Evidence,
    activation,
    core_score,
    diversity,
    link_confidence,
    link_status,
    promoted_at,
    recent_conflicts,
    sigmoid,
    spread,
    status_of,
    support,
)
from kg_assets.beliefs.settings import BeliefSettings
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml


def shipped(**changed: object) -> BeliefSettings:
    """The section as it ships, some keys changed."""
    return BeliefSettings.model_validate(read_yaml(data_path("config/pipeline.yaml"))["beliefs"] | changed)


def said(day: float, weight: float = 0.8, confidence: float = 0.9, context: str = "talk:normal_chat") -> Evidence:
    return Evidence(day, weight, confidence, context)


def test_activation_halves_with_each_half_life() -> None:
    """§4.16. Half-life 7: 1.0 said today counts 1.0, 0.8 a week ago 0.4, 0.5 three weeks ago 0.0625; in all 1.4625.
    Half-life 60: 1.0 + 0.8 * 2**(-7/60) + 0.5 * 2**(-21/60) = 1.0 + 0.737853 + 0.392292 = 2.130145.
    """
    evidence = [said(100.0, 1.0), said(93.0, 0.8), said(79.0, 0.5)]
    assert activation(evidence, 100.0, 7) == pytest.approx(1.4625, abs=1e-12)
    assert activation(evidence, 100.0, 60) == pytest.approx(2.130145, abs=1e-6)
    assert activation([], 100.0, 7) == 0.0


def test_support_grows_with_weighted_evidence() -> None:
    """§4.17. k_n = 10: 1 - e^-0.2 = 0.181269 for 2, 1 - e^-0.7 = 0.503415 for 7, 1 - e^-1 = 0.632121 for 10."""
    settings = shipped()
    assert [round(support(n, settings), 6) for n in (0, 2, 7, 10)] == [0.0, 0.181269, 0.503415, 0.632121]


def test_spread_is_a_half_after_a_fortnight() -> None:
    """§4.17. (0-14)/4 = -3.5 → 0.029312; (14-14)/4 = 0 → 0.5; (20-14)/4 = 1.5 → 0.817574; (30-14)/4 = 4 → 0.982014."""
    settings = shipped()
    assert [round(spread(d, settings), 6) for d in (0, 14, 20, 30)] == [0.029312, 0.5, 0.817574, 0.982014]


def test_diversity_is_a_half_at_five_contexts() -> None:
    """§4.17. (1-5)/1.5 → 0.064969; (5-5)/1.5 → 0.5; (6-5)/1.5 → 0.660756; (8-5)/1.5 = 2 → 0.880797."""
    settings = shipped()
    assert [round(diversity(n, settings), 6) for n in (1, 5, 6, 8)] == [0.064969, 0.5, 0.660756, 0.880797]


def test_core_score_is_the_product_less_the_conflicts() -> None:
    """§4.17. Eight sayings of 0.8 × 0.9 = 0.72 in six contexts over 20 days: n = 5.76, support = 1 - e^-0.576 =
    0.437858, spread 0.817574, diversity 0.660756; base 0.236538. One conflict takes 0.35 / 5.76 = 0.060764: 0.175774.
    Four would take 0.243056, more than there is: 0.
    """
    settings = shipped()
    days = (0, 3, 5, 8, 11, 13, 17, 20)
    evidence = [said(day, context=f"talk{min(n, 5)}:normal_chat") for n, day in enumerate(days)]
    whole = core_score(evidence, 0, settings)
    assert round(whole.support, 6) == 0.437858
    assert round(whole.score, 6) == 0.236538
    one = core_score(evidence, 1, settings)
    assert (round(one.penalty, 6), round(one.score, 6)) == (0.060764, 0.175774)
    assert core_score(evidence, 4, settings).score == 0.0


def test_nothing_said_or_nothing_sure_has_no_score() -> None:
    """A division by the weight of nothing is no score."""
    assert core_score([], 3, shipped()) == (0.0, 0.0, 0.0, 0.0, 0.0)
    assert core_score([said(1.0, confidence=0.0)], 3, shipped()) == (0.0, 0.0, 0.0, 0.0, 0.0)


def test_a_little_evidence_has_a_little_score() -> None:
    """Weight .5 × .6 = .3 is less than one, and more than nothing: support 1 - e^(-.3/k), k of the settings 5."""
    found = core_score([said(1.0, weight=0.5, confidence=0.6)], 0, shipped(support_k=5.0))
    assert round(found.support, 6) == 0.058235
    assert 0 < found.score < found.support


@pytest.mark.parametrize(
    ("score", "status"),
    [(0.0, "surface"), (0.2999, "surface"), (0.3, "developing"), (0.5999, "developing"), (0.6, "core"), (1.0, "core")],
)
def test_the_lower_bound_belongs_to_the_status(score: float, status: str) -> None:
    assert status_of(score, shipped()) == status


def test_link_confidence_of_each_kind_of_evidence() -> None:
    """§3.3. One for both: sigmoid(1.2) = 0.768525. Two for both, one for one: sigmoid(2.4 - 0.9) = 0.817574. Three and
    one after five days: sigmoid(3.6 - 0.9 - 0.3) = sigmoid(2.4) = 0.916827. One and three: sigmoid(1.2 - 2.7) =
    0.182426. One after 50 days: sigmoid(1.2 - 3) = 0.141851.
    """
    settings = shipped()
    given = [(1, 0, 0.0), (2, 1, 0.0), (3, 1, 5.0), (1, 3, 0.0), (1, 0, 50.0)]
    found = [link_confidence(*one, settings) for one in given]
    assert [round(one, 6) for one in found] == [0.768525, 0.817574, 0.916827, 0.182426, 0.141851]
    assert [link_status(one, settings) for one in found] == ["pending", "pending", "accepted", "pending", "rejected"]
    assert [link_status(one, settings) for one in (0.85, 0.15)] == ["pending", "pending"]


def test_the_sigmoid_of_extremes_is_no_overflow() -> None:
    assert sigmoid(-10_000) == 0.0
    assert sigmoid(10_000) == 1.0
    assert sigmoid(-1.5) + sigmoid(1.5) == pytest.approx(1.0)


def test_the_sigmoid_on_either_side() -> None:
    """1 / (1 + e^-.7) = 1 / 1.496585 and 1 / (1 + e^1.3) = 1 / 4.669297."""
    assert sigmoid(0.7) == pytest.approx(0.668188, abs=1e-6)
    assert sigmoid(-1.3) == pytest.approx(0.214165, abs=1e-6)
    assert sigmoid(0.0) == 0.5


def test_a_state_that_recurs_in_many_contexts_is_promoted_and_stays_so() -> None:
    """§4.14. Spread ≥ .70 needs 14 + 4 ln(7/3) = 17.39 days, diversity ≥ .60 needs 5 + 1.5 ln 1.5 = 5.61 contexts, so
    the sixth context on day 18 is the first at which both hold. Ten years of silence afterwards take nothing back.
    """
    settings = shipped()
    evidence = [said(day, context=f"talk{n}:normal_chat") for n, day in enumerate((0, 4, 8, 12, 16, 18))]
    assert promoted_at(evidence[:5], 7, settings) is None
    assert promoted_at(evidence, 7, settings) == 5
    assert promoted_at([*evidence, said(3650.0, 0.1, context="talk0:normal_chat")], 7, settings) == 5
    assert promoted_at([], 7, settings) is None


def test_weak_evidence_promotes_nothing() -> None:
    """Activation ≥ .35: six sayings of weight 0.15 within a half-life of 7 days: 0.15 × (1 + 2**(-2/7) + 2**(-6/7) +
    2**(-10/7) + 2**(-14/7) + 2**(-18/7)) = 0.15 × 3.16143 = 0.474; of weight 0.1 it is 0.316.
    """
    settings = shipped()
    days = (0, 4, 8, 12, 16, 18)
    for weight, place in ((0.15, 5), (0.1, None)):
        evidence = [said(day, weight, context=f"talk{n}:normal_chat") for n, day in enumerate(days)]
        assert promoted_at(evidence, 7, settings) == place
    # What comes later counts from its own place on: the sixth is judged without the strong seventh.
    weak = [said(day, 0.1, context=f"talk{n}:normal_chat") for n, day in enumerate(days)]
    assert promoted_at([*weak, said(18.5, 0.8, context="talk6:normal_chat")], 7, settings) == 6
    exact = 0.15 * math.fsum(2 ** (-(18 - day) / 7) for day in days)
    assert activation([said(d, 0.15) for d in days], 18.0, 7) == pytest.approx(exact)


def test_conflicts_count_for_a_month() -> None:
    """§4.17: of conflicts 31, 30 and 2 days ago and one of tomorrow, two fall in the window of 30 days."""
    assert recent_conflicts([69.0, 70.0, 98.0, 101.0], 100.0, shipped()) == 2


def test_a_stream_without_a_half_life_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing for meta, relational"):
        shipped(half_life_days={"identity": 60, "state": 7})


@pytest.mark.parametrize(
    "wrong", [{"match_threshold": 0.7}, {"link_accept_above": 0.1}, {"core_from": 0.2}], ids=lambda w: next(iter(w))
)
def test_thresholds_out_of_order_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="exchange them"):
        shipped(**wrong)
