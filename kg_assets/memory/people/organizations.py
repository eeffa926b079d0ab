"""Compares two names of organizations, products or things: company forms, abbreviations, order, spelling."""

import re
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import OSA

from kg_assets.memory.people.names import folded
from kg_assets.memory.people.words import Words

ThingLikeness = Literal["same_thing", "abbreviation", "misspelt_thing", "incompatible"]

_TOKEN = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"['’]|(?<=\b[a-z])\.(?=[a-z]\b)")
_LONG_FOR_SLIP, _LONG_WORD_FOR_SLIP = 8, 6
_SHORTEST_DOMAIN = 4


class Organizations:
    """Reads and compares names of organizations and things, with one set of words."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.tokens = lru_cache(maxsize=None)(self._tokens)
        self.likeness = lru_cache(maxsize=1 << 16)(self._likeness)

    def _tokens(self, text: str) -> tuple[str, ...]:
        """The words that identify the name, without filler words and without company forms at its end; empty
        for a name without letters or digits."""
        file = self._words.file
        found = _TOKEN.findall(_APOSTROPHE.sub("", folded(text, self._words)))
        named = [token for token in found if token not in file.organization_fillers] or found
        named = [file.organization_short.get(token, token) for token in named]
        while len(named) > 1 and named[-1] in file.organization_forms:
            named.pop()
        return tuple(named)

    def _likeness(self, a: str, b: str) -> ThingLikeness:
        mine, other = self.tokens(a), self.tokens(b)
        if not (mine and other):
            return "same_thing" if a == b else "incompatible"  # a name of signs alone is like itself only
        if sorted(mine) == sorted(other) or "".join(mine) == "".join(other):
            return "same_thing"
        if self._abbreviates(a, mine, other) or self._abbreviates(b, other, mine):
            return "abbreviation"
        return "misspelt_thing" if self._is_slip(mine, other) else "incompatible"

    def _is_slip(self, mine: tuple[str, ...], other: tuple[str, ...]) -> bool:
        """Whether two long names differ by one character. Not in a short word, where that makes another word:
        St Mary's and St Mark's."""
        joined = "".join(mine), "".join(other)
        if min(map(len, joined)) < _LONG_FOR_SLIP or any(map(str.isdigit, "".join(joined))):
            return False
        if len(mine) == len(other):
            differing = [pair for pair in zip(mine, other, strict=True) if pair[0] != pair[1]]
            if len(differing) == 1 and min(map(len, differing[0])) < _LONG_WORD_FOR_SLIP:
                return False
        return OSA.distance(*joined) <= 1

    def _abbreviates(self, text: str, short: tuple[str, ...], long: tuple[str, ...]) -> bool:
        """Whether one name abbreviates the other: WHO for World Health Organization, TU Munich for Technical
        University of Munich, KTH for KTH Institute."""
        first = short[0]
        if not text.split()[0].isupper() or not 1 < len(first) < len(short) + len(long) + 3:
            return False
        size = len(first)
        is_initials = len(long) >= size and "".join(token[0] for token in long[:size]) == first
        if is_initials and short[1:] == long[size:]:
            return True
        kinds = self._words.file.organization_kinds
        return len(short) == 1 and long[0] == first and all(token in kinds for token in long[1:])

    def owns_domain(self, organization: str, domain: str) -> bool:
        """Whether a mail domain belongs to an organization, by its name."""
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
