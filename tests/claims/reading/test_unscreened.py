"""The reader with its short cuts and the reader without them hear the same (the screens, the openings of subjects)."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.claims.reading import clauses, reader, regions
from kg_assets.claims.reading.model import RawClaim, SpanPair
from kg_assets.claims.reading.screening import Screen, line_spans
from kg_assets.claims.reading.sentence import Sentence, Spans
from kg_assets.claims.reading.subjects import subject_at
from tests.claims.reading.shipped import shipped_reader
from tests.claims.reading.spoken import invented, said

READER = shipped_reader()
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


def every_line(text: str, _: bool) -> list[SpanPair]:
    return line_spans(text)


def every_token(s: Sentence) -> list[bool]:
    return [True] * len(s)


def read(texts: Sequence[str], excluded: Sequence[SpanPair] = ()) -> list[list[RawClaim]]:
    return [READER.read(text, excluded, role, [], []) for text in texts for role in ("user", "assistant")]


def unscreened(patch: pytest.MonkeyPatch) -> None:
    """Leave out every short cut: all lines are searched, every pattern is tried, a subject is looked for everywhere."""
    patch.setattr(Screen, "matching", everything)
    patch.setattr(reader, "cue_lines", every_line)
    patch.setattr(clauses, "openings", every_token)


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
@settings(derandomize=True, max_examples=80, deadline=None)
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
