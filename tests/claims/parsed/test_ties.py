"""Who is whose boss or dog by the words beside a name, and whose band or shop it is."""

import pytest

from tests.claims.parsed.test_plainly_said import claims

_KINDS = ("member_of", "owns", "works_at", "studies_at", "lives_in")


def _ties(text: str) -> set[tuple[str, str, str | None]]:
    found = [c for c in claims(text) if c.predicate in _KINDS or c.predicate.endswith("_is")]
    for claim in found:
        begin, end = claim.object_span or (0, 0)
        assert text[begin:end] == claim.object or (claim.object or "").startswith("__SELF__"), "the words as they stand"
    return {(claim.subject, claim.predicate, claim.object) for claim in found}


@pytest.mark.parametrize(
    ("text", "tie"),
    [
        ("Teuvo's dog Mortadella ate my candle.", ("Teuvo", "pet_is", "Mortadella")),
        ("I saw Ellen's boyfriend Tomasz today.", ("Ellen", "partner_is", "Tomasz")),
        ("Ngozi and her boyfriend Wim are coming, I'm glad.", ("Ngozi", "partner_is", "Wim")),
        ("I know that Mirela, Arjun's girlfriend, made a dumpling.", ("Arjun", "partner_is", "Mirela")),
        ("My sister's cat Lúcio ate my lunch.", ("__SELF__/sister", "pet_is", "Lúcio")),
        ("My friend Ana's husband Paul came to see me.", ("Ana", "partner_is", "Paul")),
        ("Our team, the Hags, has a bout and I'm nervous.", ("SELF", "member_of", "Hags")),
        ("I throw lead for the Slack Tides, our curling team.", ("SELF", "member_of", "Slack Tides")),
        ("I love Faisal's band, the Tin Lanterns.", ("Faisal", "member_of", "Tin Lanterns")),
        ("I left it in Priyanka's shop, Saffron Spoke.", ("Priyanka", "owns", "Saffron Spoke")),
        ("Ngozi, one of my oldest friends, is in Ghent.", ("SELF", "friend_is", "Ngozi")),
        ("Filipa is my favourite colleague at the clinic.", ("SELF", "colleague_is", "Filipa")),
        ("I think Oksana, who is my boss at Pellworth, is right.", ("SELF", "manager_is", "Oksana")),
        ("Pixel threw up on my boots. She's my tabby.", ("SELF", "pet_is", "Pixel")),
        ("I called Tom. He's my brother.", ("SELF", "sibling_is", "Tom")),
        ("What should I get my sister Ana?", ("SELF", "sibling_is", "Ana")),
        ("how do I tell my boss Oksana Brandt that it drifts?", ("SELF", "manager_is", "Oksana Brandt")),
        ("I'm tired. Emeka plays trombone in Fog Signal.", ("Emeka", "member_of", "Fog Signal")),
        ("I play bass in Maré Morta and Tiago rushes.", ("SELF", "member_of", "Maré Morta")),
        ("I'm off. Dilnoza is the skip of the Slack Tides.", ("Dilnoza", "member_of", "Slack Tides")),
        ("I'm off. Joel teaches physics at Oslo University.", ("Joel", "works_at", "Oslo University")),
        ("I'm off. Arjun is an engineer with Solvane.", ("Arjun", "works_at", "Solvane")),
        ("I'm off. Leila is studying law at Tarrow University.", ("Leila", "studies_at", "Tarrow University")),
        (
            "how do I tell her that it drifts at Pellworth Archive, where I work?",
            ("SELF", "works_at", "Pellworth Archive"),
        ),
        ("I wrote to Birch Cove High, where Emeka teaches.", ("Emeka", "works_at", "Birch Cove High")),
        ("Joel made me a bench at Hebble where he works.", ("Joel", "works_at", "Hebble")),
        ("I go to Lunenburg, where Tobias lives.", ("Tobias", "lives_in", "Lunenburg")),
        ("Arjun asked Solvane, his employer, to pay me.", ("Arjun", "works_at", "Solvane")),
        ("Priyanka has her own shop, Saffron Spoke, and I like it.", ("Priyanka", "owns", "Saffron Spoke")),
        ("Anna brought her brother Tom to my party.", ("Anna", "sibling_is", "Tom")),
        ("I talked to Marguerite about pay. She's my boss.", ("SELF", "manager_is", "Marguerite")),
        ("I cheered. Desmond got the lead job at Hale Works, second try!", ("Desmond", "works_at", "Hale Works")),
    ],
)
def test_a_name_says_what_it_is_to_another(text: str, tie: tuple[str, str, str]) -> None:
    assert tie in _ties(text)


def test_the_noun_of_relation_is_no_part_of_the_name() -> None:
    assert ("Lucia", "partner_is", "Emre") in _ties("My friend Lucia broke up with her boyfriend Emre.")


def test_each_of_two_friends_is_one() -> None:
    assert _ties("I met Anna's friends Tom and Lisa.") == {("Anna", "friend_is", "Tom"), ("Anna", "friend_is", "Lisa")}


@pytest.mark.parametrize(
    "text",
    [
        "How does Ophelia's brother Laertes react in my play?", "Write a story about Teuvo's dog Rex and me.",
        "I hate Taylor Swift's cat Olivia.", "My favourite band, Radiohead, is touring.", "Is Tom my boss?",
        "Imagine my boss Tom is a pirate.", "I talked to Anna's boss, the mayor.",
        "She's my boss. I like her.", "I told Anna and Tom. He's my brother.",
        "I liked Acme, where nobody works.", "I saw Rome, where Tom doesn't live.",
        "He said her brother Tom is my fan.",
        "For my novel: Marisol's husband Dieter is tall.", "Ivo is Karla's boss, not Ruth's, I think.",
        "Write me a scene. Logan's son Kendall cries.", "LeBron is my GOAT.", "Netflix is my boyfriend lol",
        "Siri is my girlfriend now", "I dreamt that Oskar was my brother.",
        "My mother met Anna. She's my hero.", "I play bass in Leeds.",
        "I'm off. Sleep teaches patience at Night School.", "My company, Acme, is moving.",
    ],
)  # fmt: skip
def test_what_is_asked_made_up_or_open_ties_nobody(text: str) -> None:
    assert {tie for tie in _ties(text) if not (tie[2] or "").startswith("__SELF__")} == set()


def test_who_was_somebodys_boss_is_none_now() -> None:
    (claim,) = claims("Lara was my boss at Bosch.")
    assert (claim.predicate, claim.object, claim.modality) == ("manager_is", "Lara", "fact")
    told = {claim.predicate: claim for claim in claims("Lara is my boss at Bosch.")}
    assert told.keys() == {"manager_is", "works_at"}
    assert told["manager_is"].modality == "state"


@pytest.mark.parametrize(
    "text",
    [
        "dreamt I was married to a man called Leopold who owned a lighthouse.",
        "I dreamed I lived in Rome.", "Last night I dreamt I had two dogs.",
    ],
)  # fmt: skip
def test_a_dream_is_no_life(text: str) -> None:
    assert {claim.predicate for claim in claims(text)} & {"partner_is", "lives_in", "owns", "pet_is"} == set()


def test_what_is_bought_for_somebody_is_not_that_one() -> None:
    assert {claim.object for claim in claims("I bought my son a bike.") if claim.predicate == "owns"} == set()
