"""Exports stand on disk whole or not at all, and take no place that is not theirs."""

import hashlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.errors import QueryError
from kg_assets.exports.output import MARKER, check_target, clear_leavings, new_file, new_folder
from kg_assets.store.home import Home
from tests.conftest import ROOT, Annals
from tests.exports.conftest import Exported, exported_to


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
        (home.contents / "file", False, False, "a home, where only annals writes"),
    ):
        with pytest.raises(QueryError, match=said):
            check_target(home, path, is_folder, force)


def test_the_command_names_what_is_wrong(annals: Annals, tmp_path: Path) -> None:
    done = annals("export", "gexf", "--out", tmp_path / "a.gexf", check=False)
    assert done.returncode == 1
    assert "nothing is published yet" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "a.gexf").exists()


# --- killed exports --------------------------------------------------------------------------------------------------

_WRITING = """
import sys, time
from pathlib import Path
from kg_assets.exports.output import new_file, new_folder
making = {"folder": new_folder, "file": new_file}[sys.argv[2]]
with making(Path(sys.argv[1]), True) as target:
    (target / "half.md" if target.is_dir() else target).write_text("half")
    print("writing", flush=True)
    time.sleep(60)
"""
# Kills itself when the old folder has stepped aside and the new one has not its name yet.
_SWAPPING = """
import os, signal, sys
from pathlib import Path
from kg_assets.exports import output
rename, done = os.rename, []
def renamed(*names):
    if done:
        os.kill(os.getpid(), signal.SIGKILL)
    done.append(names)
    rename(*names)
os.rename = renamed
with output.new_folder(Path(sys.argv[1]), True) as target:
    (target / "new.md").write_text("new")
"""


@contextmanager
def _writing(path: Path, kind: str) -> Iterator["subprocess.Popen[str]"]:
    """A process in the middle of an export to the path; killed at the end at the latest."""
    command = [sys.executable, "-c", _WRITING, str(path), kind]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "writing\n"
            yield process
        finally:
            process.kill()


def _hidden(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_what_a_killed_export_left_goes_at_the_next_one_and_a_living_ones_stays(tmp_path: Path, kind: str) -> None:
    """A folder of notes holds all that a person said: it must not lie about under a name that nobody sees."""
    with _writing(tmp_path / "living", kind):
        living = _hidden(tmp_path)
        with _writing(tmp_path / "dead", kind) as process:
            assert len(_hidden(tmp_path)) == 2
            process.kill()
            process.wait()
        assert len(_hidden(tmp_path)) == 2, "nothing removes it"
        clear_leavings(tmp_path)
        assert _hidden(tmp_path) == living
    clear_leavings(tmp_path)
    assert _hidden(tmp_path) == []


def test_a_kill_between_the_two_renames_loses_nothing(tmp_path: Path) -> None:
    """The person's own notes lie in the folder that stepped aside; the sweep would have taken them with it."""
    path = tmp_path / "notes"
    with new_folder(path, False) as target:
        (target / "old.md").write_text("old", encoding="utf-8")
    (path / "mine.md").write_text("mine", encoding="utf-8")
    before = _digests(path)
    done = subprocess.run([sys.executable, "-c", _SWAPPING, str(path)], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert not path.exists()
    clear_leavings(tmp_path)
    assert _digests(path) == before
    assert _hidden(tmp_path) == []


def test_what_is_no_workplace_is_left_alone(tmp_path: Path) -> None:
    """A name is no proof: only what has the shape of a workplace, and no process, is removed."""
    own = tmp_path / ".annals-export-mine"
    own.mkdir()
    (own / "thesis.md").write_text("years", encoding="utf-8")
    (tmp_path / ".annals-export-link").symlink_to(own)
    clear_leavings(tmp_path)
    assert (own / "thesis.md").read_text(encoding="utf-8") == "years"
    assert (tmp_path / ".annals-export-link").is_symlink()


def test_the_command_clears_what_was_left(life: Home, tmp_path: Path) -> None:
    with _writing(tmp_path / "annals-notes", "folder") as process:
        process.kill()
        process.wait()
    exported_to(life, "gexf", tmp_path / "a.gexf")
    assert _hidden(tmp_path) == []
