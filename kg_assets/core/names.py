"""Names of files as text. The system gives bytes, which need not be UTF-8; JSON, tables and terminals need
text."""

import os
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes

_SCHEME = "file://"


def readable(name: str | bytes | os.PathLike[str]) -> str:
    """A name as text that can be stored and shown; bytes that are not UTF-8 are written as `\\xNN`."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def path_text(path: Path) -> str:
    """A path as text. `path_of_text` makes the same path of it again, whatever bytes the path has."""
    raw = os.fsencode(path)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return _SCHEME + quote_from_bytes(raw)


def path_of_text(text: str) -> Path:
    """The path from which `path_text` made this text."""
    if text.startswith(_SCHEME):
        return Path(os.fsdecode(unquote_to_bytes(text.removeprefix(_SCHEME))))
    return Path(text)
