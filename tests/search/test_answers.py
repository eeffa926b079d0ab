"""A question is answered first by what claims say of whom it asks about, also where its words stand elsewhere."""

from zoneinfo import ZoneInfo

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.queries.claimed import answers
from kg_assets.queries.context import context
from kg_assets.queries.searching import Search, found, index_of
from kg_assets.search.typed import understood
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

pytestmark = pytest.mark.whole

CONFIG = load_config(HOUSE.sections)
FINDING = CONFIG.section("finding")


def said(home: Home, question: str) -> list[str]:
    with opened(home) as warehouse:
        index = index_of(home, warehouse, CONFIG)
        assert index.claims is not None
        return [told for _, told in answers(index.claims, understood(question, index.words, 100, 1000), FINDING)]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("what am I allergic to", "you have shellfish allergy"),
        ("where do I live", "you live in Seattle"),
        ("Where do I work?", "you work on Sellemex"),
        ("who is my manager", "your manager is Merle Grandottir"),
        ("who is my boss", "your manager is Merle Grandottir"),
        ("what is my job", "you work as data engineer"),
        ("who is my employer", "you do not work at Caloshift University"),
        ("when did I move to Seattle", "you moved to Seattle"),
        ("where does Bruno Castellane live", "Bruno Castellane lives in Rennes"),
        ("does my sister live in Oslo", "your sister lives in Montpellier"),
    ],
)
def test_the_claim_of_whom_is_asked_about_answers(demo_home: Home, question: str, first: str) -> None:
    assert said(demo_home, question)[0] == first


@pytest.mark.parametrize(
    "words",
    [
        "allergic", "live in Seattle", "what about the wiring", "where does the lantern live", "who is my neighbour",
        "did I move my blue sofa to the garage with Tom", 'where do I "live"', "where do I live -Seattle", "what", "?",
    ],
)  # fmt: skip
def test_what_asks_for_no_claim_is_left_to_the_words(demo_home: Home, words: str) -> None:
    assert said(demo_home, words) == []


def test_insomnia_is_no_allergy(demo_home: Home) -> None:
    """Both are conditions, and one phrase of that relation is "is allergic to"; its own words must show it."""
    assert said(demo_home, "what am I allergic to") == ["you have shellfish allergy"]


def test_an_assistant_is_given_the_answer_first(demo_home: Home) -> None:
    with opened(demo_home) as warehouse:
        index, zone = index_of(demo_home, warehouse, CONFIG), ZoneInfo("UTC")
        hits = found(warehouse, index, Search("what am I allergic to", 5), FINDING, zone).hits
        none = found(warehouse, index, Search("what am I allergic to", 5, until="2024-10"), FINDING, zone).hits
    assert hits[0]["why"][0] == "what it says: you have shellfish allergy"
    assert "claim: the person has shellfish allergy" in context(hits[:1], 2000)
    assert len(hits) == 5
    assert not any(why.startswith("what it says") for hit in none for why in hit["why"]), "filters hold for answers too"


def test_what_a_filter_leaves_is_answered_too(demo_home: Home) -> None:
    """The newest answers are of Seattle; of the first autumn it is another."""
    one = FINDING.model_copy(update={"answers": 1})
    with opened(demo_home) as warehouse:
        index, zone = index_of(demo_home, warehouse, CONFIG), ZoneInfo("UTC")
        hit = found(warehouse, index, Search("where do I live", 3, until="2024-10"), one, zone).hits[0]
    assert "what it says: you live in Copenhagen" in hit["why"]


def test_what_was_said_on_no_day_says_so_in_full() -> None:
    """It was cut like a time: "on an unknown da"."""
    hit = {"role": "user", "created_at_utc": None, "title": None, "message_id": "m1", "before": None, "text": "Hello.",
           "claims": []}  # fmt: skip
    assert context([hit], 500) == "[1] user, on an unknown day, in “untitled”, message m1\n  Hello.\n"
