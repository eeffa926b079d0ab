"""What was seen in the sources of modules is kept, and a changed source, a damaged or a missing file is read anew."""

import json
import sys
from pathlib import Path

import pytest

from kg_assets.core.codeversion import read_tree
from kg_assets.core.trees import Tree, known_trees

ONE = Tree("ab12", ((None, ("json", "re")), ("kg_assets.core", ("ids", "spans"))))
OTHER = Tree("cd34", ())


@pytest.fixture(autouse=True)
def _bytecode_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def refuse() -> Tree:
    raise AssertionError("it was kept")


def test_what_was_read_once_is_known_to_the_next_process(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "house.trees"
    first = known_trees(path, "one way")
    assert first.of("source 1", lambda: ONE) == ONE
    first.keep()
    second = known_trees(path, "one way")
    assert second.of("source 1", refuse) == ONE
    assert second.of("source 2", lambda: OTHER) == OTHER
    second.keep()
    third = known_trees(path, "one way")
    assert (third.of("source 1", refuse), third.of("source 2", refuse)) == (ONE, OTHER)


def test_another_way_of_reading_knows_nothing(tmp_path: Path) -> None:
    path = tmp_path / "house.trees"
    first = known_trees(path, "one way")
    first.of("source 1", lambda: ONE)
    first.keep()
    assert known_trees(path, "another way").of("source 1", lambda: OTHER) == OTHER


_DAMAGED = (
    "", "[]", "{", '{"how": "one way"}', '{"how": "one way", "value": {"source 1": ["ab12"]}}',
    '{"how": "one way", "value": 7}', "\x00\xff",
)  # fmt: skip


@pytest.mark.parametrize("held", _DAMAGED)
def test_a_damaged_file_is_none(tmp_path: Path, held: str) -> None:
    path = tmp_path / "house.trees"
    path.write_bytes(held.encode("latin-1"))
    trees = known_trees(path, "one way")
    assert trees.of("source 1", lambda: ONE) == ONE
    trees.keep()
    assert known_trees(path, "one way").of("source 1", refuse) == ONE


def test_nothing_is_written_where_no_bytecode_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    trees = known_trees(tmp_path / "house.trees", "one way")
    trees.of("source 1", lambda: ONE)
    trees.keep()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    trees = known_trees(tmp_path / "file" / "house.trees", "one way")
    assert trees.of("source 1", lambda: ONE) == ONE
    trees.keep()


def test_a_tree_survives_its_keeping(tmp_path: Path) -> None:
    source = b"import json, re\nfrom kg_assets.core import ids, spans\nfrom . import near\n\ndef f():\n    import os\n"
    tree = read_tree(source)
    assert tree.imports == ((None, ("json", "re")), ("kg_assets.core", ("ids", "spans")), (None, ("os",)))
    trees = known_trees(tmp_path / "house.trees", "one way")
    trees.of("source 1", lambda: tree)
    trees.keep()
    assert known_trees(tmp_path / "house.trees", "one way").of("source 1", refuse) == tree
    assert json.loads((tmp_path / "house.trees").read_bytes())["how"] == "one way"


def test_only_what_is_said_of_the_code_changes_its_hash() -> None:
    plain = read_tree(b"def f(a):\n    return a + 1\n").sha256
    assert read_tree(b'def f(a):\n    """Adds."""\n    return (a + 1)  # so\n').sha256 == plain
    assert read_tree(b"def f(a):\n    return a + 2\n").sha256 != plain
