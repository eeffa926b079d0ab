"""What most runs say is kept, with the mean of what they give for it."""

from typing import Any

import pytest

from kg_assets.claims.extraction.agreement import claim_key, claims_agreed, retractions_agreed
from kg_assets.claims.extraction.reading import AnswerReader, ModelClaim
from tests.claims.extraction.shown import claim, literal, window

READER = AnswerReader(window("I like green tea and Oslo. I'm 29.", names=("Oslo",)), 400)


def read(*claims: dict[str, Any]) -> tuple[ModelClaim, ...]:
    return READER.read({"claims": list(claims)}, "call").claims


def tea(**changed: Any) -> dict[str, Any]:
    return claim("I like green tea", object=literal("green tea"), **changed)


def test_a_majority_of_three_decides() -> None:
    """Guards §4.4.4: (0.9 + 0.6) / 2 = 0.75; what one run of three says is dropped, a failed run counts as silent."""
    age = claim("I'm 29", "age_is", object=literal("29", "number"))
    (found,) = claims_agreed([read(tea(confidence=0.9), age), read(tea(confidence=0.6)), read()])
    assert (found.candidate.predicate, found.confidence, found.runs) == ("likes", 0.75, 2)
    assert claims_agreed([read(tea()), (), ()]) == []
    # Two of four are no majority.
    assert claims_agreed([read(tea()), read(tea()), (), ()]) == []


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({"predicate": " Likes "}, True),
        ({"subject": "I"}, True),
        ({"object": literal("Green\u00a0 TEA")}, True),
        ({"quote": "green tea"}, True),
        ({"qualifier": {"type": "at", "text": "now", "iso": None}}, True),
        ({"object": literal("green tea", "entity")}, False),
        ({"object": None}, False),
        ({"modality": "preference"}, False),
        ({"polarity": "negative"}, False),
        ({"predicate": "loves"}, False),
        ({"subject": "Kim"}, False),
        ({"object": literal("E9", "entity")}, False),
    ],
)
def test_the_key_says_when_two_runs_say_the_same(changed: dict[str, Any], same: bool) -> None:
    """Guards the equivalence key: subject, predicate and object as normalised, modality, polarity; no quote in it."""
    (a,), (b,) = read(tea()), read(tea() | changed)
    assert (claim_key(a) == claim_key(b)) is same


def test_retractions_are_voted_on_too() -> None:
    """Guards retractions against a run that imagined one."""
    target = {"subject": "SELF", "predicate": "likes", "object": "tea"}
    given = {"type": "full", "quote": "green", "target": target, "replacement": None, "confidence": 0.5}
    runs = [
        READER.read({"claims": [], "retractions": taken}, "call").retractions
        for taken in (
            [given],
            [given | {"target": target | {"object": " TEA"}, "confidence": 1}],
            [given | {"target": None}],
        )
    ]
    (found,) = retractions_agreed(runs)
    assert (found.confidence, found.runs) == (0.75, 2)
