"""Each detector against many small cases in `cases/<detector>.yaml`."""

from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.yamlfile import read_yaml
from kg_assets.mentions.detect.candidate import CODE_LIKE_TOKEN, DetectSettings
from kg_assets.mentions.detect.engine import DetectEngine

CASES = Path(__file__).parent / "cases"


def _cases() -> list[Any]:
    return [
        pytest.param(path.stem.upper(), case, id=f"{path.stem}-{number}")
        for path in sorted(CASES.glob("*.yaml"))
        for number, case in enumerate(read_yaml(path))
    ]


@pytest.mark.parametrize(("detector", "case"), _cases())
def test_case(detector: str, case: dict[str, Any]) -> None:
    engine = DetectEngine(DetectSettings(phone_region=case.get("region")))
    of_kind = [item for item in engine.find(case["text"]) if item.detector == detector]
    kept = {item.surface: item.normalized for item in of_kind if item.suppression_reason is None}
    dropped = [item.surface for item in of_kind if item.suppression_reason is not None]
    assert kept == case.get("found", {})
    assert dropped == case.get("suppressed", [])
    assert all(item.suppression_reason in (None, CODE_LIKE_TOKEN) for item in of_kind)


def test_every_detector_has_cases() -> None:
    assert {path.stem.upper() for path in CASES.glob("*.yaml")} == set(DetectEngine(DetectSettings()).versions)
