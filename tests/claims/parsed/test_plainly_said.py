"""What people say plainly of jobs, pairs, plans and others, and what was read of it that nobody had said."""

import pytest

from kg_assets.claims.parsed.circle import circle_of
from kg_assets.claims.parsed.low_names import names_written_low
from kg_assets.claims.parsed.reader import read_sentences
from kg_assets.claims.parsed.union import joined
from kg_assets.claims.reading.model import RawClaim
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.settings import ClaimSettings, reader_settings
from kg_assets.claims.vocabulary import read_vocabulary
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.language.parser import read
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeSettings

TIMES = TimeEngine(TimeSettings())
PIPELINE = read_yaml(data_path("config/pipeline.yaml"))
RULES = ClaimReader(reader_settings(ClaimSettings.model_validate(PIPELINE["claims"])))
VOCABULARY = read_vocabulary(data_path("config/predicates.yaml")).terms
# Subject, predicate, object, whether it is affirmed, how its time stands to it, and the time.
Said = tuple[str, str, str | None, bool, str | None, str | None]


def claims(text: str) -> list[RawClaim]:
    times = [(t.char_start, t.char_end, t.surface) for t in TIMES.find(text, "2025-03-14T09:26:53.000Z", True)]
    sentences = read(text, PIPELINE["language"]["model"])
    circle = circle_of(sentences)
    by_words = RULES.read(text, [], "user", times, names_written_low(sentences), circle)
    return joined(by_words, read_sentences(sentences, times, text, circle=circle), sentences, times)


def said(text: str) -> set[Said]:
    return {
        (
            c.subject, c.predicate, c.object, c.polarity == "positive", c.qualifier_type,
            text[slice(*c.qualifier_span)] if c.qualifier_span else None,
        )
        for c in claims(text)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I start at Hexagon on 14 October as head of rehab", [
            ("SELF", "works_at", "Hexagon", True, "since", "14 October"),
            ("SELF", "works_as", "head of rehab", True, "since", "14 October"),
        ]),
        ("I begin at Lidl on Monday as a shift manager", [("SELF", "works_at", "Lidl", True, "since", "Monday")]),
        ("i'll be joining Novartis in september as a lab manager", [
            ("SELF", "works_at", "Novartis", True, "since", "september"),
            ("SELF", "works_as", "lab manager", True, "since", "september"),
        ]),
        ("met this guy Idris at the gym. he's from Leeds", [("Idris", "from_place", "Leeds", True, None, None)]),
        ("My new neighbour? Farid. He's from Lyon.", [("Farid", "from_place", "Lyon", True, None, None)]),
        ("I'm grateful for the help I've got from friends and mentors", [
            ("SELF", "feels", "grateful for the help I've got from friends and mentors", True, None, None),
        ]),
        ("I love a good western with brave sailors and sharp dialogue.", [
            ("SELF", "likes", "good western with brave sailors and sharp dialogue", True, None, None),
        ]),
        ("my uncle Dag owns a farm outside Pune where we played", [
            ("Dag", "owns", "farm outside Pune where we played", True, None, None),
        ]),
        ("I'm inspired by talking to kids, volunteering, and listening to jazz", [
            ("SELF", "feels", "inspired by talking to kids, volunteering, and listening to jazz", True, None, None),
        ]),
        ("now I'm self-employed as a translator", [("SELF", "works_as", "translator", True, None, None)]),
        ("Mikko and Kadri got married in June", [("Mikko", "partner_is", "Kadri", True, "since", "June")]),
        ("Lena and Paul are engaged", [("Lena", "partner_is", "Paul", True, None, None)]),
        ("Piotr and Magda got divorced last year", [("Piotr", "partner_is", "Magda", False, "at", "last year")]),
        ("Isla turned 11 yesterday", [("Isla", "age_is", "11", True, "since", "yesterday")]),
        ("My flatmate is Zofia, she's a vet from Gdansk", [
            ("Zofia", "works_as", "vet", True, None, None), ("Zofia", "from_place", "Gdansk", True, None, None),
        ]),
        ("My new boss is called Petra. She's from Vienna.", [("Petra", "from_place", "Vienna", True, None, None)]),
        ("I work at Nokia and I've been there since 2018", [("SELF", "works_at", "Nokia", True, "since", "2018")]),
        ("I live in Tartu. Been here since 2015.", [("SELF", "lives_in", "Tartu", True, "since", "2015")]),
        ("I'm with Ana, we've been together since 2012", [("SELF", "partner_is", "Ana", True, "since", "2012")]),
        ("We got two more cats named Ilse and Bo", [
            ("SELF", "pet_is", "Ilse", True, None, None), ("SELF", "pet_is", "Bo", True, None, None),
        ]),
        ("We got another cat named Ilse too", [("SELF", "pet_is", "Ilse", True, None, None)]),
        ("I have a friend called Kofi who plays chess", [("SELF", "friend_is", "Kofi", True, None, None)]),
        ("I have a sister named Ilse who is a nurse", [
            ("SELF", "sibling_is", "Ilse", True, None, None), ("Ilse", "works_as", "nurse", True, None, None),
        ]),
    ],
)  # fmt: skip
def test_what_was_missed(text: str, found: list[Said]) -> None:
    assert set(found) <= said(text)


