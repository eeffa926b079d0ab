"""The inbox: which dropped files to take now. The decision is pure; the sensor only calls it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Seen:
    """A file or folder in the inbox as one look finds it: its size in bytes and its newest change in seconds."""

    size: int
    changed: float

    def mark(self) -> str:
        return f"{self.size}:{self.changed}"


def look(inbox: Path) -> dict[str, Seen] | None:
    """What lies in the inbox; None if it cannot be read (which is not the same as empty)."""
    try:
        entries = sorted(entry for entry in inbox.iterdir() if not entry.name.startswith("."))
        return {entry.name: _seen(entry) for entry in entries}
    except OSError:
        return None


def to_take(present: Mapping[str, Seen] | None, taken: Mapping[str, str], now: float, settle: float) -> list[str]:
    """The names to take: new or changed since they were taken, and still for long enough to be whole."""
    if present is None:
        return []
    return sorted(
        name for name, seen in present.items() if taken.get(name) != seen.mark() and now - seen.changed >= settle
    )


def _seen(entry: Path) -> Seen:
    files = [entry] if entry.is_file() else [path for path in sorted(entry.rglob("*")) if path.is_file()]
    states = [path.stat() for path in files] or [entry.stat()]
    return Seen(sum(state.st_size for state in states), max(state.st_mtime for state in states))
