"""Screens whether there can be a clue beside a name. For most names there is none, and looking at a few
characters shows it.

The tests here let through too much rather than too little; `clues` reads the clues themselves.
"""

import re
from functools import cache

import re2

from kg_assets.memory.people.words import Words

_OWNERS = frozenset({"my", "our", "the"})
_LED_BY = ("by", "is", "was", ":")
_SIGNS = str.maketrans(dict.fromkeys('"“”()<>,.', " "))
_STOPS = ".!?;:"
_MAIL_WITHIN = 70
_BEHIND_WORDS = frozenset({
    "is", "was", "who", "my", "our", "the", "from", "of", "at", "in", "jr", "sr", "junior", "senior", "ii", "iii",
})  # fmt: skip
_PLACED = frozenset({"from", "of", "at"})


class Beside:
    """Screens the text beside names, with one set of words."""

    def __init__(self, words: Words, other_names: str) -> None:
        self._words = words
        self._is_role = cache(words.is_role)  # the same few thousand words stand beside all names
        self._behind = _BEHIND_WORDS | frozenset(words.file.at_words) | frozenset(words.file.role_verbs)
        # What tells of a name from afar: a place of work, another name, or "she is my …" in the next sentence.
        afar = (
            r"(?i:works?|worked|working)\s+(?i:at|for)\s|(?i:joined)\s+[A-ZÀ-ÖØ-ÞĀ-Ž0-9]"
            rf"|(?i:{other_names})\s+[A-ZÀ-ÖØ-ÞĀ-Ž0-9]|[,;.]\s+[sS]?[hH][eE](?:\s|['’]s\s)"
        )
        self._afar = re.compile(afar)
        # Nearly every text has nothing of it, which the faster engine sees at once.
        self._is_afar = re2.compile(afar)
        self._text = ""
        self._places: list[int] = []

    def may_be_spelled(self, text: str, start: int, end: int) -> bool:
        """Whether an initial may stand right before or right behind the name."""
        return "." in text[max(0, start - 2) : start] or text[end + 2 : end + 3] == "."

    def may_tell_before(self, text: str, start: int, within: int) -> bool:
        window = text[max(0, start - within) : start]
        words = window[max(window.rfind(". "), window.rfind("\n")) + 1 :].lower().translate(_SIGNS).split()
        if words:
            last = words[-1]
            if not _OWNERS.isdisjoint(words) or last.endswith(_LED_BY) or last in self._words.relation_of:
                return True
            if self._is_role(last) or ("-" in last and self._is_role(last.rpartition("-")[2])):
                return True
        return text[start : start + 4].lower().startswith(("my ", "our "))

    def may_tell_behind(self, text: str, start: int, end: int, within: int) -> bool:
        sign = text[end : end + 1]
        if sign == " ":
            words = text[end + 1 : end + 40].split(" ", 3)[:3]
            if not words[0][:1].isalnum() or words[0].lower().strip(",.") in self._behind:
                return True
            for word in words:
                if self._is_role(word.strip(",.)")):
                    return True
        elif sign and sign not in _STOPS:
            return True
        if text.find("@", end, end + _MAIL_WITHIN) >= 0:
            return True
        if _names_given_again(text, start, end, end + within):
            return True
        places = self._afar_places(text)
        return bool(places) and any(start <= place <= end + within for place in places)

    def may_describe(self, text: str, end: int) -> bool:
        sign = text[end : end + 1]
        if sign == ",":
            return True
        if not sign.isspace():
            return False
        word = text[end + 1 : end + 40].partition(" ")[0]
        return not word or word[0].isspace() or word in _PLACED or (word[0].islower() and word.endswith("s"))

    def _afar_places(self, text: str) -> list[int]:
        """Where `_afar` matches in a text. The last text is remembered, because its names are asked for one
        after another."""
        if text is not self._text:
            is_there = self._is_afar.search(text) is not None
            self._text, self._places = text, [f.start() for f in self._afar.finditer(text)] if is_there else []
        return self._places


def _names_given_again(text: str, start: int, end: int, until: int) -> bool:
    """Whether the word before the surname stands again behind the name in the same sentence: perhaps with
    another surname."""
    given = text[start:end].rpartition(" ")[0].rpartition(" ")[2]
    place = text.find(f"{given} ", end, until) if given else -1
    return place >= 0 and text.find(". ", end, place) < 0
