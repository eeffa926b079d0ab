"""Commands that are killed at the calls by which they change a home: what is killed, over which homes, what must hold.

A trial copies a home to a place where its published file reads that place and no other, kills the command in it
several times in a row, and lets it end. Written once as they are, the files of tables are linked, not copied: whoever
kills asks in the end whether those of the first home are still the same.
"""

import os
import random
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kg_assets.core.hashing import sha256_hex
from kg_assets.report.settings import FILE as REPORT
from kg_assets.store.builds import Builds
from kg_assets.store.files import TEMPORARY_PREFIX
from kg_assets.store.home import Home
from kg_assets.store.publish import current, settle_here
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import DECISIONS, open_ledger, registered, unfinished_forgettings
from tests.nursery import CALLS, Ended, Nursery
from tests.soak.doors import LATER, SAID, WORD, contents, is_readable, talk

_MOST_IN_A_ROW = 6  # kills of one command before it is let end
_MOST_LIVES = 10  # homes, beside one for each kill, that are tried
_OTHER_CODE = "1" * 64


class Command(NamedTuple):
    """What is killed, and what of its outcome nothing else that is looked at shows."""

    line: tuple[str, ...]
    environment: Mapping[str, str] = {}
    leaves: Callable[[Path], object] = lambda home: None
    wherever: Path | None = None  # what it makes outside of the home


class World:
    """A home that is copied for each trial, and the commands that are given in it."""

    def __init__(self, name: str, folder: Path, nursery: Nursery, commands: Callable[["World"], dict[str, Command]]):
        self.name, self.folder, self.nursery = name, folder, nursery
        self.home, self._state = folder / "home", folder / "state"
        self._seen: set[str] = set()
        self._wholes: dict[str, Whole] = {}
        self.commands = commands(self)
        settle_here(Home(self.home))
        self.home.rename(self._state)
        self._first = _hashes(self._state)

    def given(self, *line: str, **how: Any) -> Ended:
        return self.nursery.run(self.home, *line, **how)

    def renew(self) -> Path:
        """The home as it was before anything was killed in it."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self._state, self.home, symlinks=True, copy_function=_linked_or_copied)
        return self.home

    def is_untouched(self) -> bool:
        """Whether no trial has reached the home that all are copies of."""
        return _hashes(self._state) == self._first

    def is_readable(self) -> bool:
        """Whether each view of the published build answers, if one is; the same files are asked once."""
        if not Home(self.home).database.exists():
            return True
        files = sorted((str(p), p.stat().st_size) for p in (self.home / "warehouse" / "store").rglob("*.*"))
        seen = sha256_hex(repr(files).encode() + Home(self.home).database.read_bytes())
        if seen not in self._seen:
            if not is_readable(self.home):
                return False
            self._seen.add(seen)
        return True

    def whole(self, name: str) -> "Whole":
        """What the command leaves behind where nobody kills it."""
        if name not in self._wholes:
            self.renew()
            command = self.commands[name]
            done = self.given(*command.line, **command.environment)
            assert done.returncode == 0, (name, done.stderr)
            self._wholes[name] = Whole(shown(self.home), left(self.home, command), done.calls)
            _clear(command)
        return self._wholes[name]

    def doors(self) -> Iterator[tuple[str, str]]:
        """Each command with each kind of call that it makes."""
        for name in self.commands:
            yield from ((name, call) for call in sorted(CALLS) if self.whole(name).calls[call])


class Whole(NamedTuple):
    """What a command leaves behind, and how many calls of each kind it makes."""

    tables: dict[str, list[str]]
    left: object
    calls: dict[str, int]


def kill(world: World, door: tuple[str, str], chance: random.Random, count: int) -> int:
    """Kill a command so many times at calls of one kind; how often it was killed, where it makes fewer calls."""
    (name, call), killed = door, 0
    command, whole = world.commands[name], world.whole(name)
    for _ in range(_MOST_LIVES + count):
        if killed == count:
            break
        home = world.renew()
        before, said = shown(home), _ledger(home)
        for _ in range(min(_MOST_IN_A_ROW, count - killed)):
            # Early calls let it be killed again and again, late ones are reached in one go.
            most = max(1, whole.calls[call] // chance.choice((1, 1, 4)))
            at, when = chance.randint(1, most), chance.choice(("before", "after"))
            done = world.given(*_next(home, command), call=call, at=at, when=when, **command.environment)
            place = (world.name, door, at, when)
            assert world.is_readable(), place
            assert shown(home) in (before, whole.tables), place
            assert _is_kept(said, home), place
            if not done.was_killed:
                assert done.returncode == 0, (place, done.stderr)
                break
            killed += 1
        _end(world, command, whole, door)
    return killed


def _end(world: World, command: Command, whole: Whole, door: tuple[str, str]) -> None:
    """Give the command until it ends by itself; then all is as if nobody had killed it."""
    done = world.given(*_next(world.home, command), **command.environment)
    assert done.returncode == 0, (world.name, door, done.stderr)
    assert shown(world.home) == whole.tables, (world.name, door)
    assert left(world.home, command) == whole.left, (world.name, door)
    assert world.is_readable(), (world.name, door)
    _clear(command)


def _next(home: Path, command: Command) -> tuple[str, ...]:
    """What a person gives after a kill: the command again, or what ends a forgetting that was begun."""
    return ("forget", "--resume") if unfinished_forgettings(open_ledger(Home(home))) else command.line


def shown(home: Path) -> dict[str, list[str]]:
    """The hashes of the published tables; none where nothing is published, and then no reader finds a file."""
    if current(Home(home)) is not None:
        return contents(home)
    assert not Home(home).database.exists()
    return {}


def left(home: Path, command: Command) -> object:
    """What a command made: decisions, report, what it wrote elsewhere, and what it leaves besides."""
    report, out = home / REPORT, command.wherever
    return (
        decided(home),
        sha256_hex(report.read_bytes()) if report.exists() else None,
        _hashes(out) if out else None,
        command.leaves(home),
    )


def decided(home: Path) -> list[str]:
    """The person's decisions, each once: who decides again after a kill decides the same."""
    bodies = {
        (entry.kind, repr(sorted((k, v) for k, v in entry.body.items() if k != "position")))
        for entry in open_ledger(Home(home)).entries(DECISIONS)
    }
    return sorted(map(repr, bodies))


