"""Claims as sentences: "your mum smokes", where "Mum habit smoke" stood."""

import pytest

from kg_assets.claims.saying import claim_said, edge_said, relation_said, row_said, value_said
from kg_assets.core.data import data_path
from kg_assets.overlay.declared import read_relations


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "polarity", "sentence"),
    [
        ("SELF", "works_as", "swimming coach", "positive", "you work as swimming coach"),
        ("your mum", "habit", "smoke", "positive", "your mum smokes"),
        ("SELF", "habit", "climbing twice a week", "positive", "you climb twice a week"),
        ("your mum", "habit", "rowing at six", "positive", "your mum rows at six"),
        ("SELF", "habit", "play football", "negative", "you do not play football"),
        ("SELF", "learning", "drive", "negative", "you are not learning to drive"),
        ("SELF", "learning", "play the cello", "positive", "you are learning to play the cello"),
        ("SELF", "learning", "sign language", "positive", "you are learning sign language"),
        ("your parents", "lives_in", "Tartu", "positive", "your parents live in Tartu"),
        ("your brother", "diet_is", "meat", "negative", "your brother does not eat meat"),
        ("Ana", "partner_is", "Luis", "negative", "Ana's partner is not Luis"),
        ("SELF", "parent_is", "__SELF__/mum", "positive", "you have a mum"),
        ("SELF", "visited", "Rome", "negative", "you did not visit Rome"),
        ("SELF", "age_is", "30", "positive", "you are aged 30"),
        ("your sister", "has_condition", "asthma", "negative", "your sister does not have asthma"),
        ("SELF", "split_up", "with Ines", "positive", "you split up with Ines"),
        ("SELF", "likes", "collect stamps", "positive", "you like to collect stamps"),
        ("SELF", "likes", "travel books", "positive", "you like travel books"),
        ("SELF", "plans_to", "trip to the coast", "positive", "you plan trip to the coast"),
        ("SELF", "plans_to", "visit the coast", "positive", "you plan to visit the coast"),
        ("SELF", "wants", "slowly build trust", "positive", "you want to slowly build trust"),
        ("SELF", "believes", "second chances", "positive", "you believe in second chances"),
        ("SELF", "believes", "being kind", "negative", "you do not believe in being kind"),
        ("SELF", "believes", "zoos are cruel", "positive", "you believe zoos are cruel"),
        ("SELF", "get_into", "the team", "negative", "you did not get into the team"),
        ("SELF", "be_promoted", None, "positive", "you were promoted"),
        ("Ana", "get_into", "the team", "positive", "Ana got into the team"),
    ],
)
def test_a_claim_is_a_sentence(subject: str, predicate: str, value: str | None, polarity: str, sentence: str) -> None:
    assert claim_said(subject, predicate, value, polarity) == sentence


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "polarity", "sentence"),
    [
        ("SELF", "works_as", "swimming coach", "positive", "you worked as swimming coach"),
        ("your mum", "habit", "smoke", "positive", "your mum smoked"),
        ("Ana", "member_of", "choir", "positive", "Ana was a member of choir"),
        ("SELF", "has_condition", "asthma", "positive", "you had asthma"),
        ("SELF", "lives_in", "Oslo", "negative", "you did not live in Oslo"),
        ("SELF", "from_place", "Turin", "positive", "you come from Turin"),
        ("SELF", "moved_to", "Oslo", "positive", "you moved to Oslo"),
    ],
)
def test_what_is_told_as_over_is_of_the_past(
    subject: str, predicate: str, value: str, polarity: str, sentence: str
) -> None:  # fmt: skip
    assert claim_said(subject, predicate, value, polarity, "fact") == sentence


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "polarity", "sentence"),
    [
        ("SELF", "works_at", "Acme", "positive", "you plan to work at Acme"),
        ("Ana", "member_of", "a choir", "negative", "Ana does not plan to be a member of a choir"),
        ("SELF", "adopt_a", "cat", "positive", "you plan to adopt a cat"),
        ("SELF", "habit", "smoke", "negative", "you do not plan to smoke"),
        ("SELF", "plans_to", "move to Oslo", "positive", "you plan to move to Oslo"),
        ("SELF", "wants", "learn Spanish", "positive", "you want to learn Spanish"),
        ("SELF", "wants", "a cat", "positive", "you want a cat"),
        ("SELF", "has_goal", "save 20 euros", "positive", "your goal is to save 20 euros"),
        ("SELF", "manager_is", "Ana", "positive", "planned: your manager is Ana"),
    ],
)
def test_what_is_planned_is_told_as_a_plan(
    subject: str, predicate: str, value: str, polarity: str, sentence: str
) -> None:  # fmt: skip
    assert claim_said(subject, predicate, value, polarity, "intention") == sentence


