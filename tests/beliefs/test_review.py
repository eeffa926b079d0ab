"""`annals review beliefs`: what a person decides reaches the next build, is told in words, and can be taken back."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.main import main
from kg_assets.store.home import Home
from tests.beliefs.believing import BELIEVING
from tests.beliefs.test_deciding import LONG, SAID, SHORT
from tests.beliefs.test_resolve import talks
from tests.cli.a_life import built, engine_over


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("reviewing")
    made = Home(folder / "home").prepare()
    built(engine_over(made, house=BELIEVING), talks(folder / "talks.json", *SAID))
    return made


@pytest.fixture
def told(home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("ANNALS_HOME", str(home.root))

    def run(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        main(arguments)
        said = capsys.readouterr()
        return said.out + said.err

    return run


def standing(told: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(told("review", "beliefs", "decisions", "--json"))
    return found


@pytest.fixture(autouse=True)
def _as_before(told: Any) -> Any:
    yield
    for decision in standing(told):
        told("undo", str(decision["position"]))


def test_each_decision_is_recorded_once_and_told_in_words(told: Any) -> None:
    said = told("review", "beliefs", "merge", SHORT, LONG)
    assert said.startswith(f"recorded: “{LONG}” is the belief “{SHORT}”\n  to take it back: annals undo ")
    assert "it holds from the next build on: annals build" in said
    assert "nothing was recorded" in told("review", "beliefs", "merge", SHORT, LONG)
    told("review", "beliefs", "split", "I", "adore", "mornings!")
    told("review", "beliefs", "resolve", "i am patient", "i am not patient", "--keep", "i am patient")
    told("review", "beliefs", "resolve", "i love mornings", "i hate mornings", "--by", "weight")
    lines = told("review", "beliefs", "decisions").splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines[:-1]] == [
        "of “i love mornings” and “i hate mornings” what weighs more counts",
        "of “i am patient” and “i am not patient” “i am patient” counts",
        "“i adore mornings” is a belief of its own",
        f"“{LONG}” is the belief “{SHORT}”",
    ]


def test_what_cannot_be_decided_names_the_way_out(told: Any) -> None:
    assert "are one belief already" in told("review", "beliefs", "merge", SHORT, SHORT)
    assert "`annals beliefs` lists them" in told("review", "beliefs", "merge", SHORT, "no such words")
    assert "no belief was said as 'i fly'" in told("review", "beliefs", "split", "I fly")
    assert "names a belief of its own already" in told("review", "beliefs", "split", "i love mornings")
    assert "do not stand against each other" in told("review", "beliefs", "resolve", SHORT, "i am patient")
    assert "leave it out for --by newer" in told(
        "review", "beliefs", "resolve", "i am patient", "i am not patient", "--by", "newer", "--keep", "i am patient"
    )
    assert "no version 'x' read anything; there are " in told("review", "beliefs", "rollback", "x")


def test_a_walk_through_what_is_open(told: Any) -> None:
    """A link, two contradictions, the latest first: merged, taken back, left two; the newer; skipped."""
    said = told("review", "beliefs", typed="?\ny\nu\nn\nn\ns\n")
    assert "1 of 3" in said
    assert "perhaps one, " in said
    assert said.count("y the same, merge them") >= 3
    assert "taken back" in said
    assert "2 decisions recorded" in said
    assert [decision["kind"] for decision in standing(told)] == ["belief_conflict_resolved", "belief_link_judged"]
    assert "1 of 1" in told("review", "beliefs", typed="q\n")


@pytest.mark.whole
def test_a_rolled_back_extractor_leaves_nothing_and_comes_back(told: Any, home: Home, tmp_path: Path) -> None:
    before = told("beliefs", "--json")
    (version,) = {row["extractor_version"] for row in json.loads(told(
        "query", "FROM beliefs.extraction_runs", "--format", "json"))}  # fmt: skip
    told("review", "beliefs", "rollback", version)
    built(engine_over(home, house=BELIEVING))
    assert json.loads(told("beliefs", "--json")) == []
    told("undo")
    built(engine_over(home, house=BELIEVING))
    assert told("beliefs", "--json") == before
