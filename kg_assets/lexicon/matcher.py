"""Whole-word places of many surfaces in a text (stage 2B.6): Aho-Corasick, codepoint offsets, case as it is written."""

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import category

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

# A full automaton reads twice as fast, but its size grows with every surface; beyond this many the compact one is
# built sooner and stays in the cache.
_MOST_IN_FULL_AUTOMATON = 8000


class Place(NamedTuple):
    """A surface found between word boundaries. Nested places overlap one that begins before or is longer."""

    surface: int
    char_start: int
    char_end: int
    is_nested: bool


class Matcher:
    """Finds every whole-word place of some surfaces."""

    def __init__(self, surfaces: Sequence[str]) -> None:
        full = len(surfaces) <= _MOST_IN_FULL_AUTOMATON
        self.surfaces = list(surfaces)
        # `x` of a surface that begins or ends with a sign such as # is bounded by the sign itself.
        self._bounded = [(_is_word(s[:1]), _is_word(s[-1:])) for s in self.surfaces]
        self._automaton = (
            AhoCorasick(
                self.surfaces,
                matchkind=MatchKind.Standard,
                store_patterns=False,
                implementation=Implementation.DFA if full else Implementation.ContiguousNFA,
            )
            if self.surfaces
            else None
        )

    def places(self, text: str) -> list[Place]:
        """All places in the order of the text, the longer before the shorter where they begin together."""
        if self._automaton is None:
            return []
        hits = self._automaton.find_matches_as_indexes(text, overlapping=True)
        if not hits:
            return []
        whole = [(start, -end, surface) for surface, start, end in hits if self._is_whole(text, surface, start, end)]
        whole.sort()
        found: list[Place] = []
        reached = 0
        for start, negative_end, surface in whole:
            found.append(Place(surface, start, -negative_end, start < reached))
            reached = max(reached, -negative_end) if start >= reached else reached
        return found

    def _is_whole(self, text: str, surface: int, start: int, end: int) -> bool:
        opens, closes = self._bounded[surface]
        # A tag is not one behind a letter either: `C#sharp`, `me@home`.
        if start and _is_word(text[start - 1]) and (opens or text[start] in "#@"):
            return False
        return not (closes and end < len(text) and _is_word(text[end]))


def _is_word(character: str) -> bool:
    # A combining mark belongs to the letter before it, which then is another letter.
    return character.isalnum() or character == "_" or (character > "\u02ff" and category(character)[0] == "M")
