"""What makes the gazetteer fast must not change what it finds."""

import re
from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.ner.candidates import ner_candidates
from kg_assets.mentions.ner.gazetteer import GazetteerBackend
from kg_assets.mentions.ner.name_lists import NameLists, _towns
from kg_assets.mentions.ner.rules import ner_rules, sentence_openers

NOBODY = NameLists(frozenset({"Zzz"}), frozenset(), frozenset(), frozenset(), frozenset(), (("test", "1"),))
BACKEND = GazetteerBackend(NOBODY)
PIECES = [
    "Acme", "The", "B2B-Works", " ", "  ", "Inc", "Bank", "University", " of ", "Oslo", "Dr", ".", "Mr ", "Ann", "de",
    "-", "'", "x", "So", "Recently", "É", "Labs", "Draft", "Prof. ", "Captain", "Smith Jones", "\n", "&",
]  # fmt: skip


def _unopened(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The span behind a word that opens its sentence."""
    start, end = span
    first = text[start:end].split()[0]
    opens = first in sentence_openers() - {"The", "This", "My", "Our", "A", "An"}
    at_start = re.search(r"(?:^|[.!?:\n\"“(*#>-])[\s\"'“*_]*$", text[:start][-24:])
    return (start + len(first) + 1, end) if opens and at_start else span


def expected(text: str) -> set[tuple[int, int, str]]:
    """The three shapes as their rules say, looked for everywhere."""
    rules = ner_rules().gazetteer
    word = r"[A-Z][A-Za-z0-9&'’-]{1,30}"
    legal = rf"(?<![\w&'-])(?:{word} ){{1,3}}(?:{'|'.join(sorted(rules.legal_forms))})(?![\w'-])"
    university = rf"(?<![\w'-])University of {word}(?![\w'-])"
    title = (
        rf"(?<![\w'-])(?:{'|'.join(sorted(rules.titles))})\.? ((?:[A-Z][a-z]{{2,30}})(?: [A-Z][a-z]{{1,30}})?)(?![\w])"
    )
    organisations = [match.span() for pattern in (legal, university) for match in re.finditer(pattern, text)]
    leading = ("The", "This", "My", "Our", "A", "An")
    found = {
        (*span, "ORG")
        for span in map(partial(_unopened, text), organisations)
        if len(words := text[slice(*span)].split()) > 1 and words[0] not in leading
    }
    return found | {(*match.span(1), "PERSON") for match in re.finditer(title, text)}


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@settings(max_examples=250)
def test_shapes_are_found_wherever_their_rules_match(text: str) -> None:
    hits = BACKEND._matcher.find_matches_as_indexes(text, overlapping=True)
    assert {(span.start, span.end, span.label) for span in BACKEND._by_shape(text, hits)} == expected(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("So Zeta Foods Inc hired me", "Zeta Foods Inc"), ("we sold. And Acme Bank paid", "Acme Bank"),
        ("Recently Orbis Labs failed", "Orbis Labs"), ("At Hello Fresh Inc we eat", "Hello Fresh Inc"),
        ("we saw Hello Fresh Inc", "Hello Fresh Inc"), ("- Yesterday Zeta Works Ltd closed", "Zeta Works Ltd"),
        ("So The Zeta Inc", None), ("Maybe Bank", None), ("So Zeta", None),
    ],
)  # fmt: skip
def test_a_word_that_opens_the_sentence_is_no_part_of_a_firm(text: str, named: str | None) -> None:
    assert [text[span.start : span.end] for span in BACKEND.find([text])[0]] == ([named] if named else [])


@pytest.mark.parametrize("text", ["I joined ETH Zurich", "at UC Berkeley", "near TU Munich", "the MIT Boston lab"])
def test_a_place_behind_initials_is_half_of_a_name(text: str) -> None:
    towns = frozenset({"Zurich", "Berkeley", "Munich", "Boston"})
    known = NameLists(frozenset(), frozenset(), frozenset(), towns, frozenset(), (("test", "2"),))
    assert GazetteerBackend(known).find([text, text.replace(text.split()[-2], "in")])[0] == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("by Lars R. R. Kjeldahl, who", ["Lars R. R. Kjeldahl"]), ("Lars B. Ingmar called", ["Lars B. Ingmar"]),
        ("I saw Lars and R. Ingmar", ["Lars", "Ingmar"]), ("ask Lars R. about it", ["Lars"]),
    ],
)  # fmt: skip
def test_initials_between_two_names_make_one_of_them(text: str, named: list[str]) -> None:
    known = NameLists(frozenset({"Lars", "Ingmar"}), frozenset(), frozenset(), frozenset(), frozenset(), ())
    assert [text[span.start : span.end] for span in GazetteerBackend(known).find([text])[0]] == named


def test_an_accent_that_is_written_apart_hides_no_name() -> None:
    """The surface and the offsets are those of the text, the normal form that of the name."""
    known = NameLists(frozenset({"Märta"}), frozenset(), frozenset(), frozenset(), frozenset(), ())
    text = "with Ma\u0308rta, Märta"
    found = ner_candidates(GazetteerBackend(known), [text], 1000, 10, ["PERSON"])[0]
    assert [(c.surface, c.normalized) for c in found] == [("Ma\u0308rta", "märta"), ("Märta", "märta")]
    assert [text[c.char_start : c.char_end] for c in found] == ["Ma\u0308rta", "Märta"]


def test_towns_are_counted_by_prefix() -> None:
    from phonenumbers.geodata import GEOCODE_DATA

    counts: Counter[str] = Counter()
    for names in GEOCODE_DATA.values():
        for name in names.get("en", "").split("/"):
            counts[name.partition(",")[0].partition(" - ")[0].strip()] += 1
    towns = set(_towns(8))
    assert len(towns) > 1000
    assert all(counts[town] >= 8 for town in towns)
    assert towns >= {town for town, count in counts.items() if count >= 8 and re.fullmatch(r"[A-Z][a-z]{2,20}", town)}
