"""`annals sources --remove` and `annals publish --none`: what is taken back, after asking, and what is left to read."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kg_assets.cli.main import main
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from kg_assets.store.registry import open_ledger, registered
from tests.cli.a_life import FIRST, LATER_ON, built, engine_over

pytestmark = pytest.mark.whole

Said = tuple[int, str, str]  # exit code, standard output, standard error
Run = Callable[..., Said]


@pytest.fixture
def run(home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("ANNALS_HOME", str(home.root))

    def annals(*arguments: str, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(list(arguments))
        said = capsys.readouterr()
        return code, said.out, said.err

    return annals


def _sources(home: Home) -> list[str]:
    return [source.export_sha256 for source in registered(open_ledger(home))]


def test_the_last_source_can_be_taken_back_and_what_was_built_of_it_too(home: Home, run: Run, tmp_path: Path) -> None:
    """It was said to be gone while every reader went on showing it, and no command could end that."""
    (tmp_path / "first.md").write_text(FIRST, encoding="utf-8")
    (tmp_path / "later.md").write_text(LATER_ON, encoding="utf-8")
    build = built(engine_over(home), tmp_path / "first.md", tmp_path / "later.md")
    for path in sorted(tmp_path.glob("*.md")):
        path.unlink()
    first, last = _sources(home)

    assert run("sources", "--remove", first[:3])[2].startswith(f"annals: '{first[:3]}' is too short")
    code, out, err = run("sources", "--remove", first[:12])
    assert (code, _sources(home)) == (1, [first, last]), "no answer is a no"
    assert "notes, 1 file; the next build does without it" in out
    assert "--yes does it without asking" in err
    for kept in ("its bytes and older builds are kept until `annals gc`", "your decisions about it always"):
        assert kept in out
    assert f"To remove every word of it for good: annals forget source {first[:12]}" in out
    assert run("sources", "--remove", first[:12], typed="y\n")[0] == 0

    code, out, _ = run("sources", "--remove", last, "--yes")
    assert (code, _sources(home)) == (0, [])
    assert "it is the last one" in out
    assert f"Readers go on seeing build {build}" in out
    assert f"annals forget source {last[:12]}" in out
    assert "there is no source yet" in run("build")[2]
    assert "none is left" in run("doctor")[1]
    assert "1" in run("query", "SELECT 1 AS one FROM messages LIMIT 1")[1]

    assert run("publish", "--none")[1].startswith(f"{build} was published; nothing is now.")
    assert current(home) is None
    assert "nothing is published" in run("query", "SELECT 1")[2]
    assert run("publish", "--latest")[0] == 0, "until the sweep it can be shown again"
    run("publish", "--none")
    assert f"removed {build};" in run("gc")[1]
    assert [file for folder in (home.contents, home.sources) for file in folder.rglob("*") if file.is_file()] == []
    assert json.loads(run("builds", "--json")[1]) == []


def test_what_is_taken_back_already_is_said_to_be(home: Home, run: Run) -> None:
    """Given again after a kill behind its entry, the command said that the hash fits no source, and failed."""
    ledger = open_ledger(home)
    ledger.append("source_removed", {"export_sha256": "5e" * 32})
    before = ledger.position()
    assert run("sources", "--remove", "5e5e5e5e5e5e5e", "--yes") == (
        0, "5e5e5e5e5e5e is taken back already; nothing was recorded\n", "",
    )  # fmt: skip
    assert ledger.position() == before
    assert run("sources", "--remove", "abcdef", "--yes")[0] == 1


def test_publish_wants_one_of_three(run: Run) -> None:
    for arguments in ((), ("--latest", "--none"), ("20260101T000000Z-00000000", "--none")):
        code, _, err = run("publish", *arguments)
        assert (code, "or say --latest or --none" in err) == (1, True)
