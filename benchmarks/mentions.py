"""All regex detectors and times together over chat text: one process, two processes, and where the time goes.

    make bench ONLY=mentions                 26 MB of text
    python benchmarks/mentions.py 52         another size, in megabytes of text

The text is that of an invented export, in batches of messages as the stage reads them. Speeds are megabytes of UTF-8
text per second of wall time in one run; a naive pass of one regular expression per detector stands beside them.
"""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from kg_assets.corpus.generator import CorpusSpec, generate
from kg_assets.mentions.detect.candidate import DetectSettings
from kg_assets.mentions.detect.engine import DetectEngine
from kg_assets.mentions.times.engine import TimeEngine
from kg_assets.mentions.times.model import TimeSettings

TOGETHER = 2048
ANCHOR = "2025-03-14T09:26:53.000Z"
NAIVE = [
    re.compile(p, re.ASCII)
    for p in (
        r"\b[\w.+-]+@[\w-]+\.[\w.]+\b", r"\bhttps?://\S+", r"\b\d{1,3}(?:\.\d{1,3}){3}\b", r"\+\d[\d ()-]{6,}\d",
        r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", r"(?:/[\w.-]+){2,}", r"#\w+", r"@\w+",
        r"\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b", r"\b10\.\d{4,}/\S+", r"\b\d{4}-\d{2}-\d{2}\b",
        r"\b(?:yesterday|today|tomorrow|(?:last|next) \w+|\d+ (?:days?|weeks?|months?|years?) ago)\b",
    )
]  # fmt: skip


def texts(megabytes: float, seed: int) -> Iterator[str]:
    """Message texts of an invented export until there is enough."""
    left = megabytes * 1_000_000
    for conversation in generate(CorpusSpec(seed, target_bytes=int(megabytes * 2_200_000))):
        for node in conversation["mapping"].values():
            message = node.get("message") or {}
            parts = (message.get("content") or {}).get("parts") or []
            for part in parts:
                if isinstance(part, str) and part and left > 0:
                    left -= len(part.encode())
                    yield part


def megabytes_of(messages: list[str]) -> float:
    return sum(len(m.encode()) for m in messages) / 1e6


def anonymous_megabytes() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("RssAnon"):
            return int(line.split()[1]) // 1024
    return 0


def run(path: Path) -> dict[str, float]:
    """In the child: read messages line by line, detect in batches; seconds by engine."""
    detectors, times = DetectEngine(DetectSettings()), TimeEngine(TimeSettings())
    detectors.find("warm@example.org on 2024-01-01")
    times.find("yesterday", ANCHOR, True)
    peak, done = [0], threading.Event()

    def watch() -> None:
        while not done.wait(0.05):
            peak[0] = max(peak[0], anonymous_megabytes())

    threading.Thread(target=watch, daemon=True).start()
    seconds = {"detectors": 0.0, "times": 0.0}
    found = {"candidates": 0, "times": 0}
    with path.open(encoding="utf-8") as lines:
        while batch := [json.loads(line) for _, line in zip(range(TOGETHER), lines, strict=False)]:
            started = time.perf_counter()
            found["candidates"] += sum(map(len, detectors.find_batch(batch)))
            between = time.perf_counter()
            found["times"] += sum(map(len, times.find_batch(batch, [ANCHOR] * len(batch), [True] * len(batch))))
            seconds["detectors"] += between - started
            seconds["times"] += time.perf_counter() - between
    done.set()
    return {**seconds, **{f"found_{k}": v for k, v in found.items()}, "megabytes": peak[0]}


def children(paths: list[Path]) -> tuple[float, list[dict[str, float]]]:
    """Wall time of the slowest child's work, all children at once, and the times of each child."""
    command = [sys.executable, __file__, "--run"]
    running = [subprocess.Popen([*command, str(p)], stdout=subprocess.PIPE, text=True) for p in paths]
    results = [json.loads(child.communicate()[0]) for child in running]
    return max(r["detectors"] + r["times"] for r in results), results


def bench(megabytes: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        messages = list(texts(megabytes, 11))
        size = megabytes_of(messages)
        half = len(messages) // 2
        paths = [Path(folder) / name for name in ("all", "first", "second", "small")]
        for path, part in zip(paths, (messages, messages[:half], messages[half:], messages[: half // 4]), strict=True):
            path.write_text("".join(json.dumps(m) + "\n" for m in part), encoding="utf-8")
        sample = messages[:: max(1, len(messages) // 2000)]
        started = time.perf_counter()
        naive = sum(len(p.findall(text)) for text in sample for p in NAIVE)
        naive_speed = megabytes_of(sample) / (time.perf_counter() - started)
        one, (alone,) = children(paths[:1])
        two, _ = children(paths[1:3])
        _, (small,) = children(paths[3:])
    print(f"{size:.1f} MB of text, {len(messages)} messages")
    print(f"  candidates {alone['found_candidates']:.0f}, times {alone['found_times']:.0f}")
    print(f"  one process              {size / one:6.1f} MB/s   {alone['megabytes']:.0f} MB of memory")
    print(f"    detectors alone        {size / alone['detectors']:6.1f} MB/s")
    print(f"    times alone            {size / alone['times']:6.1f} MB/s")
    print(f"  two processes            {size / two:6.1f} MB/s   {one / two:.2f} times one")
    print(f"  memory at an eighth of the text: {small['megabytes']:.0f} MB")
    print(f"  {len(NAIVE)} naive patterns, one by one {naive_speed:6.1f} MB/s   ({naive} hits in a sample)")


def main() -> int:
    if sys.argv[1:2] == ["--run"]:
        print(json.dumps(run(Path(sys.argv[2]))))
        return 0
    bench(float(sys.argv[1]) if len(sys.argv) > 1 else 26.0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
