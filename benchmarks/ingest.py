"""The stages that take sources in, in multiples of the yardstick Y: the time of merely parsing the export.

    make bench ONLY=ingest                     10 and 100 MB
    python benchmarks/ingest.py 10 100 400     other sizes, in megabytes

Y is the time in which orjson reads the whole file into Python objects without garbage collection, measured in child
processes before, between and after. Each measured run is a process of its own with a home of its own: taking the file
in, split, scan, union, ingest, the account, all contract checks, every file synced. Then one conversation is added.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import require_kept
from kg_assets.engine.stagerun import Given
from kg_assets.house import HOUSE
from kg_assets.sources.stages import STAGES
from kg_assets.store.contents import Content
from kg_assets.store.home import Home
from kg_assets.store.vault import Vault

YARDSTICK = (
    "import gc, orjson, sys, time; gc.disable(); start = time.perf_counter(); "
    "value = orjson.loads(open(sys.argv[1], 'rb').read()); print(time.perf_counter() - start)"
)
NEWS = {
    "conversation_id": "benchmark-news", "title": "News", "update_time": 1700000000.5, "current_node": "benchmark-node",
    "mapping": {"benchmark-node": {"id": "benchmark-node", "parent": None, "children": [], "message": {
        "id": "benchmark-node", "author": {"role": "user"}, "create_time": 1700000000.5,
        "content": {"content_type": "text", "parts": ["One more."]}}}},
}  # fmt: skip
SEED = 7


def yardstick(path: Path) -> float:
    done = subprocess.run([sys.executable, "-c", YARDSTICK, str(path)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def anonymous_megabytes() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("RssAnon"):
            return int(line.split()[1]) // 1024
    return 0


def measure(path: Path, home: Path, threads: int) -> dict[str, Any]:
    """In the child: run the source stages; seconds by stage, processor seconds, and the most anonymous memory."""
    peak, done = [0], threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            peak[0] = max(peak[0], anonymous_megabytes())

    threading.Thread(target=watch, daemon=True).start()
    engine = Engine(Home(home).prepare(), HOUSE, load_config(HOUSE.sections), threads)
    for stage in STAGES:
        engine.code_version(stage)
    started, spent = time.perf_counter(), time.process_time()
    sha256, size = Vault(engine.home).put(path)
    member = {"sha256": sha256, "name": path.name, "adapter": "chatgpt", "export_sha256": sha256, "bytes": size}
    seconds = {"vault": time.perf_counter() - started}
    tables: dict[str, tuple[Content, ...]] = {}
    for stage in STAGES:
        outcome = engine.run(stage, Given(sources=(member,)), {name: tables[name] for name in stage.inputs})
        require_kept(outcome)
        tables.update(outcome.tables)
        seconds[stage.name] = outcome.seconds
    total, processor = time.perf_counter() - started, time.process_time() - spent
    done.set()
    return {"seconds": seconds, "total": total, "processor": processor, "megabytes": peak[0]}


def child(script: str, path: Path, home: Path, threads: int) -> dict[str, Any]:
    """Runs a benchmark's script in a process of its own, and returns what that measured."""
    command = [sys.executable, script, "--measure", str(path), str(home), str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def report(title: str, runs: list[dict[str, Any]], y: float) -> None:
    run = sorted(runs, key=lambda r: r["total"])[len(runs) // 2]
    stages = ", ".join(f"{name} {seconds / y:.2f}" for name, seconds in run["seconds"].items())
    print(f"  {title:34} {run['total'] / y:5.1f} Y   processor {run['processor'] / y:5.1f} Y   {run['megabytes']:4} MB")
    print(f"    {stages}")


def bench(megabytes: int, folder: Path) -> None:
    write_export(CorpusSpec(SEED, target_bytes=megabytes * 1_000_000), folder)
    path, more = folder / "conversations.json", folder / "more.json"
    body = path.read_bytes().rstrip()
    more.write_bytes(body[:-1] + b"," + json.dumps(NEWS).encode() + b"]")
    del body
    ys, whole, news, two = [yardstick(path)], [], [], []
    rounds = 3 if megabytes <= 100 else 1
    for number in range(rounds):
        whole.append(child(__file__, path, folder / f"home-{number}", 1))
        ys.append(yardstick(path))
        news.append(child(__file__, more, folder / f"home-{number}", 1))
        two.append(child(__file__, path, folder / f"home-two-{number}", 2))
        ys.append(yardstick(path))
    y = statistics.median(ys)
    print(
        f"{path.stat().st_size / 1e6:.0f} MB, Y = {y:.3f} s (medians of {rounds}; anonymous memory of the main process)"
    )
    report("everything, one process", whole, y)
    report("one conversation added", news, y)
    report("everything, two worker processes", two, y)


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
