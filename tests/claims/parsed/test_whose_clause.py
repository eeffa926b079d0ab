"""Whose a clause is that leaves out its subject: that of the person the clause before tells of, and never the
writer's."""

import pytest

from tests.claims.parsed.test_whom_a_pronoun_means import told_in


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my sister Tess is home again, working at Lidl", ("Tess", "works_at", "Lidl")),
        ("my dad's fine, living in Spain these days", ("__SELF__/dad", "lives_in", "Spain")),
        ("my cousin Ana left the army, living in Porto now", ("Ana", "lives_in", "Porto")),
        ("my brother's out of prison now, working for Tesco", ("__SELF__/brother", "works_at", "Tesco")),
        ("my uncle Jim sold the farm, lives in Cork now", ("Jim", "lives_in", "Cork")),
        ("I'm fine, living in Leeds with my girlfriend", ("SELF", "lives_in", "Leeds")),
        ("my brother and I are fine, living in Leeds together", ("SELF", "lives_in", "Leeds")),
        ("my husband's away so I'm bored, living in Leeds", ("SELF", "lives_in", "Leeds")),
        ("name's Tom, 34, living in Hull", ("SELF", "lives_in", "Hull")),
        ("work's been mad, working at Lidl now", ("SELF", "works_at", "Lidl")),
    ],
)
def test_the_one_told_of_before_the_comma_is_meant(text: str, told: tuple[str, str, str]) -> None:
    assert told in told_in(text)
    assert {one[0] for one in told_in(text) if one[1] == told[1]} == {told[0]}


@pytest.mark.parametrize(
    "text",
    [
        "bernard's back in town, living in hull with his mate",
        "daniel's in town, staying in york with his mum",
        "she's fine now, living in Leeds with her gran",
        "he's married now, working at Lidl",
        "my ex is married now, living in Bristol",
        "my dad's fine, living in Spain these days",
        "ruth's great, working as a nurse in Leeds",
        "they're happy, living in Cork with a dog",
        "my mate is doing well, based in Leeds now",
        "my mum rang, moved to Derby last week",
    ],
)
def test_what_others_do_is_not_the_writers(text: str) -> None:
    assert [one for one in told_in(text) if one[0] == "SELF" and one[1] in ("lives_in", "works_at", "works_as")] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My friend Linda hates jam. she's got two dogs, Bo and Max", ("Linda", "pet_is", "Max")),
        ("My friend Linda hates jam. she's got two dogs, Bo and Max", ("Linda", "pet_is", "Bo")),
        ("my sister Vera is here. shes got a little lad, ivo, hes 4", ("Vera", "child_is", "ivo")),
        ("my sister Vera is here. shes got a little lad, ivo, hes 4", ("ivo", "age_is", "4")),
        ("my granddaughter Mia plays chess", ("SELF", "granddaughter_is", "Mia")),
        ("my brother Tom has a dog, Rex", ("Tom", "pet_is", "Rex")),
        ("my wife Ana's got a son, Leo", ("Ana", "child_is", "Leo")),
        ("my wife's got a horse, Star", ("__SELF__/wife", "pet_is", "Star")),
        ("my son Joel has two kids, Mia and Ben", ("Joel", "child_is", "Ben")),
        ("my grandson Otto is 4", ("SELF", "grandson_is", "Otto")),
        ("I've got two cats, Mog and Jinx", ("SELF", "pet_is", "Jinx")),
        ("we've got a dog, Rex", ("SELF", "pet_is", "Rex")),
        ("got a cat, Mog", ("SELF", "pet_is", "Mog")),
    ],
)
def test_a_pet_or_a_child_is_of_whoever_has_it(text: str, told: tuple[str, str, str]) -> None:
    assert told in told_in(text)
    assert {one[0] for one in told_in(text) if one[1:] == told[1:]} == {told[0]}


@pytest.mark.parametrize(
    "text",
    [
        "she's got two cats, Mog and Jinx",
        "he's got a dog, Rex",
        "hes got a son, Leo",
        "my nan's great. she has a parrot, Polly",
        "she has a little boy, Ivo",
        "shes got a puppy, Bean",
        "my mate Otto got a kitten, Mog",
        "he got two kids, Mia and Ben",
        "my boss has a daughter, Ines",
        "she's got a horse, Star",
    ],
)
def test_a_pet_or_a_child_of_others_is_not_the_writers(text: str) -> None:
    assert [one for one in told_in(text) if one[0] == "SELF" and one[1] in ("pet_is", "child_is")] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("i've got a plane that was my dads, he was a joiner", ("__SELF__/dad", "works_as", "joiner")),
        ("i've got a plane that was my dads, he was a joiner", ("SELF", "parent_is", "__SELF__/dad")),
        ("my dads are both vets", ("__SELF__/dads", "works_as", "vets")),
    ],
)
def test_an_apostrophe_may_be_missing_behind_whose_it_was(text: str, told: tuple[str, str, str]) -> None:
    assert told in told_in(text)
