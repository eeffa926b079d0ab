"""Resolves times of day: clock times, parts of the day, and days narrowed by them."""

from dataclasses import replace
from datetime import datetime, timedelta

from kg_assets.mentions.times import calendar as cal
from kg_assets.mentions.times.dispatch import resolves, value_of
from kg_assets.mentions.times.expressions import At, Clock, ClockRange, Now, Part, Relative
from kg_assets.mentions.times.model import Context, ImpossibleDate, OpenExpression, Value
from kg_assets.mentions.times.resolve_dates import looks_back

_NOON = 12
# An hour before this in a night belongs to the morning after: "3 am last night" was today.
_SMALL_HOURS = timedelta(hours=6)
_HALF_DAY = timedelta(hours=12)


def clock_delta(clock: Clock, half: str | None = None) -> timedelta:
    """How long after midnight a time of day lies. If `half` (am or pm) is given, it replaces the am or pm of the clock
    itself. Raises ImpossibleDate for a time such as 25:00."""
    hour, meridiem = clock.hour, half or clock.meridiem
    if meridiem in ("am", "pm"):
        if not 0 <= hour <= 23:
            raise ImpossibleDate(f"hour {hour}")
        if hour <= _NOON:
            hour = hour % _NOON + (_NOON if meridiem == "pm" else 0)
    if not (0 <= hour <= 24 and clock.minute < 60 and clock.second < 61) or (hour == 24 and clock.minute):
        raise ImpossibleDate(f"{hour}:{clock.minute}")
    return timedelta(hours=hour, minutes=clock.minute, seconds=min(clock.second, 59))


def moment(start: datetime, clock: Clock) -> Value:
    """The moment that a time of day names on the day of `start`, as exact as the words: to the hour, minute or
    second."""
    return Value(start, start + cal.unit_length(clock.grain), clock.grain, is_moment=True, zone=clock.zone)


def is_open(clock: Clock) -> bool:
    """Whether a clock time can be am or pm."""
    return clock.meridiem is None and 1 <= clock.hour <= _NOON


@resolves(Clock)
def resolve_clock(clock: Clock, context: Context) -> Value:
    """A clock time without a day: the nearest such time before or after the anchor, in the context's direction."""
    now = context.anchor()
    today = cal.floor(now, "day")
    deltas = [clock_delta(clock, half) for half in (("am", "pm") if is_open(clock) else (None,))]
    candidates = [day + delta for day in (today - cal.DAY, today, today + cal.DAY) for delta in deltas]
    if looks_back(context):
        return moment(max([c for c in candidates if c <= now]), clock)
    return moment(min([c for c in candidates if c >= now]), clock)


def with_part(clock: Clock, part: str | None, context: Context) -> Clock:
    """The clock time with am or pm taken from a part of the day, if it can be either."""
    if part is None or not is_open(clock):
        return clock
    hours = context.calendar.parts[part]
    if part.endswith("night") and (clock.hour < 6 or clock.hour == _NOON):
        return replace(clock, meridiem="am")
    if hours.start_hour < _NOON - 1 and (hours.end_hour <= _NOON or clock.hour >= hours.start_hour):
        return replace(clock, meridiem="am")
    return replace(clock, meridiem="pm")


def settle(clock: Clock, context: Context) -> Clock:
    """A clock time on a known day, with am or pm assumed if it can be either.

    A full hour before `afternoon_until_hour`, or 12, is pm; any other is am. With minutes it stays as written: 5:30 is
    in the morning.
    """
    if is_open(clock) and clock.grain == "hour":
        context.notes.add("meridiem_assumed")
        is_afternoon = clock.hour < context.calendar.afternoon_until_hour or clock.hour == _NOON
        return replace(clock, meridiem="pm" if is_afternoon else "am")
    if is_open(clock):
        context.notes.add("meridiem_assumed")
    return clock


