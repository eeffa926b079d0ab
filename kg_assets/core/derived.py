"""What is worked out from installed files alone, kept beside the bytecode of the module that works it out.

As with bytecode, it is found by what it was made from, nothing is lost with it, and where it cannot be written it is
done without.
"""

import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any


def kept_beside(module: str) -> Path:
    """The file for what a module works out; `module` is its `__file__`."""
    return Path(importlib.util.cache_from_source(module)).with_suffix(".derived")


def made_from(module: str, *parts: object) -> str:
    """What is worked out differently where the module, Python or one of the parts is another."""
    return hashlib.sha256(repr((Path(module).read_bytes(), sys.version_info[:2], parts)).encode()).hexdigest()


def kept(path: Path, how: str) -> Any:
    """The value that was kept under this description; None without one."""
    try:
        held = json.loads(path.read_bytes())
        return held["value"] if held["how"] == how else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(path: Path, how: str, value: Any) -> None:
    """Keep a value that JSON holds, in the place of what was kept before."""
    if sys.dont_write_bytecode:
        return
    own = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        own.parent.mkdir(exist_ok=True)
        own.write_text(json.dumps({"how": how, "value": value}), encoding="utf-8")
        os.replace(own, path)


def derived(module: str, parts: tuple[object, ...], make: Callable[[], list[str]]) -> list[str]:
    """A list of texts that is made once on an installation."""
    path, how = kept_beside(module), made_from(module, parts)
    found = kept(path, how)
    if isinstance(found, list) and all(isinstance(one, str) for one in found):
        return found
    made = make()
    keep(path, how, made)
    return made
