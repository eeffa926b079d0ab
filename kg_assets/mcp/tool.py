"""What a tool is: its name, what it takes, what it answers, and the function that answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.config import Config
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse


class Parameters(BaseModel):
    """What every tool takes."""

    model_config = ConfigDict(extra="forbid")

    tokens: int | None = Field(
        default=None,
        ge=1,
        description="About how many tokens the answer may have: rows are left out from the end, long texts cut.",
    )


class Answer(BaseModel):
    """What every tool says beside its rows."""

    left_out: int = Field(default=0, description="Rows that did not fit into the tokens; ask for less, or allow more.")
    note: str | None = Field(default=None, description="What the reader should know of this answer.")


@dataclass(frozen=True)
class Asking:
    """Where a question is answered from: the build that was published when it came."""

    home: Home
    config: Config
    warehouse: OpenWarehouse
    zone: ZoneInfo
    begun: Callable[[Callable[[], None]], None]  # takes what ends the work when the call is cancelled


Given = TypeVar("Given", bound=Parameters)


@dataclass(frozen=True)
class Tool(Generic[Given]):
    """One tool. `answer` gives a dictionary that fits `answers`; `rows` names its lists, the last to be cut first.

    `extras` are lists that are told only where everything else fits.
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
