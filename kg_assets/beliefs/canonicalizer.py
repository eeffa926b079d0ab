"""Gives all ways of writing the same words one canonical form (seed 002 §4.5), and finds out which atoms are invalid
(§4.4)."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from kg_assets.beliefs.frame import BeliefType, Polarity
from kg_assets.beliefs.lexicon import Lexicon
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.spans import Span

InvalidReason = Literal["not_first_person", "imperative", "too_short", "question", "template_junk", "generic"]
INVALID_REASONS: tuple[InvalidReason, ...] = (
    "not_first_person", "imperative", "too_short", "question", "template_junk", "generic",
)  # fmt: skip
HASH_DIGITS = 32
_KEPT = 256  # texts: an atom's is asked for by each check and for its row
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})
_DENIALS = (("i am not ", "i am "), ("i do not ", "i "), ("i cannot ", "i can "), ("i have not ", "i have "))


class RawAtom(NamedTuple):
    """An atom as a rule, a model or a record gives it, with the spans of its words in the sentence."""

    text: str
    belief_type: BeliefType
    polarity: Polarity
    confidence: float
    spans: tuple[Span, ...]


class CanonicalAtom(NamedTuple):
    """An atom in canonical words. `concept` is its canonical text without the denial: "i am patient" for "i am not
    patient"."""

    text: str
    canonical_text: str
    canonical_hash: str
    concept: str
    belief_type: BeliefType
    polarity: Polarity
    confidence: float
    spans: tuple[Span, ...]
    members: tuple[int, ...]  # indices of the given atoms that were merged into it


class Canonicalizer:
    """Makes canonical texts with the contractions of the configuration, and finds out which atoms are invalid."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        longest = sorted(lexicon.contractions, key=lambda word: (-len(word), word))
        self._short = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest))})(?![\w'])")
        self.canonical = lru_cache(_KEPT)(self._canonical)

    @cached_property
    def _junk(self) -> re.Pattern[str]:
        return re.compile("|".join(self._lexicon.junk), re.ASCII)

    def _canonical(self, text: str) -> str:
        """§4.5: the text in NFC and lower case, with straight apostrophes, contractions spelled out, one space between
        words, and none of . , ; : ! ? … at the end."""
        low = unicodedata.normalize("NFC", text).lower().translate(_APOSTROPHES)
        low = self._short.sub(lambda found: self._lexicon.contractions[found[0]], " ".join(low.split()))
        return low.rstrip(" .,;:!?…").strip()

    def invalid_reason(self, text: str) -> InvalidReason | None:
        """§4.4: why an atom is no statement about oneself; None if it is one.

        The reasons are tried in this order: `template_junk`, `question`; if the text does not begin with "i",
        `imperative`, `generic` or `not_first_person`; last `too_short`.
        """
        words = self.canonical(text).split()
        first = words[0] if words else ""
        if self._junk.search(text):
            return "template_junk"
        if text.rstrip().endswith("?") or (
            first in self._lexicon.questions and len(words) > 1 and words[1] in ("i", "you")
        ):
            return "question"
        if first != "i":
            if first in self._lexicon.orders:
                return "imperative"
            return "generic" if first in self._lexicon.generic else "not_first_person"
        # The "i" counts as one.
        return "too_short" if len(self.telling(text)) + 1 < self._lexicon.least_words else None

    def telling(self, text: str) -> list[str]:
        """The canonical words of a text, without the first word ("i") and without the words in the lexicon's
        `helpers`."""
        return [word for word in self.canonical(text).split()[1:] if word not in self._lexicon.helpers]

    def deduped(self, atoms: Sequence[RawAtom]) -> list[CanonicalAtom]:
        """§4.6: the atoms of one sentence, with those merged that have the same canonical text, polarity and type.

        A merged atom has the text and confidence of the atom with the highest confidence, and the spans of all.
        """
        groups: dict[tuple[str, Polarity, BeliefType], list[int]] = {}
        for place, atom in enumerate(atoms):
            key = (canonical_hash(self.canonical(atom.text)), atom.polarity, atom.belief_type)
            groups.setdefault(key, []).append(place)
        return [self._merged(atoms, places) for places in groups.values()]

    def _merged(self, atoms: Sequence[RawAtom], places: Sequence[int]) -> CanonicalAtom:
        best = atoms[min(places, key=lambda place: (-atoms[place].confidence, place))]
        text = self.canonical(best.text)
        spans = tuple(sorted({span for place in places for span in atoms[place].spans}))
        return CanonicalAtom(
            best.text, text, canonical_hash(text), concept_of(text), best.belief_type, best.polarity, best.confidence,
            spans, tuple(places),
        )  # fmt: skip


def canonical_hash(canonical_text: str) -> str:
    """§3.1: the first HASH_DIGITS hex digits of the SHA-256 of the canonical text."""
    return sha256_hex(canonical_text)[:HASH_DIGITS]


def concept_of(canonical_text: str) -> str:
    """The canonical text without its denial: "i am patient" for "i am not patient"."""
    for denied, affirmed in _DENIALS:
        if canonical_text.startswith(denied):
            return affirmed + canonical_text.removeprefix(denied)
    return canonical_text
