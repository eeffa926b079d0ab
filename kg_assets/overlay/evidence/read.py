"""Finds spans (words that look like mentions) in some files of messages: in prose of the person and of assistants."""

from functools import cache, partial
from pathlib import Path

import pyarrow as pa

from kg_assets.core.faults import survive
from kg_assets.core.stage import Shard, StageRun
from kg_assets.overlay.evidence.contracts import MENTION_SPANS
from kg_assets.overlay.evidence.spans import SPANS_FILE, Span, SpanFinder, read_words
from kg_assets.overlay.settings import OverlaySettings
from kg_assets.sources.tables import read_rows, without_collector

_MESSAGES = "kg.messages"
_COLUMNS = ("message_id", "role", "is_prose", "text_raw")
_SPEAKERS = ("user", "assistant")


def plan(run: StageRun) -> list[Shard]:
    """One shard for each file of messages."""
    return [Shard(f"{index:03d}", inputs={_MESSAGES: [str(path)]}) for index, path in enumerate(run.paths(_MESSAGES))]


def run_shard(run: StageRun) -> None:
    """Write where in the shard's messages words look like mentions (spans); nothing if the overlay is off."""
    settings: OverlaySettings = run.settings("overlay")
    finder = _finder(run.file(SPANS_FILE), settings.max_input_text_chars, settings.max_mentions_per_observation)
    rows = []
    with without_collector():
        for message_id, role, is_prose, text in read_rows(run.paths(_MESSAGES), _COLUMNS):
            if not settings.enabled or role not in _SPEAKERS or not is_prose or not text:
                continue
            spans: list[Span] = survive(run, "spans", message_id, partial(finder.find, text), list)
            rows += [(message_id, span.start, span.end, span.span_class, span.text) for span in spans]
    columns = zip(*rows, strict=True) if rows else ([] for _ in range(5))
    names = ("message_id", "char_start", "char_end", "span_class", "surface_text")
    run.write(
        MENTION_SPANS.name,
        pa.table(dict(zip(names, map(list, columns), strict=True)), MENTION_SPANS.arrow_schema()),
    )


@cache
def _finder(words: Path, longest_text: int, most: int) -> SpanFinder:
    """The `SpanFinder` for these word lists. It is made once per process, since a process works through many shards."""
    return SpanFinder(read_words(words), longest_text, most)
