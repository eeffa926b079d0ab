"""Which patterns can match a cluster at all: one linear-time set of the patterns, each relaxed until RE2 accepts it."""

import re
from typing import Any

import re2

_LOOKS = ("(?!", "(?=", "(?<!", "(?<=")
_NAMED_GROUP = re.compile(r"\(\?P<\w+>")
_BACK_REFERENCE = re.compile(r"\(\?P=\w+\)")
_CODE_POINT = re.compile(r"\\u([0-9a-f]{4})")
_MEMORY = 512 << 20


def without_looks(source: str) -> str:
    """The pattern without look-arounds; it matches wherever the pattern does, and elsewhere too."""
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


def pattern_set(sources: list[str]) -> Any:
    """An RE2 set whose answer holds the index of every pattern that matches, and perhaps of some that do not."""
    options = re2.Options()
    options.max_mem = _MEMORY
    patterns = re2.Set.SearchSet(options)
    for source in sources:
        relaxed = _BACK_REFERENCE.sub("(?:.|[a-z]+)", _NAMED_GROUP.sub("(?:", without_looks(source)))
        patterns.Add(_CODE_POINT.sub(lambda found: chr(int(found.group(1), 16)), relaxed))
    patterns.Compile()
    return patterns
