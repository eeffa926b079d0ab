"""Builds under other conditions, reads during builds, texts of a megabyte.

A short draw of each runs with every test run; the rest is slow and prints what was tried, and `ANNALS_SOAK_SHARE` says
how much of it. Guards design §5 and §6: nothing lost, nothing half visible, the same bytes.
"""

import base64
import json
import os
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
from tests.conftest import ROOT
from tests.faults.test_store_kills import WORKER
from tests.nursery import Nursery
from tests.soak.doors import (
    LATER,
    SAID,
    Tell,
    contents,
    copied,
    how_often,
    seeded,
    talk,
)
from tests.soak.sentences import Mouth

CONDITIONS, READS, READS_OF_THE_HOUSE, TEXTS = 200, 100_000, 1_000, 200
MEGABYTE = 1_000_000
BEYOND_BASE = 10.0  # seconds of processor time that a text of a megabyte may add to a build
_STARTED = 8  # processes with a seed of hashing and a locale of their own
_READS_AT_ONCE = 5_000  # reads between two lines that tell how far it is


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
    return made


# Builds in one process, which has a seed of hashing and a locale of its own: a line of conditions in, the hashes out.
_BUILDER = """
import contextlib, json, os, shutil, sys, time
from pathlib import Path
from kg_assets.cli.main import main
from tests.soak.doors import contents
for line in sys.stdin:
    asked = json.loads(line)
    os.environ.update(asked["environment"], ANNALS_HOME=asked["home"])
    time.tzset()
    with contextlib.redirect_stdout(sys.stderr):
        code = main(["build", asked["export"]])
    print(json.dumps(contents(Path(asked["home"])) if code == 0 else code), flush=True)
    shutil.rmtree(asked["home"])
"""


def _under_other_conditions(folder: Path, chance: random.Random, count: int) -> Iterator[dict[str, str]]:
    """The conditions of each build, after it came out with the same bytes."""
    expected = contents(folder / "home")
    names = ("h", "a home", "höme", "50% #1", "x" * 60)
    zones = ("UTC", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu", "Pacific/Pago_Pago")
    locales = ("C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8", "ar_SA.UTF-8")
    started = min(count, _STARTED)
    for place in range(started):
        start = {
            "PYTHONHASHSEED": str(chance.randrange(1, 2**32)), "LC_ALL": chance.choice(locales),
            "POLARS_MAX_THREADS": chance.choice("123"),
        }  # fmt: skip
        command = [sys.executable, "-c", _BUILDER]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
            env=os.environ | start,
        ) as builder:  # fmt: skip
            assert builder.stdin is not None
            assert builder.stdout is not None
            for number in range(place, count, started):
                given = {"ANNALS_THREADS": chance.choice("1234"), "TZ": chance.choice(zones)}
                home = f"{chance.choice(names)}{number}"
                asked = {"environment": given, "home": str(folder / home), "export": str(folder / "first.json")}
                builder.stdin.write(json.dumps(asked) + "\n")
                builder.stdin.flush()
                assert json.loads(builder.stdout.readline()) == expected, (start, given, home)
                yield start | given | {"home": home}


@pytest.mark.whole
def test_a_build_under_other_conditions_has_the_same_bytes(folder: Path) -> None:
    assert len(list(_under_other_conditions(folder, random.Random(1), 1))) == 1


@pytest.mark.slow
def test_builds_under_other_conditions_have_the_same_bytes(folder: Path, tell: Tell) -> None:
    count, tried = how_often(CONDITIONS), 0
    for conditions in _under_other_conditions(folder, seeded("conditions"), count):
        tried += 1
        tell(f"{tried} builds under other conditions, last {conditions}")
    assert tried == count


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


@pytest.mark.whole
def test_reads_while_builds_are_published_see_one_of_them(folder: Path, nursery: Nursery) -> None:
    looks, seen = _read_during_builds(folder, nursery, 50)
    assert looks >= 50
    assert seen <= {len(SAID), len(SAID) + len(LATER)}


@pytest.mark.slow
def test_many_reads_while_builds_of_the_house_are_published(folder: Path, nursery: Nursery, tell: Tell) -> None:
    looks, seen = _read_during_builds(folder, nursery, how_often(READS_OF_THE_HOUSE))
    tell(f"{looks} reads while builds of the house were published, 0 errors, messages seen: {sorted(seen)}")
    assert looks >= how_often(READS_OF_THE_HOUSE)
    assert seen == {len(SAID), len(SAID) + len(LATER)}


@pytest.mark.slow
def test_many_reads_while_small_builds_are_published(tmp_path: Path, tell: Tell) -> None:
    """By the same publishing as those of the house, but of one small table, so that it happens far more often."""
    home, wanted, looks = Home(tmp_path / "home").prepare(), how_often(READS), 0
    seen: dict[int, int] = {}
    command = [sys.executable, "-c", WORKER, str(home.root), "0", str(10**9)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as worker:
        while not home.database.exists():
            assert worker.poll() is None, worker.stderr and worker.stderr.read()
        changes, last = 0, None
        while looks < wanted:
            with duckdb.connect(home.database, read_only=True) as connection:
                row = connection.execute("SELECT count(*), count(DISTINCT word_id) FROM kg.words").fetchone()
            assert row is not None
            assert row[0] == row[1]
            changes, last = changes + (row[0] != last), row[0]
            seen[row[0]] = seen.get(row[0], 0) + 1
            looks += 1
            if looks % _READS_AT_ONCE == 0 or looks == wanted:
                tell(f"{looks} reads while builds were published, another one {changes} times, 0 errors: {seen}")
        assert worker.poll() is None, "it published until the end"
        worker.kill()
    assert all((rows - 50) % 200 == 0 for rows in seen)


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


def _big_texts(folder: Path, texts: Iterable[str]) -> Iterator[tuple[float, str]]:
    """Seconds beyond the base of each text in a build of its own, and how the text begins."""
    _processor_seconds(folder / "loading", folder / "first.json")
    base = _processor_seconds(folder / "base", folder / "first.json")
    for number, text in enumerate(texts):
        export = talk(folder / f"big{number}.json", (*SAID, ("2022-08-01", text)), "a")
        yield _processor_seconds(folder / f"big{number}", export) - base, text[:12]
        export.unlink()


@pytest.mark.whole
def test_a_text_of_more_than_is_read_of_a_message_is_no_burden(folder: Path) -> None:
    ((seconds, text),) = _big_texts(folder, ["I don't " * (MEGABYTE // 40)])
    assert seconds <= BEYOND_BASE, text


@pytest.mark.slow
def test_texts_of_a_megabyte_are_read(folder: Path, tell: Tell) -> None:
    found: list[tuple[float, str]] = []
    for one in _big_texts(folder, islice(_texts(seeded("texts")), how_often(TEXTS))):
        found.append(one)
        slowest = ", ".join(f"{seconds:.1f} s {text!r}" for seconds, text in sorted(found)[-5:])
        tell(f"{len(found)} texts of a megabyte; the slowest beyond the base: {slowest}")
    assert max(found)[0] <= BEYOND_BASE, sorted(found)[-3:]
