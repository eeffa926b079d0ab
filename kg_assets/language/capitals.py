"""Gives names in lower case a capital, so that a parser trained on edited text recognises them.

A word that is no common word is a name if the words around it call for one ("my brother …", "her name is …",
"i live in …"). A known first name or place that is no common word is a name everywhere. What a name means is
not decided here.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_model

IsWord = Callable[[str], bool]
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_STOP = re.compile(r"[.!?:\n]")
_OWN = frozenset({"my", "our"})
_FARTHEST_NOUN = 3  # how many words before the noun of relation "my" may stand ("my old best friend")
_NEAR = 3  # how many words before a name are searched for one that calls for a place ("live")
_OF_PLACE = frozenset({"in", "to", "near", "from", "around", "outside"})
_OF_NAME = frozenset({"in", "to", "near", "from", "at", "for", "around", "outside"})
_CALLED = frozenset({"called", "named"})
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "two", "three", "four", "2", "3", "4"})
_COUNTS = frozenset({"my", "our", "two", "three", "four", "five"})
_SELVES = frozenset({"i", "me"})
_I_FORMS = ("i", "i'm", "i've", "i'd", "i'll")


@cache
def name_lists() -> Mapping[str, frozenset[str]]:
    """The lists of `config/language/names.yaml`, by name. In the file each list is one line of words."""
    lists = read_model(data_path("config/language/names.yaml"), dict[str, str])
    return {name: frozenset(words.split()) for name, words in lists.items()}


def with_capitals(text: str, is_word: IsWord) -> str:
    """The text with a capital for each name that has none; its length stays the same.

    If some word has a capital that its place in the sentence does not require, the text stays unchanged: whoever writes
    so capitalises names too.
    """
    words = list(_WORD.finditer(text))
    if any(_is_meant(text, word) for word in words):
        return text
    names = _Names(text, words, is_word).found()
    letters = list(text)
    for at in names:
        first = words[at].start()
        capital = letters[first].upper()
        letters[first] = capital if len(capital) == 1 else letters[first]
    return "".join(letters)


def _is_meant(text: str, word: re.Match[str]) -> bool:
    """Whether a word has a capital that its place in the sentence does not require. A word all in capitals ("NHS") does
    not count, since people who otherwise write in lower case use it too."""
    is_of_capitals = len(word[0]) > 1 and word[0].isupper()
    if not word[0][0].isupper() or is_of_capitals or word[0].lower() in _I_FORMS:
        return False
    before = text[: word.start()].rstrip()
    return bool(before) and before[-1] not in ".!?:\"'(\n"


class _Names:
    """Finds the words of a text that are names."""

    def __init__(self, text: str, words: list[re.Match[str]], is_word: IsWord) -> None:
        self._text, self._words, self._is_word = text, words, is_word
        self._low = [word[0].lower() for word in words]
        self._lists = name_lists()

    def found(self) -> set[int]:
        names = {at for at in range(len(self._words)) if self._is_known(at) or self._is_in_place(at)}
        for at in range(len(self._words)):
            names.update(self._behind_relation(at), self._called(at), self._beside_self(at), self._of_somebody(at))
        return names

    def _is_beside(self, at: int, gap: str = " ") -> bool:
        """Whether only `gap` stands between a word and the word before it."""
        return 0 < at < len(self._words) and self._text[self._words[at - 1].end() : self._words[at].start()] == gap

    def _is_unknown(self, at: int) -> bool:
        low = self._low[at]
        return len(low) > 1 and "'" not in low and low not in self._lists["typed"] and not self._is_word(low)

    def _may_be_name(self, at: int) -> bool:
        """Whether a word can be a name at a place where a name is expected."""
        return at < len(self._words) and (self._low[at] in self._lists["given_names"] or self._is_unknown(at))

    def _is_known(self, at: int) -> bool:
        low = self._low[at]
        is_listed = low in self._lists["given_names"] or low in self._lists["known_places"]
        return is_listed and not self._is_word(low)

    def _is_in_place(self, at: int) -> bool:
        """Whether the preposition before a word shows that it is a name: "at deloitte", "in evora"; also "in cork" if a
        word like "live" comes shortly before."""
        if not self._is_beside(at) or self._low[at - 1] not in _OF_NAME:
            return False
        if self._is_unknown(at):
            return True
        before = self._low[max(0, at - 1 - _NEAR) : at]
        is_of_place = self._low[at - 1] in _OF_PLACE and not self._lists["of_places"].isdisjoint(before)
        return is_of_place and self._low[at] in self._lists["known_places"]

    def _behind_relation(self, at: int) -> list[int]:
        """The names beside a noun like "brother" or "friend": "my brother dario", "my best friend niamh byrne", "two
        dogs, biscuit and bo", "niamh is my best friend"."""
        low = self._low[at]
        if low in self._lists["named_plurals"]:
            return self._listed(at)
        if not self._is_named_noun(at):
            return []
        first = next((b for b in range(at - 1, max(-1, at - 1 - _FARTHEST_NOUN), -1) if self._low[b] in _OWN), None)
        if first is None:
            return []
        names = self._before_being(first)
        apart = ", " if self._is_beside(at + 1, ", ") else " "
        if self._is_beside(at + 1, apart) and self._may_be_name(at + 1):
            names += self._run(at + 1)
            behind = names[-1] + 1
            if self._is_beside(behind) and self._low[behind] == "and" and self._may_be_name(behind + 1):
                names.append(behind + 1)
        return names

    def _is_named_noun(self, at: int) -> bool:
        """Whether a word is a noun that a name may follow: "brother", "kelpie", "dane" of "great dane"."""
        named = self._lists["named_nouns"] | self._lists["breeds"]
        return self._low[at] in named or "_".join(self._low[max(0, at - 1) : at + 1]) in named

    def _run(self, at: int) -> list[int]:
        """The positions of a name that begins at `at`: this word, and the surname behind it if there is one."""
        is_whole = self._is_beside(at + 1) and self._is_unknown(at + 1) and not self._low[at + 1].endswith("s")
        return [at, at + 1] if is_whole else [at]

    def _before_being(self, own: int) -> list[int]:
        """The positions of the name before "is my": "niamh byrne" in "niamh byrne is my best friend". `own` is the
        position of "my"."""
        if own < 2 or self._low[own - 1] not in ("is", "was", "are"):
            return []
        names = []
        for at in range(own - 2, max(-1, own - 4), -1):
            if not self._may_be_name(at):
                break
            names.append(at)
        return names

    def _listed(self, at: int) -> list[int]:
        """The names after a counted plural ("two boys, finn and otto")."""
        if at + 3 >= len(self._words) or self._low[max(0, at - 1)] not in _COUNTS:
            return []
        names = [at + 1]
        while self._is_beside(names[-1] + 1, ", "):
            names.append(names[-1] + 1)
        last = names[-1] + 2
        if last >= len(self._words) or self._low[last - 1] not in ("and", "&"):
            return []
        names.append(last)
        is_list = any(self._may_be_name(name) for name in names) and self._text[self._words[at].end()] in ",: -"
        return names if is_list and len(names) <= 5 else []

    def _called(self, at: int) -> list[int]:
        """The names after "called", "my name is" and the like: "a beagle called waffles", "my name is roz", "call me
        roz"."""
        behind = at + 1
        if not self._is_beside(behind):
            return []
        low, before = self._low[at], self._low[at - 1] if at else ""
        is_naming = (low in ("is", "name's") and (low == "name's" or before == "name")) or (low, before) == (
            "me",
            "call",
        )
        if is_naming:
            return self._run(behind) if not self._is_function(behind) else []
        is_noun = at >= 2 and not _ARTICLES.isdisjoint(self._low[max(0, at - 4) : at - 1])
        return self._run(behind) if low in _CALLED and is_noun and not self._is_function(behind) else []

    def _is_function(self, at: int) -> bool:
        """Whether a word is too short for a name, or is a function word ("the", "is")."""
        low = self._low[at]
        return (
            len(low) < 2
            or low in self._lists["typed"]
            or low in self._lists["of_persons"]
            or low in self._lists["functions"]
        )

    def _beside_self(self, at: int) -> list[int]:
        """The name that "and" joins to "me" or "I", and the one before "dumped me": "me and jonas", "hannah and i"."""
        if self._low[at : at + 2] == ["dumped", "me"] and at and self._may_be_name(at - 1):
            return [at - 1]
        if self._low[at] not in ("and", "&") or not (0 < at < len(self._words) - 1):
            return []
        if self._low[at - 1] in _SELVES and self._may_be_name(at + 1):
            return [at + 1]
        return [at - 1] if self._low[at + 1] in _SELVES and self._may_be_name(at - 1) else []

    def _of_somebody(self, at: int) -> list[int]:
        """The name at the beginning of a statement about somebody: "duarte lives in …", "ana kovac has lived
        …". It must be an unknown word or a listed first name."""
        if not self._may_be_name(at) or not self._is_beside(at + 1):
            return []
        opens = at == 0 or _STOP.search(self._text, self._words[at - 1].end(), self._words[at].start()) is not None
        opens = (
            opens or self._is_beside(at, ", ") or self._low[at - 1] in ("and", "but", "so", "because", "that", "with")
        )
        if not opens:
            return []
        if self._low[at + 1] in self._lists["of_persons"]:
            return [at]
        is_whole = self._is_beside(at + 2) and self._low[at + 2] in self._lists["of_persons"]
        return [at, at + 1] if is_whole and self._may_be_name(at + 1) else []
