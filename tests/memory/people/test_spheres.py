"""What is told of two of one name weighs for or against their being one, whatever the words are."""

import pytest

from benchmarks._people_pairs import scale_of_house
from kg_assets.memory.people.spheres import NOTHING, Told
from kg_assets.memory.people.weighing import Bearer

SCALE = scale_of_house()


def told(**values: str) -> Told:
    return Told(**{name: frozenset({value}) for name, value in values.items()})


def weighed(name: str, one: Told, other: Told) -> tuple[float, str, set[str]]:
    found = SCALE.weigh(Bearer("a", "person", (name,), one), Bearer("b", "person", (name,), other))
    return found.log_odds, found.verdict, {evidence.kind for evidence in found.evidence}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (told(roles="vicar"), told(organizations="Larkspur Capital")),
        (told(circles="synagogue choir"), told(roles="vp sales", organizations="Orbix")),
        (told(emails="kev@shawlab.com"), told(roles="postdoc", organizations="Uppsala")),
        (told(descriptions="accordion lady"), told(organizations="Duna Steel")),
        (told(duties="singer in our choir"), told(relations="accountant")),
    ],
)
def test_two_known_by_different_lives_are_not_merged_by_their_name(one: Told, other: Told) -> None:
    assert weighed("Greta Holm", one, other) == (2.75, "uncertain", {"same_full_name", "nothing_shared"})
    assert weighed("Greta Holm", other, one)[0] == 2.75


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (NOTHING, told(roles="vicar")),  # of one nothing is told
        (told(roles="engineering manager"), told(organizations="Acme")),  # such work is done anywhere
        (told(roles="dentist"), told(organizations="Smileclinic")),  # and this where teeth are mended
        (told(relations="sister"), told(organizations="Acme")),  # a sister works somewhere
        (told(relations="friend"), told(roles="vicar")),
        (told(circles="finance"), told(organizations="Acme")),
        (told(emails="greta@gmail.com"), told(roles="vicar")),  # anybody may have such an address
        (told(descriptions="accordion lady"), told(descriptions="tall accordion lady")),
    ],
)
def test_what_may_be_told_of_one_leaves_a_full_name_as_it_is(one: Told, other: Told) -> None:
    assert weighed("Greta Holm", one, other) == (6.0, "same", {"same_full_name"})


def test_a_relative_is_not_somebody_from_the_gym_of_the_same_given_name() -> None:
    assert weighed("Greta", told(relations="daughter"), told(circles="gym"))[:2] == (2.0, "uncertain")


def test_a_striker_does_not_work_at_a_mill() -> None:
    one, other = told(organizations="Volta Mill"), told(roles="striker", organizations="Harrow FC")
    odds, verdict, kinds = weighed("Greta Holm", one, other)
    assert (odds, verdict) == (1.75, "uncertain")
    assert kinds == {"same_full_name", "other_organization", "work_elsewhere"}


def test_a_circle_that_both_are_of_speaks_for_one() -> None:
    both = told(circles="corner shop")
    assert weighed("Greta Holm", both, both)[0] == 8.25


def test_an_address_is_of_whom_it_was_told_whatever_it_is_made_of() -> None:
    one = Bearer("a", "person", ("Greta Holm",), told(emails="gh7@fjordlab.no"))
    other = Bearer("b", "person", ("gh7@fjordlab.no",), told(emails="gh7@fjordlab.no"))
    assert SCALE.weigh(one, other).verdict == "same"
    sharing = Bearer("c", "person", ("Nils Berg",), told(emails="gh7@fjordlab.no"))
    assert SCALE.weigh(one, sharing).verdict == "different"  # a family has one address
