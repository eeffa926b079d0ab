"""Calendars: each appointment in words, with when, where and with whom."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from icalendar import Calendar

from kg_assets.sources.documents.document import Block, Document, Limits, Unreadable, within

_MOST_NAMES = 20


def read_calendar(data: bytes, limits: Limits) -> list[Document]:
    """A calendar file as one document, with a block for each appointment, in the order of their days."""
    try:
        calendars = Calendar.from_ical(data.decode("utf-8-sig", "replace"), multiple=True)
        name = next((str(c["X-WR-CALNAME"]) for c in calendars if "X-WR-CALNAME" in c), None)
        events = [event for calendar in calendars for event in calendar.walk("VEVENT")]
        blocks = sorted(((_begins(event), _words(event)) for event in events), key=lambda one: one)
        newest = max((stamp for event in events if (stamp := _stamp(event)) is not None), default=None)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OverflowError):
        raise Unreadable("damaged") from None
    if not blocks:
        raise Unreadable("no_text")
    told = within((Block(words, words.partition("\n")[0]) for _, words in blocks), limits)
    return [Document(title=name, created=newest, blocks=list(told))]


def _begins(event: Any) -> str:
    moment = _moment(event, "DTSTART")
    return "" if moment is None else moment.isoformat()


def _stamp(event: Any) -> str | None:
    """When the appointment was last changed; if the file does not say, when it was written to the file or created; None
    if it has none of these times."""
    for key in ("LAST-MODIFIED", "DTSTAMP", "CREATED"):
        moment = _moment(event, key)
        if isinstance(moment, datetime):
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    return None


def _moment(event: Any, key: str) -> date | datetime | None:
    value = event.get(key)
    return getattr(value[0] if isinstance(value, list) else value, "dt", None)


def _words(event: Any) -> str:
    lines = [_text(event, "SUMMARY") or "Appointment", *_when(event)]
    lines += [f"{label}: {_text(event, key)}" for label, key in (("Where", "LOCATION"),) if _text(event, key)]
    lines += [f"Organizer: {person}" for person in _people(event, "ORGANIZER")]
    attendees = list(_people(event, "ATTENDEE"))
    if attendees:
        more = f" and {len(attendees) - _MOST_NAMES} more" if len(attendees) > _MOST_NAMES else ""
        lines.append(f"With: {', '.join(attendees[:_MOST_NAMES])}{more}")
    return "\n".join([*lines, *filter(None, [_text(event, "DESCRIPTION")])])


def _text(event: Any, key: str) -> str:
    return str(event.get(key, "")).replace("\0", "").strip()


def _when(event: Any) -> Iterator[str]:
    start, end = _moment(event, "DTSTART"), _moment(event, "DTEND")
    if start is None:
        return
    if not isinstance(start, datetime):
        last = end - timedelta(days=1) if isinstance(end, date) and not isinstance(end, datetime) else start
        yield f"When: {start.isoformat()}" + (f" to {last.isoformat()}" if last > start else "")
        return
    zone = f" {start.tzname()}" if start.tzinfo is not None else ""
    until = f" to {end.strftime('%Y-%m-%d %H:%M')}" if isinstance(end, datetime) else ""
    yield f"When: {start.strftime('%Y-%m-%d %H:%M')}{until}{zone}"


def _people(event: Any, key: str) -> Iterator[str]:
    found = event.get(key, [])
    for person in found if isinstance(found, list) else [found]:
        address = str(person).removeprefix("mailto:").removeprefix("MAILTO:")
        name = str(getattr(person, "params", {}).get("CN", "")).strip('"')
        yield f"{name} <{address}>" if name and "@" in address and name != address else name or address
