"""Problems since the last success, in a small file that `annals doctor` shows.

It names a person's files, so it lies with their data and not in `logs/`, which people send to others.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg_assets.core.names import readable
from kg_assets.store.files import read_json, write_json
from kg_assets.store.home import Home

_MOST = 50  # older problems are dropped: the file is a note, not a log


def inbox_source(name: str) -> str:
    """The `source` of a problem with one file of the inbox. Such a problem stands until the file is repaired or
    removed."""
    return f"inbox/{readable(name)}"


def refused_files(home: Home) -> int:
    """How many files of the inbox could not be taken and still lie there."""
    return len({p["source"] for p in problems_of(home) if p["source"].startswith(inbox_source(""))})


def path_source(path: str) -> str:
    """The `source` of a problem with a registered path. Such a problem stands until the path can be read again, or is
    gone or no longer registered."""
    return f"path {path}"


def run_source(run_id: str) -> str:
    """The `source` of a problem with a failed run of the interface. Such a problem stands until a later run succeeds in
    making what the failed one was to make."""
    return f"run {run_id[:8]}"


def outlives_builds(source: str) -> bool:
    """Whether a problem is about a file or path, so that a successful build does not end it."""
    return source.startswith((inbox_source(""), path_source("")))


def record_problem(home: Home, source: str, problem: str) -> None:
    """Note a problem. `source` says where it was noticed, such as a file of the inbox, a registered path or a
    run."""
    problem = readable(problem)  # it may name a file
    problems = [p for p in problems_of(home) if (p["source"], p["problem"]) != (source, problem)]
    write_json(_path(home), [*problems, {"source": source, "problem": problem}][-_MOST:])


def clear_problems(home: Home, is_over: Callable[[str], bool]) -> None:
    """Remove the problems whose source is well again (`is_over`)."""
    problems = problems_of(home)
    standing = [problem for problem in problems if not is_over(problem["source"])]
    if standing:
        if len(standing) < len(problems):
            write_json(_path(home), standing)
    else:
        _path(home).unlink(missing_ok=True)


def problems_of(home: Home) -> list[dict[str, Any]]:
    """The recorded problems that nothing has solved yet, the oldest first; empty if none was ever recorded."""
    path = _path(home)
    return list(read_json(path)) if path.exists() else []


def _path(home: Home) -> Path:
    # An older version kept it among the logs.
    (home.logs / "health.json").unlink(missing_ok=True)
    return home.warehouse / "problems.json"
