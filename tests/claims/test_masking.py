"""Masked texts: what is taken out, what stands in its place, and that offsets come back true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.claims.masking import Hidden, Strategy, masked, unmasked

TEXT = "I use `x`:\n```\ncode\n```\n> they said\nand I live in Oslo"
CODE = Hidden(TEXT.index("```"), TEXT.index("\n>"), "code")
QUOTE = Hidden(TEXT.index(">"), TEXT.index("\nand"), "quote")


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (
            "length_preserving",
            "I use `x`:\n" + " " * (CODE.end - CODE.start) + "\n" + " " * 11 + "\nand I live in Oslo",
        ),
        ("marker", "I use `x`:\n[CODE]\n[QUOTE]\nand I live in Oslo"),
        ("remove", "I use `x`:\n\n\nand I live in Oslo"),
    ],
)
def test_each_strategy_gives_its_text_and_the_way_back(strategy: Strategy, expected: str) -> None:
    """Guards §4.4.2: the same words are found at the same place of text_raw, whatever stands before them."""
    made = masked(TEXT, [QUOTE, CODE], strategy)
    assert made.text == expected
    at = made.text.index("live in Oslo")
    assert made.to_original(at, at + 12) == (TEXT.index("live in Oslo"), len(TEXT))


@pytest.mark.parametrize("strategy", ["length_preserving", "marker", "remove"])
def test_words_on_both_sides_of_a_gap_have_no_place(strategy: Strategy) -> None:
    """Guards against a claim whose words hold code that the model never saw."""
    made = masked("I like```x```tea", [Hidden(6, 13, "code")], strategy)
    assert made.to_original(0, len(made.text)) is None
    assert made.to_original(2, 6) == (2, 6)
    assert made.to_original(3, 3) is None


def test_overlapping_ranges_are_one_and_the_outer_one_names_it() -> None:
    """Guards §4.3.2: code inside of a quotation is part of the quotation; ranges beyond the text are cut."""
    made = masked(
        "0123456789", [Hidden(3, 5, "code"), Hidden(2, 7, "quote"), Hidden(6, 8, "code"), Hidden(9, 99)], "marker"
    )
    assert made.text == "01[QUOTE]8"
    assert made.to_original(9, 10) == (8, 9)


_SPANS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 30), st.sampled_from(["code", "quote", "other"])), max_size=5
)


@given(st.text(max_size=30), _SPANS, st.sampled_from(["length_preserving", "marker", "remove"]))
def test_what_is_left_maps_to_itself(text: str, spans: list[tuple[int, int, str]], strategy: Strategy) -> None:
    """Guards offsets for any text: every character that maps back is the character that stands there."""
    made = masked(text, [Hidden(a, b, kind) for a, b, kind in spans], strategy)  # type: ignore[arg-type]
    mapped = [made.to_original(at, at + 1) for at in range(len(made.text))]
    found = {span.start for span in mapped if span is not None}
    assert all(made.text[at] == text[span.start : span.end] for at, span in enumerate(mapped) if span is not None)
    assert found == {at for at in range(len(text)) if not made.hidden.contains(at)}


def test_places_of_the_original_are_found_in_what_is_read() -> None:
    """Guards the way forth, by which times and names reach the reader: "Oslo" is where it went, under any strategy."""
    at = TEXT.index("Oslo")
    for strategy in ("length_preserving", "marker", "remove"):
        made = masked(TEXT, [QUOTE, CODE], strategy)
        assert [made.text[slice(*place)] for place in made.to_masked([(at, at + 4)])] == ["Oslo"]
    assert masked(TEXT, [], "remove").to_masked([(at, at + 4)]) == [(at, at + 4)]


def test_a_text_as_it_stands_keeps_its_places() -> None:
    """Accents that were typed by themselves are composed for the rules, and left alone where clauses were read."""
    text = "Gra\u0301z is home"
    assert len(masked(text, (), "length_preserving").text) == len(text) - 1
    assert unmasked(text).to_original(6, len(text)) == (6, len(text))
