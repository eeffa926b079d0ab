"""Finds in a text all places of many surfaces (words as they are written) at once, as whole words in the same case
(stage 2B.6). It uses an Aho-Corasick automaton. Offsets are in code points."""

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import category

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

# A full automaton reads twice as fast, but it grows with every surface. Beyond this many surfaces the compact one is
# built, which takes less time and stays in the processor's cache.
_MOST_IN_FULL_AUTOMATON = 8000


class Place(NamedTuple):
    """A surface (words as they are written) found in a text as a whole word.

    `is_nested`: it overlaps another place that is not nested itself and that begins earlier, or begins at the same
    character and is longer.
    """

    surface: int
    char_start: int
    char_end: int
    is_nested: bool


class Matcher:
    """Finds every occurrence of some surfaces as whole words."""

    def __init__(self, surfaces: Sequence[str]) -> None:
        full = len(surfaces) <= _MOST_IN_FULL_AUTOMATON
        self.surfaces = list(surfaces)
        # A surface that begins or ends with a sign such as # needs no word boundary there: the sign is one.
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
        """All places in the order of the text. Of two that begin together, the longer comes first."""
        if self._automaton is None:
            return []
        hits = self._automaton.find_matches_as_indexes(text, overlapping=True)
        if not hits:
            return []
        whole = self._whole(text, hits)
        whole.sort()
        found: list[Place] = []
        reached = 0
        for start, negative_end, surface in whole:
            found.append(Place(surface, start, -negative_end, start < reached))
            reached = max(reached, -negative_end) if start >= reached else reached
        return found

    def _whole(self, text: str, hits: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        """The hits that are whole words, as (start, -end, surface). So sorted, they are in the order of the text, the
        longer before the shorter."""
        bounded, size = self._bounded, len(text)
        whole: list[tuple[int, int, int]] = []
        for surface, start, end in hits:
            opens, closes = bounded[surface]
            # The set is asked first, because it is quick: most hits stand between blanks and commas, or within a word.
            if closes and end < size and (behind := text[end]) not in _GAPS and _is_word(behind):
                continue
            # A # or @ behind a letter begins no tag: `C#sharp`, `me@home`.
            is_bounded = start and (opens or text[start] in "#@")
            if is_bounded and (before := text[start - 1]) not in _GAPS and _is_word(before):
                continue
            whole.append((start, -end, surface))
        return whole


def _is_word(character: str) -> bool:
    # A combining mark belongs to the letter before it and makes it another letter.
    return character.isalnum() or character == "_" or (character > "\u02ff" and category(character)[0] == "M")


_GAPS = frozenset(sign for sign in map(chr, range(128)) if not _is_word(sign))
