"""What went wrong since the last success: a small file of problems that `annals doctor` reads aloud."""

from pathlib import Path
from typing import Any

from kg_assets.store.files import read_json, write_json
from kg_assets.store.home import Home

_MOST = 50  # older problems are dropped: the file is a note, not a log


def record_problem(home: Home, source: str, problem: str) -> None:
    """Note a problem. `source` is what noticed it: inbox, run, publication."""
    problems = [p for p in problems_of(home) if (p["source"], p["problem"]) != (source, problem)]
    write_json(_path(home), [*problems, {"source": source, "problem": problem}][-_MOST:])


def clear_problems(home: Home) -> None:
    """A build was published: what failed before it is history."""
    _path(home).unlink(missing_ok=True)


def problems_of(home: Home) -> list[dict[str, Any]]:
    """The problems noted since the last publication, oldest first."""
    path = _path(home)
    return list(read_json(path)) if path.exists() else []


def _path(home: Home) -> Path:
    return home.logs / "health.json"
