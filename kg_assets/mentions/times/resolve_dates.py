"""Resolves dates and periods: calendar fields, units counted from the anchor, and parts and numbered pieces of a
period."""

from dataclasses import replace
from datetime import datetime, timedelta

from kg_assets.mentions.times import calendar as cal
from kg_assets.mentions.times.dispatch import resolves, value_of
from kg_assets.mentions.times.expressions import (
    Date,
    Edge,
    Expression,
    Holiday,
    InYear,
    Nth,
    NthFrom,
    Relative,
    RelativeName,
    Season,
    ToDate,
    Vague,
    WeekdayIn,
    WeekOf,
    Years,
)
from kg_assets.mentions.times.model import Context, ImpossibleDate, OpenExpression, Value

_LEAP_YEAR = 2000
_CENTURY = 100
_YEARS_TO_SEARCH = 8


def period(start: datetime, unit: str, count: int = 1) -> Value:
    """The time of `count` units from `start` on; a weekend has two days."""
    if unit == "weekend":
        return Value(start, start + 2 * cal.DAY, "range" if count > 1 else "week")
    if unit == "business_day":
        unit = "day"
    grain = unit if count == 1 and unit != "fortnight" else "range"
    return Value(start, cal.step(start, unit, count), grain)


def full_year(year: int, context: Context) -> int:
    """A year with its century. A number of two digits is in the 2000s if it is below the calendar's `two_digit_pivot`,
    else in the 1900s."""
    if year >= _CENTURY:
        return year
    return year + (2000 if year < context.calendar.two_digit_pivot else 1900)


@resolves(Date)
def resolve_date(date: Date, context: Context) -> Value:
    """The day, month or year that a date names. Without a year it is the next one from the anchor in the context's
    direction; beside a weekday or a relative day it is the nearest one that fits."""
    if date.swapped is not None:
        date = _in_order(date, context)
    if date.month is None:
        return _without_month(date, context)
    if date.day is None:
        return _month(date.month, date.year, context)
    if date.year is not None:
        return period(cal.day(date.year, date.month, date.day), "day")
    cal.day(_LEAP_YEAR, date.month, date.day)
    return period(_day_without_year(date, context), "day")


def _in_order(date: Date, context: Context) -> Date:
    """The date with month and day in the configured order. The other order is taken if only it gives a date, or if only
    it falls on the weekday beside it. With `ambiguous`, numbers that are a date in either order stay unresolved, unless
    they are equal."""
    assert date.swapped is not None
    month, day = date.month or 0, date.day or 0
    if context.date_order == "eu":
        (month, day), other = date.swapped, (month, day)
    else:
        other = date.swapped
    if date.weekday is not None and _fits_only_turned((month, day), other, date, context):
        return replace(date, month=other[0], day=other[1], swapped=None)
    if _exists(date.year, month, day):
        if context.date_order == "ambiguous" and month != day and _exists(date.year, *other):
            raise OpenExpression("date_order")
        return replace(date, month=month, day=day, swapped=None)
    return replace(date, month=other[0], day=other[1], swapped=None)


def _fits_only_turned(usual: tuple[int, int], turned: tuple[int, int], date: Date, context: Context) -> bool:
    """Whether the weekday beside two numbers fits only the other order of month and day, as in "Saturday 8/6" if June
    8, but not August 6, is a Saturday."""
    today = context.today().year
    years = [date.year] if date.year is not None else range(today - 1, today + 2)

    def fits(month: int, day: int) -> bool:
        return any(_exists(y, month, day) and cal.day(y, month, day).weekday() == date.weekday for y in years)

    return fits(*turned) and not fits(*usual)


def _exists(year: int | None, month: int, day: int) -> bool:
    try:
        cal.day(year or _LEAP_YEAR, month, day)
    except ImpossibleDate:
        return False
    return True


def _without_month(date: Date, context: Context) -> Value:
    if date.year is not None:
        return period(cal.day(date.year, 1, 1), "year")
    if date.day is not None:
        return period(_day_of_month(date.day, date.weekday, context), "day")
    assert date.weekday is not None
    today = context.today()
    days = (date.weekday - today.weekday()) % 7 or 7
    if looks_back(context):
        days = (date.weekday - today.weekday()) % 7 - 7
    return period(today + timedelta(days=days), "day")


