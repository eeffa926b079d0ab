"""Who is who: hard pairs of names decided by the house, by a plain likeness of words and by Splink; and its speed.

    make bench ONLY=people

The pairs of `benchmarks/people_pairs` stand in the grammar of chat and mail. The rules were made with `dev.txt`;
`kept.txt`, `last.txt` and `fresh.txt` were kept aside when they were new, and classes of their mistakes were mended
later; `aside.txt` is by the same writer as `fresh.txt`, and nobody has looked at its lines. In `told.txt` and
`unread.txt` the ties are told in other words on each side; the mistakes of the first were looked at too, nobody has
looked at the second. A pair of which nothing can be known counts as one that is not to be merged. All three get the
same lines: the house reads them, the likeness compares the names alone, and Splink is given the names and what the
house read. Times are processor seconds in multiples of Y: parsing 100 MB of an export with orjson.
"""

import tempfile
import time
from collections import Counter
from pathlib import Path

from _people_pairs import Pair, Score, read_pairs, scale_of_house, score
from _people_splink import splink_likeness
from _people_world import write_world
from _yardstick import yardstick
from rapidfuzz import fuzz

_TOKEN_SORT = (70, 80, 90)
_NAMES, _MENTIONS = 10_000, 200_000


def bench_pairs() -> None:
    """Print the scores over each file of pairs, for each way of deciding."""
    scale = scale_of_house()
    halves = {name: read_pairs(name, scale) for name in ("dev", "kept", "last", "fresh", "aside", "told", "unread")}
    verdicts = {id(p): scale.weigh(*p.sides).verdict for pairs in halves.values() for p in pairs}
    likeness, note = splink_likeness([p for pairs in halves.values() for p in pairs], scale)
    for name, pairs in halves.items():
        print(f"\n{name}: {len(pairs)} pairs, {dict(sorted(Counter(p.verdict for p in pairs).items()))}")
        _line("the house", score(pairs, lambda p: verdicts[id(p)] == "same"))
        for cutoff in _TOKEN_SORT:
            _line(f"token sort from {cutoff}", score(pairs, lambda p, c=cutoff: _token_sort(p) >= c))
        if likeness is None:
            print(f"  {'Splink':<22} {note}")
        else:
            for cutoff in (0.5, 0.95):
                _line(f"Splink from {cutoff}", score(pairs, lambda p, c=cutoff: likeness[id(p)] >= c))
        open_ones = sum(verdicts[id(p)] == "uncertain" for p in pairs)
        print(f"  the house leaves {open_ones} open for a person")


def _line(name: str, found: Score) -> None:
    print(f"  {name:<22} {found.line()}")


def _token_sort(pair: Pair) -> float:
    one, other = (side.names[0].lower() for side in pair.sides)
    return fuzz.token_sort_ratio(one, other)


def bench_speed(folder: Path) -> None:
    """Print the time of both stages that resolve people, over many names, in one process."""
    _, unit = yardstick(folder / "yardstick")
    world = write_world(folder / "world", _NAMES, _MENTIONS)
    total = 0.0
    print(f"\n{_NAMES:,} entities with {_MENTIONS:,} mentions; Y = {unit:.2f} s of processor time")
    for stage, seconds, rows in world.timed():
        total += seconds
        print(f"  {stage:<12} {seconds:6.2f} s  {seconds / unit:5.1f} Y   {rows}")
    print(f"  {'together':<12} {total:6.2f} s  {total / unit:5.1f} Y   (goal: at most 10 Y)")


def bench_expansion(folder: Path) -> None:
    """Print how long one hop takes through a graph of many events."""
    from _people_world import expansion_times

    times = sorted(expansion_times(folder / "graph", events=100_000, asked=60))
    p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(
        f"\nexpansion over 100,000 events: p50 {p50 * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms (goal: p95 at most 150 ms)"
    )


if __name__ == "__main__":
    began = time.perf_counter()
    bench_pairs()
    with tempfile.TemporaryDirectory() as made:
        bench_speed(Path(made))
        bench_expansion(Path(made))
    print(f"\n{time.perf_counter() - began:.0f} s")