@pytest.mark.parametrize(
    ("text", "predicate", "held"),
    [
        # Into what one is let is no interest; a taste is.
        ("Didn't get into the master's", "interested_in", []),
        ("I never got into Oxford", "interested_in", []),
        ("I never got into jazz", "interested_in", [("jazz", False)]),
        # A plan that came to nothing is given up, never done.
        ("We were going to buy a house but the sale fell through", "plans_to", [("buy a house", False)]),
        ("We were going to buy a house but the sale fell through", "go_to", []),
        ("I was meant to start at Lidl but it fell through", "plans_to", [("start at Lidl", False)]),
        ("We had planned to open a bakery but couldn't get the loan", "plans_to", [("open a bakery", False)]),
        ("I was going to ask about the rain but never mind", "plans_to", []),
        ("I've gone to see the sea but missed the train", "plans_to", []),
        ("I nearly bought a boat last year", "owns", []),
        ("I almost married a Finn", "partner_is", []),
        # Who parts a bill parts with nobody.
        ("Mara and I split the bill", "partner_is", []),
        ("Mara and I split up", "partner_is", [("Mara", False)]),
        ("Mikko and Kadri broke the window", "partner_is", []),
        ("My ex husband lives in Perth", "partner_is", []),
        ("My former boss Karen moved to Leeds", "manager_is", []),
        ("I met Omar and Lena. He's from Lyon.", "from_place", []),
        ("Thanks, Mel! She's from Lyon.", "from_place", []),
        ("I'm joining the Leith Rowing Club in May as treasurer", "works_at", []),
        ("I have an enemy called Ludo", "owns", []),
        ("It's not opera that I love.", "likes", [("opera", False)]),
        ("Duarte my boyfriend wants to go to Rome.", "partner_is", [("Duarte", True)]),
        ("Nadia my sister lives in Rome.", "sibling_is", [("Nadia", True)]),
        ("Nadia my sister lives in Rome.", "lives_in", [("Rome", True)]),
        ("Rosa, my boss at Calder, wants a list.", "manager_is", [("Rosa", True)]),
        ("I told Anna my sister lives in Rome.", "sibling_is", [("__SELF__/sister", True)]),
        ("With Anna my sister is happy.", "sibling_is", [("__SELF__/sister", True)]),
        ("My lad Joel drives a forklift.", "child_is", [("Joel", True)]),
        ("It's not only opera that I love.", "likes", [("opera", True)]),
        ("Karim, my then boyfriend, wants to go.", "partner_is", []),
        ("It's rock that I love.", "likes", [("rock", True)]),
        ("It's not true that I love opera.", "likes", [("opera", False)]),
        ("It's a pity that I don't love opera.", "likes", [("opera", False)]),
        ("It's not fair that I lost my job.", "lose", [("job", True)]),
        ("I'm far from rich.", "from_place", []),
        ("I'm far from rich.", "be_from", []),
        ("We are far from Leeds.", "from_place", []),
        ("We are from Leeds.", "from_place", [("Leeds", True)]),
    ],
)
def test_what_was_read_wrongly(text: str, predicate: str, held: list[tuple[str, bool]]) -> None:
    assert [(c.object, c.polarity == "positive") for c in claims(text) if c.predicate == predicate] == held


@pytest.mark.parametrize("text", ["I got engaged to Tom in May", "Tom and I got engaged in May"])
def test_an_engagement_dates_itself_and_no_pair(text: str) -> None:
    """Who gets engaged in May was a pair before."""
    (pair,) = [c for c in claims(text) if c.predicate == "partner_is"]
    assert (pair.object, pair.qualifier_type) == ("Tom", None)
    assert [text[slice(*c.qualifier_span or (0, 0))] for c in claims(text) if c.predicate == "be_engaged"] in (
        ["May"], [],
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "I have a dog. The shop has been there since 2018.",
        "I work at Nokia. My sister lives in Oslo and she's been there since 2018.",
        "I used to live in Tartu. I've been worried since 2018.",
    ],
)
def test_a_beginning_is_of_what_it_can_be_of(text: str) -> None:
    assert not [
        c for c in claims(text) if c.subject == "SELF" and c.qualifier_type == "since" and c.predicate != "feels"
    ]