def looks_back(context: Context) -> bool:
    """Whether an expression that can be past or future means the past. The assumption is noted (`direction_assumed`).
    Raises OpenExpression if the direction is unresolved."""
    if context.direction == "unresolved":
        raise OpenExpression("direction")
    context.notes.add("direction_assumed")
    return context.direction == "past"


def _month(month: int, year: int | None, context: Context) -> Value:
    if year is not None:
        return period(cal.day(year, month, 1), "month")
    this = cal.floor(context.today(), "month")
    back = looks_back(context)
    candidate = this.replace(month=month)
    if back and candidate > this:
        candidate = cal.step(candidate, "year", -1)
    elif not back and candidate < this:
        candidate = cal.step(candidate, "year", 1)
    return period(candidate, "month")


def _day_without_year(date: Date, context: Context) -> datetime:
    month, day, weekday = date.month or 0, date.day or 0, date.weekday
    today = context.today()
    if weekday is not None or date.is_near:
        return _nearest_with_weekday(month, day, weekday, today)
    direction = -1 if looks_back(context) else 1
    for distance in range(_YEARS_TO_SEARCH + 1):
        year = today.year + direction * distance
        if 1 <= year <= 9999 and _exists(year, month, day):
            candidate = cal.day(year, month, day)
            if (candidate >= today) if direction > 0 else (candidate <= today):
                return candidate
    raise ImpossibleDate(f"{month}-{day}")


def _nearest_with_weekday(month: int, day: int, weekday: int | None, today: datetime) -> datetime:
    """The month and day in last year, this year or next year: the one on that weekday, else the one nearest to
    today."""
    years = [year for year in range(today.year - 1, today.year + 2) if 1 <= year <= 9999 and _exists(year, month, day)]
    candidates = [cal.day(year, month, day) for year in years]
    if not candidates:
        raise OpenExpression("leap_day")
    return min(candidates, key=lambda c: (weekday not in (None, c.weekday()), abs(c - today), c))


def _day_of_month(day: int, weekday: int | None, context: Context) -> datetime:
    today = context.today()
    direction = -1 if looks_back(context) else 1
    month = cal.floor(today, "month")
    for _ in range(60):
        if _exists(month.year, month.month, day):
            candidate = month.replace(day=day)
            in_direction = candidate >= today if direction > 0 else candidate <= today
            if in_direction and weekday in (None, candidate.weekday()):
                return candidate
        month = cal.step(month, "month", direction)
    raise ImpossibleDate(f"day {day}")


@resolves(Relative)
def resolve_relative(relative: Relative, context: Context) -> Value:
    """A unit counted from the unit that holds the anchor: "last week"."""
    anchor = context.anchor() if relative.unit in cal.CLOCK_UNITS else context.today()
    start = cal.floor(anchor, relative.unit)
    is_before = relative.is_uncounted and context.direction == "past" and start > anchor
    return period(cal.step(start, relative.unit, relative.offset - is_before), relative.unit)


@resolves(RelativeName)
def resolve_relative_name(relative: RelativeName, context: Context) -> Value:
    """A weekday or month that is counted from the anchor. `Next Friday` is the Friday of the next ISO week, `last
    Friday` the latest one, `this coming Friday` the first after today; `next May` is the first May that has not
    begun."""
    today = context.today()
    if relative.is_nearest:
        ahead = (relative.index - today.weekday()) % 7 or 7  # days to the first one after today
        back = (today.weekday() - relative.index) % 7 or 7
        days = ahead + 7 * (relative.offset - 1) if relative.offset > 0 else -back + 7 * (relative.offset + 1)
        return period(today + timedelta(days=days), "weekend" if relative.name == "weekend" else "day")
    if relative.name == "weekday":
        week = cal.step(cal.floor(today, "week"), "week", relative.offset)
        return period(week + relative.index * cal.DAY, "day")
    this = cal.floor(today, "month")
    candidate = this.replace(month=relative.index)
    if relative.offset > 0 and candidate <= this:
        candidate = cal.step(candidate, "year", 1)
    elif relative.offset < 0 and candidate >= this:
        candidate = cal.step(candidate, "year", -1)
    further = max(abs(relative.offset) - 1, 0)
    return period(cal.step(candidate, "year", further if relative.offset > 0 else -further), "month")


