"""Turns what the runs agree on into rows of `kg.claim_candidates__model`, `kg.rejected_claims__model` and
`kg.retraction_candidates__model`."""

from collections.abc import Mapping
from typing import Any

from kg_assets.claims.extraction.reading import Argument, Described, ModelClaim, ModelRetraction
from kg_assets.claims.extraction.windows import Window
from kg_assets.claims.retracting import model as retracting
from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace
from kg_assets.core.spans import Span
from kg_assets.llm.votes import Agreed

METHOD = "llm"
# In place of the pattern that a rule would name.
RETRACTION_PATTERN = "model"
Row = dict[str, Any]


def candidate_row(
    ids: IdSpace, window: Window, agreed: Agreed[ModelClaim], model: str, runs: int, priority: int
) -> Row:
    """A claim in the form of `kg.claim_candidates`."""
    claim, thing = agreed.candidate, agreed.candidate.object
    subject_start, subject_end = _offsets(claim.subject.span)
    object_start, object_end = _offsets(thing.span if thing else None)
    qualifier_start, qualifier_end = _offsets(claim.qualifier_span)
    row: Row = {
        "message_id": window.message_id,
        "extraction_method": METHOD,
        "reader": claim.reader,
        "priority": priority,
        "subject": claim.subject.value,
        "subject_start": subject_start,
        "subject_end": subject_end,
        "bare_name": None,
        "predicate_label": claim.predicate,
        "object_kind": thing.kind if thing else None,
        "object": thing.value if thing else None,
        "object_start": object_start,
        "object_end": object_end,
        "modality": claim.modality,
        "polarity": claim.polarity,
        "qualifier_type": claim.qualifier_type,
        "qualifier_text": claim.qualifier_text,
        "qualifier_start": qualifier_start,
        "qualifier_end": qualifier_end,
        "qualifier_value": claim.qualifier_value,
        **_words(window, claim.span),
        "confidence": agreed.confidence,
        "notes_json": canonical_text(_notes(agreed, model, runs)),
    }
    identity = [
        claim.reader, claim.subject.value, claim.predicate, row["object_kind"], row["object"], claim.modality,
        claim.polarity, row["char_start"], row["char_end"],
    ]  # fmt: skip
    return {"candidate_id": ids.make("claim_candidate", window.message_id, METHOD, *identity), **row}


def _notes(agreed: Agreed[ModelClaim], model: str, runs: int) -> Mapping[str, Any]:
    """The notes of a claim: those of its reader, the model, the quote as the model gave it, in how many
    places it was found (up to 2), how many runs agree, and the names behind entity ids."""
    claim = agreed.candidate
    return {
        **claim.notes,
        "model": model,
        "quote": claim.quote,
        "quote_matches": claim.matches,
        "runs": {"agreed": agreed.runs, "of": runs},
        **_name("subject_name", claim.subject),
        **_name("object_name", claim.object),
    }


def _name(key: str, argument: Argument | None) -> Mapping[str, str]:
    return {key: argument.name} if argument is not None and argument.name is not None else {}


def rejected_row(candidate: Row, claim: ModelClaim) -> Row | None:
    """The row of `kg.rejected_claims__model` for a candidate whose claim is rejected; None for any other."""
    if claim.rejection is None:
        return None
    return {
        "candidate_id": candidate["candidate_id"],
        "message_id": candidate["message_id"],
        "reason": claim.rejection.reason,
        "detail_json": canonical_text({"found": claim.rejection.found}),
    }


def retraction_row(ids: IdSpace, window: Window, agreed: Agreed[ModelRetraction], reach: int) -> Row:
    """A retraction in the form of `kg.retraction_candidates`. If the model names no target, the target is the
    last claim, at most `reach` turns of the person back."""
    taken = agreed.candidate
    words = _words(window, taken.span)
    said = words["surface_text"] or taken.quote
    target = _described(taken.target, said, taken.span) if taken.target else retracting.Last(said, reach)
    replacement = _described(taken.replacement, said, taken.span) if taken.replacement else None
    target_json = canonical_text(target.to_json())
    replacement_json = canonical_text(replacement.to_json()) if replacement else None
    # What a model quotes as an end holds the time of it, if its words name one.
    dated = _offsets(taken.span if taken.retraction_type == "temporal_bound" else None)
    return {
        "candidate_id": ids.make(
            "retraction_candidate", window.message_id, METHOD, taken.retraction_type, target_json, replacement_json
        ),
        "message_id": window.message_id,
        "pattern_id": RETRACTION_PATTERN,
        "retraction_type": taken.retraction_type,
        **words,
        "target_json": target_json,
        "replacement_json": replacement_json,
        "qualifier_start": dated[0],
        "qualifier_end": dated[1],
        "confidence": agreed.confidence,
    }


def _described(described: Described, said: str, span: Span | None) -> retracting.Described:
    """A claim as the model describes it in a retraction, in the form that the patterns for retractions use."""
    return retracting.Described(
        said, described.subject, described.predicate, described.object, described.object_kind, described.object_span,
        span,
    )  # fmt: skip


def _words(window: Window, span: Span | None) -> Mapping[str, Any]:
    if span is None:
        return {"char_start": None, "char_end": None, "surface_text": None}
    return {"char_start": span.start, "char_end": span.end, "surface_text": window.text[span.start : span.end]}


def _offsets(span: Span | None) -> tuple[int | None, int | None]:
    return (None, None) if span is None else (span.start, span.end)
