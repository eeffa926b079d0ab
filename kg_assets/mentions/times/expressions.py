"""The shapes a time expression can have before it meets an anchor. Each kind of node in the chart carries one."""

from dataclasses import dataclass
from typing import TypeAlias

Amounts: TypeAlias = tuple[tuple[float, str], ...]
# What a part of the day can be narrowed to: every part of a language's words has its hours under each of these names.
NARROWERS = ("early", "mid", "late")


@dataclass(frozen=True, slots=True)
class Date:
    """Calendar fields that the words name; what is missing comes from the anchor.

    `swapped` is the other reading of two figures; `is_near` asks for the year that brings the date nearest.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    swapped: tuple[int, int] | None = None
    is_near: bool = False


@dataclass(frozen=True, slots=True)
class Relative:
    """A calendar unit counted from the anchor's: `last week` is (week, -1).

    With `is_uncounted` (`the weekend`) it is the unit before, where its sentence looks back and the unit has
    not begun.
    """

    unit: str
    offset: int
    is_uncounted: bool = False


@dataclass(frozen=True, slots=True)
class RelativeName:
    """A weekday or weekend of a week, or a month of a year, counted from the anchor.

    With `is_nearest` a weekday or weekend is counted from the anchor's day instead of from its week.
    """

    name: str
    index: int
    offset: int
    is_nearest: bool = False


@dataclass(frozen=True, slots=True)
class WeekdayIn:
    """A weekday of the week that another expression names, or the first one on or after its day."""

    weekday: int
    base: "Expression"


@dataclass(frozen=True, slots=True)
class Years:
    """A block of years: decade, century."""

    first: int
    count: int
    grain: str


@dataclass(frozen=True, slots=True)
class Nth:
    """The nth unit of a period; a negative number counts from the end; `of` None means the anchor's."""

    index: int
    unit: str
    of: "Expression | None"
    count: int = 1


@dataclass(frozen=True, slots=True)
class NthFrom:
    """The nth unit or weekday after (1) or before (-1) a day, or the weekday nearest to it (0)."""

    unit: str
    index: int
    sign: int
    base: "Expression"


@dataclass(frozen=True, slots=True)
class Edge:
    """The beginning, middle, end, or a half of a period.

    With `is_noun` ("the end of May") it bounds a range as a moment.
    """

    which: str
    of: "Expression"
    is_noun: bool = False


@dataclass(frozen=True, slots=True)
class Shift:
    """A base, or the anchor, moved by amounts; rough ones ("a few weeks") are no more exact than their unit."""

    amounts: Amounts
    sign: int
    base: "Expression | None" = None
    is_rough: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """So many units before or after the anchor.

    With `is_from_today` ("within 3 days") one ahead starts today, else ("next 3 days") tomorrow.
    """

    amounts: Amounts
    sign: int
    is_from_today: bool = False


@dataclass(frozen=True, slots=True)
class Within:
    """`in 3 months`: that far ahead, or, after "has not", the months that have gone by."""

    amounts: Amounts


@dataclass(frozen=True, slots=True)
class Lasting:
    """An interval given by its start and its length."""

    amounts: Amounts
    start: "Expression"


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; meridiem `am`, `pm`, `24` when the writing settles it, None when it does not."""

    hour: int
    minute: int = 0
    second: int = 0
    meridiem: str | None = None
    grain: str = "hour"
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class ClockRange:
    """Two times of day."""

    first: Clock
    last: Clock


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day by its name in the calendar."""

    name: str


def narrowed(which: str, part: str) -> str:
    """The name of the early, mid or late stretch of a part of the day; what is narrow already stays what it is."""
    return part if part.startswith(tuple(f"{narrower}_" for narrower in NARROWERS)) else f"{which}_{part}"


@dataclass(frozen=True, slots=True)
class At:
    """A day, narrowed to a clock or a part of the day."""

    day: "Expression"
    clock: Clock | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class RangeOf:
    """From one expression to another."""

    first: "Expression"
    last: "Expression"


@dataclass(frozen=True, slots=True)
class WeekOf:
    """Seven days from a day (`starting`) or up to it (`ending`), the ISO week `around` it, or that week's `weekend`."""

    day: "Expression"
    where: str


@dataclass(frozen=True, slots=True)
class InYear:
    """A date, season, holiday, quarter or half without a year, in the year that another expression names."""

    of: "Expression"
    year: "Expression"


@dataclass(frozen=True, slots=True)
class Now:
    """The anchor itself."""


@dataclass(frozen=True, slots=True)
class ToDate:
    """From the start of the anchor's unit to the anchor's day."""

    unit: str


@dataclass(frozen=True, slots=True)
class Season:
    """A season: of a year, or counted from the anchor; one that says neither stays open.

    `is_coming` means the first that has not begun. `next summer` is not so: before this year's summer it
    stays open.
    """

    name: str
    offset: int | None = None
    year: int | None = None
    is_coming: bool = False


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday: of a year, counted from the anchor, or the nearest in the direction of its sentence."""

    name: str
    offset: int | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Vague:
    """A time without a measure: `several years ago`, `the other day`, a year of somebody's own calendar."""

    reason: str = "vague"


@dataclass(frozen=True, slots=True)
class Number:
    """A bare number that only a neighbour can turn into a time."""

    value: int
    digits: int


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time that only a neighbour can place."""

    amounts: Amounts


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word that steers a neighbour: `end of`, `last`."""

    name: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """What looks like a time and is none; it keeps the place from being read otherwise."""


Expression: TypeAlias = (
    Date
    | Relative
    | RelativeName
    | WeekdayIn
    | Years
    | Nth
    | NthFrom
    | Edge
    | Shift
    | Window
    | Within
    | Lasting
    | Clock
    | ClockRange
    | Part
    | At
    | RangeOf
    | WeekOf
    | InYear
    | Now
    | ToDate
    | Season
    | Holiday
    | Vague
    | Number
    | Duration
    | Zone
    | Word
    | Blocked
)