@resolves(At)
def resolve_at(at: At, context: Context) -> Value:
    """A day narrowed to a clock time or a part of the day."""
    day = value_of(at.day, context)
    if day.grain != "day":
        raise OpenExpression("clock_on_" + day.grain)
    if at.clock is not None:
        clock = settle(with_part(at.clock, at.part, context), context)
        delta = clock_delta(clock)
        is_late = delta < _SMALL_HOURS and _is_night_ahead_of_midnight(at, context)
        return moment(day.start + delta + (cal.DAY if is_late else timedelta()), clock)
    if at.part is None:
        return day
    hours = context.calendar.parts[at.part]
    return Value(
        day.start + timedelta(hours=hours.start_hour), day.start + timedelta(hours=hours.end_hour), "part_of_day"
    )


def _is_night_ahead_of_midnight(at: At, context: Context) -> bool:
    """Whether a small hour of a night belongs to the next day: "2 am on Friday night" is on Saturday. It does not for
    "tonight" or "last night" said in the small hours themselves."""
    if at.part is None or not at.part.endswith("night"):
        return False
    now = context.anchor() if isinstance(at.day, Relative) else None
    return now is None or now - cal.floor(now, "day") >= _SMALL_HOURS


@resolves(Part)
def resolve_part(part: Part, context: Context) -> Value:
    """A part of the day without a day: it is on the anchor's day."""
    hours = context.calendar.parts[part.name]
    today = context.today()
    context.notes.add("day_assumed")
    return Value(today + timedelta(hours=hours.start_hour), today + timedelta(hours=hours.end_hour), "part_of_day")


def clock_pair(pair: ClockRange, part: str | None, context: Context) -> tuple[timedelta, timedelta]:
    """Both ends of a range of clock times, counted from midnight.

    An end that can be am or pm takes its half from the part of the day or from the other end, else from `settle`.
    """
    first, last = with_part(pair.first, part, context), with_part(pair.last, part, context)
    if part is not None and part.endswith("morning") and is_open(pair.last) and pair.last.hour == _NOON:
        last = replace(pair.last, meridiem="pm")
    if is_open(last):
        last = settle(last, context) if not is_open(first) else last
        if not is_open(first) and clock_delta(last) <= clock_delta(first):
            last = replace(last, meridiem="pm")
    if is_open(first) and not is_open(last):
        first = _shorter(first, last)
    elif is_open(first):
        context.notes.add("meridiem_assumed")
        first = settle(first, context)
        if first.meridiem is not None:
            last = replace(last, meridiem=first.meridiem)
        if clock_delta(last) <= clock_delta(first):
            last = replace(last, meridiem="pm")
    begin, end = clock_delta(first), clock_delta(last)
    return begin, end if end > begin else end + cal.DAY


def _shorter(first: Clock, last: Clock) -> Clock:
    end = clock_delta(last)
    options = [replace(first, meridiem=half) for half in ("am", "pm")]
    return min(options, key=lambda option: (end - clock_delta(option)) % cal.DAY or cal.DAY)


def range_on(day: datetime, pair: ClockRange, part: str | None, context: Context) -> Value:
    """A range of clock times on a day. It ends at its second time, not after it (design §9, Times)."""
    begin, end = clock_pair(pair, part, context)
    return Value(day + begin, day + end, "range", zone=pair.last.zone or pair.first.zone)


@resolves(ClockRange)
def resolve_clock_range(pair: ClockRange, context: Context) -> Value:
    """A range of clock times without a day: today's, or the next or last one, in the context's direction."""
    now = context.anchor()
    value = range_on(cal.floor(now, "day"), pair, None, context)
    back = looks_back(context)
    both_open = is_open(pair.first) and is_open(pair.last)
    if both_open and not back and value.end <= now and value.end + _HALF_DAY > now:
        return replace(value, start=value.start + _HALF_DAY, end=value.end + _HALF_DAY)
    if back and value.start > now:
        return replace(value, start=value.start - cal.DAY, end=value.end - cal.DAY)
    if not back and value.end <= now:
        return replace(value, start=value.start + cal.DAY, end=value.end + cal.DAY)
    return value


@resolves(Now)
def resolve_now(expression: Now, context: Context) -> Value:
    """The anchor (the moment of the message) as a moment that is exact to the second: "now"."""
    now = context.anchor().replace(microsecond=0)
    return Value(now, now + cal.unit_length("second"), "second", is_moment=True)
