"""Words that take something back: what is found in them, and everywhere that only looks like it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.claims.contracts import RETRACTION_CANDIDATES
from kg_assets.claims.retracting.candidates import retraction_rows
from kg_assets.claims.retracting.model import Described, Last, RawRetraction
from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.claims.retracting.reader import RetractionReader
from kg_assets.core.ids import IdSpace
from tests.claims.retracting.clauses import reads

READER = RetractionReader(load_settings(), reads)
THAT = ("that", 1)  # the last claim, at most one turn of the person back
HERE = ("that", 0)  # the last claim of the same message


def shape(raw: RawRetraction) -> tuple[object, ...]:
    """Type, words' target as (subject, predicate, object) or that, and the replacement alike."""

    def of(described: Last | Described | None) -> object:
        if isinstance(described, Last):
            return ("that", described.reach)
        return described and (described.subject, described.predicate, described.object)

    kind = {"full": "full", "correction": "correct", "temporal_bound": "end"}[raw.retraction_type]
    return (kind, of(raw.target)) if raw.replacement is None else (kind, of(raw.target), of(raw.replacement))


def found(text: str) -> list[tuple[object, ...]]:
    return [shape(raw) for raw in READER.read(text, [], [])]


def words(obj: str) -> tuple[None, None, str]:
    return (None, None, obj)


