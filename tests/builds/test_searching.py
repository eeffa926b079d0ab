"""Searches of whole builds: the twenty questions of the book, filters, and what is said when nothing is found."""

import json
import re
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest

from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.queries.context import context
from kg_assets.queries.searching import Found, Search, found, index_of
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened
from tests.conftest import ROOT

pytestmark = pytest.mark.whole

Find = Callable[..., Found]
CONFIG = load_config(HOUSE.sections)
SETTINGS = CONFIG.section("finding")


@pytest.fixture(scope="module")
def find(demo_home: Home) -> Find:
    def ask(text: str, limit: int = 10, **filters: object) -> Found:
        with opened(demo_home) as warehouse:
            index = index_of(demo_home, warehouse, CONFIG)
            return found(warehouse, index, Search(text, limit, **filters), SETTINGS, ZoneInfo("UTC"))  # type: ignore[arg-type]

    return ask


def test_the_questions_of_the_book_are_found(find: Find) -> None:
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    questions = re.findall(r"^\| (.+\?) \| (.+) \|$", text, re.MULTILINE)
    assert len(questions) == 20
    missed = [
        question
        for question, words in questions
        if not any(words in " ".join(hit["text"].split()) for hit in find(question, 3).hits)
    ]
    assert len(missed) <= 1, missed


def test_every_hit_tells_true_places_and_what_is_read_there(find: Find) -> None:
    hits = find("where do I work and live", 30).hits
    assert any(hit["claims"] for hit in hits)
    for hit in hits:
        marked = [hit["text"][place["start"] : place["end"]] for place in hit["matched"]]
        assert all(re.fullmatch(r"\w+", word) for word in marked)
        assert hit["why"], hit["message_id"]
        for claim in hit["claims"]:
            assert hit["text"][claim["start"] : claim["end"]] == claim["quote"]
    scores = [hit["score"] for hit in hits]
    assert scores == sorted(scores, reverse=True)


def test_filters_let_through_what_they_say(find: Find) -> None:
    some = find("python", 50)
    assert {hit["role"] for hit in some.hits} > {"user"}
    assert {hit["role"] for hit in find("python", 50, roles=("user",)).hits} == {"user"}
    dates = [hit["created_at_utc"] for hit in find("python", 50, since="2025-02", until="2025-04").hits]
    assert dates
    assert all("2025-02-01" <= date < "2025-05-01" for date in dates)
    moment = some.hits[0]["created_at_utc"]
    at_once = find("python", 50, since=moment, until=moment).hits
    assert {hit["created_at_utc"] for hit in at_once} == {moment}, "an exact moment is in what begins and ends with it"
    conversation = some.hits[0]["conversation_id"]
    inside = find("python", 50, conversation=conversation[:13]).hits
    assert {hit["conversation_id"] for hit in inside} == {conversation}
    named = find("python postgres work", 20, entity="Lone Beacon").hits
    assert named
    assert all("Lone Beacon" in hit["text"] for hit in named)


def test_a_phrase_must_stand_and_a_word_can_be_excluded(find: Find) -> None:
    assert all("lone beacon" in hit["text"].lower() for hit in find('"lone beacon"', 20).hits)
    assert find('"beacon lone"').hits == []
    without = find("beacon -working", 50).hits
    assert without
    assert not any("working" in hit["text"].lower() for hit in without)
    assert find('"to be"', 5).hits, "words that the index passes over can be found as they stand"


def test_nothing_found_says_what_was_tried(find: Find) -> None:
    assert find("xylophone zeppelins", until="2024").tried == (
        "looked for any of xylophon, zeppelin (as stems); no message has xylophon, zeppelin; only until 2024"
    )
    assert find("the of").tried == (
        "looked for nothing; passed over the, of as words that stand almost everywhere; between quotation marks they "
        "are found as they stand"
    )


def test_the_context_keeps_within_its_characters(find: Find) -> None:
    hits = find("what do I work on", 40).hits
    for characters in (0, 10, 200, 3000):
        assert len(context(hits, characters)) <= characters
    whole = context(hits, 10**6)
    assert all(hit["message_id"] in whole for hit in hits)


def test_the_commands_answer(
    demo_home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(demo_home.root))
    assert main(["search", "what is my partner called", "--limit", "2", "--json"]) == 0
    assert "Dorian" in json.loads(capsys.readouterr().out)[0]["text"]
    assert main(["search", "partner", "called", "-sister", "--since", "2024"]) == 0
    assert "found by its words: partner, called" in capsys.readouterr().out
    assert main(["ask", "what is my partner called", "--tokens", "300"]) == 0
    said = capsys.readouterr().out
    assert "Dorian" in said
    assert len(said) <= 1050
    assert main(["search", "xylophone"]) == 0
    assert "nothing was found: looked for any of xylophon" in capsys.readouterr().err
    assert main(["search", "boat", "--entity", ""]) == 1
    assert "entity was given without a value" in capsys.readouterr().err
    assert main(["search", "boat", "--role", "king"]) == 1
    assert "no message has the role 'king'" in capsys.readouterr().err
