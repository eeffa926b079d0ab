"""What went wrong since the last success: a small file of problems that `annals doctor` reads aloud.

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
    """The source of a problem with one file of the inbox; it stands until the file is mended or taken away."""
    return f"inbox/{readable(name)}"


def refused_files(home: Home) -> int:
    """How many files of the inbox could not be taken and still lie there."""
    return len({p["source"] for p in problems_of(home) if p["source"].startswith(inbox_source(""))})


def path_source(path: str) -> str:
    """The source of a problem with what lies at a registered path; it stands until that can be read again."""
    return f"path {path}"


def run_source(run_id: str) -> str:
    """The `source` under which a failed run of the interface is noted; it stands until a later run makes the
    same."""
    return f"run {run_id[:8]}"


def outlives_builds(source: str) -> bool:
    """Whether a problem is with a file: a build that comes out well does not mend it."""
    return source.startswith((inbox_source(""), path_source("")))


def record_problem(home: Home, source: str, problem: str) -> None:
    """Note a problem. `source` is what noticed it: a file of the inbox, nightly, a run."""
    problem = readable(problem)  # it may name a file
    problems = [p for p in problems_of(home) if (p["source"], p["problem"]) != (source, problem)]
    write_json(_path(home), [*problems, {"source": source, "problem": problem}][-_MOST:])


def clear_problems(home: Home, is_over: Callable[[str], bool]) -> None:
    """Strike out the problems of the sources that are well again."""
    problems = problems_of(home)
    standing = [problem for problem in problems if not is_over(problem["source"])]
    if standing:
        if len(standing) < len(problems):
            write_json(_path(home), standing)
    else:
        _path(home).unlink(missing_ok=True)


def problems_of(home: Home) -> list[dict[str, Any]]:
    """The problems that stand, oldest first."""
    path = _path(home)
    return list(read_json(path)) if path.exists() else []


def _path(home: Home) -> Path:
    # An older version kept it among the logs.
    (home.logs / "health.json").unlink(missing_ok=True)
    return home.warehouse / "problems.json"
