"""A copied or moved home reads its own files: what it shows is made to name its own place at the next opening."""

import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from kg_assets.cli.main import main
from kg_assets.core.errors import WarehouseError
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import make_build
from kg_assets.intake.asking import request_build
from kg_assets.intake.nightly import request_tonight
from kg_assets.store.home import Home
from kg_assets.store.opened import open_current
from kg_assets.store.registry import open_ledger, registered
from tests.conftest import EngineFor

pytestmark = pytest.mark.whole

QUESTION = "SELECT (SELECT count(*) FROM messages), (SELECT count(*) FROM kg_history.messages)"


@pytest.fixture
def made(engine_for: EngineFor, tmp_path: Path) -> Engine:
    """A home with a note that came through its inbox; its name has a sign that SQL doubles."""
    engine = engine_for(Home(tmp_path / "my first home's"))
    note = engine.home.inbox / "note.md"
    note.write_text("# Monday\n\nRain all day in Ghent.", encoding="utf-8")
    make_build(engine, request_build(engine, [note]).build)
    return engine


def _answers(home: Home) -> tuple[int, int]:
    with open_current(home) as warehouse:
        row = warehouse.connection.execute(QUESTION).fetchone()
        assert row is not None
        return row


def _says(home: Home) -> str:
    """Every word of the published file that is not a row of ours."""
    with duckdb.connect(str(home.database), read_only=True) as connection:
        rows = connection.execute("SELECT sql FROM duckdb_views() WHERE NOT internal").fetchall()
        rows += connection.execute("SELECT path FROM kg_history._files").fetchall()
        rows += connection.execute("SELECT macro_definition FROM duckdb_functions() WHERE NOT internal").fetchall()
    return repr(rows)


def _comments(home: Home) -> list[tuple[str, ...]]:
    with duckdb.connect(str(home.database), read_only=True) as connection:
        return connection.execute(
            "SELECT schema_name, view_name, '', comment FROM duckdb_views() WHERE NOT internal UNION ALL "
            "SELECT schema_name, table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal ORDER BY ALL"
        ).fetchall()


@pytest.mark.parametrize("bring", [shutil.copytree, shutil.move], ids=["copied", "moved"])
def test_it_answers_as_before_and_names_no_other_place(
    made: Engine, tmp_path: Path, bring: Callable[..., object]
) -> None:
    expected, comments = _answers(made.home), _comments(made.home)
    assert "first home" in _says(made.home)
    there = Home(tmp_path / "second' home")
    bring(made.home.root, there.root)
    assert _answers(there) == expected
    assert "first home" not in _says(there)
    assert _comments(there) == comments
    assert there.database.stat().st_mode & 0o777 == 0o444
    before = there.database.stat().st_ino
    assert _answers(there) == expected
    assert there.database.stat().st_ino == before, "written once"


def test_a_copy_does_not_read_the_files_of_the_original(made: Engine, tmp_path: Path) -> None:
    """A copy showed what the original's files held, and `gc` in the original broke it."""
    copy = Home(tmp_path / "copy")
    shutil.copytree(made.home.root, copy.root)
    expected = _answers(copy)
    shutil.rmtree(made.home.contents)
    assert _answers(copy) == expected


def test_the_same_home_under_another_name_is_left_as_it_is(made: Engine, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(made.home.root)
    before = made.home.database.stat().st_ino
    assert _answers(Home(link)) == _answers(made.home)
    assert made.home.database.stat().st_ino == before


def test_a_typed_statement_is_the_first_that_reads_a_copy(
    made: Engine, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process may write nothing, the published file neither."""
    copy = Home(tmp_path / "copy")
    shutil.copytree(made.home.root, copy.root)
    shutil.rmtree(made.home.contents)
    monkeypatch.setenv("ANNALS_HOME", str(copy.root))
    assert main(["query", "SELECT count(*) AS n, 4711 AS sign FROM messages"]) == 0
    assert "4711" in capsys.readouterr().out


def test_a_night_of_the_copy_looks_into_its_own_inbox(
    made: Engine,
    engine_for: EngineFor,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (source,) = registered(open_ledger(made.home))
    assert source.path == "inbox/note.md"
    copy = Home(tmp_path / "copy")
    shutil.copytree(made.home.root, copy.root)
    (made.home.inbox / "note.md").write_text("# Monday\n\nAnother day.", encoding="utf-8")
    monkeypatch.setenv("ANNALS_HOME", str(copy.root))
    assert request_tonight(engine_for(copy), 4e9).build == made.builds.requested()[0]
    assert main(["sources"]) == 0
    assert str(copy.root / "inbox" / "note.md")[:60] in capsys.readouterr().out


def test_only_one_macro_names_the_home_and_a_session_can_name_another_place(made: Engine, tmp_path: Path) -> None:
    """Of the places in the file one names the home, and a session can say another without changing the file."""
    with duckdb.connect(str(made.home.database), read_only=True) as connection:
        views = connection.execute("SELECT sql FROM duckdb_views() WHERE NOT internal").fetchall()
        paths = connection.execute("SELECT DISTINCT path FROM kg_history._files").fetchall()
    assert str(made.home.root) not in repr(views)
    assert all(Path(made.home.contents, path).is_file() and not Path(path).is_absolute() for (path,) in paths)
    expected = _answers(made.home)
    there = tmp_path / "there [1]" / "store"
    there.parent.mkdir()
    shutil.move(made.home.contents, there)
    with duckdb.connect(str(made.home.database), read_only=True) as connection:
        with pytest.raises(duckdb.IOException):
            connection.execute(QUESTION)
        connection.execute("SET VARIABLE annals_store = ?", [str(there)])
        assert connection.execute(QUESTION).fetchone() == expected
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{str(made.home.database).replace(chr(39), chr(39) * 2)}' AS other (READ_ONLY)")
        connection.execute("SET VARIABLE annals_store = ?", [str(there)])
        found = connection.execute("SELECT count(*) FROM other.messages").fetchone()
    assert found == expected[:1]


def test_the_file_of_an_older_version_is_read_and_says_what_to_do_when_it_was_moved(
    made: Engine, tmp_path: Path
) -> None:
    """It named its store in a column and in every view."""
    expected = _answers(made.home)
    made.home.database.chmod(0o600)
    with duckdb.connect(str(made.home.database)) as connection:
        connection.execute("ALTER TABLE kg_history._published ADD COLUMN store VARCHAR")
        connection.execute("UPDATE kg_history._published SET store = ?", [str(made.home.contents)])
    assert _answers(made.home) == expected
    moved = Home(tmp_path / "moved")
    shutil.move(made.home.root, moved.root)
    with pytest.raises(WarehouseError, match="publish --latest"):
        _answers(moved)
