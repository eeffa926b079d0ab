"""Joined parts, fences, quoted lines and citation markers: every range is a stretch of the text itself."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.sources.text import (
    blockquote_ranges_json,
    blockquotes,
    citation_ranges_json,
    citations,
    code_fence_ranges_json,
    code_fences,
    join_parts,
)

MARKDOWN = st.text(alphabet="`` `\n\r> abé😀\t#c++\ue200\ue201\ue202", max_size=120)


def test_one_part_is_the_text_itself() -> None:
    assert join_parts([(3, "a\nb")]) == ("a\nb", None)


@given(st.lists(st.text(max_size=20), min_size=2, max_size=6))
@settings(max_examples=80)
def test_the_part_map_cuts_every_part_out_again(texts: list[str]) -> None:
    joined, part_map = join_parts(list(enumerate(texts)))
    assert part_map is not None
    entries = json.loads(part_map)
    assert [joined[e["char_start"] : e["char_end"]] for e in entries] == texts
    assert joined == "\n\n".join(texts)


def test_a_fence_runs_from_its_line_to_the_end_of_the_closing_one() -> None:
    text = "a\n```python\nx = 1\n```\nb"
    ((start, end, language),) = code_fences(text)
    assert text[start:end] == "```python\nx = 1\n```"
    assert language == "python"


def test_carriage_returns_are_not_part_of_a_fence() -> None:
    text = "a\r\n```js\r\nx\r\n```\r\nb"
    ((start, end, language),) = code_fences(text)
    assert text[start:end] == "```js\r\nx\r\n```"
    assert language == "js"


def test_a_longer_fence_holds_a_shorter_one() -> None:
    text = "````md\n```python\nx\n```\n````\nrest ```"
    assert code_fences(text) == [(0, text.index("\nrest"), "md")]


def test_a_line_with_a_language_closes_nothing() -> None:
    text = "```\na\n```python\nb\n```\nc"
    ((start, end, language),) = code_fences(text)
    assert text[start:end] == "```\na\n```python\nb\n```"
    assert language is None


def test_an_open_fence_runs_to_the_end() -> None:
    assert code_fences("x\n```\ncode") == [(2, 10, None)]
    assert code_fences("x\n```") == [(2, 5, None)]


def test_fences_in_lists_and_odd_languages_are_fences_and_inline_code_is_not() -> None:
    text = "1. do\n   ```c++\n   x\n   ```\n``` inline ``` code\n"
    ((start, end, language),) = code_fences(text)
    assert text[start:end] == "   ```c++\n   x\n   ```"
    assert language == "c++"


def test_quoted_lines_are_ranges_with_their_line_ends() -> None:
    text = "a\n> one\r\n  > two\nb > c\n>last"
    assert [text[start:end] for start, end in blockquotes(text)] == ["> one\r\n", "  > two\n", ">last"]


def test_a_marker_is_a_range_and_the_cited_words_are_not() -> None:
    text = "\ue203said\ue204\ue200cite\ue202turn0search1\ue201 and \ue200broken"
    assert [text[start:end] for start, end in citations(text)] == [
        "\ue203",
        "\ue204",
        "\ue200cite\ue202turn0search1\ue201",
        "\ue200",
    ]


def test_nothing_found_is_no_column() -> None:
    assert (code_fence_ranges_json("a"), blockquote_ranges_json("a"), citation_ranges_json("é")) == (None, None, None)


@given(MARKDOWN)
@settings(max_examples=400)
def test_ranges_are_ordered_disjoint_and_what_they_say(text: str) -> None:
    for found in (code_fences(text), blockquotes(text), citations(text)):
        edges = [edge for item in found for edge in item[:2]]
        assert edges == sorted(edges)
        assert all(item[0] < item[1] <= len(text) for item in found)
    assert all(re.match(r"[ \t]*```", text[start:end]) for start, end, _ in code_fences(text))
    lines = [line for line in text.split("\n") if line.lstrip(" \t\f\v\r").startswith(">")]
    assert [text[start:end].removesuffix("\n") for start, end in blockquotes(text)] == lines
    written = code_fence_ranges_json(text)
    assert written is None or json.loads(written)[0]["char_start"] == code_fences(text)[0][0]


@given(st.lists(st.sampled_from(["```", "````", "```python", "code", "", "text ``` x"]), max_size=12))
@settings(max_examples=300)
def test_fences_of_the_seeds_own_pattern_are_found_as_it_says(lines: list[str]) -> None:
    """The seed's algorithm, line by line, where lines are ones that its pattern knows."""
    text = "\n".join(lines)
    expected, opened, ticks, language, at = [], None, 0, None, 0
    for line in lines:
        match = re.fullmatch(r"(```+)(\w+)?\s*", line)
        if match and opened is None:
            opened, ticks, language = at, len(match[1]), match[2]
        elif match and not match[2] and len(match[1]) >= ticks:
            expected.append((opened, at + len(line), language))
            opened = None
        at += len(line) + 1
    if opened is not None:
        expected.append((opened, len(text), language))
    assert code_fences(text) == expected


def test_a_hundred_thousand_marks_take_no_quadratic_time() -> None:
    assert code_fences("`" * 300_000) == [(0, 300_000, None)]
    assert len(citations("\ue200" * 100_000)) == 100_000
    assert len(blockquotes(">\n" * 50_000)) == 50_000
    assert blockquotes(" " * 200_000 + "x>" * 50_000) == []


@given(MARKDOWN)
@settings(max_examples=200)
def test_the_quick_look_misses_no_marker(text: str) -> None:
    """Texts are looked through for five signs before the pattern runs: any of them alone is a range."""
    found = citations(text)
    stored = citation_ranges_json(text)
    assert (stored is None) == (not found)
    assert [(r["char_start"], r["char_end"]) for r in json.loads(stored or "[]")] == found


@pytest.mark.parametrize("mark", "\ue200\ue201\ue202\ue203\ue204")
def test_each_sign_alone_is_a_marker(mark: str) -> None:
    """A cut-off marker is still none of the person's words."""
    assert citation_ranges_json(f"a{mark}b") == '[{"char_end":2,"char_start":1}]'
