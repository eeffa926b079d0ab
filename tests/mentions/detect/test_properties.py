"""What holds for every text: offsets, reasons, order, independence of batching, and bounded work."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.detect.candidate import CODE_LIKE_TOKEN, DETECTOR_ORDER, INTERSECTS_CODE_FENCE, DetectSettings
from kg_assets.mentions.detect.engine import BATCH_CHARS, DetectEngine
from kg_assets.mentions.detect.ranges import RangeIndex, citation_marker_ranges, inline_code_ranges

ENGINE = DetectEngine(DetectSettings())
REGIONAL = DetectEngine(DetectSettings(phone_region="US"))

PIECES = (
    "a@b.org", "http://a.org/x_(y)", "https://", "10.1000/x", "123e4567-e89b-12d3-a456-426655440000", "commit a1b2c3d",
    "e3b0c44298fc1c149afbf4c8996fb924", "10.0.0.1", "fe80::1", "+1 650 253 0000", "/etc/hosts", "src/a.py", "bit.ly",
    "arXiv:2101.12345", "CVE-2021-44228", "0000-0002-1694-233X", "@bob", "#tag", "#fff", "@property", "plt.show",
    "😀", "👨‍👩‍👧", "e\u0301", "שלום", "مرحبا", "日本語", "\u200f",
    "\ue200cite\ue201", "\r\n", "\n", "\t", " ", "`", "``", "(", ")", ".", ",",
    "'", '"', "/", "\\", ":", "@", "#", "+", "-", "1.", "::", "//", "C:\\x y\\", "\u0000",
    "\ud800", "ß", "İ", "．", "＃", "＋",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=14).map("".join)
BOUNDED = settings(max_examples=250)


@BOUNDED
@given(TEXTS)
def test_offsets_give_the_surface_and_order_is_fixed(text: str) -> None:
    found = REGIONAL.find(text)
    for item in found:
        assert item.char_start is not None
        assert item.char_end is not None
        assert 0 <= item.char_start < item.char_end <= len(text)
        assert text[item.char_start : item.char_end] == item.surface
        assert item.suppression_reason in (None, CODE_LIKE_TOKEN)
        assert (item.suppression_reason is None) == ("noise" not in item.details)
        assert 0 < item.confidence <= 1
        assert item.normalized
    keys = [(DETECTOR_ORDER.index(item.detector), item.char_start, item.char_end) for item in found]
    assert keys == sorted(keys)


@BOUNDED
@given(st.lists(TEXTS, max_size=6))
def test_a_batch_finds_what_each_message_alone_gives(texts: list[str]) -> None:
    assert ENGINE.find_batch(texts) == [ENGINE.find(text) for text in texts]


def test_many_batches_keep_the_order_of_messages() -> None:
    filler = "x" * (BATCH_CHARS // 3)
    texts = [f"{filler} user{number}@host.org {'é' if number % 2 else ''}" for number in range(9)]
    found = ENGINE.find_batch(texts)
    assert [[item.surface for item in each] for each in found] == [[f"user{n}@host.org"] for n in range(9)]


@BOUNDED
@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=4))
def test_excluded_ranges_mark_and_keep(text: str, pairs: list[tuple[int, int]]) -> None:
    ranges = [(start, start + length) for start, length in pairs]
    plain, marked = ENGINE.find(text), ENGINE.find(text, ranges)
    assert [item.surface for item in plain] == [item.surface for item in marked]
    for before, after in zip(plain, marked, strict=True):
        meets = any(
            low < (before.char_end or 0) and (before.char_start or 0) < high and low < high for low, high in ranges
        )
        expected = before.suppression_reason or (INTERSECTS_CODE_FENCE if meets else None)
        assert after.suppression_reason == expected


@BOUNDED
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 9)), max_size=6), st.integers(0, 40), st.integers(1, 9))
def test_range_index_agrees_with_sets(pairs: list[tuple[int, int]], start: int, length: int) -> None:
    covered = {point for low, size in pairs for point in range(low, low + size)}
    index = RangeIndex([(low, low + size) for low, size in pairs])
    span = range(start, start + length)
    assert index.meets(start, start + length) == (not covered.isdisjoint(span))
    outside = [point for low, high in index.gaps(start, start + length) for point in range(low, high)]
    assert outside == [point for point in span if point not in covered]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a `b` c", ["`b`"]),
        ("``a ` b`` `c`", ["``a ` b``", "`c`"]),
        ("`a\n\nb`", []),
        ("`a` ` b", ["`a`"]),
        ("`a\nb`", ["`a\nb`"]),
        ("none", []),
    ],
)
def test_inline_code(text: str, expected: list[str]) -> None:
    assert [text[low:high] for low, high in inline_code_ranges(text)] == expected


def test_citation_markers() -> None:
    text = "see \ue200cite\ue202turn0\ue201 and \ue203x\ue204"
    assert [text[low:high] for low, high in citation_marker_ranges(text)] == [
        "\ue200cite\ue202turn0\ue201",
        "\ue203",
        "\ue204",
    ]


ADVERSARIAL = (
    "a@", "1.1.1.", "((((", "http://", "a.b.", "/a", "+1", "::", "#a", "@a", "f", "a.b@", "http://a/(", "http://a/x(",
    "10.1234/(", '"a"@', "1:1:", "a-", "x://", "http://a.com/中", "中.com", "`a`", "é.", "1-", "1 ",
    "C:\\a a a a ", "\\\\a",
)  # fmt: skip


def _seconds(engine: DetectEngine, text: str) -> float:
    started = time.process_time()
    engine.find(text)
    return time.process_time() - started


@pytest.mark.parametrize("piece", ADVERSARIAL)
def test_work_grows_linearly(piece: str) -> None:
    """Four times the text may cost little more than four times the work; squared work would cost sixteen times."""
    unit = 50_000
    small = min(_seconds(REGIONAL, piece * (unit // len(piece))) for _ in range(2))
    large = _seconds(REGIONAL, piece * (4 * unit // len(piece)))
    assert large < 10 * small + 0.05
