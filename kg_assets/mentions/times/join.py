"""Combines two neighbouring nodes (pieces of text read as times) into one expression: one small joiner for each family
of joins."""

from collections.abc import Callable
from dataclasses import replace

from kg_assets.mentions.times.expressions import (
    At,
    Clock,
    ClockRange,
    Date,
    Duration,
    Edge,
    Expression,
    Holiday,
    InYear,
    Lasting,
    Now,
    Nth,
    NthFrom,
    Number,
    Part,
    RangeOf,
    Relative,
    RelativeName,
    Season,
    Shift,
    WeekdayIn,
    WeekOf,
    Within,
    Word,
    Zone,
    narrowed,
)
from kg_assets.mentions.times.placing import is_year, placed_in, united

_AT_LEAST_A_MONTH = frozenset({"month", "quarter", "half", "year", "decade", "century"})
_WHOLE_DAYS = frozenset({"day", "business_day", "week", "fortnight"})
_TOO_SHORT = frozenset({"second", "minute", "hour", "day", "business_day"})
_NARROWERS_OF_A_PART = {"begin": "early", "mid": "mid", "end": "late"}
_EDGES_OF_A_DAY = {"begin": "early_morning", "end": "evening"}
_LONGEST_YEAR_RANGE = 300
_LONGEST_SHORT_RANGE = 10
Joiner = Callable[[Expression, Expression, dict[str, str | int]], Expression | None]


