"""To whom a joined word or verb belongs: a thing behind "and" is no second job, and what is told of somebody just
introduced is not told of the writer."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        (
            "I'm the caretaker at a village hall in Hove and the boiler in the main room keeps losing pressure",
            ["caretaker"],
        ),
        ("I'm a teacher and the printer in the office keeps jamming", ["teacher"]),
        ("I'm a cook and a blender in the kitchen broke", ["cook"]),
        ("I'm a nurse and the singer in a band", ["nurse", "singer"]),
        ("I'm a nurse at the hospital and a carer", ["carer", "nurse"]),
        ("I'm the chef and the manager of a cafe", ["chef", "manager of a cafe"]),
        ("I'm a nurse and the carer for my mum", ["carer", "nurse"]),
        ("I'm a teacher and a tutor two times a week", ["teacher", "tutor"]),
        ("I'm a nurse and a tattooist", ["nurse", "tattooist"]),
    ],
)
def test_a_thing_behind_and_is_no_job(text: str, jobs: list[str]) -> None:
    assert sorted(c.object or "" for c in claims(text) if c.predicate == "works_as") == jobs


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("im looking at rescue lurchers, theres a grey one called pepper, 6 years old, used to race at hove", []),
        ("I'm 60 and want a dog - there's a grey one called Pepper, 6 years old, used to race at Hove", ["60"]),
        ("been to the kennels, theres a grey one called pepper, 6 years old, used to race at hove", []),
        ("I met a man called Ivor, 64 years old, used to drive lorries", []),
        ("We went to see a lurcher called Moss, 5 years old, used to race", []),
        ("I have a dog called Rex, live in Leeds and used to smoke", ["smoke"]),
        ("I live in Hull, where there's a pool, and swim every day", ["swim every day"]),
    ],
)
def test_what_is_told_of_somebody_introduced_is_not_the_writers(text: str, told: list[str]) -> None:
    own = [c for c in claims(text) if c.subject == "SELF" and c.predicate in ("habit", "age_is")]
    assert [c.object for c in own] == told
