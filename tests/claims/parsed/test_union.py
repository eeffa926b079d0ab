"""Words and clauses as one list: what each of them reads wrong of a sentence, and what stands once."""

from dataclasses import replace

import pytest

from kg_assets.claims.parsed.alone import says_little
from kg_assets.claims.parsed.completing import completed
from kg_assets.claims.parsed.reader import read_sentences
from kg_assets.claims.parsed.union import joined
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.settings import ClaimSettings, reader_settings
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.language.clauses import clauses_of
from kg_assets.language.parser import read
from tests.claims.parsed.test_cases import SAID_AT, TIMES, claims_of


def _read(text: str) -> list[tuple[str, str, str | None]]:
    section = read_yaml(data_path("config/pipeline.yaml"))["claims"]
    rules = ClaimReader(reader_settings(ClaimSettings.model_validate(section)))
    times = [(t.char_start, t.char_end, t.surface) for t in TIMES.find(text, SAID_AT, True)]
    sentences = read(text, "en_core_web_sm")
    found = joined(rules.read(text, [], "user", times, []), read_sentences(sentences, times, text), sentences, times)
    return sorted((claim.subject, claim.predicate, claim.object) for claim in found)


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("I started a few days ago", []),
        ("I study at McGill", [("SELF", "studies_at", "McGill")]),
        ("I worked at Nokia and studied at Leeds", [("SELF", "studies_at", "Leeds"), ("SELF", "works_at", "Nokia")]),
        (
            "my dad doesn't eat pork, ideas for dinner?",
            [("SELF", "parent_is", "__SELF__/dad"), ("__SELF__/dad", "diet_is", "pork")],
        ),
        ("we bought a house in Aarhus and the roof leaks", [("SELF", "owns", "house in Aarhus")]),
        ("I still have his guitar", [("SELF", "have", "guitar")]),
        ("diagnosed with ADHD and take 20mg Ritalin", [("SELF", "has_condition", "ADHD")]),
        (
            "I'm allergic to sesame and vegetarian",
            [("SELF", "diet_is", "vegetarian"), ("SELF", "has_condition", "allergic to sesame")],
        ),
        ("we work as a team", [("SELF", "habit", "work as a team")]),
        ("I love crime and spy films", [("SELF", "likes", "crime and spy films")]),
        ("I love coffee and board games", [("SELF", "likes", "board games"), ("SELF", "likes", "coffee")]),
        ("I love sculpture", [("SELF", "likes", "sculpture")]),
        ("I've owned a Vespa since 2015.", [("SELF", "owns", "Vespa")]),
        ("I love books about growth and mindset", [("SELF", "likes", "books about growth and mindset")]),
        ("It's a studio I go to often", []),
        (
            "we push each other to be our best and the love for the game is infectious",
            [("SELF", "habit", "push each other to be our best")],
        ),
        ("we got into an accident", [("SELF", "get_into", "accident")]),
        ("starting a new job at Kelda on Monday", [("SELF", "works_at", "Kelda")]),
        ("i hate mushrooms but love olives", [("SELF", "dislikes", "mushrooms")]),
        (
            "I'm so thankful for my friends, family and mentors' support",
            [("SELF", "feels", "thankful for my friends, family and mentors' support")],
        ),
        ("I have a poster in my kitchen", [("SELF", "owns", "poster in my kitchen")]),
        ("Starting a farm takes patience.", []),
        ("I had a blast at the fair with my cousins", [("SELF", "attended", "fair with my cousins")]),
        ("I've been writing about bees, studying dances.", [("SELF", "write_about", "bees")]),
        ("I'm struggling with my essay for weeks", [("SELF", "struggles_with", "essay")]),
        ("I'm going through a divorce right now.", [("SELF", "go_through", "divorce")]),
        ("I'm in charge of the choir's newsletter.", [("SELF", "be_in", "charge of the choir's newsletter")]),
        ("I'm writing a song for my brother's wedding.", [("SELF", "works_on", "song for my brother's wedding")]),
        ("My tip: remain calm, loyal and patient.", []),
        ("I ran a charity race on Sunday.", [("SELF", "run", "charity race")]),
        ("I'm off to the gym", [("SELF", "be_off_to", "gym")]),
        ("i gave up coffee for lent", [("SELF", "stopped", "coffee")]),
        ("i was really nervous about the exam lol", [("SELF", "feels", "nervous about the exam")]),
        ("I love songs that tell of the sea", [("SELF", "likes", "songs that tell of the sea")]),
        ("Been reading that book you lent me and painting", [("SELF", "read", "book you lent me")]),
        (
            "My favourite is a soup from a book I saw in Leeds",
            [("SELF", "likes", "soup from a book I saw in Leeds"), ("SELF", "see", "book I saw in Leeds")],
        ),
        ("I'm opening a café 'cause I love baking.", [("SELF", "likes", "baking"), ("SELF", "open", "café")]),
        ("Two years ago I left Bonn", [("SELF", "leave", "Bonn")]),
        (
            "I'm allergic to dogs and animals with fur.",
            [("SELF", "has_condition", "allergic to animals with fur"), ("SELF", "has_condition", "allergic to dogs")],
        ),
        ("We enjoy each other's company", [("SELF", "likes", "each other's company")]),
        ("We believe in supporting each other.", [("SELF", "believes", "supporting each other")]),
        ("I moved slowly to avoid the dog.", [("SELF", "move_to", "avoid the dog")]),
        ("We explored nature and caves.", [("SELF", "visited", "caves")]),
        ("I started volunteering here about a year ago.", [("SELF", "started", "volunteering here")]),
        ("I love the thought Anna!", [("SELF", "likes", "thought")]),
        ("I love hot soups, 'cause I'm always cold.", [("SELF", "likes", "hot soups")]),
        ("I quit my job at Acme", [("SELF", "quit", "job at Acme"), ("SELF", "works_at", "Acme")]),
    ],
)  # fmt: skip
def test_a_sentence_is_told_once_and_what_the_parse_refutes_is_dropped(
    text: str, claims: list[tuple[str, str, str | None]]
) -> None:
    """A time is no activity, the next clause no illness; an event stands beside the state that it ends."""
    assert _read(text) == claims


