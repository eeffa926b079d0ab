"""What somebody usually does, told in the present without a word of how often, and what is planned with a day."""

import pytest

from tests.claims.parsed.test_whom_a_pronoun_means import told_in


@pytest.mark.parametrize(("text", "habit"), [
    ("I grow tomatoes on the balcony and the leaves are yellow.", "grow tomatoes on the balcony"),
    ("I cycle to work, which lights are good?", "cycle to work"),
    ("I wear contact lenses, can I swim?", "wear contact lenses"),
    ("I drive the school bus", "drive the school bus"),
    ("I play the charango and want to change the strings.", "play the charango"),
    ("I schedule the trucks at a grain terminal", "schedule the trucks at a grain terminal"),
    ("I bake the bread at 200 and it burns", None),
    ("I drive to Leeds on Friday", None),
    ("I sail from Bristol at dawn", None),
    ("So then I climb the wall and look", None),
    ("I run the script and it fails", None),
    ("I play the video and there is no sound", None),
    ("I drive people crazy", None),
    ("how much shd i put in asb every month", None),
    ("I raise a ValueError in the constructor, good practice?", None),
    ("I walk the tree recursively, stack overflow", None),
    ("I sing praises of Rust in the post", None),
    ("I carry on with step 3", None),
    ("I cook up excuses", None),
    ("I ride the wave of inflation", None),
])  # fmt: skip
def test_what_is_usually_done(text: str, habit: str | None) -> None:
    assert {what for _, predicate, what in told_in(text) if predicate == "habit"} == ({habit} - {None})


@pytest.mark.parametrize(("text", "told"), [
    ("We fly to Chile in February for six weeks", ("SELF", "plans_to", "fly to Chile")),
    ("Isla turns two on Saturday", ("Isla", "age_is", "two")),
    ("we got a place in setapak", ("SELF", "lives_in", "setapak")),
    ("I have enrolled in a pottery class", ("SELF", "learning", "pottery")),
    ("starting second yr surveying tmrw at otago", ("SELF", "studies", "surveying")),
    ("starting second yr surveying tmrw at otago", ("SELF", "studies_at", "otago")),
    ("We move to Leeds on 21 June.", ("SELF", "plans_to", "move to Leeds")),
    ("I shall be sixty-five on Thursday", ("SELF", "age_is", "sixty-five")),
    ("I start January 8 as a dispatcher with the city water department.", ("SELF", "works_as", "dispatcher")),
    ("I start January 8 as a dispatcher with the city water department.",
     ("SELF", "works_at", "city water department")),
    ("I drive a tram for Metlink, what's the best cushion?", ("SELF", "works_at", "Metlink")),
    ("I joined the Wednesday night league", ("SELF", "member_of", "Wednesday night league")),
    ("I'm back at the curling club this fall", ("SELF", "member_of", "curling club")),
    ("I've gone back to the choir on Thursday nights", ("SELF", "member_of", "choir")),
    ("is it worth it to fix the transmission on our 2011 Volvo wagon?", ("SELF", "owns", "2011 Volvo wagon")),
    ("Our HP latex printer is down again", ("SELF", "owns", "HP latex printer")),
    ("I have two kids, Leo who is 6 and Mia who is 4", ("Mia", "age_is", "4")),
    ("I've got a 6 year old and a 4 year old", ("SELF", "child_is", "6 year old")),
    ("i have tennis elbow, the doctor says it's gout too", ("SELF", "has_condition", "gout")),
])  # fmt: skip
def test_what_is_told_beside(text: str, told: tuple[str, str, str]) -> None:
    assert told in told_in(text)


@pytest.mark.parametrize(("text", "predicate"), [
    ("I'll be 30 minutes late on Friday", "age_is"),
    ("dinner for friends, we'll be four on Saturday", "age_is"),
    ("we turned two last week, what does a bakery do on its birthday", "age_is"),
    ("I found a place in Rome for my holiday", "lives_in"),
    ("I got a place in the final", "lives_in"),
    ("I signed up for a free trial", "learning"),
    ("starting year 2 of the project", "studies"),
    ("I have a 10 year old laptop", "child_is"),
    ("I have a 10 year old. Is the battery replaceable?", "child_is"),
    ("I have a 12 year old with a cracked screen", "child_is"),
    ("I have a 45 year old who presents with chest pain", "child_is"),
    ("I have a 4 year old and a new laptop", "child_is"),
    ("I'll be 5 in ten minutes", "age_is"),
    ("I pack for a trip to Oslo, what do I need", "works_at"),
    ("I'm back at the club for my jacket", "member_of"),
    ("I went back to the church to look for my hat", "member_of"),
    ("I go to Leeds on Fridays", "plans_to"),
])  # fmt: skip
def test_what_is_not_told(text: str, predicate: str) -> None:
    assert predicate not in {told for _, told, _ in told_in(text)}


@pytest.mark.parametrize(("text", "who"), [
    ("the doctor says it's frozen shoulder. what exercises help?", "SELF"),
    ("turns out it's gallstones", "SELF"),
    ("Dad was told it's dementia last week.", "__SELF__/dad"),
    ("big toe is red, doc says gout. can i still eat lentils", "SELF"),
    ("doctors say depression is common", None),
    ("does the doctor say gout", None),
    ("my wife's doctor says gout", None),
    ("my dog is limping, the vet said it's arthritis", None),
    ("my son has spots, the doctor says it's eczema", None),
    ("Does the doctor say it's gout?", None),
    ("My mate thinks it's gout.", None),
    ("turns out it was just a rash", None),
])  # fmt: skip
def test_who_has_what_was_found(text: str, who: str | None) -> None:
    assert {one for one, predicate, _ in told_in(text) if predicate == "has_condition"} == ({who} - {None})