YORK = ("SELF", "lives_in", "York")
FULL = [
    ("Actually, that's not true.", THAT),
    ("Actually that is wrong", THAT),
    ("Sorry, that wasn't right.", THAT),
    ("I live in York. That's not true, sorry.", HERE),
    ("I was wrong.", THAT),
    ("oh, I misspoke", THAT),
    ("What I said earlier isn't true.", THAT),
    ("Scratch that.", THAT),
    ("I take that back.", THAT),
    ("Never mind, I take that back.", THAT),
    ("I have to take that back!", THAT),
    ("On second thought, forget it.", THAT),
    ("Scratch that about York.", words("York")),
    ("Just kidding.", THAT),
    ("haha I'm only joking", THAT),
    ("Wait, strike that!", THAT),
    ("Never mind what I said.", THAT),
    ("I was wrong about living in York.", YORK),
    ("I was wrong about York", words("York")),
    ("I was mistaken about my job.", ("SELF", "works_at", None)),
    ("I lied about where I live", ("SELF", "lives_in", None)),
    ("Please forget what I said about learning Welsh, that was a mistake.", ("SELF", "learning", "Welsh")),
    ("Could you forget what I told you about my sister?", words("sister")),
    ("Scratch that, what I said about York isn't true.", words("York")),
    ("I never said I live in York.", YORK),
    ("It's not true that I live in York.", YORK),
    ("I don’t actually live in York", YORK),
    ("I never lived in York.", YORK),
    ("Sorry, I've never actually lived in York", YORK),
    ("I have never worked at Acme!", ("SELF", "works_at", "Acme")),
]
CORRECTIONS = [
    ("Actually, it's Leeds, not York.", words("York"), words("Leeds")),
    ("Actually it's Leeds not York", words("York"), words("Leeds")),
    ("Sorry, I meant Leeds, not York.", words("York"), words("Leeds")),
    ("I meant not York but Leeds.", words("York"), words("Leeds")),
    ("Sorry, Leeds, not York!", words("York"), words("Leeds")),
    ("No, not York, Leeds.", words("York"), words("Leeds")),
    ("Oh no, not a Yamaha, but a Honda.", words("Yamaha"), words("Honda")),
    ("Correction: it's Leeds, not York.", words("York"), words("Leeds")),
    ("I was wrong earlier, it's Leeds, not York.", words("York"), words("Leeds")),
    ("It's not York, it's Leeds.", words("York"), words("Leeds")),
    ("It isn't York, it's Leeds.", words("York"), words("Leeds")),
    ("I meant in Leeds, not in York.", words("York"), words("Leeds")),
    ("I meant Leeds.", THAT, words("Leeds")),
    ("Correction: Leeds", THAT, words("Leeds")),
    ("No wait, Leeds", THAT, words("Leeds")),
    ("Oh, wait, no, it's Leeds.", THAT, words("Leeds")),
    ("Correction: I live in Leeds.", ("SELF", "lives_in", None), ("SELF", "lives_in", "Leeds")),
    ("Actually, I live in Leeds, not York.", YORK, ("SELF", "lives_in", "Leeds")),
    ("Actually no, I'm 35, not 34.", ("SELF", "age_is", "34"), ("SELF", "age_is", "35")),
    ("Scratch that. It's Leeds, not York.", words("York"), words("Leeds")),
]
ENDS = [
    ("That's no longer true.", THAT),
    ("This isn't the case anymore", THAT),
    ("Not anymore.", THAT),
    ("I no longer work at Acme.", ("SELF", "works_at", "Acme")),
    ("I don't work at Acme any more.", ("SELF", "works_at", "Acme")),
    ("My sister no longer lives in Oslo.", ("__SELF__/sister", "lives_in", "Oslo")),
    ("I stopped working at Acme", ("SELF", "works_at", "Acme")),
    ("I've recently stopped using Notion", ("SELF", "uses", "Notion")),
    ("I quit smoking.", words("smoking")),
    ("We gave up coffee, by the way.", words("coffee")),
    ("I've quit!", ("SELF", "works_at", None)),
    ("I got laid off last week", ("SELF", "works_at", None)),
    ("well, they sacked me on Tuesday", ("SELF", "works_at", None)),
    ("they let me go last week", ("SELF", "works_at", None)),
    ("they laid me off in May", ("SELF", "works_at", None)),
    ("the gaffer's gone and they finished me, 12 years", ("SELF", "works_at", None)),
    ("My boss let me go yesterday", ("SELF", "works_at", None)),
    ("got my cards on Monday", ("SELF", "works_at", None)),
    ("I sold my Honda Civic.", ("SELF", "owns", "Honda Civic")),
    ("I broke up with Sam", ("SELF", "partner_is", "Sam")),
    ("I have moved out of York, finally", YORK),
    ("I finished Loomwright.", ("SELF", "works_on", "Loomwright")),
    ("We've shipped Loomwright!", ("SELF", "works_on", "Loomwright")),
    ("I shelved Loomwright.", ("SELF", "works_on", "Loomwright")),
    ("Loomwright is finally done.", ("SELF", "works_on", "Loomwright")),
    ("I'm done with Loomwright.", ("SELF", "uses", "Loomwright")),
    ("handed in my notice at Acme", ("SELF", "works_at", "Acme")),
    ("I gave my notice yesterday", ("SELF", "works_at", None)),
    ("My last day is 31 October", ("SELF", "works_at", None)),
    ("My last day at Acme was Friday.", ("SELF", "works_at", "Acme")),
    ("Last day is 31 October", ("SELF", "works_at", None)),
    ("last day on Friday", ("SELF", "works_at", None)),
    ("I've decided not to write a cookbook.", ("SELF", "plans_to", "write a cookbook")),
    ("I chose not to write a cookbook in the end", ("SELF", "plans_to", "write a cookbook")),
    ("I changed my mind about the cookbook.", ("SELF", "plans_to", "cookbook")),
    ("im not going to write a cookbook after all", ("SELF", "plans_to", "write a cookbook")),
]


@pytest.mark.parametrize(("text", "target"), FULL, ids=[row[0] for row in FULL])
def test_taken_back_whole(text: str, target: object) -> None:
    assert found(text) == [("full", target)]


@pytest.mark.parametrize(("text", "target", "new"), CORRECTIONS, ids=[row[0] for row in CORRECTIONS])
def test_corrected(text: str, target: object, new: object) -> None:
    assert found(text) == [("correct", target, new)]


@pytest.mark.parametrize(("text", "target"), ENDS, ids=[row[0] for row in ENDS])
def test_ended(text: str, target: object) -> None:
    assert found(text) == [("end", target)]


def test_the_day_of_an_end_silences_the_end_without_one() -> None:
    """ "I quit!! last day is 31 October" ends once, on that day; without a day both only say that it is over."""
    text = "I quit!! last day is 31 October"
    (raw,) = READER.read(text, [], [(21, 31, "31 October")])
    assert (raw.pattern_id, raw.qualifier_span) == ("end.last_day", (21, 31))
    assert len(READER.read("I quit!! last day is soon", [], [])) == 2


