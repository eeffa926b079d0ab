"""Reads `config/stories.yaml`: which claims belong to one story, and which claims fulfil a plan."""

from pathlib import Path

import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_model, read_yaml

STORIES_FILE = "config/stories.yaml"
PREDICATES_FILE = "config/predicates.yaml"
_TURNS = pa.schema([("state", pa.string()), ("predicate", pa.string()), ("begins", pa.bool_()), ("rank", pa.int64())])
_ORDER = pa.schema([("state", pa.string()), ("rank", pa.int64())])
_FULFILLING = pa.schema([("phrase", pa.string()), ("predicate", pa.string())])


class Turns(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    begun_by: tuple[str, ...] = Field(description="Relations that say that the state begins.")
    ended_by: tuple[str, ...] = Field(description="Relations that say that it ends.")


class StoryWords(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    states: dict[str, Turns] = Field(description="States, by the relation that tells them, in order of preference.")
    fulfilled_by: dict[str, tuple[str, ...]] = Field(
        description="By relation, how a plan begins that a claim of it fulfils."
    )

    def relations(self) -> list[str]:
        """The names of all relations in the file: the states, then the events that begin and end each state, then the
        relations that fulfil plans. A name may occur more than once."""
        turns = [name for turn in self.states.values() for name in (*turn.begun_by, *turn.ended_by)]
        return [*self.states, *turns, *self.fulfilled_by]

    def tables(self) -> dict[str, pa.Table]:
        """The lists of `config/stories.yaml` as tables, under the names by which the SQL of `sql/stories` reads
        them."""
        turns = [
            {"state": state, "predicate": event, "begins": begins, "rank": rank}
            for rank, (state, turn) in enumerate(self.states.items())
            for events, begins in ((turn.begun_by, True), (turn.ended_by, False))
            for event in events
        ]
        order = [{"state": state, "rank": rank} for rank, state in enumerate(self.states)]
        phrases = [
            {"phrase": phrase, "predicate": relation}
            for relation, beginnings in self.fulfilled_by.items()
            for phrase in beginnings
        ]
        return {
            "turns": pa.Table.from_pylist(turns, _TURNS),
            "state_order": pa.Table.from_pylist(order, _ORDER),
            "fulfilling": pa.Table.from_pylist(phrases, _FULFILLING),
        }


def stories_in_use() -> StoryWords:
    """The story words that builds use now: those of the shipped file, or of the version of it that
    ANNALS_CONFIG gives."""
    return read_story_words(data_path(STORIES_FILE), data_path(PREDICATES_FILE))


def read_story_words(path: Path, predicates: Path) -> StoryWords:
    """The contents of a file like `config/stories.yaml`: which claims belong to one story. A relation that is not in
    the vocabulary is an error."""
    words = read_model(path, StoryWords)
    known = read_yaml(predicates)
    unknown = next((name for name in words.relations() if name not in known), None)
    if unknown is not None:
        raise ConfigError(f"{path}: no predicate is called {unknown!r}; {predicates} holds the labels")
    return words
