"""Turns the named groups of a matched pattern into a time expression: one small builder for each family of patterns."""

import re
from collections.abc import Callable
from dataclasses import replace

from kg_assets.mentions.times.expressions import (
    Amounts,
    At,
    Blocked,
    Clock,
    ClockRange,
    Date,
    Duration,
    Edge,
    Expression,
    Holiday,
    Now,
    Nth,
    Number,
    Part,
    RangeOf,
    Relative,
    RelativeName,
    Season,
    Shift,
    ToDate,
    Vague,
    WeekdayIn,
    Window,
    Within,
    Word,
    Years,
    Zone,
    narrowed,
)
from kg_assets.mentions.times.words import Words

Groups = dict[str, str]
Arguments = dict[str, str | int]
Builder = Callable[[Groups, Words, Arguments], Expression | None]
_OFFSET = re.compile(r"([+\-\u2212])\s{0,2}(\d{1,2}):?(\d{2})?$")
_LARGEST_YEAR = 9999


def _date(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """A date from the groups y (year), mon (name of the month) or m (its number), d (day), wd (weekday)."""
    year = words.year(groups["y"]) if "y" in groups else None
    if year is not None and len(groups["y"].strip("'’")) <= 2:
        year = _with_century(year, arguments)
    month = words.meaning("month", groups["mon"]) if "mon" in groups else None
    if "m" in groups:
        month = int(groups["m"])
    day = words.integer(groups["d"]) if "d" in groups else None
    weekday = words.meaning("weekday", groups["wd"]) if "wd" in groups else None
    return Date(year, month, day, weekday)


def _with_century(year: int, arguments: Arguments) -> int:
    return year + (2000 if year < int(arguments["two_digit_pivot"]) else 1900)


def _numeric(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """A date from two numbers, such as 5/6. The settings decide which is the month, unless the pattern itself does
    (`order: eu`). If two numbers with a year cannot be a date, the result is Blocked."""
    first, second = int(groups["a"]), int(groups["b"])
    if not (1 <= first <= 31 and 1 <= second <= 31) or min(first, second) > 12:
        return Blocked() if "y" in groups else None
    year = int(groups["y"].lstrip("'’")) if "y" in groups else None
    if year is not None and year < 100:
        year = _with_century(year, arguments)
    if arguments.get("order") == "eu":
        first, second = second, first
        if first > 12:
            first, second = second, first
        return Date(year, first, second)
    return Date(year, first, second, swapped=(second, first))


def _iso_moment(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """A date and a time written in one piece (ISO 8601), with the zone if one is given."""
    date = _date(groups, words, arguments)
    clock = _clock(groups, words, arguments)
    if date is None or not isinstance(clock, Clock):
        return None
    clock = replace(clock, meridiem="24")
    if "z" in groups:
        clock = replace(clock, zone=zone_name(groups["z"], words))
    return At(date, clock)


def zone_name(text: str, words: Words) -> str | None:
    """The canonical name of a zone: an abbreviation from the table `zone`, or an offset written as `UTC+02:00`; None
    for an impossible offset."""
    offset = _OFFSET.search(text)
    if offset:
        sign = "+" if offset.group(1) == "+" else "-"
        hours, minutes = int(offset.group(2)), int(offset.group(3) or 0)
        return f"UTC{sign}{hours:02d}:{minutes:02d}" if hours <= 15 and minutes < 60 else None
    name = words.meaning("zone", text)
    return str(name)


def _zone(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    name = zone_name(groups["z"], words)
    return None if name is None else Zone(name)


def _clock(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """A time of day from the groups h, mi, s and ap (am, pm), or a named one ("noon") from the group `name`."""
    if "name" in groups:
        hour = int(words.meaning("clock_name", groups["name"]))
        return Clock(hour, meridiem="24", grain="hour")
    hour_or_none = words.integer(groups["h"])
    if hour_or_none is None or hour_or_none > 24:
        return None
    minute = int(words.integer(groups["mi"]) or 0) if "mi" in groups else 0
    second = int(groups["s"]) if "s" in groups else 0
    if minute > 59 or second > 60:
        return None
    grain = "second" if "s" in groups else "minute" if "mi" in groups else "hour"
    meridiem = _meridiem(groups, words, hour_or_none, arguments)
    return Clock(hour_or_none, minute, second, meridiem, grain)


def _meridiem(groups: Groups, words: Words, hour: int, arguments: Arguments) -> str | None:
    if "ap" in groups:
        return str(words.meaning("meridiem", groups["ap"]))
    if "part" in groups:
        return _half_of(str(words.meaning("part", groups["part"])), hour)
    if hour > 12 or hour == 0 or groups["h"].startswith("0") or arguments.get("is_24h"):
        return "24"
    return None


def _half_of(part: str, hour: int) -> str:
    """`am` or `pm` for an hour in a part of the day; the small hours of a night are `am`."""
    if part.endswith("night"):
        return "am" if hour < 6 or hour == 12 else "pm"
    if part.endswith("noon") and hour == 11:
        return "am"
    return "am" if part.endswith("morning") else "pm"


def _spoken_clock(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for `quarter past three`, `20 to 2pm` or `half three`. `sign` says whether the minutes are added
    to the hour or taken from it."""
    base = _clock(groups, words, arguments)
    minutes = words.amount(groups["off"]) if "off" in groups else float(arguments.get("minutes", 0))
    if not isinstance(base, Clock) or base.minute or minutes is None or not 0 < minutes < 60:
        return None
    if int(arguments.get("sign", 1)) > 0:
        return replace(base, hour=base.hour % 24, minute=int(minutes), grain="minute")
    hour = base.hour - 1
    meridiem = base.meridiem
    if hour <= 0 and meridiem != "24":
        hour += 12
    elif hour == 11 and meridiem in ("am", "pm"):
        meridiem = "pm" if meridiem == "am" else "am"
    return replace(base, hour=hour % 24, minute=60 - int(minutes), grain="minute", meridiem=meridiem)


def _clock_range(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """A range between two times of day: groups h, mi, ap for the first and h2, mi2, ap2 for the second."""
    first = _clock({key: value for key, value in groups.items() if not key.endswith("2")}, words, arguments)
    later = {key[:-1]: value for key, value in groups.items() if key.endswith("2")}
    last = _clock(later, words, arguments)
    if not isinstance(first, Clock) or not isinstance(last, Clock):
        return None
    return ClockRange(first, last)


def _year(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    year = words.year(groups["y"])
    return Date(year=year) if year is not None and 1 <= year <= _LARGEST_YEAR else None


def _nth_of_year(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """A numbered quarter, half or week of a year, or several that follow each other ("weeks 3 to 5"). Without a year,
    it is counted in the year of the anchor (the moment of the message)."""
    index = words.integer(groups["n"])
    year = words.year(groups["y"]) if "y" in groups else None
    if year is not None and len(groups["y"].strip("'’")) <= 2:
        year = _with_century(year, arguments)
    last = words.integer(groups["last"]) if "last" in groups else index
    if index is None or last is None or not 1 <= index <= last:
        return None
    return Nth(index, str(arguments["unit"]), None if year is None else Date(year=year), last - index + 1)


def _decade(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for `1980s`, `the 80s` or `the eighties`. `The 1800s` means the century."""
    if "name" in groups:
        first = int(words.meaning("decade", groups["name"]))
        hundreds = words.integer(groups["hundreds"]) if "hundreds" in groups else None
        first = _with_century(first, arguments) if hundreds is None else hundreds * 100 + first
    else:
        first = int(groups["y"])
        if first < 100:
            first = _with_century(first, arguments)
        elif first % 100 == 0 and first < 2000:
            return Years(first, 100, "century")
    return Years(first, 10, "decade") if first % 10 == 0 and 1 <= first <= _LARGEST_YEAR - 10 else None


def _century(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    number = words.integer(groups["n"])
    if number is None or not 1 <= number <= 99:
        return None
    return Years(max((number - 1) * 100, 1), 100 if number > 1 else 99, "century")


def _relative_day(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    day = Relative("day", int(words.meaning("relative_day", groups["day"])))
    return At(day, part=str(words.meaning("part", groups["part"]))) if "part" in groups else day


def _day_word_part(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for a part of a day that is counted from today: `this morning`, `last night`, `tonight`."""
    offset = int(words.meaning("which", groups["mod"])) if "mod" in groups else int(arguments.get("offset", 0))
    part = str(words.meaning("part", groups["part"]))
    return At(Relative("day", offset), part=narrowed(groups["edge"], part) if "edge" in groups else part)


def _season(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for a season: `last summer`, `the winter of 2019`."""
    name = str(words.meaning("season", groups["season"] if "season" in groups else groups["season_"]))
    offset = int(words.meaning("which", groups["mod"])) if "mod" in groups else None
    year = groups["y"] if "y" in groups else groups.get("y_")
    is_coming = groups.get("mod") in words.categories.get("coming", ())
    return Season(name, offset, None if year is None else int(year), is_coming)


def _relative_unit(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for a unit that is counted from the one that holds the anchor (the moment of the message): `last
    week`, `this month`, `two weekends ago`. "The coming weekend" is the first one that has not begun."""
    offset = int(words.meaning("which", groups["mod"])) if "mod" in groups else int(arguments.get("offset", 0))
    unit = words.unit(groups["unit"])
    if "n" in groups:
        count = words.amount(groups["n"])
        return None if not count or count > 1000 else Relative(unit, offset * int(count))
    if unit == "weekend" and groups.get("mod") in words.categories.get("coming", ()):
        return RelativeName("weekend", 5, offset, is_nearest=True)
    if offset and unit in ("hour", "minute", "second"):
        return Window(((float(abs(offset)), unit),), 1 if offset > 0 else -1)
    return Relative(unit, offset, bool(arguments.get("uncounted")))


def _weekdays_away(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for a weekday that lies so many weeks away. `Four Tuesdays from now` is the fourth Tuesday after
    today, `two Fridays ago` the second Friday before today."""
    count = words.amount(groups["n"]) if "n" in groups else 1.0
    table = "weekday" if groups["wd"] in words.categories["weekday"] else "weekday_plural"
    if not count or count > 1000:
        return None
    if int(arguments["sign"]) > 0:
        return WeekdayIn(words.meaning(table, groups["wd"]), Shift(((count - 1, "week"), (1.0, "day")), 1))
    return WeekdayIn(words.meaning(table, groups["wd"]), Shift(((count, "week"),), -1))


def _weekday_plus(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for `Tuesday week`: the day a week after the coming Tuesday."""
    weekday = Date(weekday=words.meaning("weekday", groups["wd"]))
    return Shift(((1.0, words.unit(groups["unit"])),), 1, weekday)


def _relative_name(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    offset = int(words.meaning("which", groups["mod"]) if "mod" in groups else arguments["offset"])
    if "wd" in groups:
        mod, table = groups.get("mod"), words.categories.get("latest" if offset < 0 else "coming", ())
        is_nearest = mod in table if mod is not None else offset < 0
        return RelativeName("weekday", int(words.meaning("weekday", groups["wd"])), offset, is_nearest)
    return RelativeName("month", int(words.meaning("month", groups["mon"])), offset)


def _holiday(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for a holiday: `at Christmas`, `last Easter`, `Thanksgiving 2019`."""
    name = groups["holiday"] if "holiday" in groups else groups["holiday_"]
    year = groups["y"] if "y" in groups else groups.get("y_")
    offset = int(words.meaning("which", groups["mod"])) if "mod" in groups else None
    return Holiday(str(words.meaning("holiday", name)), offset, None if year is None else int(year))


def _nth_named(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for a day in a month that is counted from the anchor (the moment of the message): `next May 5th`,
    `this 5th of May`."""
    month, day = _relative_name(groups, words, arguments), words.integer(groups["d"])
    return None if day is None else Nth(day, "day", month)


def _amounts(groups: Groups, words: Words) -> Amounts | None:
    """Up to three pairs of quantity and unit: ((2, hour), (5, minute)) for "2 hours 5 minutes". They are read from the
    groups n, unit, n2, unit2, n3, unit3; the group `half` adds a half to the first quantity. None if a quantity is no
    number or is too large."""
    found: list[tuple[float, str]] = []
    for suffix in ("", "2", "3"):
        if "unit" + suffix not in groups:
            continue
        number = words.amount(groups["n" + suffix]) if "n" + suffix in groups else 1.0
        if number is None or number > 100_000:
            return None
        found.append((number, words.unit(groups["unit" + suffix])))
    if "half" in groups and found:
        found[0] = (found[0][0] + 0.5, found[0][1])
    return tuple(found) or None


def _shift(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    amounts = _amounts(groups, words)
    if amounts is None:
        return None
    sign = int(arguments["sign"])
    if "n0" not in groups:
        if arguments.get("within"):
            return Within(amounts)
        is_rough = words.is_rough(groups.get("n", ""))
        return Shift(amounts, sign, Relative("day", 0) if "today" in groups else None, is_rough)
    nearer = words.amount(groups["n0"])
    if nearer is None or not nearer < amounts[0][0]:
        return None
    ends = Shift(((nearer, amounts[0][1]),), sign), Shift(amounts, sign)
    return RangeOf(*ends) if sign > 0 else RangeOf(*reversed(ends))


def _window(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    amounts = _amounts(groups, words)
    sign = int(words.meaning("which", groups["mod"])) if "mod" in groups else int(arguments["sign"])
    return None if amounts is None or sign == 0 else Window(amounts, sign, bool(arguments.get("from_today")))


def _duration(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    amounts = _amounts(groups, words)
    return None if amounts is None else Duration(amounts)


def _edge_unit(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for the beginning, middle or end of a unit that is counted from the anchor (the moment of the
    message): `EOM` (end of month), `earlier this month`."""
    offset = int(words.meaning("which", groups["mod"])) if "mod" in groups else 0
    unit = words.unit(groups["unit"]) if "unit" in groups else str(arguments["unit"])
    which = str(words.meaning("edge", groups["edge"])) if "edge" in groups else str(arguments["which"])
    return Edge(which, Relative(unit, offset))


def _edge_word(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    return Word(f"{arguments['kind']}:{words.meaning(str(arguments['table']), groups['edge'])}")


def _nth_word(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """An expression for words like `first Monday`, `last day` or `first two weeks`. It becomes a time only if an `of`
    follows: `first Monday of May`."""
    index = words.integer(groups["n"]) if groups.get("n", "next") != "next" else 1
    if "next" in (groups.get("n"), groups.get("penultimate")) or "penultimate" in groups:
        index = -2
    elif index is not None and "last" in groups:
        index = -index
    count = int(words.amount(groups["count"]) or 0) if "count" in groups else 1
    if "wd" in groups:
        unit = f"weekday:{words.meaning('weekday', groups['wd'])}"
    else:
        unit = words.unit(groups["unit"]) if "unit" in groups else str(arguments["unit"])
    if index is None or not count:
        return None
    return Word(f"nthword:{index}:{count}:{unit}")


def _number(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    value = words.integer(groups["n"])
    return None if value is None else Number(value, len(groups["n"]) if groups["n"].isdigit() else 0)


def _days(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for several days of a month, such as `4 to 22` or `the 4th until the 22nd`. A neighbouring
    expression must name the month."""
    first, last = words.integer(groups["d"]), words.integer(groups["d2"])
    if first is None or last is None or not 1 <= first < last <= 31:
        return None
    return RangeOf(Date(day=first), Date(day=last))


def _relative_plus(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    """The expression for `tomorrow week`: the day that lies one unit (`unit`) after the relative day."""
    return Shift(
        ((1.0, words.unit(groups["unit"])),), 1, Relative("day", int(words.meaning("relative_day", groups["day"])))
    )


def _part(groups: Groups, words: Words, arguments: Arguments) -> Expression | None:
    return Part(str(words.meaning("part", groups["part"])))


BUILDERS: dict[str, Builder] = {
    "date": _date,
    "numeric": _numeric,
    "iso_moment": _iso_moment,
    "zone": _zone,
    "clock": _clock,
    "spoken_clock": _spoken_clock,
    "clock_range": _clock_range,
    "year": _year,
    "nth_of_year": _nth_of_year,
    "decade": _decade,
    "century": _century,
    "relative_day": _relative_day,
    "day_word_part": _day_word_part,
    "relative_unit": _relative_unit,
    "relative_name": _relative_name,
    "nth_named": _nth_named,
    "weekdays_away": _weekdays_away,
    "weekday_plus": _weekday_plus,
    "shift": _shift,
    "window": _window,
    "duration": _duration,
    "edge_unit": _edge_unit,
    "edge_word": _edge_word,
    "nth_word": _nth_word,
    "days": _days,
    "relative_plus": _relative_plus,
    "number": _number,
    "part": _part,
    "vague": lambda groups, words, arguments: Vague(str(arguments.get("reason", "vague"))),
    "season": _season,
    "holiday": _holiday,
    "now": lambda groups, words, arguments: Now(),
    "to_date": lambda groups, words, arguments: ToDate(
        words.unit(groups["unit"]) if "unit" in groups else str(arguments["unit"])
    ),
    "word": lambda groups, words, arguments: Word(str(arguments["name"])),
    "blocked": lambda groups, words, arguments: Blocked(),
}
