"""Kills at every call that changes a home, builds under other conditions, reads during builds, texts of a megabyte.

A short draw of each runs with every test run; the rest is slow and prints what was tried, and `ANNALS_SOAK_SHARE` says
how much of it. Guards design §5 and §6: nothing lost, nothing half visible, the same bytes.
"""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.soak.doors import (
    LATER,
    SAID,
    WORD,
    annals,
    contents,
    copied,
    how_often,
    is_readable,
    killed_at,
    talk,
    was_killed,
)
from tests.soak.sentences import Mouth

# Minutes each: they are tried with `make soak`.
pytestmark = pytest.mark.slow

CALLS = ("rename", "unlink", "fsync")
KILLS, CONDITIONS, READS, TEXTS = 1_000, 200, 100_000, 200
MEGABYTE = 1_000_000
BEYOND_BASE = 10.0  # seconds of processor time that a text of a megabyte may add to a build


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("doors")
    done = annals(made / "home", "build", str(talk(made / "first.json", SAID, "a")))
    assert done.returncode == 0, done.stderr
    talk(made / "later.json", LATER, "b")
    return made


def commands(folder: Path) -> dict[str, tuple[list[str], list[str]]]:
    """What is killed, and what a person does after it."""
    later = str(folder / "later.json")
    return {
        "build": (["build", later], ["build", later]),
        "forget": (["forget", "pattern", WORD, "--yes"], ["forget", "--resume"]),
        "gc": (["gc"], ["gc"]),
        "publish": (["publish", "--latest"], ["publish", "--latest"]),
        "report": (["report"], ["report"]),
    }


def holds(root: Path, word: str) -> list[Path]:
    return [path for path in sorted(root.rglob("*")) if path.is_file() and word.encode() in path.read_bytes()]


def _killed(
    folder: Path, chance: random.Random, count: int, doors: Sequence[tuple[str, str]]
) -> Counter[tuple[str, str]]:
    """Kill so many commands, each at one call; how many fell at which call of which command."""
    tried: Counter[tuple[str, str]] = Counter()
    whole: dict[tuple[str, str], tuple[int, dict[str, list[str]]]] = {}
    before = contents(folder / "home")
    while tried.total() < count:
        (name, call), when = chance.choice(doors), chance.choice(("before", "after"))
        command, then = commands(folder)[name]
        if (name, call) not in whole:
            home = copied(folder / "home", folder / "whole")
            done = killed_at(home, call, 0, when, *command)
            assert done.returncode == 0, done.stderr
            whole[name, call] = int(done.stdout.rpartition("CALLS ")[2]), contents(home)
        calls, expected = whole[name, call]
        if not calls:
            continue
        home = copied(folder / "home", folder / "killed")
        done = killed_at(home, call, chance.randint(1, calls), when, *command)
        assert was_killed(done), (name, call, done.stderr)
        assert is_readable(home)
        assert contents(home) in (before, expected), (name, call)
        done = annals(home, *then)
        if name == "forget" and contents(home) != expected:  # it was killed before it was written down
            done = annals(home, *command)
        assert done.returncode == 0, (name, call, done.stderr)
        assert contents(home) == expected, (name, call, when)
        assert name != "forget" or not holds(home, WORD), (call, when)
        tried[name, call] += 1
    return tried


def test_a_kill_at_a_call_that_change_a_home(folder: Path) -> None:
    assert _killed(folder, random.Random(2), 1, [("gc", "fsync")]).total() == 1


