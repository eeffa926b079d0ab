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
    ("I began to see that patience is key.", "i value patience"),
    ("The fall taught me the power of never giving up.", "i value never giving up"),
    ("That day makes me think of how important it is to rest.", "i find it important to rest"),
    ("Days like these remind us how important our friends are.", "i value our friends"),
    ("It made me see how vital it is for others to have a say.", "i find it vital for others to have a say"),
    ("It reminded me of how powerful kindness can be.", "i find kindness powerful"),
    ("Helping those in need is important to me too.", "i value helping those in need"),
    ("It's important for me to think about tomorrow.", "i find it important to think about tomorrow"),
    ("Winning a regatta is my number one goal.", "i value winning a regatta"),
    ("Rowing is just me.", "i value rowing"),
    ("That is why my passion for teaching grew.", "i am passionate about teaching"),
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
    "Our crew is great - me, my aunt and the kids.",
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


@pytest.mark.parametrize(("said", "told", "kind"), [
    ("My goal is to row across the bay.", "i aim to row across the bay", "BELIEF_ABOUT_SELF"),
    ("My dream is to open a bakery.", "i aim to open a bakery", "BELIEF_ABOUT_SELF"),
    ("My goal is to sleep, and my wife snores.", "i aim to sleep", "BELIEF_ABOUT_SELF"),
    ("I want to help people who stutter.", "i want to help people who stutter", "BELIEF_ABOUT_SELF"),
    ("I want to be courageous for my kids.", "i want to be courageous for my kids", "BELIEF_ABOUT_SELF"),
    ("It's days like these that make me love my town.", "i love my town", "PREFERENCE"),
    ("I want to be a better person.", "i want to be a better person", "BELIEF_ABOUT_SELF"),
    ("I want to give back to my town.", "i want to give back to my town", "BELIEF_ABOUT_SELF"),
    ("It made me even more determined to row.", "i am determined to row", "TRAIT"),
    ("It reminds me how much I love singing.", "i love singing", "PREFERENCE"),
    ("I wrote of my love for the sea.", "i love the sea", "PREFERENCE"),
    ("It's always fun thinking up games for my kids.", "i find it fun thinking up games for my kids", "FEELING_STATE"),
])  # fmt: skip
def test_what_somebody_aims_at_or_loves_is_told_of_them(said: str, told: str, kind: str) -> None:
    assert [(atom.text, atom.belief_type) for atom in atoms_of(said)] == [(told, kind)]


@pytest.mark.parametrize("said", [
    "My goal was to row across the bay.", "The goal is to row.", "Your goal is to row.", "I want to be back by five.",
    "I want to make kids' clothes.", "I want to help you.", "I want to change the map of the world.",
    "It made me more nervous.", "I want to be free on Monday.",
    "It's the car that makes me nervous.", "My love for you is endless.",
    "I love how he speaks of his love for rowing.",
    "It was always fun thinking up games.", "My love for chess died in May.",
    '"My love for opera is endless," said Bram.',
    "It didn't make me realize how important money is.", "Nothing made me realize how powerful prayer can be.",
    '"My dream is to fly" said Icarus.',
])  # fmt: skip
def test_what_was_aimed_at_or_is_a_task_is_not(said: str) -> None:
    assert [atom.text for atom in atoms_of(said) if atom.belief_type != "RELATIONAL"] == []
