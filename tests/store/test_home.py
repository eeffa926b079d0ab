"""The home's folders are private whatever the umask is."""

import os
from pathlib import Path

import pytest

from kg_assets.core.errors import WarehouseError
from kg_assets.store.health import problems_of, record_problem
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


@pytest.mark.parametrize("there", [["a file"], ["inbox", "a file"], ["ledger", "photos"], ["warehouse", "other"]])
def test_a_folder_of_other_things_does_not_become_a_home(tmp_path: Path, there: list[str]) -> None:
    """ANNALS_HOME=/tmp would have closed /tmp to everyone else."""
    for name in there:
        (tmp_path / name).mkdir()
    tmp_path.chmod(0o755)
    with pytest.raises(WarehouseError, match="name a new or empty folder in ANNALS_HOME"):
        Home(tmp_path).prepare()
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(there)


@pytest.mark.parametrize(
    "there", [[], ["inbox"], ["inbox", "ledger", "lost+found"], ["ledger", "warehouse", "mine.txt"]]
)
def test_an_empty_folder_and_a_home_begun_or_whole_become_one(tmp_path: Path, there: list[str]) -> None:
    for name in there:
        (tmp_path / name).mkdir()
    assert Home(tmp_path).prepare().warehouse.is_dir()


@pytest.mark.parametrize("name", ["what?", "a\\b", "50%41", "a[x]b", "a*b", "two\nlines", os.fsdecode(b"caf\xe9")])
def test_a_path_that_no_database_opens_is_refused_before_anything_is_made(tmp_path: Path, name: str) -> None:
    with pytest.raises(WarehouseError, match="the database opens no file; name another folder"):
        Home(tmp_path / name).prepare()
    assert list(tmp_path.iterdir()) == []


def test_a_home_may_be_made_around_another_one_and_around_nothing_else(tmp_path: Path) -> None:
    """Who looks at the demo first has a home in a folder that is none yet."""
    Home(tmp_path / "demo").prepare()
    assert Home(tmp_path).prepare().warehouse.is_dir()
    Home(tmp_path / "other" / "demo").prepare()
    (tmp_path / "other" / "letters").mkdir()
    with pytest.raises(WarehouseError, match=r"holds 1 file of others \(letters"):
        Home(tmp_path / "other").prepare()


def test_a_file_is_no_home(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(WarehouseError, match="cannot be the home of the data: Not a directory"):
        Home(tmp_path / "file").prepare()


def test_problems_name_a_persons_files_and_are_no_log(home: Home) -> None:
    (home.logs / "health.json").write_text("[]")
    record_problem(home, "inbox/My divorce.json", "My divorce.json cannot be read")
    assert not list(home.logs.iterdir())
    (kept,) = [path for path in home.root.rglob("*") if path.is_file() and b"divorce" in path.read_bytes()]
    assert kept.stat().st_mode & 0o777 == 0o600
    assert problems_of(home)[0]["source"] == "inbox/My divorce.json"