def test_to_others_the_person_is_no_you() -> None:
    """An assistant that reads "you live in Rome" would take it for itself."""
    row = {"subject": "SELF", "predicate": "lives_in", "object": "Rome", "polarity": "positive", "modality": "state"}
    assert row_said(row) == "you live in Rome"
    assert row_said(row, to_others=True) == "the person lives in Rome"
    friend = row | {"predicate": "friend_is", "object": "__SELF__/neighbour"}
    assert row_said(friend, to_others=True) == "the person's friend is the person's neighbour"
    assert row_said(row | {"subject": "your sister"}, to_others=True) == "the person's sister lives in Rome"
    has = row | {"predicate": "sibling_is", "object": "your sister"}
    assert (row_said(has), row_said(has, to_others=True)) == ("you have a sister", "the person has a sister")
    assert row_said(row | {"subject": "your parents"}, to_others=True) == "the person's parents live in Rome"


@pytest.mark.parametrize(
    ("source", "relation", "target", "sentence"),
    [
        ("SELF", "domain_lives_in", "Seattle", "you live in Seattle"),
        ("Ortacus", "collaborated_with", "SELF", "Ortacus works with you"),
        ("Arduino", "linked_to_context", "Sellemex", "Arduino has to do with Sellemex"),
        ("SELF", "domain_habit", "smoke", "you smoke"),
        ("Ana", "learned_mentors", "Bo", "Ana mentors Bo"),
    ],
)
def test_an_edge_is_a_sentence(source: str, relation: str, target: str, sentence: str) -> None:
    assert edge_said(source, relation, target) == sentence


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "to_them", "to_others"),
    [
        ("Art", "give", "me so much joy", "Art gave you so much joy", "Art gave them so much joy"),
        ("my family", "give", "me hope", "your family gave you hope", "their family gave them hope"),
        ("SELF", "likes", "the friends I have", "you like the friends you have",
         "the person likes the friends they have"),
        ("SELF", "likes", "who I was when I'm at my desk", "you like who you were when you're at your desk",
         "the person likes who they were when they're at their desk"),
        ("SELF", "likes", "fells of Mo i Rana", "you like fells of Mo i Rana", "the person likes fells of Mo i Rana"),
        ("SELF", "likes", "films of World War I", "you like films of World War I",
         "the person likes films of World War I"),
        ("SELF", "likes", "My Fair Lady and Henry V part I", "you like My Fair Lady and Henry V part I",
         "the person likes My Fair Lady and Henry V part I"),
        ("SELF", "likes", "me-time, mimes and Army men", "you like me-time, mimes and Army men",
         "the person likes me-time, mimes and Army men"),
    ],
)  # fmt: skip
def test_what_the_person_says_of_themselves_is_said_to_them(
    subject: str, predicate: str, value: str, to_them: str, to_others: str
) -> None:
    modality = "preference" if predicate == "likes" else "fact"
    assert claim_said(subject, predicate, value, "positive", modality) == to_them
    assert claim_said(subject, predicate, value, "positive", modality, to_others=True) == to_others


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "polarity", "sentence"),
    [
        ("SELF", "look_into", "evening classes", "positive", "you are looking into evening classes"),
        ("SELF", "step_into", "the unknown", "positive", "you are stepping into the unknown"),
        ("SELF", "have", "no trips coming up", "positive", "you have no trips coming up"),
        ("SELF", "be_drawn_to", "owls", "positive", "you are drawn to owls"),
        ("SELF", "rent_out", "the attic", "negative", "you are not renting out the attic"),
        ("Rowing", "calm", "me after work", "positive", "Rowing calms you after work"),
        ("songs like these", "remind", "me of home", "positive", "songs like these remind you of home"),
        ("Sewing my own dresses", "bring", "us joy", "positive", "Sewing your own dresses brings you joy"),
        ("chess", "tire", "me", "negative", "chess does not tire you"),
    ],
)
def test_what_goes_on_is_told_of_now(
    subject: str, predicate: str, value: str, polarity: str, sentence: str
) -> None:  # fmt: skip
    """ "You looked into evening classes" made something over of what somebody was at."""
    assert claim_said(subject, predicate, value, polarity, "state") == sentence


