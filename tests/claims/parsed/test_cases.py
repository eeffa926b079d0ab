"""Whole messages read by clauses: each case of `cases.yaml`, with the parser of the default install."""

from pathlib import Path
from typing import Any

import pytest

from kg_assets.claims.parsed.reader import read_sentences
from kg_assets.claims.reading.model import RawClaim
from kg_assets.core.yamlfile import read_yaml
from kg_assets.language.parser import read
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeSettings

CASES = read_yaml(Path(__file__).parent / "cases.yaml")
TIMES = TimeEngine(TimeSettings())
SAID_AT = "2025-03-14T09:26:53.000Z"


def claims_of(text: str) -> list[RawClaim]:
    times = [(t.char_start, t.char_end, t.surface) for t in TIMES.find(text, SAID_AT, True)]
    return read_sentences(read(text, "en_core_web_sm"), times, text)


def _shown(claim: RawClaim) -> str:
    sign = "~" if claim.notes.get("passing") else ""
    sign += "-" if claim.polarity == "negative" else ""
    return sign + " ".join(filter(None, [claim.subject, claim.predicate, claim.object]))


@pytest.mark.parametrize("case", CASES, ids=[case["say"][:40] for case in CASES])
def test_a_message_says_just_this(case: dict[str, Any]) -> None:
    """More than is said would be as wrong as less."""
    claims = claims_of(case["say"])
    assert sorted(map(_shown, claims)) == sorted(case["claims"])
    if "times" in case:
        assert [case["say"][slice(*c.qualifier_span)] for c in claims if c.qualifier_span] == case["times"]
    if "time" in case:
        times = [case["say"][slice(*c.qualifier_span)] for c in claims if c.qualifier_span]
        assert times == ([] if case["time"] is None else [case["time"]])


@pytest.mark.parametrize("case", CASES, ids=[case["say"][:40] for case in CASES])
def test_every_place_is_where_the_words_stand(case: dict[str, Any]) -> None:
    """A claim is traced to its words: objects are pieces of the text, inside of the claim's own stretch."""
    for claim in claims_of(case["say"]):
        if claim.object_span is not None and not (claim.object or "").startswith("__SELF__/"):
            start, end = claim.object_span
            # Of "allergic to peanuts and eggs" the second is told with the words before the first, and with whom one
            # did something is told behind what one did.
            assert case["say"][start:end].lower() in (claim.object or "").lower()
            assert claim.char_start <= start < end <= claim.char_end


def test_a_relation_is_told_by_the_words_that_name_the_relative() -> None:
    """With the whole clause as its words the accident's day became the day from which there was a son."""
    said = "my son had an accident last Tuesday"
    (relation,) = [claim for claim in claims_of(said) if claim.predicate == "child_is"]
    assert (said[relation.char_start : relation.char_end], relation.qualifier_span) == ("son", None)


@pytest.mark.parametrize(
    ("text", "modalities"),
    [
        ("I'm looking into evening classes", ["state"]),
        ("Still hunting for a flat near the harbour", ["state"]),
        ("I've been looking into evening classes", ["state"]),
        ("I've been mending and painting boats", ["state", "state"]),
        ("I've looked into evening classes", ["fact"]),
        ("Rowing helps me calm down after work", ["state"]),
        ("I was drawn to the old lighthouse", ["fact"]),
        ("I'm drawn to old lighthouses", ["state"]),
    ],
)
def test_what_goes_on_at_the_time_is_no_finished_deed(text: str, modalities: list[str]) -> None:
    assert [claim.modality for claim in claims_of(text)] == modalities


@pytest.mark.parametrize("text", ["Iİ moved to Graz, wasn't it great, İ5", "I moved to Gra\u0301z and I'm glad"])
def test_odd_letters_are_read(text: str) -> None:
    """A capital with two small letters, an accent typed by itself."""
    for claim in claims_of(text):
        assert 0 <= claim.char_start < claim.char_end <= len(text)