@pytest.mark.parametrize(
    "text",
    [
        "", "I finished my coffee.", "The tests are done.", "Is Loomwright done?",
        "I live in York.", "I like tea, not coffee.", "Did I say that I no longer work at Acme?",
        "If I stopped using Notion, what then?", "Suppose I no longer work at Acme.", "She said that's not true.",
        "He told me I was wrong about York.", "Write a story: I stopped using Notion.",
        "Translate into German:\nI no longer work at Acme.", '"I no longer work at Acme" is what to say.',
        "Dear Sir,\nI no longer work at Acme.", "Act as a nurse.\nI no longer work at Acme.",
        "Actually, that's not true, the function returns None.", "That's wrong, your code has a bug.",
        "I stopped by York.", "I stopped to buy milk.", "I left my keys at home.", "I meant to ask about rent.",
        "I meant the other one.", "It's great, not bad?", "never mind", "that's not what I want",
        "No wait, go back", "Wait, Python is slow", "kidding aside, I like it", "Are you kidding?", "you're joking",
        "I stopped it.", "Is that no longer true?", "I could say I was wrong about York",
        "I never lived in York alone.", "I've never worked at Acme on weekends", "I never liked York.",
    ],
)  # fmt: skip
def test_what_is_no_retraction(text: str) -> None:
    """Questions, conditions, other people's words, requests, quotations, and what is said about an answer."""
    assert found(text) == []


def test_offsets_are_those_of_the_message() -> None:
    text = "Hi! 😀 I like İstanbul. Sorry, I meant Leeds, not York. Bye."
    (raw,) = READER.read(text, [], [])
    assert text[raw.char_start : raw.char_end] == "I meant Leeds, not York"
    assert raw.replacement is not None
    assert raw.replacement.object_span is not None
    assert text[slice(*raw.replacement.object_span)] == "Leeds" == raw.replacement.text


def test_a_time_is_the_end_and_no_part_of_what_ended() -> None:
    text = "I quit smoking in March 2024."
    start = text.index("March")
    (raw,) = READER.read(text, [], [(start, start + 10, "March 2024")])
    assert raw.qualifier_span == (start, start + 10)
    assert isinstance(raw.target, Described)
    assert raw.target.object == "smoking"
    (raw,) = READER.read("I decided not to move in March 2024.", [], [(25, 35, "March 2024")])
    assert raw.qualifier_span is None, "a time in a plan is none of its end"
    (raw,) = READER.read("I was wrong about York yesterday.", [], [(23, 32, "yesterday")])
    assert raw.qualifier_span is None, "only an end has a time"


@pytest.mark.parametrize(
    ("text", "time", "retimed"),
    [
        ("I meant since March 2018.", "March 2018", ("March 2018", "since", True)),
        ("I meant March 2018.", "March 2018", ("March 2018", None, True)),
        ("Sorry, until May 2018 not May 2019.", "May 2018", ("May 2018", "until", True)),
        ("I meant in 2018.", None, ("2018", None, False)),
        ("Sorry, 2019 not 2017.", None, ("2019", None, False)),
        ("I meant Leeds.", None, None),
        ("I meant 2018 and 3 dogs.", None, None),
    ],
)
def test_a_time_alone_is_no_object(text: str, time: str | None, retimed: tuple[str, str | None, bool] | None) -> None:
    """With or without its preposition; a year that was not read as a time is marked as that."""
    start = text.index(time) if time else 0
    (raw,) = READER.read(text, [], [(start, start + len(time), time)] if time else [])
    assert raw.replacement is not None
    found = raw.replacement.retimed
    if retimed is None:
        assert found is None
    else:
        assert found is not None
        assert found.span is not None
        assert (text[slice(*found.span)], found.qualifier_type, found.is_read) == retimed


