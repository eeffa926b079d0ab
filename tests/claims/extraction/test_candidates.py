"""Rows: what a claim or retraction of the model is in the tables that rules fill too."""

import json
from typing import Any

from kg_assets.claims.extraction.agreement import claims_agreed, retractions_agreed
from kg_assets.claims.extraction.candidates import candidate_row, rejected_row, retraction_row
from kg_assets.claims.extraction.contracts import MODEL_CANDIDATES, MODEL_REJECTED, MODEL_RETRACTIONS
from kg_assets.claims.extraction.reading import AnswerReader
from kg_assets.claims.extraction.windows import Window
from kg_assets.core.ids import IdSpace
from tests.claims.extraction.shown import claim, literal, material, message, window, window_of

IDS = IdSpace("550e8400-e29b-41d4-a716-446655440000")
TEXT = "I met Kim in May. It's Leeds, not York."


def candidate(shown: Window, **changed: Any) -> tuple[dict[str, Any], dict[str, Any] | None]:
    given = claim("I met Kim in May", "met", object=literal("E1", "entity"), modality="fact") | changed
    (agreed,) = claims_agreed([AnswerReader(shown, 400).read({"claims": [given]}, "call").claims])
    row = candidate_row(IDS, shown, agreed, "test-model", 1, 1000)
    return row, rejected_row(row, agreed.candidate)


def test_a_candidate_fills_the_contract() -> None:
    """Guards the form of kg.claim_candidates: every column, ids resolved, names kept for the merge with the rules."""
    shown = window(TEXT, names=("Kim", "Leeds"))
    qualifier = {"type": "at", "text": "in May", "iso": None}
    row, rejected = candidate(shown, qualifier=qualifier)
    assert list(row) == [column.name for column in MODEL_CANDIDATES.columns]
    assert rejected is None
    notes = json.loads(row.pop("notes_json"))
    assert row.pop("candidate_id") == IDS.make(
        "claim_candidate", "m1", "llm", "call", "SELF", "met", "entity", "id of Kim", "fact", "positive", 0, 16
    )
    assert row == {
        "message_id": "m1", "extraction_method": "llm", "reader": "call", "priority": 1000,
        "subject": "SELF", "subject_start": None, "subject_end": None, "predicate_label": "met",
        "object_kind": "entity", "object": "id of Kim", "object_start": 6, "object_end": 9,
        "modality": "fact", "polarity": "positive",
        "bare_name": None,
        "qualifier_type": "at", "qualifier_text": "in May", "qualifier_start": 10, "qualifier_end": 16,
        "qualifier_value": None, "char_start": 0, "char_end": 16, "surface_text": "I met Kim in May",
        "confidence": 0.9,
    }  # fmt: skip
    assert notes == {
        "model": "test-model", "object_name": "Kim", "quote": "I met Kim in May", "quote_matches": 1,
        "runs": {"agreed": 1, "of": 1},
    }  # fmt: skip


def test_a_candidate_that_cannot_stand_says_why() -> None:
    """Guards the account: it keeps its row, and another row has the reason."""
    row, rejected = candidate(window(TEXT), subject="E9", object=None)
    assert rejected is not None
    assert list(rejected) == [column.name for column in MODEL_REJECTED.columns]
    assert (rejected["candidate_id"], rejected["reason"]) == (row["candidate_id"], "UNKNOWN_ENTITY")
    assert json.loads(rejected["detail_json"]) == {"found": "E9"}


def test_masked_words_keep_their_place_in_the_message() -> None:
    """Guards offsets under every strategy: what is stored counts codepoints of text_raw."""
    text = "```\n" + "x" * 9 + "\n```\nI met Kim in May"
    fences = '[{"char_start":0,"char_end":18}]'
    for strategy in ("length_preserving", "marker", "remove"):
        made = material(message("m1", text, code_fence_ranges_json=fences))
        row, _ = candidate(window_of(made, "m1", masking_strategy=strategy), object=None)
        assert (row["char_start"], row["char_end"], row["surface_text"]) == (18, 34, "I met Kim in May")
        assert text[18:34] == "I met Kim in May"


def test_retractions_take_the_form_of_the_patterns() -> None:
    """Guards kg.retraction_candidates: a described target with its replacement, or the last claim before."""
    shown = window(TEXT, names=("Leeds",))
    described = {"subject": "I", "predicate": "lives_in", "object": "York"}
    given = {
        "type": "correction", "quote": "It's Leeds, not York", "target": described,
        "replacement": described | {"object": "E1"}, "confidence": 0.8,
    }  # fmt: skip
    full = given | {"type": "full", "target": None, "replacement": None, "quote": "never said"}
    read = AnswerReader(shown, 400).read({"claims": [], "retractions": [given, full]}, "call").retractions
    first, second = (retraction_row(IDS, shown, agreed, 3) for agreed in retractions_agreed([read]))
    assert sorted(first) == sorted(column.name for column in MODEL_RETRACTIONS.columns)
    assert (first["retraction_type"], first["surface_text"], first["confidence"]) == (
        "correction", "It's Leeds, not York", 0.8,
    )  # fmt: skip
    target = {
        "kind": "described", "subject": "SELF", "predicate": "lives_in", "object": "York", "object_kind": None,
        "object_span": [34, 38], "span": [18, 38], "retimed": None, "text": "It's Leeds, not York",
    }  # fmt: skip
    assert json.loads(first["target_json"]) == target
    leeds = {"object": "id of Leeds", "object_kind": "entity", "object_span": [23, 28]}
    assert json.loads(first["replacement_json"]) == target | leeds
    assert json.loads(second["target_json"]) == {
        "kind": "last", "subject": None, "predicate": None, "object": None, "text": "never said", "reach": 3,
    }  # fmt: skip
    assert (second["char_start"], second["surface_text"], second["replacement_json"]) == (None, None, None)
