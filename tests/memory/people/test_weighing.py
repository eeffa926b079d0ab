"""What is weighed of two bearers: signs one at a time, and the sentence that says why."""

import pytest

from benchmarks._people_pairs import scale_of_house
from kg_assets.memory.people.spheres import Told
from kg_assets.memory.people.weighing import TOLD, Bearer, Evidence, Scale, Together, Weighed, reason_of

ALONE = Together()


@pytest.fixture(scope="module")
def scale() -> Scale:
    return scale_of_house()


def _person(name: str, *names: str, **told: frozenset[str]) -> Bearer:
    return Bearer(name, "person", (name, *names), Told(**told))


def _kinds(scale: Scale, a: Bearer, b: Bearer, together: Together = ALONE) -> list[str]:
    return [evidence.kind for evidence in scale.weigh(a, b, together).evidence]


@pytest.mark.parametrize(
    ("mine", "other", "sign"),
    [
        ("nurse", "nurse", "same_role"),  # one word, and it is the whole of both
        ("night nurse", "night nurse", "same_role"),  # two words shared
        ("night nurse", "school nurse", "same_duty"),  # one of two shared
        ("nurse", "plumber", "other_role"),
    ],
)
def test_roles_are_compared_by_their_words(scale: Scale, mine: str, other: str, sign: str) -> None:
    a = _person("Ida Holm", roles=frozenset({mine}))
    b = _person("Ida Lund", "Ida Holm", roles=frozenset({other}))
    assert sign in _kinds(scale, a, b)


@pytest.mark.parametrize(
    ("mine", "other", "sign"),
    [("bakes rye bread", "bakes rye bread", "same_role"), ("bakes bread", "sells bread", "same_duty")],
)
def test_what_two_do_is_the_same_by_two_words_and_like_by_one(scale: Scale, mine: str, other: str, sign: str) -> None:
    a = _person("Ida Holm", duties=frozenset({mine}))
    b = _person("I. Holm", duties=frozenset({other}))
    assert sign in _kinds(scale, a, b)


@pytest.mark.parametrize(
    ("mine", "other", "is_apart"),
    [
        ({"ages": {"child"}}, {"roles": {"nurse"}}, True), ({"ages": {"child"}}, {"ages": {"old"}}, True),
        ({"ages": {"grown"}}, {"ages": {"old"}}, True), ({"ages": {"child"}}, {"ages": {"child"}}, False),
        ({"ages": {"grown"}}, {"roles": {"nurse"}}, False), ({"ages": {"child"}}, {"relations": {"niece"}}, False),
    ],
)  # fmt: skip
def test_a_child_is_none_who_works_and_none_who_is_old(
    scale: Scale, mine: dict[str, set[str]], other: dict[str, set[str]], is_apart: bool
) -> None:
    a, b = (
        Bearer(own, "person", ("Ida Holm",), Told(**{kind: frozenset(values) for kind, values in told.items()}))
        for own, told in (("a", mine), ("b", other))
    )
    assert ("other_age" in _kinds(scale, a, b)) is is_apart
    assert ("other_age" in _kinds(scale, b, a)) is is_apart


def test_an_address_that_was_told_of_one_is_a_name_of_the_other_only_if_it_is_its_name(scale: Scale) -> None:
    """Two names that do not fit stay unfit though both have one address: neither is called by it."""
    shared = frozenset({"desk@basalt.example"})
    one, other = _person("Ida Holm", emails=shared), _person("Paul Renner", emails=shared)
    assert _kinds(scale, one, other) == ["incompatible"]
    written = _person("desk@basalt.example", emails=shared)
    assert _kinds(scale, one, written)[:2] == ["no_name", "same_email"]
    assert "same_email" not in _kinds(
        scale, one, _person("kiln@basalt.example", emails=frozenset({"kiln@basalt.example"}))
    )


def test_of_several_names_those_that_fit_best_count(scale: Scale) -> None:
    weights = scale.settings.weights
    bearer = _person("Robert Hale", "Bob")
    alone = [_kinds(scale, _person(name), _person("Bob Hale"))[0] for name in bearer.names]
    assert len(set(alone)) == 2, "the names fit differently"
    best = max(alone, key=lambda kind: weights[kind])
    assert _kinds(scale, bearer, _person("Bob Hale"))[0] == best


def test_only_names_that_do_not_fit_make_a_pair_of_which_nothing_is_told() -> None:
    """A sign that speaks for it, however little, is something to tell."""
    unfit = Evidence("incompatible", -9.0)
    for more, is_unlike in (
        ((), True),
        ((Evidence("other_email", -0.5),), True),
        ((Evidence("same_circle", 0.5),), False),
    ):
        assert Weighed(-8.0, (unfit, *more), "different", "").is_unlike is is_unlike
    assert not Weighed(0.0, (unfit,), "uncertain", "").is_unlike


def test_what_speaks_for_the_verdict_is_said_first_and_the_weightiest_first() -> None:
    """+.5 and +2 speak for one, -1 and -3 for two; a sign below one speaks for it all the same."""
    signs = [Evidence("same_circle", 0.5, ("choir",)), Evidence("other_email", -1.0), Evidence("same_email", 2.0),
             Evidence("other_sex", -3.0)]  # fmt: skip
    small, email, other, sex = (TOLD[e.kind].format(a="choir", b="") for e in (signs[0], signs[2], signs[1], signs[3]))
    for_it, against = f"{email} and {small}", f"{sex} and {other}"
    assert reason_of("same", signs).lower() == f"{for_it}, but {against}.".lower()
    assert reason_of("different", signs).lower() == f"{against}, but {for_it}.".lower()
    # What weighs nothing speaks against nothing: it stands last among what speaks for it.
    unnamed = TOLD["no_name"].format(a="", b="")
    told = reason_of("same", [Evidence("no_name", 0.0), *signs]).lower()
    assert told == f"{for_it} and {unnamed}, but {against}.".lower()
    assert reason_of("uncertain", signs).lower() == f"{for_it}, but {against}; that is not enough to decide.".lower()


def test_a_free_relation_stands_beside_a_tie_and_apart_from_family(scale: Scale) -> None:
    """A friend may be a neighbour, too; that a friend is one's mother is not told."""
    free = sorted(scale.words.file.free_relations)
    ties = sorted(name for name, one in scale.words.file.relations.items() if one.side == "tie" and name not in free)
    family = sorted(name for name, one in scale.words.file.relations.items() if one.side == "family")
    assert free
    for other, sign in ((ties[0], "other_relation"), (family[0], "relative_and_role")):
        a, b = _person("Ida", relations=frozenset({free[0]})), _person("Ida Holm", relations=frozenset({other}))
        assert sign in _kinds(scale, a, b)
