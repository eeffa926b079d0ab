"""What a reader gains of how things stand (D72-003, -006, -010, -015, -019, -023, -028, -034, -066, -068)."""

from typing import Any

import pytest

from kg_assets.overlay.payloads import MemoryDirective, faults_of
from kg_assets.queries import overlay, standing
from tests.overlay.test_asking import _NODE, warehouse
from tests.overlay.test_firmness import _TABLES, scored
from tests.overlay.world import AS_OF, ask


def _node(name: str, **changed: Any) -> dict[str, Any]:
    return {**_NODE, "node_id": name, "canonical_name": name, "node_kind": "domain_concept", **changed}


def _names(*names: tuple[str, str]) -> dict[str, list[dict[str, Any]]]:
    """Nodes of these names, with their index."""
    lexicon = [{"node_id": node, "normalized_alias": name, "raw_alias_score": 0.96} for node, name in names]
    return {
        "aliases": [{"node_id": node, "normalized_alias": name} for node, name in names],
        "name_words": ask("resolution/name_words", {"lexicon": lexicon}),
    }


def test_d72_006_a_node_is_found_by_a_word_of_any_of_its_names() -> None:
    build = warehouse(
        nodes=[_node(name) for name in ("Pacific Ventures", "Deal memo", "Pacific Harbor")],
        **_names(("Pacific Ventures", "pacific ventures"), ("Pacific Ventures", "pvc deal"), ("Deal memo", "deal memo"),
                 ("Pacific Harbor", "pacific harbor")),
    )  # fmt: skip
    assert [row["node_id"] for row in overlay.resolve(build, "PVC")] == ["Pacific Ventures"]
    # Two of its words before one; a word that most names share tells little.
    assert overlay.resolve(build, "pacific pvc")[0]["node_id"] == "Pacific Ventures"
    assert overlay.resolve(build, "harbor")[0]["node_id"] == "Pacific Harbor"
    assert overlay.resolve(build, "ventu")[0]["node_id"] == "Pacific Ventures"
    assert overlay.resolve(build, "pvc-deal")[0]["found_by"] == "alias_exact"


@pytest.mark.parametrize(
    ("board", "typed", "marker"),
    [(True, "harbor deal", None), (False, "harbor deal", "suggested_unconfirmed"),
     (True, "harbor", "suggested_unconfirmed")],
)  # fmt: skip
def test_d72_028_what_is_only_suggested_is_told_with_a_marker_unless_its_whole_name_is_enough(
    board: bool, typed: str, marker: str | None
) -> None:
    build = warehouse(
        nodes=[_node("n", canonical_name="Harbor Deal", lifecycle_state="suggested")],
        entity_status_board=[{"node_id": "n", "is_routable_by_name": board}], **_names(("n", "harbor deal")),
    )  # fmt: skip
    (row,) = overlay.inspect(build, "search_knowledge", typed)["result_data"]
    assert (row["node_id"], row["marker"]) == ("n", marker)


@pytest.mark.parametrize(("asked", "other"), [("a", "b"), ("b", "a")])
def test_d72_034_whoever_asks_for_one_side_of_a_conflict_is_told_both(asked: str, other: str) -> None:
    build = warehouse(
        nodes=[_node("a"), _node("b")],
        conflict_sets=[{"conflict_id": "c", "node_ids": ["a", "b"], "conflict_kind": "framing_conflict",
                        "needs_user_review": True}],
    )  # fmt: skip
    answer = overlay.inspect(build, "node_detail", asked)
    assert [(row["node_id"], row["tag"]) for row in answer["result_data"]] == [
        (asked, "[distinguish]"), (other, "[distinguish]"),
    ]  # fmt: skip
    assert f"[distinguish] contradicts {other}" in answer["result_summary"]
    assert overlay.brief(build, overlay.node_meant(build, asked)).startswith(f"[distinguish] contradicts {other}.")
    hidden = warehouse(nodes=[_node("a"), _node("b", visibility_class="local_only")],
                       conflict_sets=[{"conflict_id": "c", "node_ids": ["a", "b"]}])  # fmt: skip
    assert len(overlay.inspect(hidden, "node_detail", "a", is_local=False)["result_data"]) == 1


