"""Resolves expressions that are measured from another moment: moved moments ("two days after Easter"), so many units
before or after now ("next 3 days") and ranges."""

from dataclasses import replace
from datetime import datetime

from kg_assets.mentions.times import calendar as cal
from kg_assets.mentions.times.dispatch import resolves, value_of
from kg_assets.mentions.times.expressions import (
    Amounts,
    At,
    Clock,
    ClockRange,
    Date,
    Edge,
    Expression,
    Lasting,
    Now,
    Nth,
    RangeOf,
    Shift,
    Window,
    Within,
)
from kg_assets.mentions.times.model import Context, OpenExpression, Value
from kg_assets.mentions.times.resolve_clocks import range_on
from kg_assets.mentions.times.resolve_dates import edge_moment, period

_BY_SIZE = (
    "second",
    "minute",
    "hour",
    "day",
    "business_day",
    "week",
    "fortnight",
    "month",
    "quarter",
    "half",
    "year",
    "decade",
    "century",
)


def has_clock(amounts: Amounts) -> bool:
    """Whether any of the amounts counts hours, minutes or seconds."""
    return any(unit in cal.CLOCK_UNITS for _, unit in amounts)


def moved(start: datetime, amounts: Amounts, sign: int, context: Context) -> datetime:
    """A local time moved by amounts, the largest unit first. Hours, minutes and seconds are counted in UTC."""
    ordered = sorted(amounts, key=lambda amount: (-_BY_SIZE.index(amount[1]), amount))
    for amount, unit in ordered:
        if unit in cal.CLOCK_UNITS:
            utc = cal.step_by(cal.to_utc(start, context.zone), unit, sign * amount)
            start = cal.from_utc(utc, context.zone)
        else:
            start = cal.step_by(start, unit, sign * amount)
    return start


@resolves(Shift)
def resolve_shift(shift: Shift, context: Context) -> Value:
    """A moment moved back or ahead by amounts: `base`, or without one the anchor. From the anchor, the amounts decide
    how exact the result is: "five years ago" is a year."""
    base = value_of(shift.base, context) if shift.base is not None else value_of(Now(), context)
    start = moved(base.start, shift.amounts, shift.sign, context)
    if has_clock(shift.amounts) and base.is_moment:
        return Value(start, start + cal.unit_length("second"), "second", is_moment=True, zone=base.zone)
    if has_clock(shift.amounts):
        return Value(start, start + cal.unit_length("minute"), "minute", is_moment=True, zone=base.zone)
    if isinstance(shift.base, Now | None):
        grain = "week" if shift.is_rough and shift.amounts[-1][1] == "week" else _precision(shift.amounts)
        return period(cal.floor(start, grain), grain)
    return (
        replace(base, start=start, end=start + (base.end - base.start))
        if base.is_moment
        else _finer_grain(start, base, shift.amounts)
    )


# How precise a shift by a unit is, and by a fraction of a unit; for units not listed it is a day.
_PRECISE_TO = {"century": "century", "decade": "decade", "year": "year", "half": "month", "quarter": "month",
               "month": "month"}  # fmt: skip
_FRACTION_PRECISE_TO = {"century": "decade", "decade": "year", "year": "month"}


def _precision(amounts: Amounts) -> str:
    """How precise the result is if the anchor is shifted: a year for `five years ago`, a month for `3 months ago`, a
    day for weeks or less."""
    amount, unit = min(amounts, key=lambda one: _BY_SIZE.index(one[1]))
    return (_PRECISE_TO if amount == int(amount) else _FRACTION_PRECISE_TO).get(unit, "day")


@resolves(Within)
def resolve_within(within: Within, context: Context) -> Value:
    """The moment that lies so far ahead ("in 3 months"). If the sentence looks back ("I have not run in 3 months"), the
    stretch of that length that ends at the anchor."""
    if context.direction == "past":
        return resolve_window(Window(within.amounts, -1), context)
    return resolve_shift(Shift(within.amounts, 1), context)


def _finer_grain(start: datetime, base: Value, amounts: Amounts) -> Value:
    """The period around a moved time. It is a day if the time was moved by weeks or less, and a month if a year was
    moved by months (`3 months before 2020`). Otherwise it is a week, month, quarter or year if `base` is one, else a
    day."""
    finest = min((unit for _, unit in amounts), key=_BY_SIZE.index)
    if finest in ("month", "quarter") and base.grain == "year":
        return period(cal.floor(start, "month"), "month")
    if _BY_SIZE.index(finest) < _BY_SIZE.index("month"):
        return period(cal.floor(start, "day"), "day")
    if base.grain in ("month", "year", "week", "quarter"):
        return period(cal.floor(start, base.grain), base.grain)
    return period(cal.floor(start, "day"), "day")


@resolves(Window)
def resolve_window(window: Window, context: Context) -> Value:
    """The last or next so many units. Hours, minutes and seconds are counted from the moment; quarters, decades and
    centuries from the edge of the one that holds the anchor; all other units from the day."""
    if has_clock(window.amounts):
        now = context.anchor().replace(microsecond=0)
        other = moved(now, window.amounts, window.sign, context)
        return Value(min(now, other), max(now, other), "range")
    unit, today = window.amounts[0][1], context.today()
    if unit == "business_day":
        return _business_window(window, today, context)
    if unit in ("quarter", "decade", "century"):
        here = cal.floor(today, unit)
        near = here if window.sign < 0 else cal.step(here, unit, 1)
    else:
        near = today if window.sign < 0 or window.is_from_today else today + cal.DAY
    far = moved(near, window.amounts, window.sign, context)
    return Value(min(near, far), max(near, far), "range")


