"""Who is meant: the eight steps of §4.6.1 with their confidences, their order, and their ties, over real tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.claims.claimed import IDS, SELF, Claimed, Outcome, build, entity_id


def resolved(outcome: Outcome, candidate: str, side: str = "object") -> tuple[str, float, int]:
    """The step, its confidence and the tier of an argument."""
    found = outcome.assertion(candidate)["raw"][side]
    return found["step"], found["confidence"], found["detection_tier"]


def built(folder: Path, world: Claimed, override: str = "") -> Outcome:
    outcome = build(folder, world, override)
    assert outcome.broken_rules() == []
    return outcome


def test_step_1_the_person(tmp_path: Path) -> None:
    """In the person's words I and we, in an assistant's you; US is a country."""
    world = Claimed()
    mine, yours = world.message("We live here"), world.message("You live here", "assistant")
    said = [
        world.claim(mine, word, "likes", f"x{n}", "string") for n, word in enumerate(["SELF", "I", "my", "We", "us"])
    ]
    told = [world.claim(yours, word, "likes", f"x{n}", "string") for n, word in enumerate(["SELF", "You", "your"])]
    land = world.claim(mine, "SELF", "lives_in", "US")
    outcome = built(tmp_path, world)
    for candidate in (*said, *told):
        assert outcome.assertion(candidate)["subject_entity_id"] == SELF
        assert resolved(outcome, candidate, "subject") == ("self", 1.0, 1)
    assert outcome.assertion(land)["object_entity_id"] == entity_id("LOCATION", "us")


def test_a_relative_without_a_name_is_one_person(tmp_path: Path) -> None:
    """The key says who it is, so the second claim is as sure as the first; nothing was seen of her."""
    world = Claimed()
    message = world.message("My sister likes tea. I have a sister.")
    one = world.claim(message, "__SELF__/sister", "likes", "tea", "string", words="My sister likes tea")
    two = world.claim(message, "SELF", "sibling_is", "__SELF__/sister", words="I have a sister")
    outcome = built(tmp_path, world)
    sister = entity_id("PERSON", "__SELF__/sister")
    assert outcome.assertion(one)["subject_entity_id"] == outcome.assertion(two)["object_entity_id"] == sister
    assert resolved(outcome, one, "subject") == resolved(outcome, two) == ("relative", 0.9, 4)
    row = outcome.entity(sister)
    assert (row["entity_type"], row["canonical_name"]) == ("PERSON", "your sister")
    assert (row["first_seen_at_utc"], row["mention_count"], row["conversation_count"]) == (None, 0, 0)


def test_step_2_an_id(tmp_path: Path) -> None:
    """A known id stands for its entity with its best tier; an invented one is rejected."""
    world = Claimed()
    anna = world.entity("PERSON", "anna", "Anna")
    message = world.message("Anna, write to anna")
    world.mention(anna, message, "anna", detector="LEXICON:b1")
    known = world.claim(message, "SELF", "friend_is", anna, extraction_method="llm")
    invented = IDS.make("entity", "PERSON", "nobody")
    unknown = world.claim(message, "SELF", "friend_is", invented, extraction_method="llm")
    also = world.claim(message, invented, "likes", "tea", "string", extraction_method="llm")
    outcome = built(tmp_path, world)
    assert outcome.assertion(known)["object_entity_id"] == anna
    assert resolved(outcome, known) == ("entity_id", 1.0, 3)
    assert outcome.reason(unknown) == outcome.reason(also) == "UNKNOWN_ENTITY"


def test_step_3_what_is_mentioned_at_the_arguments_place(tmp_path: Path) -> None:
    """The mention's own confidence and tier, also against a name that fits better."""
    world = Claimed()
    jordan, country = world.entity("PERSON", "jordan", "Jordan"), world.entity("LOCATION", "jordan", "Jordan")
    message = world.message("I met Jordan")
    world.mention(jordan, message, "Jordan", confidence=0.95)
    claim = world.claim(message, "SELF", "visited", "Jordan", thing_words="Jordan")
    outcome = built(tmp_path, world)
    assert outcome.assertion(claim)["object_entity_id"] == jordan != country
    assert resolved(outcome, claim) == ("span", 0.95, 4)