@pytest.mark.parametrize(
    ("predicate", "value", "sentence"),
    [
        ("whip_up", "some custard", "you whipped up some custard"),
        ("shut_down", "the kiosk", "you shut down the kiosk"),
        ("rehearse_with", "two cellists", "you rehearsed with two cellists"),
        ("email", "our landlord", "you emailed your landlord"),
        ("plans_to", "hiking with some mates", "you plan to hike with some mates"),
        ("plans_to", "hosting a quiz", "you plan to host a quiz"),
        ("plans_to", "recharging by the sea", "you plan to recharge by the sea"),
        ("decided", "paint the shed", "you decided to paint the shed"),
        ("decided", "a puppy", "you decided a puppy"),
        ("started", "learn all the chords", "you started to learn all the chords"),
        ("started", "store", "you started store"),
        ("has_goal", "two finals", "your goal is two finals"),
        ("learning", "market myself", "you are learning to market yourself"),
        ("likes", "pushing myself", "you like pushing yourself"),
        ("likes", "what we do", "you like what you do"),
        ("plans_to", "quizzes and raffles", "you plan quizzes and raffles"),
        ("born_in", "Riga", "you were born in Riga"),
        ("born_on", "1987", "you were born in 1987"),
        ("born_on", "3 May", "you were born on 3 May"),
        ("works_as", "retired teacher", "you are a retired teacher"),
        ("child_is", "two boys", "you have two boys"),
        ("child_is", "__SELF__/youngest", "you have a youngest child"),
        ("started", "dance studio", "you started dance studio"),
        ("has_condition", "allergic to wasps", "you are allergic to wasps"),
        ("has_condition", "lactose intolerant", "you are lactose intolerant"),
        ("has_condition", "asthma", "you have asthma"),
        ("child_is", "__SELF__/kids", "you have kids"),
        ("colleague_is", "__SELF__/teammates", "you have teammates"),
    ],
)
def test_words_stand_in_the_form_that_a_sentence_wants(predicate: str, value: str, sentence: str) -> None:
    assert claim_said("SELF", predicate, value, "positive") == sentence


def test_who_decided_against_something_did_decide() -> None:
    said = [claim_said("SELF", "decided", what, "negative", "fact") for what in ("paint the shed", "a puppy")]
    assert said == ["you decided not to paint the shed", "you decided against a puppy"]


def test_what_is_over_was_so() -> None:
    assert edge_said("Ana", "affiliated_with", "Old Mill", is_over=True) == "Ana was affiliated with Old Mill"
    assert claim_said("SELF", "partner_is", "Ines", "positive", is_over=True) == "your partner was Ines"


@pytest.mark.parametrize(("diet", "sentence"), [("vegan", "your diet is vegan"), ("fish", "you eat fish")])
def test_a_diet_is_no_dish(diet: str, sentence: str) -> None:
    assert claim_said("SELF", "diet_is", diet, "positive") == sentence


def test_a_measure_is_said_with_its_unit() -> None:
    assert value_said('{"unit":"EUR","value":50}') == "50 EUR"
    assert value_said("{odd") == "{odd"


def test_every_relation_of_the_overlay_conjugates() -> None:
    """No edge of the person may read "you is" or "you has"."""
    relations = read_relations(data_path("config/overlay/relations.yaml")).core
    said = [edge_said("SELF", name, "Ana") for name in (*relations.directed, *relations.undirected)]
    assert not [words for words in said if words.split()[1] in {"is", "has", "was", "does"}]


def test_a_relation_by_itself_is_a_verb() -> None:
    assert relation_said("lives_in", "positive", is_of_many=True) == "live in"
    assert relation_said("learning", "negative") == "is not learning"
    assert relation_said("habit", "positive") == "habit"


def test_a_deed_is_told_once() -> None:
    """ "You bought jam you bought at the fair"."""
    assert claim_said("SELF", "buy", "jam I bought at the fair", "positive") == "you bought jam at the fair"
    assert claim_said("SELF", "send_in", "poem I sent in to them", "positive") == "you sent in poem to them"
    assert claim_said("SELF", "buy", "jam I brought home", "positive") == "you bought jam you brought home"
