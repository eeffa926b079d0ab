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
        ("work nights, how to sleep", "I work nights, how to sleep"),
        ("a worksheet? teach year 3", "a worksheet? I teach year 3"),
        ("people who work at Lidl", "people who work at Lidl"),
        ("live in nanny jobs", "live in nanny jobs"),
        ("Live in Tokyo", "Live in Tokyo"),
        ("Anna pregnant, what now", "Anna is pregnant, what now"),
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
