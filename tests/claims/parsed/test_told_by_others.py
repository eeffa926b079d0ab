"""What doctors find, which pairs are of others, where one moved in with whom, what a pet is called, and what is none of
it."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


def told(text: str) -> set[tuple[str, str, str | None, bool]]:
    return {(c.subject, c.predicate, c.object, c.polarity == "positive") for c in claims(text)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("so the allergist says im allergic to cats", "allergic to cats"),
        ("they said im allergic to bees n wasps", "allergic to wasps"),
        ("they said im allergic to bees, do i need a epipen?", "allergic to bees"),
        ("The doctor told me I have high cholesterol", "high cholesterol"),
    ],
)
def test_what_a_doctor_says_that_one_has_is_so(text: str, found: str) -> None:
    assert ("SELF", "has_condition", found, True) in told(text)


def test_what_a_doctor_says_that_one_has_not_is_denied() -> None:
    assert ("SELF", "has_condition", "diabetic", False) in told("the doctor says I'm not diabetic")


@pytest.mark.parametrize(
    "text",
    [
        "What if the doctor says I have cancer?",
        "The doctor will tell me if I have diabetes",
        "I dreamed that the doctor told me I have cancer",
        "they say I'm allergic to work",
        "When the doctor says I have asthma I panic",
        "The doctor first said I had asthma but it turned out to be COPD",
        "my sister says I'm allergic to work",
        "the doctor didn't say I have gout",
        "the doctor says Tom has asthma",
    ],
)
def test_what_anybody_else_says_of_the_writer_is_hearsay(text: str) -> None:
    assert not {one for one in told(text) if one[0] == "SELF" and one[1] == "has_condition"}


@pytest.mark.parametrize(
    "text", ["Ewan and Priya are married", "Tom and Anna are engaged", "Tom and my sister are engaged"]
)
def test_a_pair_of_others_is_no_pair_with_the_writer(text: str) -> None:
    assert not {one for one in told(text) if one[:2] == ("SELF", "partner_is")}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I moved in with my boyfriend in Leeds", "Leeds"),
        ("moved in w simone in westerville on the 12th", "westerville"),
        ("I moved in with Tom in May", None),
        ("My sister moved in with her boyfriend in Bristol", None),
        ("When I moved in with Dave in Salford I was 20", "Salford"),
        ("I moved in with a girl majoring in English", None),
        ("I moved in with Sam, who works in Leeds", None),
    ],
)
def test_where_somebody_moved_in_with_another_they_live(text: str, place: str | None) -> None:
    assert {object for subject, predicate, object, _ in told(text) if (subject, predicate) == ("SELF", "moved_to")} == (
        {place} if place else set()
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We adopted a dog from the shelter, a small podengo of about two, whom we have named Figo.", "Figo"),
        ("got a dog. pit mix 3 yrs old from the shelter named tank. he ate my boot", "tank"),
        ("got a dog, a pit mix named Tank", "Tank"),
    ],
)
def test_a_pet_is_called_what_stands_behind_it(text: str, name: str) -> None:
    assert ("SELF", "pet_is", name, True) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "I got a dog for my sister. A spaniel named Rex", "I read a book, a novel named Emma",
        "I have a dog. A trainer named Rex.", "I have a dog, a gift from a friend named Rex",
        "I had a dog. A pit mix named Rex.",
    ],
)  # fmt: skip
def test_nobody_elses_pet_and_no_book_is_a_pet_of_the_writer(text: str) -> None:
    assert not {object for _, predicate, object, _ in told(text) if predicate == "pet_is"} & {"Rex", "Emma"}


@pytest.mark.parametrize(
    "text", ["Suggest a present for my mother. She lives in Nairn.", "Write a card for my mother. She lives in Nairn."]
)
def test_whom_a_request_names_a_pronoun_means(text: str) -> None:
    assert ("__SELF__/mother", "lives_in", "Nairn", True) in told(text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("i quit the zoloft two weeks ago", "works_at"),
        ("I quit the Zoloft two weeks ago", "member_of"),
        ("They gave me morphine in the ambulance in 2019", "uses"),
        ("The vet gave me prednisone for the cat", "uses"),
        ("I take insulin to my neighbour", "uses"),
        ("My doctor changed me to 20 mg", "uses"),
        ("My job at Tesco has ended", "works_at"),
        ("started smokin again, 3 weeks now, its the couch n the stress", "owns"),
        ("My job at night is hard", "works_at"),
        ("My job as a mum is hard", "works_as"),
        ("I have been with the firm for two years", "works_at"),
        ("From October our site diaries must be kept in Portuguese", "from_place"),
        ("We have just come back from three weeks in the Highlands", "visited"),
        ("I have a bruise of which a boxer would be proud", "owns"),
        ("By January I shall have been resident in Portugal for five years", "plans_to"),
    ],
)
def test_what_is_no_employer_place_possession_or_plan_is_none(text: str, predicate: str) -> None:
    assert predicate not in {one[1] for one in told(text)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("my cardiologist is Dr Haas", ("SELF", "cardiologist_is", "Dr Haas", True)),
        ("moved to grove city saturday. my own spot", ("SELF", "moved_to", "grove city", True)),
        ("ive been livin in Leeds", ("SELF", "lives_in", "Leeds", True)),
        ("i live in daly city", ("SELF", "lives_in", "daly city", True)),
        ("My brother left Tesco in May", ("__SELF__/brother", "works_at", "Tesco", False)),
        ("I traded my car for a van", ("SELF", "owns", "van", True)),
        ("I swapped my Volvo for a Zoe", ("SELF", "owns", "Volvo", False)),
    ],
)
def test_what_is_told_in_few_words_is_heard(text: str, found: tuple[str, str, str, bool]) -> None:
    assert found in told(text)


@pytest.mark.parametrize("text", ["I moved to avoid the dog", "my sister left Tom", "I swapped my shift with Tom"])
def test_no_place_job_or_thing_is_heard_in_other_words(text: str) -> None:
    assert not {one for one in told(text) if one[1] in ("moved_to", "works_at", "owns")}
