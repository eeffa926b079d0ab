"""Claims as sentences: "your mum smokes", where "Mum habit smoke" stood."""

import pytest

from kg_assets.queries.saying import claim_said, relation_said


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "polarity", "sentence"),
    [
        ("SELF", "works_as", "swimming coach", "positive", "you work as swimming coach"),
        ("your mum", "habit", "smoke", "positive", "your mum smokes"),
        ("SELF", "habit", "play football", "negative", "you do not play football"),
        ("SELF", "learning", "drive", "negative", "you are not learning to drive"),
        ("SELF", "learning", "play the cello", "positive", "you are learning to play the cello"),
        ("SELF", "learning", "sign language", "positive", "you are learning sign language"),
        ("your parents", "lives_in", "Tartu", "positive", "your parents live in Tartu"),
        ("your brother", "diet_is", "meat", "negative", "your brother does not eat meat"),
        ("Ana", "partner_is", "Luis", "negative", "Ana's partner is not Luis"),
        ("SELF", "parent_is", "__SELF__/mum", "positive", "your parent is your mum"),
        ("SELF", "visited", "Rome", "negative", "you did not visit Rome"),
        ("SELF", "age_is", "30", "positive", "you are aged 30"),
        ("your sister", "has_condition", "asthma", "negative", "your sister does not have asthma"),
        ("SELF", "split_up", "with Ines", "positive", "you split up with Ines"),
        ("SELF", "get_into", "the team", "negative", "you did not get into the team"),
        ("SELF", "be_promoted", None, "positive", "you were promoted"),
        ("Ana", "get_into", "the team", "positive", "Ana got into the team"),
    ],
)
def test_a_claim_is_a_sentence(subject: str, predicate: str, value: str | None, polarity: str, sentence: str) -> None:
    assert claim_said(subject, predicate, value, polarity) == sentence


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "polarity", "sentence"),
    [
        ("SELF", "works_as", "swimming coach", "positive", "you worked as swimming coach"),
        ("your mum", "habit", "smoke", "positive", "your mum smoked"),
        ("Ana", "member_of", "choir", "positive", "Ana was a member of choir"),
        ("SELF", "has_condition", "asthma", "positive", "you had asthma"),
        ("SELF", "lives_in", "Oslo", "negative", "you did not live in Oslo"),
        ("SELF", "from_place", "Turin", "positive", "you come from Turin"),
        ("SELF", "moved_to", "Oslo", "positive", "you moved to Oslo"),
    ],
)
def test_what_is_told_as_over_is_of_the_past(
    subject: str, predicate: str, value: str, polarity: str, sentence: str
) -> None:  # fmt: skip
    assert claim_said(subject, predicate, value, polarity, "fact") == sentence


def test_a_relation_by_itself_is_a_verb() -> None:
    assert relation_said("lives_in", "positive", is_of_many=True) == "live in"
    assert relation_said("learning", "negative") == "is not learning"
    assert relation_said("habit", "positive") == "habit"
