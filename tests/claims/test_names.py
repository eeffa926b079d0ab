"""Nearly the same name: the index finds what trying every name finds, and the similarity is the normalised one."""

import random
from fractions import Fraction

import pytest
from rapidfuzz.distance import Levenshtein

from kg_assets.claims.names import NameIndex


@pytest.mark.parametrize("cutoff", [0.6, 0.85, 0.9, 1.0])
def test_nothing_at_the_cutoff_is_lost(cutoff: float) -> None:
    """Names made from few letters, so that many are near each other, of lengths around every boundary."""
    draw = random.Random(11)
    names = ["".join(draw.choices("ab c", k=draw.randint(1, 24))) for _ in range(400)]
    index = NameIndex(names, cutoff)
    for _ in range(300):
        words = list(draw.choice(names))
        for _ in range(draw.randint(0, 4)):
            at = draw.randint(0, len(words))
            words[at : at + draw.randint(0, 1)] = draw.choice(["", "a", "z"])
        asked = "".join(words) or "a"
        tried = {name: 1 - Fraction(Levenshtein.distance(asked, name), max(len(asked), len(name))) for name in names}
        expected = {name: float(similar) for name, similar in tried.items() if similar >= Fraction(str(cutoff))}
        assert {near.name: near.similarity for near in index.similar(asked)} == pytest.approx(expected)


def test_similarity_is_one_minus_distance_over_the_longer() -> None:
    """'nordvik labs' and 'nordvig labs': 1 substitution of 12."""
    (near,) = NameIndex(["nordvig labs", "elsewhere"], 0.85).similar("nordvik labs")
    assert near.similarity == pytest.approx(1 - 1 / 12, abs=1e-12)


def test_exactly_the_cutoff_counts() -> None:
    """17 of 20 letters are 0.85; one letter fewer is not."""
    index = NameIndex(["a" * 20], 0.85)
    assert [near.similarity for near in index.similar("a" * 17)] == [0.85]
    assert index.similar("a" * 16) == []
    assert NameIndex([], 0.85).similar("anything") == []