@pytest.mark.slow
def test_kills_at_calls_that_change_a_home(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    doors = [(name, call) for name in sorted(commands(folder)) for call in CALLS]
    tried = _killed(folder, random.Random(1), how_often(KILLS), doors)
    with capsys.disabled():
        print(f"\n{tried.total()} kills in {time.monotonic() - began:.0f} s: {dict(sorted(tried.items()))}")
    assert tried.total() == how_often(KILLS)


def _conditions(chance: random.Random) -> dict[str, str]:
    return {
        "PYTHONHASHSEED": str(chance.randrange(2**32)),
        "ANNALS_THREADS": chance.choice("1234"),
        "TZ": chance.choice(("UTC", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu", "Pacific/Pago_Pago")),
        "LC_ALL": chance.choice(("C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8", "ar_SA.UTF-8")),
        "POLARS_MAX_THREADS": chance.choice("123"),
    }


def _under_other_conditions(folder: Path, chance: random.Random, count: int) -> int:
    expected = contents(folder / "home")
    names = ("h", "a home", "höme", "50% #1", "x" * 60)
    for number in range(count):
        conditions = _conditions(chance)
        home = folder / f"{chance.choice(names)}{number}"
        done = annals(home, "build", str(folder / "first.json"), **conditions)
        assert done.returncode == 0, (conditions, done.stderr)
        assert contents(home) == expected, conditions
    return count


def test_a_build_under_other_conditions_has_the_same_bytes(folder: Path) -> None:
    assert _under_other_conditions(folder, random.Random(1), 1) == 1


@pytest.mark.slow
def test_builds_under_other_conditions_have_the_same_bytes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    tried = _under_other_conditions(folder, random.Random(2), how_often(CONDITIONS))
    with capsys.disabled():
        print(f"\n{tried} builds under other conditions in {time.monotonic() - began:.0f} s")
    assert tried == how_often(CONDITIONS)


_READER = """
import duckdb, pathlib, sys
looks, seen = 0, set()
while not pathlib.Path(sys.argv[2]).exists() or looks < int(sys.argv[3]):
    with duckdb.connect(sys.argv[1], read_only=True) as c:
        seen.add(c.execute('SELECT count(*) FROM messages').fetchone()[0])
    looks += 1
print(looks, *sorted(seen))
"""


def _read_during_builds(folder: Path, least: int) -> tuple[int, set[int]]:
    """Reads while builds take turns in being published; how many, and how many messages they ever saw."""
    home = copied(folder / "home", folder / "read")
    stop = folder / "stop"
    stop.unlink(missing_ok=True)
    place = str(home / "warehouse" / "kg.duckdb")
    reader = subprocess.Popen(
        [sys.executable, "-c", _READER, place, str(stop), str(least)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, cwd=ROOT,
    )  # fmt: skip
    done = annals(home, "build", str(folder / "later.json"))
    assert done.returncode == 0, done.stderr
    names = [line.split()[0] for line in annals(home, "builds").stdout.splitlines()[2:]]
    deadline = time.monotonic() + least / 50
    while reader.poll() is None and time.monotonic() < deadline:
        for name in names:
            assert annals(home, "publish", name).returncode == 0
        stop.touch()
    out, said = reader.communicate(timeout=max(60.0, least / 20))
    assert reader.returncode == 0, said
    looks, *seen = map(int, out.split())
    return looks, set(seen)


def test_reads_while_builds_are_published_see_one_of_them(folder: Path) -> None:
    looks, seen = _read_during_builds(folder, 50)
    assert looks >= 50
    assert seen <= {len(SAID), len(SAID) + len(LATER)}


@pytest.mark.slow
def test_many_reads_while_builds_are_published(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    looks, seen = _read_during_builds(folder, how_often(READS))
    with capsys.disabled():
        print(f"\n{looks} reads while builds were published, 0 errors, messages seen: {sorted(seen)}")
    assert looks >= how_often(READS)
    assert seen == {len(SAID), len(SAID) + len(LATER)}


def _lines(chance: random.Random) -> Iterator[str]:
    """One text after the other, of kinds that make readers do more than they should."""
    mouth = Mouth(str(chance.random()), None)
    kinds: list[Callable[[], str]] = [
        lambda: "\n".join(mouth.sentences(2_000)),
        lambda: "# h\n" * (MEGABYTE // 4),
        lambda: "a@" * (MEGABYTE // 2),
        lambda: "9" * MEGABYTE,
        lambda: "(" * (MEGABYTE // 2) + ")" * (MEGABYTE // 2),
        lambda: "I live in Oslo. " * (MEGABYTE // 16),
        lambda: "on 3 May 2021 at 5pm, " * (MEGABYTE // 22),
        lambda: "> " * (MEGABYTE // 2),
        lambda: "```\n" * (MEGABYTE // 4),
        lambda: "Aa Bb " * (MEGABYTE // 6),
        lambda: "https://a.b/" + "c/" * (MEGABYTE // 2),
        lambda: "\u0301" * MEGABYTE,
        lambda: "not " * (MEGABYTE // 4),
        lambda: "x" * MEGABYTE,
    ]
    while True:
        text = chance.choice(kinds)()
        yield (text * (MEGABYTE // max(1, len(text)) + 1))[:MEGABYTE]


def _processor_seconds(home: Path, export: Path) -> float:
    """What a build took in all its processes."""
    code = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run([sys.executable, '-m', 'kg_assets.serve.main', 'build', sys.argv[1]], stdout=2)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime)\n"
        "sys.exit(done.returncode)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(export)], cwd=ROOT, capture_output=True, text=True, check=False,
        env=os.environ | {"ANNALS_HOME": str(home), "ANNALS_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def _big_texts(folder: Path, chance: random.Random, count: int) -> list[tuple[float, str]]:
    """Seconds beyond the base of each text in a build of its own, and how the text begins."""
    base = _processor_seconds(folder / "base", folder / "first.json")
    found = []
    for number, text in zip(range(count), _lines(chance), strict=False):
        export = talk(folder / f"big{number}.json", (*SAID, ("2022-08-01", text)), "a")
        seconds = _processor_seconds(folder / f"big{number}", export)
        found.append((seconds - base, text[:12]))
        export.unlink()
    return sorted(found)


def test_a_text_of_a_megabyte_is_read(folder: Path) -> None:
    ((seconds, text),) = _big_texts(folder, random.Random(4), 1)
    assert seconds <= BEYOND_BASE, text


@pytest.mark.slow
def test_texts_of_a_megabyte_are_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = _big_texts(folder, random.Random(5), how_often(TEXTS))
    with capsys.disabled():
        print(f"\n{len(found)} texts of a megabyte, at most {found[-1][0]:.1f} s beyond the base ({found[-1][1]!r})")
    assert found[-1][0] <= BEYOND_BASE, found[-3:]
