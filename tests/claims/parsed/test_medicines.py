"""What people take, came off, cannot bear and had done: by how it is said, for any medicine."""

import pytest

from tests.claims.parsed.test_plainly_said import claims, said
from tests.claims.parsed.test_whom_a_pronoun_means import told_in


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("they put me on sertraline 50 mg", ("SELF", "uses", "sertraline")),
        ("doctor put me on antibiotics", ("SELF", "uses", "antibiotics")),
        ("my gp put me on a statin last year", ("SELF", "uses", "statin")),
        ("doctor started me on lisinopril in march", ("SELF", "uses", "lisinopril")),
        ("they've got me on oramorph", ("SELF", "uses", "oramorph")),
        ("i was prescribed citalopram", ("SELF", "uses", "citalopram")),
        ("my gp prescribed me amoxicillin", ("SELF", "uses", "amoxicillin")),
        ("i'm on methotrexate 15 mg a week", ("SELF", "uses", "methotrexate")),
        ("i'm on 20mg of fluoxetine", ("SELF", "uses", "fluoxetine")),
        ("my mum's on warfarin", ("__SELF__/mum", "uses", "warfarin")),
        ("came off the ritalin in june, my sleep was bad. on zoloft now", ("SELF", "uses", "zoloft")),
        ("they gave me Symbicort 2 puffs", ("SELF", "uses", "Symbicort")),
        ("my knee is bad. still on naproxen though", ("SELF", "uses", "naproxen")),
        ("they switched me to edoxaban", ("SELF", "uses", "edoxaban")),
        ("Dr Haas changed me from apixaban to edoxaban", ("SELF", "uses", "edoxaban")),
        ("She started me on apixaban, 5 mg twice a day, and bisoprolol 2.5 mg", ("SELF", "uses", "bisoprolol")),
        ("I'm on amlodipine, atorvastatin and aspirin", ("SELF", "uses", "atorvastatin")),
        ("i take amlodipine", ("SELF", "uses", "amlodipine")),
        ("my mum takes warfarin", ("__SELF__/mum", "uses", "warfarin")),
        ("i also take ramipril for blood pressure", ("SELF", "uses", "ramipril")),
        ("i take vitamin D for my bones", ("SELF", "habit", "take vitamin D for my bones")),
        ("i started on naproxen in may", ("SELF", "uses", "naproxen")),
        ("i've been put on naproxen", ("SELF", "uses", "naproxen")),
        ("my rheumatologist put me on Benepali", ("SELF", "uses", "Benepali")),
        ("i'm on Zeposia for my colitis", ("SELF", "uses", "Zeposia")),
        ("i'm on insulin injections", ("SELF", "uses", "insulin")),
        ("i'm not quite off the lithium", ("SELF", "uses", "lithium")),
        ("i'm almost off citalopram", ("SELF", "uses", "citalopram")),
        ("i take turmeric for my knees", ("SELF", "habit", "take turmeric for my knees")),
        ("my son takes cetirizine for his hay fever", ("__SELF__/son", "uses", "cetirizine")),
        ("my husband and I are on statins", ("SELF", "partner_is", "__SELF__/husband")),
        ("my sister is on lithium", ("SELF", "sibling_is", "__SELF__/sister")),
        ("my mum was put on statins", ("__SELF__/mum", "uses", "statins")),
        ("been diagnosed type 1 diabetic", ("SELF", "has_condition", "type 1 diabetic")),
        ("i was diagnosed coeliac in may", ("SELF", "has_condition", "coeliac")),
        ("got diagnosed asthmatic last week", ("SELF", "has_condition", "asthmatic")),
        ("had my hip replaced on friday", ("SELF", "have", "hip replaced")),
        ("my mum had her cataract removed", ("__SELF__/mum", "have", "cataract removed")),
        ("my dad won't listen. he's 61 and he has diabetes", ("__SELF__/dad", "has_condition", "diabetes")),
    ],
)
def test_what_is_taken_and_undergone_is_told(text: str, told: tuple[str, str, str]) -> None:
    assert told in told_in(text)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("i came off the sertraline in june", ("SELF", "uses", "sertraline", False, "since", "june")),
        ("i quit the zoloft like two weeks ago", ("SELF", "uses", "zoloft", False, "since", "two weeks ago")),
        ("Dr Haas changed me from apixaban to edoxaban", ("SELF", "uses", "apixaban", False, None, None)),
        ("she stopped the ramipril and I am now on losartan", ("SELF", "uses", "ramipril", False, None, None)),
        ("That naproxen is too strong. Doctor took me off it.", ("SELF", "uses", "naproxen", False, None, None)),
        (
            "weaned off the citalopram in march and the dreams are wild",
            ("SELF", "uses", "citalopram", False, "since", "march"),
        ),
        ("finished my roaccutane last week can i wax", ("SELF", "uses", "roaccutane", False, "since", "last week")),
        ("Cetirizine I left already", ("SELF", "uses", "Cetirizine", False, None, None)),
        ("had the biopsy and its NOT coeliac", ("SELF", "has_condition", "coeliac", False, None, None)),
        ("i'm off the naproxen", ("SELF", "uses", "naproxen", False, None, None)),
        ("my gp took me off ramipril", ("SELF", "uses", "ramipril", False, None, None)),
        ("i was taken off lithium", ("SELF", "uses", "lithium", False, None, None)),
        ("i was prescribed naproxen but never took it", ("SELF", "uses", "naproxen", False, None, None)),
        ("i can't have penicillin, it gives me hives", ("SELF", "tolerate", "penicillin", False, None, None)),
        ("i got off citalopram too", ("SELF", "uses", "citalopram", False, None, None)),
        ("i cant have codeine, it makes me sick", ("SELF", "tolerate", "codeine", False, None, None)),
        ("i can't take ibuprofen, it upsets my stomach", ("SELF", "tolerate", "ibuprofen", False, None, None)),
        ("i cant eat shellfish, makes me ill", ("SELF", "diet_is", "shellfish", False, None, None)),
    ],
)
def test_what_is_over_or_not_borne_is_denied(
    text: str, denied: tuple[str, str, str, bool, str | None, str | None]
) -> None:
    assert denied in said(text)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("i was on citalopram for years", "fact"),
        ("i was on citalopram but i'm off it now", "fact"),
        ("my brother was on warfarin", "fact"),
        ("they had me on morphine", "fact"),
        ("my gp put me on ramipril but I stopped", "fact"),
        ("i was put on ramipril but stopped taking it", "fact"),
        ("i was never on statins", "fact"),
        ("my brother was put on ramipril but he stopped", "fact"),
        ("my gp put me on ramipril but my brother stopped", "state"),
        ("my gp put me on ramipril. my mum never took it", "state"),
        ("i'm on ramipril. he stopped", "state"),
        ("my gp put me on ramipril", "state"),
        ("i was prescribed ramipril and i stopped smoking", "state"),
        ("i've been on citalopram since march", "state"),
    ],
)
def test_what_was_taken_is_told_of_then(text: str, modality: str) -> None:
    assert [claim.modality for claim in claims(text) if claim.predicate == "uses"] == [modality]