def test_d72_015_a_subject_says_what_it_is_part_of() -> None:
    tied = {"relation_type": "parent_concept", "lifecycle_state": "observed", "visibility_class": "cloud_allowed"}
    build = warehouse(
        nodes=[_node(name) for name in ("10b-5 elements", "loss causation", "corrective disclosure")],
        edges=[{**tied, "source_id": "loss causation", "target_id": "10b-5 elements", "confidence": 0.7},
               {**tied, "source_id": "corrective disclosure", "target_id": "loss causation", "confidence": 0.7}],
    )  # fmt: skip
    (row,) = overlay.inspect(build, "node_detail", "loss causation")["result_data"]
    assert row["path"] == ["10b-5 elements", "loss causation"]
    assert len(standing.path_of(build, "corrective disclosure", is_local=True)) == 3


def test_d72_072_a_node_says_what_changed_near_it() -> None:
    build = warehouse(
        nodes=[_node("y"), _node("x")],
        verification_queue=[{"node_id": "y", "hop": 1, "state": "verification_required", "reason": "corrected",
                             "caused_by_change_id": "c", "changed_node_id": "x"}],
        change_records=[{"change_id": "c", "node_id": "x", "changed_at": AS_OF}],
    )  # fmt: skip
    (row,) = overlay.inspect(build, "node_detail", "y")["result_data"]
    assert [(one["changed"], one["reason"]) for one in row["to_verify"]] == [("x", "corrected")]


def test_d72_019_the_decisions_that_name_a_judge_and_a_subject_come_with_where_they_were_told() -> None:
    decisions = [f"d{n}" for n in range(4)]
    build = warehouse(
        nodes=[_node("chen"), _node("loss")],
        actor_domain_overlays=[{"actor_entity_id": "chen", "domain": "securities", "relevant_decisions": decisions}],
        decision_memory=[{"decision_id": name, "description": f"to {name}", "reasoning": "Because.", "thread_id": "k",
                          "known_at": f"2026-01-0{n + 1}T00:00:00.000Z"} for n, name in enumerate(decisions)],
        decision_checkpoints=[{"decision_id": name, "linked_entity_ids": ["chen", "loss"] if n else ["chen"]}
                              for n, name in enumerate(decisions)],
        conversation_threads=[{"thread_id": "k", "checkpoint_summary": "Loss, 3 turns",
                               "visibility_class": "local_only"}],
    )  # fmt: skip
    told = standing.decisions_of(build, "chen", "loss", is_local=True)
    assert [row["decision_id"] for row in told] == ["d3", "d2", "d1"]
    assert all(row["reasoning"] and row["cited_from"] == "Loss, 3 turns" for row in told)
    assert len(standing.decisions_of(build, "chen", None, is_local=True)) == 4
    assert standing.decisions_of(build, "chen", None, is_local=False) == []


def test_d72_068_a_tool_says_how_it_fared() -> None:
    fared = {"node_id": "python", "depth": "full", "total_count": 12, "success_count": 10, "failure_count": 2,
             "overall_trend": "stable"}  # fmt: skip
    build = warehouse(nodes=[_node("python")], experience_records=[fared])
    answer = overlay.inspect(build, "experience_record", "python")
    assert answer["result_summary"] == "python was used 12 times, 10 well, 2 not; stable"


def _memory(**changed: Any) -> dict[str, Any]:
    return {"memory_type": "preference", "summary": "12pt", "assertion_class": "preference", "applies_when": ["always"],
            "scope": "global", "source_certainty": "user_explicitly_stated", **changed}  # fmt: skip


def test_d72_010_a_memory_is_as_sure_as_its_evidence_and_as_how_often_it_was_right() -> None:
    memory = MemoryDirective.model_validate(_memory(inject_count=4, inject_correct_count=3))
    assert memory.calibrated(2, 2) == 0.625
    assert MemoryDirective.model_validate(_memory()).calibrated(2, 2) == 0.5
    assert faults_of("memory_directive", _memory(inject_count=1, inject_correct_count=2)) == [
        ("payload", "value_error"),
    ]  # fmt: skip


