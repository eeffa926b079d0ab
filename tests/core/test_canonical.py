"""Canonical JSON: the standard's bytes for what it can hold, the source's value for everything else."""

import csv
import enum
import json
import math
import struct
from pathlib import Path
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.core import canonical as canonical_json
from kg_assets.core.canonical import (
    CanonicalError,
    ParseError,
    canonical,
    canonical_text,
    clean_text,
    dump,
    number_text,
    parse,
    profile_of,
)

BENCH = Path(__file__).resolve().parents[3] / "shared" / "bench"

# Characters at which one of the parsers, orders or escapes in play changes its mind.
EDGES = st.sampled_from([*'ab":\\/,{} \n\t\0\x1f\x7f', *"é\u2028\ue200\uffff\U00010000😀"])
SURROGATES = st.sampled_from("\ud83d\ude00\udfff")
EDGE_NUMBERS = st.sampled_from(
    [0.0, -0.0, 1.0, 1e3, 1e16, 1e20, 1e21, 1e22, 5e-324, 1e-6, 9.999e-6, 1e-5, 1e-7, 0.1, 2.0**53, -(2.0**60)]
)
WIDE_NUMBERS = st.sampled_from([2**53, -(2**53), 2**64, -(2**63) - 1, 10**30, math.nan, math.inf, -math.inf])
BEYOND_RFC = ("big_integer", "duplicate_key", "infinity", "lone_surrogate", "nan")


def json_values(texts: st.SearchStrategy[str], scalars: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    leaves = st.one_of(st.none(), st.booleans(), texts, scalars)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
        max_leaves=12,
    )


STANDARD_TEXTS = st.text(EDGES, max_size=5)
STANDARD_NUMBERS = (
    st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False) | EDGE_NUMBERS
)
STANDARD_VALUES = json_values(STANDARD_TEXTS, STANDARD_NUMBERS)


class Pairs(list[tuple[str, Any]]):
    """An object as it stands in a source: its members in order, keys perhaps repeated."""


WILD_TEXTS = st.text(EDGES | SURROGATES, max_size=4)
WILD_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), WILD_TEXTS, STANDARD_NUMBERS, WIDE_NUMBERS),
    lambda inner: st.lists(inner, max_size=4) | st.lists(st.tuples(WILD_TEXTS, inner), max_size=4).map(Pairs),
    max_leaves=12,
)


def write_source(value: Any, draw: Any) -> str:
    """A JSON text for the value, with the freedom that a source has: white space and escapes."""
    space = draw(st.sampled_from(["", "", " ", "\n\t"]))
    if isinstance(value, Pairs):
        members = (f"{write_source(key, draw)}{space}:{write_source(item, draw)}" for key, item in value)
        return "{" + space + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(write_source(item, draw) for item in value) + space + "]"
    if not isinstance(value, str):
        return json.dumps(value) + space
    escape_all = any("\ud800" <= char <= "\udfff" for char in value) or draw(st.booleans())
    text = json.dumps(value, ensure_ascii=escape_all)
    return space + (text.replace(":", draw(st.sampled_from(["\\u003a", "\\u003A", ":"]))))


def is_same(one: Any, other: Any) -> bool:
    """Equal as Python's json reads them: integers exact, NaN equal to NaN."""
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(is_same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, bool) or isinstance(other, bool) or one is None:
        return one is other
    if isinstance(one, float) and math.isnan(one):
        return isinstance(other, float) and math.isnan(other)
    if isinstance(one, float):
        # RFC 8785 writes doubles below 1e21 as integers; read as a double it is the same number.
        return isinstance(other, (int, float)) and float(other) == one
    return type(one) is type(other) and one == other


def has_repeats(value: Any) -> bool:
    if isinstance(value, Pairs):
        return len({key for key, _ in value}) != len(value) or any(has_repeats(item) for _, item in value)
    return isinstance(value, list) and any(map(has_repeats, value))


@settings(max_examples=700)
@given(STANDARD_VALUES)
def test_standard_values_have_the_reference_bytes(value: Any) -> None:
    expected = rfc8785.dumps(value)
    assert canonical(value) == expected
    assert canonical_text(value).encode() == expected
    parsed = parse(json.dumps(value).encode())
    assert (parsed.canonical, parsed.profile) == (expected, ())
    assert dump(parsed.value) == expected
    assert canonical(parsed.value) == expected


