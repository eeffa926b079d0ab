"""Whatever is typed behind a command: an answer or a sentence about what is expected, never a fault of the program."""

import argparse
import random
import time
from pathlib import Path

import pytest

from kg_assets.cli.main import _parser, main
from kg_assets.store.home import Home

# Commands that only read, so that any number of them is asked of one home.
READING = [
    "search", "show", "query", "report", "tables", "export", "diff", "as-of", "timeline", "changes", "why", "builds",
    "sources",
]  # fmt: skip
LONG = "x" * 5000
ODD = [
    "", " ", "0", "-1", "1", "1.5", "1e3", "99999999999999999999999", "-99999999999999999999", "٣", "NaN", "true",
    LONG, "/" + LONG, "a/" * 2500, "\udcff", "SELECT '\udcff'", "\ud800", "é", "\u202e", "\x1b[2J", "a\nb", "..", "/",
    "/dev/null", "/dev/full", "/proc/self/mem", "~", "$(id)", "%", "%s", "{}", "'", '"', "*", "--", "-", "-x", "SELF",
    "2022", "2022-13-45", "0000", "9999-12-31T23:59:59Z", "10000-01-01", "2022-02-30", "deadbeef", "BUILD@0", "@@2",
]  # fmt: skip


def commands() -> dict[str, argparse.ArgumentParser]:
    (actions,) = [a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return dict(actions.choices)


def drawn(draw: random.Random, out: Path) -> list[str]:
    name = draw.choice(READING)
    line = [name]
    for action in commands()[name]._actions:
        options = [o for o in action.option_strings if o.startswith("--")]
        if action.dest in ("help", "remove", "yes", "open") or (options and draw.random() < 0.6):
            continue
        odd = draw.choice(ODD)
        if action.dest == "out":
            odd = draw.choice([str(out / "file"), str(out / "none" / "file"), *ODD])
        value = draw.choice([*action.choices, odd]) if action.choices else odd
        flags = [] if action.nargs == 0 else [value]
        line += [*options, *flags] if options else flags
    return line


@pytest.mark.parametrize("seed", [*range(25), *(pytest.param(n, marks=pytest.mark.slow) for n in range(25, 1000))])
def test_any_command_line_is_answered(
    asked_home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(asked_home.root))
    monkeypatch.chdir(tmp_path)
    line = drawn(random.Random(seed), tmp_path)
    began = time.process_time()
    try:
        code = main(line)
    except SystemExit as ended:
        code = int(str(ended.code))
    said = capsys.readouterr()
    assert code in (0, 1, 2), line
    assert "fault of the program" not in said.err, line
    assert all(c.isprintable() or c in "\n\t\r\u200c\u200d" for c in said.err), line
    assert time.process_time() - began < 60, line
    if code:
        assert said.err.strip(), line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["search", "x", "--limit", "100000000000000000000"], "is not a whole number from 1 to"),
        (["search", "x", "--limit", "0"], "is not a whole number from 1 to"),
        (["ui", "--port", "-1"], "is not a whole number from 1 to 65535"),
        (["ui", "--port", "70000"], "is not a whole number from 1 to 65535"),
        (["gc", "--keep", "0"], "is not a whole number from 1 to"),
        (["demo", "--seed", "1" * 30], "is not a whole number from 0 to"),
        (["build", LONG], "file name too long"),
        (["build", "/" + "a/" * 3000], "too long|there is no"),
        (["query", "SELECT 1", "--format", "csv", "--out", "/" + "a/" * 3000], "file name too long"),
        (["query", "SELECT '\udcff'"], "character 9 of the statement is no character of Unicode"),
        (["search", "\udcff"], "no UTF-8|nothing"),
        (["search", *(f"word{n}" for n in range(20_000))], "characters, one takes at most 20,000"),
    ],
)
def test_what_was_called_a_fault_says_what_is_expected(
    asked_home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: list[str], said: str
) -> None:
    """A search for 20,000 words ran four minutes."""
    monkeypatch.setenv("ANNALS_HOME", str(asked_home.root))
    try:
        code = main(line)
    except SystemExit as ended:
        code = int(str(ended.code))
    error = capsys.readouterr().err.lower()
    assert code in (1, 2)
    assert any(part.lower() in error for part in said.split("|")), error
    assert "fault of the program" not in error


def test_a_folder_that_takes_no_files_is_told(
    asked_home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was called a fault of the program."""
    monkeypatch.setenv("ANNALS_HOME", str(asked_home.root))
    assert main(["query", "SELECT 1", "--format", "parquet", "--out", "/proc/self/mem"]) == 1
    assert capsys.readouterr().err == "annals: /proc/self takes no new files; name another place with --out\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["serach", "x"], "there is no 'serach' here; did you mean 'search'"),
        (["export", "grafml"], "there is no 'grafml' here; did you mean 'graphml'"),
        (["node", "x", "--ask", "conected_nodes"], "there is no 'conected_nodes' here; did you mean 'connected_nodes'"),
        (["review", "claim"], "did you mean 'claims'"),
        (["zzzz"], "choose from 'build'"),
        (["builds", "--jsn"], "annals builds: error: there is no option '--jsn' here; did you mean '--json'?"),
        (["query", "SELECT 1", "--formatt=csv"], "there is no option '--formatt' here; did you mean '--format'"),
        (["review", "merge", "a", "b", "--bild"], "annals review merge: error: there is no option '--bild' here"),
        (["builds", "all", "of", "them"], "annals builds: error: 'all of them' is more than it takes"),
    ],
)
def test_what_is_no_choice_and_no_option_is_answered_with_the_nearest(
    line: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """All forty commands were listed, and which was meant was left to the reader."""
    with pytest.raises(SystemExit):
        main(line)
    assert said in capsys.readouterr().err