def _ledger(home: Path) -> bytes:
    return open_ledger(Home(home)).path.read_bytes()


def _is_kept(said: bytes, home: Path) -> bool:
    """Whether each line of the ledger stands as it stood; a forgetting may have erased what one names, not the line."""
    open_ledger(Home(home)).entries()
    return _ledger(home).startswith(said)


def holding(home: Path) -> list[Path]:
    """Files that hold the word that is forgotten."""
    return [path for path in sorted(home.rglob("*")) if path.is_file() and WORD.encode() in path.read_bytes()]


def stored(home: Path) -> list[str]:
    """What lies in the store, of which builds, without what kills left unfinished: a sweep removes that."""
    return [name for name in swept(home) if TEMPORARY_PREFIX not in name]


def swept(home: Path) -> list[str]:
    """All that lies in the store."""
    found = [path for name in ("store", "results", "builds") for path in (home / "warehouse" / name).rglob("*")]
    return sorted(str(path.relative_to(home)) for path in found if path.is_file())


def _hashes(root: Path) -> dict[str, str]:
    files = [root] if root.is_file() else sorted(path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): sha256_hex(path.read_bytes()) for path in files}


def _clear(command: Command) -> None:
    if command.wherever is not None and command.wherever.is_dir():
        shutil.rmtree(command.wherever)
    elif command.wherever is not None:
        command.wherever.unlink(missing_ok=True)


def _linked_or_copied(source: str, target: str) -> None:
    if re.search(r"/warehouse/store/.*/[0-9a-f]+\.", source):
        os.link(source, target)
    else:
        shutil.copy2(source, target)


def small_world(folder: Path, nursery: Nursery) -> World:
    """Three builds of a small house, and what kills leave behind for `annals gc`: contents to which nothing points."""
    exports = [
        talk(folder / "first.json", SAID, "a"),
        talk(folder / "second.json", (("2022-08-01", "I like tea."),), "b"),
        talk(folder / "third.json", (("2022-09-02", "I planted leeks."),), "c"),
    ]
    for export in exports:
        done = nursery.run(folder / "home", "build", str(export))
        assert done.returncode == 0, done.stderr
    for number, content in enumerate(sorted((folder / "home" / "warehouse" / "store").rglob("*.parquet"))[:20]):
        shutil.copy(content, content.with_name(f"{number:012x}.parquet"))
    return World("small", folder, nursery, _of_the_small_house)


def _of_the_small_house(world: World) -> dict[str, Command]:
    home = Home(world.home)
    oldest, *_ = sorted(Builds(home).sealed(), key=lambda ref: Builds(home).load(ref).as_of or "")
    source = registered(open_ledger(home))[-1].export_sha256
    later = talk(world.folder / "later.json", LATER, "d")
    return {
        "build": Command(("build", str(later))),
        "forget": Command(("forget", "pattern", WORD, "--yes"), leaves=holding),
        "gc": Command(("gc",), leaves=swept),
        "publish": Command(("publish", str(oldest))),
        "publish --latest": Command(("publish", "--latest")),
        "publish --none": Command(("publish", "--none")),
        "backfill": Command(("backfill", "--stale"), {"ANNALS_TEST_CODE": _OTHER_CODE}, stored),
        "sources --remove": Command(("sources", "--remove", source, "--yes")),
        "tell --build": Command(("tell", "I live in Oslo.", "--at", "2023-07-08", "--build")),
    }


def whole_world(folder: Path, nursery: Nursery) -> World:
    """One build of the whole house, for commands that decide about it, read it or take it elsewhere."""
    said = (*SAID, ("2022-08-01", f"{WORD} works at Nordvik. I like tea. My sister Ana lives in Porto."))
    done = nursery.run(folder / "home", "build", str(talk(folder / "first.json", said, "a")))
    assert done.returncode == 0, done.stderr
    return World("whole", folder, nursery, _of_the_whole_house)


def _of_the_whole_house(world: World) -> dict[str, Command]:
    with opened(Home(world.home)) as warehouse:
        rows = select(warehouse.connection, "SELECT assertion_id FROM kg.assertions ORDER BY 1").fetchall()
    claim, other = rows[0][0], rows[1][0]
    out = world.folder / "out"
    exports = {
        f"export {kind}": Command(("export", kind, "--out", str(out), "--force"), wherever=out)
        for kind in ("gexf", "graphml", "neo4j", "jsonld", "notes")
    }
    return exports | {
        "report": Command(("report",)),
        "confirm": Command(("confirm", claim)),
        "reject": Command(("reject", other)),
        "correct": Command(("correct", claim, "--object", "Leeds")),
        "private": Command(("private", WORD)),
        "review merge": Command(("review", "merge", "Ana", WORD)),
        "review relations silence": Command(("review", "relations", "silence", "tea")),
        "tell": Command(("tell", "I live in Oslo.", "--at", "2023-07-08")),
        "nightly": Command(("nightly",)),
        "doctor": Command(("doctor",)),
        "digest": Command(("digest",)),
        "query --out": Command(("query", "SELECT 1 AS x", "--format", "csv", "--out", str(out)), wherever=out),
    }
