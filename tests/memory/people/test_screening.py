"""Pairs that columns of numbers prove to be two are two for the scale as well, and these are nearly all."""

import random
from itertools import combinations

import numpy as np
import pytest

from benchmarks._people_pairs import scale_of_house
from kg_assets.memory.people.screening import Screen
from kg_assets.memory.people.spheres import NOTHING, Told
from kg_assets.memory.people.weighing import Bearer

SCALE = scale_of_house()
GIVEN = ("Greta", "Margarete", "Stephen", "Steven", "Anna", "Ana", "Nina", "Niels", "Christoph", "Cristoph", "Péter")
MIDDLE = ("", "", "", "Maria", "O.", "Lind")
LAST = ("Holm", "Holmberg", "Hollm", "Abernathy", "Abernethy", "van der Berg", "Nagy", "Anna", "Li", "Lindqvist")
TOLD = (
    NOTHING,
    Told(organizations=frozenset({"Fjordlab"}), relations=frozenset({"colleague"}), roles=frozenset({"engineer"})),
    Told(relations=frozenset({"sister"})),
    Told(emails=frozenset({"g@fjordlab.no"})),
)


@pytest.mark.parametrize("seed", [3, 17])
def test_what_the_columns_prove_the_scale_says_too(seed: int) -> None:
    rng = random.Random(seed)
    names = {" ".join(filter(None, map(rng.choice, (GIVEN, MIDDLE, LAST)))) for _ in range(150)}
    names |= {f"{letter}. {last}" for letter in "AGNS" for last in LAST}
    names |= {
        "Anna H.",
        "G. H. Holm",
        "Greta",
        "greta.holm@fjordlab.no",
        "Holm, Greta",
        "Greta Holm Jr.",
        "GH",
        "…",
        "???",
    }
    bearers = [
        Bearer(f"{number:04d}", "person", (name,), rng.choice(TOLD)) for number, name in enumerate(sorted(names))
    ]
    bearers.append(Bearer("thing", "thing", ("Holm",)))
    pairs = list(combinations(range(len(bearers)), 2))
    codes = np.array([a * len(bearers) + b for a, b in pairs], dtype=np.int64)
    proved = Screen(bearers, SCALE).unlike(codes)
    two = [SCALE.weigh(bearers[a], bearers[b]).is_unlike for a, b in pairs]
    wrong = [
        (bearers[a].names, bearers[b].names) for (a, b), p, t in zip(pairs, proved, two, strict=True) if p and not t
    ]
    assert wrong == []
    assert proved.sum() > 0.6 * sum(two)


def test_no_bearers_and_no_pairs_are_screened() -> None:
    assert Screen([], SCALE).unlike(np.empty(0, dtype=np.int64)).tolist() == []


def test_colleagues_of_one_given_name_and_employer_are_two() -> None:
    same = Told(
        organizations=frozenset({"Fjordlab"}), relations=frozenset({"colleague"}), roles=frozenset({"project manager"})
    )
    one, other = (Bearer(name, "person", (name,), same) for name in ("Greta Holm", "Greta Lund"))
    assert SCALE.weigh(one, other).is_unlike
    renamed = Told(relations=frozenset({"wife"}))
    one, other = (Bearer(name, "person", (name,), renamed) for name in ("Greta Holm", "Greta Lund"))
    assert SCALE.weigh(one, other).verdict == "uncertain"
