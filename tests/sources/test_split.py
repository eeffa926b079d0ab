"""Cutting exports: the same elements whichever way they are cut, and a bad one costs itself alone."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.sources.split import _split_tolerantly, split

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def pieces(data: bytes) -> list[tuple[bytes, str | None]]:
    return [(data[e.offset : e.offset + e.length], e.problem) for e in split(data)]


@given(st.lists(JSON, max_size=6), st.sampled_from([None, 1]), st.booleans())
@settings(max_examples=100)
def test_elements_are_those_of_the_array(values: list[object], indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(values, indent=indent, ensure_ascii=ascii_only)
    data = text.encode("utf-8", "surrogatepass" if ascii_only else "replace")
    found = pieces(data)
    assert [problem for _, problem in found] == [None] * len(values)
    assert [repr(json.loads(piece)) for piece, _ in found] == [repr(value) for value in json.loads(data)]


@given(st.lists(st.dictionaries(st.text(max_size=5), JSON, max_size=3), max_size=5))
@settings(max_examples=100)
def test_both_ways_cut_alike(values: list[object]) -> None:
    data = json.dumps(values, allow_nan=True).encode()
    assert _split_tolerantly(data, 0) == split(data)


@given(st.binary(max_size=60))
@settings(max_examples=400)
def test_no_byte_between_the_brackets_is_lost(noise: bytes) -> None:
    data = b'[{"a":1},' + noise
    found = split(data)
    covered = b"".join(data[e.offset : e.offset + e.length] for e in found)
    kept = covered.translate(None, b" \t\n\r\x0b\x0c,")
    missing = data[1:].translate(None, b" \t\n\r\x0b\x0c,\x00")
    assert kept.translate(None, b"\x00") in (missing, missing.removesuffix(b"]"))
    assert [e.position for e in found] == list(range(len(found)))


def test_a_bad_element_costs_itself() -> None:
    assert pieces(b'[{"t":1},{"t": foo},{"t":3}]') == [
        (b'{"t":1}', None),
        (b'{"t": foo}', "invalid_json"),
        (b'{"t":3}', None),
    ]


def test_after_an_unclosed_text_the_next_conversation_is_found() -> None:
    data = b'[{"t":"a","m":{}},{"t":"unclosed,"m":{}},{"t":"b","m":{}},{"t":"c","m":{}}]'
    assert [problem for _, problem in pieces(data)] == [None, "invalid_json", None, None]


def test_a_cut_off_tail_is_one_element() -> None:
    assert pieces(b'[{"t":1},{"t":[1,2')[1] == (b'{"t":[1,2', "truncated")


def test_a_lone_object_is_an_export_of_one() -> None:
    assert pieces(b'\xef\xbb\xbf {"t":1}\n') == [(b'{"t":1}', None)]
    assert pieces(b"") == []


def test_a_file_of_damaged_elements_takes_no_quadratic_time() -> None:
    data = b"[" + b'{"t":"x,' * 20_000
    assert split(data)[0].problem == "truncated"