def test_step_3_needs_the_argument_not_a_part_of_it(tmp_path: Path) -> None:
    """Oslo is 4 of the 18 letters of University of Oslo; Nordvik is 7 of the 12 of Nordvik Labs."""
    world = Claimed()
    oslo, nordvik = world.entity("CUSTOM_TERM", "oslo", "Oslo"), world.entity("ORG", "nordvik", "Nordvik")
    message = world.message("I study at University of Oslo and work at Nordvik Labs")
    world.mention(oslo, message, "Oslo")
    world.mention(nordvik, message, "Nordvik")
    school = world.claim(message, "SELF", "studies_at", "University of Oslo", thing_words="University of Oslo")
    work = world.claim(message, "SELF", "works_at", "Nordvik Labs", thing_words="Nordvik Labs")
    outcome = built(tmp_path / "a", world)
    assert outcome.assertion(school)["object_entity_id"] == entity_id("ORG", "university of oslo")
    assert outcome.assertion(work)["object_entity_id"] == nordvik
    seed = built(tmp_path / "b", world, "claims: {least_mention_overlap: 0.0}")
    assert seed.assertion(school)["object_entity_id"] == oslo


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        (("NER:x", 0.9), ("LEXICON:x", 0.1), 1),  # the tier before the confidence
        (("NER:x", 0.9), ("NER:y", 0.8), 0),  # the confidence
        (("NER:x", 0.8), ("NER:x", 0.8), None),  # the id
    ],
)
def test_step_3_ties(tmp_path: Path, first: Any, second: Any, winner: int | None) -> None:
    """§4.6.1: (detector_tier ASC, confidence DESC, entity_id ASC) among several mentions."""
    world = Claimed()
    owners = [world.entity("PERSON", "ann", "Ann"), world.entity("PERSON", "lee", "Lee")]
    message = world.message("I know AnnLee")
    for owner, words, (detector, confidence) in zip(owners, ("Ann", "Lee"), (first, second), strict=True):
        world.mention(owner, message, words, detector, confidence)
    claim = world.claim(message, "SELF", "friend_is", "AnnLee", thing_words="AnnLee")
    outcome = built(tmp_path, world)
    expected = min(owners) if winner is None else owners[winner]
    assert outcome.assertion(claim)["object_entity_id"] == expected
    assert outcome.assertion(claim)["raw"]["object"]["among"] == 2


@pytest.mark.parametrize(
    ("label", "words", "kind", "contained"),
    [
        ("works_at", "ETH Zurich", "LOCATION", "Zurich"), ("studies_at", "UC Berkeley", "LOCATION", "Berkeley"),
        ("works_at", "Berg & Co", "PERSON", "Berg"), ("friend_is", "Paris Lee", "LOCATION", "Paris"),
    ],
)  # fmt: skip
def test_step_3_takes_no_half_of_another_kind(
    tmp_path: Path, label: str, words: str, kind: str, contained: str
) -> None:
    """Half of the letters and more, but a place is no organisation, nor a person one."""
    world = Claimed()
    part = world.entity(kind, contained.lower(), contained)
    message = world.message(f"It is {words}")
    world.mention(part, message, contained)
    claim = world.claim(message, "SELF", label, words, thing_words=words)
    outcome = built(tmp_path, world)
    assert outcome.assertion(claim)["object_entity_id"] != part
    assert outcome.entity(outcome.assertion(claim)["object_entity_id"])["canonical_name"] == words


def test_steps_4_and_5_names_and_aliases(tmp_path: Path) -> None:
    """One owner .95 and .9, several .8 and .75; a name comes before an alias. Case and spaces do not matter."""
    world = Claimed()
    world.entity("ORG", "nordvik labs", "Nordvik Labs", ["NVL", "The Lab"])
    world.entity("ORG", "acme one", "Acme", ["AC"], salience=1.0)
    top = world.entity("ORG", "acme two", "Acme", ["AC"], salience=3.0)
    named = world.entity("ORG", "the lab", "The Lab")
    asked = {
        words: world.claim(world.message("words"), "SELF", "works_at", words)
        for words in ("nordvik  LABS", "nvl", "ACME", "ac", "the lab")
    }
    outcome = built(tmp_path, world)
    assert resolved(outcome, asked["nordvik  LABS"]) == ("canonical_name", 0.95, 4)
    assert resolved(outcome, asked["nvl"]) == ("alias", 0.9, 4)
    assert resolved(outcome, asked["ACME"]) == ("canonical_name", 0.8, 4)
    assert resolved(outcome, asked["ac"]) == ("alias", 0.75, 4)
    assert (
        outcome.assertion(asked["ACME"])["object_entity_id"]
        == outcome.assertion(asked["ac"])["object_entity_id"]
        == top
    )
    assert outcome.assertion(asked["the lab"])["object_entity_id"] == named
    assert len(outcome.events("AMBIGUOUS_ENTITY_RESOLUTION")) == 2


