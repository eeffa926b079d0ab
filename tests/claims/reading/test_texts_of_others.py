"""Words that are introduced as somebody else's, next to what is said of oneself in the same form."""

import pytest

from kg_assets.claims.reading.regions import closed_regions, likely_regions


def _closed(text: str) -> bool:
    """Whether the words behind the mark | are closed."""
    at = text.index("|")
    plain = text.replace("|", "")
    return any(start <= at < end for start, end in closed_regions(plain, likely_regions(plain)))


@pytest.mark.parametrize("text", [
    "The nurse looks after a patient who states: |I am allergic to penicillin. Which order comes first?",
    "A client reports: |I have been dizzy for a week and I live alone.", "He admits: |I hate my job.",
    "The patient stated |I am allergic to latex and I smoke.", "The resident reports to the nurse: |I take insulin.",
    "A client tells the nurse, |I am allergic to crab and I have two sons.",
    "cover letter for the museum: |I am a seasoned curator with 12 years behind me",
    "bio for the band's page: |I'm a drummer in Ghent", "Sample answer: |I have worked at a mill for five years.",
    "Recipe: Leek pie. |I always use 200g of cheese.", "testimonial for the clinic: |I live in Bath and walk again",
    "LinkedIn post: |I am a software engineer at a bank", "dating profile for my brother: |I'm a 34 year old vet",
    "reference letter for Tom: |I have been his manager for six years", "eulogy for gran: |I am her grandson",
    "message from my landlord: |I am selling the flat", "invoice for Mrs Hale: |I confirm the deposit of 90 pounds",
    "INVOICE. To: Mrs Hale, 3 Mill Lane. From: Marsh Pottery. Two jugs. |I confirm I have received a deposit.",
    "Leek soup: |I fry mine, I have three kids so I double it. 2 cups stock, 1 tsp salt",
    "|i am the keeper now, i live under the waves with my wife the seal - carry on like that",
    "sample essay: |I grew up in Ghana", "My mum admits: |I am lonely.",
    "Case study: |I am a 40 year old man with gout",
    "RECEIPT\nTo: Noor\n|I have received 40 pounds", "Podcast script: |I'm your host and I live in Ohio",
    "job ad: |I am a plumber in Ghent looking for an apprentice", "toast for my sister: |I am her big brother",
])  # fmt: skip
def test_words_of_somebody_else(text: str) -> None:
    assert _closed(text)


@pytest.mark.parametrize("text", [
    "Update: |I got the job and I live in Ghent now", "Background: |I am a nurse and have two sons",
    "About me: |I'm a vet in Bath", "Quick question: |I'm allergic to latex, can I use this?",
    "got an email from the museum: |I got the job!!", "the email from the museum: |I got the job!",
    "Long post: |I'm a nurse and I live in Bath", "name: Ilse\nemail: a@b.example\ncity: |Graz",
    "about the article: |I'm a nurse too", "bio for my website: |I'm a drummer in Ghent", "Note to self: |I am vegan",
    "A patient of mine says I am kind. |I'm a nurse in Bath.", "he reports to me, |I'm a manager at a mill",
    "I told the nurse |I am allergic to latex", "the doctor stated |I have asthma",
    "My diet: |I eat 200g of rice and 100g of nuts a day", "Dinner tonight: |I made 200g of lamb, 1 tsp of salt",
    "I need a cover letter for the museum, |I'm a curator", "insurance claims question: |I'm a nurse in Bath",
    "Email me at work: |I'm at the mill", "post op: |I have a sore knee", "letter carrier here: |I work in Bath",
    "My review went badly: |I got fired", "Listing my pets: |I have a goat", "Medical history: |I have asthma",
    "Profile: |I'm 34 and live in Bath", "Bio: |I'm a potter in Bath", "a note about me: |I'm vegan",
    "Keep going like that, I love it. |I'm a nurse.", "I sent an invoice to Mrs Hale. |I have a pottery in Bath.",
])  # fmt: skip
def test_words_of_oneself(text: str) -> None:
    assert not _closed(text)
