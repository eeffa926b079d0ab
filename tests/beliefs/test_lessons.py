"""What matters to somebody because they were taught it or think so."""

import pytest

from tests.beliefs.told import atoms_of


@pytest.mark.parametrize(("said", "told"), [
    ("It made me realize the importance of patience and rest.", "i value patience and rest"),
    ("My grandmother taught me the value of hard work.", "i value hard work"),
    ("I learned the importance of saving money.", "i value saving money"),
    ("That day taught me how important it is to prepare well.", "i find it important to prepare well"),
    ("It made me remember how essential it is to be kind.", "i find it essential to be kind"),
    ("I think it's important to be honest with friends.", "i find it important to be honest with friends"),
    ("The injury taught me that patience is key.", "i value patience"),
    ("I believe education is essential for a good life.", "i value education"),
    ("I realized how important family is.", "i value family"),
])  # fmt: skip
def test_what_somebody_was_taught_matters_to_them(said: str, told: str) -> None:
    assert [(atom.text, atom.belief_type) for atom in atoms_of(said)] == [(told, "VALUE")]


@pytest.mark.parametrize("said", [
    "She thinks it is important to rest.",  # somebody else does
    "Do you think it's important to rest?",
    "It's important to rest.",  # of everybody
    "I don't think it's important to be famous.",
    "I used to think it was important to be famous.",
    "I would think that practice is important.",
    "I know how important it is to you.",
    "I understand the importance of your deadline.",
    "I think it's important to note that this is a draft.",
    "I see the value of x in the table.",  # a number
    "I think this value is important.",
    "I think the second step is important.",  # of which nobody is told which it is
    "He taught us the value of hard work.",
])  # fmt: skip
def test_what_matters_to_others_or_points_at_something_is_not_told(said: str) -> None:
    assert [atom.text for atom in atoms_of(said) if atom.belief_type == "VALUE"] == []


@pytest.mark.parametrize(("said", "told", "kind"), [
    ("It showed me how strong I am.", "i am strong", "TRAIT"),
    ("I know how stupid I can be.", "i am stupid", "FEELING_STATE"),
    ("They make me appreciate life.", "i value life", "VALUE"),
    ("It's so freeing to express myself on paper.", "i find it freeing to express myself on paper", "FEELING_STATE"),
])  # fmt: skip
def test_what_somebody_came_to_see_of_themselves_is_told(said: str, told: str, kind: str) -> None:
    assert [(atom.text, atom.belief_type) for atom in atoms_of(said)] == [(told, kind)]


@pytest.mark.parametrize(
    "said",
    [
        "I realized how lucky I was to be there.",
        "I know how sure I am.",
        "She knows how strong I am.",
        "It made me appreciate how late it was.",
        "It's so freeing to express oneself.",
    ],
)
def test_what_was_so_or_others_see_is_not(said: str) -> None:
    assert atoms_of(said) == []
