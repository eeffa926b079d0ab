"""Calendar arithmetic on local times without a zone: the start of a unit, steps by units, ISO weeks, and the conversion
to UTC."""

from calendar import monthrange
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

from kg_assets.mentions.times.model import ImpossibleDate

DAY = timedelta(days=1)
_FIXED = {"week": timedelta(days=7), "day": DAY, "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}
_FIXED |= {"second": timedelta(seconds=1), "fortnight": timedelta(days=14), "weekend": timedelta(days=7)}
_MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
CLOCK_UNITS = frozenset({"hour", "minute", "second"})


def day(year: int, month: int, day_of_month: int) -> datetime:
    """Midnight of a date. Raises ImpossibleDate if there is no such date."""
    try:
        return datetime(year, month, day_of_month)
    except ValueError as error:
        raise ImpossibleDate(str(error)) from None


def floor(moment: datetime, unit: str) -> datetime:
    """The start of the unit that holds the moment. Weeks start on Monday; for `weekend` it is the Saturday of that
    week."""
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit in ("day", "business_day"):
        return midnight
    if unit in ("week", "fortnight"):
        return midnight - (moment.weekday() * DAY)
    if unit == "weekend":
        return midnight - (moment.weekday() * DAY) + 5 * DAY
    if unit in _MONTHS:
        return _floor_months(midnight, _MONTHS[unit])
    if unit == "hour":
        return moment.replace(minute=0, second=0, microsecond=0)
    if unit == "minute":
        return moment.replace(second=0, microsecond=0)
    return moment.replace(microsecond=0)


def _floor_months(midnight: datetime, months: int) -> datetime:
    if months <= 12:
        return midnight.replace(month=(midnight.month - 1) // months * months + 1, day=1)
    years = months // 12
    return day(max(midnight.year // years * years, 1), 1, 1)


def step(moment: datetime, unit: str, count: int) -> datetime:
    """The moment moved by whole units. A day that the target month does not have becomes the last day of that month."""
    if unit in _MONTHS:
        return add_months(moment, _MONTHS[unit] * count)
    if unit == "business_day":
        return add_business_days(moment, count)
    return moment + _FIXED[unit] * count


def step_by(moment: datetime, unit: str, amount: float) -> datetime:
    """As `step`, for amounts with a fraction.

    The fraction of a unit of months or years moves by whole months and then by days, 30 to a month. The fraction of
    any other unit moves by its share of that unit; the fraction of a business day is ignored.
    """
    whole = int(amount)
    moved = step(moment, unit, whole)
    rest = amount - whole
    if not rest or unit == "business_day":
        return moved
    if unit in _MONTHS:
        months = rest * _MONTHS[unit]
        return add_months(moved, int(months)) + timedelta(days=round((months - int(months)) * 30))
    return moved + _FIXED[unit] * rest


def add_months(moment: datetime, months: int) -> datetime:
    """The same day of the month that many months later. If that month is shorter, its last day."""
    index = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year <= 9999:
        raise ImpossibleDate(f"year {year}")
    return moment.replace(year=year, month=month + 1, day=min(moment.day, monthrange(year, month + 1)[1]))


def add_business_days(moment: datetime, count: int) -> datetime:
    """The moment moved by that many days, counting Monday to Friday only."""
    weeks, days = divmod(abs(count), 5)
    one = DAY if count > 0 else -DAY
    moment += 7 * weeks * one
    while days:
        moment += one
        days -= moment.weekday() < 5
    return moment


def unit_length(unit: str) -> timedelta:
    """The length of a unit that always has the same length, such as an hour."""
    return _FIXED[unit]


def first_week(period_start: datetime) -> datetime:
    """Monday of the first ISO week of a month or year: the week that holds its first Thursday."""
    return period_start + ((3 - period_start.weekday()) % 7 - 3) * DAY


@lru_cache(maxsize=256)
def zone_of(name: str) -> timezone | ZoneInfo:
    """A time zone by its IANA name, or by an offset such as `UTC+02:45`."""
    if name[:3] == "UTC" and len(name) > 3:
        hours, minutes = name[4:].split(":")
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        return timezone(-offset if name[3] == "-" else offset)
    return UTC if name == "UTC" else ZoneInfo(name)


def to_utc(moment: datetime, zone: str) -> datetime:
    """A local time as naive UTC. If the hour occurs twice, the first is taken; an hour that is skipped moves
    forward."""
    if zone == "UTC":
        return moment
    return moment.replace(tzinfo=zone_of(zone)).astimezone(UTC).replace(tzinfo=None)


def from_utc(moment: datetime, zone: str) -> datetime:
    """A time in naive UTC as naive local time."""
    if zone == "UTC":
        return moment
    return moment.replace(tzinfo=UTC).astimezone(zone_of(zone)).replace(tzinfo=None)


def parse_utc(text: str) -> datetime:
    """The timestamp `YYYY-MM-DDTHH:MM:SS.sssZ` as naive UTC."""
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment


def format_utc(moment: datetime) -> str:
    """A time in naive UTC as the timestamp `YYYY-MM-DDTHH:MM:SS.sssZ`."""
    return moment.isoformat(timespec="milliseconds") + "Z"
