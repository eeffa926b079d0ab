"""What a belief is about, as far as its words show: the words that carry meaning, without their endings, and whether it
is for or against (its side).

"i love mornings" and "i hate mornings" are about the same and are on opposite sides, as are "i am shy" and "i am
outgoing".
"""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.beliefs.frame import Polarity
from kg_assets.beliefs.lexicon import Lexicon

# Stands for every verb of liking: which one somebody uses is a matter of degree.
LIKING = "+liking"
# Says that two things are compared.
COMPARING = "+over"


class Meaning(NamedTuple):
    """What a belief is about, as the stems of its telling words (each once, sorted), and its side, 1 or -1. Beliefs
    with the same stems and different sides are opposites."""

    terms: tuple[str, ...]
    side: int


class Meanings:
    """Reads what beliefs are about, with the word lists of the configuration."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._opposite = {second: first for first, second in lexicon.opposites.items()}

    def of(self, concept: str, polarity: Polarity) -> Meaning:
        """The meaning of a belief. `concept` is its canonical text without the denial."""
        words = concept.split(" ")
        if words[1:2] and words[1] in self._lexicon.comparing:
            found = self._compared(words, polarity)
            if found is not None:
                return found
        side = 1 if polarity == "affirm" else -1
        terms = []
        for place, word in enumerate(words):
            is_verb = place == (2 if words[1:2] == ["can"] else 1)
            if is_verb and word in self._lexicon.preference:
                side *= self._lexicon.preference[word]
                terms.append(LIKING)
                continue
            if word in self._lexicon.liking_nouns:
                terms.append(LIKING)  # "a fan of dogs"
                continue
            word = self._lexicon.synonyms.get(word, word)
            if word in self._opposite:
                side = -side
                word = self._opposite[word]
            if word not in self._lexicon.plain_words:
                terms.append(self.stem(word))
        return Meaning(tuple(sorted(set(terms))), side)

    def _compared(self, words: Sequence[str], polarity: Polarity) -> Meaning | None:
        """The meaning of a comparison such as "i prefer cats to dogs": the stems of both things, and a side that says
        which of the two is preferred. None if there is no comparison."""
        at = next((place for place in range(3, len(words)) if words[place] in self._lexicon.between), None)
        if at is None:
            return None
        above, below = (
            tuple(sorted({self.stem(word) for word in part if word not in self._lexicon.plain_words}))
            for part in (words[2:at], words[at + 1 :])
        )
        if not above or not below:
            return None
        side = (1 if polarity == "affirm" else -1) * (1 if above <= below else -1)
        return Meaning(tuple(sorted({LIKING, COMPARING, *above, *below})), side)

    def stem(self, word: str) -> str:
        """A word without its ending, by the endings listed in the configuration."""
        for ending in self._lexicon.endings:
            if word.endswith(ending) and len(word) - len(ending) >= self._lexicon.least_stem:
                return word.removesuffix(ending)
        return word
