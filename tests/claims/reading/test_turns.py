"""Turns of phrase: every row of the file is said by a case, and none is heard where it is not meant."""

from pathlib import Path

import pytest

from kg_assets.claims.reading.turns import turns
from kg_assets.core.yamlfile import read_yaml
from tests.claims.reading.test_cases import read

CASES = read_yaml(Path(__file__).parent / "cases.yaml")["turns_of_phrase"]


def test_every_turn_is_said_by_a_case() -> None:
    """A row that no sentence of the cases fills would be dead, or read by another rule."""
    heard = {claim.rule_id for text, _ in CASES for claim in read(text)}
    assert {turn.frame.id for turn in turns()} - heard == set()


def test_every_key_stands_in_its_pattern() -> None:
    """A key that the pattern cannot contain would never let it be tried, or try it in vain."""
    assert [turn.frame.id for turn in turns() if not turn.keys] == []
    stray = [(t.frame.id, key) for t in turns() for key in sorted(t.keys) if key[:4] not in t.pattern.pattern]
    assert stray == []


@pytest.mark.parametrize(
    "text",
    [
        "If Malmö is where I live, which tax applies?",
        "She says small talk bores me.",
        "This loop drives me crazy.",
        "The pleasure is mine.",
        "Is it on me to renew the lease?",
        "Simon and Garfunkel split up in 1970.",
        "Your answer makes me nervous.",
        "A formal tone is not my thing, make it casual.",
        "My old job as a waiter was fine.",
        "Is my job as a welder at risk?",
        "My first day at the beach.",
    ],
)
def test_nothing_is_heard_in_what_is_asked_told_or_pointed_at(text: str) -> None:
    """Guards the conditions on the phrase before the verb and on what stands before the turn."""
    assert [claim.rule_id for claim in read(text)] == []


def test_the_words_of_a_turn_are_the_message_s_own() -> None:
    """Guards the way from the joined words back to places in the text, past contractions and signs."""
    text = "Well, honestly: it's been years, but Malmö's where I've lived since 2009."
    (claim,) = read(text)
    assert claim.object_span is not None
    assert text[slice(*claim.object_span)] == "Malmö" == claim.object
    assert claim.qualifier_span is not None
    assert (claim.qualifier_type, text[slice(*claim.qualifier_span)]) == ("since", "2009")
