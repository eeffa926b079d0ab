"""Sentence bounds by signs: what ends a sentence, what does not, and what stands before one."""

import pytest

from kg_assets.language.bounds import sentence_bounds

CASES = {
    "stops and questions": ("I sold it. Why not? Well…", ["I sold it.", "Why not?", "Well…"]),
    "abbreviations": ("Dr. Novak lives on St. Anne St. 4 now.", ["Dr. Novak lives on St. Anne St. 4 now."]),
    "an I at the end": ("She is older than I. So what.", ["She is older than I.", "So what."]),
    "closing marks": ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
    "lists": ("- buy milk\n2) call mum\n* [x] pack", ["buy milk", "call mum", "pack"]),
    "headings": ("## My week\nquiet", ["My week", "quiet"]),
    "short lines stand alone": ("hey\ni moved to lyon\nany tips", ["hey", "i moved to lyon", "any tips"]),
    "signs alone are none": ("---\n***\n!!!", []),
    "trailing dots go on": ("I was going... maybe not", ["I was going... maybe not"]),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_bounds(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_bounds(text)] == expected


def test_a_wrapped_line_goes_on_in_the_next() -> None:
    text = "we have lived in the old house at the harbour ever since my\nsister sold hers\nMonday is fine"
    found = [text[start:end] for start, end in sentence_bounds(text, wrapped_chars=40)]
    assert found == [text[:76], "Monday is fine"]
    assert len(sentence_bounds(text, wrapped_chars=70)) == 3


def test_nothing_is_read_within_breaks_and_gaps_are_space() -> None:
    text = "I use ```print('x.')``` daily, says <3> my boss."
    found = sentence_bounds(text, breaks=[(6, 23)], gaps=[(36, 39)])
    assert [text[start:end] for start, end in found] == ["I use", "daily, says <3> my boss."]