def _day_clock(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a day with a time of day or a range of such times: `Monday at 5`, `3 to 5pm tomorrow`. The two
    may stand in either order; a bare number is read as a time of day."""
    day, clock = (right, left) if isinstance(left, Clock | ClockRange | Number) else (left, right)
    if isinstance(clock, Number):
        as_clock = clock_of(clock)
        if as_clock is None:
            return None
        clock = as_clock
    if _is_no_day(day):
        return None
    if isinstance(clock, ClockRange):
        return RangeOf(day, clock)
    if not isinstance(clock, Clock):
        return None
    return At(day.day, clock, day.part) if isinstance(day, At) else At(day, clock)


def _is_no_day(expression: Expression) -> bool:
    """Whether an expression is a shift that gives no whole day, so that no time of day can be put on it: "3 hours
    later", "2 days after 5pm"."""
    if isinstance(expression, Within):
        expression = Shift(expression.amounts, 1)
    if not isinstance(expression, Shift):
        return False
    return not {unit for _, unit in expression.amounts} <= _WHOLE_DAYS or isinstance(expression.base, At | Clock | Now)


def clock_of(number: Number) -> Clock | None:
    """A bare number as a time of day: `5`, `17`, `815`, `0730`; None if it cannot be one."""
    if number.digits >= 3:
        hour, minute = divmod(number.value, 100)
        if hour > 23 or minute > 59:
            return None
        return Clock(hour, minute, 0, "24" if hour > 12 or (number.digits == 4 and hour < 10) else None, "minute")
    if number.value > 24:
        return None
    return Clock(number.value, meridiem="24" if number.value > 12 or number.value == 0 else None)


def _clock_part(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a time of day with a part of the day, without a day: `5 in the morning`. The part decides
    between am and pm."""
    clock = clock_of(left) if isinstance(left, Number) else left
    if isinstance(left, Part):
        clock, right = (clock_of(right) if isinstance(right, Number) else right), left
    if not isinstance(clock, Clock) or not isinstance(right, Part) or clock.hour > 12 or clock.meridiem:
        return None
    name = right.name
    if name.endswith("night"):
        half = "am" if clock.hour < 6 or clock.hour == 12 else "pm"
    else:
        half = "am" if name.endswith("morning") else "pm"
    return replace(clock, meridiem=half)


def _clocks(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    first = clock_of(left) if isinstance(left, Number) else left
    last = clock_of(right) if isinstance(right, Number) else right
    if isinstance(first, Clock) and isinstance(last, Clock):
        return ClockRange(first, last)
    return None


def _weekday_date(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a written date beside a weekday or relative day: `Friday, May 5`. The date counts; the weekday
    helps to find its year."""
    date, other = (right, left) if not isinstance(left, Date) or left.day is None else (left, right)
    if isinstance(date, Number):
        date = Date(day=date.value) if 1 <= date.value <= 31 else date
    if not isinstance(date, Date) or date.day is None:
        return None
    if isinstance(other, Date):
        return replace(date, weekday=other.weekday) if other.weekday is not None and other.day is None else None
    if date.month is None:
        return None
    return date if date.year is not None else replace(date, is_near=True)


def _day_part(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    day, part = (right, left) if isinstance(left, Part) else (left, right)
    if not isinstance(part, Part) or isinstance(day, At) or _is_no_day(day):
        return None
    return At(day, part=part.name)


def _weekday_in(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    weekday, base = (left, right) if isinstance(left, Date) and left.weekday is not None else (right, left)
    if not isinstance(weekday, Date) or weekday.weekday is None or weekday.day is not None:
        return None
    if isinstance(base, Shift) and isinstance(base.base, At | Clock):
        return None
    if isinstance(base, Within):
        base = Shift(base.amounts, 1)
    if isinstance(base, Shift) and base.base is None:
        base = replace(base, base=Relative("day", 0))
    return WeekdayIn(weekday.weekday, base)


def _range(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    first, last = _range_end(left, right), _range_end(right, left)
    if first is None or last is None:
        return None
    if isinstance(first, Clock) and isinstance(last, Clock):
        return ClockRange(first, last)
    if (_is_bare_year(first) and _lacks_year(last)) or (_is_bare_year(last) and _lacks_year(first)):
        return None
    return RangeOf(first, last)


def _is_bare_year(expression: Expression) -> bool:
    return isinstance(expression, Date) and expression.month is None and expression.year is not None


def _lacks_year(expression: Expression) -> bool:
    return isinstance(expression, Date) and expression.month is not None and expression.year is None


def _range_end(end: Expression, other: Expression) -> Expression | None:
    """One end of a range, given the other: a bare number becomes a day if the other end is a date with a day, and a
    time of day if the other end is one. None if it becomes neither."""
    if not isinstance(end, Number):
        return end
    if isinstance(other, Date) and other.day is not None:
        return Date(day=end.value) if 1 <= end.value <= 31 else None
    if isinstance(other, Clock | At):
        return clock_of(end)
    return None


def _year_range(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a range between two bare years. The second may be cut to two digits: `2014-18`."""
    if not isinstance(left, Date) or left.year is None or left.month is not None:
        return None
    if isinstance(right, Number):
        is_close = right.digits == 2 and right.value - left.year % 100 <= _LONGEST_SHORT_RANGE
        right = Date(year=left.year // 100 * 100 + right.value) if is_close else right
    if (
        not isinstance(right, Date)
        or right.year is None
        or right.month is not None
        or not 0 < right.year - left.year <= _LONGEST_YEAR_RANGE
    ):
        return None
    return RangeOf(left, right)


def _shift_from(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a date moved by a duration: `two weeks before May`, `Tuesday + 10 days`. None if neither side
    is a duration."""
    if isinstance(right, Duration):
        left, right = right, left
    return Shift(left.amounts, int(arguments["sign"]), right) if isinstance(left, Duration) else None


def _edge_of(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    if not isinstance(left, Word):
        return None
    return Edge(left.name.split(":")[1], right, left.name.startswith("edgeword"))


def _nth_of(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    if isinstance(left, Number):
        is_day = 1 <= left.value <= 31 and isinstance(right, Relative)
        return Nth(left.value, "day", right) if is_day else None
    if isinstance(left, Date) and left.day is not None and left.month is None:
        return Nth(left.day, "day", right)
    if not isinstance(left, Word):
        return None
    _, index, count, unit = left.name.split(":", 3)
    if unit in _AT_LEAST_A_MONTH and isinstance(right, Date) and right.month is not None:
        return None
    return Nth(int(index), unit, right, int(count))


def _zoned(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a time of day with a time zone: `5pm CET`. In a range, the zone is put on the last time. None
    if the time has a zone already."""
    if not isinstance(right, Zone):
        return None
    if isinstance(left, Clock):
        return replace(left, zone=right.name) if left.zone is None else None
    if isinstance(left, ClockRange):
        return replace(left, last=replace(left.last, zone=right.name)) if left.last.zone is None else None
    if isinstance(left, At) and left.clock is not None and left.clock.zone is None:
        return replace(left, clock=replace(left.clock, zone=right.name))
    return None


def _lasting(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    length, start = (left, right) if isinstance(left, Duration) else (right, left)
    return Lasting(length.amounts, start) if isinstance(length, Duration) else None


def _with_year(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a date whose year comes after the time of day (`May 5 at noon, 2019`), or for a range of dates
    with one year behind both ends."""
    if not isinstance(right, Date) or right.year is None or right.month is not None:
        return None
    if (
        isinstance(left, RangeOf)
        and isinstance(left.last, Date)
        and left.last.day is not None
        and left.last.year is None
    ):
        return replace(left, last=replace(left.last, year=right.year))
    if isinstance(left, At) and isinstance(left.day, Date) and left.day.year is None and left.day.month is not None:
        return replace(left, day=replace(left.day, year=right.year))
    return None


def _week_of(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    return WeekOf(right, str(arguments["where"]))


def _nth_in(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a numbered piece of the period before it: `October's first week`. It is what `_nth_of` gives
    for `first week of October`."""
    return _nth_of(right, left, arguments)


def _in_year(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a date or numbered period in the year that the other side names: `May 5 last year`, `the third
    quarter of next year`, `next year's May`."""
    if is_year(left) and not is_year(right):
        left, right = right, left
    if isinstance(left, Nth) and left.of is None and isinstance(right, Date):
        return replace(left, of=right)
    if isinstance(left, Season | Holiday):
        return _season_in(left, right)
    if isinstance(right, Date) or not is_year(right):
        return None
    if isinstance(left, Date):
        return InYear(left, right) if left.year is None and left.month is not None else None
    return InYear(left, right) if isinstance(left, Nth) and left.of is None else None


def _season_in(season: Season | Holiday, year: Expression) -> Expression | None:
    """The expression for a season or holiday in a year: `the summer of '21`, `winter last year`, `Easter of next year`.
    None if it has a year already."""
    if season.year is not None or season.offset is not None or not is_year(year):
        return None
    return replace(season, year=year.year) if isinstance(year, Date) else InYear(season, year)


def _edge_day(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for the end or another edge of the day that is named after it: `end of day Friday`."""
    return Edge(left.which, right) if isinstance(left, Edge) and left.of == Relative("day", 0) else None


def _edge_part(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a narrower part of a day, or of a part of a day: `early Monday morning`, `late last night`,
    `early tomorrow`, `late on Friday`."""
    if not isinstance(left, Word):
        return None
    edge = left.name.split(":")[1]
    if not isinstance(right, At):
        return At(right, part=_EDGES_OF_A_DAY[edge]) if edge in _EDGES_OF_A_DAY else None
    if right.part is None or right.clock is not None or edge not in _NARROWERS_OF_A_PART:
        return None
    part = narrowed(_NARROWERS_OF_A_PART[edge], right.part)
    return None if part == right.part else replace(right, part=part)


def _part_from(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a part of the day after or before a date: `the morning after the 9th`, `the night before June
    3`."""
    if not isinstance(left, Part):
        return None
    return At(Shift(((1.0, "day"),), int(arguments["sign"]), right), part=left.name)


def _placed(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for one side in the period that the other side names, in either order: `Tuesday morning next
    week`, `last year December`, `4 to 22 next month`."""
    placed = placed_in(left, right)
    return placed_in(right, left) if placed is None else placed


def _date_parts(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for one date made of a year and a day beside each other: `1977, 4 June`."""
    return united(left, right)


def _nth_from(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for the nth unit or weekday before or after a day, or for the one nearest to it: `the Sunday
    before June 3`, `the third Tuesday after July 4`, `the Monday closest to October 5`."""
    sign = int(arguments["sign"])
    if isinstance(left, Word):
        _, index, count, unit = left.name.split(":", 3)
        return NthFrom(unit, int(index), sign, right) if count == "1" and int(index) > 0 else None
    if isinstance(left, Relative):
        return NthFrom(left.unit, 1, sign, right) if left.offset == 0 else None
    if not isinstance(left, Date) or left.weekday is None or left.day is not None:
        return None
    return NthFrom(f"weekday:{left.weekday}", 1, sign, right)


def _weeks_on(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for the day that lies so many weeks after another day: `a week today`, `two weeks on Monday`."""
    if not isinstance(left, Duration) or any(unit not in ("week", "fortnight") for _, unit in left.amounts):
        return None
    return Shift(left.amounts, 1, right)


def _shift_on(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression for a time counted back from a day: `a week ago Tuesday`, `two years ago yesterday`. A weekday
    means the latest one before today."""
    if not isinstance(left, Shift) or left.base is not None or left.sign > 0:
        return None
    if any(unit in _TOO_SHORT for _, unit in left.amounts):
        return None
    if isinstance(right, Date) and right.day is None and right.weekday is not None:
        right = RelativeName("weekday", right.weekday, -1, is_nearest=True)
    is_named = isinstance(right, RelativeName) or (isinstance(right, Relative) and right.unit == "day")
    return replace(left, base=right) if is_named else None


def _same_day(left: Expression, right: Expression, arguments: dict[str, str | int]) -> Expression | None:
    """The expression of the second side alone, as in `today in one hour`: the day adds nothing."""
    return right if left == Relative("day", 0) and isinstance(right, Shift | Within) else None


JOINERS: dict[str, Joiner] = {
    "day_clock": _day_clock,
    "clock_part": _clock_part,
    "clocks": _clocks,
    "weekday_date": _weekday_date,
    "day_part": _day_part,
    "weekday_in": _weekday_in,
    "range": _range,
    "year_range": _year_range,
    "shift_from": _shift_from,
    "edge_of": _edge_of,
    "nth_of": _nth_of,
    "zoned": _zoned,
    "lasting": _lasting,
    "with_year": _with_year,
    "week_of": _week_of,
    "in_year": _in_year,
    "nth_in": _nth_in,
    "edge_day": _edge_day,
    "edge_part": _edge_part,
    "same_day": _same_day,
    "placed": _placed,
    "date_parts": _date_parts,
    "nth_from": _nth_from,
    "weeks_on": _weeks_on,
    "shift_on": _shift_on,
    "part_from": _part_from,
}
