"""The input and output types of the time engine."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

DateOrder = Literal["us", "eu", "ambiguous"]
Direction = Literal["future", "past", "unresolved"]


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The settings that change how times are read. Each is a key of the stage's configuration."""

    anchor_timezone: str = "UTC"
    date_order: DateOrder = "us"
    languages: tuple[str, ...] = ("en",)
    default_direction: Direction = "future"


class TimeMention(NamedTuple):
    """One time expression in a text, resolved or not: a row of `time_mentions` (seed §2A.1)."""

    char_start: int
    char_end: int
    surface: str
    pattern_id: str
    pattern_precedence: int
    resolved_type: str
    valid_from_utc: str | None
    valid_to_utc: str | None
    granularity: str | None
    timezone_assumed: str
    confidence: float
    parse: dict[str, object]
    # The same as canonical JSON.
    parse_json: str


class ImpossibleDate(Exception):
    """Raised for words that have the form of a date that does not exist. Nothing is emitted for them."""


class OpenExpression(Exception):
    """Raised for words that are a time expression, but whose place on the calendar the text does not settle."""


@dataclass(frozen=True, slots=True)
class DayPart:
    """The hours of a part of the day. The end may lie past midnight (26 is two o'clock on the next day)."""

    start_hour: int
    end_hour: int


@dataclass(frozen=True, slots=True)
class HolidayRule:
    """When a holiday falls: on a date, on the nth weekday of a month, or a number of days after Easter
    Sunday."""

    month: int = 0
    day: int = 0
    weekday: int | None = None
    nth: int = 0
    after_easter: int | None = None


@dataclass(frozen=True, slots=True)
class Calendar:
    """The numbers of `config/times/common.yaml` that are needed to resolve expressions."""

    parts: dict[str, DayPart]
    two_digit_pivot: int
    afternoon_until_hour: int
    edge_thirds: dict[str, tuple[int, int]]
    seasons: dict[str, tuple[int, int]]
    holidays: dict[str, HolidayRule]


@dataclass(slots=True)
class Context:
    """What an expression is resolved against: the anchor (the moment of the message) in local time, the direction for
    words that can mean past or future, and the settings."""

    now: datetime | None
    direction: Direction
    date_order: DateOrder
    calendar: Calendar
    zone: str
    notes: set[str] = field(default_factory=set)
    # Filled when the anchor is asked for. If it stays empty, the result holds for any anchor; if it has only "day", it
    # holds for any anchor of that day.
    uses: set[str] = field(default_factory=set)

    def anchor(self) -> datetime:
        """The anchor (the moment of the message). Without one OpenExpression is raised, and the expression stays
        unresolved."""
        self.uses.add("moment")
        if self.now is None:
            raise OpenExpression("no_original_anchor")
        return self.now

    def today(self) -> datetime:
        """Midnight of the anchor's day, for expressions that do not need the time of day. Raises OpenExpression if
        there is no anchor."""
        self.uses.add("day")
        if self.now is None:
            raise OpenExpression("no_original_anchor")
        return self.now.replace(hour=0, minute=0, second=0, microsecond=0)


@dataclass(slots=True)
class Value:
    """A resolved expression in local time, from `start` up to but without `end`. For a moment (`is_moment`) the end
    only says how precise it is."""

    start: datetime
    end: datetime
    grain: str
    is_moment: bool = False
    zone: str | None = None
