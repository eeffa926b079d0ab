"""Instants: UTC text `YYYY-MM-DDTHH:MM:SS.sssZ`, years 0001 to 9999 (seed 000 "UTC storage policy", §1.5).

All instants have one form and one length, so comparing the texts compares the instants. What is finer than a
millisecond is floored (design §9). The wall clock is never read here.
"""

import math
import re
from datetime import date, datetime, timedelta, tzinfo
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

_EPOCH = datetime(1970, 1, 1)
# The horizon of sources that carry no time at all. It serves for sorting only; it is never shown as a day.
NO_INSTANT = "1970-01-01T00:00:00.000Z"
_MILLISECOND = timedelta(milliseconds=1)
FIRST_MILLIS = (datetime.min - _EPOCH) // _MILLISECOND
LAST_MILLIS = (datetime.max - _EPOCH) // _MILLISECOND

# As seconds 10^11 would be the year 5138, as milliseconds it is 1973: from there on a number counts milliseconds.
_COUNTS_MILLIS = 10**11

_NUMERIC = re.compile(r"[+-]?[0-9]{1,20}(?:\.[0-9]{0,60})?(?:[eE][+-]?[0-9]{1,3})?")
_ISO = re.compile(
    r"""
    (?P<year>[0-9]{4})
    (?: (?P<mark>[-/]) (?P<month>[0-9]{2}) (?P=mark) (?P<day>[0-9]{2})
      | (?P<month_day>[0-9]{4})
      | -? W (?P<week>[0-9]{2}) (?: -? (?P<weekday>[1-7]) )?
    )
    (?: (?:[Tt]|[ ]{1,2})
        (?P<hour>[0-9]{2})
        (?: (?P<colon>:?) (?P<minute>[0-9]{2})
            (?: (?P=colon) (?P<second>[0-9]{2}) (?: [.,] (?P<fraction>[0-9]+) )? )?
        )?
        [ ]?
        (?: [Zz] | UTC | GMT
          | (?P<sign>[-+−]) (?P<off_hour>[0-9]{2})
            (?: :? (?P<off_minute>[0-9]{2}) (?: :? (?P<off_second>[0-9]{2}) )? )?
          | (?P<local>)
        )
    )?
    """,
    re.VERBOSE | re.ASCII,
)
_SECONDS = [f"{second:02d}." for second in range(60)]
_THOUSANDTHS = [f"{millis:03d}Z" for millis in range(1000)]
_CANONICAL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def named_instant(value: Any) -> Any:
    """The instant of a stored value; None for `NO_INSTANT`, which stands for an unknown time."""
    return None if value == NO_INSTANT else value


def normalize(value: Any, source_tz: str | tzinfo | None = None) -> str | None:
    """The instant that a value from a source means, or None if it means none.

    Never raises. Numbers (also as text) are Unix seconds, from 10^11 on Unix milliseconds. ISO texts and
    datetimes without a zone are in `source_tz`, else UTC. Eight digits that form a date are that date.
    """
    try:
        millis = _millis(value, source_tz)
    except (ValueError, OverflowError, InvalidOperation, KeyError, OSError):
        return None
    if millis is None or not FIRST_MILLIS <= millis <= LAST_MILLIS:
        return None
    return _text(millis)


def from_millis(millis: int) -> str:
    """The instant for a count of milliseconds since 1970."""
    if not FIRST_MILLIS <= millis <= LAST_MILLIS:
        raise ValueError(f"{millis} ms lies outside the years 0001 to 9999")
    return _text(millis)


def to_millis(instant: str) -> int:
    """Milliseconds since 1970 of an instant in stored form."""
    if not _CANONICAL.fullmatch(instant):
        raise ValueError("an instant has the form YYYY-MM-DDTHH:MM:SS.sssZ")
    return (datetime.fromisoformat(instant[:-1]) - _EPOCH) // _MILLISECOND


