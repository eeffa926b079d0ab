"""Rules and model as one: who repeats whom, who wins, and that nothing is lost."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg_assets.claims.extraction.merge import merged_candidates


def row(method: str = "rule_based", **changed: Any) -> dict[str, Any]:
    """`My sister works at the Nordvik plant`, characters 0 to 36; the object is 22 to 29."""
    notes = changed.pop("notes", {})
    return {
        "candidate_id": f"{method} {len(changed)} {sorted(changed.items())}",
        "message_id": "m1",
        "extraction_method": method,
        "reader": "r",
        "priority": 1,
        "subject": "__SELF__/sister",
        "predicate_label": "works_at",
        "object_kind": "entity",
        "object": "Nordvik",
        "object_start": 22,
        "object_end": 29,
        "qualifier_text": None,
        "char_start": 0,
        "char_end": 36,
        "confidence": 0.8,
        "notes_json": json.dumps(notes),
    } | changed


def test_the_rule_wins_and_keeps_what_the_model_read() -> None:
    """Guards §4.4.5: one row, of the rule, method hybrid, the model's candidate whole enough to audit."""
    rule, model = row(notes={"plural": True}), row("llm", confidence=0.6, notes={"quote": "works at"})
    (found,) = merged_candidates([rule], [model])
    notes = json.loads(found["notes_json"])
    assert found == rule | {"extraction_method": "hybrid", "notes_json": found["notes_json"]}
    assert notes["plural"] is True
    (kept,) = notes["model_candidates"]
    assert (kept["candidate_id"], kept["confidence"], kept["notes"]) == (
        model["candidate_id"],
        0.6,
        {"quote": "works at"},
    )


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({"object": "id of Nordvik", "notes": {"object_name": "NORDVIK"}}, True),
        ({"object": "the Nordvik"}, True),
        ({"object_kind": "string"}, True),
        ({"object": "Nordvik plant"}, True),  # another reading of the very same place
        ({"object": "Nordvik plant", "object_end": 35}, False),
        ({"predicate_label": "Works_At"}, True),
        ({"predicate_label": "works_as"}, False),
        ({"subject": "id of Ann", "notes": {"subject_name": "Ann"}}, False),
        ({"subject": "SELF"}, False),
        ({"object": None, "object_start": None, "object_end": None}, False),
        ({"char_start": None, "char_end": None}, True),  # a place that is not known contradicts nothing
        ({"char_start": 36, "char_end": 50}, False),
        ({"char_start": 35, "char_end": 50}, True),
        ({"message_id": "m2"}, False),
    ],
)
def test_what_is_a_repetition(changed: dict[str, Any], same: bool) -> None:
    """Guards §4.4.5's four conditions, each alone."""
    found = merged_candidates([row()], [row("llm", **changed)])
    assert [r["extraction_method"] for r in found] == (["hybrid"] if same else ["rule_based", "llm"])


def test_claims_without_objects_repeat_each_other() -> None:
    """Guards unary claims."""
    nothing = {"object": None, "object_start": None, "object_end": None, "object_kind": None}
    (found,) = merged_candidates([row(**nothing)], [row("llm", **nothing)])
    assert found["extraction_method"] == "hybrid"


_ROWS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["SELF", "Kim"]), st.sampled_from("xyz"), st.integers(0, 3)),
    max_size=6,
)


def _rows(method: str, drawn: list[tuple[str, str, str, int]]) -> list[dict[str, Any]]:
    return [
        row(method, candidate_id=f"{method} {place}", message_id=m, subject=s, object=o, char_start=at, char_end=at + 1,
            object_start=None, object_end=None)
        for place, (m, s, o, at) in enumerate(drawn)
    ]  # fmt: skip


@given(_ROWS, _ROWS)
def test_every_candidate_is_kept_once(rules: list[Any], models: list[Any]) -> None:
    """Guards the account: each rule stands in its place, each of the model's stands alone or in one note."""
    made = merged_candidates(_rows("rule_based", rules), _rows("llm", models))
    assert [r["candidate_id"] for r in made[: len(rules)]] == [f"rule_based {i}" for i in range(len(rules))]
    noted = [c["candidate_id"] for r in made for c in json.loads(r["notes_json"]).get("model_candidates", ())]
    alone = [r["candidate_id"] for r in made[len(rules) :]]
    assert sorted(noted + alone) == sorted(f"llm {i}" for i in range(len(models)))
