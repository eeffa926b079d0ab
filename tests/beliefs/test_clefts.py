"""Clefts about oneself are read as the plain clause that they stand for."""

import pytest

from tests.beliefs.told import atoms_of


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        ("It's rain that I love.", ["i love rain"]),
        ("It's the quiet shifts I dread.", ["i dread the quiet shifts"]),
        ("It's not opera that I love.", ["i do not love opera"]),
        ("It's honesty that I value most.", ["i value honesty"]),
        ("What I love is cooking.", ["i love cooking"]),
        ("What I hate most is being late.", ["i hate being late"]),
        ("What I love about my job is helping people.", ["i love helping people"]),
        ("What I don't like is noise.", ["i do not like noise"]),
        ("What I can't stand is people who lie.", ["i cannot stand people who lie"]),
        ("What I want is to help people.", ["i want to help people"]),
        ("What I believe in is hard work.", ["i believe in hard work"]),
        ("What I'm most proud of is my kids.", ["i am proud of my kids"]),
        ("The one thing I can't stand is lying.", ["i cannot stand lying"]),
        ("The part I enjoy is teaching kids.", ["i enjoy teaching kids"]),
        ("All I want is peace.", ["i want peace"]),
        ("I think what I value is honesty.", ["i value honesty"]),
    ],
)
def test_a_cleft_says_what_the_plain_clause_says(text: str, atoms: list[str]) -> None:
    assert [atom.text for atom in atoms_of(text)] == atoms


@pytest.mark.parametrize(
    "text",
    [
        "It's a pity that I hate opera.",
        "It's great that I'm shy.",
        "It's a city I love.",
        "What I did is my business.",
        "What I love is not money but rain.",
        "Is what I love cooking?",
        "My wife says what I love is work.",
        "If what I want is peace, why do I fight?",
        "What I like least is ironing.",
        "It's not just tea that I like, it's coffee too.",
        "It's not tea but coffee that I like.",
        "It's not only chess that I love.",
    ],
)
def test_what_is_no_such_cleft_says_nothing_of_it(text: str) -> None:
    assert atoms_of(text) == []


def test_what_is_denied_by_a_cleft_is_denied() -> None:
    (atom,) = atoms_of("It wasn't the dark I minded.")
    assert (atom.text, atom.reading.polarity, atom.reading.frame.temporal_scope) == (
        "i do not mind the dark",
        "deny",
        "past",
    )
