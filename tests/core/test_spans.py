"""Spans against sets of positions; offset maps against texts whose characters know where they came from."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core.spans import ByteOffsets, Edit, OffsetMap, Ranges, Span, fold, mask, replace

LENGTH = 24
SPANS = st.lists(st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)), max_size=6)
TEXTS = st.text(st.sampled_from("aB İßﬁΣςK😀漢é\u0345\ue200"), max_size=20)


def positions(spans: object) -> set[int]:
    return {at for start, end in spans for at in range(start, end)}  # type: ignore[attr-defined]


@st.composite
def texts_with_replacements(draw: st.DrawFn) -> tuple[str, list[tuple[int, int, str]]]:
    text = draw(TEXTS)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return text, [(start, end, draw(st.text("xyz", max_size=3))) for start, end in pairs]


@settings(max_examples=500)
@given(SPANS, SPANS)
def test_ranges_are_sets_of_positions(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    these, those = Ranges(one), Ranges(other)
    assert positions(these) == positions(one)
    assert positions(these.subtract(those)) == positions(one) - positions(other)
    assert positions(these.union(those)) == positions(one) | positions(other)
    assert positions(these.complement(LENGTH)) == set(range(LENGTH)) - positions(one)
    assert (these == those) == (positions(one) == positions(other))
    assert all(earlier.end < later.start for earlier, later in pairwise(these))


@settings(max_examples=500)
@given(SPANS, st.integers(0, LENGTH), st.integers(0, LENGTH))
def test_ranges_answer_as_sets(spans: list[tuple[int, int]], start: int, end: int) -> None:
    ranges, held, asked = Ranges(spans), positions(spans), set(range(start, end))
    assert ranges.intersects(start, end) == bool(held & asked)
    assert ranges.covers(start, end) == (asked <= held)
    assert ranges.contains(start) == (start in held)
    assert ranges.touching(start, end) == [span for span in ranges if positions([span]) & asked]


@settings(max_examples=800)
@given(texts_with_replacements(), st.data())
def test_an_offset_map_knows_where_each_character_came_from(
    case: tuple[str, list[tuple[int, int, str]]], data: st.DataObject
) -> None:
    text, replacements = case
    made, offsets = replace(text, replacements)
    assert (offsets.source_length, offsets.target_length) == (len(text), len(made))
    origins = origins_of(text, replacements)
    assert "".join(character for character, _ in origins) == made
    start = data.draw(st.integers(0, len(made)))
    end = data.draw(st.integers(start, len(made)))
    found = offsets.to_source(start, end)
    if start < end:
        assert found == (origins[start][1].start, origins[end - 1][1].end)
    copied = [(at, origin) for at, (character, origin) in enumerate(origins) if character not in "xyz"]
    for at, origin in copied:
        assert offsets.to_target(*origin) == (at, at + 1)
    if start < end and all(origins[edge][1].start < origins[edge][1].end for edge in (start, end - 1)):
        back = offsets.to_target(*found)
        assert back.start <= start
        assert end <= back.end


def origins_of(text: str, replacements: list[tuple[int, int, str]]) -> list[tuple[str, Span]]:
    origins: list[tuple[str, Span]] = []
    at = 0
    for start, end, new in sorted(replacements):
        origins += [(text[place], Span(place, place + 1)) for place in range(at, start)]
        origins += [(character, Span(start, end)) for character in new]
        at = end
    return origins + [(text[place], Span(place, place + 1)) for place in range(at, len(text))]


@settings(max_examples=500)
@given(TEXTS, st.data())
def test_folding_finds_its_way_back(text: str, data: st.DataObject) -> None:
    folded, offsets = fold(text)
    assert folded == text.casefold()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    there = offsets.to_target(start, end)
    assert folded[there.start : there.end] == text[start:end].casefold()
    assert start == end or offsets.to_source(*there) == (start, end)


def test_a_hit_inside_a_folded_character_is_the_whole_character() -> None:
    folded, offsets = fold("groß ﬁn İx")
    at = folded.index("ss") + 1
    assert offsets.to_source(at, at + 1) == (3, 4)
    x = folded.index("x")
    assert offsets.to_source(x, x + 1) == (9, 10)


@settings(max_examples=500)
@given(st.text(max_size=30) | TEXTS)
def test_byte_offsets_agree_with_encoding(text: str) -> None:
    offsets = ByteOffsets(text)
    for codepoint in range(len(text) + 1):
        byte = len(text[:codepoint].encode())
        assert offsets.to_byte(codepoint) == byte
        width = len(text[codepoint : codepoint + 1].encode())
        assert [offsets.to_codepoint(byte + inner) for inner in range(width)] == [codepoint] * width
    assert offsets.to_codepoints(0, len(text.encode())) == (0, len(text))


@settings(max_examples=300)
@given(TEXTS, SPANS)
def test_masking_keeps_every_other_character_in_place(text: str, spans: list[tuple[int, int]]) -> None:
    hidden = positions(spans)
    expected = "".join("·" if at in hidden else character for at, character in enumerate(text))
    assert mask(text, Ranges(spans), "·") == expected


@pytest.mark.parametrize("edits", [[Edit(2, 5, 1), Edit(4, 6, 1)], [Edit(0, 11, 0)], [Edit(3, 2, 0)], [Edit(0, 1, -1)]])
def test_edits_that_contradict_each_other_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="edits"):
        OffsetMap(10, edits)


def test_a_span_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="does not lie"):
        OffsetMap(3).to_target(2, 4)
