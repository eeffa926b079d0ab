"""Gives the weekly digest as lines, as a chapter of the report, and as the file `digest.md` of the home."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from kg_assets.core.harmless import harmless
from kg_assets.queries import overlay
from kg_assets.report.content import Week
from kg_assets.report.wording import day_text
from kg_assets.store.files import write_atomic
from kg_assets.store.home import Home
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import opened

WEEK_FILE = "digest.md"
_NEEDS = "overlay.weekly_digest"
_PARTS = {
    "new": "New",
    "firmer": "Came up again",
    "corrections": "Corrected",
    "deadlines": "Due soon",
    "ended": "Over",
    "to_review": "Waits for your word (annals review relations)",
    "stale": "Old",
}


def parts_of(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    """The title and the lines of each part of a digest that has lines."""
    for part, title in _PARTS.items():
        lines = [harmless(row["line"]) for row in rows if row["section"] == part]
        if lines:
            yield title, lines


def week_in(warehouse: OpenWarehouse, most: int, zone: tzinfo) -> Week | None:
    """The digest as a chapter of the report; None if the build has none."""
    rows = overlay.digest(warehouse) if _NEEDS in warehouse.manifest.tables else []
    if not rows:
        return None
    parts = tuple(
        (title, tuple(f"{line[:1].upper()}{line[1:]}" for line in lines[:most]), len(lines[most:]))
        for title, lines in parts_of(rows)
    )
    return Week(day_text(rows[0]["week_start"], zone), parts)


def page_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """The digest as Markdown."""
    if not rows:
        return "The week brought nothing new.\n"
    said = [f"# The week of {rows[0]['week_start'][:10]}"]
    for title, lines in parts_of(rows):
        said += ["", f"## {title}", "", *(f"- {line}" for line in lines)]
    return "\n".join([*said, ""])


def write_week(home: Home) -> int:
    """Write the digest of the published build to its file; returns the number of its lines."""
    with opened(home) as warehouse:
        rows = overlay.digest(warehouse)
    write_atomic(home.root / WEEK_FILE, page_of(rows).encode())
    return len(rows)
