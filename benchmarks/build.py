"""The whole build, stage by stage, against the yardstick Y (see `ingest.py`): in one process and in two.

    make bench ONLY=build                      10 and 100 MB
    python benchmarks/build.py 10 100 400      other sizes, in megabytes

Each run is a process of its own with a home of its own: the sources are taken in, every stage runs and is checked, the
build is sealed and published. Memory is the most anonymous memory of the process and of all its workers together.
"""

import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from ingest import SEED, anonymous_megabytes, child, report, yardstick

from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.house import HOUSE
from kg_assets.requests.asking import request_build
from kg_assets.store.home import Home
from kg_assets.store.runner import Engine
from kg_assets.store.session import run_build, seal_and_publish


def of_workers() -> int:
    """Anonymous memory of the processes that this one has started, in megabytes."""
    found = 0
    for children in Path("/proc/self/task").glob("*/children"):
        for pid in children.read_text().split():
            try:
                lines = Path("/proc", pid, "status").read_text().splitlines()
            except OSError:
                continue
            found += sum(int(line.split()[1]) // 1024 for line in lines if line.startswith("RssAnon"))
    return found


def measure(path: Path, home: Path, threads: int) -> dict[str, Any]:
    """In the child: the build; seconds by stage, processor seconds, and the most anonymous memory."""
    peak, done = [0], threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            peak[0] = max(peak[0], anonymous_megabytes() + of_workers())

    threading.Thread(target=watch, daemon=True).start()
    engine = Engine(Home(home).prepare(), HOUSE, load_config(HOUSE.sections), threads)
    started, spent = time.perf_counter(), time.process_time()
    build = request_build(engine, [path]).build
    outcomes = run_build(engine, build)
    seconds = {name: outcome.seconds for name, outcome in outcomes.items()}
    sealing = time.perf_counter()
    seal_and_publish(engine, build)
    seconds["publish"] = time.perf_counter() - sealing
    done.set()
    total, processor = time.perf_counter() - started, time.process_time() - spent
    return {"seconds": seconds, "total": total, "processor": processor, "megabytes": peak[0]}


def bench(megabytes: int, folder: Path) -> None:
    write_export(CorpusSpec(SEED, target_bytes=megabytes * 1_000_000), folder)
    path = folder / "conversations.json"
    before = yardstick(path)
    one = child(__file__, path, folder / "home-one", 1)
    between = yardstick(path)
    two = child(__file__, path, folder / "home-two", 2)
    y = sorted((before, between, yardstick(path)))[1]
    print(f"{path.stat().st_size / 1e6:.0f} MB, Y = {y:.3f} s")
    report("the whole build, one process", [one], y)
    report("the whole build, two workers", [two], y)


def main() -> int:
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))))
        return 0
    for size in sys.argv[1:] or ["10", "100"]:
        with tempfile.TemporaryDirectory() as folder:
            bench(int(size), Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
