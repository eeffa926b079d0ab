"""Screens: what they rule out is certain, for the patterns of the reader and for patterns of every make."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.claims.reading import cues, regions
from kg_assets.claims.reading.screening import Screen, line_spans, loosened
from tests.claims.reading.spoken import said

CUES = {"user": cues.CUES[False], "assistant": cues.CUES[True]}
WORDS = st.sampled_from(
    [
        "i", "my", "me", "here", "hiking", "moved", "works", "at", "about me", "you", "said", "since", "the user",
        "your", "job", "is", "5", ".", "!", "…", "?", "\n", "- ", "* ", "@", "#", "é", "ß", "K", "_", "\u2003", "name:",
    ]
)  # fmt: skip
TEXTS = st.lists(WORDS | st.text(max_size=3), max_size=14).flatmap(
    lambda parts: st.sampled_from([" ", ""]).map(lambda between: between.join(parts))
)


@pytest.mark.parametrize("role", ["user", "assistant"])
@given(text=TEXTS)
@settings(derandomize=True, max_examples=80, deadline=None)
def test_every_cue_lies_in_a_line_that_the_screen_names(role: str, text: str) -> None:
    """Guards against a sentence that is never read: the lines of a screen hold all that the pattern itself finds."""
    low, is_assistant = text.lower(), role == "assistant"
    found = [match.start() for match in CUES[role].finditer(low)]
    lines = cues.cue_lines(low, is_assistant)
    assert lines == sorted(set(lines))
    assert [at for at in found if not any(start <= at < end for start, end in lines)] == []
    assert cues.may_hold_cue(text, is_assistant) or not found


@pytest.mark.parametrize("role", ["user", "assistant"])
def test_a_line_gives_the_cues_that_the_whole_text_gives(role: str) -> None:
    """Guards that reading line by line hears the same, in everything that people were ever recorded to say here."""
    for text in said():
        low = text.lower()
        whole = [match.start() for match in CUES[role].finditer(low)]
        heard = []
        for start, end in cues.cue_lines(low, role == "assistant"):
            while (cue := cues.find_cue(low, role == "assistant", start, end)) is not None:
                heard.append(cue[0])
                start = cue[1]
        assert heard == whole


@pytest.mark.parametrize("name", regions.SCREENED)
def test_a_region_is_looked_for_wherever_it_is(name: str) -> None:
    """Guards the regions: whatever a pattern finds in any text, in any case, its screen has announced."""
    number = list(regions.SCREENED).index(name)
    for text in said():
        for form in (
            text,
            text.upper(),
            f"Dear all,\n{text}\nBest,\nAna: {text}\nFrom: me\nTo: you",
            f"Translate:\n{text}",
        ):
            if regions.SCREENED[name].search(form):
                assert number in regions.SCREEN.matching(form)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (re.compile(r"(?<![\w@])(?:i|me)(?![\w@])"), "and i"),
        (re.compile(r"(?:^|(?<=[.!?\n] )|(?<=- ))(?:moved)"), "- moved"),
        (re.compile(r"(?<=[a-z] )here(?=[.!,\n]|$)"), "ana here\n"),
        (re.compile(r"(?<!\w)you(?:'re)? (?!(?:can(?!not)|may)\b)(?=[^.\n]{4,90}, so )|x"), "you live in leith, so it"),
        (re.compile(r"a(?=b)b+(?!c)d"), "abbd"),
        (re.compile(r"^\s*\w+:\s", re.M), "x\n\u00a0\u00e9t\u00e9:\u2003"),
        (re.compile(r"\bkick\b", re.I), "\u212aICK"),
        (re.compile(r"this", re.I), "TH\u0131S"),
        (re.compile(r"[^\W\d]{1,400}[\]x-]$"), "\u00fcber]\n"),
    ],
    ids=lambda value: value.pattern if isinstance(value, re.Pattern) else "",
)
def test_what_the_engines_read_differently_is_never_ruled_out(pattern: re.Pattern[str], text: str) -> None:
    """Guards each make of pattern: look-arounds at edges and inside, Unicode classes, case, `$`, long counts."""
    assert pattern.search(text)
    assert list(Screen(pattern).matching(text)) == [0]


def test_a_screen_rules_out_what_lacks_the_edges_of_a_pattern() -> None:
    """Guards the use of it: look-arounds at the edges of a pattern count."""
    screen = Screen(re.compile(r"(?<![\w@])(?:i|me)(?![\w@])", re.ASCII), re.compile(r"(?<=[a-z] )here(?=[.!]|$)"))
    assert not screen.matching("time @i mine hereby")
    assert list(screen.matching("time for me")) == [0]
    assert list(screen.matching("ana here.")) == [1]
    assert loosened(re.compile(r"x(?=y)z")) == "xz"


def test_lines_are_told_once_and_in_order() -> None:
    """Guards the way from a match to its line, also where a match takes the line break before it."""
    screen = Screen(re.compile(r"(?<=\n)moved|(?<![\w])my(?![\w])"))
    text = "my my\nmoved\n\nother\nmyself\n\u00fc my\nmoved"
    assert [text[start:end] for start, end in screen.lines(text)] == ["my my", "moved", "\u00fc my", "moved"]
    assert [text[start:end] for start, end in line_spans(text)] == text.split("\n")
    assert screen.lines("") == []
