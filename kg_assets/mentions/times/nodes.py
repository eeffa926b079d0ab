"""The pieces of text that were read as time expressions (nodes): where each is, which kind of time expression it is,
and the expression."""

from collections.abc import Callable
from dataclasses import dataclass

from kg_assets.mentions.times.expressions import (
    At,
    Blocked,
    Clock,
    ClockRange,
    Date,
    Duration,
    Edge,
    Expression,
    Holiday,
    InYear,
    Lasting,
    Now,
    Nth,
    NthFrom,
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
    WeekOf,
    Window,
    Within,
    Word,
    Years,
    Zone,
)

_FIXED_KINDS: dict[type, str] = {
    Years: "period", Edge: "edge", Shift: "shift", Window: "window", Lasting: "range", Clock: "clock", ToDate: "period",
    ClockRange: "clockrange", Part: "part", RangeOf: "range", WeekdayIn: "day", WeekOf: "week", Now: "now",
    Season: "season", Vague: "vague", Duration: "duration", Zone: "zone", Number: "number", Blocked: "blocked",
    Within: "shift", Holiday: "day",
}  # fmt: skip


@dataclass(slots=True, eq=False)
class Node:
    """text[start:end], read as a time expression. A weak node counts only as a part of a larger one, or as the whole
    message."""

    start: int
    end: int
    kind: str
    expression: Expression
    pattern_id: str
    precedence: int
    confidence: float
    is_weak: bool
    guard: str | None
    # Makes the expression again from another text with the same template.
    again: Callable[[str], Expression | None]
    floats: bool = False


def kind_of(expression: Expression) -> str:
    """Which kind of time an expression is, such as "day" or "month". A join takes two nodes by their kinds."""
    fixed = _FIXED_KINDS.get(type(expression))
    if fixed is not None:
        return fixed
    if isinstance(expression, Date):
        return _kind_of_date(expression)
    if isinstance(expression, At):
        return "at" if expression.clock is not None else "daypart"
    if isinstance(expression, Relative | Nth | NthFrom):
        unit = "day" if expression.unit.startswith("weekday") else expression.unit
        if isinstance(expression, Nth) and expression.count > 1:
            return "period"
        return unit if unit in ("day", "week", "month", "year", "quarter") else "period"
    if isinstance(expression, RelativeName):
        return {"weekday": "day", "weekend": "period"}.get(expression.name, "month")
    if isinstance(expression, InYear):
        return kind_of(expression.of)
    if isinstance(expression, Word):
        return expression.name.split(":")[0]
    raise KeyError(type(expression).__name__)


def _kind_of_date(date: Date) -> str:
    if date.day is not None:
        return "day" if date.month is not None or date.weekday is not None else "dayofmonth"
    if date.month is not None:
        return "month"
    return "year" if date.year is not None else "weekday"


def does_float(expression: Expression) -> bool:
    """Whether the direction (past or future) can change what the expression means, as in "May 5"."""
    if isinstance(expression, Date):
        return expression.year is None
    if isinstance(expression, Holiday):
        return expression.year is None and expression.offset is None
    if isinstance(expression, Clock | ClockRange | Within):
        return True
    if isinstance(expression, Relative):
        return expression.is_uncounted
    if isinstance(expression, At):
        return does_float(expression.day)
    return any(does_float(part) for part in _parts(expression))


def _parts(expression: Expression) -> list[Expression]:
    inner = [getattr(expression, name, None) for name in ("of", "base", "first", "last", "start", "day")]
    return [part for part in inner if isinstance(part, Expression)]
