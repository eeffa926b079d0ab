"""Puts a day into words as people say them on another day, such as "last Tuesday"."""

import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class Said:
    """A day in words. `value` is only as exact as the words are (`2025`, `2025-03`, `2025-03-14`)."""

    text: str
    value: str
    granularity: str


def local_day(moment: float, utc: int) -> date:
    """The calendar day of an instant at a place whose clocks differ from UTC by `utc` hours."""
    return datetime.fromtimestamp(moment + utc * 3600, tz=UTC).date()


def midnight(day: date) -> float:
    """The instant at which a day begins in UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def month_after(day: date, months: int) -> date:
    """The first day of the month that is `months` later."""
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def month_name(day: date) -> str:
    return _MONTHS[day.month - 1]


def exact(rng: random.Random, day: date) -> Said:
    """A full date in one of the ways in which people write it, chosen at random: "on 14 March 2025", "on
    2025-03-14"."""
    name = month_name(day)
    forms = (
        f"on {day.day} {name} {day.year}",
        f"on {name} {day.day}, {day.year}",
        f"on {name} {_ordinal(day.day)}, {day.year}",
        f"on {day.isoformat()}",
        f"on {day.day} {name[:3]} {day.year}",
    )
    return Said(rng.choice(forms), day.isoformat(), "day")


def month(day: date) -> Said:
    return Said(f"in {month_name(day)} {day.year}", f"{day.year}-{day.month:02d}", "month")


def year(day: date) -> Said:
    return Said(f"in {day.year}", str(day.year), "year")


def past(rng: random.Random, today: date, day: date) -> Said:
    """Words for a day before the day on which they are said, such as "last Tuesday"."""
    distance = (today - day).days
    forms = [exact(rng, day), month(day), month(day)]
    if distance > 400:
        forms = [month(day), year(day), year(day)]
    elif distance == 1:
        forms = [Said("yesterday", day.isoformat(), "day")]
    elif 2 <= distance <= 6:
        weekday = _WEEKDAYS[day.weekday()]
        forms += [Said(f"{_WORDS[distance]} days ago", day.isoformat(), "day")]
        if day.isocalendar()[:2] != today.isocalendar()[:2]:
            forms.append(Said(f"last {weekday}", day.isoformat(), "day"))
    elif distance % 7 == 0 and 14 <= distance <= 42:
        forms.append(Said(f"{_WORDS[distance // 7]} weeks ago", day.isoformat(), "day"))
    return rng.choice(forms)


def ahead(rng: random.Random, today: date, day: date) -> Said:
    """Words for a day after the day on which they are said, such as "tomorrow" or "in three days"."""
    distance = (day - today).days
    forms = [exact(rng, day), Said(f"on {day.day} {month_name(day)}", day.isoformat(), "day")]
    if distance == 1:
        forms = [Said("tomorrow", day.isoformat(), "day")]
    elif distance > 45:
        forms.append(month(day))
    elif 2 <= distance <= 12:
        forms.append(Said(f"in {_WORDS[distance]} days", day.isoformat(), "day"))
    return rng.choice(forms)


def deadline(rng: random.Random, today: date, day: date) -> Said:
    """Words for a day by which something must be done, such as "by tomorrow"."""
    said = ahead(rng, today, day)
    text = said.text.removeprefix("on ")
    if text.startswith("in "):
        text = f"the end of {text[3:]}" if said.granularity == "month" else exact(rng, day).text.removeprefix("on ")
    return Said(f"by {text}", said.value, said.granularity)


def clock(rng: random.Random, day: date) -> str:
    """Words for a time of any kind, such as "at 5pm", "on 2025-03-14" or "next month". `truth.json` does not list
    them."""
    hour, minute = rng.randint(0, 23), rng.choice((0, 0, 5, 10, 15, 20, 30, 40, 45, 50))
    other = day + timedelta(days=rng.randint(-40, 60))
    twelve = f"{(hour - 1) % 12 + 1}{f':{minute:02d}' if minute else ''}"
    half = "am" if hour < 12 else "pm"
    name, weekday = month_name(other), _WEEKDAYS[other.weekday()]
    forms = (
        f"at {twelve}{half}",
        f"at {twelve} {half.upper()}",
        f"at {hour:02d}:{minute:02d}",
        f"on {weekday}",
        f"next {weekday}",
        f"{weekday} at {hour}:{minute:02d}",
        f"tomorrow at {twelve}{half}",
        f"on {name} {_ordinal(other.day)}",
        f"on {other.day}.{other.month}.{other.year}",
        f"on {other.isoformat()}",
        f"{other.isoformat()}T{hour:02d}:{minute:02d}:00Z",
        f"between {hour % 12 + 1} and {hour % 12 + 3} pm",
        f"from {name} {other.day} to {other.day + 3}",
        f"in {rng.randint(2, 9)} days",
        f"{rng.randint(2, 11)} weeks ago",
        "this weekend",
        "next month",
        "last summer",
        f"in Q{rng.randint(1, 4)} {other.year}",
        f"in the week of {other.day} {name}",
        f"since {other.year - rng.randint(1, 9)}",
        f"the day after tomorrow, {hour:02d}h{minute:02d}",
        f"{other.month}/{other.day}/{other.year % 100:02d}",
        f"mid-{name}",
        f"{weekday} morning",
        "tonight",
        "in the early 2000s",
        f"{_WORDS[rng.randint(2, 12)]} minutes past {_WORDS[hour % 12 + 1]}",
        f"every {weekday}",
        f"by the end of {name}",
    )
    return rng.choice(forms)


def _ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"
