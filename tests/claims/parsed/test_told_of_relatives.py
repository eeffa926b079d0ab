"""What is told of aunts, cousins, in-laws and flatmates who are not named."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


@pytest.mark.parametrize(
    ("text", "one", "predicate", "what"),
    [
        ("my uncle works at Shell, is there a discount", "__SELF__/uncle", "works_at", "Shell"),
        ("my aunt lives in Spain", "__SELF__/aunt", "lives_in", "Spain"),
        ("my grandma has dementia, how do I talk to her", "__SELF__/grandma", "has_condition", "dementia"),
        ("my mother in law has asthma", "__SELF__/mother-in-law", "has_condition", "asthma"),
        ("My grandmother will be eighty on Saturday", "__SELF__/grandmother", "age_is", "eighty"),
        ("my roommate is a nurse", "__SELF__/roommate", "works_as", "nurse"),
        ("my grandson is allergic to nuts", "__SELF__/grandson", "has_condition", "allergic to nuts"),
    ],
)
def test_how_and_where_they_are_is_told(text: str, one: str, predicate: str, what: str) -> None:
    assert (one, predicate, what) in {(c.subject, c.predicate, c.object) for c in claims(text)}


@pytest.mark.parametrize(
    "text",
    [
        "my nephew is into dinosaurs, gift under 30",
        "my aunt wants me to become a dentist",
        "my uncle has a bakery in Lahore",
        "my neighbour works at Shell",
        "my doctor lives in Spain",
        "my mother-in-laws house is damp",
        "her uncle works at Shell",
        "does my aunt live in Spain?",
    ],
)
def test_what_they_like_and_own_is_not(text: str) -> None:
    assert [
        c.predicate for c in claims(text) if c.subject.startswith("__SELF__/") and c.rule_id != "clause.event"
    ] == []
