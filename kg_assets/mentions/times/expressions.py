"""The types of time expression, such as `Date` or `Season`, before they are resolved against the anchor, the moment of
the message. Each node (a piece of text read as a time) carries one."""

from dataclasses import dataclass
from typing import TypeAlias

Amounts: TypeAlias = tuple[tuple[float, str], ...]
# What a part of the day can be narrowed to: for each part the calendar has the hours of the whole and of these three.
NARROWERS = ("early", "mid", "late")


@dataclass(frozen=True, slots=True)
class Date:
    """The calendar fields that the words name. Missing fields come from the anchor.

    `swapped` is the other (month, day) that two numbers such as 5/6 can mean. `is_near` asks for the year that brings
    the date nearest to the anchor.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    swapped: tuple[int, int] | None = None
    is_near: bool = False


@dataclass(frozen=True, slots=True)
class Relative:
    """A calendar unit counted from the one that holds the anchor: `last week` is (week, -1).

    `is_uncounted` marks "the weekend": if the sentence looks back and the weekend of this week has not begun, it means
    the weekend before.
    """

    unit: str
    offset: int
    is_uncounted: bool = False


@dataclass(frozen=True, slots=True)
class RelativeName:
    """A weekday in a week counted from the anchor's week ("next Friday"), or a month counted from the anchor's month
    ("next May").

    With `is_nearest`, a weekday or weekend is counted from the anchor's day instead.
    """

    name: str
    index: int
    offset: int
    is_nearest: bool = False


@dataclass(frozen=True, slots=True)
class WeekdayIn:
    """A weekday in the week that another expression names. If that expression names a day, it is the first such weekday
    on or after the day."""

    weekday: int
    base: "Expression"


@dataclass(frozen=True, slots=True)
class Years:
    """A block of years that begins with a round number: a decade or a century."""

    first: int
    count: int
    grain: str


@dataclass(frozen=True, slots=True)
class Nth:
    """The nth unit of a period; a negative index counts from the end. If `of` is None, the period is the anchor's year.
    `count` units that follow each other are meant ("the first two weeks")."""

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
    """A part of a period: its beginning, middle, end, a half, the part already past, or the rest.

    `is_noun` marks wording like "the end of May": as one end of a range it means a moment, not the last days.
    """

    which: str
    of: "Expression"
    is_noun: bool = False


@dataclass(frozen=True, slots=True)
class Shift:
    """A moment moved by amounts: "two days after Easter" moves Easter (`base`), "in two days" the anchor. `is_rough`
    marks an amount such as "a few weeks": the result is no more exact than its unit."""

    amounts: Amounts
    sign: int
    base: "Expression | None" = None
    is_rough: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """An interval of so many units that ends at the anchor (sign -1) or starts there (1).

    "Within 3 days" (`is_from_today`) starts today, "next 3 days" starts tomorrow.
    """

    amounts: Amounts
    sign: int
    is_from_today: bool = False


@dataclass(frozen=True, slots=True)
class Within:
    """`in 3 months`: a point that lies so far ahead. If the sentence looks back ("has not ... in 3 months"), it means
    the three months that have passed."""

    amounts: Amounts


@dataclass(frozen=True, slots=True)
class Lasting:
    """An interval given by its start and its length: "for two weeks from May 1"."""

    amounts: Amounts
    start: "Expression"


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. `meridiem` is `am`, `pm` or `24` if the words settle it, else None."""

    hour: int
    minute: int = 0
    second: int = 0
    meridiem: str | None = None
    grain: str = "hour"
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class ClockRange:
    """A range between two times of day."""

    first: Clock
    last: Clock


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day ("evening"), by its name in the calendar of `config/times/common.yaml`."""

    name: str


def narrowed(which: str, part: str) -> str:
    """The name of the early, mid or late part of a part of the day: `early_morning`. A name that is narrowed already
    stays unchanged."""
    return part if part.startswith(tuple(f"{narrower}_" for narrower in NARROWERS)) else f"{which}_{part}"


@dataclass(frozen=True, slots=True)
class At:
    """A day with a time of day or a part of the day: "Monday at 5", "Monday evening"."""

    day: "Expression"
    clock: Clock | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class RangeOf:
    """The time from one expression to another: "from May to July"."""

    first: "Expression"
    last: "Expression"


@dataclass(frozen=True, slots=True)
class WeekOf:
    """The seven days from a day on (`starting`) or up to it (`ending`), the ISO week `around` it, or the `weekend` of
    that week."""

    day: "Expression"
    where: str


@dataclass(frozen=True, slots=True)
class InYear:
    """A date, season, holiday, quarter or half without a year, in the year that another expression names."""

    of: "Expression"
    year: "Expression"


@dataclass(frozen=True, slots=True)
class Now:
    """The anchor itself: the moment of the message."""


@dataclass(frozen=True, slots=True)
class ToDate:
    """From the start of the unit that holds the anchor to the start of the anchor's day: `year to date`."""

    unit: str


@dataclass(frozen=True, slots=True)
class Season:
    """A season in a given year, or counted from the anchor. With neither, it stays unresolved.

    `is_coming` asks for the first one that has not begun. "Next summer" does not set it: said before this year's summer
    it stays unresolved.
    """

    name: str
    offset: int | None = None
    year: int | None = None
    is_coming: bool = False


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday in a given year, or counted from the anchor. With neither, it is the nearest one in the direction of
    its sentence."""

    name: str
    offset: int | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Vague:
    """A time that names no exact amount or date: "several years ago", "the other day", "fiscal year 2019"."""

    reason: str = "vague"


@dataclass(frozen=True, slots=True)
class Number:
    """A bare number; only a neighbouring expression can make it a time."""

    value: int
    digits: int


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time. Only a neighbouring expression can give it a place on the calendar."""

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
    """Text that looks like a time but is none. It occupies its place, so that nothing else is read there."""


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
