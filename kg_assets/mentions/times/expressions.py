"""The types of time expression before an anchor resolves them. Each node of the chart carries one."""

from dataclasses import dataclass
from typing import TypeAlias

Amounts: TypeAlias = tuple[tuple[float, str], ...]
# What a part of the day can be narrowed to: every part of a language's words has its hours under each of these names.
NARROWERS = ("early", "mid", "late")


@dataclass(frozen=True, slots=True)
class Date:
    """The calendar fields that the words name; missing ones come from the anchor.

    `swapped` is the other (month, day) that two numbers can mean; `is_near` asks for the year that brings the
    date nearest to the anchor.
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

    `is_uncounted` marks "the weekend": where the sentence looks back and this week's weekend has not
    begun, it means the weekend before.
    """

    unit: str
    offset: int
    is_uncounted: bool = False


@dataclass(frozen=True, slots=True)
class RelativeName:
    """A weekday of a week that is counted from the anchor's, or a month that is counted from the anchor's
    month ("next May").

    With `is_nearest` a weekday or weekend is counted from the anchor's day.
    """

    name: str
    index: int
    offset: int
    is_nearest: bool = False


@dataclass(frozen=True, slots=True)
class WeekdayIn:
    """A weekday in the week that another expression names; if it names a day, the first such weekday on or
    after it."""

    weekday: int
    base: "Expression"


@dataclass(frozen=True, slots=True)
class Years:
    """A block of years: a decade or a century."""

    first: int
    count: int
    grain: str


@dataclass(frozen=True, slots=True)
class Nth:
    """The nth unit of a period; a negative index counts from the end. `of` None is the anchor's year; `count`
    units in a row."""

    index: int
    unit: str
    of: "Expression | None"
    count: int = 1


@dataclass(frozen=True, slots=True)
class NthFrom:
    """The nth unit or weekday after (sign 1) or before (-1) a day, or the weekday nearest to it (0)."""

    unit: str
    index: int
    sign: int
    base: "Expression"


@dataclass(frozen=True, slots=True)
class Edge:
    """The beginning, middle, end, a half, the past or the rest of a period.

    `is_noun` ("the end of May"): as an end of a range it is a moment, not its days.
    """

    which: str
    of: "Expression"
    is_noun: bool = False


@dataclass(frozen=True, slots=True)
class Shift:
    """A base, or the anchor, moved by amounts. `is_rough` ("a few weeks"): the result is no more exact than
    its unit."""

    amounts: Amounts
    sign: int
    base: "Expression | None" = None
    is_rough: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """An interval of so many units that ends (sign -1) or starts (1) at the anchor.

    "within 3 days" (`is_from_today`) starts today, "next 3 days" starts tomorrow.
    """

    amounts: Amounts
    sign: int
    is_from_today: bool = False


@dataclass(frozen=True, slots=True)
class Within:
    """`in 3 months`: a point that far ahead; where the sentence looks back ("has not ... in 3 months"), the
    months that have gone by."""

    amounts: Amounts


@dataclass(frozen=True, slots=True)
class Lasting:
    """An interval given by its start and its length."""

    amounts: Amounts
    start: "Expression"


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `meridiem` is `am`, `pm` or `24` where the words settle it, else None."""

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
    """A part of the day, by its name in the calendar of `config/times/common.yaml`."""

    name: str


def narrowed(which: str, part: str) -> str:
    """The name of the early, mid or late part of a part of the day; a name that is narrowed already stays
    as it is."""
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
    """The seven days from a day (`starting`) or up to it (`ending`), the ISO week `around` it, or the
    `weekend` of that week."""

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
    """From the start of the anchor's unit to the start of the anchor's day."""

    unit: str


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a given year, or counted from the anchor; one with neither stays open.

    `is_coming`: the first one that has not begun. `next summer` is not `is_coming`: said before this year's
    summer it stays open.
    """

    name: str
    offset: int | None = None
    year: int | None = None
    is_coming: bool = False


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday of a given year, or counted from the anchor, or the nearest one in the direction of its
    sentence."""

    name: str
    offset: int | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Vague:
    """A time without a measure: "several years ago", "the other day", "fiscal year 2019"."""

    reason: str = "vague"


@dataclass(frozen=True, slots=True)
class Number:
    """A bare number; only a neighbouring expression can make it a time."""

    value: int
    digits: int


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time; only a neighbouring expression can place it."""

    amounts: Amounts


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word that changes a neighbouring expression: `end of`, `last`."""

    name: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """Looks like a time and is none. It takes the place, so that nothing else is read there."""


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