def test_the_same_again_of_another_time() -> None:
    """ "Actually, I work at Acme since 2013, not 2012": what is corrected is the same fact."""
    text = "Actually, I work at Acme since 2013, not 2012."
    (raw,) = READER.read(text, [], [(31, 35, "2013")])
    assert shape(raw) == ("correct", ("SELF", "works_at", "Acme"), ("SELF", "works_at", "Acme"))
    assert raw.replacement is not None
    assert raw.replacement.retimed is not None
    assert raw.replacement.retimed.span is None


@pytest.mark.parametrize("lead", ["Actually no, ", "No wait, ", "sorry, no - "])
def test_what_is_said_against_an_answer_takes_the_place_of_the_same_fact(lead: str) -> None:
    """ "Actually no, my sister lives in Graz" leaves one home, not two; without a claim nothing is corrected."""
    fact = ("__SELF__/sister", "lives_in", None)
    assert found(lead + "my sister lives in Graz") == [("correct", fact, ("__SELF__/sister", "lives_in", "Graz"))]
    assert found(lead + "make it shorter") == []


def test_excluded_ranges_hold_nothing() -> None:
    text = "I've quit! I no longer work at Acme."
    assert len(READER.read(text, [], [])) == 2
    assert [raw.char_start for raw in READER.read(text, [(0, 5)], [])] == [11]
    assert READER.read(text, [(0, len(text))], []) == []


def test_several_ended_by_one_verb_have_places_of_their_own() -> None:
    text = "I no longer live in York or in Leeds."
    raws = READER.read(text, [], [])
    assert [shape(raw)[1] for raw in raws] == [YORK, ("SELF", "lives_in", "Leeds")]
    assert [text[r.char_start : r.char_end] for r in raws] == ["I no longer live in York", text[:-1]]


def test_rows_hold_the_words_and_are_told_apart_by_place() -> None:
    text = "I've quit. Actually, it's Leeds, not York."
    rows = retraction_rows(IdSpace("550e8400-e29b-41d4-a716-446655440000"), "m", text, READER.read(text, [], []))
    assert [set(row) for row in rows] == [set(RETRACTION_CANDIDATES.arrow_schema().names)] * 2
    assert len({row["candidate_id"] for row in rows}) == 2
    assert all(text[row["char_start"] : row["char_end"]] == row["surface_text"] for row in rows)
    assert json.loads(rows[0]["target_json"])["predicate"] == "works_at"
    assert json.loads(rows[1]["replacement_json"])["object"] == "Leeds"


SENTENCES = [row[0] for row in (*FULL, *CORRECTIONS, *ENDS)]


@settings(max_examples=60)
@given(st.sampled_from(SENTENCES), st.text(" \n\t", max_size=4), st.text(" \n\t", max_size=4))
def test_space_around_moves_offsets_only(text: str, before: str, after: str) -> None:
    plain = [(r.pattern_id, r.char_start + len(before), r.char_end + len(before)) for r in READER.read(text, [], [])]
    moved = [(r.pattern_id, r.char_start, r.char_end) for r in READER.read(before + text + after, [], [])]
    assert moved == plain


@settings(max_examples=100)
@given(st.lists(st.sampled_from([*SENTENCES, "I was", "not", "?", "…", "“", "İ", "no longer", ","]), max_size=6))
def test_spans_lie_in_the_text_whatever_it_is(pieces: list[str]) -> None:
    text = " ".join(pieces)
    for raw in READER.read(text, [], []):
        assert 0 <= raw.char_start < raw.char_end <= len(text)
        if raw.replacement is not None and raw.replacement.object_span is not None:
            assert text[slice(*raw.replacement.object_span)] == raw.replacement.object


@pytest.mark.parametrize(
    "piece", ["I was wrong about ", "not, ", "!", "scratch that, ", "actually, no, ", "it's ", '"']
)
def test_long_repetitions_end(piece: str) -> None:
    """Guards against quadratic work: text that makes backtracking engines slow is read to its end."""
    said = "\n\nI live in York. That's not true."
    for text in (piece * (200_000 // len(piece)), (piece + ".\n") * (100_000 // len(piece))):
        raws = READER.read(text + said, [], [])
        assert all(0 <= raw.char_start < raw.char_end <= len(text + said) for raw in raws)
        assert shape(raws[-1]) == ("full", HERE)
