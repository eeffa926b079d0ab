"""Which messages can hold claims, and which ranges of them are nobody's claim."""

import json
from typing import Any

import pytest

from kg_assets.claims.eligibility import hidden_ranges, is_eligible
from kg_assets.claims.masking import Hidden


def message(text: str | None = "I live in Oslo.", **changed: Any) -> dict[str, Any]:
    return {
        "role": "user",
        "text_raw": text,
        "is_prose": True,
        "export_content_type": "text",
        "code_fence_ranges_json": None,
        "blockquote_ranges_json": None,
    } | changed


def ranges(*spans: tuple[int, int]) -> str:
    return json.dumps([{"char_start": start, "char_end": end} for start, end in spans])


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, True),
        ({"role": "assistant"}, True),
        ({"role": "tool"}, False),
        ({"text": None}, False),
        ({"is_prose": False}, False),
        ({"export_content_type": "thoughts"}, False),
        ({"export_content_type": "reasoning_recap"}, False),
        ({"export_content_type": None}, True),
        ({"text": "I am nine"}, False),  # 9 characters, 10 are needed
        ({"text": "I am nine."}, True),
    ],
)
def test_a_persons_and_an_assistants_prose_is_eligible(changed: dict[str, Any], expected: bool) -> None:
    """Guards §4.3.5 and design §9: thoughts and what is no prose hold no claims."""
    row = message(**changed)
    assert is_eligible(row, hidden_ranges(row, True), 10) is expected


def test_overlapping_exclusions_are_not_counted_twice() -> None:
    """Guards the length of §4.3.5: 20 characters, excluded are 0..8 and 4..10 = 10, so 10 remain."""
    row = message("x" * 20, code_fence_ranges_json=ranges((0, 8)), blockquote_ranges_json=ranges((4, 10)))
    assert is_eligible(row, hidden_ranges(row, True), 10)
    assert not is_eligible(row, hidden_ranges(row, True), 11)
    # Without the quotation 12 remain.
    assert is_eligible(row, hidden_ranges(row, False), 12)


def test_citation_markers_are_excluded() -> None:
    """Guards design §9: what a citation encloses was said by nobody."""
    row = message("Oslo \ue200cite\ue202turn0search1\ue201 it is", code_fence_ranges_json=ranges((0, 2)))
    assert hidden_ranges(row, True) == [Hidden(0, 2, "code"), Hidden(5, 24, "other")]
