"""Finds the telling words around a name ("olive", "press"), which show what is talked about there, and which of them
two names have in common.

Such words do not say who somebody is. But if two names fit and have such words in common, they rarely mean two people.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

import Stemmer

from kg_assets.memory.people.clues import BEFORE, BEHIND
from kg_assets.memory.people.settings import PeopleSettings
from kg_assets.memory.people.words import Words

LANGUAGE = "english"
_END = re.compile(r"[!?\n•]|\.(?=\s|$)")
_WORD = re.compile(r"[^\W\d_]{3,}|\d{3,}|\S*@\S*|https?:\S+")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_stem = Stemmer.Stemmer(LANGUAGE).stemWord


MATTER = "matter"  # the kind of the clue that holds these words


class Matters:
    """Finds the telling words beside names, with the word lists of the configuration."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._empty_stems = frozenset(map(stem_of, (*words.empty, *words.file.everyday_words.split())))
        self._is_empty = cache(self._empty)

    def around(self, text: str, start: int, end: int) -> Iterator[str]:
        """The telling words in the sentence around a name, in lower case and in order. Everyday words, years, addresses
        and relations are left out."""
        window = text[max(0, start - BEFORE) : start]
        ends = [found.end() for found in _END.finditer(window)]
        begin = start - len(window) + (ends[-1] if ends else 0)
        stop = _END.search(text, end, end + BEHIND)
        until = stop.start() if stop else min(len(text), end + BEHIND)
        own = set(text[start:end].lower().split())
        for first, last in ((begin, start), (end, until)):
            for found in _WORD.findall(text, first, last):
                word = found.lower()
                if word not in own and not self._is_empty(word):
                    yield word

    def _empty(self, word: str) -> bool:
        is_told_elsewhere = word in self._words.relation_of or "@" in word or "/" in word
        return is_told_elsewhere or stem_of(word) in self._empty_stems or _YEAR.match(word) is not None


def shared(one: frozenset[str], other: frozenset[str]) -> tuple[str, ...]:
    """The words of `one` that `other` has, too, whatever their endings: each stem once, in alphabetical order."""
    theirs = set(map(stem_of, other))
    found = {stem: word for word in sorted(one, reverse=True) if (stem := stem_of(word)) in theirs}
    return tuple(sorted(found.values()))


def commonplace(beside: Iterable[Iterable[str]], names: int, settings: PeopleSettings) -> frozenset[str]:
    """The stems of words that occur beside many names. They belong to the person's whole life, so they do not show who
    is meant. `beside` has the words of each name that has any; `names` is the number of names."""
    counts = Counter(stem for words in beside for stem in set(map(stem_of, words)))
    most = max(settings.matter_names, settings.matter_share * names)
    return frozenset(stem for stem, count in counts.items() if count > most)


@cache
def stem_of(word: str) -> str:
    """The stem of a word ("press" of "presses")."""
    stem: str = _stem(word)
    return stem
