"""A home whose path holds signs that mean something to a reader of files: patterns, addresses, quotes."""

import shutil
from pathlib import Path

import pytest

from kg_assets.store.home import Home
from tests.conftest import Annals

NOTES = "# Garden\n\nI moved to Porto in 2019.\n"


@pytest.mark.slow
def test_everything_works_below_a_path_of_odd_signs(tmp_path: Path, annals: Annals) -> None:
    """Tables were looked for by patterns, so a home beside one of a like name read its files or none."""
    home = Home(tmp_path / "50% {a,b} o'clock #1 é")
    note = tmp_path / "garden.md"
    note.write_text(NOTES, encoding="utf-8")
    where = {"ANNALS_HOME": str(home.root)}
    annals("build", note, **where)
    assert "Porto" in annals("search", "Porto", **where).stdout
    assert "1" in annals("query", "SELECT count(*) AS messages FROM messages", **where).stdout
    assert annals("doctor", **where).returncode == 0
    made = tmp_path / "out.duckdb"
    annals("export", "duckdb", "--out", made, **where)
    assert made.exists()
    shutil.rmtree(home.root)
