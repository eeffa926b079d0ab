"""What is found the same is joined, the surest first, and never across two whose names do not fit."""

from dataclasses import replace

import numpy as np
import pytest

from kg_assets.memory.people.uniting import Decided, Pair, Unlike, united
from kg_assets.memory.people.weighing import Bearer, Weighed

BEARERS = [Bearer(name, "person", (name,)) for name in ("Alice Chen", "A. Chen", "Andrew Chen", "Bo")]


def same(log_odds: float) -> Decided:
    return Decided(Weighed(log_odds, (), "same", "They fit."), "same", "rules", "They fit.")


def unlike(*pairs: Pair) -> Unlike:
    return Unlike(len(BEARERS), np.array(sorted(a * len(BEARERS) + b for a, b in pairs), dtype=np.int64))


@pytest.mark.parametrize(
    ("kept_apart", "groups"), [(((0, 2),), [0, 0, 2, 3]), (((0, 3), (2, 3)), [0, 0, 0, 3]), ((), [0, 0, 0, 3])]
)
def test_names_that_do_not_fit_are_joined_by_no_third(kept_apart: tuple[Pair, ...], groups: list[int]) -> None:
    found, final = united({(0, 1): same(3.0), (1, 2): same(2.0)}, unlike(*kept_apart), BEARERS)
    assert found == groups
    assert final[0, 1].verdict == "same"
    if kept_apart == ((0, 2),):
        assert final[1, 2].verdict == "uncertain"
        assert final[1, 2].reason == "They fit, but Alice Chen and Andrew Chen are two; that is not enough to decide."


def test_the_pair_that_keeps_two_groups_apart_is_the_first() -> None:
    apart = unlike((0, 3), (1, 2))
    assert apart.between({1, 0}, {2, 3}) == (0, 3)
    assert apart.between({3}, {0}) == (3, 0)
    assert apart.between({0}, {1, 2}) is None
    assert unlike().between({0}, {1}) is None


def test_who_is_said_to_be_my_sister_is_nobody_else_besides() -> None:
    """Without the person's word the surer of two sisters is she; with it the other is, and the first stays herself."""
    sisters = [Bearer(name, "person", (name,)) for name in ("Aino", "Sohvi", "your sister")]
    none = Unlike(len(sisters), np.array([], dtype=np.int64))
    assert united({(0, 2): same(3.0)}, none, sisters)[0] == [0, 1, 0]
    said = replace(same(-1.0), decided_by="person", reason="You said that they are one.")
    found, final = united({(0, 2): same(3.0), (1, 2): said}, none, sisters)
    assert found == [0, 1, 1]
    assert (final[0, 2].verdict, final[0, 2].reason) == ("uncertain", "They fit, but you said who that is.")
