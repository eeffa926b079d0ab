"""Kills at every call that changes a home, builds under other conditions, reads during builds, texts of a megabyte.

A short draw of each runs with every test run; the rest is slow and prints what was tried, and `ANNALS_SOAK_SHARE` says
how much of it. Guards design §5 and §6: nothing lost, nothing half visible, the same bytes.
"""

import base64
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, repeat
from pathlib import Path

import duckdb
import pytest

from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import make_build
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger, unfinished_forgettings
from tests.conftest import ROOT
from tests.nursery import CALLS, Nursery
from tests.soak.doors import LATER, SAID, WORD, contents, copied, how_often, is_readable, made, talk
from tests.soak.sentences import Mouth

KILLS, CONDITIONS, READS, TEXTS = 1_000, 200, 100_000, 200
MEGABYTE = 1_000_000
BEYOND_BASE = 10.0  # seconds of processor time that a text of a megabyte may add to a build
_STARTED = 8  # processes with a seed of hashing and a locale of their own
_MOST_IN_A_ROW = 40  # kills of one command before it is let end


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    made = Nursery(ANNALS_THREADS="1")
    yield made
    made.end()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Path:
    made = tmp_path_factory.mktemp("doors")
    done = nursery.run(made / "home", "build", str(talk(made / "first.json", SAID, "a")))
    assert done.returncode == 0, done.stderr
    talk(made / "later.json", LATER, "b")
    # What kills leave behind, for `annals gc` to remove: contents to which nothing points.
    for number, content in enumerate(sorted((made / "home" / "warehouse" / "store").rglob("*.parquet"))[:20]):
        shutil.copy(content, content.with_name(f"{number:012x}.parquet"))
    return made


def commands(folder: Path) -> dict[str, list[str]]:
    """What is killed. It is given again until it ends, as a person would."""
    return {
        "build": ["build", str(folder / "later.json")],
        "forget": ["forget", "pattern", WORD, "--yes"],
        "gc": ["gc"],
        "publish": ["publish", "--latest"],
        "report": ["report"],
    }


def _next(home: Path, command: list[str]) -> list[str]:
    """What a person gives after a kill: the command again, or what ends a forgetting that was begun."""
    return ["forget", "--resume"] if unfinished_forgettings(open_ledger(Home(home))) else command


def holds(root: Path, word: str) -> list[Path]:
    return [path for path in sorted(root.rglob("*")) if path.is_file() and word.encode() in path.read_bytes()]


