"""Finds the sentences of a text that may hold a claim: one cheap pass before any analysis."""

import re
from collections.abc import Set as AbstractSet
from functools import cache

import msgspec

from kg_assets.claims.reading.lexicon import lexicon, word_list
from kg_assets.claims.reading.model import SpanPair
from kg_assets.core.data import data_path
from kg_assets.core.patterns import check_patterns
from kg_assets.core.yamlfile import read_model
from kg_assets.language.screening import Screen, Stretch
from kg_assets.language.worth import assistant_cue

_FILE = "config/claims/cues.yaml"


class _Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    relations: tuple[str, ...]
    passed_over: tuple[str, ...]
    bare_starts: tuple[str, ...]
    announcements: tuple[str, ...]


@cache
def person_cue() -> re.Pattern[str]:
    """The pattern of words with which a claim of the person may begin. It expects text in lower case."""
    cues = read_model(data_path(_FILE), _Cues)
    lists = {name: getattr(cues, name) for name in cues.__struct_fields__}
    check_patterns(data_path(_FILE), {(name,): patterns for name, patterns in lists.items()})
    relations, passed_over, bare_starts, announcements = map("|".join, lists.values())
    # Behind a look-behind so that the scan does not start inside words.
    return re.compile(
        rf"(?<![\w@#./-])(?:i|my|mine|ours?|us|we|im|ive|weve|me|{relations})(?![\w@])|(?:^|(?<=[.!?\n] )|(?<=\n)|"
        rf"(?<=- )|(?<=\* ))(?:(?:{passed_over})*(?:{bare_starts}))|(?<=[a-z\d] )here(?=[.!,\n]|$)|"
        rf"(?<=[a-z] )speaking(?=[.!,\n]|$)|since (?:19|20)\d\d|{announcements}",
        re.A,
    )


# The key says whether an assistant speaks.
CUES = {False: person_cue(), True: assistant_cue()}
_SCREENS = {role: Screen(re.compile(cue.pattern, cue.flags | re.I)) for role, cue in CUES.items()}


def cue_stretches(text: str, is_assistant: bool) -> list[Stretch]:
    """The parts of a text that may have cues (words with which a claim may begin), in upper or lower case."""
    return _SCREENS[is_assistant].stretches(text)


def find_cue(low: str, is_assistant: bool, start: int, line_end: int) -> SpanPair | None:
    """The place of the first cue between `start` and the end of the line, or None."""
    found = CUES[is_assistant].search(low, start, line_end + 1)
    return found.span() if found else None


# Subjects that an assistant's sentence replaces by others (see `persons.turn_to_person`).
_TURNED = word_list("cues", "turned")
# Question words that do not show by themselves that a sentence asks; the second word must show it.
_OPEN = word_list("cues", "open")
_UNASKED = word_list("cues", "unasked")


@cache
def _asking(is_assistant: bool) -> re.Pattern[str]:
    """The pattern for the first words of a sentence that is a question as a whole, so that it states nothing
    (see `moods`)."""
    merged = lexicon().contractions

    def any_of(words: AbstractSet[str]) -> str:
        return f"(?:{'|'.join(sorted(word for word in words if word.isalpha() and word not in merged))})"

    openers, auxiliary = word_list("moods", "openers"), word_list("moods", "auxiliary")
    asked = word_list("moods", "asked") - {"not"} - (_TURNED if is_assistant else frozenset())
    wh = lexicon()["wh"]
    return re.compile(
        rf"[\s\x00\"(*-]*(?:{any_of(openers)},? )*(?:{any_of(wh - _OPEN)}|{any_of(wh)} {any_of(auxiliary)}|"
        rf"{any_of(auxiliary - _UNASKED)} {any_of(asked)})(?= )",
        re.A | re.I,
    )


def asks_throughout(text: str, start: int, end: int, is_assistant: bool) -> bool:
    """Whether the first words of a sentence show that all of it is a question."""
    return _asking(is_assistant).match(text, start, end) is not None