@pytest.mark.parametrize("text", ["?gniraeh eht dnetta ton did I", "I can't go and neither did I"])
def test_a_subject_may_be_the_last_word(text: str) -> None:
    assert claims(text) == []


def told(text: str) -> set[str]:
    """Each claim of the vocabulary as subject, predicate and object, with "-" before a denial."""
    return {
        f"{'' if c.polarity == 'positive' else '-'}{c.subject} {c.predicate} {c.object}"
        for c in claims(text)
        if not c.notes.get("passing") and c.predicate in VOCABULARY
    }


@pytest.mark.parametrize(
    "text", ["I was hired as a picker at Kelda", "I got hired by Kelda", "I was promoted to shift lead at Kelda"]
)
def test_who_was_taken_on_works_there(text: str) -> None:
    """It is told in the past and holds from then on; who "was a picker at Kelda" is one no more."""
    assert {c.modality for c in claims(text) if c.predicate in ("works_at", "works_as")} == {"state"}
    assert {c.modality for c in claims("I was a picker at Kelda") if c.predicate == "works_as"} == {"fact"}


def test_who_was_offered_a_job_has_none_yet() -> None:
    assert told("I was offered a job at Kelda") == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Jobs by their short names and of two words, and what one is taken on as.
        ("I'm a vet tech at Brayford Vets", ["SELF works_as vet tech", "SELF works_at Brayford Vets"]),
        ("im the maintenance guy at Orchard Court", ["SELF works_as maintenance guy", "SELF works_at Orchard Court"]),
        ("I got hired by Tesco as a trolley pusher", ["SELF works_at Tesco", "SELF works_as trolley pusher"]),
        ("I'm a family guy", []),
        # Where one serves, and where one shares a home.
        ("my cousin Iwan is in the coast guard", ["Iwan member_of coast guard"]),
        ("my brother is in a police station", ["SELF sibling_is __SELF__/brother"]),
        ("I share a flat with two nurses in Leith", ["SELF lives_in Leith"]),
        ("I was raised in Split but live in Graz", ["SELF from_place Split", "SELF lives_in Graz"]),
        ("I studied law but work as a chef", ["SELF studies law", "SELF works_as chef"]),
        ("I finished the soup, tell me a story", []),
        # Who has a name, wherever it stands.
        ("our cat is a fat tabby called Mortimer", ["SELF pet_is Mortimer"]),
        ("We adopted a puppy in May and she's called Brisket", ["SELF pet_is Brisket"]),
        ("I have a boyfriend now, his name is Ilja", ["SELF partner_is Ilja"]),
        ("I bought a book about a dog, it's called Barnaby", []),
        ("my mate Pavol's van broke down. he works at Skoda", ["SELF friend_is Pavol", "Pavol works_at Skoda"]),
        ("my sister Lenka's just moved to Brno", ["SELF sibling_is Lenka", "Lenka moved_to Brno"]),
        ("my sister Lenka's dog moved to Brno", ["SELF sibling_is Lenka"]),
        # An "is" written short.
        ("my partner's in the navy", ["SELF partner_is __SELF__/partner", "__SELF__/partner member_of navy"]),
        ("my partner's navy is small", []),
        # What belongs to a relative.
        ("My mum's first language is Welsh", ["SELF parent_is __SELF__/mum", "__SELF__/mum speaks Welsh"]),
        ("my wife Elen's birthday is 9 June 1981", ["SELF partner_is Elen", "Elen born_on 9 June 1981"]),
        ("my dad's birthday is next week", []),
        ("my son's school is closed", []),
        ("my dad's favourite band is terrible", ["SELF parent_is __SELF__/dad"]),
        ("my wife's employer is making everyone come back", ["SELF partner_is __SELF__/wife"]),
        ("my wife's employer is a bank", ["SELF partner_is __SELF__/wife"]),
        ("my wife's hobby is knitting", ["SELF partner_is __SELF__/wife", "__SELF__/wife likes knitting"]),
        # How old somebody is, with the "is" left out.
        ("mums 77, dads 80", [
            "SELF parent_is __SELF__/mum", "__SELF__/mum age_is 77",
            "SELF parent_is __SELF__/dad", "__SELF__/dad age_is 80",
        ]),
        # Somebody new who is another's.
        ("My girlfriend has a cat, she's called Mog", [
            "SELF partner_is __SELF__/girlfriend", "__SELF__/girlfriend pet_is Mog",
        ]),
        ("We got a puppy for my daughter, she's called Bean", ["SELF pet_is Bean"]),
        ("I had a boyfriend, his name was Marco", ["SELF partner_is __SELF__/boyfriend"]),
        ("I have a son and a dog, he's called Max", ["SELF child_is __SELF__/son", "SELF pet_is __SELF__/dog"]),
        # Whom one knows by the bare name.
        ("Sefa plays the trumpet every Sunday, and our walls are thin", ["Sefa habit plays the trumpet every Sunday"]),
        ("Our Kemal wants to study arts", ["Kemal wants study arts"]),
        ("Ruaridh's a gamekeeper near Pitlochry and he's impossible to buy for", ["Ruaridh works_as gamekeeper"]),
        # What one is not.
        ("I'm no IT guy", []),
        ("I'm a former TA", []),
        ("I'm with Dan on this one", []),
        # What goes on beside a side clause.
        ("I live in Leeds since my dad died and work at Aldi", [
            "SELF lives_in Leeds", "SELF works_at Aldi",
        ]),
        ("My brother's been odd since the fire broke out and rings me most nights", [
            "SELF sibling_is __SELF__/brother", "__SELF__/brother habit rings me most nights",
        ]),
        # When it was is no part of it.
        ("took up whittling during lockdown", ["SELF started whittling"]),
        ("by noon I'm useless at work", []),
        ("I'm useless at chess", ["SELF struggles_with chess"]),
    ],
)  # fmt: skip
def test_everyday_lines(text: str, found: list[str]) -> None:
    assert told(text) == set(found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # Names in a row, each with the age beside it.
        ("my daughters Ava, 7, and Mia, 9, love it", {
            ("SELF", "child_is", "Ava"), ("SELF", "child_is", "Mia"), ("Ava", "age_is", "7"), ("Mia", "age_is", "9")}),
        ("my sons Ben, 4 and Tom, 6 share a room", {("Ben", "age_is", "4"), ("SELF", "child_is", "Tom")}),
        ("We have a son, Ben, 4, and a daughter, Ivy, 2.", {("Ben", "age_is", "4"), ("Ivy", "age_is", "2")}),
        ("I have two kids, Ava (7) and Mia (9)", {("SELF", "child_is", "Mia"), ("Mia", "age_is", "9")}),
        ("I have a dog, Rex, and a cat, Tim", {("SELF", "pet_is", "Rex"), ("SELF", "pet_is", "Tim")}),
        ("we have a cat named Mog and a dog named Bo", {("SELF", "pet_is", "Mog"), ("SELF", "pet_is", "Bo")}),
        # "Will" within a sentence, or before what is no future.
        ("my husband Will works at Siemens", {("SELF", "partner_is", "Will"), ("Will", "works_at", "Siemens")}),
        ("im training for the great north run", {("SELF", "has_goal", "great north run")}),
        ("my sister got a job at Leeds General as a midwife", {
            ("__SELF__/sister", "works_at", "Leeds General"), ("__SELF__/sister", "works_as", "midwife")}),
        ("my son cant have nuts", {("__SELF__/son", "diet_is", "nuts")}),
        ("im 20 weeks pregnant, can i fly", {("SELF", "has_condition", "pregnant")}),
    ],
)  # fmt: skip
def test_said_of_several_and_beside(text: str, told: set[tuple[str, str, str]]) -> None:
    assert told <= {(claim.subject, claim.predicate, claim.object) for claim in claims(text)}


