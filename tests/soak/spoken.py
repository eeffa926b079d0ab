"""A regular expression turned loose on its own words: texts that it matches, drawn by chance from its parse tree."""

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

# The parser of the standard library; its tree has had this form since Python 2.
_parse: Callable[[str, int], Any] = re._parser.parse  # type: ignore[attr-defined]
_MOST_REPEATS = 3  # of what may be repeated without end
_CLASSES = {
    "CATEGORY_DIGIT": "0123456789", "CATEGORY_SPACE": " \t\n", "CATEGORY_WORD": "abcxyz019_",
    "CATEGORY_NOT_DIGIT": "ab -", "CATEGORY_NOT_SPACE": "ab1.-", "CATEGORY_NOT_WORD": " .,-!",
}  # fmt: skip
_ANY = "abc XYZ019.,'-é"


@cache
def _tree(pattern: str) -> Any:
    return _parse(pattern, 0)


def spoken(pattern: str, chance: random.Random) -> str:
    """One text of a pattern; what it looks for around itself is left out, so that most texts match and some do not."""
    return _said(_tree(pattern), chance, {})


def _said(items: Any, chance: random.Random, groups: dict[int, str]) -> str:
    return "".join(_one(str(kind), value, chance, groups) for kind, value in items)


def _one(kind: str, value: Any, chance: random.Random, groups: dict[int, str]) -> str:
    if kind == "LITERAL":
        return chr(value)
    if kind == "NOT_LITERAL":
        return chance.choice([sign for sign in _ANY if ord(sign) != value])
    if kind == "ANY":
        return chance.choice(_ANY)
    if kind == "IN":
        return _of_class(value, chance)
    if kind == "BRANCH":
        return _said(chance.choice(value[1]), chance, groups)
    if kind == "SUBPATTERN":
        said = _said(value[-1], chance, groups)
        if value[0] is not None:
            groups[value[0]] = said
        return said
    if kind == "ATOMIC_GROUP":
        return _said(value, chance, groups)
    if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, inner = value
        times = chance.randint(least, min(int(most), least + _MOST_REPEATS))
        return "".join(_said(inner, chance, groups) for _ in range(times))
    if kind == "GROUPREF":
        return groups.get(value, "")
    if kind == "GROUPREF_EXISTS":
        return ""
    # What a pattern takes from behind itself is said, as the month of several days.
    is_taken = kind == "ASSERT" and value[0] == 1 and _has_groups(value[1])
    return _said(value[1], chance, groups) if is_taken else ""  # places, and what is looked for before and after


def _has_groups(items: Any) -> bool:
    return any(str(kind) == "SUBPATTERN" and value[0] is not None for kind, value in items)


def _of_class(members: Sequence[tuple[Any, Any]], chance: random.Random) -> str:
    signs: list[str] = []
    is_negated = False
    for kind, value in members:
        name = str(kind)
        if name == "NEGATE":
            is_negated = True
        elif name == "LITERAL":
            signs.append(chr(value))
        elif name == "RANGE":
            low, high = value
            signs += [chr(low), chr(high), chr(chance.randint(low, high))]
        elif name == "CATEGORY":
            signs += _CLASSES[str(value)]
    if is_negated:
        signs = [sign for sign in _ANY if sign not in signs] or ["é"]
    return chance.choice(signs)
