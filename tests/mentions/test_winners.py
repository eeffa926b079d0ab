"""Eligibility and winners, worked by hand: one example per sort key, then what holds for every message."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.detect.candidate import (
    CODE_LIKE_TOKEN,
    INSIDE_TIME,
    INTERSECTS_CITATION_MARKER,
    INTERSECTS_CODE_FENCE,
    INTERSECTS_INLINE_CODE,
    NO_OFFSETS_UNRELIABLE,
    OVERLAP_HIGHER_SCORE,
    Candidate,
)
from kg_assets.mentions.winners import Exclusions, Verdict, decide, sort_key, surface_hash, verify_offsets, winners

TEXT = "abcdefghijklmnopqrstuvwxyz"


def make(detector: str, start: int, end: int, confidence: float = 0.9, **changes: object) -> Candidate:
    kind = "PERSON" if detector.startswith("NER") else detector.partition(":")[0]
    candidate = Candidate(detector, "1", kind, start, end, TEXT[start:end], confidence, TEXT[start:end])
    return replace(candidate, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("why", "winner", "loser"),
    [
        ("class: structured before lexicon", make("HANDLE", 2, 4, 0.1), make("LEXICON:b", 0, 9, 1.0)),
        ("class: lexicon before NER", make("LEXICON:b", 2, 4, 0.1), make("NER:m", 0, 9, 1.0)),
        ("1 confidence, before length", make("EMAIL", 2, 4, 0.95), make("EMAIL", 0, 9, 0.9)),
        ("2 length, before detector order", make("HASHTAG", 0, 9), make("EMAIL", 2, 4)),
        ("3 detector order, before start", make("EMAIL", 4, 8), make("URL", 1, 5)),
        ("4 start", make("EMAIL", 1, 5), make("EMAIL", 4, 8)),
        ("beyond the six: type", make("NER:m", 1, 5, entity_type="ORG"), make("NER:m", 1, 5, entity_type="PERSON")),
    ],
)
def test_sort_keys(why: str, winner: Candidate, loser: Candidate) -> None:
    for order in ((winner, loser), (loser, winner)):
        verdicts = decide(order, TEXT)
        place = order.index(winner)
        assert verdicts[place] == Verdict(True, None, None), why
        assert verdicts[1 - place] == Verdict(True, place, OVERLAP_HIGHER_SCORE), why


def test_keys_five_and_six_are_part_of_the_key() -> None:
    """Equal length and start make the end equal and with it the surface: both keys stand for the seed's totality."""
    key = sort_key(make("EMAIL", 3, 7))
    assert key[4:7] == (3, -7, surface_hash("defg"))


def test_greedy_pass_is_not_transitive() -> None:
    """The middle one loses to the first, so the last one, which it would have beaten, is emitted."""
    first, middle, last = make("EMAIL", 0, 4, 0.9), make("EMAIL", 3, 8, 0.8), make("EMAIL", 7, 10, 0.7)
    verdicts = decide([last, middle, first], TEXT)
    assert [verdict.reason for verdict in verdicts] == [None, OVERLAP_HIGHER_SCORE, None]
    assert verdicts[1].suppressed_by == 2
    assert winners([last, middle, first], verdicts) == [2, 0]


def test_touching_spans_do_not_overlap() -> None:
    assert all(verdict.reason is None for verdict in decide([make("EMAIL", 0, 4), make("URL", 4, 8)], TEXT))


