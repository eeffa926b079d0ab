"""Looks up what words of a language mean: months, units, numbers. The words themselves are in `config/times/`."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_DIGITS = re.compile(r"\d+")
_FRACTION = re.compile(r"(?:(\d+)\s)?(\d+)\s?/\s?(\d+)")


@dataclass(frozen=True)
class Words:
    """The vocabulary of one language: for each category ("month"), its words and what they mean."""

    categories: dict[str, dict[str, Any]]

    @cached_property
    def _number_words(self) -> dict[str, Any]:
        """What each number word means, cardinal or ordinal: 3 for "three" and for "third"."""
        return {**self.categories["number"], **self.categories.get("ordinal", {})}

    @cached_property
    def _number_split(self) -> re.Pattern[str]:
        """A pattern for number words, the longest first, so that numbers written as one word are split correctly."""
        words = sorted(self._number_words, key=lambda w: (-len(w), w))
        return re.compile("|".join(re.escape(word) for word in words))

    def meaning(self, category: str, word: str) -> Any:
        """What a word of a category means. Several blanks count as one, and a full stop at its end is ignored."""
        key = " ".join(word.split())
        table = self.categories[category]
        return table[key] if key in table else table[key.rstrip(".")]

    def unit(self, word: str) -> str:
        """The unit that a word stands for, or a letter behind a number ("h" in "5h")."""
        short = self.categories["short_unit"]
        return str(short[word]) if word in short else str(self.meaning("unit", word))

    def integer(self, text: str) -> int | None:
        """A whole number in digits or words, cardinal or ordinal."""
        digits = _DIGITS.match(text)
        if digits:
            return int(digits.group())
        return self._spoken(text)

    def _spoken(self, text: str) -> int | None:
        values = self._number_words
        parts = [int(values[found.group()]) for found in self._number_split.finditer(text)]
        if not parts:
            return None
        return _compose(parts)

    def amount(self, text: str) -> float | None:
        """A quantity: digits, a fraction, words, `half a`, `a couple of`; None if it is none of these."""
        plain = " ".join(text.split())
        quantities = self.categories["quantity"]
        if plain in quantities:
            return float(quantities[plain])
        fraction = _FRACTION.fullmatch(plain)
        if fraction:
            below = int(fraction.group(3))
            return int(fraction.group(1) or 0) + int(fraction.group(2)) / below if below else None
        whole_and_part = self._whole_and_part(plain)
        if whole_and_part is not None:
            return whole_and_part
        if plain[:1].isdigit():
            return float(plain.replace(",", "."))
        number = self.integer(plain)
        return None if number is None else float(number)

    def is_rough(self, text: str) -> bool:
        """Whether a quantity is only rough: "a few"."""
        return " ".join(text.split()) in self.categories.get("rough", {})

    def _whole_and_part(self, plain: str) -> float | None:
        """The value of `two and a half`: a number, a connecting word and a part of one. None for other texts."""
        quantities = self.categories["quantity"]
        for part in self._parts_of_one:
            if plain.endswith(" " + part):
                rest = plain[: -len(part)].split()
                number = self.integer(" ".join(rest))
                whole = quantities.get(rest[0]) if number is None else number
                return None if whole is None else float(whole) + float(quantities[part])
        return None

    @cached_property
    def _parts_of_one(self) -> list[str]:
        """The quantity words for less than one ("half"), the longest first."""
        quantities = self.categories["quantity"]
        return sorted((word for word in quantities if float(quantities[word]) < 1), key=lambda word: (-len(word), word))

    def year(self, text: str) -> int | None:
        """A year in digits, with an apostrophe, or spoken: `two thousand and nine`, `nineteen eighty four`."""
        digits = _DIGITS.search(text)
        if digits:
            return int(digits.group())
        values = self.categories["number"]
        parts = [int(values[found.group()]) for found in self._number_split.finditer(text) if found.group() in values]
        if len(parts) > 1 and 10 <= parts[0] <= 99 and all(part < 100 for part in parts):
            return parts[0] * 100 + sum(parts[1:])
        return _compose(parts) if parts else None


def _compose(parts: list[int]) -> int:
    """The value of several number words: they are added, but a hundred or thousand multiplies what precedes it."""
    total = current = 0
    for part in parts:
        if part >= 100 and part % 100 == 0:
            current = max(current, 1) * part
            if part >= 1000:
                total, current = total + current, 0
        else:
            current += part
    return total + current
