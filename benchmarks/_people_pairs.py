"""Pairs of names with verdicts: read from `benchmarks/people_pairs`, taken apart as the stage does, and scored."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg_assets.core.config import load_config
from kg_assets.core.data import data_path
from kg_assets.house import HOUSE
from kg_assets.memory.people.bearers import told_of
from kg_assets.memory.people.clues import ClueReader
from kg_assets.memory.people.matters import MATTER, Matters
from kg_assets.memory.people.names import Names
from kg_assets.memory.people.parting import Clue
from kg_assets.memory.people.settings import PeopleSettings
from kg_assets.memory.people.weighing import Bearer, Scale, Sort
from kg_assets.memory.people.words import read_words

FOLDER = Path(__file__).parent / "people_pairs"
# What the house knows of a name before people are resolved: that it names an organization, a thing or a place.
_SORTS: dict[str, tuple[Sort, Sort]] = {
    "org": ("thing", "thing"), "org_name": ("thing", "thing"), "product": ("thing", "thing"),
    "person_org": ("thing", "person"), "person_place": ("place", "person"),
}  # fmt: skip


@dataclass(frozen=True)
class Pair:
    verdict: str
    kind: str
    texts: tuple[str, str]
    sides: tuple[Bearer, Bearer]


def scale_of_house() -> Scale:
    config = load_config(HOUSE.sections)
    settings: PeopleSettings = config.section("people")
    return Scale(read_words(data_path), settings)


def read_pairs(name: str, scale: Scale) -> list[Pair]:
    """The pairs of a file. Each side of a pair is a bearer: a name with what the words around it tell of whom it
    means."""
    clues, pairs = ClueReader(scale.words), []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            verdict, kind, *texts = (part.strip() for part in line.split(" | "))
            sorts = _SORTS.get(kind, ("person", "person"))
            sides = [
                _side(f"{side}", text, sort, clues, scale.names)
                for side, (text, sort) in enumerate(zip(texts, sorts, strict=True))
            ]
            pairs.append(Pair(verdict, kind, (texts[0], texts[1]), (sides[0], sides[1])))
    return pairs


def _side(name: str, text: str, sort: Sort, clues: ClueReader, names: Names) -> Bearer:
    start = text.index("[")
    end = text.index("]") - 1
    plain = text.replace("[", "", 1).replace("]", "", 1)
    words = " ".join(Matters(names.words).around(plain, start, end))
    told = [*clues.read(plain, start, end), Clue(None, MATTER, words, False, words)]
    return told_of(name, sort, [plain[start:end]], told, names)


@dataclass(frozen=True)
class Score:
    merged: int
    right: int
    true: int
    apart: int

    @property
    def wrong(self) -> int:
        return self.merged - self.right

    def line(self) -> str:
        share = self.right / self.merged if self.merged else 1.0
        return (
            f"merges right {share:6.1%} ({self.right} of {self.merged})   false merges {self.wrong / self.apart:5.1%} "
            f"({self.wrong} of {self.apart})   recall {self.right / self.true:6.1%} ({self.right} of {self.true})"
        )


def score(pairs: Sequence[Pair], is_same: Callable[[Pair], bool]) -> Score:
    """How many pairs were merged, how many of these rightly, and how many should have been. A pair of which nothing can
    be known counts as one that should not be merged."""
    merged = [pair for pair in pairs if is_same(pair)]
    counts = Counter(pair.verdict for pair in pairs)
    right = sum(pair.verdict == "same" for pair in merged)
    return Score(len(merged), right, counts["same"], len(pairs) - counts["same"])
