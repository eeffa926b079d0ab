"""Who is close to the writer where several sentences, or words in an order of their own, say it."""

import pytest

from tests.claims.parsed.test_plainly_said import claims

Told = tuple[str, str, str | None, bool]


def told(text: str) -> set[Told]:
    return {(c.subject, c.predicate, c.object, c.polarity == "positive") for c in claims(text)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dog ate a sponge. Bruno is an 80 pound lab, 6 years old. Vet or wait?", [
            ("SELF", "pet_is", "Bruno", True), ("Bruno", "age_is", "6", True),
        ]),
        ("Pippa is 12, she's a spaniel mix, are ramps worth it?", [("SELF", "pet_is", "Pippa", True)]),
        ("can rats eat cheese?? pickle just nicked a bit off my toast", [("SELF", "pet_is", "pickle", True)]),
        ("how to get cat hair off a coat, kopi slept on it and i have to go", [("SELF", "pet_is", "kopi", True)]),
        ("Bruno can't do the stairs anymore. What do vets give big dogs?", [("SELF", "pet_is", "Bruno", True)]),
        ("had to put Bruno down on the 18th.", [("SELF", "pet_is", "Bruno", True), ("Bruno", "die", None, True)]),
        ("Waffles it is. She's been here a week. When do we start puppy class?", [("SELF", "pet_is", "Waffles", True)]),
        ("Elina was born the 8 of August, 3,4 kilos. She sleeps only on top of me.", [
            ("SELF", "child_is", "Elina", True),
        ]),
        ("He's here! Walter Gary, 8 pounds 3 ounces, born Thursday, named for my dad", [
            ("SELF", "child_is", "Walter Gary", True),
        ]),
        ("We have a granddaughter. Isla Jean was born on Wednesday.", [
            ("SELF", "granddaughter_is", "Isla Jean", True),
        ]),
        ("I am aunt since Tuesday, he is named Bruno.", [("SELF", "nephew_is", "Bruno", True)]),
        ("Uncle since Sunday!! her name is Ada. card message pls", [("SELF", "niece_is", "Ada", True)]),
        ("wes dumped me over text after 2 years", [("SELF", "partner_is", "wes", False)]),
        ("Ifeoma teaches biology beside me and we have been together since June", [
            ("SELF", "partner_is", "Ifeoma", True),
        ]),
        ("Bram and I have been dating since May", [("SELF", "partner_is", "Bram", True)]),
        ("tom and me are 6 months today, gift ideas", [("SELF", "partner_is", "tom", True)]),
        ("Mikko asked me to marry and I said yes!!", [("SELF", "partner_is", "Mikko", True)]),
        ("how do i sign off, my names bronwyn", [("SELF", "name_is", "bronwyn", True)]),
        ("My name's already Tess so no pun needed", [("SELF", "name_is", "Tess", True)]),
        ("I keep my surname, Quispe", [("SELF", "name_is", "Quispe", True)]),
        ("thank you note to my tutor, sign it farah", [("SELF", "name_is", "farah", True)]),
        ("my uncle's wake is on Sunday, what food do people bring?", [("__SELF__/uncle", "pass_away", None, True)]),
        ("had to put Biscuit down, the vet was kind", [("SELF", "pet_is", "Biscuit", True)]),
        ("Rusty is a 5 year old boxer and hates the vet. Tips?", [("SELF", "pet_is", "Rusty", True)]),
        ("Nora was born on Tuesday, 3.9 kg, we are over the moon", [("SELF", "child_is", "Nora", True)]),
        ("We hired a new guy, Omar, for the shop", [("SELF", "colleague_is", "Omar", True)]),
        ("nanas funeral is on thurs, are docs ok?", [("__SELF__/nana", "pass_away", None, True)]),
        ("what do I wear to my gran's funeral", [("__SELF__/gran", "pass_away", None, True)]),
        ("Hired a young fellow, Tyson, starts Tuesday.", [("SELF", "colleague_is", "Tyson", True)]),
        ("New hire Shawna came over from a print shop", [("SELF", "colleague_is", "Shawna", True)]),
        ("Wording for an ad. My guy Dale is off with his shoulder.", [("SELF", "colleague_is", "Dale", True)]),
        ("been seeing this girl aroha i met at the work bbq, shes a paramedic. date ideas that arent drinks", [
            ("SELF", "partner_is", "aroha", True), ("aroha", "works_as", "paramedic", True),
        ]),
        ("I shall be sixty-five on Thursday", [("SELF", "age_is", "sixty-five", True)]),
        ("I was sixty-seven yesterday.", [("SELF", "age_is", "sixty-seven", True)]),
        ("turning 22 on fri, dinner ideas?", [("SELF", "age_is", "22", True)]),
        ("dads being a menace, he hates quizzes", [("__SELF__/dad", "dislikes", "quizzes", True)]),
        ("my sister starts school in september", [("__SELF__/sister", "plans_to", "starts school", True)]),
    ],
)  # fmt: skip
def test_who_is_close_is_told(text: str, found: list[Told]) -> None:
    assert set(found) <= told(text)