@pytest.mark.parametrize(
    "text",
    [
        "im on holiday",
        "i've eczema and i'm on JSA",
        "i have migraines and my daughter is on Fortnite a lot",
        "my surgeon kept me on Teams",
        "my doctor put me on bedrest",
        "my cat is off food",
        "i'm on Wegovy's newsletter",
        "i'm on warfarin's wikipedia page",
        "i'm on insulin pumps sales",
        "i'm a nurse and prescribed amoxicillin",
        "i got off steroids easily for my dog",
        "i can't take Greta, she makes me ill",
        "i can't have visitors, my dog makes them sick",
        "i can't have children, it makes me sick with grief",
        "i can't have aspirin, it makes my son ill",
        "i take the tram for my knee pain",
        "i take my son for his back pain to Dr Shah",
        "i take ibuprofen for my dog's pain",
        "i take yoga for my back",
        "i'm on a diet",
        "im on the train for an hour",
        "i'm on my doctor's list",
        "they put me on hold",
        "they put me on the night shift",
        "doctor put me on the waiting list",
        "put me on the list",
        "my doctor put me on the spot",
        "i take the kids for sleepovers",
        "i take the bus for work",
        "i take sugar for energy in my tea",
        "i was prescribed rest",
        "i'm off work with migraines",
        "i can't have kids",
        "i can't have the dog here, it makes me sneeze",
        "can i take paracetamol for a headache",
        "i'm on call, three diabetes patients",
        "should i go on statins",
        "i went off football when my asthma began",
        "i'm on page 40 of a book on depression",
        "i came off stage with a migraine",
        "had the kids crying",
    ],
)
def test_what_is_no_medicine_is_none(text: str) -> None:
    read = {"uses", "tolerate", "have"}
    assert [(c.predicate, c.object) for c in claims(text) if c.predicate in read or c.predicate == "habit"] == []
