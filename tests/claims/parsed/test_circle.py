"""Who is told of by a bare name and is somebody one knows; and what was told as over, or of nobody."""

import pytest

from tests.claims.parsed.test_fellows import _told as told_in


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # A name that no list and no recogniser has, by what is said of people only, or by a pronoun.
        ("omg Xochitl is diabetic and nobody told me", ("Xochitl", "has_condition", "diabetic", True)),
        ("Wanjiru is studying marine biology. Is there a podcast for her?", (
            "Wanjiru", "studies", "marine biology", True)),
        ("kasper quit vaping and is climbing the walls how do i help him", ("kasper", "stopped", "vaping", True)),
        ("Tunde got a kitten called Admiral and I want to get him a toy", ("Tunde", "pet_is", "Admiral", True)),
        # "'s" is a verb, and the words' surface knows these.
        ("Jiho's in a band called Wet Tarmac, what do i get him", ("Jiho", "member_of", "Wet Tarmac", True)),
        ("Priya's allergic to nuts, what can I cook for her", ("Priya", "has_condition", "allergic to nuts", True)),
        ("Priya's vegan and I need a recipe", ("Priya", "diet_is", "vegan", True)),
        ("pavel sold the skoda last month so how do we get home", ("pavel", "owns", "skoda", False)),
        # Who is joined to a person is one.
        ("Anneliese and Goran are vegetarian, can I bake one cake", ("Anneliese", "diet_is", "vegetarian", True)),
        ("Anneliese and Goran are vegetarian, can I bake one cake", ("Goran", "diet_is", "vegetarian", True)),
        # For whom something is made is who is meant behind it.
        ("What should I write in a card for Alasdair? He lives in Oban.", ("Alasdair", "lives_in", "Oban", True)),
        # Who is said to be one's neighbour is no second one.
        ("Ulf is my neighbour. He works as a carpenter.", ("Ulf", "works_as", "carpenter", True)),
        ("neither Olga nor Tom own a car, how do i get them here", ("Olga", "owns", "car", False)),
        ("Olga has no car so i pick her up", ("Olga", "owns", "car", False)),
        ("Olga no longer has the boat so we stay home", ("Olga", "owns", "boat", False)),
        ("I no longer have the boat", ("SELF", "owns", "boat", False)),
        ("I am no longer vegan", ("SELF", "diet_is", "vegan", False)),
    ],
)  # fmt: skip
def test_plainly_told_of_somebody(text: str, told: tuple[str, str, str, bool]) -> None:
    assert told in told_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "Walter has lung cancer and teaches chemistry, so why does he turn down the money?",  # nobody's life
        "In the show Jesper has asthma, I cried",  # a told world
        "hugo likes its front matter in toml, how do i switch it",  # a thing
        "Yeah Jon, marketing is key and I love it",  # who is spoken to
        "According to Gaby, Rolf has left the choir and bought a motorbike. Should I ask him?",  # hearsay
        "hypatia lived in alexandria and taught maths, who killed her",  # her death is not one's doing
        "aroha and finn had a baby, what do i write",  # who it is, a name will tell
    ],
)
def test_nothing_is_told_of_somebody_one_does_not_know(text: str) -> None:
    assert {told for told in told_in(text) if told[0] != "SELF"} == set()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It's no longer true that I'm allergic to peanuts.", ("SELF", "has_condition", "allergic to peanuts", False)),
        ("There's no way I'm moving to Liège.", ("SELF", "plans_to", "moving to Liège", False)),
        ("I have no pets but I want a dog", ("SELF", "pet_is", "pets", False)),
        ("I like no sports", ("SELF", "likes", "sports", False)),
    ],
)
def test_denied(text: str, told: tuple[str, str, str, bool]) -> None:
    assert told in told_in(text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I have no allergies except penicillin.", "allergies"),  # the exception is lost
        ("I stopped being vegetarian in 2021.", "vegetarian"),  # no occupation
        ("I'm cooking for Ulla tonight", "Ulla"),  # no employer
        ("I moved my blog to Ghost", "Ghost"),  # no home
    ],
)
def test_no_such_object(text: str, predicate: str) -> None:
    assert predicate not in {what for _, _, what, _ in told_in(text)}
