"""Compares two names of organizations, products or things, by company forms, abbreviations, order of words and
spelling."""

import re
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import OSA

from kg_assets.memory.people.names import folded
from kg_assets.memory.people.words import Words

ThingLikeness = Literal["same_thing", "abbreviation", "misspelt_thing", "shortened_thing", "incompatible"]

_TOKEN = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"['’]|(?<=\b[a-z])\.(?=[a-z]\b)")
_LONG_FOR_SLIP, _LONG_WORD_FOR_SLIP = 8, 6
_SHORTEST_DOMAIN = 4


class Organizations:
    """Reads and compares names of organizations and things, with the word lists of the configuration."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.tokens = lru_cache(maxsize=None)(self._tokens)
        self.likeness = lru_cache(maxsize=1 << 16)(self._likeness)

    def _tokens(self, text: str) -> tuple[str, ...]:
        """The words that identify the name: without filler words, and without company forms ("Ltd") at its end. Empty
        for a name without letters or digits."""
        named = self._written_out(text)
        while len(named) > 1 and named[-1] in self._words.file.organization_forms:
            named.pop()
        return tuple(named)

    def _written_out(self, text: str) -> list[str]:
        """All words of the name except fillers. Words that are often shortened are written out ("intl" as
        "international")."""
        file = self._words.file
        found = _TOKEN.findall(_APOSTROPHE.sub("", folded(text, self._words)))
        named = [token for token in found if token not in file.organization_fillers] or found
        return [file.organization_short.get(token, token) for token in named]

    def _likeness(self, a: str, b: str) -> ThingLikeness:
        mine, other = self.tokens(a), self.tokens(b)
        if not (mine and other):
            return "same_thing" if a == b else "incompatible"  # a name of signs alone is like itself only
        if sorted(mine) == sorted(other) or "".join(mine) == "".join(other):
            return "same_thing"
        for text, short, whole, long in ((a, mine, b, other), (b, other, a, mine)):
            # A company form may have its letter in the abbreviation, too: AKT for Atlantic Kelp Trust.
            if self._abbreviates(text, short, long) or self._abbreviates(text, short, (*self._written_out(whole),)):
                return "abbreviation"
        if self._is_slip(mine, other):
            return "misspelt_thing"
        return "shortened_thing" if _is_shortened(mine, other) or _is_shortened(other, mine) else "incompatible"

    def _is_slip(self, mine: tuple[str, ...], other: tuple[str, ...]) -> bool:
        """Whether two long names differ by one character. In a short word one character does not count as a slip,
        because it makes another word: St Mary's and St Mark's."""
        joined = "".join(mine), "".join(other)
        if min(map(len, joined)) < _LONG_FOR_SLIP or any(map(str.isdigit, "".join(joined))):
            return False
        if len(mine) == len(other):
            differing = [pair for pair in zip(mine, other, strict=True) if pair[0] != pair[1]]
            if len(differing) == 1 and min(map(len, differing[0])) < _LONG_WORD_FOR_SLIP:
                return False
        return OSA.distance(*joined) <= 1

    def _abbreviates(self, text: str, short: tuple[str, ...], long: tuple[str, ...]) -> bool:
        """Whether the name `short` abbreviates the name `long`: WHO for World Health Organization, TU Munich for
        Technical University of Munich, Spree CC for Spree Cricket Club, KTH for KTH Institute."""
        first = short[0]
        is_likely = text.split()[0].isupper() and 1 < len(first) < len(short) + len(long) + 3
        size = len(first)
        if is_likely and short[1:] == long[size:] and "".join(token[0] for token in long[:size]) == first:
            return True
        before, last = short[:-1], short[-1]
        behind = long[len(before) :]
        is_end = before and long[: len(before)] == before and text.split()[-1].isupper() and len(behind) > 1
        if is_end and "".join(token[0] for token in behind) == last:
            return True  # Spree CC for Spree Cricket Club
        kinds = self._words.file.organization_kinds
        return is_likely and len(short) == 1 and long[0] == first and all(token in kinds for token in long[1:])

    def owns_domain(self, organization: str, domain: str) -> bool:
        """Whether the name of an organization shows that a mail domain belongs to it."""
        label = domain.rsplit(".", 2)[-2] if domain.count(".") else domain
        label = folded(label, self._words).replace("-", "")
        tokens = self.tokens(organization)
        if not tokens:
            return False
        joined = "".join(tokens)
        if label == joined or label == "".join(token[0] for token in tokens):
            return True
        return len(label) >= _SHORTEST_DOMAIN and (
            label in tokens or joined.startswith(label) or label.startswith(joined)
        )


def _is_shortened(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether the longer name begins with the shorter one, which must have at least two words: Helping Paws for
    Helping Paws Rescue. A single word is more often a maker beside its product. If the further words have a number,
    the two are different things of one kind, so the name does not count."""
    rest = long[len(short) :]
    return len(short) > 1 and bool(rest) and long[: len(short)] == short and not any(map(str.isdigit, "".join(rest)))
