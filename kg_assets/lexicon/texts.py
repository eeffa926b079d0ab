"""Cuts the texts of messages into zones: prose, quotes, code. Thoughts and an assistant's notes to its memory are left
out."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import polars as pl
import pyarrow as pa

from kg_assets.core.spans import Span
from kg_assets.store.rows import read_table

_COLUMNS = [
    "message_id", "conversation_id", "role", "text_raw", "is_prose", "recipient", "export_content_type",
    "code_fence_ranges_json", "blockquote_ranges_json",
]  # fmt: skip
_THOUGHTS = ("thoughts", "reasoning_recap")


class _Range(msgspec.Struct):
    """Where a range of a message (code, a quotation) begins and ends, read from the JSON that stage 1 stores in
    `kg.messages`."""

    char_start: int
    char_end: int


_RANGES = msgspec.json.Decoder(list[_Range])


def read_columns(paths: Sequence[Path], columns: Sequence[str]) -> pl.DataFrame:
    """Some columns of some files of a table, in their order."""
    rows = pl.from_arrow(pa.concat_tables([read_table(path, columns) for path in paths]))
    assert isinstance(rows, pl.DataFrame)
    return rows


def read_messages(paths: Sequence[Path]) -> pl.DataFrame:
    """The messages that have a text. `is_said` marks prose that the person or an assistant says to the
    other."""
    is_said = (
        pl.col("is_prose")
        & pl.col("role").is_in(["user", "assistant"])
        & (pl.col("recipient").fill_null("all") == "all")
        & ~pl.col("export_content_type").fill_null("").is_in(list(_THOUGHTS))
    )
    return (
        read_columns(paths, _COLUMNS).filter(pl.col("text_raw").is_not_null()).with_columns(is_said=is_said)
        .drop("recipient", "export_content_type")
    )  # fmt: skip


def ranges(json: str | None) -> list[Span]:
    """The ranges of a message (code, quotations) as spans, read from the JSON in which stage 1 stores them; none for
    None."""
    return [Span(r.char_start, r.char_end) for r in _RANGES.decode(json)] if json else []


def zone_pieces(text: str, fences: Sequence[Span], quotes: Sequence[Span]) -> list[tuple[str, str]]:
    """The text as pairs (zone, piece), in order. A quoted line within a code block is code."""
    cuts = sorted([(f.start, f.end, "code") for f in fences] + [(q.start, q.end, "quote") for q in quotes])
    pieces: list[tuple[str, str]] = []
    at = 0
    for start, end, zone in cuts:
        if end <= at:
            continue
        if start > at:
            pieces.append(("prose", text[at:start]))
        pieces.append((zone, text[max(start, at) : end]))
        at = end
    if at < len(text):
        pieces.append(("prose", text[at:]))
    return pieces


def said_pieces(messages: pl.DataFrame) -> pl.DataFrame:
    """What was said, as rows (conversation_id, role, zone, text): one for each piece of text that lies within one
    zone."""
    said = messages.filter("is_said")
    is_plain = pl.col("code_fence_ranges_json").is_null() & pl.col("blockquote_ranges_json").is_null()
    plain = said.filter(is_plain).select(
        "conversation_id", "role", pl.lit("prose").alias("zone"), pl.col("text_raw").alias("text")
    )
    mixed = said.filter(~is_plain)
    columns = ("conversation_id", "role", "text_raw", "code_fence_ranges_json", "blockquote_ranges_json")
    rows = [
        (conversation, role, zone, piece)
        for conversation, role, text, fences, quotes in mixed.select(columns).iter_rows()
        for zone, piece in zone_pieces(text, ranges(fences), ranges(quotes))
    ]
    return pl.concat([plain, pl.DataFrame(rows, schema=plain.schema, orient="row")])