@settings(max_examples=700)
@given(WILD_VALUES, st.data())
def test_any_source_keeps_its_value(value: Any, data: st.DataObject) -> None:
    source = write_source(value, data.draw)
    read = json.loads(source)
    parsed = parse(source.encode())
    assert is_same(read, json.loads(parsed.canonical))
    assert dump(parsed.value) == parsed.canonical
    assert profile_of(parsed.value) == parsed.profile
    assert set(parsed.profile) <= set(BEYOND_RFC)
    assert ("duplicate_key" in parsed.profile) == has_repeats(value)
    assert parse(parsed.canonical).canonical == parsed.canonical
    try:
        expected = rfc8785.dumps(read)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError):
        assert parsed.profile
        with pytest.raises(CanonicalError):
            canonical(read)
    else:
        assert canonical(read) == expected
        assert parsed.profile or parsed.canonical == expected


@settings(max_examples=150)
@given(WILD_VALUES, st.data())
def test_reading_level_by_level_gives_what_the_recursive_reading_gives(value: Any, data: st.DataObject) -> None:
    source = write_source(value, data.draw)
    by_levels = canonical_json._Reader(source)._read_levels()
    assert dump(by_levels) == parse(source.encode()).canonical


@settings(max_examples=150)
@given(WILD_VALUES, st.data())
def test_every_part_dumps_to_its_piece_of_the_whole(value: Any, data: st.DataObject) -> None:
    parsed = parse(write_source({"parts": [value]}["parts"], data.draw).encode())
    assert b"[" + b",".join(dump(part) for part in parsed.value) + b"]" == parsed.canonical


@settings(max_examples=2000)
@given(st.integers(0, 2**64 - 1))
def test_every_double_is_written_as_the_reference_writes_it(bits: int) -> None:
    (number,) = struct.unpack(">d", bits.to_bytes(8, "big"))
    if math.isfinite(number):
        expected = rfc8785.dumps(number)
        assert number_text(number).encode() == expected
        assert canonical([number])[1:-1] == expected
        assert parse(repr(number).encode()).canonical == expected


def test_orjson_escapes_every_character_as_the_standard_does() -> None:
    """The fast path rests on this: orjson and RFC 8785 agree on each of the 1,112,064 characters."""
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    text = "".join(characters)
    assert orjson.dumps(text) == rfc8785.dumps(text)


@pytest.mark.parametrize(
    ("source", "stored", "profile"),
    [
        (b"NaN", b"NaN", ("nan",)),
        (b"[-Infinity,1e400]", b"[-Infinity,Infinity]", ("infinity",)),
        (b"123456789012345678901234567890", b"123456789012345678901234567890", ("big_integer",)),
        (b"9007199254740993", b"9007199254740993", ("big_integer",)),
        (b"9007199254740991", b"9007199254740991", ()),
        (b'"\\uD83D x"', b'"\\ud83d x"', ("lone_surrogate",)),
        (b'"\\uD83D\\uDE00"', '"😀"'.encode(), ()),
        (b'"\\ude00\\ud83d"', b'"\\ude00\\ud83d"', ("lone_surrogate",)),
        (b'{"b":1,"a":{"x":1},"b":2,"a":3}', b'{"a":{"x":1},"a":3,"b":1,"b":2}', ("duplicate_key",)),
        (b'{"a\\u003a":1,"a":2,"a":3}', b'{"a":2,"a":3,"a:":1}', ("duplicate_key",)),
        (b'{"a" : 1,\n"\\u0061": 2}', b'{"a":1,"a":2}', ("duplicate_key",)),
        ('{"\uffff":1,"😀\\":é":2,"z":"😀\\":"}'.encode(), '{"z":"😀\\":","😀\\":é":2,"\uffff":1}'.encode(), ()),
        ('{"\uffff":1,"😀\\"x":2}'.encode(), '{"😀\\"x":2,"\uffff":1}'.encode(), ()),
        ('{"\uffff":1,"😀\\\\":2}'.encode(), '{"😀\\\\":2,"\uffff":1}'.encode(), ()),
        ('{"\uffff":1,"😀":2}'.encode(), '{"😀":2,"\uffff":1}'.encode(), ()),
        (b"[0.1000000000000000055, 1E2, -0.0, -0, 1e-7]", b"[0.1,100,0,0,1e-7]", ()),
        (b'\xef\xbb\xbf{"a": "\x7f"}', b'{"a":"\x7f"}', ()),
    ],
)
def test_what_is_stored(source: bytes, stored: bytes, profile: tuple[str, ...]) -> None:
    parsed = parse(memoryview(source))
    assert (parsed.canonical, parsed.profile) == (stored, profile)


