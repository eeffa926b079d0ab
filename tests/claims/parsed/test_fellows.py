"""What holds of each of those who share a subject, and what happens to others."""

import pytest

from tests.claims.parsed.test_plainly_said import claims

Told = tuple[str, str, str | None, bool]


def _told(text: str) -> set[Told]:
    found = claims(text)
    for claim in found:
        begin, end = claim.object_span or (0, 0)
        assert text[begin:end] == claim.object or (claim.object or "").startswith("__SELF__"), "the words as they stand"
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
        ("I like how Femkes kid Sem switched schools", ("Femke", "child_is", "Sem", True)),
        ("my sister Hinewai lives in Invercargill with her husband Tomasi.", ("Hinewai", "partner_is", "Tomasi", True)),
        ("my friend Akosua opened her own tearoom, the Blue Teapot", ("Akosua", "owns", "Blue Teapot", True)),
        ("I know Tom is Ana's brother", ("Ana", "sibling_is", "Tom", True)),
        ("Mikaere, thats Hinewai's boy, got into my chess team", ("Hinewai", "child_is", "Mikaere", True)),
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
        ("the boat called and I have a boat", ("SELF", "owns", "called", True)),
    ],
)  # fmt: skip
def test_what_is_of_somebody_else_or_not_said(text: str, never: Told) -> None:
    assert never not in _told(text)
