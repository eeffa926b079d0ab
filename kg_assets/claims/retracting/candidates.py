"""Rows of `kg.retraction_candidates` for what the rules read, and the id of a retraction."""

from collections.abc import Sequence
from typing import Any

from kg_assets.claims.retracting.model import RawRetraction
from kg_assets.core.canonical import canonical_text
from kg_assets.core.ids import IdSpace


def retraction_rows(ids: IdSpace, message_id: str, text: str, found: Sequence[RawRetraction]) -> list[dict[str, Any]]:
    """Rows of `kg.retraction_candidates` for the retractions of one message."""
    return [_row(ids, message_id, text, raw) for raw in found]


def _row(ids: IdSpace, message_id: str, text: str, raw: RawRetraction) -> dict[str, Any]:
    qualifier = raw.qualifier_span or (None, None)
    replacement = raw.replacement
    return {
        "candidate_id": ids.make("retraction_candidate", message_id, raw.char_start, raw.char_end),
        "message_id": message_id,
        "pattern_id": raw.pattern_id,
        "retraction_type": raw.retraction_type,
        "char_start": raw.char_start,
        "char_end": raw.char_end,
        "surface_text": text[raw.char_start : raw.char_end],
        "target_json": canonical_text(raw.target.to_json()),
        "replacement_json": None if replacement is None else canonical_text(replacement.to_json()),
        "qualifier_start": qualifier[0],
        "qualifier_end": qualifier[1],
        "confidence": raw.confidence,
    }


def retraction_id(ids: IdSpace, candidate: dict[str, Any]) -> str:
    """The id of a retraction, made from its message and place (seed 000 §4.7.4.4)."""
    return ids.make("retraction", candidate["message_id"], candidate["char_start"], candidate["char_end"])