@pytest.mark.parametrize(
    ("candidate", "exclusions", "reason"),
    [
        (make("EMAIL", 2, 6), Exclusions(blocks=[(5, 9)]), INTERSECTS_CODE_FENCE),
        (make("EMAIL", 2, 6), Exclusions(blocks=[(6, 9)]), None),
        (make("EMAIL", 2, 6), Exclusions(citations=[(0, 3)]), INTERSECTS_CITATION_MARKER),
        (make("EMAIL", 2, 6), Exclusions(inline_code=[(0, 9)]), None),
        (make("HANDLE", 2, 6), Exclusions(inline_code=[(0, 9)]), INTERSECTS_INLINE_CODE),
        (make("NER:m", 2, 6), Exclusions(inline_code=[(0, 9)]), INTERSECTS_INLINE_CODE),
        (make("NER:m", 2, 6), Exclusions(times=[(0, 2), (2, 9)]), INSIDE_TIME),
        (make("NER:m", 2, 6), Exclusions(times=[(2, 6)]), INSIDE_TIME),
        (make("NER:m", 2, 6), Exclusions(times=[(2, 5), (7, 9)]), None),
        (make("PHONE", 2, 6), Exclusions(times=[(0, 9)]), None),
        (make("HASHTAG", 2, 6, suppression_reason=CODE_LIKE_TOKEN), Exclusions(blocks=[(0, 9)]), CODE_LIKE_TOKEN),
        (make("EMAIL", 2, 6, surface="other"), Exclusions(), NO_OFFSETS_UNRELIABLE),
        (make("EMAIL", 20, 30), Exclusions(), NO_OFFSETS_UNRELIABLE),
        (make("NER:m", 0, 1, char_start=None, char_end=None), Exclusions(), NO_OFFSETS_UNRELIABLE),
    ],
)
def test_eligibility(candidate: Candidate, exclusions: Exclusions, reason: str | None) -> None:
    assert decide([candidate], TEXT, exclusions) == [Verdict(reason is None, None, reason)]


def test_suppressed_candidates_take_no_room() -> None:
    noise = make("URL", 0, 9, 0.99, suppression_reason=CODE_LIKE_TOKEN)
    assert [verdict.reason for verdict in decide([noise, make("HANDLE", 1, 3)], TEXT)] == [CODE_LIKE_TOKEN, None]


def test_unreliable_offsets_are_dropped_and_recorded() -> None:
    verified = verify_offsets(make("EMAIL", 2, 6, surface="zzzz"), TEXT)
    assert (verified.char_start, verified.char_end) == (None, None)
    assert verified.details["offset_mismatch"] == {"char_start": 2, "char_end": 6}


def test_spanless_ner_only_when_configured() -> None:
    spanless = make("NER:m", 0, 3, char_start=None, char_end=None, surface="Ann")
    broken = make("NER:m", 0, 3, surface="Ann")
    structured = replace(spanless, detector="EMAIL")
    verdicts = decide([spanless, broken, structured], TEXT, emit_spanless_ner=True)
    assert [verdict.reason for verdict in verdicts] == [None, NO_OFFSETS_UNRELIABLE, NO_OFFSETS_UNRELIABLE]
    assert winners([spanless, broken, structured], verdicts) == [0]


DETECTORS = st.sampled_from(("EMAIL", "URL", "HANDLE", "LEXICON:b", "NER:m"))
CANDIDATES = st.lists(
    st.builds(
        lambda detector, start, length, confidence: make(detector, start, min(26, start + length), confidence / 4),
        DETECTORS,
        st.integers(0, 25),
        st.integers(1, 8),
        st.integers(1, 4),
    ),
    max_size=12,
)


@settings(max_examples=300)
@given(CANDIDATES, st.randoms(use_true_random=False))
def test_winners_never_overlap_and_losers_name_one(candidates: list[Candidate], shuffler: object) -> None:
    verdicts = decide(candidates, TEXT)
    taken: set[int] = set()
    for index in winners(candidates, verdicts):
        span = set(range(candidates[index].char_start or 0, candidates[index].char_end or 0))
        assert taken.isdisjoint(span)
        taken |= span
    for candidate, verdict in zip(candidates, verdicts, strict=True):
        if verdict.reason is not None:
            assert verdict.suppressed_by is not None
            holder = candidates[verdict.suppressed_by]
            assert verdicts[verdict.suppressed_by].reason is None
            assert sort_key(holder) <= sort_key(candidate)
            assert (holder.char_start or 0) < (candidate.char_end or 0)
            assert (candidate.char_start or 0) < (holder.char_end or 0)
    shuffled = list(candidates)
    shuffler.shuffle(shuffled)  # type: ignore[attr-defined]
    again = decide(shuffled, TEXT)
    spans = sorted(
        (c.char_start, c.detector, c.confidence) for c in (candidates[i] for i in winners(candidates, verdicts))
    )
    assert spans == sorted(
        (c.char_start, c.detector, c.confidence) for c in (shuffled[i] for i in winners(shuffled, again))
    )
