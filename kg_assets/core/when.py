"""Times as a person types and reads them, never more exact than the words were (design §8)."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta, tzinfo
from typing import Any

from kg_assets.core.errors import QueryError
from kg_assets.core.instants import LAST_MILLIS, NO_INSTANT, from_millis, normalize, to_millis

_TYPED = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})([T ][0-9]{2}:[0-9]{2}[0-9:.Z+-]{0,24})?)?)?", re.ASCII)
_CLOCK = re.compile(r"[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?", re.ASCII)
_LAST_YEAR = "9999"  # behind which there is no instant
_MILLISECOND = timedelta(milliseconds=1)
# What names a moment; everything coarser is an interval.
_MOMENTS = ("second", "minute", "hour")
_OPEN_ENDED = "…"
_SECOND = len("2022-06-01T12:00:00")


def typed_moment(text: str, zone: tzinfo) -> str:
    """The instant of a typed text. Without a zone it is in `zone`, in which times are shown. 2022 and 2022-06
    mean the beginning of their first day."""
    found = _TYPED.fullmatch(text.strip())
    year, month, day, clock = found.groups() if found else (None, None, None, None)
    instant = normalize(f"{year}-{month or '01'}-{day or '01'}T{(clock or 'T00:00')[1:]}", zone) if found else None
    if instant is None:
        raise QueryError(f"{text!r} is no moment; 2022, 2022-06, 2022-06-01 or 2022-06-01T12:00Z is expected")
    return instant


def typed_end(text: str, zone: tzinfo) -> str:
    """The instant at which a typed time is over: for 2022 the beginning of 2023, for 12:00 a minute past
    twelve."""
    begin = typed_moment(text, zone)
    parts = text.strip().split("-")
    if parts[0] == _LAST_YEAR:
        return from_millis(LAST_MILLIS)
    if len(parts) == 1:
        return typed_moment(f"{int(parts[0]) + 1:04d}", zone)
    if len(parts) == 2:
        year, month = int(parts[0]), int(parts[1])
        return typed_moment(f"{year + month // 12:04d}-{month % 12 + 1:02d}", zone)
    if len(text.strip()) > len("2022-06-01"):
        return from_millis(to_millis(begin) + _milliseconds_named(text))
    return typed_moment((date.fromisoformat(text.strip()) + timedelta(days=1)).isoformat(), zone)


def _milliseconds_named(typed: str) -> int:
    """The length of a typed moment in milliseconds: a minute, a second, or one millisecond."""
    clock = _CLOCK.search(typed)
    if clock is None or clock[2]:
        return 1
    return 1000 if clock[1] else 60_000


def shown_moment(instant: str, zone: tzinfo) -> str:
    """An instant that a person asked for, to the minute. A clock time of midnight is left out."""
    if instant == NO_INSTANT:
        return "an unknown day"
    return moment_text(instant, "minute", zone).removesuffix(" 00:00")


def moment_text(instant: str, precision: str, zone: tzinfo) -> str:
    """An instant, as exact as the words that named it (`precision`)."""
    moment = _local(instant, zone)
    day, clock = moment.date().isoformat(), f"{moment:%H:%M}"
    texts = {
        "hour": f"{day} {clock[:2]}h",
        "part_of_day": f"{day} {clock[:2]}h",
        "day": day,
        "range": day,
        "week": f"{moment:%G-W%V}",
        "month": day[:7],
        "quarter": f"{day[:4]}-Q{(moment.month + 2) // 3}",
        "half": f"{day[:4]}-H{(moment.month + 5) // 6}",
        "year": day[:4],
        "decade": f"{day[:3]}0s",
        "century": f"{day[:2]}00s",
    }
    return texts.get(precision, f"{day} {clock}")


def span_text(row: Mapping[str, Any], is_closed: bool, zone: tzinfo) -> str:
    """The time at which a claim was true, in a few characters.

    An unknown beginning or end is not made up. With `is_closed`, something later ended the claim, and the end is the
    moment at which it did. Without it, the end is that of the time which the claim's own words name, such as 2022.
    """
    since, until = named_times(row, is_closed)
    exact, end_exact = row["valid_from_precision"], row["valid_to_precision"]
    if until is None:
        if since is not None:
            return f"since {_begin_text(since, exact, zone)}"
        return f"said {moment_text(row['said_at_utc'], 'day', zone)}" if row["said_at_utc"] else "said one day"
    end = end_text(until, end_exact, is_closed, zone)
    if since is None:
        return f"{_OPEN_ENDED} – {end}" if is_closed else f"until {end}"
    if is_closed:
        return f"{_begin_text(since, exact, zone)} – {end}"
    return _stretch_text(since, until, exact, end_exact, zone)


def named_times(row: Mapping[str, Any], is_closed: bool) -> tuple[str | None, str | None]:
    """The beginning and the end that the claim's words name. A time that is only the message's own is given as None:
    "now" says that something is so, but not since when."""
    since, until, said = row["valid_from_utc"], row["valid_to_utc"], row["said_at_utc"]
    if not (since and said and row["valid_from_precision"] == "second" and since[:_SECOND] == said[:_SECOND]):
        return since, until
    return None, until if is_closed or row["valid_to_precision"] != "second" else None


def end_text(until: str, precision: str, is_closed: bool, zone: tzinfo) -> str:
    """The moment that ended something, or the last day (or other unit) that the claim's own words include."""
    return moment_text(until if is_closed or precision in _MOMENTS else _before(until), precision, zone)


def _begin_text(since: str, precision: str, zone: tzinfo) -> str:
    """The beginning of something, as text. If a range begins then, the coarsest unit that fits is shown: year, month or
    day."""
    first = _local(since, zone)
    return moment_text(since, _grain(first, first) if precision == "range" else precision, zone)


def _stretch_text(since: str, until: str, precision: str, end_precision: str, zone: tzinfo) -> str:
    """A stretch of time as text: the name of one unit if the stretch is exactly one, such as a month; else its first
    and last unit."""
    first, end = _local(since, zone), _local(until, zone)
    if precision == "part_of_day":
        return f"{moment_text(since, precision, zone)}–{end:%H}h"
    if precision == "range" and (first.time() != datetime.min.time() or end.time() != datetime.min.time()):
        last = f"{end:%H:%M}" if first.date() == end.date() else moment_text(until, "minute", zone)
        return f"{moment_text(since, 'minute', zone)} – {last}"
    if precision == "week" and end - first != timedelta(days=7):
        precision = end_precision = "day"  # a weekend
    grain = _grain(first, end)
    begin, last = (grain if exact == "range" else exact for exact in (precision, end_precision))
    names = [moment_text(since, begin, zone), moment_text(_before(until), last, zone)]
    return " – ".join(dict.fromkeys(names))


def _grain(first: datetime, end: datetime) -> str:
    """The coarsest unit on whose edges both ends of a range lie: year for January 2020 to December 2021, else month or
    day."""
    if any(moment.time() != datetime.min.time() or moment.day != 1 for moment in (first, end)):
        return "day"
    return "year" if first.month == end.month == 1 else "month"


def _before(instant: str) -> str:
    moment = datetime.fromisoformat(instant) - _MILLISECOND
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _local(instant: str, zone: tzinfo) -> datetime:
    moment = datetime.fromisoformat(instant)
    try:
        return moment.astimezone(zone)
    except OverflowError:  # the first and the last day of the calendar
        return moment
