"""Looking words up says of every part of a text what trying the words one after another says."""

import re

from hypothesis import given
from hypothesis import strategies as st

from kg_assets.memory.people.clues import _Signs

WORDS = ("my", "the", "is now", "a.k.a.", "@", "née", "Manager", "at")
PIECES = (*WORDS, "is", "now", "MANAGER", "The", " ", " ", ".", "x", "_", "7", ",", "ſ", "\N{KELVIN SIGN}", "-")
TRIED = re.compile(rf"[,(<]|\b(?:{'|'.join(map(re.escape, WORDS))})\b", re.I)


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join), st.integers(0, 20), st.integers(0, 20))
def test_words_are_found_as_a_pattern_finds_them(text: str, start: int, length: int) -> None:
    found = _Signs(WORDS, ",(<").within(text, start, start + length)
    assert found == (TRIED.search(text, start, start + length) is not None)
