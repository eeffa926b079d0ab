"""The reader with its short cuts and the reader without them hear the same (the screens, the openings of subjects)."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.claims.reading import (
    clauses,
    fragments,
    moods,
    objects_states,
    possession,
    reader,
    regions,
    subjects,
)
from kg_assets.claims.reading.analysis import Analysis
from kg_assets.claims.reading.cues import asks_throughout
from kg_assets.claims.reading.frames import Frame, registry
from kg_assets.claims.reading.model import RawClaim, SpanPair
from kg_assets.claims.reading.moods import stated_range
from kg_assets.claims.reading.persons import turn_to_person
from kg_assets.claims.reading.reader import ClaimReader
from kg_assets.claims.reading.sentence import Sentence, Spans
from kg_assets.claims.reading.subjects import subject_at
from kg_assets.claims.reading.tokens import straighten
from kg_assets.language.screening import Screen, Stretch, line_spans
from tests.claims.reading.shipped import shipped_reader
from tests.claims.reading.spoken import invented, said

READER = shipped_reader()
# Where a sentence without any of these words is not looked at further.
SHORT_CUTS = (
    (clauses, "_JOINING"), (moods, "_STORIES"), (possession, "_OPINION_WORDS"), (possession, "_PERSONAL"),
)  # fmt: skip
SAID = said()
PIECES = [
    "I live in Oslo. ",
    "> ",
    "```",
    "My sister",
    '"',
    "is a vet",
    ".\n",
    "You mentioned that you're vegan",
    "here",
    " ",
]
TEXTS = st.lists(st.sampled_from([*PIECES, *SAID[:200]]), max_size=8).map("".join)


def everything(_: Screen, text: str) -> Sequence[int]:
    return range(len(regions.SCREENED))


def every_line(text: str, _: bool) -> list[Stretch]:
    return [Stretch(start, end, end) for start, end in line_spans(text)]


def every_token(s: Sentence) -> list[bool]:
    return [True] * len(s)


def never(*_: object) -> bool:
    return False


def always(*_: object) -> bool:
    return True


class Meeting(frozenset[str]):
    """The words of a short cut, which no longer rule out a sentence."""

    def isdisjoint(self, _: Iterable[object]) -> bool:
        return False


class Everything(frozenset[str]):
    def __contains__(self, _: object) -> bool:
        return True


def every_item(verb: str, _: str) -> list[Frame]:
    return [frame for frame in registry()[verb] if frame.id in fragments._ITEMS[verb]]


def read(texts: Sequence[str], excluded: Sequence[SpanPair] = ()) -> list[list[RawClaim]]:
    return [READER.read(text, excluded, role, [], []) for text in texts for role in ("user", "assistant")]


def unscreened(patch: pytest.MonkeyPatch) -> None:
    """Leave out every short cut: all lines are searched, every pattern is tried, a subject is looked for everywhere.

    Questions are taken apart too, and so are clauses that no pattern knows the verb of.
    """
    patch.setattr(Screen, "matching", everything)
    patch.setattr(reader, "cue_stretches", every_line)
    patch.setattr(READER, "_silent", set())
    patch.setattr(READER, "_likely", {})
    patch.setattr(reader, "_MOST_SILENT", 0)
    patch.setattr(reader, "asks_throughout", never)
    patch.setattr(clauses, "openings", every_token)
    patch.setattr(Analysis, "_is_idle", never)
    patch.setattr(fragments, "_openable", every_item)
    patch.setattr(subjects, "_may_be_name", always)
    patch.setattr(possession, "speaks_of_relatives", always)
    for module, name in SHORT_CUTS:
        patch.setattr(module, name, Meeting(getattr(module, name)))
    patch.setattr(objects_states, "_CONDITION_STARTS", Everything())


def test_nothing_that_was_ever_said_reads_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards the gold set and the cases, plain, shouted, and one below the other as in a letter or a transcript."""
    texts = [*SAID, *(text.upper() for text in SAID[::6]), *(text.replace("'", "\u2019") for text in SAID[::6])]
    texts += [f"Ana: hello\n{one}\nBen: {two}\nAna: bye" for one, two in list(pairwise(SAID))[::6]]
    screened = read(texts)
    unscreened(monkeypatch)
    assert read(texts) == screened
    assert sum(map(bool, screened)) > len(SAID) / 2


