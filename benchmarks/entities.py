"""From mentions to named entities (stages 2B and 3), stage by stage, in one process; and the matcher by itself.

    make bench ONLY=entities                 an export of 100 MB
    python benchmarks/entities.py 20         another size, in megabytes

Times are wall and processor seconds in multiples of Y: parsing the same export whole with orjson, without the cyclic
collector, in the same process, the best of several. The matcher stands beside pyahocorasick with the same word
boundaries over the same texts; their places are compared and must be equal.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
from _yardstick import parsing

from kg_assets.core.config import load_config
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.stage import Stage
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import run_build
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.lexicon.matcher import Matcher
from kg_assets.lexicon.texts import read_columns
from kg_assets.store.home import Home

SEED = 7
GROUPS = ("stage_2b", "stage_3")
TERMS = (1_000, 45_000)


class TimedEngine(Engine):
    """An engine that notes wall and processor seconds of every stage that it runs."""

    def __init__(self, home: Home) -> None:
        super().__init__(home, HOUSE, load_config(HOUSE.sections), threads=1)
        self.seconds: dict[str, tuple[float, float]] = {}

    def run(self, stage: Stage, given: Any, inputs: Mapping[str, Sequence[Any]]) -> StageOutcome:
        wall, processor = time.perf_counter(), time.process_time()
        outcome = super().run(stage, given, inputs)
        self.seconds[stage.name] = time.perf_counter() - wall, time.process_time() - processor
        return outcome


def bench_stages(folder: Path, megabytes: float) -> list[str]:
    """Print the time of each stage of 2B and 3 in Y; returns the texts of the build's messages."""
    write_export(CorpusSpec(SEED, target_bytes=int(megabytes * 1e6)), folder / "export")
    exports = sorted((folder / "export").glob("conversations*.json"))
    before = parsing(exports)
    engine = TimedEngine(Home(folder / "home").prepare())
    outcomes = run_build(engine, request_build(engine, [folder / "export"]).build)
    after = parsing(exports)
    y_wall, y_processor = (min(pair) for pair in zip(before, after, strict=True))
    print(f"{sum(file.stat().st_size for file in exports) / 1e6:.0f} MB, Y = {y_wall:.2f} s")
    print(f"{'stage':<16} {'rows':>9} {'wall Y':>7} {'processor Y':>12}")
    total = [0.0, 0.0]
    for stage in HOUSE.stages:
        if stage.group.startswith(GROUPS):
            wall, processor = engine.seconds[stage.name]
            rows = sum(content.rows for contents in outcomes[stage.name].tables.values() for content in contents)
            print(f"{stage.name:<16} {rows:>9} {wall / y_wall:>7.1f} {processor / y_processor:>12.1f}")
            total = [total[0] + wall, total[1] + processor]
    print(f"{'together':<16} {'':>9} {total[0] / y_wall:>7.1f} {total[1] / y_processor:>12.1f}")
    messages = [engine.contents.path(content) for content in outcomes["ingest"].tables["kg.messages"]]
    return read_columns(messages, ["text_raw"])["text_raw"].drop_nulls().to_list()


def pairs_of_words(texts: Sequence[str], count: int) -> list[str]:
    """`count` pairs of neighbouring words from the texts, chosen by their hashes; fewer if the texts do not have so
    many."""
    pairs = {
        f"{a} {b}"
        for text in texts
        for words in [text.split()]
        for a, b in pairwise(words)
        if a.isalpha() and b.isalpha()
    }
    return sorted(pairs, key=sha256_hex)[:count]


def places_of_matcher(terms: Sequence[str], texts: Sequence[str]) -> Callable[[], list[tuple[int, int, int]]]:
    matcher = Matcher(terms)
    column = pl.Series(texts, dtype=pl.String).to_arrow(compat_level=pl.CompatLevel.oldest())
    return lambda: [
        (row, place.char_start, place.char_end)
        for row, _, places in matcher.places_in(column)
        for place in places
    ]  # fmt: skip


def places_of_pyahocorasick(terms: Sequence[str], texts: Sequence[str]) -> Callable[[], list[tuple[int, int, int]]]:
    import ahocorasick

    automaton = ahocorasick.Automaton()
    for term in terms:
        automaton.add_word(term, len(term))
    automaton.make_automaton()

    def is_word(character: str) -> bool:
        return character.isalnum() or character == "_"

    def places() -> Iterator[tuple[int, int, int]]:
        for row, text in enumerate(texts):
            for last, length in automaton.iter(text):
                start, end = last + 1 - length, last + 1
                if not (start and is_word(text[start - 1])) and not (end < len(text) and is_word(text[end])):
                    yield row, start, end

    return lambda: list(places())


def bench_matcher(texts: Sequence[str]) -> None:
    size = sum(len(text.encode()) for text in texts) / 1e6
    print(f"\nmatcher over {size:.0f} MB of text{'':<6} {'places':>9} {'MB/s':>7} {'pyahocorasick':>14}")
    for count in TERMS:
        terms = pairs_of_words(texts, count)
        speeds, found = [], []
        for made in (places_of_matcher, places_of_pyahocorasick):
            find = made(terms, texts)
            started = time.process_time()
            found.append(find())
            speeds.append(size / (time.process_time() - started))
        assert sorted(found[0]) == sorted(found[1]), "the two matchers found different places"
        print(f"{len(terms):>25} terms {len(found[0]):>12} {speeds[0]:>7.0f} {speeds[1]:>14.0f}")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        texts = bench_stages(Path(folder), float(sys.argv[1]) if len(sys.argv) > 1 else 100.0)
        bench_matcher(texts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
