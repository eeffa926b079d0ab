"""The home's folders are private whatever the umask is."""

import os
from pathlib import Path

import pytest

from kg_assets.store.home import Home


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_folders_are_private(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        home = Home(tmp_path / "data").prepare()
    finally:
        os.umask(before)
    folders = [home.root, *(path for path in home.root.rglob("*") if path.is_dir())]
    assert {home.inbox, home.ledger, home.warehouse, home.dagster, home.logs, home.tmp} < set(folders)
    assert {path.stat().st_mode & 0o777 for path in folders} == {0o700}


def test_an_open_folder_is_closed_again(tmp_path: Path) -> None:
    Home(tmp_path).prepare()
    (tmp_path / "inbox").chmod(0o755)
    Home(tmp_path).prepare()
    assert (tmp_path / "inbox").stat().st_mode & 0o777 == 0o700


def test_the_environment_moves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(tmp_path / "elsewhere"))
    assert Home.from_environment().root == tmp_path / "elsewhere"
    monkeypatch.delenv("ANNALS_HOME")
    monkeypatch.chdir(tmp_path)
    assert Home.from_environment().root == tmp_path / "data"
