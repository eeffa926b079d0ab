"""Backends, chunking and the gazetteer's rules."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.errors import ConfigError
from kg_assets.mentions.detect.candidate import NO_OFFSETS_UNRELIABLE
from kg_assets.mentions.ner.candidates import ner_backend, ner_candidates
from kg_assets.mentions.ner.chunks import chunk_ranges, deduplicate, find_in_chunks
from kg_assets.mentions.ner.gazetteer import GazetteerBackend
from kg_assets.mentions.ner.name_lists import NameLists
from kg_assets.mentions.ner.span import NerSpan

LISTS = NameLists(
    given=frozenset({"Alice", "Mark", "Jordan", "Paris"}),
    family=frozenset({"Johnson", "Twain"}),
    countries=frozenset({"Norway", "Jordan", "South Korea"}),
    towns=frozenset({"Oslo", "Nice", "Paris", "San Francisco", "Johnson"}),
    organisations=frozenset({"Microsoft", "Shell"}),
    sources=(("test", "1"),),
)


class Words:
    """A backend that finds each occurrence of some words."""

    name, version = "words", "1"
    config: Mapping[str, object] = {}

    def __init__(self, words: Sequence[str], longest: int) -> None:
        self.words, self.longest = words, longest

    def find(self, texts: Sequence[str]) -> list[list[NerSpan]]:
        assert all(len(text) <= self.longest for text in texts)
        return [
            [
                NerSpan(at, at + len(word), "PERSON", word, 0.5)
                for word in self.words
                for at in range(len(text))
                if text.startswith(word, at)
            ]
            for text in texts
        ]


@settings(max_examples=200)
@given(st.text("abc ", max_size=120), st.integers(8, 40), st.integers(4, 7))
def test_chunks_find_what_the_whole_text_gives(text: str, max_chars: int, stride: int) -> None:
    words = ["abc", "ab", "c a"]
    whole = deduplicate(Words(words, len(text)).find([text])[0])
    assert find_in_chunks(Words(words, max_chars), [text], max_chars, stride)[0] == whole


def test_chunk_ranges_cover_and_overlap() -> None:
    assert chunk_ranges(25, 10, 4) == [(0, 10), (6, 16), (12, 22), (18, 25)]
    assert chunk_ranges(10, 10, 4) == [(0, 10)]
    assert chunk_ranges(0, 10, 4) == [(0, 0)]
    with pytest.raises(ValueError, match="ner_stride is 10"):
        chunk_ranges(5, 10, 10)


def test_duplicates_keep_the_highest_confidence() -> None:
    low, high = NerSpan(0, 3, "ORG", "abc", 0.4), NerSpan(0, 3, "ORG", "abc", 0.8)
    other = NerSpan(0, 3, "PERSON", "abc", 0.1)
    assert deduplicate([low, other, high]) == [high, other]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I met Alice Johnson today", [("Alice Johnson", "PERSON")]),
        ("Alice said so", [("Alice", "PERSON")]),
        ("Mark it down, said Mark", []),
        ("by Mark Twain", [("Mark Twain", "PERSON")]),
        ("I live in Nice and a Nice day", [("Nice", "LOCATION")]),
        ("from Paris to Oslo", [("Paris", "LOCATION"), ("Oslo", "LOCATION")]),
        ("I like Oslo. Oslo is fine", [("Oslo", "LOCATION")]),
        ("Norway and South Korea", [("Norway", "LOCATION"), ("South Korea", "LOCATION")]),
        ("we use Microsoft tools, not Shell", [("Microsoft", "ORG")]),
        (
            "at Acme Widgets Inc. or the University of Bergen",
            [("Acme Widgets Inc", "ORG"), ("University of Bergen", "ORG")],
        ),
        ("ask Dr. Zhivago", [("Zhivago", "PERSON")]),
        ("Alicent, @Alice, alice, Alice_x, x-Alice", []),
        ("😀 Alice", [("Alice", "PERSON")]),
    ],
)
def test_gazetteer(text: str, expected: list[tuple[str, str]]) -> None:
    spans = GazetteerBackend(LISTS).find([text])[0]
    assert [(span.surface, span.label) for span in spans] == expected
    assert all(text[span.start : span.end] == span.surface for span in spans)


def test_gazetteer_of_the_installed_packages() -> None:
    backend = ner_backend(None)
    assert backend.name == "gazetteer"
    assert backend.version == GazetteerBackend().version
    found = backend.find(["We flew from Oslo to New York, and Microsoft paid."])[0]
    assert [(span.surface, span.label) for span in found] == [
        ("Oslo", "LOCATION"),
        ("New York", "LOCATION"),
        ("Microsoft", "ORG"),
    ]
    assert GazetteerBackend(LISTS).version != backend.version


def test_usual_names_of_many_countries_are_known_and_words_among_them_are_left_alone() -> None:
    """The lists were those of one country's census: "Nate" and "Tomasz" were nobody. "Per" and "Else" are names too."""
    text = (
        "I met Nate, Tomasz, Søren Jensen and Chloé. Per night it costs 9. Nobody Else came, and there was no Server."
    )
    found = ner_backend(None).find([text])[0]
    assert [span.surface for span in found if span.label == "PERSON"] == ["Nate", "Tomasz", "Søren Jensen", "Chloé"]


def test_spacy_pipeline_from_a_folder(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "GPE", "pattern": "Oslo"}, {"label": "MONEY", "pattern": "ten"}])
    nlp.to_disk(tmp_path / "model")
    backend = ner_backend(str(tmp_path / "model"))
    candidates = ner_candidates(backend, ["é 😀 Oslo for ten"], 1000, 10, ["LOCATION"])[0]
    assert [(item.detector, item.entity_type, item.char_start, item.char_end) for item in candidates] == [
        (f"NER:{backend.name}", "LOCATION", 4, 8)
    ]
    assert backend.config["pipes"] == ["entity_ruler"]


def test_unknown_pipeline_is_explained() -> None:
    with pytest.raises(ConfigError, match="spaCy finds no such pipeline"):
        ner_backend("no_such_pipeline")


class Spanless(Words):
    def find(self, texts: Sequence[str]) -> list[list[NerSpan]]:
        return [[NerSpan(None, None, "PERSON", "Ann", 0.5), NerSpan(None, None, "MONEY", "1", 0.5)] for _ in texts]


def test_allowlist_and_spanless_policy() -> None:
    backend = Spanless([], 10)
    for emit, reason in ((False, NO_OFFSETS_UNRELIABLE), (True, None)):
        (candidate,) = ner_candidates(backend, ["Ann"], 10, 2, ["PERSON"], emit)[0]
        assert (candidate.char_start, candidate.surface, candidate.suppression_reason) == (None, "Ann", reason)
