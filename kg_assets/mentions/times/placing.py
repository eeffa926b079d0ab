"""Combines two expressions into one: "Tuesday" and "next week" into the Tuesday of next week, or a year and a day into
one date."""

from dataclasses import replace

from kg_assets.mentions.times.expressions import (
    At,
    Date,
    Expression,
    Holiday,
    InYear,
    Nth,
    RangeOf,
    Relative,
    Shift,
    WeekdayIn,
    WeekOf,
)

_FIELDS = ("year", "month", "day", "weekday")


def placed_in(part: Expression, scope: Expression) -> Expression | None:
    """The expression `part` in the week, month or year that `scope` names: "Tuesday" and "next week" give the Tuesday
    of next week. None if they do not fit together, or if `part` names its own period."""
    if isinstance(part, At):
        day = placed_in(part.day, scope)
        return None if day is None else replace(part, day=day)
    if isinstance(part, RangeOf):
        return _range_in(part, scope)
    if isinstance(part, Nth):
        is_open = part.of is None and is_year(scope) and not part.unit.startswith("weekday")
        return replace(part, of=scope) if is_open else None
    if isinstance(part, Holiday):
        if part.year is not None or part.offset is not None or not is_year(scope):
            return None
        return replace(part, year=scope.year) if isinstance(scope, Date) else InYear(part, scope)
    if not isinstance(part, Date) or part.year is not None or part.is_near:
        return None
    if part.month is not None:
        return _date_in(part, scope)
    if part.day is not None:
        return _day_in(part, scope) if part.weekday is None else None
    return WeekdayIn(part.weekday, scope) if part.weekday is not None and _is_week(scope) else None


def _range_in(span: RangeOf, scope: Expression) -> Expression | None:
    """The range with both ends placed in the period. If the last end is no day (a time of day), only the first end is
    placed."""
    first, last = placed_in(span.first, scope), placed_in(span.last, scope)
    if first is None:
        return None
    if last is None:
        return replace(span, first=first) if not isinstance(span.last, Date | At) else None
    return RangeOf(first, last)


def _date_in(date: Date, scope: Expression) -> Expression | None:
    if isinstance(scope, Date):
        return united(date, scope) if is_year(scope) else None
    return InYear(date, scope) if is_year(scope) else None


def _day_in(date: Date, scope: Expression) -> Expression | None:
    if isinstance(scope, Date):
        return replace(scope, day=date.day) if scope.month is not None and scope.day is None else None
    is_month = isinstance(scope, Relative) and scope.unit == "month"
    return Nth(date.day, "day", scope) if is_month and date.day is not None else None


def _is_week(scope: Expression) -> bool:
    if isinstance(scope, Nth):
        return scope.unit == "week" and scope.count == 1
    return isinstance(scope, WeekOf) or (isinstance(scope, Relative) and scope.unit == "week")


def is_year(scope: Expression) -> bool:
    """Whether an expression names a whole year: by its number, relative to the anchor ("last year"), or as so many
    years ago."""
    if isinstance(scope, Date):
        return scope.year is not None and scope.month is None and scope.day is None
    if isinstance(scope, Shift):
        return scope.base is None and {unit for _, unit in scope.amounts} == {"year"}
    return isinstance(scope, Relative) and scope.unit == "year"


def united(left: Expression, right: Expression) -> Date | None:
    """Two dates as one, in either order, if together they have a year and a month (perhaps a day, too) and no field
    twice: `1977` and `4 June`. Else None."""
    if not isinstance(left, Date) or not isinstance(right, Date):
        return None
    is_disjoint = not any(getattr(left, name) and getattr(right, name) for name in _FIELDS)
    year, month = _either(left.year, right.year), _either(left.month, right.month)
    if not is_disjoint or month is None or year is None:
        return None
    weekday = _either(left.weekday, right.weekday)
    return Date(year, month, _either(left.day, right.day), weekday, left.swapped or right.swapped)


def _either(left: int | None, right: int | None) -> int | None:
    return right if left is None else left
