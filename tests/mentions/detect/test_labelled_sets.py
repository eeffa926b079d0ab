"""Floors of quality on labelled sets that lie beside the checkout; skipped where they are absent."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from kg_assets.mentions.detect.candidate import DetectSettings
from kg_assets.mentions.detect.engine import DetectEngine

ROOT = Path(__file__).resolve().parents[3]


def _benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("benchmark_of_detectors", ROOT / "benchmarks" / "detectors.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BENCHMARK = _benchmark()
pytestmark = pytest.mark.skipif(not BENCHMARK.BENCH.exists(), reason="the labelled sets are not here")


def _f1(cases: object) -> float:
    score = BENCHMARK.Score()
    for row, expected, got in cases:  # type: ignore[attr-defined]
        score.add(row, expected, got)
    hits, spurious, missed = score.counts["all"]
    assert hits, "an empty set proves nothing"
    return float(2 * hits / (2 * hits + spurious + missed))


@pytest.mark.parametrize(
    ("name", "floor"),
    [
        ("URL", 0.95),
        ("IP", 0.95),
        ("pooled", 0.95),
        ("linkify", 0.95),
        ("tweets", 0.85),
        ("hashtags", 0.95),
        ("phones", 0.985),
    ],
)
def test_floor(name: str, floor: float) -> None:
    engine = DetectEngine(DetectSettings())
    ours = {kind: BENCHMARK.our_finder(engine, kind) for kind in BENCHMARK.OURS}
    cases = {
        "URL": lambda: BENCHMARK.sequence_cases({"url"}, ours),
        "IP": lambda: BENCHMARK.sequence_cases({"ip"}, ours),
        "pooled": lambda: BENCHMARK.sequence_cases({"email", "guid", "hashtag", "mention"}, ours),
        "linkify": lambda: BENCHMARK.linkify_cases(ours["url"], ours["email"]),
        "tweets": lambda: BENCHMARK.twitter_cases("urls", "url", ours["url"]),
        "hashtags": lambda: BENCHMARK.twitter_cases("hashtags", "hashtag", ours["hashtag"]),
        "phones": lambda: BENCHMARK.phone_cases(ours["phone"]),
    }
    assert _f1(cases[name]()) >= floor
