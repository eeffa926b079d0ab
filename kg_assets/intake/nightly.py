"""What happens at night: take in what has changed at the paths of sources, and request a build of everything. Without
Dagster.

Both the schedule and `annals nightly` call this first, and then run the build.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg_assets.core.errors import AnnalsError, BusyError, SourceError
from kg_assets.core.names import path_of_text, path_text
from kg_assets.core.worker import describe_without_content
from kg_assets.engine.runner import Engine
from kg_assets.intake.asking import BuildRequest, register_again, request_build
from kg_assets.intake.inbox import forget_departed, is_taken_in, look, seen, to_take
from kg_assets.store.health import clear_problems, inbox_source, path_source, record_problem
from kg_assets.store.locks import Locks
from kg_assets.store.registry import open_ledger, place_of, registered, taken_back

NIGHTLY = "nightly"


class WaitingError(SourceError):
    """Raised if there is no source yet except files in the inbox that may still be being written. A later look takes
    them in."""


def request_tonight(engine: Engine, now: float) -> BuildRequest:
    """Look again at every registered path and at the inbox, then request the build of all sources.

    A source that cannot be read now, or is still being written, stays as it was last taken in; none is
    removed.
    """
    # The lock is held from the first file to the request: a sweep in between would remove a new source as a stray file.
    with Locks(engine.home).warehouse_shared("the nightly run"):
        _look_at_paths(engine, now)
        waiting = _look_into_inbox(engine, now)
        if waiting and not registered(open_ledger(engine.home)):
            raise WaitingError(_waits(waiting, engine.config.section("serve").inbox_settle_seconds))
        return request_build(engine)


@contextmanager
def noting_failure(engine: Engine) -> Iterator[None]:
    """If the block raises an error, record it as a problem of the night, since nobody is there to read it, and raise it
    again.

    Three cases are not recorded: the warehouse is busy; the first file in the inbox is still being written; there is no
    source any more because the person took the last one back.
    """
    try:
        yield
    except (BusyError, WaitingError):
        raise
    except AnnalsError as error:
        ledger = open_ledger(engine.home)
        if registered(ledger) or not taken_back(ledger):
            record_problem(engine.home, NIGHTLY, str(error))
        raise
    except Exception as error:
        record_problem(engine.home, NIGHTLY, describe_without_content(error))
        raise


def _look_at_paths(engine: Engine, now: float) -> None:
    places = {place_of(engine.home, source) for source in registered(open_ledger(engine.home))}
    paths = sorted(path_text(place) for place in places if place is not None)
    # If an export was taken in and its file deleted, that is no problem: the copy in the vault stays a source.
    named = {path: path_of_text(path) for path in paths}
    there = [path for path in paths if _is_there(named[path]) and not _is_in_an_inbox(named[path])]
    known = {path_source(path) for path in there}
    clear_problems(engine.home, lambda source: source.startswith(path_source("")) and source not in known)
    for path in there:
        if _is_still(engine, named[path], now):
            is_taken_in(engine, named[path], path_source(path), register_again)


def _is_there(path: Path) -> bool:
    """Whether something is at a path. True also if that cannot be found out: taking the path in then reports why."""
    try:
        return path.exists()
    except OSError:
        return True


def _is_in_an_inbox(path: Path) -> bool:
    """Whether a path is in an inbox: in that of this home, which is looked into anyway, or in that of another home of
    which this one is a copy."""
    return path.parent.name == "inbox" and (path.parent.parent / "ledger").is_dir()


def _is_still(engine: Engine, path: Path, now: float) -> bool:
    try:
        settle: int = engine.config.section("serve").inbox_settle_seconds
        return now - seen(path).changed >= settle
    except OSError:
        # Taking the path in fails for the same reason, and reports it.
        return True


def _look_into_inbox(engine: Engine, now: float) -> int:
    """Take in the files of the inbox. Returns how many wait because they may still be being written."""
    present = look(engine.home.inbox)
    if present is None:
        return 0
    forget_departed(engine, present)
    # All files are looked at again: those that are registered already are recognised as nothing new.
    names = to_take(present, {}, now, engine.config.section("serve").inbox_settle_seconds)
    for name in names:
        is_taken_in(engine, engine.home.inbox / name, inbox_source(name), register_again)
    return len(present) - len(names)


def _waits(waiting: int, settle: float) -> str:
    files = "a file in the inbox waits" if waiting == 1 else f"{waiting} files in the inbox wait"
    return (
        f"there is no source yet, and {files} until nothing has changed for inbox_settle_seconds ({settle:g} s): what "
        f"may still be written is not read; run `annals nightly` again after that"
    )