def _killed(
    folder: Path, nursery: Nursery, chance: random.Random, count: int, door: tuple[str, str]
) -> int:  # fmt: skip
    """Kill a command so many times at calls of one kind, several times in a row; how many it were."""
    name, call = door
    command = commands(folder)[name]
    before, home = contents(folder / "home"), copied(folder / "home", folder / "whole")
    whole = nursery.run(home, *command, call=call)
    assert whole.returncode == 0, whole.stderr
    expected, product = contents(home), made(home)
    killed = 0
    while whole.calls and killed < count:
        home = copied(folder / "home", folder / "killed")
        done = None
        for _ in range(min(_MOST_IN_A_ROW, count - killed)):
            at, when = chance.randint(1, max(1, whole.calls // 4)), chance.choice(("before", "after"))
            done = nursery.run(home, *_next(home, command), call=call, at=at, when=when)
            assert is_readable(home)
            assert contents(home) in (before, expected), (door, when)
            if not done.was_killed:
                break
            killed += 1
        if done is None or done.was_killed:
            done = nursery.run(home, *_next(home, command))
        assert done.returncode == 0, (door, done.stderr)
        assert contents(home) == expected, door
        assert made(home) == product, door
        assert name != "forget" or not holds(home, WORD), door
    return killed


@pytest.mark.parametrize("door", [("gc", "unlink"), ("publish", "rename")])
def test_a_command_that_is_killed_again_and_again_ends_as_if_it_had_not_been(
    folder: Path, nursery: Nursery, door: tuple[str, str]
) -> None:
    assert _killed(folder, nursery, random.Random(2), 3, door) == 3


@pytest.mark.slow
def test_kills_at_calls_that_change_a_home(
    folder: Path, nursery: Nursery, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    began, chance = time.monotonic(), random.Random(1)
    doors = [(name, call) for name in sorted(commands(folder)) for call in sorted(CALLS)]
    each = -(-how_often(KILLS) // len(doors))
    tried = {door: _killed(folder, nursery, chance, each, door) for door in doors}
    with capsys.disabled():
        print(f"\n{sum(tried.values())} kills in {time.monotonic() - began:.0f} s: {tried}")
    assert all(killed == each for killed in tried.values() if killed), "a command that makes no such call has none"


def _conditions(chance: random.Random) -> dict[str, str]:
    return {
        "ANNALS_THREADS": chance.choice("1234"),
        "TZ": chance.choice(("UTC", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu", "Pacific/Pago_Pago")),
        "POLARS_MAX_THREADS": chance.choice("123"),
    }


def _under_other_conditions(folder: Path, chance: random.Random, count: int) -> int:
    expected = contents(folder / "home")
    names = ("h", "a home", "höme", "50% #1", "x" * 60)
    started = min(count, _STARTED)
    for place in range(started):
        locale = chance.choice(("C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8", "ar_SA.UTF-8"))
        start = {"PYTHONHASHSEED": str(chance.randrange(1, 2**32)), "LC_ALL": locale}
        nursery = Nursery(**start)
        for number in range(place, count, started):
            conditions = _conditions(chance)
            home = folder / f"{chance.choice(names)}{number}"
            done = nursery.run(home, "build", str(folder / "first.json"), **conditions)
            assert done.returncode == 0, (start, conditions, done.stderr)
            assert contents(home) == expected, (start, conditions)
            shutil.rmtree(home)
        nursery.end()
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


def _read_during_builds(folder: Path, nursery: Nursery, least: int) -> tuple[int, set[int]]:
    """Reads while builds take turns in being published; how many, and how many messages they ever saw."""
    home = copied(folder / "home", folder / "read")
    stop = folder / "stop"
    stop.unlink(missing_ok=True)
    place = str(home / "warehouse" / "kg.duckdb")
    reader = subprocess.Popen(
        [sys.executable, "-c", _READER, place, str(stop), str(least)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, cwd=ROOT,
    )  # fmt: skip
    done = nursery.run(home, "build", str(folder / "later.json"))
    assert done.returncode == 0, done.stderr
    names = [line.split()[0] for line in nursery.run(home, "builds").stdout.splitlines()[2:]]
    while reader.poll() is None:
        for name in names:
            done = nursery.run(home, "publish", name)
            assert done.returncode == 0, done.stderr
        stop.touch()
    out, said = reader.communicate()
    assert reader.returncode == 0, said
    looks, *seen = map(int, out.split())
    return looks, set(seen)


def test_reads_while_builds_are_published_see_one_of_them(folder: Path, nursery: Nursery) -> None:
    looks, seen = _read_during_builds(folder, nursery, 50)
    assert looks >= 50
    assert seen <= {len(SAID), len(SAID) + len(LATER)}


@pytest.mark.slow
def test_many_reads_while_builds_are_published(
    folder: Path, nursery: Nursery, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    looks, seen = _read_during_builds(folder, nursery, how_often(READS))
    with capsys.disabled():
        print(f"\n{looks} reads while builds were published, 0 errors, messages seen: {sorted(seen)}")
    assert looks >= how_often(READS)
    assert seen == {len(SAID), len(SAID) + len(LATER)}


# What makes readers do more than they should, and what people really paste.
_REPEATED = (
    "# h\n", "a@", "9", "I live in Oslo. ", "on 3 May 2021 at 5pm, ", "> ", "```\n", "Aa Bb ", "c/", "\u0301",
    "not ", "x", "I ", "I don't ", "I think that ", "because I ", "- I live in Oslo\n",
    'He said "I live in Oslo" ', "and ", "a, b, ", "10:30 ", "@a ", "#a ", "a.b@c.de, ", "+47 22 33 44 55 ",
    "| a | b | 12 |\n", "a\tb\n", "\U0001f600", "\u200d", "[a](b) ",
    "\u6211\u4f4f\u5728\u5965\u65af\u9646\u3002", "\u05d0\u05e0\u05d9 \u05d2\u05e8. ", "\u0130\u00df\ufb01 ",
    "five hundred ", "my friend's ", "https://a.b/c ", "monday ", "2021 ", "`a` ", "**", '"a ', "\x00a", " ",
    "\n", ".", ",", "'",
)  # fmt: skip


def _texts(chance: random.Random) -> Iterator[str]:
    """One text of a megabyte after the other: each kind once, then drawn ones."""
    mouth = Mouth(str(chance.random()), None)
    made: list[Callable[[], str]] = [
        lambda: " ".join(mouth.sentences(2_000)),
        lambda: "\n".join(mouth.sentences(2_000)),
        lambda: "(" * (MEGABYTE // 2) + ")" * (MEGABYTE // 2),
        lambda: "https://a.b/" + "c/" * (MEGABYTE // 2),
        lambda: base64.b64encode(chance.randbytes(MEGABYTE)).decode(),
        lambda: json.dumps([{"id": n, "name": f"Ana {n}", "at": "2021-05-03T10:00:00Z"} for n in range(20_000)]),
        lambda: "".join(chance.choice(_REPEATED) for _ in range(1_000)),
        lambda: chance.choice(_REPEATED) + chance.choice(_REPEATED),
    ]
    fixed = [*_REPEATED, *(one() for one in made)]
    chance.shuffle(fixed)
    for text in chain(fixed, (chance.choice(made)() for _ in repeat(None))):
        yield (text * (MEGABYTE // len(text) + 1))[:MEGABYTE]


def _processor_seconds(home: Path, export: Path) -> float:
    """What a build took in this process, in which all is loaded; no message may be a fault."""
    engine = Engine(Home(home).prepare(), HOUSE, load_config(HOUSE.sections, None))
    began = time.process_time()
    make_build(engine, request_build(engine, [export]).build)
    taken = time.process_time() - began
    with duckdb.connect(engine.home.database, read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM stage_faults").fetchone() == (0,)
    shutil.rmtree(home)
    return taken


def _big_texts(folder: Path, texts: Iterable[str]) -> list[tuple[float, str]]:
    """Seconds beyond the base of each text in a build of its own, and how the text begins."""
    _processor_seconds(folder / "loading", folder / "first.json")
    base = _processor_seconds(folder / "base", folder / "first.json")
    found = []
    for number, text in enumerate(texts):
        export = talk(folder / f"big{number}.json", (*SAID, ("2022-08-01", text)), "a")
        found.append((_processor_seconds(folder / f"big{number}", export) - base, text[:12]))
        export.unlink()
    return sorted(found)


def test_a_text_of_more_than_is_read_of_a_message_is_no_burden(folder: Path) -> None:
    ((seconds, text),) = _big_texts(folder, ["I don't " * (MEGABYTE // 40)])
    assert seconds <= BEYOND_BASE, text


@pytest.mark.slow
def test_texts_of_a_megabyte_are_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = _big_texts(folder, islice(_texts(random.Random(5)), how_often(TEXTS)))
    with capsys.disabled():
        slowest = ", ".join(f"{seconds:.1f} s {text!r}" for seconds, text in found[-5:])
        print(f"\n{len(found)} texts of a megabyte; the slowest beyond the base: {slowest}")
    assert found[-1][0] <= BEYOND_BASE, found[-3:]
