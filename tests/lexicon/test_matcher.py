"""Whole-word places of surfaces, against a reading that is plainly right: try every surface at every place."""

import unicodedata
from collections.abc import Sequence
from typing import Any

import pytest
from ahocorasick_rs import AhoCorasick, Implementation
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.lexicon.matcher import Matcher, Place

MOST_IN_FULL_AUTOMATON = 8000


def is_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.category(character).startswith("M")


def is_whole(surface: str, text: str, start: int) -> bool:
    """Letters, digits and _ may not go on beyond the surface; before a tag no such character stands either."""
    end = start + len(surface)
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    opens, closes = is_word(surface[0]) or surface[0] in "#@", is_word(surface[-1])
    return not (opens and before and is_word(before)) and not (closes and after and is_word(after))


def places_by_trying(surfaces: Sequence[str], text: str) -> list[Place]:
    whole = sorted(
        (start, -len(surface), number)
        for number, surface in enumerate(surfaces)
        for start in range(len(text))
        if text.startswith(surface, start) and is_whole(surface, text, start)
    )
    found, reached = [], 0
    for start, negative_length, number in whole:
        end = start - negative_length
        found.append(Place(number, start, end, start < reached))
        if start >= reached:  # a reader who takes the leftmost, longest one goes on behind it
            reached = end
    return found


ALPHABET = st.sampled_from("abAB1_#@ .-'ßéİ😀👩\u200d\u0301\n")
SURFACES = st.lists(st.text(ALPHABET, min_size=1, max_size=4), max_size=8, unique=True)


@given(SURFACES, st.text(ALPHABET, max_size=60))
def test_all_whole_words_in_codepoints(surfaces: list[str], text: str) -> None:
    """Every place, overlapping ones too, however many bytes a character takes."""
    assert Matcher(surfaces).places(text) == places_by_trying(surfaces, text)


@given(SURFACES, st.text(max_size=20), st.data())
def test_any_text_at_all(surfaces: list[str], filling: str, data: st.DataObject) -> None:
    """Surfaces between arbitrary Unicode; what is found is the surface, at its offsets."""
    pieces = data.draw(st.lists(st.sampled_from([filling, " ", *surfaces]), max_size=12))
    text = "".join(pieces)
    places = Matcher(surfaces).places(text)
    assert places == places_by_trying(surfaces, text)
    assert all(text[place.char_start : place.char_end] == surfaces[place.surface] for place in places)


@given(SURFACES, st.text(ALPHABET, max_size=60))
def test_what_is_not_nested_is_a_leftmost_longest_reading(surfaces: list[str], text: str) -> None:
    """Read from the left, the longest at each place; everything else is nested in one that was read."""
    places = places_by_trying(surfaces, text)
    read, at = [], 0
    while candidates := [place for place in places if place.char_start >= at]:
        first = min(candidates, key=lambda place: (place.char_start, -place.char_end))
        read.append(first[:3])
        at = first.char_end
    assert [place[:3] for place in Matcher(surfaces).places(text) if not place.is_nested] == read


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Ada", [0]),
        ("Ada.", [0]),
        ("(Ada)", [1]),
        ("Ada's", [0]),
        ("Ada-Ada", [0, 4]),
        ("Adam Ada1 Ada_ _Ada 1Ada xAda", []),
        ("ada ADA", []),
        ("😀Ada😀", [1]),
        ("👩‍👩‍👧 Ada", [6]),
        ("日Ada", []),
        ("", []),
    ],
)
def test_bounds_of_a_word(text: str, starts: list[int]) -> None:
    """Letters of any script, digits and _ go on with a word; signs and emoji do not. Case is as it is written."""
    assert [place.char_start for place in Matcher(["Ada"]).places(text)] == starts


@pytest.mark.parametrize(
    ("surface", "text", "starts"),
    [
        ("#tag", "#tag and (#tag)", [0, 10]),
        ("#tag", "#tags #tag_ #tag1", []),
        ("#tag", "a#tag C#tag _#tag", []),
        ("#tag", "##tag .#tag", [1, 7]),
        ("@ada", "@ada, me@ada", [0]),
        ("@ada", "@adam", []),
        ("Nimbforge Inc.", "Nimbforge Inc.and Nimbforge Inc.", [0, 18]),
        ("Inc.", "xInc.", []),
    ],
)
def test_bounds_of_a_tag_are_its_sign(surface: str, text: str, starts: list[int]) -> None:
    """A tag behind a letter is none; what ends with a sign ends there."""
    assert [place.char_start for place in Matcher([surface]).places(text)] == starts


def test_longer_ones_hide_shorter_ones() -> None:
    """`Anna Berg` hides both of its words; `Berg Klara` overlaps what was read before it."""
    matcher = Matcher(["Berg", "Anna", "Anna Berg", "Berg Klara", "Klara"])
    found = [(matcher.surfaces[p.surface], p.char_start, p.is_nested) for p in matcher.places("Anna Berg Klara Berg")]
    assert found == [
        ("Anna Berg", 0, False), ("Anna", 0, True), ("Berg Klara", 5, True), ("Berg", 5, True), ("Klara", 10, False),
        ("Berg", 16, False),
    ]  # fmt: skip


def test_without_surfaces_nothing_is_found() -> None:
    assert Matcher([]).places("Anna Berg") == []


@given(st.text(ALPHABET, max_size=60))
def test_the_automaton_of_many_surfaces_finds_the_same(text: str) -> None:
    """Beyond 8,000 surfaces another automaton is built."""
    few = ["a", "ab", "A b", "#a", "@b", "é", "😀", "B.", "_", "aß", "1"]
    assert _MANY.places(text) == places_by_trying(few, text) == Matcher(few).places(text)


# The further surfaces begin with a character that no text of the test holds.
_MANY = Matcher(
    ["a", "ab", "A b", "#a", "@b", "é", "😀", "B.", "_", "aß", "1"]
    + [f"~{number}" for number in range(MOST_IN_FULL_AUTOMATON)]
)


def test_at_the_border_between_the_automata(monkeypatch: pytest.MonkeyPatch) -> None:
    """One surface more than fits the full automaton: the very kinds are told apart by what is asked of the library."""
    asked = []

    def remember(surfaces: Sequence[str], **how: Any) -> AhoCorasick:
        asked.append(how["implementation"])
        return AhoCorasick(surfaces, **how)

    monkeypatch.setattr("kg_assets.lexicon.matcher.AhoCorasick", remember)
    surfaces = [f"term{number}" for number in range(MOST_IN_FULL_AUTOMATON + 1)]
    for count in (MOST_IN_FULL_AUTOMATON, MOST_IN_FULL_AUTOMATON + 1):
        (place,) = Matcher(surfaces[:count]).places("say term7999 now")
        assert place == Place(7999, 4, 12, False)
    assert asked == [Implementation.DFA, Implementation.ContiguousNFA]


def test_a_combining_mark_goes_on_with_the_word() -> None:
    """`Zoe` with a diaeresis of its own is `Zoë`, not `Zoe`."""
    assert Matcher(["Zoe"]).places("Zoe\u0308 left") == []
