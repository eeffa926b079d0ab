"""Keeps Arrow from loading pandas, in processes of which the whole is ours: commands and workers."""

import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import ModuleSpec
from types import ModuleType

import pyarrow as pa

_LIBRARY = "pandas"


class _Absent:
    """A finder of modules for which pandas does not exist."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == _LIBRARY:
            raise ModuleNotFoundError(name, name=name)
        return None


@cache
def leave_pandas() -> None:
    """Let Arrow find that there is no pandas, if nothing has loaded it yet.

    Arrow looks for it at the first value that it gets from Python, to know whether that is one of its values, and
    remembers the answer. Where an analyst has both in one environment, loading it takes a fifth of a second of every
    command that builds. Who asks for pandas later gets it, but not from Arrow.
    """
    if _LIBRARY in sys.modules:
        return
    absent = _Absent()
    sys.meta_path.insert(0, absent)
    try:
        pa.scalar("")
    finally:
        sys.meta_path.remove(absent)