@pytest.mark.parametrize("text", ["I was made redundant last week", "im training for work", "we can't have kids"])
def test_is_no_post_no_goal_and_no_diet(text: str) -> None:
    assert {claim.predicate for claim in claims(text)}.isdisjoint({"works_as", "works_at", "has_goal", "diet_is"})


def test_who_was_born_is_still_ones_child() -> None:
    (born,) = [claim for claim in claims("I had a baby girl called Ivy last week") if claim.predicate == "child_is"]
    assert (born.object, born.modality, born.qualifier_type) == ("Ivy", "state", "since")
    (kept,) = [claim for claim in claims("we had a dog called Rex") if claim.predicate == "pet_is"]
    assert (kept.object, kept.modality) == ("Rex", "fact")


@pytest.mark.parametrize(
    ("text", "predicate", "said"),
    [
        # A row of names ends behind "and", and no number with a unit is an age.
        ("For my kids Ines and Pavel, Legoland is a must.", "child_is", {"Ines", "Pavel"}),
        ("I asked my boss Henrike, Leeds is too far.", "manager_is", {"Henrike"}),
        ("We have two kids, Ava and Mia, 2 dogs and a cat.", "age_is", set()),
        ("We have a baby called Ivy, 3 weeks old.", "age_is", set()),
        ("I have a friend named Dana, a mum of three", "parent_is", set()),
        ("free will is an illusion and my will was drawn up in May", "is_trait", set()),
    ],
)
def test_what_stands_behind_a_name(text: str, predicate: str, said: set[str]) -> None:
    assert {claim.object for claim in claims(text) if claim.predicate == predicate} == said
