"""Finds the day on which a holiday falls in a year, by the rules of `config/times/common.yaml`. The only movable
holidays are those that depend on Easter or on a weekday of a month."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from kg_assets.core.errors import ConfigError
from kg_assets.mentions.times import calendar as cal
from kg_assets.mentions.times.dispatch import resolves
from kg_assets.mentions.times.expressions import Holiday
from kg_assets.mentions.times.model import Context, HolidayRule, ImpossibleDate, OpenExpression, Value
from kg_assets.mentions.times.resolve_dates import looks_back, period

_FORMS = ({"month", "day"}, {"month", "weekday", "nth"}, {"after_easter"})


def read_holidays(rules: Mapping[str, Mapping[str, int]]) -> dict[str, HolidayRule]:
    """Check the rules of the holidays. Each is a date, the nth weekday of a month, or a number of days after Easter
    Sunday."""
    for name, rule in rules.items():
        if set(rule) not in _FORMS:
            raise ConfigError(
                f"config/times/common.yaml: calendar.holidays.{name} has {', '.join(rule) or 'nothing'}; a holiday has "
                "month and day, or month, weekday (0 is Monday) and nth, or after_easter"
            )
    return {name: HolidayRule(**rule) for name, rule in rules.items()}


@resolves(Holiday)
def resolve_holiday(holiday: Holiday, context: Context) -> Value:
    """The day of a holiday. If a year is given, it is in that year. "Last Christmas" is the latest before today, "next
    Christmas" the first after today, "this Christmas" that of this year. Without such a word it is the nearest one in
    the direction of the sentence."""
    rule = context.calendar.holidays.get(holiday.name)
    if rule is None:
        raise OpenExpression("holiday")
    if holiday.year is not None:
        return period(day_of(rule, holiday.year), "day")
    today = context.today()
    days = [day_of(rule, year) for year in range(max(today.year - 1, 1), min(today.year + 1, 9999) + 1)]
    if holiday.offset == 0:
        found = [day_of(rule, today.year)]
    elif holiday.offset is not None:
        found = (
            [day for day in days if day < today][-1:] if holiday.offset < 0 else [day for day in days if day > today]
        )
    elif looks_back(context):
        found = [day for day in days if day <= today][-1:]
    else:
        found = [day for day in days if day >= today]
    if not found:
        raise ImpossibleDate(holiday.name)
    return period(found[0], "day")


def day_of(rule: HolidayRule, year: int) -> datetime:
    """The day on which a holiday falls in a year."""
    if rule.after_easter is not None:
        return easter(year) + timedelta(days=rule.after_easter)
    if rule.weekday is None:
        return cal.day(year, rule.month, rule.day)
    first = cal.day(year, rule.month, 1)
    return first + timedelta(days=(rule.weekday - first.weekday()) % 7 + 7 * (rule.nth - 1))


def easter(year: int) -> datetime:
    """Easter Sunday in the Gregorian calendar: the Sunday after the first ecclesiastical full moon from 21
    March on."""
    century, in_cycle = year // 100, year % 19
    skipped_leaps = century - century // 4
    moon_shift = (8 * century + 13) // 25
    age = (skipped_leaps - moon_shift + 19 * in_cycle + 15) % 30  # days from 21 March to the full moon
    if age == 29 or (age == 28 and in_cycle > 10):
        age -= 1
    full_moon = cal.day(year, 3, 21) + timedelta(days=age)
    return full_moon + timedelta(days=6 - full_moon.weekday() or 7)
