"""What counts as a word: the same when messages are indexed and when a question is asked."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.search.postings import cut
from kg_assets.search.words import Words, folded, surfaces

WORDS = Words("english", frozenset({"the", "a"}), 12)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The runners were running", ["runner", "were", "run"]),
        ("ÉCOLE école", ["ecol", "ecol"]),
        ("Straße", ["strass"]),
        ("don't_stop 3.12", ["don", "t", "stop", "3", "12"]),
        ("東京に行く", ["東", "京", "に", "行", "く"]),
        ("x" * 13, []),
        ("…!?", []),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert WORDS.terms(text) == terms


def test_places_are_codepoints_of_the_text() -> None:
    text = "\N{GRINNING FACE} Ça va, İstanbul?"
    assert [text[start:end] for _, start, end in WORDS.places(text)] == ["Ça", "va", "İstanbul"]
    assert folded("İstanbul") == "istanbul"


# Engines know signs of different editions of Unicode; those that Python names are old enough for all.
KNOWN = st.characters(exclude_categories=("Cn", "Cs", "Co"))


@given(st.lists(st.text(KNOWN, max_size=40), max_size=5))
def test_an_index_and_a_question_cut_alike(texts: list[str]) -> None:
    places, found = cut(pl.Series(texts, dtype=pl.String))
    expected = [(place, text[start:end]) for place, text in enumerate(texts) for start, end in surfaces(text)]
    assert list(zip(places.tolist(), found.to_pylist(), strict=True)) == expected
