"""Finds quickly which patterns may match a cluster at all: all patterns together are matched in one pass, each in a
looser form that RE2 accepts."""

import re
from functools import cache
from typing import Any

import re2

_LOOKS = ("(?!", "(?=", "(?<!", "(?<=")
_NAMED_GROUP = re.compile(r"\(\?P<\w+>")
_BACK_REFERENCE = re.compile(r"\(\?P=\w+\)")
_CODE_POINT = re.compile(r"\\u([0-9a-f]{4})")
_MEMORY = 512 << 20
# An escape, a class, a repetition with its numbers, or one digit that stands for itself.
_ATOM = re.compile(r"\\x[0-9a-fA-F]{2}|\\.|\[[^\]]+\]|\{[0-9,]+\}|[0-9]")
_IS_CHARACTER = re.compile(r"[\[0-9]|\\x")
_ANYTHING = "(?s:.)"
_AS_ZERO = str.maketrans("123456789", "000000000")


def without_looks(source: str) -> str:
    """The pattern without look-arounds. It matches wherever the original does, and perhaps at other places."""
    kept: list[str] = []
    position = 0
    while position < len(source):
        if source.startswith(_LOOKS, position):
            position = _after_group(source, position)
        elif source[position] == "\\":
            kept.append(source[position : position + 2])
            position += 2
        else:
            kept.append(source[position])
            position += 1
    return "".join(kept)


def _after_group(source: str, position: int) -> int:
    depth = 0
    while True:
        character = source[position]
        if character == "\\":
            position += 1
        elif character == "[":
            position = source.index("]", position + 2)
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if not depth:
                return position + 1
        position += 1


def shape_of(text: str) -> str:
    """The text with every digit written as 0, so that thousands of times and dates share a few shapes."""
    return text.translate(_AS_ZERO)


def for_shapes(source: str) -> str:
    """The pattern, changed so that each atom that matches some digit matches 0, too. So it matches the shape
    (`shape_of`) of each text that it matched."""
    return _ATOM.sub(lambda found: _with_zero(found.group()), source)


@cache
def _with_zero(atom: str) -> str:
    taken = [digit for digit in "0123456789" if re.fullmatch(atom, digit)] if _IS_CHARACTER.match(atom) else []
    if not taken or "0" in taken:
        return atom
    if atom[0] != "[":
        return "0"
    return _ANYTHING if atom[1] == "^" else f"{atom[:-1]}0]"


def pattern_set(sources: list[str]) -> Any:
    """An RE2 set of the patterns, to be asked with shapes (`shape_of`). Its answer has the index of every pattern that
    matches, and perhaps of some that do not."""
    options = re2.Options()
    options.max_mem = _MEMORY
    patterns = re2.Set.SearchSet(options)
    for source in sources:
        relaxed = _BACK_REFERENCE.sub("(?:.|[a-z]+)", _NAMED_GROUP.sub("(?:", without_looks(source)))
        patterns.Add(for_shapes(_CODE_POINT.sub(lambda found: chr(int(found.group(1), 16)), relaxed)))
    patterns.Compile()
    return patterns
