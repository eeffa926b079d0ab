"""The command line as a person uses it, over real processes."""

import csv
import io
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.store.builds import Builds
from kg_assets.store.home import Home
from tests.cli.a_life import names_in_order
from tests.conftest import Annals
from tests.worlds import copied

pytestmark = pytest.mark.whole

MARKER = "zebrafinch-marker-4711"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, small_world: Path) -> tuple[Home, dict[str, object]]:
    """A build of the small export, for the tests that only read, and what was said when it was made."""
    home = copied(Home(small_world / "home"), tmp_path_factory.mktemp("built") / "home")
    return home, json.loads((small_world / "report.json").read_text(encoding="utf-8"))


@pytest.fixture
def small(home: Home, small_home: Home) -> Home:
    """The test's own home, in which that build stands."""
    return copied(small_home, home.root)


@pytest.fixture
def ask(built: tuple[Home, dict[str, object]], annals: Annals) -> Annals:
    """`annals` over the shared build."""

    def run(*arguments: object, **options: object):  # type: ignore[no-untyped-def]
        return annals(*arguments, **({"ANNALS_HOME": str(built[0].root)} | options))  # type: ignore[arg-type]

    return run


def test_build_reports_tables_as_json(built: tuple[Home, dict[str, object]], small_export: Path) -> None:
    _, report = built
    assert set(report) == {
        "build_id",
        "build",
        "published",
        "tables",
        "quarantined",
        "set_aside",
        "faults",
        "seconds",
        "brought",
    }
    assert report["published"] is True
    assert (report["quarantined"], report["set_aside"]) == (0, {})
    assert report["faults"] == []
    tables = report["tables"]
    assert isinstance(tables, dict)
    conversations = json.loads((small_export / "conversations.json").read_text(encoding="utf-8"))
    said = sum(bool(node.get("message")) for each in conversations for node in each["mapping"].values())
    assert tables["kg.messages"]["rows"] == said > 200
    assert tables["kg.messages"]["reused"] is False


def test_what_stands_is_not_run_again(built: tuple[Home, dict[str, object]], ask: Annals) -> None:
    home, first = built
    report = json.loads(ask("build", "--json").stdout)
    assert report["build"] == first["build"]
    assert report["published"] is True
    assert report["tables"] == {n: t | {"reused": True} for n, t in first["tables"].items()}  # type: ignore[attr-defined]
    assert Builds(home).generations(report["build_id"]) == [1]
    assert not (home.dagster / "dagster.yaml").exists(), "a build does without Dagster"


def test_a_build_says_in_ten_lines_what_was_learnt_and_what_to_do_next(ask: Annals) -> None:
    said = ask("build").stdout.splitlines()
    assert len(said) <= 10
    assert "claims about" in said[2]
    assert any(line.strip().startswith("annals report --open ") for line in said)
    assert not any("kg." in line for line in said)
    tables = ask("build", "--tables").stdout.splitlines()
    assert sum("kg.messages " in line for line in tables) == 1
    assert tables[-len(said) + 1 :] == said[1:], "but for its seconds"


def test_the_list_of_builds_says_when_and_from_what(ask: Annals, small_export: Path) -> None:
    (row,) = json.loads(ask("builds", "--json").stdout)
    assert row["from"] == [small_export.name]
    made = datetime.strptime(row["made"], "%Y-%m-%d %H:%MZ").replace(tzinfo=UTC)
    assert timedelta() <= datetime.now(UTC) - made < timedelta(hours=3)
    assert small_export.name in ask("builds").stdout


def test_query_prints_each_format(ask: Annals, tmp_path: Path) -> None:
    sql = "SELECT role, count(*) AS messages FROM messages GROUP BY role ORDER BY role"
    rows = json.loads(ask("query", sql, "--format", "json").stdout)
    assert {row["role"] for row in rows} >= {"user", "assistant"}
    first = next(csv.DictReader(io.StringIO(ask("query", sql, "--format", "csv").stdout)))
    assert first.keys() == {"role", "messages"}
    assert ask("query", sql).stdout.splitlines()[0].split() == ["role", "messages"]
    out = tmp_path / "out.parquet"
    ask("query", sql, "--format", "parquet", "--out", out)
    assert pq.read_table(out).num_rows == len(rows)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT nothing FROM messages", "Candidate bindings"),
        ("SELECT 1 FROM mesages", "annals tables"),
        ("SELECT 1; SELECT 2", "one statement"),
        ("DROP VIEW messages", "only reads"),
        ("COPY messages TO 'stolen.csv'", "only reads"),
        ("SELECT * FROM read_csv('pyproject.toml')", "could read files"),
        ("SELEC 1", "syntax error"),
    ],
)
def test_query_can_only_read_and_explains_itself(ask: Annals, sql: str, said: str) -> None:
    done = ask("query", sql, check=False)
    assert done.returncode == 1
    assert said.lower() in done.stderr.lower()
    assert "Traceback" not in done.stderr


