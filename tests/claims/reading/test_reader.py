"""What must hold for any text: true offsets, order, silence where nothing is said, linear work."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.claims.reading.frames import KINDS, registry
from kg_assets.claims.reading.model import RawClaim
from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml
from kg_assets.mentions.times.engine import TimeEngine, TimeSettings
from tests.claims.reading.shipped import shipped_reader

READER = shipped_reader()
TIMES = TimeEngine(TimeSettings())
PIECES = [
    "I",
    "I'm",
    "im",
    "my",
    "we",
    "live in",
    "Oslo",
    "work at",
    "Nordvik",
    "and",
    ",",
    "love",
    "hiking",
    "a",
    "29",
    "nurse",
    "from",
    "My sister",
    "Omar",
    "is",
    "called",
    "don't",
    "no longer",
    "use",
    "Obsidian",
    "since 2019",
    "moved to",
    "Berlin",
    "last year",
    "want to",
    "learn",
    "Finnish",
    "if",
    "?",
    ".",
    "!",
    "\n",
    "- ",
    "About me:",
    "vegan",
    "two kids",
    '"',
    "’",
    "İ",
    "ß",
    "😀",
    "e\u0301",
    "I’m",
    "allergic to",
    "nuts",
    "She",
    "was born in",
    "feel",
    "tired",
    "have",
    "asthma",
    "prefer tea over coffee",
    "the",
    "costs",
    "900 euros",
    "that",
    "because",
    "St.",
    "$85k",
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=18).map(" ".join)
SENTENCES = [
    "I live in Oslo and work at Nordvik.",
    "My sister lives in Bergen since 2019.",
    "I'm Tom, a 29-year-old carpenter from Leeds.",
    "I don't eat meat.",
    "We moved to Utrecht last summer.",
    "I love hiking and bouldering.",
    "My goal is to read 40 books this year.",
    "I'm allergic to nuts and soy.",
    "Nimbus runs on an ESP32.",
    "I have two sisters, Ana and Mia.",
    "I need to renew my passport by Friday.",
    "I prefer tea over coffee.",
    "I think remote work is here to stay.",
    "I use Obsidian for that.",
    "Vegan, two kids, based in Leeds.",
]


def read(text: str, excluded: list[tuple[int, int]] | None = None, role: str = "user") -> list[RawClaim]:
    times = [(m.char_start, m.char_end, m.surface) for m in TIMES.find(text, "2024-05-17T10:30:00.000Z", True)]
    return READER.read(text, excluded or [], role, times, [])


def content(claims: list[RawClaim]) -> list[tuple[str, str, str | None, str]]:
    return [(c.subject, c.predicate, c.object, c.polarity) for c in claims]


def order(claims: list[RawClaim]) -> list[tuple[int, int, str, str]]:
    return [(c.char_start, -c.char_end, c.predicate, c.object or "") for c in claims]


def broken(text: str, claims: list[RawClaim]) -> list[RawClaim]:
    """The claims whose places, confidence or words cannot be those of the text."""
    words = set(re.findall(r"\w+", text))
    return [claim for claim in claims if not _is_sound(claim, len(text), words)]


def _is_sound(claim: RawClaim, length: int, words: set[str]) -> bool:
    spans = [(claim.char_start, claim.char_end), claim.object_span, claim.subject_span, claim.qualifier_span]
    is_told = claim.object is None or claim.object.startswith("__SELF__/") or claim.object_span is None
    return (
        all(span is None or 0 <= span[0] < span[1] <= length for span in spans)
        and (claim.qualifier_type is None) == (claim.qualifier_span is None)
        and 0 < claim.confidence <= 1
        and (is_told or set(re.findall(r"\w+", claim.object or "")) <= words)
    )


@given(TEXTS, st.sampled_from(["user", "assistant"]))
@settings(max_examples=400)
def test_spans_lie_in_the_text_and_claims_are_in_order(text: str, role: str) -> None:
    """Guards offsets and order on any mixture of words."""
    claims = read(text, role=role)
    assert broken(text, claims) == []
    assert order(claims) == sorted(order(claims))


@pytest.mark.parametrize("text", SENTENCES)
def test_the_object_is_what_its_span_holds(text: str) -> None:
    """Guards that an object's words are those at its place, but for the list head of "allergic to"."""
    for claim in read(text):
        assert claim.object_span is not None
        at_span = text[claim.object_span[0] : claim.object_span[1]]
        assert claim.object is not None
        assert claim.object.startswith("__SELF__/") or at_span in claim.object


