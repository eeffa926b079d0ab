"""Quotes are found where they stand, once, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.claims.extraction.quotes import Quotes, only_place
from kg_assets.claims.masking import Hidden, masked
from kg_assets.core.spans import Span

TEXT = "I like tea.\nI  live\tin Oslo. I like tea and `x`."


@pytest.mark.parametrize(
    ("quote", "span", "matches"),
    [
        ("live\tin Oslo", (15, 27), 1),
        ("I live in Oslo", (12, 27), 1),  # white space differs: "I  live\tin Oslo"
        ("I  live  in\nOslo", (12, 27), 1),
        ("I like tea", None, 2),
        ("like tea and", (31, 43), 1),
        ("I love tea", None, 0),
        ("i like tea.", None, 0),
        ("", None, 0),
        ("  \n", None, 0),
    ],
)
def test_a_quote_has_a_place_only_when_it_is_the_only_one(quote: str, span: Span | None, matches: int) -> None:
    """Guards §4.5.4: exact first, then by white space; none or several give no offsets."""
    assert Quotes(masked(TEXT, [], "length_preserving")).locate(quote) == (span, matches)


@pytest.mark.parametrize("quote", ["Jos\u00e9's caf\u00e9", "Jose\u0301\u2019s  cafe\u0301"])
def test_accents_and_quotation_marks_may_be_written_otherwise(quote: str) -> None:
    """Guards traceability: offsets are those of the text, whichever way the model writes its words."""
    text = "I like Jose\u0301\u2019s cafe\u0301 a lot"
    span, matches = Quotes(masked(text, [], "length_preserving")).locate(quote)
    assert matches == 1
    assert span is not None
    assert text[span.start : span.end] == "Jose\u0301\u2019s cafe\u0301"


def test_what_was_hidden_is_not_quoted() -> None:
    """Guards traceability: the same words inside of code do not make a quote ambiguous, nor are they found."""
    text = "```\nI like tea\n```\nI like tea"
    quotes = Quotes(masked(text, [Hidden(0, 18, "code")], "remove"))
    assert quotes.locate("I like tea") == ((19, 29), 1)
    assert Quotes(masked(text, [Hidden(0, 29, "code")], "marker")).locate("I like tea") == (None, 0)


def test_overlapping_occurrences_are_several() -> None:
    """Guards the count: "aa" stands twice in "aaa"."""
    assert Quotes(masked("aaa", [], "marker")).locate("aa") == (None, 2)


@given(st.text("ab \n\t", min_size=1, max_size=40), st.data())
def test_any_unique_stretch_is_found_again(text: str, data: st.DataObject) -> None:
    """Guards offsets: a quote that is cut out of the text comes back to its place, or is ambiguous."""
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    located = Quotes(masked(text, [], "length_preserving")).locate(quote)
    if not quote.strip():
        assert located == (None, 0)
    elif located.matches == 1:
        assert located.span == (start, start + len(quote))
    else:
        assert text.find(quote) != text.rfind(quote)


@pytest.mark.parametrize(
    ("words", "expected"),
    [("Al", (8, 10)), ("Also", (0, 4)), (" met ", (14, 17)), ("Bo", None), ("", None), ("m", None)],
)
def test_words_are_found_whole(words: str, expected: Span | None) -> None:
    """Guards the spans of arguments: Al is not in Also, and Bo stands twice."""
    text = "Also my Al he met Bo, Bo"
    assert only_place(text, words, Span(0, len(text))) == expected
    assert only_place(text, "Bo", Span(0, 20)) == (18, 20)
