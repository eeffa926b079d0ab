"""Keeps Arrow from loading pandas, in processes that run only this program: commands and workers."""

import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import ModuleSpec
from types import ModuleType

import pyarrow as pa

_LIBRARY = "pandas"


class _Absent:
    """A finder of modules that reports pandas as not installed."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == _LIBRARY:
            raise ModuleNotFoundError(name, name=name)
        return None


@cache
def leave_pandas() -> None:
    """Make Arrow believe that pandas is not installed, unless pandas is loaded already.

    When Arrow gets its first value from Python, it looks for pandas, to know whether the value is one of pandas, and
    remembers whether it found it. Where an analyst has both in one environment, loading pandas takes a fifth of a
    second of every command that builds. Code that imports pandas later still gets it, but Arrow does not use it.
    """
    if _LIBRARY in sys.modules:
        return
    absent = _Absent()
    sys.meta_path.insert(0, absent)
    try:
        pa.scalar("")
    finally:
        sys.meta_path.remove(absent)
