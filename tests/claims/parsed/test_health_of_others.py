"""Illnesses and medicines that are somebody else's, or of an example, although no "he" or "she" stands beside them."""

import pytest

from tests.claims.parsed.test_plainly_said import claims


def _health_of_writer(text: str) -> set[str]:
    told = [c for c in claims(text) if c.subject == "SELF" and c.predicate in ("uses", "has_condition")]
    return {f"{'' if c.polarity == 'positive' else '-'}{c.predicate} {c.object}" for c in told}


@pytest.mark.parametrize(
    "text",
    [
        # Illnesses told as "it".
        "Had the results and it's diabetes. How do I explain that to my cat's owner? I'm a vet",
        "Turns out it's lupus! -- every House episode ever",
        "They told me it's anxiety that makes people click. marketing wisdom?",
        "Did the test and it's dyslexia-friendly fonts that win. Design question",
        "Mr Jones had a scan. Turns out it's gallstones. Write to his GP",
        "A man coughs for 3 weeks. Turns out it was tuberculosis. Case report title?",
        "The vet rang. They told me it's diabetes",
        "had a test on diseases today and it's anemia I forgot",
        "Did an online test and it's autism 70%, can I trust it?",
        "my wrist is fine, carpal tunnel, not so much for Tom",
        "My knee is in a brace, torn acl, said the quarterback. Edit the interview",
        "Doctor says I have gout, said Falstaff. Fix the line",
        # Doses, prices and other things that are changed.
        "Dropped the prozac bottle on the floor",
        "They cut the ibuprofen price to 2 dollars",
        "they doubled the prednisone for my dog",
        "They upped the insulin in the trial, what is the endpoint?",
        "They cut the morphine with fentanyl, crime scene report",
        "Nana is in hospital. They cut the morphine back, is that a good sign",
        "vet upped the prednisone, he pees everywhere",
        # Medicines of others, and those that nobody takes.
        "My cat has pancreatitis. Started gabapentin, 50 mg twice a day. Can she have treats?",
        "My son is 4. Finished amoxicillin yesterday but the ear still hurts him",
        "Case: 54M, chest pain. Started aspirin, 300 mg. Next step?",
        "got prescribed prednisone for my dog, how do I hide the pill?",
        "we use heparin in the lab to keep the blood from clotting",
        "I use penicillin as an example in my class",
        "I have a cream called clotrimazole in stock, can pharmacists sell it without Rx?",
        "dropped adderall in the toilet, can I dry it",
        "A user on reddit: I started sertraline 50mg and my doctor says I have OCD. is that plausible",
        "I use prozac, the band, for my playlist",
        "I take the pill, red one, says Neo",
        "finished chemo, Walter says in the pilot",
        "I take sleeping pills from patients who hoard them, I'm a ward nurse",
        # What one is off is not what was named before.
        "We discussed ibuprofen in class. I got off it early",
        "We sell clonazepam tablets. I am off them this quarter in sales",
        "Tried ritalin the song, came off it quickly",
        "I tripped on a pack of ibuprofen and came off it bruised",
        "Zyrtec is a good brand. I'm off it as an investor",
    ],
)
def test_health_of_others_is_not_the_writers(text: str) -> None:
    assert _health_of_writer(text) == set()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Turns out it's Crohn's. What can I eat at a wedding?", {"has_condition Crohn's"}),
        ("Had the MRI on my knee and it's a torn meniscus", {"has_condition torn meniscus"}),
        ("doc doubled the ramipril last week, dizzy now", {"uses ramipril"}),
        ("They cut the bisoprolol in half in march. is that normal", {"uses bisoprolol"}),
        ("Doctor says I'm diabetic. Started metformin, 500 twice a day. What can a guy in a truck eat?", {
            "has_condition diabetic", "uses metformin"}),
        ("I use hydrocortisone on my eczema, is that ok long term", {"uses hydrocortisone"}),
        ("I've got an inhaler, salbutamol, how often can i use it", {"uses salbutamol"}),
        ("been put on citalopram. How do I tell my boss?", {"uses citalopram"}),
        ("naproxen wrecked my stomach so I came off it. alternatives?", {"-uses naproxen"}),
        ("my doctor says I have low iron. What should I cook for my wife?", {"has_condition low iron"}),
    ],
)  # fmt: skip
def test_the_writers_own_health_is_told(text: str, told: set[str]) -> None:
    assert _health_of_writer(text) == told
