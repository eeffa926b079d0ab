"""What words behind or around a claim make of it, and where a job's name tells the employer."""

import pytest

from tests.claims.parsed.test_plainly_said import claims, said
from tests.claims.parsed.test_whom_a_pronoun_means import told_in


@pytest.mark.parametrize(
    ("text", "predicate", "objects"),
    [
        ("got a kitten! well Rosa did", "pet_is", []),
        ("got a new car, well my brother did", "owns", []),
        ("moved to Leeds! well Tom did", "moved_to", []),
        ("i work at Lidl, well my wife does", "works_at", []),
        ("moved to Leeds! well it was time", "moved_to", ["Leeds"]),
        ("moved to Leeds, well we did", "moved_to", ["Leeds"]),
        ("moved to Leeds. Tom did too", "moved_to", ["Leeds"]),
        ("moved to Leeds, well Tom did say so", "moved_to", ["Leeds"]),
        ("I understand Welsh but can't really speak it", "speaks", []),
        ("I know some Greek but I don't speak it", "speaks", []),
        ("I speak Welsh but my kids can't speak it", "speaks", ["Welsh"]),
        ("I work at Boots and my mum is retired, well she was.", "works_at", ["Boots"]),
        ("I work at Boots and my mum is retired, well she was.", "parent_is", ["__SELF__/mum"]),
        ("I live in Hull with my husband and he works at Asda, well he did.", "lives_in", ["Hull"]),
        ("I have two brothers, both at college, well Owen is.", "sibling_is", ["two brothers"]),
        ("I've got two dogs, both brown - well one is.", "pet_is", ["two dogs"]),
        ("My ex works at Asda and I live in Hull. Well, she did.", "lives_in", ["Hull"]),
        ("I work at Boots and live in Hull, well my sister does", "works_at", ["Boots"]),
        ("I work at Boots and live in Hull, well my sister does", "lives_in", []),
        ("I live in Hull, well my sister does", "lives_in", []),
        ("got married in May! well my brother did", "be_married", []),
        ("I'm allergic to wasps, well Rosa is", "has_condition", []),
        ("I understand Welsh but can't speak it at all", "speaks", []),
        ("I understand Dutch but can't speak it yet", "speaks", []),
        ("I speak Welsh but can't speak it at work", "speaks", ["Welsh"]),
        ("I speak Dutch but I don't speak it fluently", "speaks", ["Dutch"]),
        ("I speak Dutch but I can't speak it well", "speaks", ["Dutch"]),
        ("i'm allergic to nothing but latex", "has_condition", ["allergic to latex"]),
        ("im allergic to nothing except bee stings", "has_condition", ["allergic to bee stings"]),
        ("starting to think sales isn't for me", "likes", []),
        ("sales isn't for me", "likes", ["sales"]),
        ("moving checklist for a cat", "move", []),
        ("training plan for a 10k", "train", []),
        ("got the Kestrel job! so happy", "works_at", ["Kestrel"]),
        ("I landed the Siemens role in May", "works_at", ["Siemens"]),
        ("got the cleaning job", "works_at", []),
        ("got the ICU job", "works_at", []),
        ("I got the Saturday job", "works_at", []),
        ("didn't get the Kestrel job", "works_at", []),
        ("my son got the Kestrel job", "works_at", []),
        ("I start at Hexagon Labs on 14 October, days, 7 to 7", "habit", []),
        ("I start at Hexagon Labs on 14 October, days, 7 to 7", "works_at", ["Hexagon Labs"]),
        ("I start running at 6 on Mondays", "works_at", []),
    ],
)
def test_the_words_around_decide(text: str, predicate: str, objects: list[str]) -> None:
    assert [told[2] for told in told_in(text) if told[0] == "SELF" and told[1] == predicate] == objects


@pytest.mark.parametrize(
    ("text", "modality"), [("I couldn't sleep so I gave it up", "fact"), ("I can't sleep", "state")]
)
def test_what_one_could_not_do_is_told_of_then(text: str, modality: str) -> None:
    assert [claim.modality for claim in claims(text) if claim.predicate == "struggles_with"] == [modality]


def test_a_job_got_holds_from_then() -> None:
    assert ("SELF", "works_at", "Siemens", True, "since", "May") in {
        (one[0], one[1], one[2], one[3], one[4], (one[5] or "").removeprefix("in "))
        for one in said("I landed the Siemens role in May")
    }
