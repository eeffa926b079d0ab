"""Exports stand on disk whole or not at all, and take no place that is not theirs."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.errors import QueryError
from kg_assets.serve.exports.output import MARKER, check_target, new_file, new_folder
from kg_assets.store.home import Home
from tests.conftest import Annals
from tests.serve.exports.conftest import Exported, exported_to


def _digests(path: Path) -> dict[str, str]:
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return {file.relative_to(path).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.mark.parametrize("form", ["graphml", "gexf", "neo4j", "jsonld", "notes"])
def test_the_same_build_gives_the_same_bytes(life: Home, exported: Exported, form: str, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANNALS_THREADS", "2")
        again = exported_to(life, form, tmp_path / "again")
    assert _digests(again) == _digests(exported(form))


def test_a_named_build_is_the_published_one_where_it_is(life: Home, exported: Exported, tmp_path: Path) -> None:
    build = json.loads(life.current.read_text(encoding="utf-8"))["build"]
    assert _digests(exported_to(life, "jsonld", tmp_path / "named", "--build", build)) == _digests(exported("jsonld"))


def _fail_midway(making: Any, path: Path) -> None:
    with making(path, True) as target:
        (target / "part" if target.is_dir() else target).write_text("half", encoding="utf-8")
        raise RuntimeError


@pytest.mark.parametrize(("making", "name"), [(new_file, "file"), (new_folder, "folder")])
def test_what_fails_midway_leaves_nothing_behind(tmp_path: Path, making: Any, name: str) -> None:
    (tmp_path / "file").write_text("before", encoding="utf-8")
    with pytest.raises(RuntimeError):
        _fail_midway(making, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "before"


def _write_while_somebody_else_does(path: Path) -> None:
    with new_file(path, False) as target:
        target.write_text("mine", encoding="utf-8")
        path.write_text("theirs", encoding="utf-8")


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(QueryError):
        _write_while_somebody_else_does(path)
    assert path.read_text(encoding="utf-8") == "theirs"


def test_replacing_a_folder_keeps_what_the_export_did_not_write(tmp_path: Path) -> None:
    """An editor's settings and a person's own notes live in the folder of notes too."""
    path = tmp_path / "notes"
    with new_folder(path, False) as target:
        (target / "old.md").write_text("old", encoding="utf-8")
    (path / ".obsidian").mkdir()
    (path / ".obsidian" / "app.json").write_text("{}", encoding="utf-8")
    with new_folder(path, True) as target:
        (target / "new.md").write_text("new", encoding="utf-8")
    assert set(_digests(path)) == {"new.md", MARKER, ".obsidian/app.json"}
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes"]


def test_places_that_are_refused(home: Home, tmp_path: Path) -> None:
    """--force is no licence to remove a folder that is somebody's."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "thesis.md").write_text("years", encoding="utf-8")
    for path, is_folder, force, said in (
        (own, True, False, "--force replaces it"),
        (own, True, True, "not a folder that an export made"),
        (own, False, True, "is no file"),
        (tmp_path / "none" / "file", False, False, "there is no folder"),
        (home.contents / "file", False, False, "lies in the warehouse"),
    ):
        with pytest.raises(QueryError, match=said):
            check_target(home, path, is_folder, force)


def test_the_command_names_what_is_wrong(annals: Annals, tmp_path: Path) -> None:
    done = annals("export", "gexf", "--out", tmp_path / "a.gexf", check=False)
    assert done.returncode == 1
    assert "nothing is published yet" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "a.gexf").exists()
