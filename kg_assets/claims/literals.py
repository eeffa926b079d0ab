"""Literal objects: a value of one of five types as canonical JSON (seed 000 §4.6.2).

A number keeps its unit: as JSON `{"unit", "value"}`, since 5 km and 5 kg are not the same fact. A number or date that
the words do not settle ("a couple", "next spring") stays the string that it is.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict

from kg_assets.core.canonical import LARGEST_INTEGER, CanonicalError, canonical_text
from kg_assets.core.instants import to_millis
from kg_assets.core.yamlfile import read_yaml
from kg_assets.mentions.times.engine import TimeEngine

_SPACE = re.compile(r"\s+")
# Digits in groups of three or plain, then decimals; the sign of a currency may stand before. Every part starts with a
# character that the part before it cannot take, so there is one way to match.
_NUMBER = re.compile(
    r"(?P<sign>[-+−])?(?P<before>[$€£¥₹])?[ ]?(?P<digits>[0-9]{1,3}(?:[, \u00a0][0-9]{3})+|[0-9]{1,18})"
    r"(?:(?P<mark>[.,])(?P<decimals>[0-9]{1,12}))?(?![0-9.,:/]|(?:st|nd|rd|th)\b)",
    re.ASCII,
)
_WORD = re.compile(r"[A-Za-z]+", re.ASCII)
_ISO_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?", re.ASCII)
_TRUE, _FALSE = frozenset({"true", "yes"}), frozenset({"false", "no"})
# How many characters of an ISO date are known, by granularity.
_GRAINS = {"day": 10, "month": 7, "year": 4}
_MOMENTS = frozenset({"second", "minute", "hour"})


class Literal(NamedTuple):
    """A value, its type, and the words by which two literals are compared."""

    value_type: str
    value: str  # canonical JSON
    words: str


class NumberWords(BaseModel):
    """Words of numbers and units: `config/claims/literals.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    magnitudes: Mapping[str, int]
    currencies: Mapping[str, str]
    units: Mapping[str, str]
    numbers: Mapping[str, int]


class LiteralReader:
    """Reads the words of an object as a literal of a given kind. `times` makes the engine that reads dates in words; it
    is called only when needed, because its grammars load slowly."""

    def __init__(self, words: NumberWords, times: Callable[[], TimeEngine]) -> None:
        self._words = words
        self._times = times
        self._known: dict[tuple[str, str], Literal | None] = {}

    def read(self, kind: str, words: str) -> Literal | None:
        """The literal for these words. None for a boolean or JSON that cannot be read, and for an impossible ISO date
        ("2020-13-45"); other numbers and dates that cannot be read become strings."""
        known = (kind, words)
        if known not in self._known:
            # One way of writing an accent, so that the same words are the same fact.
            self._known[known] = self._read(kind, unicodedata.normalize("NFC", _SPACE.sub(" ", words).strip()))
        return self._known[known]

    def _read(self, kind: str, words: str) -> Literal | None:
        if kind == "boolean":
            low = words.lower()
            return _literal("boolean", low in _TRUE) if low in _TRUE | _FALSE else None
        if kind == "json":
            return _json(words)
        if kind == "number":
            return self._number(words) or _literal("string", words)
        if kind == "date" and is_no_date(words):
            return None
        if kind == "date":
            date = self._date(words)
            return _literal("string", words) if date is None else _literal("date", date)
        return _literal("string", words)

    def _number(self, words: str) -> Literal | None:
        match = _NUMBER.match(words)
        if match is None:
            return self._spoken_number(words)
        value = _decimal_of(match)
        unit, factor = self._after(words[match.end() :])
        before = self._words.currencies.get(match["before"]) if match["before"] else None
        return _measured(value * factor, " ".join(filter(None, (before, unit))))

    def _after(self, rest: str) -> tuple[str, int]:
        """Two values: the unit that follows a number; and the factor of a "k" or "million" between the two, 1 if there
        is none."""
        factor = 1
        first = _WORD.match(rest.lstrip())
        if first is not None and first[0].lower() in self._words.magnitudes:
            factor = self._words.magnitudes[first[0].lower()]
            rest = rest.lstrip()[first.end() :]
        parts = rest.lower().lstrip("- ").rstrip(" .").split(" ")
        known = {**self._words.currencies, **self._words.units}
        return " ".join(known.get(part, part) for part in parts if part), factor

    def _spoken_number(self, words: str) -> Literal | None:
        """Numbers in words: "two kids", "twenty-five minutes", "three hundred"."""
        parts = words.lower().replace("-", " ").split(" ")
        total, taken = 0, 0
        for at, part in enumerate(parts):
            if part == "and" and total and set(parts[at + 1 : at + 2]) & self._words.numbers.keys():
                pass
            elif part in self._words.numbers:
                total += self._words.numbers[part]
            elif part in self._words.magnitudes and len(part) > 2 and total:
                total *= self._words.magnitudes[part]
            else:
                break
            taken += 1
        if not taken:
            return None
        unit, _ = self._after(" ".join(parts[taken:]))
        return _measured(Decimal(total), unit)

    def _date(self, words: str) -> str | None:
        if _ISO_DATE.fullmatch(words) and _is_real(words):
            return words
        found = self._times().find(words, None, False)
        # There is no anchor, so only words that name a date by themselves are resolved ("May 2020", not "last May").
        if len(found) != 1 or found[0].surface != words or found[0].valid_from_utc is None:
            return None
        if found[0].granularity in _MOMENTS:
            return found[0].valid_from_utc
        length = _GRAINS.get(found[0].granularity or "")
        return None if length is None else _local_date(found[0].valid_from_utc, found[0].timezone_assumed)[:length]


def read_number_words(path: Path) -> NumberWords:
    return NumberWords.model_validate(read_yaml(path))


def _decimal_of(match: "re.Match[str]") -> Decimal:
    """The number that a match spells. A comma before three digits only groups digits, else it begins the decimals:
    "1,200" is 1200, "3,5" is 3.5."""
    digits = re.sub(r"[^0-9]", "", match["digits"])
    number = Decimal(f"{digits}.{match['decimals']}" if match["decimals"] else digits)
    return -number if match["sign"] in ("-", "−") else number


def _measured(value: Decimal, unit: str) -> Literal | None:
    whole = value == value.to_integral_value()
    if abs(value) > LARGEST_INTEGER:
        return None
    number: int | float = int(value) if whole else float(value)
    return _literal("json", {"unit": unit, "value": number}) if unit else _literal("number", number)


def _json(words: str) -> Literal | None:
    try:
        return _literal("json", json.loads(words))
    except (ValueError, CanonicalError, RecursionError):
        return None


def _literal(value_type: str, value: object) -> Literal:
    stored = canonical_text(value)
    said = value if isinstance(value, str) else stored
    return Literal(value_type, stored, _SPACE.sub(" ", said).strip().casefold())


def is_no_date(words: str) -> bool:
    """Whether words look like an ISO date, but name a day that no calendar has ("2020-13-45")."""
    date, _, time = words.partition("T")
    return bool(_ISO_DATE.fullmatch(date)) and not (_is_real(words) if time else _is_real(date))


def _is_real(iso: str) -> bool:
    if iso.startswith("0000"):
        return False
    try:
        datetime.fromisoformat(f"{iso}{'-01-01'[: 10 - len(iso)]}" if len(iso) < 10 else iso)
    except ValueError:
        return False
    return True


def _local_date(instant: str, zone: str) -> str:
    moment = datetime(1970, 1, 1, tzinfo=ZoneInfo("UTC")) + timedelta(milliseconds=to_millis(instant))
    return moment.astimezone(ZoneInfo(zone)).date().isoformat()