def test_search_finds_and_show_shows(ask: Annals) -> None:
    row = json.loads(
        ask("query", "SELECT text_raw FROM messages WHERE role = 'user' AND length(text_raw) > 80 AND is_prose "
            "ORDER BY message_id LIMIT 1", "--format", "json").stdout
    )[0]  # fmt: skip
    words = [w for w in row["text_raw"].split() if w.isalpha() and w.isascii() and len(w) > 4][:8]
    hits = json.loads(ask("search", *words, "--json").stdout)
    assert any(hit["text"] == row["text_raw"] for hit in hits)
    shown = json.loads(ask("show", hits[0]["message_id"], "--json").stdout)
    assert sum(message["is_asked_for"] for message in shown) == 1
    printed = ask("show", hits[0]["conversation_id"]).stdout
    assert printed.count("\n") > 3


@pytest.mark.parametrize("words", ["", "'", '"', "* OR (", "NEAR(", "-nothing"])
def test_no_search_is_a_syntax_error(ask: Annals, words: str) -> None:
    done = ask("search", words, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)


def test_show_of_an_unknown_id_says_how_to_find_one(ask: Annals) -> None:
    done = ask("show", "nobody", check=False)
    assert done.returncode == 1
    assert "annals search" in done.stderr


def test_tables_have_meanings(ask: Annals) -> None:
    rows = json.loads(ask("tables", "--json").stdout)
    assert {"kg.conversations", "kg.messages", "kg.message_parts", "kg.source_reconciliation"} <= {
        r["table"] for r in rows
    }
    assert all(row["meaning"] for row in rows)
    columns = json.loads(ask("tables", "messages", "--json").stdout)
    assert "text_raw" in {column["column"] for column in columns}
    assert "did you mean" in ask("tables", "mesages", check=False).stderr


def test_doctor_is_content_with_a_fresh_build(ask: Annals) -> None:
    done = ask("doctor")
    assert "MEND" not in done.stdout


def test_the_published_file_reads_without_us(built: tuple[Home, dict[str, object]]) -> None:
    home, report = built
    with duckdb.connect(home.database, read_only=True) as connection:
        (rows,) = connection.execute("SELECT count(*) FROM kg.messages").fetchone() or (0,)
        (same,) = connection.execute("SELECT count(*) FROM messages").fetchone() or (0,)
        (history,) = connection.execute("SELECT count(DISTINCT build_id) FROM kg_history.messages").fetchone() or (0,)
    assert rows == same == report["tables"]["kg.messages"]["rows"]  # type: ignore[index]
    assert history >= 1


def test_a_changed_configuration_is_stale_and_backfilled(annals: Annals, small: Home, tmp_path: Path) -> None:
    (first,) = json.loads(annals("builds", "--json").stdout)
    own = tmp_path / "own.yaml"
    own.write_text("terms:\n  stemmer: porter\n", encoding="utf-8")
    sick = annals("doctor", check=False, ANNALS_CONFIG=str(own))
    assert sick.returncode == 1
    stale = [line for line in sick.stdout.splitlines() if line.startswith("MEND")]
    assert [name in line for name, line in zip(("kg.claim_index", "kg.search_index"), stale, strict=True)] == [True] * 2
    redone = json.loads(annals("backfill", "--stale", "--json", ANNALS_CONFIG=str(own)).stdout)
    assert redone[0]["redone"] == ["index_claims", "search"]
    assert "ingest" in redone[0]["reused"]
    assert redone[0]["after"] == f"{first['build']}@2"
    assert annals("doctor", ANNALS_CONFIG=str(own)).returncode == 0
    said = annals("build", ANNALS_CONFIG=str(own)).stdout
    assert said.startswith(f"build {first['build']}@2, "), "`annals diff` takes the name of a generation"
    differences = json.loads(annals("diff", first["build"] + "@1", first["build"] + "@2", "--json").stdout)
    assert {d["table"] for d in differences if d["note"] != "same files"} <= {"kg.claim_index", "kg.search_index"}


def test_builds_publish_and_pin(annals: Annals, home: Home, twice_noted: Home) -> None:
    first, second = names_in_order(copied(twice_noted, home.root))
    annals("publish", first)
    states = {row["build"]: row["state"] for row in json.loads(annals("builds", "--json").stdout)}
    assert states == {first: "published, pinned", second: ""}
    assert not json.loads(annals("build", "--json").stdout)["published"], "pinned stays"
    annals("publish", "--latest")
    states = {row["build"]: row["state"] for row in json.loads(annals("builds", "--json").stdout)}
    assert states == {first: "", second: "published"}
    differences = json.loads(annals("diff", first, second, "--json").stdout)
    messages = next(d for d in differences if d["table"] == "kg.messages")
    assert messages["added"] == messages["rows_b"] - messages["rows_a"]
    assert messages["removed"] == 0
    swept = annals("gc", "--keep", "1").stdout
    assert first in swept
    assert annals("query", "SELECT 1 AS one FROM messages LIMIT 1").returncode == 0


