"""Compiles the patterns in files of rules.

A wrong pattern is an error with its file, line and reason. RE2 would also print its own message, which is
switched off here.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import re2

from kg_assets.core.errors import ConfigError
from kg_assets.core.mistyped import Place, lines_of, shortened

_QUIET = re2.Options()
_QUIET.log_errors = False


def fast_pattern(source: str, path: Path, place: Place, written: str) -> Any:
    """The pattern compiled by RE2. For errors: `written` is its text as the file has it, before macros were put in,
    `place` where in the file it stands."""
    try:
        return re2.compile(source, _QUIET)
    except re2.error as error:
        said = error.args[0] if error.args else b""
        # Behind the colon stands what is left of the pattern, which may be all of it.
        reason = (said.decode() if isinstance(said, bytes) else str(said)).partition(": ")[0]
        raise no_pattern(path, place, written, reason) from None


def no_pattern(path: Path, place: Place, written: object, reason: str) -> ConfigError:
    """The error about a text that is no regular expression."""
    line = lines_of(path)(place)
    where = ".".join(map(str, place))
    return ConfigError(
        f"{path}{f', line {line}' if line else ''}: {where}: {shortened(written)} is no pattern: {reason}; mend it; a "
        "sign that is meant as it stands takes a backslash before it"
    )


def check_patterns(path: Path, lists: Mapping[Place, Sequence[str]]) -> None:
    """Try each pattern of the lists by itself, before the patterns are joined, so that an error names the wrong one."""
    for place, patterns in lists.items():
        for at, pattern in enumerate(patterns):
            check_pattern(path, (*place, at), pattern, pattern)


def check_pattern(path: Path, place: Place, source: str, written: str) -> None:
    """Compile one pattern with Python's engine, and raise an error if it is wrong."""
    try:
        re.compile(source, re.ASCII)
    except re.error as error:
        raise no_pattern(path, place, written, error.msg) from None
