"""The type of a tool: its name, its parameters, the model of its answer, and the function that answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.config import Config
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse


class Parameters(BaseModel):
    """The parameters that every tool has."""

    model_config = ConfigDict(extra="forbid")

    tokens: int | None = Field(
        default=None,
        ge=1,
        description="About how many tokens the answer may have: rows are left out from the end, long texts cut.",
    )


class Answer(BaseModel):
    """The fields that every answer has besides its rows."""

    left_out: int = Field(default=0, description="Rows that did not fit into the tokens; ask for less, or allow more.")
    note: str | None = Field(default=None, description="What the reader should know of this answer.")


@dataclass(frozen=True)
class Asking:
    """The context of a question: the build that was published when the question arrived, and the configuration."""

    home: Home
    config: Config
    warehouse: OpenWarehouse
    zone: ZoneInfo
    begun: Callable[[Callable[[], None]], None]  # registers the function that stops the work if the call is cancelled


Given = TypeVar("Given", bound=Parameters)


@dataclass(frozen=True)
class Tool(Generic[Given]):
    """One tool.

    `answer` gives a dictionary that fits the model `answers`. `rows` names the lists in it; if the answer is too long,
    the last list is cut first. `extras` are lists that are kept only if everything else fits.
    """

    name: str
    title: str
    meaning: str
    takes: type[Given]
    answers: type[Answer]
    rows: tuple[str, ...]
    answer: Callable[[Asking, Given], dict[str, Any]]
    needs_build: bool = True
    extras: tuple[str, ...] = ()
