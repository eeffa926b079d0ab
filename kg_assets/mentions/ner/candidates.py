"""Turns the spans that a name recogniser (a backend) found into candidates of stage 2A."""

from collections.abc import Collection, Sequence
from unicodedata import normalize

from kg_assets.core.modelfiles import model_folder
from kg_assets.mentions.detect.candidate import NO_OFFSETS_UNRELIABLE, Candidate
from kg_assets.mentions.ner.chunks import find_in_chunks
from kg_assets.mentions.ner.span import NerBackend, NerSpan


def normal_name(surface: str) -> str:
    """The normal form of a name (section 2B.7.1): lower case, accents composed (NFC), one space for each run of white
    space."""
    return " ".join(normalize("NFC", surface).lower().split())


def ner_candidates(
    backend: NerBackend,
    texts: Sequence[str],
    max_chars: int,
    stride: int,
    label_allowlist: Collection[str],
    emit_spanless: bool = False,
) -> list[list[Candidate]]:
    """For each text the candidates made of the names in it whose label is in the allowlist.

    Names without offsets are kept, but marked as suppressed unless `emit_spanless` is set.
    """
    found = find_in_chunks(backend, texts, max_chars, stride)
    return [candidates_of(backend, spans, label_allowlist, emit_spanless) for spans in found]


def candidates_of(
    backend: NerBackend, spans: Sequence[NerSpan], label_allowlist: Collection[str], emit_spanless: bool
) -> list[Candidate]:
    """Candidates made of those spans of one text whose label is in the allowlist."""
    return [_candidate(backend, span, emit_spanless) for span in spans if span.label in label_allowlist]


def _candidate(backend: NerBackend, span: NerSpan, emit_spanless: bool) -> Candidate:
    has_offsets = span.start is not None and span.end is not None
    return Candidate(
        detector=f"NER:{backend.name}",
        detector_version=backend.version,
        entity_type=span.label,
        char_start=span.start if has_offsets else None,
        char_end=span.end if has_offsets else None,
        surface=span.surface,
        confidence=span.confidence,
        normalized=normal_name(span.surface),
        details=dict(span.details),
        suppression_reason=None if has_offsets or emit_spanless else NO_OFFSETS_UNRELIABLE,
    )


def ner_backend(model: str | None, read_by: str | None = None) -> NerBackend:
    """The recogniser of the configured spaCy pipeline; the gazetteers if no pipeline is configured.

    If `model` is also the pipeline that reads sentences (`read_by`), it does not run again: its names are taken from
    `kg.sentences`.
    """
    if model and read_by and model_folder(model) == model_folder(read_by):
        from kg_assets.mentions.ner.reading import ReadBackend

        return ReadBackend(model)
    if model:
        from kg_assets.mentions.ner.spacy_model import SpacyBackend

        return SpacyBackend(model)
    from kg_assets.mentions.ner.gazetteer import GazetteerBackend

    return GazetteerBackend()