def test_an_invented_export_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards long messages with lists, code, quotations and citations, most of which claim nothing."""
    texts = [text for text in invented() if len(text) < 6000][:200]
    screened = read(texts)
    unscreened(monkeypatch)
    assert read(texts) == screened
    assert any(screened)


@given(text=TEXTS, start=st.integers(0, 60), length=st.integers(0, 30))
@settings(max_examples=80)
def test_any_mixture_reads_the_same(text: str, start: int, length: int) -> None:
    """Guards what is said around excluded ranges, which may join lines."""
    excluded = [(min(start, len(text)), min(start + length, len(text)))]
    screened = read([text], excluded)
    with pytest.MonkeyPatch.context() as patch:
        unscreened(patch)
        assert read([text], excluded) == screened


def test_a_text_that_may_not_claim_claims_nothing() -> None:
    """Guards the choice of messages: what is not read at all would give nothing."""
    texts = [*SAID, *invented()[:400]]
    silent = [(text, role) for text in texts for role in ("user", "assistant") if not READER.may_claim(text, role)]
    assert all(READER.read(text, [], role, [], []) == [] for text, role in silent)
    assert len(silent) > 100


def test_no_subject_begins_where_none_is_looked_for() -> None:
    """Guards `openings`: whoever teaches `subject_at` a new beginning has to name it there."""
    for text in SAID:
        for form in (text, text.lower()):
            s = Sentence(form, 0, len(form), Spans([]), Spans([]))
            opens = clauses.openings(s)
            assert [at for at in range(len(s)) if not opens[at] and subject_at(s, at)] == []


def test_a_question_that_its_first_words_tell_states_nothing() -> None:
    """Guards `asks_throughout` against the moods, whichever way somebody leads into the question."""
    asked = [
        (text, is_assistant)
        for said in (
            *SAID,
            "Should it happen that you have only a day, I moved.",
            "what i want is rest",
            "What is my name",
        )
        for text in (said, f"Ok, so {said}", f"how {said}", f"is the {said}", f'- "Would you say {said}')
        for is_assistant in (False, True)
        if asks_throughout(straighten(text), 0, len(text), is_assistant)
    ]
    for text, is_assistant in asked:
        s = Sentence(straighten(text), 0, len(text), Spans([]), Spans([]))
        if is_assistant:
            turn_to_person(s)
        assert stated_range(s, text.endswith("?")) is None
    assert {is_assistant for _, is_assistant in asked} == {False, True}


def test_what_was_read_before_changes_nothing() -> None:
    """Guards the memory for sentences that say nothing: another time, name, role or heading makes another sentence."""
    texts = [*SAID[::5], *(f"About me:\n- {text}" for text in SAID[::15])]
    for text in texts:
        second = re.compile(r"\S+").search(text, min(len(text), 8))
        names = [second.span()] if second else []
        times = [(*span, text[slice(*span)]) for span in names]
        for role in ("user", "assistant"):
            READER.read(text, [], role, [], [])
            for found in ((times, []), ([], names), ([], [])):
                assert READER.read(text, [], role, *found) == ClaimReader(READER.settings).read(text, [], role, *found)


def test_asking_first_whether_a_text_may_claim_changes_nothing() -> None:
    """Guards what is remembered of a text until it is read, under the role that was asked for."""
    for text in SAID[::8]:
        for asked in ("user", "assistant"):
            READER.may_claim(text, asked)
            assert read([text]) == [
                ClaimReader(READER.settings).read(text, [], role, [], []) for role in ("user", "assistant")
            ]
