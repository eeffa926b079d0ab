"""What holds of each of those who share a subject, and what happens to others."""

import pytest

from tests.claims.parsed.test_plainly_said import claims

Told = tuple[str, str, str | None, bool]


def _told(text: str) -> set[Told]:
    found = claims(text)
    for claim in found:
        is_plain = claim.object_span is not None and not (claim.object or "").startswith("__SELF__")
        assert not is_plain or text[slice(*claim.object_span or ())] == claim.object, "the words as they stand"
        if claim.subject_span is not None and claim.subject != "SELF" and not claim.subject.startswith("__SELF__"):
            assert text[slice(*claim.subject_span)] == claim.subject
    return {(claim.subject, claim.predicate, claim.object, claim.polarity == "positive") for claim in found}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("me and Aroha both work at Tidewell, is carpooling ok", {
            ("SELF", "works_at", "Tidewell", True), ("Aroha", "works_at", "Tidewell", True)}),
        ("Fenna and I live in Leeds.", {("SELF", "lives_in", "Leeds", True), ("Fenna", "lives_in", "Leeds", True)}),
        ("my wife Leocadia and i both grew up in Iloilo", {
            ("SELF", "from_place", "Iloilo", True), ("Leocadia", "from_place", "Iloilo", True)}),
        ("my neighbours Ulf and Britt have a boat called Havsörn", {
            ("Ulf", "owns", "Havsörn", True), ("Britt", "owns", "Havsörn", True)}),
        ("my friends Tomek and Zosia have a baby named Hania", {
            ("Tomek", "child_is", "Hania", True), ("Zosia", "child_is", "Hania", True)}),
        ("Tevita and i are in a ukulele club called the Plucky Few", {
            ("SELF", "member_of", "Plucky Few", True), ("Tevita", "member_of", "Plucky Few", True)}),
        ("my gf and i have a hamster called Tofu, quiet wheel recommendations?", {("SELF", "pet_is", "Tofu", True)}),
        ("Hamid runs a bike shop called Spokewright. I need slogans", {("Hamid", "owns", "Spokewright", True)}),
    ],
)  # fmt: skip
def test_each_of_those_in_a_subject_is_told_of(text: str, told: set[Told]) -> None:
    assert told <= _told(text)