def test_d72_010_a_memory_is_a_node_and_its_confidence_says_both() -> None:
    payload = MemoryDirective.model_validate(_memory(inject_count=4, inject_correct_count=3)).model_dump_json()
    node = _node("m", node_kind="memory_directive", alpha=2.0, beta=2.0, payload=payload)
    tiers = [{"node_kind": "memory_directive", "subtype": "*", "half_life_days": 180.0}]
    (row,) = overlay.inspect(warehouse(nodes=[node], node_kind_tiers=tiers), "confidence_breakdown", "m")["result_data"]
    assert (row["base"], row["calibrated"]) == (0.5, 0.625)


@pytest.mark.parametrize(
    ("at", "tied"),
    [
        (None, ["now"]), ("2024-06-01T00:00:00.000Z", ["once"]), ("2025-06-01T00:00:00.000Z", ["faded", "now"]),
        ("2020-01-01T00:00:00.000Z", []), ("2025-01-01T00:00:00.000Z", ["now"]),
    ],
)  # fmt: skip
def test_d72_003_edges_answer_for_a_moment(at: str | None, tied: list[str]) -> None:
    """A former one held until its end, one that has faded holds no more today, but it did."""
    times = {"once": ("2023-01-01", "2025-01-01"), "now": ("2024-09-01", None), "faded": ("2025-03-01", None)}
    edges = [
        {"source_id": "n", "target_id": name, "relation_type": "related_to", "confidence": 0.5,
         "visibility_class": "cloud_allowed", "start_date": f"{start}T00:00:00.000Z",
         "end_date": f"{end}T00:00:00.000Z" if end else None,
         "lifecycle_state": {"once": "archived", "faded": "suppressed"}.get(name, "observed")}
        for name, (start, end) in times.items()
    ]  # fmt: skip
    build = warehouse(nodes=[_node("n"), *map(_node, times)], edges=edges)
    assert [row["node_id"] for row in overlay.neighbours(build, "n", at=at)] == tied


def test_d72_066_a_node_of_a_chat_names_its_turn_and_shows_its_words_without_the_export() -> None:
    words = "x" * 900
    evidence = {"node_id": "n", "message_id": "m", "conversation_id": "conv_42", "order_index": 14, "role": "user",
                "source_kind": "chatgpt", "char_start": 0, "char_end": 900, "entry_type": "learned_from_chat",
                "direction": "bears", "assertion_type": "direct_quote", "said_at": AS_OF,
                "place_from_first": 1}  # fmt: skip
    entries = ask("graph/provenance", _TABLES | {
        "nodes": [{"node_id": "n", "tier": "A"}], "evidence": [evidence], "kg.sentences": [],
        "spoken": [{"message_id": "m", "text_raw": words}],
    })  # fmt: skip
    assert entries[0]["source_ref"] == "chatgpt:conv_42#turn14"
    assert entries[0]["verbatim_excerpt"] == words[:500]
    # Nothing but the overlay's own tables is there: neither the export nor its messages.
    (row,) = overlay.inspect(warehouse(nodes=[_NODE], provenance_entries=entries), "provenance_chain", "n")[
        "result_data"
    ]
    assert (row["verbatim_excerpt"], row["authorial_voice"]) == (words[:500], "self")


def test_d72_023_fading_changes_the_confidence_and_not_when_a_node_was_changed() -> None:
    today, later = scored("procedure", alpha=2.25, days=1), scored("procedure", alpha=2.25, days=100)
    assert today["confidence"] > later["confidence"]
    made = scored("procedure", alpha=2.25)
    assert (made["alpha"], made["beta"], round(made["confidence"], 2)) == (5.0, 2.0, 0.71)
    # Three validations of .75 over a prior of 2 and 2 are 4.25 of 6.25; where nothing was tried, it stays .5.
    assert round(scored("world_entity", alpha=2.25)["confidence"], 2) == 0.68
    assert scored("world_entity")["confidence"] == 0.5
