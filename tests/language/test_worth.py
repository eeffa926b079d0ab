"""Which sentences of a message are worth a parse: one's own world, and what is neither question, order nor pasted."""

import pytest

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.language.worth import cue_lines, has_cue, why_unread

SETTINGS = load_config(HOUSE.sections).section("language")

CASES = {
    "own words": (["I sail.", "im done", "They like our boat."], [None, None, None]),
    "people of one's life": (["The kids sail.", "Mom is 71."], [None, None]),
    "a fact beside a question": (["whats good without eggs, my boyfriend Tomasz is allergic"], [None]),
    "questions": (["How deep is the lock?", "Deep enough?", "What a lock costs."], ["question"] * 3),
    "orders behind courtesy": (["Please explain the lock.", "ok now rewrite it"], ["request"] * 2),
    "no subject": (["Sold the boat in June.", "Moved again.", "diabetic since 2019"], [None] * 3),
    "a person": (["She runs the lock."], [None]),
    "impersonal": (["The lock runs itself.", "Locks are deep."], ["impersonal"] * 2),
    "a full name and a state of life": (["Ana Kovac has lived in Graz."], [None]),
    "a full name of something else": (["New York has deep locks."], ["impersonal"]),
    "impersonal beside one's own": (["I keep a boat.", "The lock runs itself."], [None, None]),
    "one word": (["Thanks!"], ["short"]),
    "numbers": (["0000-0001-7611-4143 0000 12"], ["no_words"]),
    "rows of tables": (["| a | b |", "x\ty\tz"], ["table", "table"]),
    "other languages": (["Wir haben die Schleuse nicht gesehen.", "Можешь объяснить это?"], ["language"] * 2),
    "one word of another language": (["Die hard fans sail."], ["impersonal"]),
}


@pytest.mark.parametrize(("sentences", "expected"), CASES.values(), ids=CASES)
def test_why_unread(sentences: list[str], expected: list[str | None]) -> None:
    assert why_unread(sentences, SETTINGS) == expected


def test_of_pasted_text_only_ones_own_is_read() -> None:
    filler = ["She runs the lock at night."] * (SETTINGS.pasted_chars // 20)
    found = why_unread([*filler, "I do not."], SETTINGS)
    assert set(found[:-1]) == {"pasted"}
    assert found[-1] is None


def test_an_assistant_is_heard_where_it_recalls() -> None:
    text = "Locks are deep.\nSince you’re in Porto, take the tram.\n\nYou could also walk."
    assert [text[slice(*line)] for line in cue_lines(text)] == ["Since you’re in Porto, take the tram."]
    assert has_cue("Great that you've moved.")
    assert not has_cue("You could walk.")
    assert why_unread(["Explain that you mentioned it?"], SETTINGS, is_of_chat=False) == [None]