def test_a_wife_without_a_name_is_not_told_of_beside_the_person() -> None:
    assert {claim.subject for claim in claims("my wife and i moved to Turku") if claim.predicate == "moved_to"} == {
        "SELF"
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("so Danuta broke off the engagement with Piet, what do i text", ("Danuta", "partner_is", "Piet", False)),
        ("Irina called off the wedding with Joost, i cant believe it", ("Irina", "partner_is", "Joost", False)),
        ("Ximena and her husband Aurelio got divorced, i was sad", ("Ximena", "partner_is", "Aurelio", False)),
        ("Ritva got married to Sakari on saturday and i forgot", ("Ritva", "partner_is", "Sakari", True)),
        ("my brother sold his vespa in april", ("__SELF__/brother", "owns", "vespa", False)),
        ("I know Leif gave up the flat in Bergen.", ("Leif", "lives_in", "Bergen", False)),
        ("my boss isnt Pilar anymore", ("SELF", "manager_is", "Pilar", False)),
        ("Linh is not my girlfriend btw", ("SELF", "partner_is", "Linh", False)),
        ("my brothers wife Anneli is a midwife in turku", ("__SELF__/brother", "partner_is", "Anneli", True)),
        ("Diegos wife Pilar is a dentist, should i switch", ("Diego", "partner_is", "Pilar", True)),
        ("James wife Lucy is a vet, i need a note", ("James", "partner_is", "Lucy", True)),
        ("my sister Hinewai lives in Invercargill with her husband Tomasi.", ("Hinewai", "partner_is", "Tomasi", True)),
        ("my friend Akosua opened her own tearoom, the Blue Teapot", ("Akosua", "owns", "Blue Teapot", True)),
        ("I know Tom is Ana's brother", ("Ana", "sibling_is", "Tom", True)),
        ("Mikaere, thats Hinewai's boy, got into my chess team", ("Hinewai", "child_is", "Mikaere", True)),
        ("My friend Pavel and his wife Dita got divorced in May, I was sad", ("Pavel", "partner_is", "Dita", False)),
        ("my sister's husband Roald works at Equinor", ("Roald", "works_at", "Equinor", True)),
        ("My sister-in-law Ebba lives in Lund", ("Ebba", "lives_in", "Lund", True)),
        ("my friend Ana got promoted at Acme Works", ("Ana", "works_at", "Acme Works", True)),
        ("Jürgen from my crew gave me two tickets", ("SELF", "colleague_is", "Jürgen", True)),
    ],
)  # fmt: skip
def test_what_happens_to_others(text: str, told: Told) -> None:
    assert told in _told(text)


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("my brothers wife Anneli is a midwife", ("SELF", "partner_is", "Anneli", True)),
        ("Henry married Anne and the court was shocked", ("Henry", "partner_is", "Anne", True)),
        ("Is Tom Ana's brother? I forgot.", ("Ana", "sibling_is", "Tom", True)),
        ("Tom is not Ana's brother, I checked", ("Ana", "sibling_is", "Tom", True)),
        ("I met Ana and her brother Tom's dog", ("SELF", "sibling_is", "Tom", True)),
        ("My sister met Ana, his wife Lea was there", ("__SELF__/sister", "partner_is", "Lea", True)),
        ("My sister-in-law Ebba lives in Lund", ("SELF", "sibling_is", "Ebba", True)),
        ("My mother-in-law has a cat named Mimi", ("__SELF__/mother", "pet_is", "Mimi", True)),
        ("My foster brother lives in Kiel", ("__SELF__/brother", "lives_in", "Kiel", True)),
        ("My other sister lives in Graz", ("__SELF__/sister", "lives_in", "Graz", True)),
        ("my friend Ana left Tom and i get the couch", ("Ana", "works_at", "Tom", False)),
        ("Priya texted me and Kim is her sister", ("Kim", "sibling_is", "Kim", True)),
        ("i joked that Tom is Ana's husband", ("Ana", "partner_is", "Tom", True)),
        ("Bo is no longer Cleo's boyfriend, i think", ("Cleo", "partner_is", "Bo", True)),
        ("i think Tom is probably Ana's brother", ("Ana", "sibling_is", "Tom", True)),
        ("Alex, thats Sam's boy, isnt it? i forgot", ("Sam", "child_is", "Alex", True)),
        ("my brother broke up with his girlfriend Kim", ("__self__/brother", "partner_is", "Kim", True)),
        ("my dad texted Karl about his wife Ida", ("__SELF__/dad", "partner_is", "Ida", True)),
        ("my dad calls his boss Satan", ("__SELF__/dad", "manager_is", "Satan", True)),
        ("Karla and not Ben works at Acme, i checked", ("Ben", "works_at", "Acme", True)),
        ("neither my wife Tara nor I have a dog called Rex", ("Tara", "pet_is", "Rex", True)),
        ("my friends Karl and Netflix live in Leeds and I", ("Netflix", "lives_in", "Leeds", True)),
        ("Olamide got a new boss, shes a nurse too, i heard", ("Olamide", "works_as", "nurse", True)),
        ("I loved how Catherine married Edgar in the book", ("Catherine", "partner_is", "Edgar", True)),
        ("in my game Abigail got married to Sebastian", ("Abigail", "partner_is", "Sebastian", True)),
        ("Paris friend Holly wrote to me", ("Pari", "friend_is", "Holly", True)),
        ("Windows from my work is blocked", ("SELF", "colleague_is", "Windows", True)),
        ("Jürgen from my fantasy team scored", ("SELF", "colleague_is", "Jürgen", True)),
        ("my brother sold his soul", ("__SELF__/brother", "owns", "soul", False)),
        ("my wife isnt Polish", ("SELF", "partner_is", "Polish", False)),
        ("Nikos isnt my boss, is he?", ("SELF", "manager_is", "Nikos", False)),
        ("the boat called and I have a boat", ("SELF", "owns", "called", True)),
    ],
)  # fmt: skip
def test_what_is_of_somebody_else_or_not_said(text: str, never: Told) -> None:
    assert never not in _told(text)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("i'm here in Rome for three days", set()), ("im here in Berlin, what is open", {"Berlin"}),
        ("my mate moved to Bergen ages ago and I miss him", {"Bergen"}), ("I moved to Oslo three years ago", {"Oslo"}),
    ],
)  # fmt: skip
def test_where_somebody_lives_is_no_stay_and_no_time(text: str, places: set[str]) -> None:
    assert {claim.object for claim in claims(text) if claim.predicate in ("lives_in", "moved_to")} == places


def test_a_first_lead_is_no_job() -> None:
    assert not [c for c in claims("climbed on saturday, first lead, forearms gone") if c.predicate == "works_as"]


def test_who_the_subject_names_is_nobody_elses() -> None:
    told = _told("me and my kids Ada and Finn went to Rome")
    assert {who for who, predicate, _, _ in told if predicate == "child_is"} == {"SELF"}
