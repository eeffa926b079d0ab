"""What "my", "mine", "it" and a left-out "I" show that somebody has, takes or pays for beside what they ask, and what
they do not show."""

import pytest

from tests.claims.parsed.test_plainly_said import claims

_OF_HOLDING = ("uses", "owns", "pet_is", "diet_is", "has_condition", "habit")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # Medicines: "my", "it", a bare dose, and what they are for.
        ("doc put my concerta up to 36 for the adhd", {"uses concerta", "has_condition adhd"}),
        ("they doubled my metformin, what can I eat", {"uses metformin"}),
        ("how do I use my new inhaler, Fostair?", {"uses Fostair"}),
        ("is it ok to drink on sertraline?? been on 50mg since jan", {"uses sertraline"}),
        ("Can I take ibuprofen with ramipril? I've been on it for a year.", {"uses ramipril"}),
        ("is grapefruit bad with atorvastatin, been taking it 3 yrs", {"uses atorvastatin"}),
        ("on citalopram 20mg and yawning loads, is that a thing", {"uses citalopram"}),
        ("is it ok to mix sertraline and tramadol? he takes 50mg", set()),
        ("is sertraline strong? should I take it", set()),
        ("I was on it as a kid, what does ritalin do", set()),
        ("my mum's insulin pen leaks, help", set()),
        ("is my ibuprofen cream ok for my dog", set()),
        ("my patient's ramipril was stopped, why?", set()),
        # Services, by name and by what is paid for them.
        ("how do I cancel my gousto sub", {"uses gousto"}),
        ("whats good on showmax rn, im paying 99 a month for it", {"uses showmax"}),
        ("what should I watch, I've got mubi and netflix", {"uses mubi", "uses netflix"}),
        ("I'm a Kindle Unlimited member, crime recs", {"uses Kindle Unlimited"}),
        ("we're on Octopus for the electric, is agile worth it", {"uses Octopus"}),
        ("I subscribe to the Irish Times, can I gift an article", {"uses Irish Times"}),
        ("I cancelled my gousto sub, what else is there", set()),
        ("a customer told me I have a Netflix subscription", set()),
        ("my slack days are over", set()),
        ("do I have netflix included with sky", set()),
        # Things by their make.
        ("my 2014 astra wont start", {"owns 2014 astra"}),
        ("how do I bleed the brakes on my trek fx2", {"owns trek fx2"}),
        ("fair price for a clutch on a 2011 corsa, mines slipping", {"owns 2011 corsa"}),
        ("got a 09 hilux, clutch feels spongy", {"owns 09 hilux"}),
        ("my ninja air fryer smells of plastic", {"owns ninja air fryer"}),
        ("my brothers 2012 focus wont start", set()),
        ("my rental fiat 500 has a warning light", set()),
        ("my dream car is a porsche 911", set()),
        ("my focus is terrible and my golf swing is off", set()),
        ("my a4 paper jams", set()),
        ("is a 2011 corsa a good first car", set()),
        # Diets.
        ("dinner ideas with no carbs, been on keto since april", {"diet_is keto"}),
        ("trying low fodmap for a month, breakfast ideas please", {"diet_is low fodmap"}),
        ("I'm cutting out gluten, what's a good bread", {"diet_is gluten"}),
        ("trying a new keto bread recipe, why is it dense", set()),
        ("my friend quit, been on keto since may", set()),
        # Days make a habit, and are no date of it.
        ("I do roller derby tues + thurs", {"habit do roller derby tues + thurs"}),
        ("I play netball weds nights", {"habit play netball weds nights"}),
        ("I have a dentist appointment thurs", set()),
        # Pets of any breed, with and without their names.
        ("my kelpie diesel ate half a sock, vet?", {"pet_is diesel"}),
        ("my kelpie keeps barking", {"pet_is __SELF__/kelpie"}),
        ("cat miso (3yo, tortie) is sneezing, do I worry", {"pet_is miso"}),
        ("the dog (Luna, 4) ate a grape, what do I do", {"pet_is Luna"}),
        ("our rescue, Bo, is scared of vans", {"pet_is Bo"}),
        ("my 8 week old staffy chews the sofa", {"pet_is __SELF__/staffy"}),
        ("my boxer shorts shrank", set()),
        ("my labs are fine, do I still need iron", set()),
        ("my horse riding lesson was great", set()),
        ("my dog food recipe is bland", set()),
        ("my goldfish crackers went stale", set()),
        ("a dog (Luna, 4) is up for adoption near me", set()),
    ],
)  # fmt: skip
def test_had_and_taken(text: str, told: set[str]) -> None:
    found = {
        f"{c.predicate} {c.object}"
        for c in claims(text)
        if c.subject == "SELF" and c.predicate in _OF_HOLDING and not c.notes.get("passing")
    }
    assert found == told


def test_a_day_of_a_habit_is_no_date() -> None:
    assert [c.qualifier_span for c in claims("I do netball weds nights") if c.predicate == "habit"] == [None]
