"""Which sentences cannot have a cue, so that their clauses need not be heard for it."""

import pytest

from kg_assets.beliefs.epistemics import _needed_word
from tests.beliefs.told import READERS


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        ("always", "always"),
        ("every (?:single )?(?:day|week)", "every"),
        ("(?<!than )ever(?! since)", "ever"),
        ("in general", "general"),
        ("(?:so|as) always", "always"),
        ("always|never", None),
        ("start(?:ing|ed)?", None),
        ("tend ?to", None),
        (r"\w+ ago", None),
    ],
)
def test_a_pattern_shows_a_word_that_each_of_its_matches_has(pattern: str, word: str | None) -> None:
    assert _needed_word(pattern) == word


@pytest.mark.parametrize("said", ["i never lend money", "i go there on sundays", "hardly ever", "as a rule i walk"])
def test_what_has_a_cue_of_habit_may_have_one_also_within_more_words(said: str) -> None:
    cues = READERS.atomizer._cues
    assert cues.has_habit(said.split(" "))
    assert cues.may_have_habit(["well", *said.split(" "), "you see"])


def test_most_sentences_cannot_tell_a_habit() -> None:
    assert not READERS.atomizer._cues.may_have_habit(["i", "start", "at", "the", "bakery"])
