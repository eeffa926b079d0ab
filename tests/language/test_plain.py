"""Plain spelling: what changes, and that every stretch of it still names its characters in the message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.language.plain import plain

CASES = {
    "nothing to do": ("I sold the boat", "I sold the boat"),
    "left out signs": ("im sure ive told u, dont ask", "I'm sure I've told you, don't ask"),
    "a verb that looks like a plural": ("my names Bo lol", "my name is Bo ,"),
    "an is without its apostrophe": ("my wifes Welsh, my dads been ill", "my wife is Welsh, my dad has been ill"),
    "a possessive without it": ("my mums house, our mums are in", "my mum's house, our mums are in"),
    "a clause begins": (
        "so my sisters a vet, I gave my sisters a cup",
        "so my sister is a vet, I gave my sisters a cup",
    ),
    "an is written short": ("my partner's in the navy, dads 80 now", "my partner is in the navy, dad is 80 now"),
    "a plural and a possessive": (
        "my mates in the army, dads 80 hens, my son's dog",
        "my mates in the army, dads 80 hens, my son's dog",
    ),
    "who is called Will": ("my son Will is 7, will hates tea", "my son Bill is 7, Bill hates tea"),
    "what will be": ("I will go. Will he come? will it be", "I will go. Will he come? will it be"),
    "what says nothing": ("I'm not gonna lie, I cried", ", I cried"),
    "letters for words": ("me n kim moved in w Bo, 3% n more", "me and kim moved in with Bo, 3% and more"),
    "letters that are letters": ("the n of n is N, row n or w", "the n of n is N, row n or w"),
    "letters within names": ("rock n roll at h n m, live in w york", "rock n roll at h n m, live in w york"),
    "a g is left out": ("goin nowhere, tryin to rest tho", "going nowhere, trying to rest though"),
    "a capital stays": ("Gonna leave", "Going to leave"),
    "not within words": ("image rn2 @im im_x", "image rn2 @im im_x"),
    "bold and code": ("**Graz** is `home`, 2*3 and snake_case stay", "Graz is home, 2*3 and snake_case stay"),
    "links": ("see [my site](https://a.b/c) now", "see my site now"),
    "white space": ("one\ntwo   three", "one two three"),
    "typographic signs": ("it’s “fine”", 'it\'s "fine"'),
    "accents apart": ("cafe\u0301 im", "café I'm"),
}


@pytest.mark.parametrize(("typed", "expected"), CASES.values(), ids=CASES)
def test_plain_spelling(typed: str, expected: str) -> None:
    assert plain(typed, 0, len(typed)).text == expected


def test_places_are_those_of_the_message() -> None:
    text = "so: **Graz**, im there"
    found = plain(text, 4, len(text))
    assert found.text == "Graz, I'm there"
    assert text[slice(*found.place(0, 4))] == "Graz"
    assert text[slice(*found.place(6, 7))] == "im"
    assert text[slice(*found.place(7, 9))] == "im"
    assert text[slice(*found.place(10, 15))] == "there"


@given(st.text(alphabet="ab im*_`'’[](\n\u0301é\u200b.", max_size=40))
def test_any_character_has_a_place_inside(text: str) -> None:
    found = plain(text, 0, len(text))
    for at in range(len(found.text)):
        start, end = found.place(at, at + 1)
        assert 0 <= start < end <= len(text)