@resolves(NthFrom)
def resolve_nth_from(expression: NthFrom, context: Context) -> Value:
    """The nth unit or weekday ("the third Tuesday") that lies wholly after or before a day or period, or the weekday
    nearest to its start."""
    base = value_of(expression.base, context)
    here, last = cal.floor(base.start, "day"), cal.floor(base.end - timedelta(seconds=1), "day")
    unit, further = expression.unit, 7 * (expression.index - 1)
    if not unit.startswith("weekday:"):
        start = cal.floor(last if expression.sign > 0 else here, unit)
        return period(cal.step(start, unit, expression.sign * expression.index), unit)
    weekday = int(unit[8:])
    after = last + timedelta(days=(weekday - last.weekday() - 1) % 7 + 1 + further)
    before = here - timedelta(days=(here.weekday() - weekday - 1) % 7 + 1 + further)
    if expression.sign:
        return period(after if expression.sign > 0 else before, "day")
    nearest = here if here.weekday() == weekday else min(after, before, key=lambda day: (abs(day - here), day))
    return period(nearest, "day")


@resolves(WeekdayIn)
def resolve_weekday_in(expression: WeekdayIn, context: Context) -> Value:
    """The weekday in a week. If it is counted from a day, it is the first such weekday on or after that day."""
    base = value_of(expression.base, context)
    if base.grain not in ("day", "week"):
        raise OpenExpression("weekday_of_" + base.grain)
    return period(base.start + (expression.weekday - base.start.weekday()) % 7 * cal.DAY, "day")


@resolves(Years)
def resolve_years(years: Years, context: Context) -> Value:
    """The period of a decade or century, from its first year on."""
    start = cal.day(years.first, 1, 1)
    return Value(start, cal.step(start, "year", years.count), years.grain)


@resolves(Nth)
def resolve_nth(nth: Nth, context: Context) -> Value:
    """The nth unit or weekday of a period ("the first Monday of May"), or several units that follow each other."""
    if nth.of is None:
        base = period(cal.floor(context.today(), "year"), "year")
    else:
        base = value_of(nth.of, context)
    if nth.unit.startswith("weekday:"):
        return period(_nth_weekday(base, nth.index, int(nth.unit[8:])), "day")
    if nth.unit == "weekend":
        return period(_nth_weekday(base, nth.index, 5), "weekend")
    if nth.unit == "week":
        start = _nth_week(base, nth.index, nth.count)
    elif nth.index < 0:
        start = cal.step(base.end, nth.unit, nth.index * nth.count)
    elif nth.unit == "business_day":
        start = cal.step(base.start - cal.DAY, nth.unit, nth.index)
    else:
        start = cal.step(base.start, nth.unit, nth.index - 1)
    if not base.start - 7 * cal.DAY < start < base.end:
        raise ImpossibleDate(f"no {nth.unit} {nth.index}")
    return period(start, nth.unit, nth.count)


def _nth_weekday(base: Value, index: int, weekday: int) -> datetime:
    if index < 0:
        last = base.end - cal.DAY
        found = last - timedelta(days=(last.weekday() - weekday) % 7 - 7 * (index + 1))
    else:
        found = base.start + timedelta(days=(weekday - base.start.weekday()) % 7 + 7 * (index - 1))
    if not base.start <= found < base.end:
        raise ImpossibleDate(f"no weekday {index}")
    return found


def _nth_week(base: Value, index: int, count: int) -> datetime:
    if index < 0:
        return cal.first_week(base.end) + timedelta(days=7 * index * count)
    return cal.first_week(base.start) + timedelta(days=7 * (index - 1))


_EDGES_COUNT_IN = {"week": "day", "month": "day", "quarter": "month", "season": "month", "half": "month",
                   "year": "month"}  # fmt: skip


