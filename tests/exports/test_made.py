"""Forgetting removes the exports that a home made, and nothing of anybody else's."""

from pathlib import Path

from kg_assets.exports.made import made_exports, remove_exports
from kg_assets.exports.output import MARKER
from kg_assets.store.home import Home
from tests.exports.conftest import exported_to
from tests.worlds import copied


def _two_homes(life: Home, folder: Path) -> tuple[Home, Home]:
    """Two copies of a home, neither of which made an export yet."""
    homes = copied(life, folder / "one"), copied(life, folder / "other")
    for home in homes:
        (home.warehouse / "exports.json").unlink(missing_ok=True)
    return homes


def test_only_the_exports_of_the_home_go(life: Home, tmp_path: Path) -> None:
    one, other = _two_homes(life, tmp_path)
    notes = exported_to(one, "notes", tmp_path / "annals-notes")
    graph = exported_to(other, "graphml", tmp_path / "annals.graphml")
    assert (made_exports(one), made_exports(other)) == ([notes], [graph])
    assert remove_exports(other) == 1
    assert (notes / MARKER).is_file()
    assert not graph.exists()
    assert made_exports(other) == []


def test_an_export_that_another_home_replaced_is_no_longer_its_own(life: Home, tmp_path: Path) -> None:
    one, other = _two_homes(life, tmp_path)
    path = exported_to(one, "graphml", tmp_path / "mine.graphml")
    exported_to(other, "graphml", path, "--force")
    assert (made_exports(one), made_exports(other)) == ([], [path])
    assert remove_exports(one) == 0
    assert path.is_file()


def test_a_file_of_the_persons_own_stays_in_the_folder(life: Home, tmp_path: Path) -> None:
    one, _ = _two_homes(life, tmp_path)
    notes = exported_to(one, "notes", tmp_path / "somewhere")
    own = notes / "own" / "diary.md"
    own.parent.mkdir()
    own.write_text("mine", encoding="utf-8")
    assert remove_exports(one) == 1
    assert [path for path in notes.rglob("*") if path.is_file()] == [own]


def test_an_export_made_twice_is_one(life: Home, tmp_path: Path) -> None:
    one, _ = _two_homes(life, tmp_path)
    path = exported_to(one, "gexf", tmp_path / "two.gexf")
    exported_to(one, "gexf", path, "--force")
    assert made_exports(one) == [path]
    path.unlink()
    assert (made_exports(one), remove_exports(one)) == ([], 0)
