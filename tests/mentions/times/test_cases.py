"""Hand-worked cases per family, in data files that a reader can check with a calendar."""

from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.yamlfile import read_yaml
from kg_assets.mentions.times.engine import TimeEngine, TimeMention, TimeSettings

ANCHOR = "2024-05-17T10:30:00.000Z"
FOLDER = Path(__file__).parent / "cases"


def _cases(name: str) -> list[Any]:
    return list(read_yaml(FOLDER / f"{name}.yaml"))


FAMILIES = [
    (name, case) for name in ("absolute", "relative", "clocks", "ranges", "zones", "holidays") for case in _cases(name)
]


@pytest.fixture(scope="module")
def english() -> TimeEngine:
    return TimeEngine(TimeSettings())


_READ = ("surface", "from", "to", "grain", "type", "zone")


def _read(mentions: list[TimeMention]) -> list[tuple[str | None, ...]]:
    return [(m.surface, *_seconds(m), m.granularity, m.resolved_type, m.timezone_assumed) for m in mentions]


def _seconds(mention: TimeMention) -> tuple[str | None, str | None]:
    start, end = mention.valid_from_utc, mention.valid_to_utc
    return start and start[:19], end and end[:19]


def _expected(case: dict[str, Any]) -> list[tuple[str | None, ...]]:
    kind = "instant" if case["to"] is None else "interval"
    whole = {"type": kind, "zone": "UTC", **case}
    return [tuple(whole[name] for name in _READ)]


@pytest.mark.parametrize(("name", "case"), FAMILIES, ids=lambda v: v if isinstance(v, str) else v["text"])
def test_family(english: TimeEngine, name: str, case: dict[str, Any]) -> None:
    assert _read(english.find(case["text"], ANCHOR, True)) == _expected(case)


@pytest.mark.parametrize("case", _cases("german"), ids=lambda case: case["text"])
def test_a_second_language_is_data(case: dict[str, Any]) -> None:
    found = TimeEngine(TimeSettings(languages=("de",))).find(case["text"], ANCHOR, True)
    assert _read(found) == _expected(case)


@pytest.mark.parametrize("text", _cases("silence"))
def test_silence(english: TimeEngine, text: str) -> None:
    assert [m.surface for m in english.find(text, ANCHOR, True)] == []
