"""What a node of each kind may say of itself (D72-011 to D72-017)."""

from typing import Any

import pytest

from kg_assets.overlay.declared import read_kinds
from kg_assets.overlay.payloads import (
    NODE_KINDS,
    Annotation,
    Application,
    MemoryDirective,
    Obligation,
    Parameter,
    Procedure,
    Quality,
    faults_of,
    may_be_one,
)
from tests.overlay.world import lists


def procedure(**changed: Any) -> dict[str, Any]:
    return {
        "canonical_name": "Send the invoice",
        "description": "How the monthly invoice goes out.",
        "use_conditions": ["at the end of a month"],
        "steps": [{"step_index": 1, "intent": "Open the template"}],
        "source": "user_taught",
        **changed,
    }


def test_d72_011_there_are_eleven_kinds() -> None:
    assert len(NODE_KINDS) == 11
    assert set(read_kinds(lists("kinds.yaml")).kinds) == set(NODE_KINDS)


def test_d72_011_an_affordance_is_no_kind() -> None:
    ((field, reason),) = faults_of("ui_affordance", {})
    assert field == "node_kind"
    assert "world_entity" in reason


def test_d72_011_an_annotation_is_of_any_type_and_not_too_long() -> None:
    assert Annotation(annotation_type="gear_setting", content="x" * 2000).annotation_type == "gear_setting"
    with pytest.raises(ValueError, match="2000"):
        Annotation(annotation_type="gear_setting", content="x" * 2001)
    with pytest.raises(ValueError, match="60"):
        Annotation(annotation_type="g" * 61, content="x")


def test_d72_011_what_was_badly_read_is_shown_short() -> None:
    poor = Quality(extraction_model_ref="rules", overall_quality_score=0.59, missing_fields=("use_conditions",))
    assert poor.is_shown_short
    assert poor.missing_fields == ("use_conditions",)
    assert not Quality(extraction_model_ref="rules", overall_quality_score=0.6).is_shown_short


def test_d72_012_a_bootstrap_lists_fifteen_capabilities_at_most() -> None:
    listed = [f"can {n}" for n in range(18)]
    assert (
        len(Application.model_validate({"source": "llm_bootstrap", "known_capabilities": listed}).known_capabilities)
        == 15
    )
    assert len(Application.model_validate({"source": "manual", "known_capabilities": listed}).known_capabilities) == 18
    assert list(faults_of("application", {"known_capabilities": ["x"] * 31})) == [("known_capabilities", "too_long")]


def test_d72_013_tags_are_the_areas_of_the_steps() -> None:
    areas = ["references", "styles", None, "references"]
    steps = [{"step_index": n, "intent": "do it", "capability_area": area} for n, area in enumerate(areas, 1)]
    assert Procedure.model_validate(procedure(steps=steps)).capability_tags == ("references", "styles")


def test_d72_013_what_was_seen_once_becomes_a_placeholder() -> None:
    assert Parameter(name="Client Name", value="Henderson").value == "[Client Name]"
    assert Parameter(name="Font", value="Garamond", literal_retention_class="retain_allowed").value == "Garamond"


@pytest.mark.parametrize(("count", "is_taken"), [(0, True), (2, False), (3, True), (8, True), (9, False)])
def test_d72_013_there_are_no_trigger_phrases_or_three_to_eight(count: int, is_taken: bool) -> None:
    phrases = [f"phrase {n}" for n in range(count)]
    assert (not list(faults_of("procedure", procedure(trigger_phrases=phrases)))) is is_taken


def test_d72_013_procedures_that_make_other_things_are_never_one() -> None:
    left = Procedure.model_validate(procedure(artifact_class="toc"))
    assert not may_be_one(left, Procedure.model_validate(procedure(artifact_class="caption_page")))
    assert may_be_one(left, Procedure.model_validate(procedure(artifact_class="toc", description="Another.")))


def test_d72_014_how_it_is_known_and_what_it_is_are_told_apart() -> None:
    directive = MemoryDirective(
        memory_type="preference",
        summary="Use 12pt Times New Roman for briefs",
        assertion_class="preference",
        applies_when=("writing a brief",),
        scope="document_type_specific",
        source_certainty="user_explicitly_stated",
    )
    assert directive.assertion_class == "preference"
    assert directive.maturity_state == "observation"
    assert directive.priority_class == "default"


def test_d72_014_it_applies_somewhere() -> None:
    faults = dict(faults_of("memory_directive", {"memory_type": "preference", "applies_when": []}))
    assert faults["applies_when"] == "too_short"
    assert faults["summary"] == "missing"


def test_d72_016_old_words_for_a_status_are_understood() -> None:
    said = {word: Obligation.model_validate({"obligation_description": "x", "status": word}).status
            for word in ("active", "cancelled", "delegated", "overdue")}  # fmt: skip
    assert said == {"active": "pending", "cancelled": "waived", "delegated": "in_progress", "overdue": "overdue"}


def test_d72_016_a_deadline_has_a_zone() -> None:
    naive = {"obligation_description": "x", "deadline": {"date": "2026-03-10T00:00:00"}}
    assert [field for field, _ in faults_of("obligation", naive)] == ["deadline.date"]


def test_d72_025_words_of_kinds_become_states_and_stale_is_none() -> None:
    kinds = read_kinds(lists("kinds.yaml"))
    assert kinds.state_of("active") == ("confirmed", "active")
    assert kinds.state_of("captured") == ("observed", "captured")
    assert kinds.state_of("merged") == ("merged", None)
    with pytest.raises(ValueError, match="no lifecycle"):
        kinds.state_of("stale")


def test_d72_025_a_fault_never_quotes_what_was_written() -> None:
    faults = list(faults_of("goal", {"goal_description": "private words", "goal_status": "private words"}))
    assert faults
    assert not any("private" in reason for _, reason in faults)
