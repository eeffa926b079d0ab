"""Hand-worked cases per family, in data files that a reader can check with a calendar."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from kg_assets.mentions.times.engine import TimeEngine, TimeMention, TimeSettings

ANCHOR = "2024-05-17T10:30:00.000Z"
FOLDER = Path(__file__).parent / "cases"


def _cases(name: str) -> list[Any]:
    return list(yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8")))


FAMILIES = [(name, case) for name in ("absolute", "relative", "clocks", "ranges", "zones") for case in _cases(name)]


@pytest.fixture(scope="module")
def english() -> TimeEngine:
    return TimeEngine(TimeSettings())


def _check(mentions: list[TimeMention], case: dict[str, Any]) -> None:
    assert [m.surface for m in mentions] == [case["surface"]]
    mention = mentions[0]
    ends = [None if end is None else end[:19] for end in (mention.valid_from_utc, mention.valid_to_utc)]
    assert ends == [case["from"], case["to"]]
    assert mention.granularity == case["grain"]
    assert mention.resolved_type == ("instant" if case["to"] is None else "interval")
    assert mention.timezone_assumed == case.get("zone", "UTC")


@pytest.mark.parametrize(("name", "case"), FAMILIES, ids=lambda v: v if isinstance(v, str) else v["text"])
def test_family(english: TimeEngine, name: str, case: dict[str, Any]) -> None:
    _check(english.find(case["text"], ANCHOR, True), case)


@pytest.mark.parametrize("case", _cases("german"), ids=lambda case: case["text"])
def test_a_second_language_is_data(case: dict[str, Any]) -> None:
    _check(TimeEngine(TimeSettings(languages=("de",))).find(case["text"], ANCHOR, True), case)


@pytest.mark.parametrize("text", _cases("silence"))
def test_silence(english: TimeEngine, text: str) -> None:
    assert [m.surface for m in english.find(text, ANCHOR, True)] == []
