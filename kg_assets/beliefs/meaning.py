"""What a belief is about, so far as words tell: its weighty words without their endings, and to which side it leans.

"i love mornings" and "i hate mornings" are about the same and lean to opposite sides, as do "i am shy" and "i am
outgoing".
"""

from typing import NamedTuple

from kg_assets.beliefs.frame import Polarity
from kg_assets.beliefs.lexicon import Lexicon

# Stands for every verb of liking: which of them somebody takes is a matter of degree.
LIKING = "+liking"


class Meaning(NamedTuple):
    """The terms of a belief, each once, in order; `side` is 1 or -1."""

    terms: tuple[str, ...]
    side: int


class Meanings:
    """Reads meanings with the words of the configuration."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._opposite = {second: first for first, second in lexicon.opposites.items()}

    def of(self, concept: str, polarity: Polarity) -> Meaning:
        """The meaning of a belief in canonical words without its denial."""
        side = 1 if polarity == "affirm" else -1
        terms = []
        words = concept.split(" ")
        for place, word in enumerate(words):
            is_verb = place == (2 if words[1:2] == ["can"] else 1)
            if is_verb and word in self._lexicon.preference:
                side *= self._lexicon.preference[word]
                terms.append(LIKING)
                continue
            if word in self._opposite:
                side = -side
                word = self._opposite[word]
            if word not in self._lexicon.plain_words:
                terms.append(self.stem(word))
        return Meaning(tuple(sorted(set(terms))), side)

    def stem(self, word: str) -> str:
        """A word without its ending."""
        for ending in self._lexicon.endings:
            if word.endswith(ending) and len(word) - len(ending) >= self._lexicon.least_stem:
                return word.removesuffix(ending)
        return word