@pytest.mark.parametrize(
    ("source", "reason", "offset"),
    [
        (b"", "invalid_json", 0),
        (b"[1,]", "invalid_json", 3),
        (b"[1] x", "invalid_json", 4),
        ('["é", 01]'.encode(), "invalid_json", 8),
        (b'"\x01"', "invalid_json", 1),
        (b'{"a":"\xff"}', "invalid_utf8", 6),
        (b'"\xed\xa0\x80"', "invalid_utf8", 1),
        (b"[" + b"9" * 5000 + b"]", "number_too_long", 1),
        (b"[" * 3000 + b"1 2" + b"]" * 3000, "invalid_json", 3002),
        (b"[" * 200_000, "nested_too_deeply", 100_001),
    ],
)
def test_what_cannot_be_read_says_why_and_where(source: bytes, reason: str, offset: int) -> None:
    with pytest.raises(ParseError) as refusal:
        parse(source)
    assert (refusal.value.reason, refusal.value.offset) == (reason, offset)


@settings(max_examples=700)
@given(st.text(st.sampled_from('[]{}",:01.eE+-\\u ntf\n'), max_size=12))
def test_parse_accepts_exactly_what_the_standard_library_accepts(source: str) -> None:
    try:
        json.loads(source)
    except ValueError:
        with pytest.raises(ParseError):
            parse(source.encode())
    else:
        parse(source.encode())


def test_ten_thousand_levels() -> None:
    """A crash of the interpreter's stack guard in one conversation must not end a build."""
    lists = b"[" * 10_000 + b"NaN" + b"]" * 10_000
    objects = b'{"a":' * 10_000 + b"1e0" + b"}" * 10_000
    assert parse(lists).canonical == lists
    assert parse(objects).canonical == objects.replace(b"1e0", b"1")


def test_a_cut_object_forgets_its_repeated_members() -> None:
    """Forgetting a node removes it from the parsed source; a hidden twin of its key must go with it."""
    parsed = parse(b'{"b":1,"a":1,"a":2}')
    parsed.value["c"] = 3
    del parsed.value["a"]
    assert dump(parsed.value) == b'{"b":1,"c":3}'


class Colour(enum.StrEnum):
    RED = "red"


@pytest.mark.parametrize("value", [(1, [2.0]), {"a": Colour.RED}, {Colour.RED: True}, Colour.RED])
def test_python_values_that_the_reference_takes(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("value", [{1: 2}, {None: 1}, b"x", {1, 2}, object(), math.nan, 2**53, "\ud83d", {"\ud83d": 1}])
def test_python_values_that_rfc_8785_cannot_hold(value: Any) -> None:
    with pytest.raises(CanonicalError):
        canonical([value])


def test_a_value_that_holds_itself_is_refused() -> None:
    ring: list[Any] = []
    ring.append(ring)
    with pytest.raises(CanonicalError):
        canonical(ring)


def test_clean_text_keeps_the_length() -> None:
    assert clean_text("a\ud83d😀\ude00") == "a\ufffd😀\ufffd"
    assert clean_text("plain") == "plain"


@pytest.mark.skipif(not BENCH.exists(), reason="the published vectors are not here")
def test_published_documents() -> None:
    for line in (BENCH / "rfc8785_documents.jsonl").read_text("utf-8").splitlines():
        vector = json.loads(line)
        expected = bytes.fromhex(vector["output_hex"])
        assert canonical(json.loads(vector["input"])) == expected, vector["id"]
        assert parse(vector["input"].encode()).canonical == expected, vector["id"]


@pytest.mark.skipif(not BENCH.exists(), reason="the published vectors are not here")
def test_published_numbers() -> None:
    with (BENCH / "rfc8785_es6numbers_10k.csv").open() as vectors:
        for bits, expected in csv.reader(vectors):
            (number,) = struct.unpack(">d", bytes.fromhex(bits.zfill(16)))
            assert canonical_text(number) == expected
            assert parse(repr(number).encode()).canonical.decode() == expected
