"""Names are fresh within a corpus and differ between seeds."""

import random
import re

import pytest

from kg_assets.corpus.names import NameMaker
from kg_assets.corpus.vocabulary import vocabulary

_SHAPES = {
    "codename": r"[A-Z][a-z]+ [A-Z][a-z]+",
    "word": r"[A-Z][a-z]+",
    "acronym": r"[A-Z]{3,5}",
    "camel": r"[a-z]+[A-Z][A-Za-z]*|[A-Z][a-z]+[A-Z][A-Za-z]*",
    "hashtag": r"#[a-z]{3,}",
    "handle": r"@[a-z]+_[a-z]+",
    "quoted": r"[A-Z][a-z]+( [a-z]+){4}",
    "chunk": r"[a-z]+ [a-z]+",
}


def _maker(seed: int) -> NameMaker:
    return NameMaker(random.Random(seed), vocabulary().names)


@pytest.mark.parametrize("kind", sorted(_SHAPES))
def test_a_kind_has_its_shape_and_never_repeats(kind: str) -> None:
    make = getattr(_maker(3), kind)
    names = [make() for _ in range(300)]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(_SHAPES[kind], name)] == []


def test_other_seeds_give_other_people_and_projects() -> None:
    first, second = _maker(1), _maker(2)
    for kind in ("minor_person", "organisation", "codename", "word"):
        ours = {getattr(first, kind)() for _ in range(40)}
        theirs = {getattr(second, kind)() for _ in range(40)}
        assert len(ours & theirs) <= 2, kind


def test_a_nickname_begins_as_the_name_does() -> None:
    assert _maker(5).nickname("Marisol").startswith("Mar")
