"""Screens: what they rule out is certain, for the patterns of the reader and for patterns of every make."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg_assets.claims.reading import cues, regions
from kg_assets.claims.reading.reader import _Ear
from kg_assets.claims.reading.regions import closed_regions
from kg_assets.language import screening
from kg_assets.language.screening import Screen, Stretch, line_spans, loosened
from tests.claims.reading.spoken import said

LOOKED_BACK = screening._LOOKED_BACK
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


def lowered(text: str) -> str:
    """Lower case for texts that keep their length, as all here but a few of Hypothesis' do."""
    return text.lower() if len(text.lower()) == len(text) else text


def cues_in(low: str, role: str) -> list[int]:
    """Where cues begin, those that overlap others too."""
    found = []
    for start, end in line_spans(low):
        at = start
        while (match := CUES[role].search(low, at, end + 1)) is not None:
            found.append(match.start())
            at = match.start() + 1
    return found


def lies_in(stretches: Sequence[Stretch], at: int) -> bool:
    return any(start <= at <= stop for start, stop, _ in stretches)


@pytest.mark.parametrize("role", ["user", "assistant"])
@given(text=TEXTS)
@settings(max_examples=80)
def test_every_cue_begins_in_a_stretch_that_the_screen_names(role: str, text: str) -> None:
    """Guards against a sentence that is never read: the screen names all that the pattern itself finds."""
    low = lowered(text)
    stretches = cues.cue_stretches(text, role == "assistant")
    assert [at for at in cues_in(low, role) if not lies_in(stretches, at)] == []
    assert all(low.find("\n", start, line_end) < 0 for start, _, line_end in stretches)
    assert all(low[line_end : line_end + 1] in ("", "\n") for _, _, line_end in stretches)


@pytest.mark.parametrize("role", ["user", "assistant"])
@pytest.mark.parametrize("between", [" ", "\n", " \u2026 ", ""])
def test_no_cue_is_lost_behind_another(role: str, between: str) -> None:
    """Guards the search from stretch to stretch, in all that was ever said here, close together and far apart."""
    for one, two in list(pairwise(said()))[::3]:
        low = lowered(f"{one}{between}{two}")
        stretches = cues.cue_stretches(low, role == "assistant")
        assert [at for at in cues_in(low, role) if not lies_in(stretches, at)] == []


@pytest.mark.parametrize("role", ["user", "assistant"])
def test_a_stretch_of_a_line_is_heard_if_a_cue_begins_in_it(role: str) -> None:
    """Guards that asking word by word hears what the pattern finds, whatever was asked before."""
    is_assistant = role == "assistant"
    for text in said()[::2]:
        low = lowered(f"{text}\n- {text}")
        ear = _Ear(low, cues.cue_stretches(low, is_assistant), is_assistant)
        for start, end in line_spans(low):
            for word in re.finditer(r"\S+", low[start:end]):
                first, last = start + word.start(), start + word.end()
                found = CUES[role].search(low, first, end + 1)
                assert ear.hears(first, last) == (found is not None and found.start() < last)


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


def test_matches_are_told_with_their_lines() -> None:
    """Guards the way from a match to its line, also where a match takes the line break before it or bytes are more."""
    screen = Screen(re.compile(r"(?<=\n)moved|(?<![\w])my(?![\w])"))
    for text in ("my my\nmoved\n\nother\nmyself\n, my\nmoved", "my my\nmoved\n\n\u00f6ther\nmyself\n\u00fc my\nmoved"):
        told = [at for at in range(len(text)) if lies_in(screen.stretches(text), at)]
        assert {0, 3, text.index("moved"), text.index(" my\n") + 1, text.rindex("moved")} <= set(told)
        # Nothing in the lines between, but for what a look-behind may reach into.
        assert not set(range(text.index("ther") + 2, text.index("self"))) & set(told)
        assert [text[start:end] for start, end in line_spans(text)] == text.split("\n")
    assert screen.stretches("") == []


@pytest.mark.parametrize("role", ["user", "assistant"])
def test_no_look_behind_of_a_cue_reaches_further_than_a_stretch_does(role: str) -> None:
    """Guards the width that is added to matches: behind a wider look-behind a cue could be lost."""
    looks = re.findall(r"\(\?<[=!]((?:\[[^\]]+\]|\\.|[^()\\\[])+)\)", CUES[role].pattern)
    widths = [len(re.findall(r"\[[^\]]+\]|\\.|.", look)) for look in looks]
    assert widths
    assert max(widths) <= LOOKED_BACK


def test_a_megabyte_of_blanks_behind_a_salutation_is_passed_over_once() -> None:
    """It took twenty minutes: blanks were given back one by one, and looked through again from each."""
    for text in (f"Hi Ana,\n{' ' * 1_000_000}x", f"Hi Ana,\nbest{' ' * 1_000_000}x"):
        assert not [span for span in closed_regions(text, frozenset({"salutation"})) if span[0] == 0]
    letter = "Hi Ana,\nI moved.\n  Kind  regards , \nBo"
    assert (0, letter.index("\nBo")) in closed_regions(letter, frozenset({"salutation"}))
