"""Small words left out beside one's own people: what the parser gets, and that the tokens stand in the message."""

import pytest

from kg_assets.language.parser import read
from kg_assets.language.plain import plain

MODEL = "en_core_web_sm"


@pytest.mark.parametrize(
    ("typed", "parsed"),
    [
        ("wife pregnant again, due in june", "my wife is pregnant again, due in june"),
        ("so hubby lost his job", "so my hubby lost his job"),
        ("what can I cook, boyfriend is vegan", "what can I cook, my boyfriend is vegan"),
        ("wife Ana working nights", "my wife Ana is working nights"),
        ("my wife Ana working nights", "my wife Ana is working nights"),
        ("mum in hospital since monday", "mum is in hospital since monday"),
        ("so we moving to Leeds", "so we are moving to Leeds"),
        ("and he not eating", "and he is not eating"),
        ("gf allergic to cats", "my girlfriend is allergic to cats"),
        ("dad nearly blind", "dad is nearly blind"),
        ("a bike, son 7 and tall", "a bike, my son is 7 and tall"),
        ("brother a surgeon and I faint", "my brother is a surgeon and I faint"),
        ("dad 4 door saloon", "dad 4 door saloon"),
        ("toddler 38.9 since noon", "toddler 38.9 since noon"),
        ("son 7% of income", "son 7% of income"),
        ("we can't travel, Anna pregnant", "we can't travel, Anna is pregnant"),
        ("I'm broke cos wife lost her job", "I'm broke cos my wife lost her job"),
        ("Kate pregnant, royal news", "Kate pregnant, royal news"),
        ("my friend can't come because wife is in hospital", "my friend can't come because wife is in hospital"),
        ("my coworker and husband moved to Leeds", "my coworker and husband moved to Leeds"),
        ("Tom is off because wife pregnant", "Tom is off because wife pregnant"),
        ("Man jailed as wife died", "Man jailed as wife died"),
        ("Father died 1843, mother died 1851", "Father died 1843, mother died 1851"),
        ("daughter engaged congratulations", "daughter engaged congratulations"),
        ("baby teething signs when", "baby teething signs when"),
        ("cat was domesticated when", "cat was domesticated when"),
        ("mother died today, analyse this opening line", "mother died today, analyse this opening line"),
        ("i lost my job n wife wants to move", "I lost my job and my wife wants to move"),
        ("his wife pregnant, whole village knows", "his wife pregnant, whole village knows"),
        ("husband and wife moved to Spain", "husband and wife moved to Spain"),
        ("Tom and wife moved to Spain", "Tom and wife moved to Spain"),
        ("baby not sleeping tips", "baby not sleeping tips"),
        ("wife birthday gift", "wife birthday gift"),
        ("boss fight strategy", "boss fight strategy"),
        ("dad jokes", "dad jokes"),
        ("translate: wife pregnant", "translate: wife pregnant"),
        ("write a story, wife pregnant", "write a story, wife pregnant"),
        ("husband snoring keeps me awake", "husband snoring keeps me awake"),
        ("Sister Maria is a nun", "Sister Maria is a nun"),
        ("sister Maria is a nun", "sister Maria is a nun"),
        ("Berlin pregnant", "Berlin pregnant"),
        ("Wife Killed Husband", "Wife Killed Husband"),
    ],
)
def test_what_the_parser_gets(typed: str, parsed: str) -> None:
    assert plain(typed, 0, len(typed)).text == parsed


def test_an_added_word_shares_the_place_of_its_neighbour() -> None:
    text = "so wife pregnant again"
    [s] = read(text, MODEL)
    assert s.low == ("so", "my", "wife", "be", "pregnant", "again")
    assert [text[a:b] for a, b in zip(s.start, s.end, strict=True)] == [
        "so",
        "wife",
        "wife",
        "wife",
        "pregnant",
        "again",
    ]
    assert [s.low[child] for child in s.children(2)] == ["my"]
    assert s.low[s.root] == "be"