def test_steps_4_and_5_ties(tmp_path: Path) -> None:
    """§4.9: the better tier, then salience with NULL last, then the id; before all, the type that is asked for."""
    world = Claimed()
    quiet, seen = world.entity("ORG", "a1", "Alpha", salience=9.0), world.entity("ORG", "a2", "Alpha", salience=None)
    message = world.message("Alpha")
    world.mention(seen, message, "Alpha", detector="LEXICON:x")
    none, some = world.entity("ORG", "b1", "Beta", salience=None), world.entity("ORG", "b2", "Beta", salience=0.0)
    same = [world.entity("ORG", key, "Gamma", salience=1.0) for key in ("c1", "c2")]
    world.entity("PERSON", "jordan", "Jordan", salience=99.0)
    place = world.entity("LOCATION", "jordan", "Jordan", salience=None)
    other = world.message("no place")
    by_name = {words: world.claim(other, "SELF", "works_at", words) for words in ("Alpha", "Beta", "Gamma")}
    home = world.claim(other, "SELF", "lives_in", "Jordan")
    outcome = built(tmp_path, world)
    assert outcome.assertion(by_name["Alpha"])["object_entity_id"] == seen != quiet
    assert outcome.assertion(by_name["Beta"])["object_entity_id"] == some != none
    assert outcome.assertion(by_name["Gamma"])["object_entity_id"] == min(same)
    assert outcome.assertion(home)["object_entity_id"] == place


def test_step_6_the_key_in_its_types_normal_form(tmp_path: Path) -> None:
    """Stage 2's own detector normalises an address; a name loses case and spaces."""
    world = Claimed()
    mail = world.entity("EMAIL", "anna@example.org", "Anna's mail")
    plain = world.entity("CUSTOM_TERM", "project tern", "TERN!")
    message = world.message("words")
    one = world.claim(message, "SELF", "uses", "anna@EXAMPLE.org")
    two = world.claim(message, "SELF", "works_on", "Project  Tern")
    outcome = built(tmp_path, world)
    assert outcome.assertion(one)["object_entity_id"] == mail
    assert outcome.assertion(two)["object_entity_id"] == plain
    assert resolved(outcome, one) == resolved(outcome, two) == ("entity_key", 0.9, 4)


def test_step_7_the_most_similar_name(tmp_path: Path) -> None:
    """'Nordvig Labs' for 'Nordvik Labs': (1 - 1/12) * 0.8 = 0.733333333333; off when told so."""
    world = Claimed()
    labs = world.entity("ORG", "nordvik labs", "Nordvik Labs")
    message = world.message("words")
    claim = world.claim(message, "SELF", "works_at", "Nordvig Labs")
    outcome = built(tmp_path / "a", world)
    assert outcome.assertion(claim)["object_entity_id"] == labs
    assert resolved(outcome, claim) == ("fuzzy", 0.733333333333, 4)
    assert outcome.assertion(claim)["raw"]["object"]["similarity"] == 0.916666666667
    off = built(tmp_path / "b", world, "claims: {enable_fuzzy_entity_linking: false}")
    assert resolved(off, claim)[0] == "created"


def test_step_7_ties_and_what_is_never_nearly_itself(tmp_path: Path) -> None:
    """Salience before the tier; another number is another thing; an address is itself or something else."""
    world = Claimed()
    loud, seen = (
        world.entity("ORG", "k1", "Nordvika Labs", salience=2.0),
        world.entity("ORG", "k2", "Nordvikb Labs", salience=1.0),
    )
    world.mention(seen, world.message("Nordvikb Labs"), "Nordvikb Labs", detector="LEXICON:x")
    world.entity("CUSTOM_TERM", "airbus a350-900", "Airbus A350-900")
    world.entity("EMAIL", "marianne@example.org", "marianne@example.org")
    message = world.message("words")
    near = world.claim(message, "SELF", "works_at", "Nordvikc Labs")
    number = world.claim(message, "SELF", "uses", "Airbus A350-901")
    mail = world.claim(message, "SELF", "uses", "mariannes@example.org")
    outcome = built(tmp_path, world)
    assert outcome.assertion(near)["object_entity_id"] == loud
    assert resolved(outcome, number)[0] == resolved(outcome, mail)[0] == "created"


