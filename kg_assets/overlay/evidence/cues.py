"""Words around a mention that suggest a relation: reads `config/overlay/cues.yaml` and gives it as rows for
SQL."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.yamlfile import read_model
from kg_assets.overlay.settings import SPAN_CLASSES

CUES_FILE = "config/overlay/cues.yaml"
_MOST_WORDS = 12


class Cue(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    cue: str
    span_class: Annotated[str, Field(pattern=f"^({'|'.join(SPAN_CLASSES)})$")]
    words: Annotated[tuple[str, ...], Field(max_length=_MOST_WORDS)]
    relation: str
    modifier: Annotated[float, Field(ge=-0.5, le=0.5)]


class Pair(BaseModel):
    """A relation between two names of a sentence, and the words that express it: one of the texts in `between` stands
    between the two names, and one of those in `behind` directly behind the second (the empty text: any words may). With
    `reversed` the relation goes from the second name to the first."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    relation: str
    between: Annotated[tuple[str, ...], Field(min_length=1)]
    behind: tuple[str, ...] = ("",)
    reversed: bool = False


class Cues(BaseModel):
    """The contents of `config/overlay/cues.yaml`: words beside a mention that suggest a relation (cues), and other word
    lists."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    core: tuple[Cue, ...]
    profiles: dict[str, tuple[Cue, ...]]
    negative: Annotated[tuple[str, ...], Field(max_length=_MOST_WORDS)]
    ending: tuple[str, ...]
    lasting: tuple[str, ...]
    own: tuple[str, ...]
    filler: tuple[str, ...]
    pairs: tuple[Pair, ...]

    def rows(self, active: Sequence[str]) -> pa.Table:
        """A row for each word of each cue; for a cue without words one row with NULL as word. The column `place` gives
        the order in which cues are tried: first those of the professions named in `active`."""
        cues = [*(cue for name in active for cue in self.profiles.get(name, ())), *self.core]
        return pa.Table.from_pylist(
            [
                {
                    "place": place, "span_class": cue.span_class, "word": word, "relation": cue.relation,
                    "modifier": cue.modifier,
                }
                for place, cue in enumerate(cues)
                for word in cue.words or (None,)
            ]
        )  # fmt: skip

    def pair_rows(self) -> pa.Table:
        """A row for each way to express each of the `pairs` (a relation between two names of a sentence): the words
        between the names, those behind the second name, the relation, and whether it goes from the second name to the
        first."""
        rows = [
            {"between_names": between, "behind": behind, "relation": pair.relation, "is_reversed": pair.reversed}
            for pair in self.pairs
            for between in pair.between
            for behind in pair.behind
        ]
        return pa.Table.from_pylist(rows)

    def filler_pattern(self) -> str:
        """A regular expression for the filler words that are skipped between two names. It expects words
        separated by single blanks."""
        return rf"\b({'|'.join(map(re.escape, self.filler))}) "

    def negative_rows(self) -> pa.Table:
        return pa.table({"word": pa.array(self.negative, pa.string())})

    def own_rows(self) -> pa.Table:
        return pa.table({"word": pa.array(self.own, pa.string())})

    def ending_rows(self) -> pa.Table:
        return pa.table({"word": pa.array(self.ending, pa.string())})

    def lasting_rows(self) -> pa.Table:
        return pa.table({"relation_type": pa.array(self.lasting, pa.string())})


def read_cues(path: Path) -> Cues:
    """The contents of `config/overlay/cues.yaml`. Errors name the file, the key and what was expected."""
    return read_model(path, Cues)
