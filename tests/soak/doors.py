"""What the soak of doors shares: how often, a small life in a home, and commands killed at a system call."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb

from kg_assets.store.builds import Builds
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from tests.conftest import ROOT

# Share of what `make soak` tries that is tried, for a machine that has less time.
_SHARE = float(os.environ.get("ANNALS_SOAK_SHARE", "1"))
WORD = "Zebedee"
SAID = (
    ("2021-03-01", "I have lived in Oslo since 2019."),
    ("2021-04-02", f"My friend {WORD} lives in Bergen."),
    ("2022-07-01", "I have lived in Berlin since June 2022."),
)
LATER = (("2023-05-06", "I work at Nordvik since March 2023."),)

_DEADLY = """
import os, signal, sys
call, at, when = sys.argv[1], int(sys.argv[2]), sys.argv[3]
seen = 0
def deadly(name):
    real = getattr(os, name)
    def counted(*given, **named):
        global seen
        seen += 1
        if seen == at and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = real(*given, **named)
        if seen == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    setattr(os, name, counted)
for name in {"rename": ("rename", "replace"), "unlink": ("unlink", "remove"), "fsync": ("fsync",)}[call]:
    deadly(name)
from kg_assets.serve.main import main
code = main(sys.argv[4:])
print("CALLS", seen)
sys.exit(code)
"""


def how_often(all_of_it: int) -> int:
    """How many of so many are tried now: all, or the share that `ANNALS_SOAK_SHARE` says."""
    return max(1, round(all_of_it * _SHARE))


def talk(path: Path, said: tuple[tuple[str, str], ...], name: str) -> Path:
    """An export of one conversation, a message a day."""
    mapping: dict[str, Any] = {}
    for place, (day, text) in enumerate(said):
        own, before = f"{name}{place}", f"{name}{place - 1}" if place else None
        content = {"content_type": "text", "parts": [text]}
        mapping[own] = {
            "id": own, "parent": before, "children": [],
            "message": {"id": own, "author": {"role": "user"}, "create_time": f"{day}T10:00:00Z", "content": content},
        }  # fmt: skip
    path.write_text(json.dumps([{"conversation_id": name, "title": name, "mapping": mapping}]), encoding="utf-8")
    return path


def annals(home: Path, *command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "kg_assets.serve.main", *command], cwd=ROOT, capture_output=True, text=True, check=False,
        env=os.environ | {"ANNALS_HOME": str(home), "ANNALS_THREADS": "1"} | environment,
    )  # fmt: skip


def killed_at(home: Path, call: str, number: int, when: str, *command: str) -> "subprocess.CompletedProcess[str]":
    """A command that kills itself before or after its so many-th call of that kind, or ends if it makes fewer."""
    return subprocess.run(
        [sys.executable, "-c", _DEADLY, call, str(number), when, *command], cwd=ROOT, capture_output=True, text=True,
        check=False, env=os.environ | {"ANNALS_HOME": str(home), "ANNALS_THREADS": "1"},
    )  # fmt: skip


def was_killed(done: "subprocess.CompletedProcess[str]") -> bool:
    return done.returncode == -signal.SIGKILL


def copied(home: Path, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(home, to, symlinks=True)
    return to


def contents(root: Path) -> dict[str, list[str]]:
    """The hashes of the published tables, read as any reader would."""
    home = Home(root)
    shown = current(home)
    assert shown is not None
    manifest = Builds(home).load(shown.ref)
    return {name: [content.sha256 for content in table.contents] for name, table in manifest.tables.items()}


def is_readable(root: Path) -> bool:
    """Whether the published build answers, every view of it."""
    with duckdb.connect(Home(root).database, read_only=True) as connection:
        views = connection.execute(
            "SELECT schema_name || '.' || view_name FROM duckdb_views() WHERE NOT internal"
            " AND database_name = current_database()"
        ).fetchall()
        for (view,) in views:
            connection.execute(f"SELECT count(*) FROM {view}").fetchall()
    return bool(views)