def test_step_8_makes_the_type_that_the_predicate_names(tmp_path: Path) -> None:
    """Omar the friend and Omar who works somewhere are one; a subject that nothing types is OTHER."""
    world = Claimed()
    message = world.message("My friend Omar works at Tern. Zed hums.")
    friend = world.claim(message, "SELF", "friend_is", "Omar")
    work = world.claim(message, "omar", "works_at", "Tern")
    hum = world.claim(message, "Zed", "hums")
    outcome = built(tmp_path, world)
    omar, tern, zed = entity_id("PERSON", "omar"), entity_id("ORG", "tern"), entity_id("OTHER", "zed")
    assert outcome.assertion(friend)["object_entity_id"] == outcome.assertion(work)["subject_entity_id"] == omar
    assert outcome.assertion(work)["object_entity_id"] == tern
    assert outcome.assertion(hum)["subject_entity_id"] == zed
    assert resolved(outcome, friend) == resolved(outcome, hum, "subject") == ("created", 0.9, 4)
    row = outcome.entity(omar)
    assert (row["canonical_name"], json.loads(row["aliases_json"]), row["status"]) == (
        "Omar",
        ["Omar", "omar"],
        "active",
    )
    assert (row["first_seen_at_utc"], row["last_seen_at_utc"], row["mention_count"]) == (None, None, 0)
    assert {event[3]["entity_id"] for event in outcome.events("ENTITY_CREATED_DURING_GROUNDING")} == {omar, tern, zed}


def test_a_pronoun_is_nobody_unless_something_is_mentioned_there(tmp_path: Path) -> None:
    """Else every he of a life would be one entity named he."""
    world = Claimed()
    omar = world.entity("PERSON", "omar", "Omar")
    message = world.message("He likes tea. She likes tea.")
    world.mention(omar, message, "He", detector="NER:coref")
    meant = world.claim(message, "He", "likes", "tea", "string", words="He likes tea", subject_words="He")
    nobody = world.claim(message, "She", "likes", "tea", "string", words="She likes tea", subject_words="She")
    outcome = built(tmp_path, world)
    assert outcome.assertion(meant)["subject_entity_id"] == omar
    assert outcome.reason(nobody) == "PRONOUN"


def test_merged_entities_are_their_survivors(tmp_path: Path) -> None:
    """By key where the merged one has a row, and by decision where only claims ever spoke of it."""
    world = Claimed()
    anna = world.entity("PERSON", "anna lee", "Anna Lee")
    world.entity("PERSON", "annie", "Annie", merged_into=anna, salience=None)
    sister = {
        "entity_id": entity_id("PERSON", "__SELF__/sister"),
        "entity_type": "PERSON",
        "entity_key": "__SELF__/sister",
    }
    into = {"entity_id": anna, "entity_type": "PERSON", "entity_key": "anna lee"}
    world.decide("entities_merged", into=into, merged=sister)
    bo, boris = (
        {"entity_id": entity_id("PERSON", k), "entity_type": "PERSON", "entity_key": k} for k in ("bo", "boris")
    )
    world.decide("entities_merged", into=boris, merged=bo)
    message = world.message("words")
    by_key = world.claim(message, "SELF", "friend_is", "Annie")
    by_decision = world.claim(message, "__SELF__/sister", "likes", "tea", "string")
    unseen = world.claim(message, "SELF", "friend_is", "Bo")
    outcome = built(tmp_path, world)
    assert outcome.assertion(by_key)["object_entity_id"] == anna
    assert outcome.assertion(by_decision)["subject_entity_id"] == anna
    assert outcome.assertion(unseen)["object_entity_id"] == boris["entity_id"]
    assert {row["entity_id"] for row in outcome.rows("entities")} == {row["entity_id"] for row in world.entities} | {
        boris["entity_id"]
    }


def test_names_are_one_however_their_accents_are_written(tmp_path: Path) -> None:
    """A Mac writes José in five characters, most others in four; offsets stay those of the text."""
    composed, decomposed = "Jos\u00e9", "Jose\u0301"
    world = Claimed()
    own = world.entity("PERSON", "jos\u00e9", composed)
    message = world.message(f"My friend is {decomposed}. And {decomposed} Luz.")
    known = world.claim(message, "SELF", "friend_is", decomposed, words=f"My friend is {decomposed}")
    new = [
        world.claim(message, "SELF", "friend_is", name, words=f"And {decomposed} Luz", modality=modality)
        for name, modality in ((f"{decomposed} Luz", "state"), (f"{composed} Luz", "fact"))
    ]
    outcome = build(tmp_path, world)
    row = outcome.assertion(known)
    assert row["object_entity_id"] == own
    assert row["surface_text"] == f"My friend is {decomposed}"
    assert (row["char_start"], row["char_end"]) == (0, 18)
    assert len({outcome.assertion(claim)["object_entity_id"] for claim in new}) == 1
    assert outcome.entity(outcome.assertion(new[0])["object_entity_id"])["canonical_name"] == f"{composed} Luz"
