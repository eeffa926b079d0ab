"""Names of little importance in a person's world. Each is used a known number of times: just often enough for the
lexicon, not often enough, or only in code."""

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from kg_assets.corpus.names import Name, NameMaker

# Plan: (number of conversations, mentions in each, how they are said). `enough` and `plenty` pass the lexicon's
# thresholds.
PLANS: dict[str, tuple[int, int, str]] = {
    "once": (1, 1, "user"),
    "twice": (2, 1, "user"),
    "one_conversation": (1, 4, "user"),
    "assistant_only": (2, 2, "assistant"),
    "code_heavy": (3, 1, "code"),
    "enough": (3, 1, "user"),
    "plenty": (4, 2, "user"),
}


@dataclass(frozen=True, slots=True)
class Planting:
    """A minor name that is to be said in one conversation: how many times, and in which way."""

    name: Name
    times: int
    how: str


class MinorNames:
    """All minor names of a corpus, and for each conversation, by its number, the names that are to be said in it."""

    def __init__(self, rng: random.Random, maker: NameMaker, count: int, conversations: int) -> None:
        makers: tuple[tuple[str, str, Callable[[], str]], ...] = (
            ("acquaintance", "TITLE_CASE", maker.minor_person),
            ("organisation", "TITLE_CASE", maker.organisation),
            ("venue", "TITLE_CASE", maker.venue),
            ("tool", "SINGLE_TITLE", maker.word),
            ("acronym", "ALLCAPS", maker.acronym),
            ("hashtag", "HASHTAG", maker.hashtag),
            ("handle", "HANDLE", maker.handle),
            ("title", "QUOTED", maker.quoted),
            ("codebase", "CAMEL_CASE", maker.camel),
            ("phrase", "NOUN_CHUNK", maker.chunk),
        )
        plans = list(PLANS)
        self.names: list[Name] = []
        self._due: dict[int, list[Planting]] = defaultdict(list)
        for index in range(count):
            kind, shape, make = makers[index % len(makers)]
            plan = plans[rng.randrange(len(plans))]
            if plan == "code_heavy" and shape not in ("CAMEL_CASE", "SINGLE_TITLE"):
                plan = "once"
            surface = make()
            name = Name(surface, kind, shape, surface, plan)
            self.names.append(name)
            self._schedule(rng, name, conversations)

    def take(self, conversation: int) -> list[Planting]:
        """The names that are to be said in the conversation with this number. A second call with the same number gives
        nothing."""
        return self._due.pop(conversation, [])

    def _schedule(self, rng: random.Random, name: Name, conversations: int) -> None:
        spread, times, how = PLANS[name.plan]
        for number in sorted(rng.sample(range(conversations), min(spread, conversations))):
            self._due[number].append(Planting(name, times, how))
