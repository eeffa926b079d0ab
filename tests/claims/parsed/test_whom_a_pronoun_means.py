"""Whom "he" or "she" means in the sentence behind: never somebody whom the words contradict, nobody where two fit."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


def told_in(text: str) -> set[tuple[str, str, str | None]]:
    return {(claim.subject, claim.predicate, claim.object) for claim in claims(text)}


@pytest.mark.parametrize(
    "text",
    [
        "My wife Maren and her dad are coming. He is allergic to nuts.",
        "My brother Tom and his wife Lucy are coming. She is allergic to nuts.",
        "My boss David called his wife. She is allergic to nuts.",
        "My friend Sarah has a son. He is allergic to nuts.",
        "My sister Anna is bringing her boyfriend Mark. He is allergic to nuts.",
        "My sister Hedda lives with her boyfriend Jostein. He is allergic to nuts.",
        "My daughter Liv has a new teacher. She is allergic to nuts.",
        "My friend Idunn got a dog. He is allergic to nuts.",
        "My cat Mimi hates my neighbour Arne. He is allergic to nuts.",
        "My colleague Deepa got a message for Rashid. He is allergic to nuts.",
        "I need a cake for Torsten and his wife. She is allergic to nuts.",
        "My sister Hedda adores Beyonce. She is allergic to nuts.",
        "Vendela is moving in with Folke. He is allergic to nuts and I hate it",
        "card for Alasdair and Morag? I know he is allergic to nuts.",
        "Wolfram and his sister are over on Sunday. She is allergic to nuts, what do I cook?",
    ],
)
def test_nobody_is_allergic_for_another(text: str) -> None:
    assert [told for told in told_in(text) if told[1] == "has_condition"] == []


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("My brother Teuvo lives in Turku. He is allergic to nuts.", "Teuvo"),
        ("My sister is a nurse. She is allergic to nuts.", "__SELF__/sister"),
        ("My brother has two kids. He is allergic to nuts.", "__SELF__/brother"),
        ("My boyfriend Tomasz works as a chef. He is allergic to nuts.", "Tomasz"),
        ("My flatmate is Zofia. She is allergic to nuts.", "Zofia"),
        ("met this guy Idris at the gym. he is allergic to nuts", "Idris"),
        ("my sister moved to Oslo with her boyfriend. She is allergic to nuts.", "__SELF__/sister"),
    ],
)
def test_the_one_who_fits_is_meant(text: str, who: str) -> None:
    assert (who, "has_condition", "allergic to nuts") in told_in(text)
