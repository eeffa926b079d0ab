"""What the soak of doors shares: how often, a small life in a home, and what a home holds."""

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

from kg_assets.store.builds import Builds
from kg_assets.store.home import Home
from kg_assets.store.publish import current

# Another number draws other things.
_SEED = os.environ.get("ANNALS_SEED", "1")
# Share of what `make soak` tries that is tried, for a machine that has less time.
_SHARE = float(os.environ.get("ANNALS_SOAK_SHARE", "1"))
Tell = Callable[[str], None]
WORD = "Zebedee"
SAID = (
    ("2021-03-01", "I have lived in Oslo since 2019."),
    ("2021-04-02", f"My friend {WORD} lives in Bergen."),
    ("2022-07-01", "I have lived in Berlin since June 2022."),
)
LATER = (("2023-05-06", "I work at Nordvik since March 2023."),)


def how_often(all_of_it: int) -> int:
    """How many of so many are tried now: all, or the share that `ANNALS_SOAK_SHARE` says."""
    return max(1, round(all_of_it * _SHARE))


def seeded(name: str) -> random.Random:
    """The chance of one kind of trial."""
    return random.Random(f"{name} {_SEED}")


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
