"""The yardstick Y: the time in which orjson parses 100 MB of an invented export, without garbage collection."""

import gc
import time
from collections.abc import Sequence
from pathlib import Path

import orjson

from kg_assets.corpus.generator import CorpusSpec, write_export

_MEGABYTES = 25
_ROUNDS = 5
_SEED = 7


def parsing(files: Sequence[Path]) -> tuple[float, float]:
    """Wall and processor seconds in which the files are parsed: the best of several rounds."""
    rounds = []
    gc.disable()
    for _ in range(_ROUNDS):
        wall, processor = time.perf_counter(), time.process_time()
        for file in files:
            orjson.loads(file.read_bytes())
        rounds.append((time.perf_counter() - wall, time.process_time() - processor))
        gc.collect()
    gc.enable()
    return min(wall for wall, _ in rounds), min(processor for _, processor in rounds)


def yardstick(folder: Path) -> tuple[float, float]:
    """Y in wall and processor seconds, measured on a smaller export made in the folder and carried over."""
    write_export(CorpusSpec(_SEED, target_bytes=_MEGABYTES * 1_000_000), folder)
    files = sorted(folder.glob("conversations*.json"))
    share = 100e6 / sum(file.stat().st_size for file in files)
    wall, processor = parsing(files)
    return wall * share, processor * share
