"""Canonical words, the six reasons, and what is told once (seed 002 §4.4 to §4.6)."""

import hashlib

import pytest

from kg_assets.beliefs.canonicalizer import RawAtom, canonical_hash, concept_of
from kg_assets.core.spans import Span
from tests.beliefs.told import CANONICALIZER


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("I'm patient", "i am patient"),
        ("I don't like  crowds!!", "i do not like crowds"),
        ("  Im\nshy... ", "i am shy"),
        ("I can’t stand noise.", "i cannot stand noise"),
        ("I can not stand noise", "i cannot stand noise"),
        ("I love cafe\u0301s", "i love cafés"),  # composed
        ("I've an in-law I won't see", "i have an in-law i will not see"),
        ("I love the film Imola", "i love the film imola"),  # no "i am" inside of a word
    ],
)
def test_canonical_words(text: str, canonical: str) -> None:
    assert CANONICALIZER.canonical(text) == canonical
    assert CANONICALIZER.canonical(canonical) == canonical


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("You are kind", "not_first_person"),
        ("My brother is kind", "not_first_person"),
        ("Always be honest", "imperative"),
        ("Don't give up", "imperative"),
        ("I am", "too_short"),
        ("I do not", "too_short"),
        ("Am I happy?", "question"),
        ("am i happy", "question"),
        ("I am happy, am I not?", "question"),
        ("I am {name}", "template_junk"),
        ("I am from [city]", "template_junk"),
        ("I like ____", "template_junk"),
        ("People are kind", "generic"),
        ("I procrastinate", None),
        ("I am patient", None),
        ("I'm shy", None),
    ],
)
def test_the_six_reasons(text: str, reason: str | None) -> None:
    assert CANONICALIZER.invalid_reason(text) == reason


def test_the_hash_is_the_beginning_of_the_sha256() -> None:
    assert canonical_hash("i am patient") == hashlib.sha256(b"i am patient").hexdigest()[:32]


@pytest.mark.parametrize(
    ("denied", "concept"),
    [
        ("i am not patient", "i am patient"),
        ("i do not like crowds", "i like crowds"),
        ("i cannot say no", "i can say no"),
        ("i am no leader", "i am no leader"),
        ("i notice things", "i notice things"),
    ],
)
def test_what_a_denial_is_about(denied: str, concept: str) -> None:
    assert concept_of(denied) == concept


def test_one_of_each_the_surest_with_the_spans_of_all() -> None:
    """§4.6: 0.9 beats 0.75, whatever comes first; another polarity or type is another atom."""
    given = [
        RawAtom("I'm shy", "TRAIT", "affirm", 0.75, (Span(20, 27),)),
        RawAtom("i am shy", "TRAIT", "affirm", 0.9, (Span(3, 11),)),
        RawAtom("i am shy", "TRAIT", "deny", 0.8, (Span(30, 38),)),
        RawAtom("i am shy", "FEELING_STATE", "affirm", 0.7, (Span(40, 48),)),
    ]
    found = CANONICALIZER.deduped(given)
    assert [(one.text, one.confidence, one.members) for one in found] == [
        ("i am shy", 0.9, (0, 1)), ("i am shy", 0.8, (2,)), ("i am shy", 0.7, (3,)),
    ]  # fmt: skip
    assert found[0].spans == (Span(3, 11), Span(20, 27))
    assert found[0].canonical_hash == found[1].canonical_hash
