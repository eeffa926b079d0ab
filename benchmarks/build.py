"""The whole build, stage by stage, in one process and in two, and once more with one conversation added.

    make bench ONLY=build                          10 and 100 MB of the invented life and of everyday chats
    python benchmarks/build.py 20 100 --everyday   other sizes, in megabytes, of one corpus (--life is the other)
    python benchmarks/build.py 100 --one           one process only (--two: two workers only)

Each run is a process of its own: the sources are taken in, every stage runs and is checked, the build is sealed and
published. All figures are processor time (of the process and its workers, user and system) in Y: the time in which
orjson parses the same file without garbage collection. Memory is the most anonymous memory of all processes together.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from _everyday import with_one_more, write_everyday
from ingest import SEED, anonymous_megabytes, child

from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import given_of, holding, require_kept, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home

CORPORA = ("life", "everyday")
_YARDSTICK = (
    "import gc, orjson, sys, time; gc.disable(); data = open(sys.argv[1], 'rb').read(); "
    "start = time.process_time(); value = orjson.loads(data); print(time.process_time() - start)"
)
_ROUNDS = 3
_TICKS = os.sysconf("SC_CLK_TCK")


def yardstick(path: Path) -> float:
    """Y of this file in processor seconds: the best of several rounds."""
    command = [sys.executable, "-c", _YARDSTICK, str(path)]
    return min(float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(_ROUNDS))


def _children() -> Iterator[Path]:
    for task in Path("/proc/self/task").iterdir():
        # A thread may end between being seen and being asked.
        with suppress(OSError):
            yield from (Path("/proc", pid) for pid in (task / "children").read_text().split())


def of_workers() -> int:
    """How much anonymous memory the worker processes of this process hold, in megabytes."""
    found = 0
    for process in _children():
        try:
            lines = (process / "status").read_text().splitlines()
        except OSError:
            continue
        found += sum(int(line.split()[1]) // 1024 for line in lines if line.startswith("RssAnon"))
    return found


def processor_seconds() -> float:
    """Processor seconds of this process, of its workers, and of those workers that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    living = [(process / "stat").read_text().rpartition(")")[2].split()[11:13] for process in _children()]
    return (
        time.process_time()
        + (ended.ru_utime + ended.ru_stime)
        + sum(int(user) + int(system) for user, system in living) / _TICKS
    )


def measure(path: Path, home: Path, threads: int) -> dict[str, Any]:
    """Called in a child process: makes the build. Returns the processor seconds and the most anonymous memory of each
    stage, and the wall seconds of the whole build."""
    peaks, done = [0], threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            peaks[-1] = max(peaks[-1], anonymous_megabytes() + of_workers())

    threading.Thread(target=watch, daemon=True).start()
    wall, last = time.perf_counter(), 0.0
    seconds: dict[str, float] = {}
    most: dict[str, int] = {}

    def lap(name: str) -> None:
        nonlocal last
        now = processor_seconds()
        seconds[name], last = now - last, now
        most[name] = peaks[-1]
        peaks.append(0)

    lap("start")
    engine = Engine(Home(home).prepare(), HOUSE, load_config(HOUSE.sections), threads)
    build = request_build(engine, [path], only=True).build
    lap("request")
    with holding(engine, build, "a benchmark"):
        given = given_of(engine, build)
        for stage in engine.house.stages:
            require_kept(engine.run_in_build(build, stage, given))
            lap(stage.name)
    seal_and_publish(engine, build)
    lap("publish")
    done.set()
    return {"seconds": seconds, "wall": time.perf_counter() - wall, "megabytes": most}


def tell(title: str, run: dict[str, Any], y: float) -> None:
    total, megabytes = sum(run["seconds"].values()), run["megabytes"]
    stage, most = max(megabytes.items(), key=lambda entry: entry[1])
    clock = f"{total:.1f} s, {run['wall']:.1f} s on the clock"
    print(f"  {title:34} {total / y:6.1f} Y   {most:4} MB in {stage}   ({clock})")
    print("    " + ", ".join(f"{name} {seconds / y:.2f}" for name, seconds in run["seconds"].items()))
    large = ", ".join(f"{name} {of_stage}" for name, of_stage in megabytes.items() if of_stage > most / 2)
    print(f"    megabytes: {large}", flush=True)


def bench(corpus: str, megabytes: int, ways: list[int], folder: Path) -> None:
    if corpus == "life":
        write_export(CorpusSpec(SEED, target_bytes=megabytes * 1_000_000), folder)
    else:
        write_everyday(SEED, megabytes * 1_000_000, folder)
    path = folder / "conversations.json"
    more = with_one_more(path, folder / "more.json")
    y = yardstick(path)
    print(f"{corpus}, {path.stat().st_size / 1e6:.0f} MB, Y = {y:.3f} s", flush=True)
    for threads in ways:
        how = {1: "one process", 2: "two workers"}[threads]
        tell(f"the whole build, {how}", child(__file__, path, folder / f"home-{threads}", threads), y)
        tell(f"one more conversation, {how}", child(__file__, more, folder / f"home-{threads}", threads), y)


def main() -> int:
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))))
        return 0
    asked = argparse.ArgumentParser()
    asked.add_argument("sizes", nargs="*", type=int, default=[10, 100])
    for option in (*CORPORA, "one", "two"):
        asked.add_argument(f"--{option}", action="store_true")
    options = asked.parse_args()
    for size in options.sizes:
        for corpus in [name for name in CORPORA if getattr(options, name)] or CORPORA:
            with tempfile.TemporaryDirectory() as folder:
                bench(corpus, size, [1] * options.one + [2] * options.two or [1, 2], Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
