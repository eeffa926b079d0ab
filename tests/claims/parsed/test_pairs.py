"""Who the writer is a pair with, whose wife somebody was, and what a pet is called."""

import pytest

from tests.claims.parsed.test_plainly_said import claims
from tests.claims.parsed.test_whom_a_pronoun_means import told_in


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("me and Owen are official", "Owen"),
        ("Sam and I are exclusive now", "Sam"),
        ("me and ruth are courting", "ruth"),
        ("me and tom are married", "tom"),
        ("Omar proposed and i said yes", "Omar"),
        ("Omar proposed last night!! i said yes of course", "Omar"),
        ("i asked Rita to marry me on sunday and she said yes", "Rita"),
        ("my boyfriend Ivan proposed and I said yes", "Ivan"),
        ("started seeing someone called Omar", "Omar"),
        ("i'm starting to see a guy called Ravi", "Ravi"),
        ("i've been seeing this girl Ines", "Ines"),
        ("Ravi is my fiancé now", "Ravi"),
        ("i've been seeing a guy called Omar for three months", "Omar"),
        ("been seeing a girl called Ines for a while", "Ines"),
        ("Omar proposed on the beach and i said yes", "Omar"),
        ("Omar proposed to me at dinner and I said yes to him", "Omar"),
        ("i've been dating Ravi for ages", "Ravi"),
    ],
)
def test_a_pair_is_told(text: str, name: str) -> None:
    assert ("SELF", "partner_is", name) in told_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "me and Omar are on a diet",
        "me and my sister are official now",
        "Owen proposed a new plan and i said yes",
        "Anna proposed to her boss and i said yes to the cake",
        "Owen proposed and i said no",
        "he asked me to marry him and i said no",
        "i asked Rita to help me and she said yes",
        "i've been seeing a therapist called Ines",
        "started seeing results",
        "i've been seeing this guy Ivan about my boiler",
        "been seeing a woman called Rita about my back",
        "started seeing someone called Dr Shah for my hip",
        "i started seeing someone called Dr Shah",
        "Omar proposed in the meeting and I said yes",
        "Ravi proposed over a pint on friday and I said yes to another",
        "I asked Father Owen to marry me and Ines and he said yes",
        "I asked Rabbi Owen to marry me and he said yes",
        "i'm seeing my friend Ravi on sunday",
    ],
)
def test_no_pair_is_told(text: str) -> None:
    assert [one for one in told_in(text) if one[1] == "partner_is"] == []


def test_whom_one_had_is_told_of_then() -> None:
    (pair,) = [c for c in claims("Greta passed in May. She was my wife, 31 years") if c.predicate == "partner_is"]
    assert (pair.object, pair.modality) == ("Greta", "fact")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pickle's my border collie, she is 11", ("SELF", "pet_is", "pickle")),
        ("pickle's my border collie, she is 11", ("pickle", "age_is", "11")),
        ("biscuit is my dog", ("SELF", "pet_is", "biscuit")),
        ("i adopted a cat! tabby, named him Otto", ("SELF", "pet_is", "Otto")),
        ("my brother tadhg flew in from oslo", ("SELF", "sibling_is", "tadhg")),
        ("my sister ngozi rang on sunday", ("SELF", "sibling_is", "ngozi")),
    ],
)
def test_a_pet_or_a_sibling_is_known_by_name(text: str, told: tuple[str, str, str]) -> None:
    assert told in told_in(text)


@pytest.mark.parametrize(
    "text", ["this is my dog", "the biscuit is my dog's", "i named him after my dad", "he's my dog"]
)
def test_no_pet_has_a_name(text: str) -> None:
    assert [one for one in told_in(text) if one[1] == "pet_is" and not (one[2] or "").startswith("__SELF__/")] == []
