"""`annals query`: what a format cannot hold, or the disk does not take, is one clear line of error."""

import argparse
import json
from pathlib import Path

import pytest

from kg_assets.cli.commands.querying import query
from kg_assets.core.errors import QueryError
from kg_assets.store.home import Home


@pytest.fixture(autouse=True)
def _published(asked_home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(asked_home.root))


def _ask(sql: str, form: str = "json", out: Path | None = None) -> None:
    assert query(argparse.Namespace(sql=sql, seconds=None, format=form, out=None if out is None else str(out))) == 0


@pytest.mark.parametrize("value", ["'nan'::DOUBLE", "'-inf'::DOUBLE", "[1.0, 'nan'::DOUBLE]", "{'x': 'inf'::DOUBLE}"])
def test_what_json_cannot_say_is_refused_before_anything_is_written(
    value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`NaN` and `Infinity` are no JSON: most readers refuse the whole file."""
    with pytest.raises(QueryError, match="NaN or infinite") as refused:
        _ask(f"SELECT {value} AS v", out=tmp_path / "out.json")
    assert "\n" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []
    _ask(f"SELECT {value} AS v", "csv")
    assert capsys.readouterr().out.startswith("v\n")


def test_columns_of_one_name_are_not_lost(capsys: pytest.CaptureFixture[str]) -> None:
    """An object kept the last one only, and nothing said so."""
    with pytest.raises(QueryError, match="several columns are called c, "):
        _ask("SELECT 1 AS c, 2 AS c, 3 AS d")
    _ask("SELECT 1 AS c, 2 AS e")
    assert json.loads(capsys.readouterr().out) == [{"c": 1, "e": 2}]


@pytest.mark.parametrize("form", ["json", "csv", "parquet"])
def test_a_place_that_cannot_be_written_is_said(tmp_path: Path, form: str) -> None:
    """It was called a fault of the program."""
    with pytest.raises(QueryError, match=r"there is no folder .*none; make it, or name another place"):
        _ask("SELECT 1 AS one", form, tmp_path / "none" / "out")
