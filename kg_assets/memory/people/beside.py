"""Whether anything can be told beside a name: of most names nothing is, and looking at a few characters shows it.

What is asked here lets through too much rather than too little; what is told is read in `clues`.
"""

import re

import re2

from kg_assets.memory.people.words import Words

_ENDS = ". ", "\n"
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
    """Looks beside names with one set of words."""

    def __init__(self, words: Words, other_names: str) -> None:
        self._words = words
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
        """Whether an initial may stand before or behind."""
        return "." in text[max(0, start - 2) : start] or text[end + 2 : end + 3] == "."

    def may_tell_before(self, text: str, start: int, end: int, within: int) -> bool:
        window = text[max(0, start - within) : start]
        words = window[max(map(window.rfind, _ENDS)) + 1 :].lower().translate(_SIGNS).split()
        if not words:
            return text[start : start + 4].lower().startswith(("my ", "our "))
        if not _OWNERS.isdisjoint(words) or words[-1].endswith(_LED_BY):
            return True
        last, named = words[-1], self._words
        return (
            named.is_role(last) or last in named.relation_of or named.is_role(last.rpartition("-")[2])
            or text[start : start + 4].lower().startswith(("my ", "our "))
        )  # fmt: skip

    def may_tell_behind(self, text: str, start: int, end: int, within: int) -> bool:
        sign = text[end : end + 1]
        if sign == " ":
            word = text[end + 1 : end + 20].partition(" ")[0]
            if not word[:1].isalnum() or word.lower().strip(",.") in self._behind:
                return True
            if any(self._words.is_role(one.strip(",.)")) for one in text[end + 1 : end + 40].split(" ")[:3]):
                return True
        elif sign and sign not in _STOPS:
            return True
        if text.find("@", end, end + _MAIL_WITHIN) >= 0:
            return True
        given = text[start:end].rpartition(" ")[0].rpartition(" ")[2]
        if given and (f"{given} " in text[end : end + within]):
            return True  # the same given name again, perhaps with another surname
        return any(start <= place <= end + within for place in self._afar_places(text))

    def may_describe(self, text: str, end: int) -> bool:
        sign = text[end : end + 1]
        if sign == ",":
            return True
        if not sign.isspace():
            return False
        word = text[end : end + 40].split(maxsplit=1)[:1]
        return bool(word) and (word[0] in _PLACED or (word[0].islower() and word[0].endswith("s")))

    def _afar_places(self, text: str) -> list[int]:
        """Where such words stand in a text; the names of one text are asked for one after another."""
        if text is not self._text:
            is_there = self._is_afar.search(text) is not None
            self._text, self._places = text, [f.start() for f in self._afar.finditer(text)] if is_there else []
        return self._places