def _with_markers(path: Path) -> Path:
    """An export with the marker in every place of it."""
    conversation = {
        "conversation_id": "c1", "id": "c1", "title": f"title {MARKER}", "create_time": 1700000000.5,
        "update_time": 1700000100.5, "current_node": "a",
        "mapping": {
            "a": {"id": "a", "parent": None, "children": ["b"], "message": {
                "id": "a", "author": {"role": "user", "name": MARKER}, "create_time": 1700000001.0,
                "content": {"content_type": "text", "parts": [f"my secret {MARKER}"]}, "metadata": {MARKER: MARKER}}},
            "b": {"id": "b", "parent": "a", "children": [], "message": {
                "id": "b", "author": {"role": MARKER}, "create_time": MARKER,
                "content": {"content_type": MARKER, "parts": 7, "text": MARKER}}},
        },
    }  # fmt: skip
    broken = {"conversation_id": MARKER, "mapping": [MARKER, {"x": MARKER}], "title": MARKER}
    path.write_text(json.dumps([conversation, broken, MARKER]), encoding="utf-8")
    return path


def _files_without_marker(home: Home) -> int:
    """How many files Dagster and the logs have; none of them may hold the marker."""
    found = [path for folder in (home.dagster, home.logs) for path in folder.rglob("*") if path.is_file()]
    for path in found:
        assert MARKER.encode() not in path.read_bytes(), path.relative_to(home.root)
    return len(found)


def test_nothing_private_leaves_the_warehouse(annals: Annals, tmp_path: Path) -> None:
    """A marker planted in every place of a source is in the tables, and in nothing that is said."""
    done = annals("build", _with_markers(tmp_path / "conversations.json"))
    found = annals("query", "SELECT text_raw FROM messages WHERE message_id = 'a'", "--format", "json").stdout
    assert MARKER in found
    assert MARKER not in done.stdout + done.stderr


def test_nothing_private_is_in_what_dagster_keeps(annals: Annals, home: Home, tmp_path: Path) -> None:
    """Nor in its logs, after a night, which is a run of Dagster's."""
    export = _with_markers(tmp_path / "conversations.json")
    annals("build", export)
    export.write_text(export.read_text(encoding="utf-8").replace("1700000100.5", "1700000200.5"), encoding="utf-8")
    os.utime(export, (1.7e9, 1.7e9))  # what has just been written is left alone
    night = annals("nightly")  # without news it would be no run
    assert MARKER not in night.stdout + night.stderr
    assert _files_without_marker(home) > 3


@pytest.mark.parametrize("name", ["nothing.json", "words.json", "empty.json", "schema.json", "empty.zip", "folder"])
def test_what_is_no_export_is_a_clear_error(annals: Annals, tmp_path: Path, name: str) -> None:
    import zipfile

    path = tmp_path / name
    if name == "words.json":
        path.write_text("dear diary", encoding="utf-8")
    elif name == "empty.json":
        path.write_text("[]", encoding="utf-8")
    elif name == "schema.json":
        path.write_text('{"$schema": "http://json-schema.org/", "type": "object", "properties": {}}', encoding="utf-8")
    elif name == "empty.zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("user.json", "{}")
    elif name == "folder":
        path.mkdir()
    done = annals("build", path, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 6


def _cut_short(folder: Path) -> Path:
    """An export whose last conversation breaks off."""
    write_export(CorpusSpec(seed=4, conversations=3), folder)
    cut = folder / "conversations.json"
    text = cut.read_text(encoding="utf-8").rstrip()
    cut.write_text(text[: len(text) - 2000], encoding="utf-8")
    return cut


def test_strict_stops_at_a_conversation_that_cannot_be_read(annals: Annals, tmp_path: Path) -> None:
    cut = _cut_short(tmp_path)
    done = annals("build", cut, "--strict", check=False)
    assert done.returncode == 1
    assert "--strict" in done.stderr
    assert "nothing is published" in annals("query", "SELECT 1", check=False).stderr


def test_without_strict_the_others_are_built(annals: Annals, tmp_path: Path) -> None:
    report = json.loads(annals("build", _cut_short(tmp_path), "--json").stdout)
    assert report["quarantined"] == 1
    assert report["set_aside"] == {"chatgpt: the file ends inside this element; export it again": 1}


def test_every_command_has_help(annals: Annals) -> None:
    listed = annals("--help").stdout
    reading, keeping = ("diff", "show", "search", "query", "tables"), ("gc", "doctor", "ui", "demo", "sources")
    for command in ("build", "builds", "publish", "backfill", *reading, *keeping):
        assert f"\n    {command} " in listed
        assert "usage" in annals(command, "--help").stdout


def test_without_a_build_readers_say_what_to_do(annals: Annals) -> None:
    for command in (("query", "SELECT 1"), ("search", "word"), ("tables",), ("show", "x")):
        done = annals(*command, check=False)
        assert done.returncode == 1
        assert "annals build" in done.stderr


def test_reading_commands_do_not_load_dagster() -> None:
    import subprocess
    import sys

    code = (
        "import sys, kg_assets.cli.main, kg_assets.cli.commands.reading, kg_assets.cli.commands.keeping\n"
        "print('dagster' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
