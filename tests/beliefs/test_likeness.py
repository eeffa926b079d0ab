"""Likeness against arithmetic by hand and against all pairs, whichever way is taken."""

import math
import random

import numpy as np
import pytest

from kg_assets.beliefs.likeness import by_letters, by_terms, by_vectors, nearer_of, term_weights
from kg_assets.beliefs.meaning import LIKING, Meanings
from tests.beliefs.told import LEXICON


def test_rare_words_weigh_more() -> None:
    """Three texts: a in all, b in two, c in one: ln 2 = 0.693147, ln 2.5 = 0.916291, ln 4 = 1.386294; the text of all
    three has the length sqrt(0.480453 + 0.839589 + 1.921812) = 1.800515."""
    weights = term_weights([["a", "b", "c"], ["a", "b"], ["a"]])
    assert weights[0] == pytest.approx({"a": 0.384972, "b": 0.508905, "c": 0.769943}, abs=1e-6)
    assert weights[2] == {"a": 1.0}


def test_nothing_like_enough_is_missed() -> None:
    """Against every pair, over texts of words of very different frequency."""
    chance = random.Random(5)
    words = [f"w{n}" for n in range(40)]
    texts = [
        sorted(set(chance.choices(words, [1 / (n + 1) for n in range(40)], k=chance.randint(0, 5)))) for _ in range(300)
    ]
    weights = term_weights(texts)
    for least in (0.5, 0.75, 0.9):
        expected = [
            {
                other
                for other in range(place)
                if math.fsum(w * weights[other].get(t, 0.0) for t, w in own.items()) >= least - 1e-9
            }
            for place, own in enumerate(weights)
        ]
        found = by_terms(texts, least)
        assert [{other for other, _ in likes} for likes in found] == expected
        assert sum(map(len, expected)) > 300


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = np.random.default_rng(3).normal(size=(50, 4)).astype(np.float32)
    texts = [f"i am {word}" for word in ("shy", "shyer", "sly", "calm", "a clam")]
    whole = by_vectors(vectors, 0.7), by_letters(texts, 0.7)
    monkeypatch.setattr("kg_assets.beliefs.likeness._BLOCK", 3)
    assert (by_vectors(vectors, 0.7), by_letters(texts, 0.7)) == whole
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    likes = unit @ unit.T
    assert [{other for other, _ in row} for row in whole[0]] == [
        {other for other in range(place) if likes[place, other] >= 0.7} for place in range(50)
    ]


def test_of_two_ways_the_nearer_counts() -> None:
    """By words 0 and 2 are near, by vectors 1 and 2 are, and 0 and 1 are by both."""
    of_words = [[], [(0, 0.8)], [(0, 0.9)]]
    of_vectors = [[], [(0, 0.85)], [(1, 0.95)]]
    assert nearer_of(of_words, of_vectors) == [[], [(0, 0.85)], [(1, 0.95), (0, 0.9)]]


def test_letters_by_hand() -> None:
    """ "i am shy" and "i am sly" differ in one of eight letters: 0.875."""
    assert by_letters(["i am shy", "i am sly"], 0.75) == [[], [(0, 0.875)]]


@pytest.mark.parametrize(
    ("one", "other", "is_about_the_same", "leans_apart"),
    [
        ("i love mornings", "i hate mornings", True, True),
        ("i enjoy hiking", "i love hiking", True, False),
        ("i am shy", "i am outgoing", True, True),
        ("i feel anxious", "i am anxious", True, False),
        ("i love mornings", "i love evenings", False, False),
        ("i prefer cats to dogs", "i prefer dogs to cats", True, True),
        ("i prefer cats to dogs", "i prefer cats over dogs", True, False),
        ("i prefer cats to dogs", "i prefer dogs", False, False),
    ],
)
def test_what_beliefs_are_about(one: str, other: str, is_about_the_same: bool, leans_apart: bool) -> None:
    meanings = Meanings(LEXICON)
    first, second = meanings.of(one, "affirm"), meanings.of(other, "affirm")
    assert (first.terms == second.terms, first.side != second.side) == (is_about_the_same, leans_apart)
    assert meanings.of(one, "deny").side == -first.side


def test_every_liking_is_one_term() -> None:
    assert Meanings(LEXICON).of("i can stand noise", "deny") == ((LIKING, "nois"), -1)
