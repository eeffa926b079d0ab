"""The exports that a home made: where they are, and whether what lies there is still the same. Forgetting removes them,
and nothing else outside the home."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from kg_assets.exports.output import MARKER
from kg_assets.store.files import read_object, write_json
from kg_assets.store.home import Home


def remember(home: Home, path: Path) -> None:
    """Write down in the home that it made an export. A home that cannot be written to remembers nothing."""
    kept = [made for made in _remembered(home) if made["path"] != str(path)]
    with suppress(OSError):
        write_json(_record(home), {"made": [*kept, {"path": str(path), "mark": _mark(path)}]})


def made_exports(home: Home) -> list[Path]:
    """The exports of a home that are still where it wrote them. Another home may have put its own in their place since;
    such a one has another mark."""
    found = [(Path(made["path"]), made["mark"]) for made in _remembered(home)]
    return sorted(path for path, mark in found if _mark(path) == mark)


def remove_exports(home: Home) -> int:
    """Remove the exports of a home, and say how many they were. Files that somebody else put into a folder stay."""
    exports = made_exports(home)
    for path in exports:
        if path.is_dir():
            _remove_written(path)
        else:
            path.unlink()
    _record(home).unlink(missing_ok=True)
    return len(exports)


def _remove_written(folder: Path) -> None:
    for name in read_object(folder / MARKER).get("written", []):
        (folder / name).unlink(missing_ok=True)
    (folder / MARKER).unlink()
    for below, _, _ in os.walk(folder, topdown=False):
        with suppress(OSError):
            os.rmdir(below)  # fails where somebody's own file is left


def _record(home: Home) -> Path:
    return home.warehouse / "exports.json"


def _remembered(home: Home) -> list[dict[str, Any]]:
    return list(read_object(_record(home))["made"]) if _record(home).is_file() else []


def _mark(path: Path) -> str | None:
    """What tells an export from another that came to stand in its place: the identity of its file, or of the file that
    lists what is in its folder, and when that was written. None if there is no export."""
    try:
        found = (path / MARKER if path.is_dir() else path).stat()
    except OSError:
        return None
    return f"{found.st_ino}-{found.st_mtime_ns}"
