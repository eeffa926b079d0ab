"""A tag's word holds the letters and marks of all scripts, and nothing that only decorates."""

import re
import sys
import unicodedata
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.mentions.detect.tags import _tag_end

PIECES = [
    "a",
    "é",
    "e\u0301",
    "हिन्दी",
    "日本",
    "\ufe0f",
    "\u20e3",
    "\u200d",
    "·",
    "7",
    "_",
    " ",
    "-",
    "😀",
    "ؐ",
    "\U000e0100",
]


@cache
def every_mark() -> str:
    marks = (chr(point) for point in range(0x80, sys.maxunicode + 1) if unicodedata.category(chr(point))[0] == "M")
    return "".join(mark for mark in marks if not "\ufe00" <= mark <= "\ufe0f" and mark != "\u20e3")


@given(st.lists(st.sampled_from(PIECES) | st.characters(), max_size=10).map("".join))
@settings(max_examples=200)
def test_the_word_ends_where_a_class_of_all_letters_and_marks_ends(text: str) -> None:
    match = re.match(rf"[\w{every_mark()}\u00b7\u0f0b\u0f0c\u200c\u200d\u30fb]*", text)
    assert match is not None
    assert _tag_end(text, 0) == match.end()


@pytest.mark.parametrize(("text", "end"), [("हिन्दी!", 6), ("\ufe0f\u20e3", 0), ("", 0), ("a\u0301b c", 3)])
def test_tag_end(text: str, end: int) -> None:
    assert _tag_end(text, 0) == end
