"""Measures how well the beliefs that were read agree with those that people marked, and how well two people agree (seed
002 §7).

Two beliefs count as the same if their sentence, canonical words and polarity agree. Whether their types agree, too, is
scored separately.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kg_assets.beliefs.frame import BELIEF_TYPES, BeliefType, Polarity

NOTHING = "nothing"


class Marked(NamedTuple):
    """A belief that was read or marked in a sentence."""

    sentence: str
    canonical_text: str
    polarity: Polarity


Marks = Mapping[Marked, BeliefType]


class Score(NamedTuple):
    """How many beliefs were found (`found`), how many people marked (`due`), and how many are both (`right`).

    `precision` is right / found, `recall` is right / due; each is 0 if it would divide by 0.
    """

    found: int
    due: int
    right: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.due if self.due else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall: 2 × right / (found + due)."""
        return 2 * self.right / (self.found + self.due) if self.found + self.due else 0.0


def scored(found: Marks, due: Marks) -> dict[str, Score]:
    """The scores of the beliefs found (`found`) against those that people marked (`due`). The key "all" has the score
    over all beliefs, whatever their type. Each belief type that occurs on either side is a key, too: its score counts a
    belief as right only if its type is right."""
    scores = {"all": Score(len(found), len(due), len(found.keys() & due.keys()))}
    for kind in BELIEF_TYPES:
        own = {mark for mark, given in found.items() if given == kind}
        wanted = {mark for mark, given in due.items() if given == kind}
        if own or wanted:
            scores[kind] = Score(len(own), len(wanted), len(own & wanted))
    return scores


def kappa(one: Marks, other: Marks, sentences: Iterable[str]) -> float | None:
    """Cohen's kappa, the agreement of two sets of marks beyond chance: (agreed - by chance) / (1 - by chance).

    One unit is compared for every belief that either side marked: its type, or NOTHING on the side that did not mark
    it. Every sentence in which neither side marked a belief is one more unit. None if there are no units, or if both
    sides give all units the same label.
    """
    units = sorted(one.keys() | other.keys())
    spoken = {mark.sentence for mark in units}
    pairs = [(str(one.get(mark, NOTHING)), str(other.get(mark, NOTHING))) for mark in units]
    pairs += [(NOTHING, NOTHING) for sentence in sorted(set(sentences)) if sentence not in spoken]
    if not pairs:
        return None
    here, there = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    agreed = sum(mine == theirs for mine, theirs in pairs) / len(pairs)
    chance = sum(here[label] * there[label] for label in here) / len(pairs) ** 2
    return None if chance == 1 else (agreed - chance) / (1 - chance)
