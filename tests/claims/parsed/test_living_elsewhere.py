"""Where relatives and friends live, from a place right behind the word for them."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


def homes(text: str) -> set[tuple[str, str | None]]:
    return {(c.subject, c.object) for c in claims(text) if c.predicate == "lives_in"}


@pytest.mark.parametrize(
    ("text", "one", "place"),
    [
        ("my brother Pavel in Perth says come over", "Pavel", "Perth"),
        ("text to my brother pavel in perth, he never rings", "pavel", "perth"),
        ("a birthday message for my grandmother in Lagos, who will be eighty", "__SELF__/grandmother", "Lagos"),
        ("my daughter in Toronto wants me to visit", "__SELF__/daughter", "Toronto"),
        ("I'm staying with my uncle in Cork", "__SELF__/uncle", "Cork"),
        ("letter to my cousin in Boston", "__SELF__/cousin", "Boston"),
        ("my aunt in San Francisco has a cat", "__SELF__/aunt", "San Francisco"),
        ("my friend Tom in New York City is ill", "Tom", "New York City"),
    ],
)
def test_the_place_is_the_home(text: str, one: str, place: str) -> None:
    assert homes(text) == {(one, place)}


@pytest.mark.parametrize(
    "text",
    [
        "I met my brother in Leeds",
        "I was with my wife in Rome",
        "I got engaged to my girlfriend in Paris",
        "we buried my uncle in Cork",
        "my dad in Paris for work is fine",
        "my mum in March always gets ill",
        "my brother in Christ",
        "my brother in Halo lost",
        "photo of my mum in Cork, make it look like an oil painting",
        "my wife in Rome, 1998, is that a good caption",
        "my daughter in Berlin on a school trip lost her passport",
        "my brother in Sydney next month: which sights should he see",
        "my dad in Rome total war always wins",
        "looking for my biological father in Dublin",
        "what if my sister in Tokyo had a quake",
        "my sister in the army",
        "is it safe for my mum in Leeds hospital",
        "her brother in Leeds is a vet",
        "in my novel, my brother in London is a spy",
        "translate to French: my brother in London is ill",
    ],
)
def test_a_place_where_something_is_done_is_no_home(text: str) -> None:
    assert homes(text) == set()