@resolves(Edge)
def resolve_edge(edge: Edge, context: Context) -> Value:
    """A part of a period: its beginning, middle or end (where the calendar cuts it), its first or second half, the
    part that is past, or the part still to come. The end of a day is its last second."""
    base = value_of(edge.of, context)
    if base.grain == "day" and edge.which == "end":
        last_second = base.end - timedelta(seconds=1)
        return Value(last_second, base.end, "second", is_moment=True)
    if edge.which == "gone":
        return Value(base.start, max(base.start, context.anchor().replace(microsecond=0)), "range")
    if edge.which == "rest":
        here = context.anchor().replace(microsecond=0) if base.grain == "day" else context.today()
        return Value(max(base.start, here) if here < base.end else base.start, base.end, "range")
    if edge.which in ("first_half", "second_half"):
        middle = _middle(base)
        start, end = (base.start, middle) if edge.which == "first_half" else (middle, base.end)
        return Value(start, end, "range" if base.grain != "year" else "half")
    grain = "season" if isinstance(edge.of, Season) else base.grain
    cuts = context.calendar.edge_thirds.get(grain)
    if cuts is None:
        raise OpenExpression("edge_of_" + base.grain)
    unit = _EDGES_COUNT_IN.get(grain, "year")
    first, last = (cal.step(base.start, unit, cut) for cut in cuts)
    start = {"begin": base.start, "begin_mid": base.start, "mid": first, "mid_end": first, "end": last}[edge.which]
    end = {"begin": first, "begin_mid": last, "mid": last, "mid_end": base.end, "end": base.end}[edge.which]
    return Value(start, end, "range")


def _middle(base: Value) -> datetime:
    if base.grain == "month":
        return base.start + 15 * cal.DAY
    if base.grain == "year":
        return base.start.replace(month=7)
    return cal.floor(base.start + (base.end - base.start) / 2, "day")


def edge_moment(edge: Edge, context: Context) -> datetime:
    """The moment at which an edge bounds a range: `to the end of 2008` is the moment at which 2008 ends."""
    base = value_of(edge.of, context)
    if edge.which in ("begin", "begin_mid", "first_half"):
        return base.start
    if edge.which == "mid":
        return cal.floor(base.start + (base.end - base.start) / 2, "day")
    return base.end


@resolves(WeekOf)
def resolve_week_of(week: WeekOf, context: Context) -> Value:
    """The seven days that start or end with a day, or the ISO week that holds it, or that week's weekend."""
    base = value_of(week.day, context)
    if base.grain != "day":
        raise OpenExpression("week_of_" + base.grain)
    if week.where == "weekend":
        return period(cal.floor(base.start, "weekend"), "weekend")
    starts = {"starting": base.start, "ending": base.end - 7 * cal.DAY, "around": cal.floor(base.start, "week")}
    return period(starts[week.where], "week")


@resolves(InYear)
def resolve_in_year(expression: InYear, context: Context) -> Value:
    """A date, season, holiday or numbered period, in the year that another expression names."""
    year = value_of(expression.year, context).start.year
    placed: Expression = expression.of
    if isinstance(placed, Date):
        placed = replace(placed, year=year)
    elif isinstance(placed, Nth):
        placed = replace(placed, of=Date(year=year))
    elif isinstance(placed, Season | Holiday):
        placed = replace(placed, year=year)
    return value_of(placed, context)


@resolves(ToDate)
def resolve_to_date(expression: ToDate, context: Context) -> Value:
    """The time from the start of the unit to the start of the anchor's day."""
    today = context.today()
    return Value(cal.floor(today, expression.unit), today, expression.unit)


@resolves(Vague)
def resolve_vague(vague: Vague, context: Context) -> Value:
    """Raises OpenExpression: a time without a measure has no place on the calendar."""
    raise OpenExpression(vague.reason)


@resolves(Season)
def resolve_season(season: Season, context: Context) -> Value:
    """The season, by the months that the configured calendar gives it.

    "In summer" stays unresolved, and so does "next summer" said before this year's summer begins.
    """
    months = context.calendar.seasons.get(season.name)
    if months is None or (season.offset is None and season.year is None):
        raise OpenExpression("season")
    if season.year is not None:
        return _season_of(season.year, months)
    today = context.today()
    if season.is_coming:
        this = _season_of(today.year, months)
        return this if this.start > today else _season_of(today.year + 1, months)
    this = _season_of(today.year, months)
    if this.start > today and _season_of(today.year - 1, months).end > today:
        this = _season_of(today.year - 1, months)  # in January it is still the winter that began last year
    if season.offset == -1:
        return this if this.end <= today else _season_of(this.start.year - 1, months)
    if season.offset == 1:
        if this.start > today:
            raise OpenExpression("season")
        return _season_of(this.start.year + 1, months)
    return this


def _season_of(year: int, months: tuple[int, int]) -> Value:
    """The season that begins in the given year: winter 2019 ends in 2020."""
    first, until = months
    end = datetime(year if until > first else year + 1, until, 1)
    return Value(datetime(year, first, 1), end, "range")
