"""Splits long texts for a model into overlapping chunks, and merges what was found in them to one span per name
(section 2A.5.4)."""

from collections.abc import Sequence
from typing import NamedTuple

from kg_assets.core.spans import Derived, compositions, replace
from kg_assets.mentions.ner.span import NerBackend, NerSpan

Chunk = tuple[int, int]


def chunk_ranges(length: int, max_chars: int, stride: int) -> list[Chunk]:
    """Ranges of at most `max_chars` characters that cover a text of the given length. Each overlaps the next by
    `stride` characters."""
    if not 0 <= stride < max_chars:
        raise ValueError(f"ner_stride is {stride}; it must be at least 0 and below ner_max_chars ({max_chars})")
    if length <= max_chars:
        return [(0, length)]
    step = max_chars - stride
    starts = range(0, length - stride, step)
    return [(start, min(start + max_chars, length)) for start in starts]


def _is_cut(span: NerSpan, chunk: Chunk, length: int, stride: int) -> bool:
    """Whether a span at an inner edge of its chunk may be only half a name. Then the neighbouring chunk has the whole
    name, if the name is shorter than the overlap. Spans longer than the overlap never count as cut."""
    if span.start is None or span.end is None or span.end - span.start >= stride:
        return False
    low, high = chunk
    return (span.start == 0 and low > 0) or (span.end == high - low and high < length)


def _shifted(span: NerSpan, low: int) -> NerSpan:
    if span.start is None or span.end is None:
        return span
    return NerSpan(span.start + low, span.end + low, span.label, span.surface, span.confidence, span.details)


def _place(span: NerSpan) -> tuple[bool, int, int, str, str, float]:
    has_place = span.start is not None
    return (not has_place, span.start or 0, span.end or 0, span.label, span.surface, -span.confidence)


def deduplicate(spans: Sequence[NerSpan]) -> list[NerSpan]:
    """One span for each (start, end, label, surface): the most confident one; in the order of the text."""
    best: dict[tuple[int | None, int | None, str, str], NerSpan] = {}
    for span in sorted(spans, key=_place):
        best.setdefault((span.start, span.end, span.label, span.surface), span)
    return list(best.values())


def _find_composed(backend: NerBackend, texts: Sequence[str]) -> list[list[NerSpan]]:
    """What the recogniser (`backend`) finds in the texts after their accents are composed (NFC). Surfaces and offsets
    are those of the texts as given."""
    composed = [compositions(text) for text in texts]
    made = [replace(text, edits) if edits else None for text, edits in zip(texts, composed, strict=True)]
    found = backend.find([new.text if new else text for new, text in zip(made, texts, strict=True)])
    return [
        [_as_written(span, text, new) for span in spans] if new else spans
        for spans, text, new in zip(found, texts, made, strict=True)
    ]


def _as_written(span: NerSpan, text: str, made: Derived) -> NerSpan:
    if span.start is None or span.end is None:
        return span
    start, end = made.offsets.to_source(span.start, span.end)
    return NerSpan(start, end, span.label, text[start:end], span.confidence, span.details)


class ChunkCall(NamedTuple):
    """One chunk of a text that a recogniser was given, and the spans in its answer. Their offsets count from the
    chunk's start."""

    text_index: int
    chunk_index: int
    chunk: Chunk
    answer: Sequence[NerSpan]


def find_in_chunks(backend: NerBackend, texts: Sequence[str], max_chars: int, stride: int) -> list[list[NerSpan]]:
    """What the recogniser (`backend`) finds in each text. Texts longer than `max_chars` are given to it in chunks."""
    return find_with_calls(backend, texts, max_chars, stride)[0]


def find_with_calls(
    backend: NerBackend, texts: Sequence[str], max_chars: int, stride: int
) -> tuple[list[list[NerSpan]], list[ChunkCall]]:
    """Two values: the names that the recogniser (`backend`) finds in each text; and every chunk of a text that it was
    given, with all spans in its answer, also those that the edge of the chunk cuts."""
    chunks = [
        (index, chunk) for index, text in enumerate(texts) for chunk in chunk_ranges(len(text), max_chars, stride)
    ]
    found = _find_composed(backend, [texts[index][low:high] for index, (low, high) in chunks])
    results: list[list[NerSpan]] = [[] for _ in texts]
    calls = []
    number, before = 0, -1
    for (index, chunk), spans in zip(chunks, found, strict=True):
        number, before = number + 1 if index == before else 0, index
        calls.append(ChunkCall(index, number, chunk, spans))
        if spans:
            length = len(texts[index])
            kept = [_shifted(span, chunk[0]) for span in spans if not _is_cut(span, chunk, length, stride)]
            results[index].extend(kept)
    return [deduplicate(spans) if spans else spans for spans in results], calls
