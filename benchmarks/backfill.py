"""What an edited rule costs: a backfill of stage 5 and of all stages after it, part by part, on a generated export.

    make bench ONLY=backfill                 10 MB
    python benchmarks/backfill.py 10 100     other sizes, in megabytes

A build is made once, without being measured. Then `config/invalidation_rules.yaml` is replaced and the build is redone:
finding out what is stale, each stale stage with its contract checks, sealing, publishing, and the comparison that
`annals diff` prints. Figures are wall and processor seconds, and the latter in multiples of Y: the time of parsing the
export whole with orjson. Beside the parts stands the command `annals backfill --stale` as a person runs it, for which
Python, the configuration and Dagster are loaded anew.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from _yardstick import parsing

from kg_assets.cli.changed_claims import compare_claims
from kg_assets.cli.comparison import compare
from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.checks import check_tables
from kg_assets.engine.freshness import build_states
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import given_of, manifest_of, publish_build, run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.builds import BuildRef
from kg_assets.store.home import Home
from kg_assets.store.sqlrun import session

DEFAULT = ["10"]
RULE_FOR_ALL = """\
version: "1"
rules:
  - subject_entity_type: "*"
    is_functional: true
    invalidation_policy: close_previous_on_newer_state
    why: Measured, not meant.
"""
T = TypeVar("T")


class Clock:
    """Parts of the work with the wall and processor seconds that they took."""

    def __init__(self, y: float) -> None:
        self._y = y
        self.parts: dict[str, tuple[float, float]] = {}

    def time(self, part: str, work: Callable[[], T]) -> T:
        wall, processor = time.perf_counter(), time.process_time()
        done = work()
        self.parts[part] = time.perf_counter() - wall, time.process_time() - processor
        return done

    def total(self, beginning: str) -> tuple[float, float]:
        """The wall and processor seconds of all parts whose names begin with `beginning`."""
        found = [taken for part, taken in self.parts.items() if part.startswith(beginning)]
        return sum(wall for wall, _ in found), sum(processor for _, processor in found)

    def line(self, part: str, taken: tuple[float, float]) -> None:
        wall, processor = taken
        print(f"  {part:<44} {wall:7.3f} s {processor:7.3f} s of a processor {processor / self._y:7.2f} Y")


def edited_rules(folder: Path) -> Path:
    """Makes a folder that shadows `config/` with one rule for every relation: an edit that changes the result of many
    claims."""
    folder.mkdir()
    (folder / "invalidation_rules.yaml").write_text(RULE_FOR_ALL, encoding="utf-8")
    return folder


def checks_alone(engine: Engine, build: str, name: str) -> None:
    """Run the contract checks of a committed stage once more, so that they can be timed alone."""
    stage = engine.house.stage(name)
    outcome = engine.outcome_of(build, stage)
    assert outcome is not None
    tables = {**engine.inputs_of(build, stage), **outcome.tables}
    files = {table: [engine.contents.path(content) for content in contents] for table, contents in tables.items()}
    with session(engine.threads, engine.config.section("store").memory_limit, engine.home.tmp) as connection:
        check_tables(connection, stage.tables, files)


def redo(engine: Engine, build: str, clock: Clock) -> list[str]:
    """Do the backfill without Dagster, part by part; returns the names of the stages that ran."""
    states = clock.time("finding what is stale", lambda: build_states(engine, build))
    due = [state.stage for state in states if state.state != "fresh"]
    given = clock.time("reading the request", lambda: given_of(engine, build))
    for name in due:
        stage = engine.house.stage(name)
        clock.time(f"stage {name}, checked", lambda stage=stage: engine.run_in_build(build, stage, given))
    clock.time("sealing", lambda: engine.builds.seal(manifest_of(engine, build)))
    clock.time("publishing", lambda: publish_build(engine, engine.builds.load(BuildRef(build, 2))))
    return due


def bench(megabytes: int, folder: Path) -> None:
    write_export(CorpusSpec(seed=7, target_bytes=megabytes * 1_000_000), folder / "export")
    path = folder / "export" / "conversations.json"
    engine = Engine(Home(folder / "home").prepare(), HOUSE, load_config(HOUSE.sections), 2)
    build = request_build(engine, [path]).build
    run_build(engine, build)
    seal_and_publish(engine, build)
    shutil.copytree(folder / "home", folder / "evening")
    own = edited_rules(folder / "own")
    _, y = parsing([path])
    clock = Clock(y)
    edited = Engine(engine.home, HOUSE, load_config(HOUSE.sections, own), 2, own)
    due = redo(edited, build, clock)
    a, b = (edited.builds.load(BuildRef(build, generation)) for generation in (1, 2))
    differences = clock.time("diff: tables", lambda: compare(edited, a, b))
    claims = clock.time("diff: claims", lambda: compare_claims(edited, a, b, most=None))
    changed = sum(number for _, number in claims.counts) if claims else 0
    claimed = a.tables["kg.assertions"].rows
    print(f"{path.stat().st_size / 1e6:.0f} MB, {claimed} claims, {changed} changed, Y = {y:.3f} s")
    clock.time("its contract checks", lambda: checks_alone(edited, build, "temporalize"))
    for part, taken in clock.parts.items():
        clock.line(part, taken)
    clock.line(f"the {len(due)} stages together", clock.total("stage "))
    print(f"  {sum(d.note == 'same files' for d in differences)} of {len(differences)} tables kept their files")
    clock.line("annals backfill --stale, as a command", as_command(folder, own))


def as_command(folder: Path, own: Path) -> tuple[float, float]:
    """Run the backfill as a person does, by `annals backfill --stale`, on the home as it was before; returns
    wall and processor seconds."""
    shutil.rmtree(folder / "home")
    (folder / "evening").rename(folder / "home")
    environment = os.environ | {"ANNALS_HOME": str(folder / "home"), "ANNALS_CONFIG": str(own), "ANNALS_THREADS": "2"}
    command = [sys.executable, "-m", "kg_assets.cli.main", "backfill", "--stale"]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - started, processor


def main() -> int:
    for size in sys.argv[1:] or DEFAULT:
        with tempfile.TemporaryDirectory() as folder:
            bench(int(size), Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
