"""What somebody typed, as it is understood: nothing is an operator, nothing is an error but too much."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.core.errors import QueryError
from kg_assets.search.typed import Typed, understood
from kg_assets.search.words import Words

WORDS = Words("english", frozenset({"when", "did", "i", "my", "the", "who"}), 64)


def read(text: str) -> Typed:
    return understood(text, WORDS, 20, 1000)


def test_a_whole_question_is_the_normal_case() -> None:
    typed = read("When did I start my new job at the bakery?")
    assert typed.terms == ("start", "new", "job", "at", "bakeri")
    assert typed.passed_over == ("When", "did", "I", "my", "the")


def test_marks_are_honoured() -> None:
    typed = read('"new  bicycle" trav* -tour -"old one" jobs')
    assert typed.phrases == ("new bicycle",)
    assert typed.terms == ("new", "bicycl", "job")
    assert typed.beginnings == ("trav",)
    assert (typed.without_terms, typed.without_phrases) == (("tour",), ("old one",))
    assert read("jobs -trav*").without_beginnings == ("trav",)
    assert read("jobs -trav*").told() == "any of job (as stems); without trav*"


@pytest.mark.parametrize(
    ("text", "named", "phrases"),
    [
        ('Who gave me "The Lean Startup"?', ("The Lean Startup",), ()),
        ('did I read "Lean Startup"', ("Lean Startup",), ()),
        ('and "Lean Startup"?', ("Lean Startup",), ()),
        ('I finished "Lean Startup"', (), ("Lean Startup",)),
        ('who said "when I the"', (), ("when I the",)),
    ],
)
def test_a_question_names_things_and_requires_nothing(
    text: str, named: tuple[str, ...], phrases: tuple[str, ...]
) -> None:
    """But for words that the index passes over: only the texts themselves can tell where these stand."""
    typed = read(text)
    assert (typed.named, typed.phrases) == (named, phrases)


def test_what_was_tried_is_told() -> None:
    assert read('the -tour "new job"').told() == ('"new job" as it stands; any of new, job (as stems); without tour')


@pytest.mark.parametrize(
    "text", ["", "   ", '"', "-", "*", "the who", "?!", '""', "-*", 'a"b', "'; DROP TABLE x; --", "NEAR(("]
)
def test_nothing_typed_is_a_syntax_error(text: str) -> None:
    assert read(text).is_empty is (text not in ('a"b', "'; DROP TABLE x; --", "NEAR(("))


@given(st.text(max_size=200))
def test_any_text_is_understood(text: str) -> None:
    typed = understood(text, WORDS, 400, 1000)
    assert isinstance(typed.told(), str)


def test_too_much_is_refused_with_the_number() -> None:
    with pytest.raises(QueryError, match=r"21 words were given, a search takes at most 20 \(finding.most_words\)"):
        read("word " * 21)
    with pytest.raises(QueryError, match=r"100,000 characters, one takes at most 1,000 \(finding.longest_query\)"):
        read("x" * 100_000)