@given(TEXTS)
@settings(max_examples=200)
def test_a_question_mark_never_adds_a_claim(text: str) -> None:
    """Guards against reading questions as statements."""
    line = text.replace("\n", " ").rstrip(" .!?…")
    assert set(content(read(line + "?"))) <= set(content(read(line + ".")))


@pytest.mark.parametrize("text", SENTENCES)
@pytest.mark.parametrize("lead", ["  ", "\n\n", "Hello there.\n", "😀 "])
def test_what_stands_around_shifts_offsets_only(text: str, lead: str) -> None:
    """Guards that a sentence means the same wherever it stands in a message."""
    plain, moved = read(text), read(lead + text + "  \n")
    assert content(plain) == content(moved)
    assert [c.char_start + len(lead) for c in plain] == [c.char_start for c in moved]


@pytest.mark.parametrize("text", SENTENCES)
def test_excluded_ranges_are_silent(text: str) -> None:
    """Guards that code, quotations and citations claim nothing, and that the rest still does."""
    both = text + "\n" + text
    assert read(text, [(0, len(text))]) == []
    assert {c.char_start > len(text) for c in read(both, [(0, len(text))])} == {True}
    assert len(read(both)) == 2 * len(read(text))


def test_reading_twice_gives_the_same() -> None:
    """Guards against state between messages."""
    first = [read(text) for text in SENTENCES]
    assert [read(text) for text in reversed(SENTENCES)] == first[::-1]


@pytest.mark.parametrize(
    "text",
    [
        "I am " * 200_000,
        "I am so x. " * 20_000,
        "my " * 300_000,
        "I love a, " * 100_000,
        "a@" * 300_000,
        "a." * 400_000,
        "'" * 500_000,
        'I said "' * 120_000,
        "from: " * 150_000,
        "I have two kids and " * 50_000,
        "((((I " * 150_000,
        "1" * 500_000,
        "Dear I\n" * 100_000,
        "I work at A-" * 80_000,
        "write " * 200_000 + "I am x",
        "- I\n" * 30_000,
        "translate " * 100_000,
        "My sister " * 80_000,
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.parametrize("parts", [10, pytest.param(1, marks=pytest.mark.whole)])
def test_hostile_text_ends(text: str, parts: int) -> None:
    """Guards against superlinear work: half a megabyte of each ends while the test's own time limit lasts, and what
    stands before it is read."""
    text = text[: len(text) // parts]
    claims = read("I live in Oslo.\n\n" + text)
    assert broken(text + "I live in Oslo", claims) == []
    assert ("SELF", "lives_in", "Oslo", "positive") in content(claims)


def test_every_pattern_is_well_formed() -> None:
    """Guards the registry: known object kinds, predicates of the vocabulary, unique ids, sane numbers."""
    vocabulary = set(read_yaml(data_path("config/predicates.yaml"))) | {"relation"}
    frames = {frame.id: frame for frames in registry().values() for frame in frames}
    rows = read_yaml(data_path("config/claims/frames.yaml"))["frames"]
    assert len(frames) == len(rows)
    for frame in frames.values():
        assert frame.object in KINDS
        assert frame.predicate in vocabulary
        assert 0 < frame.confidence <= 1
        assert frame.priority > 0


def test_the_vocabulary_is_whole() -> None:
    """Guards the declaration of every label: inverses exist and point back."""
    predicates = read_yaml(data_path("config/predicates.yaml"))
    used = {frame.predicate for frames in registry().values() for frame in frames} - {"relation"}
    assert used < set(predicates)
    for label, row in predicates.items():
        assert set(row) == {
            "meaning",
            "inverse",
            "category",
            "arity",
            "value_type",
            "entity_type",
            "modality",
            "phrases",
        }
        if row["inverse"] is not None:
            assert predicates[row["inverse"]]["inverse"] == label


@pytest.mark.parametrize(
    "text",
    ["Maybe I'm allergic to nuts.", "Perhaps I have asthma.", "I suspect I have celiac disease.",
     "I'm allergic to nuts, maybe.", "I probably have asthma.", "I might be a vegan.",
     "Possibly I'm lactose intolerant."],
)  # fmt: skip
def test_what_is_doubted_is_less_sure_than_what_closes_others(text: str) -> None:
    """Doubt was heard and told as a fact all the same: it took too little of the confidence."""
    threshold = read_yaml(data_path("config/pipeline.yaml"))["history"]["threshold_close"]
    assert all(claim.confidence < threshold for claim in READER.read(text, (), "user", (), ()))


def test_the_same_without_doubt_is_sure() -> None:
    for text in ("I'm allergic to nuts.", "I have asthma."):
        (claim,) = READER.read(text, (), "user", (), ())
        assert claim.confidence > 0.7
