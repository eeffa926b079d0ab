"""Makes foreign text safe to show: its words stay, control characters are replaced."""

import json
import re
import shlex
import unicodedata
from functools import cache
from typing import Any

# Joiners hold letters of several scripts and families of emoji together; they move nothing.
_KEPT = "\n\t\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_ASCII = re.compile(r"[\n\t\x20-\x7e]*", re.ASCII)


def harmless(text: str) -> str:
    """A text without characters that could move the cursor, colour the terminal or reverse the reading
    direction.

    Each is replaced by one codepoint, so that offsets hold. Line breaks stay, and unusual spaces become plain
    spaces.
    """
    return text if _ASCII.fullmatch(text) else "".join(map(_shown, text))


@cache
def _shown(character: str) -> str:
    if character.isprintable() or character in _KEPT:
        return character
    return " " if unicodedata.category(character) == "Zs" else "\N{REPLACEMENT CHARACTER}"


def harmless_json(value: Any, indent: int = 2) -> str:
    """The exact JSON of a value, safe for a terminal: characters that are not printable are escaped."""
    return escaped_json(json.dumps(value, indent=indent, ensure_ascii=False))


def escaped_json(text: str) -> str:
    """JSON text with characters that are not printable written as escapes; they can occur only in its
    strings."""
    if _ASCII.fullmatch(text):
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def shell_command(*words: str) -> str:
    """A command as one can copy it into a shell, whatever characters its words have."""
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if harmless(word) == word and "\n" not in word and "\t" not in word:
        return shlex.quote(word)
    escaped = "".join(c if c.isprintable() and c not in "'\\" else _escape(c) for c in word)
    return f"$'{escaped}'"


def _escape(character: str) -> str:
    number = ord(character)
    if 0xDC80 <= number <= 0xDCFF:  # a byte of a name that is no UTF-8
        return f"\\x{number - 0xDC00:02x}"
    return f"\\x{number:02x}" if number < 0x80 else f"\\U{number:08x}"
