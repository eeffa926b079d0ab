"""The relations that a question names, by the words of the file and the phrases of the vocabulary."""

from collections.abc import Sequence
from functools import cache

import pytest

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.house import HOUSE
from kg_assets.search.asked import ASKED_FILE, Question, question_read, read_asked
from kg_assets.search.asking import is_about_oneself
from kg_assets.search.index import read_words
from kg_assets.search.stages import WORDS_FILE
from kg_assets.search.words import Words

_KNOWN: dict[str, dict[str, object]] = read_yaml(data_path("config/predicates.yaml"))


@cache
def _words() -> Words:
    return read_words(data_path(WORDS_FILE), load_config(HOUSE.sections).section("terms"))[0]


def _read(text: str) -> Question:
    return question_read(text, _words())


def _named(text: str) -> list[set[str]]:
    return [{*place.labels} for place in _read(text).relations]


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("where does grace live", [{"lives_in"}]),
        ("Grace's address", [{"lives_in"}]),
        ("what does Grace do for a living", [{"works_as", "works_at"}]),
        ("whats ndidis job", [{"works_as", "works_at"}]),
        ("what is her job title", [{"works_as"}]),
        ("where is Grace from", [{"from_place", "born_in"}]),
        ("where was Grace born", [{"born_in"}]),
        ("when was Grace born", [{"born_on"}]),
        ("how old is hope", [{"age_is", "born_on"}]),
        ("where does my sister live", [{"sibling_is"}, {"lives_in"}]),
        ("when did I move to Crookes", [{"moved_to", "lives_in"}]),
        ("who uses Trello", [{"uses"}]),  # a phrase of the vocabulary
        ("what was my job before I moved to Crookes", [{"works_as", "works_at"}]),
        ("who was my gf before Ada", [{"partner_is"}]),
        ("recipe for dal", []),
        ("where do I buy a fence", []),
        ("", []),
    ],
)
def test_words_ask_for_relations(text: str, relations: Sequence[set[str]]) -> None:
    assert _named(text) == relations


def test_a_phrase_of_the_vocabulary_asks_no_more_than_its_words_in_the_file() -> None:
    """ "Allergic to" asked for every condition, since that relation has the phrase "is allergic to"."""
    (place,) = _read("what is zeph allergic to").relations
    assert all("allergy" in relation.having for relation in place.relations)


@pytest.mark.parametrize(
    ("text", "is_about"),
    [
        ("who is henrike", True),
        ("whos Big Sal", True),
        ("tell me about zeph", True),
        ("where is zeph", False),
        ("what can I do for will", False),
        ("whats Sellemex", True),
    ],
)
def test_words_ask_for_all_that_holds(text: str, is_about: bool) -> None:
    assert (_read(text).about is not None) is is_about


def test_what_is_over_and_what_wants_advice_is_known() -> None:
    assert _read("where did I work before").is_over
    assert not _read("where do I work").is_over
    assert _read("how do I quit my job").is_advice
    assert not _read("how old is my sister").is_advice


def test_every_relation_of_the_file_is_in_the_vocabulary() -> None:
    asked = {label for group in read_asked(data_path(ASKED_FILE)).relations for label in group.relations}
    assert asked <= _KNOWN.keys()


def test_what_a_relation_is_without_asks_for_no_other_kind() -> None:
    """Words of one group that stand in its own `without` would never be answered."""
    for group in read_asked(data_path(ASKED_FILE)).relations:
        assert not {*group.words} & {*group.without}


@pytest.mark.parametrize(
    ("text", "is_own"), [("How old am I?", True), ("is it “mine”, or my wife's", True), ("who is Al?", False)]
)
def test_a_word_for_oneself_counts_with_any_sign_behind_it(text: str, is_own: bool) -> None:
    """ "I?" was no "I", so that "How old am I?" asked about nobody."""
    assert is_about_oneself(text) == is_own
