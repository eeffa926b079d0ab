"""Values computed from installed files alone, kept next to the bytecode of the module that computes them.

As with bytecode, a hash of what a value was made from tells whether it is valid; it can be deleted without
loss; and if it cannot be written, everything works without it.
"""

import atexit
import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


def kept_beside(module: str) -> Path:
    """The path of the file with the values that a module computes; `module` is its `__file__`."""
    return Path(importlib.util.cache_from_source(module)).with_suffix(".derived")


def made_from(module: str, *parts: object) -> str:
    """A hash of the module, of the minor version of Python and of the given parts. A kept value is used only while this
    hash is the same."""
    return hashlib.sha256(repr((Path(module).read_bytes(), sys.version_info[:2], parts)).encode()).hexdigest()


def kept(path: Path, how: str) -> Any:
    """The value that was kept with the hash `how`; None if there is none."""
    try:
        held = json.loads(path.read_bytes())
        return held["value"] if held["how"] == how else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(path: Path, how: str, value: Any) -> None:
    """Keep a value that JSON can hold, instead of what was kept before."""
    if sys.dont_write_bytecode:
        return
    own = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        own.parent.mkdir(exist_ok=True)
        own.write_text(json.dumps({"how": how, "value": value}), encoding="utf-8")
        os.replace(own, path)


def derived(module: str, parts: tuple[object, ...], make: Callable[[], list[str]]) -> list[str]:
    """A list of texts that `make` computes. It is kept for later processes, as long as the module, the
    minor version of Python and `parts` stay the same."""
    path, how = kept_beside(module), made_from(module, parts)
    found = kept(path, how)
    if isinstance(found, list) and all(isinstance(one, str) for one in found):
        return found
    made = make()
    keep(path, how, made)
    return made


class Known(Generic[Value]):
    """Values computed from many sources, by the hash of each source. They are read from a file, and new ones
    are written when the process ends.

    `how` is the hash (`made_from`) of what computes them; a file with another hash is ignored. `load` makes a value
    from its JSON. If the file has more than `most` values when there is something new, only the values that this
    process used are kept.
    """

    def __init__(self, path: Path, how: str, most: int, load: Callable[[Any], Value]) -> None:
        self._path = path
        self._how = how
        self._most = most
        self._kept = self._load(load)
        self._used: dict[str, Value] = {}
        atexit.register(self.keep)

    def of(self, source: str, make: Callable[[], Value]) -> Value:
        """The value for the source with this hash; `make` computes it if it is not known."""
        found = self._kept.get(source)
        self._used[source] = found = make() if found is None else found
        return found

    def keep(self) -> None:
        """Write the file if there are new values."""
        if not self._used.keys() <= self._kept.keys():
            keep(self._path, self._how, self._used if len(self._kept) > self._most else self._kept | self._used)

    def _load(self, load: Callable[[Any], Value]) -> dict[str, Value]:
        try:
            return {source: load(value) for source, value in (kept(self._path, self._how) or {}).items()}
        except (ValueError, TypeError, AttributeError):
            return {}
