"""A cache of what time expressions resolve to.

The outcome depends only on the expression, the anchor (the moment of the message) and the direction. `Context.uses`
says how much of the anchor was used. So an outcome is kept for as long as it holds: for ever, for a day, or for one
moment.
"""

from datetime import datetime
from typing import NamedTuple

from kg_assets.core.canonical import canonical_text
from kg_assets.mentions.times.expressions import Expression
from kg_assets.mentions.times.model import Direction

Parse = tuple[dict[str, object], str]


class Settled(NamedTuple):
    """The fields of a mention that come from resolving its expression. None of them depends on its place in the
    text."""

    resolved_type: str
    valid_from_utc: str | None
    valid_to_utc: str | None
    granularity: str | None
    zone: str
    confidence: float
    parse: Parse


class Meaning:
    """An expression with the outcomes kept for it. An outcome is None if the date does not exist."""

    __slots__ = (
        "_always", "_is_fixed", "_moment", "_on_day", "_on_moment", "_parses", "_plain", "confidence", "expression",
    )  # fmt: skip

    def __init__(self, expression: Expression, confidence: float) -> None:
        self.expression = expression
        self.confidence = confidence
        self._is_fixed = False
        self._always: Settled | None = None
        self._on_day: dict[tuple[Direction, int], Settled | None] = {}
        self._moment: tuple[Direction, datetime] | None = None
        self._on_moment: Settled | None = None
        self._plain = _plain(expression)
        self._parses: dict[str | tuple[str, ...], Parse] = {}

    def known(self, now: datetime | None, direction: Direction) -> tuple[Settled | None, bool]:
        """Two values: the outcome kept for this anchor and direction; and whether one is kept at all, since an outcome
        may be None."""
        if self._is_fixed:
            return self._always, True
        day = _day(now, direction)
        if day in self._on_day:
            return self._on_day[day], True
        return self._on_moment, self._moment == (direction, now)

    def keep_always(self, outcome: Settled | None) -> None:
        """Keep an outcome that does not depend on the anchor."""
        self._always, self._is_fixed = outcome, True

    def keep_on_day(self, now: datetime | None, direction: Direction, outcome: Settled | None) -> None:
        """Keep an outcome that depends only on the anchor's day, or one made without an anchor."""
        self._on_day[_day(now, direction)] = outcome

    def keep_at_moment(self, now: datetime, direction: Direction, outcome: Settled | None) -> None:
        """Keep an outcome that depends on the exact anchor. Only the latest is kept, for the rest of the message."""
        self._moment, self._on_moment = (direction, now), outcome

    def forget_days(self) -> None:
        """Drop the outcomes that hold for one day of the anchor only."""
        self._on_day.clear()

    def parse(self, key: str, told: str | tuple[str, ...]) -> Parse:
        """How the expression was understood, as a dict and as JSON: the expression itself, and under `key` what the
        caller has to say of it (`told`). Under "assumed" stand the assumptions that were made, under "reason" why no
        time could be resolved."""
        known = self._parses.get(told)
        if known is None:
            parse: dict[str, object] = {
                "expression": self._plain, key: told if isinstance(told, str) else list(told),
            }  # fmt: skip
            known = self._parses[told] = (parse, canonical_text(parse))
        return known


class Meanings:
    """The cache of meanings: at most `most` expressions, and at most `most` outcomes that hold for a day."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._meanings: dict[tuple[Expression, float], Meaning] = {}
        self._days = 0

    def of(self, expression: Expression, confidence: float) -> Meaning:
        """The cached meaning of an expression, or a new one (cached only while there is room)."""
        key = (expression, confidence)
        meaning = self._meanings.get(key)
        if meaning is None:
            meaning = Meaning(expression, confidence)
            if len(self._meanings) < self._most:
                self._meanings[key] = meaning
        return meaning

    def keep(
        self, meaning: Meaning, now: datetime | None, direction: Direction, outcome: Settled | None, uses: set[str]
    ) -> None:
        """Keep an outcome: for ever if nothing of the anchor was used (`uses` is empty), for this exact anchor if its
        time of day was used ("moment" in `uses`), else for the anchor's day."""
        if not uses:
            meaning.keep_always(outcome)
        elif now is not None and "moment" in uses:
            meaning.keep_at_moment(now, direction, outcome)
        else:
            if self._days == self._most:
                for known in self._meanings.values():
                    known.forget_days()
                self._days = 0
            meaning.keep_on_day(now, direction, outcome)
            self._days += 1


def _day(now: datetime | None, direction: Direction) -> tuple[Direction, int]:
    return direction, 0 if now is None else now.toordinal()


def _plain(expression: Expression) -> dict[str, object]:
    """The expression as data that JSON can hold. Its own fields that are not set are left out."""
    plain: dict[str, object] = {"shape": type(expression).__name__}
    for name in expression.__slots__:
        value = getattr(expression, name)
        if value is not None:
            plain[name] = _fields(value) if hasattr(value, "__slots__") else value
    return plain


def _fields(expression: object) -> dict[str, object]:
    """All fields of a part of an expression, as data that JSON can hold."""
    values = {name: getattr(expression, name) for name in getattr(expression, "__slots__", ())}
    return {name: _fields(value) if hasattr(value, "__slots__") else value for name, value in values.items()}
