"""No command writes into a home but to its own place, whatever links and names lead there."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kg_assets.cli.commands.exporting import FORMATS, export
from kg_assets.cli.commands.querying import query
from kg_assets.core.errors import AnnalsError, QueryError
from kg_assets.exports.output import check_target
from kg_assets.store.home import Home

_FILES = (
    "ledger/ledger.jsonl",
    "warehouse/current.json",
    "warehouse/kg.duckdb",
    "inbox/x.json",
    "logs/x",
    "report.html",
)


def _link(home: Home, tmp: Path, name: str) -> Path:
    (tmp / "link").symlink_to(home.root / name)
    return tmp / "link"


def _folder_link(home: Home, tmp: Path, name: str) -> Path:
    (tmp / "there").symlink_to((home.root / name).parent)
    return tmp / "there" / Path(name).name


def _dots(home: Home, tmp: Path, name: str) -> Path:
    (tmp / "beside").mkdir()
    return tmp / "beside" / ".." / home.root.name / name


def _inner_link(home: Home, tmp: Path, name: str) -> Path:
    (home.root / "door").symlink_to(tmp)
    return home.root / "door" / ".." / home.root.parent.name / home.root.name / name


_WAYS: dict[str, Callable[[Home, Path, str], Path]] = {
    "named": lambda home, _, name: home.root / name,
    "a link": _link,
    "a folder that is a link": _folder_link,
    "dots": _dots,
    "through a link inside": _inner_link,
}


@pytest.mark.parametrize("way", _WAYS)
@pytest.mark.parametrize("name", _FILES)
def test_a_place_in_the_home_is_refused(home: Home, tmp_path: Path, way: str, name: str) -> None:
    """`query --out <home>/ledger/ledger.jsonl` overwrote the one thing that cannot be made again."""
    place = home.root / name
    place.write_text("kept", encoding="utf-8")
    with pytest.raises(QueryError, match="a home, where only annals writes"):
        check_target(home, _WAYS[way](home, tmp_path, name), is_folder=False, force=True)
    assert place.read_text(encoding="utf-8") == "kept"


def test_another_home_is_a_home_too(home: Home, tmp_path: Path) -> None:
    other = Home(tmp_path / "other").prepare()
    with pytest.raises(QueryError, match="a home, where only annals writes"):
        check_target(home, other.ledger / "ledger.jsonl", is_folder=False, force=True)


def test_a_home_seen_under_another_name_is_the_home(home: Home, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(home.root)
    with pytest.raises(QueryError, match="a home"):
        check_target(Home(tmp_path / "alias"), home.root / "ledger" / "x", is_folder=False, force=True)


def test_the_report_has_its_place_there(home: Home) -> None:
    place = home.root / "report.html"
    check_target(home, place, is_folder=False, force=True, own=place)
    with pytest.raises(QueryError, match="a home"):
        check_target(home, place, is_folder=False, force=True)


def test_a_hard_link_is_replaced_and_the_ledger_stays(
    asked_home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger is written anew and renamed into place, so a hard link to the old file keeps its bytes."""
    monkeypatch.setenv("ANNALS_HOME", str(asked_home.root))
    ledger = asked_home.ledger / "ledger.jsonl"
    before = ledger.read_bytes()
    os.link(ledger, tmp_path / "second-name")
    query(argparse.Namespace(sql="SELECT 1 AS one", seconds=None, format="csv", out=str(tmp_path / "second-name")))
    assert (tmp_path / "second-name").read_bytes() == b"one\n1\n"
    assert ledger.read_bytes() == before


@pytest.mark.parametrize("form", FORMATS)
def test_no_export_takes_a_place_in_the_home(asked_home: Home, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(asked_home.root))
    before = (asked_home.ledger / "ledger.jsonl").read_bytes()
    out = str(asked_home.ledger / "ledger.jsonl")
    with pytest.raises(AnnalsError, match="a home, where only annals writes"):
        export(argparse.Namespace(format=form, out=out, build=None, force=True))
    assert (asked_home.ledger / "ledger.jsonl").read_bytes() == before


@pytest.mark.parametrize("form", ["csv", "json", "parquet", "table"])
def test_what_is_asked_for_is_private(
    asked_home: Home, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stood there for everybody to read (0644)."""
    monkeypatch.setenv("ANNALS_HOME", str(asked_home.root))
    out = tmp_path / "out"
    query(argparse.Namespace(sql="SELECT 1 AS one", seconds=None, format=form, out=str(out)))
    assert out.stat().st_mode & 0o777 == 0o600