@pytest.mark.parametrize(
    "text",
    [
        "Lassie is a rough collie, how old was the dog in the first film?",
        "Garfield ate all the lasagna. Can cats eat lasagna?",
        "can dogs eat grapes? my neighbour's dog Rex just ate one",
        "Pizza it is. Can cats eat cheese?",
        "we had to put Emma down for a nap",
        "Anna hates cats. Do cats know that?",
        "Biscuit is a golden retriever in the story. Give him a nemesis.",
        "My sister had her baby! Leo was born Tuesday, 7 pounds 2 ounces. What do I bring?",
        "Thomas Edison was born on 11 February 1847, I need it for school",
        "Is it ok if a baby was born at 3,4 kilos?",
        "Prince William is an uncle since Tuesday, the baby is named Archie",
        "work dumped me with extra shifts",
        "a wave dumped me onto the beach",
        "tom and me are 2 years apart",
        "me and Ana are 2 weeks into the diet now",
        "Tom asked me to marry him and Ana, I said yes",
        "my names are on the list",
        "a letter from Santa to my son, sign it Santa",
        "Sign it Pete and Rena Lund.",
        "how do I sign it off as the management?",
        "my friends dads funeral is on friday",
        "my boss's mother's funeral is tomorrow",
        "my dad wants a prepaid funeral plan",
        "We hired a photographer, Anna, for the wedding",
        "new hire Handbook draft please",
        "My guy at the garage says business is slow",
        "how do i thank mum n dad w/out crying",
        "turning 30 degrees to the left",
        "Grandma's funeral in the Coco movie made me cry",
        "Uncle's burial in Animal Crossing? no",
        "my uncle's funeral home needs a slogan",
        "my dad's wake word for Alexa fails",
        "my mom's ashes to ashes tattoo",
        "asked about my mum's funeral wishes, she's 60 and healthy",
        "dad's obituary prank went viral lol",
        "had to put Dune down after 50 pages, too slow",
        "had to put Alexa down, meaning unplug",
        "had to put Luca down in his crib",
        "Tom and me are 3 months now into the project",
        "Ifeoma left and we have been together since June",
        "if Tom and I have been together for 2 years is that common law",
        "my ex Leo and I have been together since 2010 until last year",
        "Emma plays bass and we have been together since 2010",
        "my band with Tom, we have been together since 2010",
        "Anna works here and we've been together since May in this team",
        "sign it Anna, I'm writing on behalf of her",
        "Write a thank you card from my kids and sign it Ella",
        "my names Bond, James Bond",
        "Sam is a 200 pound boxer, 28 years old, 12-0. Write a fight preview",
        "Luna is a 2 year old cat with vomiting, anorexia. Differential? vet school case",
        "Simon is a 60 kg rat in my RPG",
        "do horses sleep standing up? Ted sleeps on my couch now",
        "how do vets do x-rays? Jonah threw a fit yesterday",
        "Elina was born on 8 August, 3.4 kilos. My editor wants a birth announcement sample.",
        "Princess Charlotte was born on 2 May, 3.7 kilos. Did I get that right?",
        "We have a granddaughter in the script. Isla was born on Wednesday.",
        "hired a kid, Cody, in Football Manager. best training?",
        "my guy Kanye dropped an album, his crew is lit",
        "my man Dennis, the customer at table 6, wants a refund",
        "I was six last year",
    ],
)
def test_nobody_close_is_told(text: str) -> None:
    close = {"pet_is", "child_is", "partner_is", "colleague_is", "name_is", "age_is", "pass_away", "nephew_is"}
    own = [one for one in told(text) if one[1] in close and one[0] == "SELF" and one[2] != "baby"]
    assert own == []
    assert not any(one[1] in ("pass_away", "die") for one in told(text))


@pytest.mark.parametrize(
    "text",
    [
        "Wes dumped me, says Mia in scene 4. too blunt?",
        "Trello dumped me after the trial ended",
        "Google dumped me to page 5",
        "Uber dumped me two miles away",
        "Karma dumped me a flat tire",
        "Sam dumped me his work",
    ],
)
def test_nobody_has_left(text: str) -> None:
    assert not any(one[1] == "partner_is" for one in told(text))
