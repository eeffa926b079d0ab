"""Sentences that begin without their "I": the parser gets one, and the tokens are those of the message."""

import pytest

from kg_assets.language.clauses import clauses_of
from kg_assets.language.parser import read
from kg_assets.language.plain import plain

MODEL = "en_core_web_sm"


@pytest.mark.parametrize(
    ("typed", "parsed"),
    [
        ("quit the bakery last week", "I quit the bakery last week"),
        ("so finally sold the van", "so I finally sold the van"),
        ("been put on statins", "I've been put on statins"),
        ("left my job on Friday", "I left my job on Friday"),
        ("was told it's gout", "I was told it's gout"),
        ("dont know, quit the bakery", "don't know, quit the bakery"),  # only where the sentence begins
        ("started by my uncle", "started by my uncle"),
        ("quit the program and restart it", "quit the program and restart it"),
        ("Adopted children often ask", "Adopted children often ask"),
        ("Finished basement ideas", "Finished basement ideas"),
        ("Booked appointments: 14", "Booked appointments: 14"),
        ("quite good so far", "quite good so far"),
        ("left side of the page", "left side of the page"),
        ("been a long day", "been a long day"),
        ("been 3 years", "been 3 years"),
        ("was it good", "was it good"),
        ("quit smoking tips", "quit smoking tips"),
        ("I quit the bakery", "I quit the bakery"),
        ("started: 2019", "started: 2019"),
    ],
)
def test_where_an_i_is_added(typed: str, parsed: str) -> None:
    assert plain(typed, 0, len(typed)).text == parsed


@pytest.mark.parametrize(
    ("text", "verb", "object_"),
    [
        ("quit the climbing wall last week", "quit", "wall"),
        ("Started metformin, 500 twice a day.", "Started", "metformin"),
        ("ok so just  quit my job", "quit", "job"),
    ],
)
def test_the_verb_is_told_and_no_token_is_added(text: str, verb: str, object_: str) -> None:
    [s] = read(text, MODEL)
    assert [text[a:b] for a, b in zip(s.start, s.end, strict=True)] == [s.word(token) for token in range(len(s))]
    assert all(start < end for start, end in zip(s.start, s.end, strict=True))
    assert "i" not in s.low
    told = [clause for clause in clauses_of(s) if s.word(clause.verb) == verb]
    assert [(clause.mood, clause.tense, clause.subject) for clause in told] == [("stated", "past", None)]
    what = s.child(told[0].verb, "dobj")
    assert what is not None
    assert s.word(what) == object_


def test_an_order_stays_an_order() -> None:
    [s] = read("quit vim", MODEL)
    assert all(clause.mood != "stated" for clause in clauses_of(s))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("If it fails, call them; otherwise, split the website into 4 tasks.", False),
        ("Call them or split the website into 4 tasks.", False),
        ("My knee is bad, split my shin yesterday.", True),
    ],
)
def test_a_form_that_is_past_and_order_is_advice_behind_otherwise(text: str, told: bool) -> None:
    [s] = read(text, MODEL)
    assert any(s.low[clause.verb] == "split" and clause.mood == "stated" for clause in clauses_of(s)) is told