def _text(millis: int) -> str:
    minute, rest = divmod(millis, 60_000)
    return _minute_text(minute) + _SECONDS[rest // 1000] + _THOUSANDTHS[rest % 1000]


@lru_cache(maxsize=4096)
def _minute_text(minute: int) -> str:
    return (_EPOCH + timedelta(minutes=minute)).isoformat(timespec="minutes") + ":"


def _millis(value: Any, source_tz: str | tzinfo | None) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return _float_millis(value)
    if isinstance(value, int):
        return value if abs(value) >= _COUNTS_MILLIS else value * 1000
    if isinstance(value, str):
        return _text_millis(value.strip(), source_tz)
    if isinstance(value, datetime):
        return _datetime_millis(value, source_tz)
    if isinstance(value, date):
        return _datetime_millis(datetime(value.year, value.month, value.day), source_tz)
    return _decimal_millis(value) if isinstance(value, Decimal) else None


def _float_millis(number: float) -> int | None:
    """The milliseconds of a number that counts seconds, or milliseconds from 10^11 on, floored. None if it
    is not finite.

    The number is what the double's shortest text says, not its exact binary value. For seconds, the
    nearest whole millisecond has at most 15 digits, so a double holds it exactly, and rounding to
    doubles keeps order: comparing the doubles compares the decimal texts.
    """
    if not math.isfinite(number):
        return None
    if abs(number) >= _COUNTS_MILLIS:
        return math.floor(number)
    nearest = round(number * 1000)
    return nearest if number >= nearest / 1000 else nearest - 1


def _decimal_millis(number: Decimal) -> int | None:
    if not number.is_finite() or number.adjusted() > 15:
        return None
    above, below = number.as_integer_ratio()
    return above // below if abs(number) >= _COUNTS_MILLIS else above * 1000 // below


def _text_millis(text: str, source_tz: str | tzinfo | None) -> int | None:
    iso = _ISO.fullmatch(text)
    if iso:
        try:
            return _iso_millis(iso, source_tz)
        except ValueError:
            if not text.isdigit():
                return None
    if _NUMERIC.fullmatch(text):
        return _decimal_millis(Decimal(text))
    return None


def _iso_millis(iso: re.Match[str], source_tz: str | tzinfo | None) -> int | None:
    year, fraction = int(iso["year"]), iso["fraction"] or ""
    if iso["week"]:
        day = datetime.fromisocalendar(year, int(iso["week"]), int(iso["weekday"] or 1))
    else:
        month_day = iso["month_day"] or iso["month"] + iso["day"]
        day = datetime(year, int(month_day[:2]), int(month_day[2:]))
    hour, minute, second = int(iso["hour"] or 0), int(iso["minute"] or 0), int(iso["second"] or 0)
    millisecond = int(fraction[:3].ljust(3, "0"))
    # 24:00 ends the day and :60 is a leap second: both are the instant that follows, as in POSIX time.
    whole_day_end = hour == 24 and not (minute or second or fraction.strip("0"))
    if (hour > 23 and not whole_day_end) or minute > 59 or second > 60:
        return None
    since_midnight = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    if iso["hour"] is None or iso["local"] is not None:
        return _datetime_millis(day, source_tz, since_midnight)
    return (day - _EPOCH) // _MILLISECOND + since_midnight - _offset_millis(iso)


def _offset_millis(iso: re.Match[str]) -> int:
    if not iso["sign"]:
        return 0
    hour, minute, second = (int(iso[name] or 0) for name in ("off_hour", "off_minute", "off_second"))
    if hour > 23 or minute > 59 or second > 59:
        raise ValueError
    offset = ((hour * 60 + minute) * 60 + second) * 1000
    return offset if iso["sign"] == "+" else -offset


def _datetime_millis(moment: datetime, source_tz: str | tzinfo | None, later_millis: int = 0) -> int:
    """The milliseconds of a datetime plus `later_millis` on its own clock. Without a zone the datetime is in
    `source_tz`."""
    if moment.tzinfo is None and source_tz is not None:
        zone = _zone(source_tz) if isinstance(source_tz, str) else source_tz
        moment = (moment + timedelta(milliseconds=later_millis)).replace(tzinfo=zone)
        later_millis = 0
    offset = moment.utcoffset() or timedelta(0)
    return (moment.replace(tzinfo=None) - _EPOCH - offset) // _MILLISECOND + later_millis


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
