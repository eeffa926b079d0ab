"""Which claims make one story, and which fulfil a plan: `config/report/stories.yaml`."""

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml

_FILE = "config/report/stories.yaml"
_PREDICATES = "config/predicates.yaml"


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
        """Every relation that is named, in the order of the file."""
        turns = [name for turn in self.states.values() for name in (*turn.begun_by, *turn.ended_by)]
        return [*self.states, *turns, *self.fulfilled_by]


def story_words() -> StoryWords:
    """The file as it is shipped, or the version of it that ANNALS_CONFIG gives."""
    return _read(data_path(_FILE), data_path(_PREDICATES))


@cache
def _read(path: Path, predicates: Path) -> StoryWords:
    try:
        words = StoryWords.model_validate(read_yaml(path))
    except ValidationError as error:
        first = error.errors()[0]
        raise ConfigError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    known = read_yaml(predicates)
    unknown = next((name for name in words.relations() if name not in known), None)
    if unknown is not None:
        raise ConfigError(f"{path}: no predicate is called {unknown!r}; {predicates} holds the labels")
    return words