def test_the_time_of_the_next_clause_is_not_this_ones() -> None:
    """Where somebody grew up is not of now."""
    text = "I grew up in Turin but live in Graz now"
    section = read_yaml(data_path("config/pipeline.yaml"))["claims"]
    rules = ClaimReader(reader_settings(ClaimSettings.model_validate(section)))
    times = [(t.char_start, t.char_end, t.surface) for t in TIMES.find(text, SAID_AT, True)]
    sentences = read(text, "en_core_web_sm")
    found = joined(rules.read(text, [], "user", times, []), read_sentences(sentences, times, text), sentences, times)
    assert {c.predicate: c.qualifier_span is not None for c in found} == {"from_place": False, "lives_in": True}


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Crashed my scooter yesterday, so I'm gonna take the bus.", [None]),
        ("I started a Monday book club with my neighbour.", [None]),
        ("Last summer I sold my guitar and bought a banjo.", ["Last summer", "Last summer"]),
    ],
)
def test_a_time_is_of_the_clause_in_which_it_stands_or_of_all_behind_it(text: str, times: list[str | None]) -> None:
    """A plan was dated by the day of the accident that made it, a club by its name."""
    section = read_yaml(data_path("config/pipeline.yaml"))["claims"]
    rules = ClaimReader(reader_settings(ClaimSettings.model_validate(section)))
    found_times = [(t.char_start, t.char_end, t.surface) for t in TIMES.find(text, SAID_AT, True)]
    sentences = read(text, "en_core_web_sm")
    found = joined(
        rules.read(text, [], "user", found_times, []),
        read_sentences(sentences, found_times, text),
        sentences,
        found_times,
    )
    assert [claim.qualifier_span and text[slice(*claim.qualifier_span)] for claim in found] == times


def test_a_time_that_ends_where_the_next_sentence_begins_is_looked_at_in_its_own() -> None:
    """Without a blank between them the stretch behind the time lies in the next sentence, which has more words."""
    text = "I rowed on Monday. We then ate bread with butter and jam on the long pier that lies behind the old harbour."
    first, second = read(text, "en_core_web_sm")
    (claim,) = [c for c in claims_of(text) if c.predicate == "row"]
    start = text.index("Monday")
    for time in ((start, second.char_start), (start, start + len("Monday"))):
        there = replace(
            claim, object="harbour", object_span=(len(text) - 8, len(text) - 1), qualifier_type="at",
            qualifier_span=time,
        )  # fmt: skip
        told = completed(there, [first, second], [first.char_start, second.char_start])
        assert told.predicate == "row"


def test_an_object_that_holds_no_whole_token_is_left_as_it_is() -> None:
    """The words' reading cuts where the parser sees one token: nothing of the parse completes what it found."""
    text = "I own a boat"
    sentences = read(text, "en_core_web_sm")
    (claim,) = [c for c in claims_of(text) if c.predicate == "owns"]
    cut_off = replace(claim, object="oa", object_span=(text.index("oa"), text.index("oa") + 2))
    assert completed(cut_off, sentences, [0]) == cut_off


def test_what_is_had_without_a_thing_says_little_or_nothing_but_raises_nothing() -> None:
    """A relative clause whose complement the words' reading has taken leaves no token of an object."""
    (s,) = read("the van that we decided to have", "en_core_web_sm")
    for clause in clauses_of(s):
        for is_event in (True, False):
            assert says_little(s, clause._replace(antecedent=1), "have", (), is_event, False) in (True, False)
