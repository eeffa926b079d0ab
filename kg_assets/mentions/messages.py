"""Messages as stage 2A reads them: their text, and the ranges in which candidates are not eligible (section
2A.4)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from kg_assets.mentions.detect.ranges import citation_marker_ranges, inline_code_ranges
from kg_assets.mentions.winners import Exclusions

MESSAGE_COLUMNS = (
    "message_id", "text_raw", "created_at_utc", "timestamp_quality", "is_prose", "code_fence_ranges_json",
    "blockquote_ranges_json",
)  # fmt: skip
_RANGES = msgspec.json.Decoder(list[dict[str, Any]])


class Message(NamedTuple):
    message_id: str
    text: str
    created_at_utc: str | None
    is_original: bool
    is_prose: bool
    fences: Sequence[tuple[int, int]]

    @property
    def blocks(self) -> Sequence[tuple[int, int]]:
        """The ranges of code and of excluded quotations. For a message that is not prose it is the whole text (seed
        §2A.4, design §9)."""
        return self.fences if self.is_prose else [(0, len(self.text))]

    def exclusions(self, with_inline_code: bool, times: Sequence[tuple[int, int]]) -> Exclusions:
        """The ranges in which candidates are not eligible: blocks, citation markers, the spans of `times` and, with
        `with_inline_code`, inline code (design §9)."""
        inline_code = inline_code_ranges(self.text) if with_inline_code else []
        return Exclusions(self.blocks, citation_marker_ranges(self.text), inline_code, times)

    def silence(self) -> Sequence[tuple[int, int]]:
        """The ranges in which no time is read: the blocks and, in prose, citation markers."""
        return [*self.fences, *citation_marker_ranges(self.text)] if self.is_prose else self.blocks


def read_batch(columns: Mapping[str, list[Any]], with_quotes: bool) -> list[Message]:
    """The messages of some rows; rows without text are left out. With `with_quotes`, quoted lines are excluded like
    code."""
    rows = zip(*(columns[name] for name in MESSAGE_COLUMNS), strict=True)
    return [
        Message(
            message_id, text, created, quality == "original", is_prose,
            _ranges(fences) + (_ranges(quotes) if with_quotes else []),
        )
        for message_id, text, created, quality, is_prose, fences, quotes in rows
        if text is not None
    ]  # fmt: skip


def _ranges(text: str | None) -> list[tuple[int, int]]:
    return [(r["char_start"], r["char_end"]) for r in _RANGES.decode(text)] if text else []