def _business_window(window: Window, today: datetime, context: Context) -> Value:
    """The last or next so many business days, as one range that includes the weekends between them."""
    far = moved(today, window.amounts, window.sign, context)
    if window.sign < 0:
        return Value(far, today, "range")
    return Value(today if window.is_from_today else today + cal.DAY, far + cal.DAY, "range")


@resolves(Lasting)
def resolve_lasting(lasting: Lasting, context: Context) -> Value:
    """An interval that starts where an expression starts and has a given length."""
    start = value_of(lasting.start, context)
    return Value(start.start, moved(start.start, lasting.amounts, 1, context), "range", zone=start.zone)


@resolves(RangeOf)
def resolve_range(span: RangeOf, context: Context) -> Value:
    """The time from one expression to another. The last one is included as a whole, but a clock time ends the range at
    once (design §9, Times)."""
    first, last = _share(span.first, span.last, context)
    if isinstance(last, ClockRange):
        day, part = (first.day, first.part) if isinstance(first, At) else (first, None)
        value = value_of(day, context)
        if value.grain != "day":
            raise OpenExpression("clock_on_" + value.grain)
        return range_on(value.start, last, part, context)
    end_value = None if _is_bound(last) else value_of(last, _ending(first, last, context))
    end = edge_moment(last, context) if isinstance(last, Edge) and _is_bound(last) else _end_of(end_value)
    start_value = None if _is_bound(first) else value_of(first, _starting(first, end, context))
    start = edge_moment(first, context) if isinstance(first, Edge) and _is_bound(first) else _start_of(start_value)
    if end <= start and _is_floating(last) and start_value is not None:
        end = _end_of(value_of(last, replace(context, now=start_value.start, direction="future")))
    if end <= start:
        raise OpenExpression("range_ends_before_start")
    zones = [value.zone for value in (start_value, end_value) if value is not None and value.zone]
    same = len(set(zones)) < 2
    if not same:
        start = cal.from_utc(cal.to_utc(start, zones[0] or context.zone), zones[1] or context.zone)
    return Value(start, end, "range", zone=zones[-1] if zones else None)


def _is_bound(expression: Expression) -> bool:
    """Whether an edge bounds a range as a moment. `The end of May` and any middle do; `late May` stands for its
    days."""
    return isinstance(expression, Edge) and (expression.is_noun or expression.which == "mid")


def _start_of(value: Value | None) -> datetime:
    assert value is not None
    return value.start


def _end_of(value: Value | None) -> datetime:
    assert value is not None
    return value.start if value.is_moment else value.end


def _is_floating(expression: Expression) -> bool:
    if isinstance(expression, At):
        return _is_floating(expression.day)
    if isinstance(expression, Date):
        return expression.year is None and not expression.is_near
    return isinstance(expression, Clock)


def _starting(first: Expression, end: datetime, context: Context) -> Context:
    """The context in which the start of a range is resolved. A start without a year or day ("Friday") is the last one
    before `end`, where the range ends."""
    if not _is_floating(first):
        return context
    context.anchor()
    return replace(context, now=end - cal.unit_length("second"), direction="past")


def _ending(first: Expression, last: Expression, context: Context) -> Context:
    """The context in which the end of a range is resolved. An end without a year or day ("Friday") is the first one
    after the start, if the start has a year or day."""
    if not _is_floating(last) or _is_floating(first):
        return context
    start = edge_moment(first, context) if isinstance(first, Edge) else value_of(first, context).start
    return replace(context, now=start, direction="future")


def _share(first: Expression, last: Expression, context: Context) -> tuple[Expression, Expression]:
    """Both ends of a range, each completed with the year, month or day that only the other one names."""
    if isinstance(first, Date) and isinstance(last, Date):
        return _share_dates(first, last, context)
    if isinstance(first, Nth) and isinstance(last, Nth) and first.unit == last.unit:
        return _share_year(first, last)
    if isinstance(first, At) and isinstance(last, Clock):
        return first, At(first.day, last, first.part)
    if isinstance(first, Clock) and isinstance(last, At) and last.clock is not None:
        return At(last.day, first, last.part), last
    if isinstance(first, At) and isinstance(last, At) and isinstance(first.day, Date) and isinstance(last.day, Date):
        days = _share_dates(first.day, last.day, context)
        return replace(first, day=days[0]), replace(last, day=days[1])
    return first, last


def _share_year(first: Nth, last: Nth) -> tuple[Nth, Nth]:
    """Both ends of a range of quarters or the like, each with a year: `Q3 to Q1 2020` begins in 2019, `Q3 2019 to Q1`
    ends in 2020."""
    is_across = first.index > last.index
    if first.of is None and isinstance(last.of, Date) and last.of.year is not None:
        return replace(first, of=Date(year=last.of.year - is_across)), last
    if last.of is None and isinstance(first.of, Date) and first.of.year is not None:
        return first, replace(last, of=Date(year=first.of.year + is_across))
    return first, last


def _share_dates(first: Date, last: Date, context: Context) -> tuple[Date, Date]:
    if last.month is None and last.day is not None and first.month is not None:
        last = replace(last, month=first.month)
    if first.month is None and first.day is not None and last.month is not None:
        first = replace(first, month=last.month)
    if first.weekday is not None and first.day is None:
        return first, last
    if first.year is None and last.year is not None and first.month is not None:
        later = (first.month, first.day or 0) > (last.month or 12, last.day or 31)
        first = replace(first, year=last.year - later)
    elif first.year is not None and last.year is None and last.month is not None and first.month is not None:
        earlier = (last.month, last.day or 31) < (first.month, first.day or 0)
        last = replace(last, year=first.year + earlier)
    return first, last
