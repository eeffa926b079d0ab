"""Templates expand to what they say and refuse what they cannot know."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.corpus.grammar import Grammar


def test_a_slot_takes_a_rule_a_range_or_a_bound_word() -> None:
    grammar = Grammar({"line": ["{who} ate {3-3} {fruit}"], "fruit": ["plums"]}, bound=["who"])
    assert grammar.expand("line", random.Random(1).random, {"who": "Ida"}) == "Ida ate 3 plums"


def test_capital_and_article_forms() -> None:
    grammar = Grammar({"line": ["{Fruit}, {a fruit}, {A fruit}"], "fruit": ["apple"]}, bound=[])
    assert grammar.expand("line", random.Random(1).random, {}) == "Apple, an apple, An apple"


def test_braces_of_code_stay() -> None:
    grammar = Grammar({"line": ['if (x) { return {{v}}; } // {"k": {1-1}}'], "v": ["y"]}, bound=[])
    assert grammar.expand("line", random.Random(1).random, {}) == 'if (x) { return {y}; } // {"k": 1}'


def test_an_unknown_slot_is_refused_by_name() -> None:
    with pytest.raises(KeyError, match=r"'line' names the slot \{nobody\}"):
        Grammar({"line": ["{nobody}"]}, bound=[])


@settings(max_examples=100)
@given(st.integers(), st.integers(0, 500), st.integers(0, 500))
def test_numbers_stay_in_their_range(seed: int, low: int, width: int) -> None:
    grammar = Grammar({"n": [f"{{{low}-{low + width}}}"]}, bound=[])
    assert low <= int(grammar.expand("n", random.Random(seed).random, {})) <= low + width
