"""Which messages can hold claims, and which ranges of their text are excluded: code, quoted lines, citation
markers (seed 000 §4.3.2, §4.3.5, design §9)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from kg_assets.claims.masking import Hidden, Kind
from kg_assets.core.spans import Ranges
from kg_assets.mentions.detect.ranges import citation_marker_ranges

# The columns of `kg.messages` that decide.
COLUMNS = (
    "role", "text_raw", "is_prose", "export_content_type", "code_fence_ranges_json", "blockquote_ranges_json",
)  # fmt: skip
_ROLES = frozenset({"user", "assistant"})
# Design §9: thoughts yield mentions, no claims.
_THOUGHTS = frozenset({"thoughts", "reasoning_recap"})
# Every citation marker has one of these characters; looking for a character is a hundred times faster than for a range.
_CITATION_MARKS = "\ue200\ue201\ue202\ue203\ue204"
_RANGES = msgspec.json.Decoder(list[dict[str, Any]])


def hidden_ranges(message: Mapping[str, Any], with_quotes: bool) -> list[Hidden]:
    """The excluded ranges of a message's text: code, citation markers and, with `with_quotes`, quoted lines."""
    text = message["text_raw"] or ""
    found = _ranges(message["code_fence_ranges_json"], "code")
    if with_quotes:
        found += _ranges(message["blockquote_ranges_json"], "quote")
    if not text.isascii() and any(mark in text for mark in _CITATION_MARKS):
        found += [Hidden(start, end) for start, end in citation_marker_ranges(text)]
    return found


def is_eligible(message: Mapping[str, Any], hidden: Sequence[Hidden], min_extractable_chars: int) -> bool:
    """Whether a message can hold claims (§4.3.5): it must be prose of the person or an assistant, not a model's
    thoughts, with at least `min_extractable_chars` characters outside the `hidden` ranges."""
    text = message["text_raw"]
    if text is None or message["role"] not in _ROLES or not message["is_prose"]:
        return False
    if message["export_content_type"] in _THOUGHTS:
        return False
    if not hidden:
        return len(text) >= min_extractable_chars
    excluded = Ranges((start, end) for start, end, _ in hidden)
    return len(text) - sum(end - start for start, end in excluded) >= min_extractable_chars


def _ranges(json: str | None, kind: Kind) -> list[Hidden]:
    return [Hidden(r["char_start"], r["char_end"], kind) for r in _RANGES.decode(json)] if json else []
