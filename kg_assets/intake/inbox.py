"""The inbox: decides which files dropped there are taken in now, and takes them in. Without Dagster; a sensor calls
it."""

import hashlib
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kg_assets.core.errors import AnnalsError, BusyError
from kg_assets.core.names import readable
from kg_assets.core.worker import describe_without_content
from kg_assets.engine.runner import Engine
from kg_assets.intake.asking import register, request_build
from kg_assets.store.health import clear_problems, inbox_source, record_problem
from kg_assets.store.locks import Locks


@dataclass(frozen=True, slots=True)
class Seen:
    """A file or folder in the inbox as it was found: its size in bytes, and when it last changed, in seconds."""

    size: int
    changed: float

    def mark(self) -> str:
        return f"{self.size}:{self.changed}"


@dataclass(frozen=True, slots=True)
class Taking:
    """The result of one look into the inbox.

    `marks` holds size and time of change of each file tried so far, taken or refused, that is still there;
    a file is tried again only when these differ. `taken` and `refused` count the files of this look.
    `build` is the build that was requested, if any.
    """

    marks: Mapping[str, str]
    taken: int
    refused: int
    build: str | None


def look(inbox: Path) -> dict[str, Seen] | None:
    """The files and folders in the inbox, except hidden ones (".x"); None if it cannot be read, which does
    not mean that it is empty."""
    try:
        entries = sorted(entry for entry in inbox.iterdir() if not entry.name.startswith("."))
        return {entry.name: seen(entry) for entry in entries}
    except OSError:
        return None


def to_take(present: Mapping[str, Seen] | None, taken: Mapping[str, str], now: float, settle: float) -> list[str]:
    """The names of files to take in: those that are new or have changed since they were last tried, and that have been
    left alone for `settle` seconds. Empty if the inbox could not be read."""
    if present is None:
        return []
    return sorted(
        name
        for name, seen in present.items()
        if taken.get(name_key(name)) != seen.mark() and now - seen.changed >= settle
    )


def name_key(name: str) -> str:
    """A hash in place of a file's name, for places where Dagster shows it: names of a person's files are private."""
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def take(engine: Engine, taken: Mapping[str, str], now: float) -> Taking | None:
    """Take in new and changed files and request a build. None when there is nothing to take yet, the inbox
    cannot be read, or the warehouse is busy."""
    present = look(engine.home.inbox)
    if present is None:
        return None
    forget_departed(engine, present)
    names = to_take(present, taken, now, engine.config.section("serve").inbox_settle_seconds)
    if not names:
        return None
    marks = {key: mark for key, mark in taken.items() if key in {name_key(name) for name in present}}
    try:
        # The lock is held from the first file to the request: a sweep in between would remove a new source as a stray
        # file.
        with Locks(engine.home).warehouse_shared("taking the inbox in"):
            refused = [name for name in names if not _is_registered(engine, name)]
            build = _request(engine) if len(refused) < len(names) else None
    except BusyError:
        return None
    return Taking(
        marks | {name_key(name): present[name].mark() for name in names}, len(names) - len(refused), len(refused), build
    )


def _is_registered(engine: Engine, name: str) -> bool:
    return is_taken_in(engine, engine.home.inbox / name, inbox_source(name), register)


def is_taken_in(engine: Engine, path: Path, noticed: str, take_in: Callable[[Engine, Path], object]) -> bool:
    """Take a path in with the function `take_in`; returns whether that worked. A failure is recorded as a problem under
    the name `noticed`; a success clears that problem. If the warehouse is busy, `BusyError` is raised and nothing is
    recorded."""
    try:
        take_in(engine, path)
    except BusyError:
        raise
    except AnnalsError as error:
        record_problem(engine.home, noticed, str(error))
        return False
    except Exception as error:
        record_problem(
            engine.home, noticed, f"{readable(path)}: cannot be taken in ({describe_without_content(error)})"
        )
        return False
    clear_problems(engine.home, lambda source: source == noticed)
    return True


def _request(engine: Engine) -> str | None:
    try:
        return request_build(engine).build
    except BusyError:
        raise
    except AnnalsError as error:
        record_problem(engine.home, "inbox", str(error))
        return None
    except Exception as error:
        record_problem(engine.home, "inbox", f"no build can be asked for ({describe_without_content(error)})")
        return None


def forget_departed(engine: Engine, present: Mapping[str, Seen]) -> None:
    """Clear the problems of refused files that are no longer in the inbox."""
    lying = {inbox_source(name) for name in present}
    clear_problems(engine.home, lambda source: source.startswith(inbox_source("")) and source not in lying)


def seen(entry: Path) -> Seen:
    """The size of a file and when it last changed; for a folder the sum of the sizes and the newest change of all files
    in it. A file that cannot be looked at is left out."""
    states = [state for path in (entry, *_files_below(entry)) if (state := _state_of(path)) is not None]
    files = [state for state in states if stat.S_ISREG(state.st_mode)]
    return Seen(sum(state.st_size for state in files), max((s.st_mtime for s in files or states), default=0.0))


def _files_below(entry: Path) -> list[Path]:
    return [Path(parent) / name for parent, _, files in os.walk(entry) for name in files]


def _state_of(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None
