"""What verdicts teach (D72-152), the policy made of it (D72-153), and what holds one back (D72-123)."""

from collections.abc import Sequence
from typing import Any

import pytest

from kg_assets.overlay.evidence.learning import (
    bundle,
    context_class_key,
    counters,
    f1,
    feedback,
    is_held,
    posterior,
    smoothed,
)
from kg_assets.overlay.settings import OverlaySettings
from tests.overlay.test_evidence import _candidate, _decide
from tests.overlay.world import ask, settings


def _verdict(position: int, action: str = "reject", target: str | None = None, relation: str = "managed_by") -> Any:
    return {"kind": "relation_reviewed", "position": position, "command_id": f"c{position}", "action": action,
            "source_node_id": "entity:s", "target_node_id": target or f"entity:t{position}", "relation_type": relation,
            "new_relation": None, "reason": None}  # fmt: skip


def _activated(position: int) -> Any:
    return {"position": position, "generation_id": "g"}


def _with(**changed: Any) -> OverlaySettings:
    return settings().model_copy(update=changed)


def _status(entries: Sequence[Any], activations: Sequence[Any], **changed: Any) -> list[tuple[str, str]]:
    told, _ = bundle(entries, activations, _with(**changed))
    return [(row["subject"], row["status"]) for row in told]


def test_d72_152_worked_numbers() -> None:
    assert posterior(5, 1) == pytest.approx(0.833, abs=5e-4)
    assert smoothed(0.5, 5, 0.9, 20) == pytest.approx(0.58)
    assert context_class_key("Legal", "relation", "Entity", 9, 10) == "legal:relation:unknown"
    assert context_class_key("Legal", "relation", "Entity", 10, 10) == "legal:relation:entity"


def test_d72_152_four_confirmations_are_counted_once_each() -> None:
    events = feedback([_verdict(n, "approve") for n in range(1, 5)], settings())
    (row,) = counters(events, _with(learning_smoothing=False))
    assert (row["alpha"], row["beta"], row["support_count"]) == (5.0, 1.0, 4)
    assert row["utility"] == pytest.approx(0.833, abs=5e-4)


def test_d72_152_what_is_said_of_one_context_is_no_rule_for_all() -> None:
    """Seven of ten verdicts come from one project."""
    verdicts = [_verdict(n, target="entity:p" if n <= 7 else None) for n in range(1, 11)]
    (row,) = counters(feedback(verdicts, settings()), settings())
    assert (row["top_context_share"], row["is_global"]) == (0.7, False)
    (narrow,) = counters(feedback(verdicts, settings()), _with(learning_cross_context=False))
    assert narrow["is_global"]


def test_d72_152_a_relation_that_was_renamed_counts_against_the_old_and_for_the_new() -> None:
    renamed = _verdict(1, "update_relation") | {"new_relation": "part_of"}
    events = feedback([renamed], settings())
    assert [(row["subject"], row["is_for"]) for row in events] == [("managed_by", False), ("part_of", True)]
    assert feedback([renamed], _with(learning_gather=False)) == []


_REJECTED = [_verdict(n) for n in range(1, 11)]


def test_d72_153_a_policy_is_staged_until_it_is_activated() -> None:
    told, effective = bundle(_REJECTED, [], settings())
    assert [(row["rule"], row["status"]) for row in told] == [("relation_demotion", "staged")]
    assert effective == []
    told, effective = bundle(_REJECTED, [_activated(11)], settings())
    assert [row["status"] for row in told] == ["active"]
    assert effective == [{"relation_type": "managed_by", "bonus": -1.0}]


def test_d72_153_without_applying_the_output_is_as_without_a_policy() -> None:
    bundles = [_candidate(relation_type="managed_by")]
    assert bundle(_REJECTED, [_activated(11)], _with(learning_apply=False))[1] == []
    _, effective = bundle(_REJECTED, [_activated(11)], settings())
    plain, learnt = (_decide(bundles), _decide(bundles, policy=effective))
    assert [row["told_reason"] for row in (*plain, *learnt)] == ["evidence", "too_little_evidence"]
    assert _decide(bundles, policy=[{"relation_type": "part_of", "bonus": -1.0}]) == plain


def test_d72_153_what_the_person_said_holds_whatever_is_learnt() -> None:
    approved = [_candidate(relation_type="managed_by", user_verdict="approved")]
    (row,) = _decide(approved, policy=[{"relation_type": "managed_by", "bonus": -1.0}])
    assert row["told_reason"] == "approved"


def test_d72_153_taking_an_activation_back_gives_the_policy_before() -> None:
    later = [*_REJECTED, *(_verdict(n, relation="part_of") for n in range(12, 22))]
    two, effective = bundle(later, [_activated(11), _activated(22)], settings())
    assert {row["status"] for row in two if row["position"] == 11} == {"rolled_back"}
    assert {row["relation_type"] for row in effective} == {"managed_by", "part_of"}
    assert len({row["generation_id"] for row in two}) == 2
    one, effective = bundle(later, [_activated(11)], settings())
    assert [row["relation_type"] for row in effective] == ["managed_by"]
    assert _status(later, [_activated(11)])[0] == ("managed_by", "active")
    assert {row["status"] for row in one} == {"active", "staged"}


@pytest.mark.parametrize(("approvals", "status"), [(2, "active"), (3, "quarantined")])
def test_d72_153_three_contrary_verdicts_end_a_rule(approvals: int, status: str) -> None:
    contrary = [_verdict(20 + n, "approve") for n in range(approvals)]
    told, effective = bundle([*_REJECTED, *contrary], [_activated(11)], settings())
    assert told[0]["status"] == status
    assert bool(effective) == (status == "active")


def test_d72_123_a_policy_that_foretells_worse_is_held() -> None:
    assert is_held(0.90, 0.85, settings().learning_most_loss)
    assert not is_held(0.90, 0.88, settings().learning_most_loss)
    assert f1([True] * 9 + [False], [True] * 10) == pytest.approx(18 / 19)
    assert f1([], []) == 1.0


@pytest.mark.parametrize(
    ("support", "messages", "is_earned"), [(4, 3, True), (2, 2, True), (3, 2, True), (1, 2, False), (2, 1, False)]
)
def test_d72_123_what_evidence_alone_would_earn_needs_mentions_and_messages(
    support: int, messages: int, is_earned: bool
) -> None:
    """At least two mentions in at least two messages, each by itself, with the policy and without."""
    judged = [_candidate(support_count=support, distinct_observation_count=messages, user_verdict="approved")]
    none = [{"relation_type": "-", "bonus": 0.0}]
    (row,) = ask("evidence/judged_gold", {"bundles": judged, "policy": none, "staged": none})
    assert (row["is_earned_now"], row["is_earned_staged"]) == (is_earned, is_earned)


def test_d72_123_what_was_judged_is_held_against_evidence_with_and_without_the_policy() -> None:
    judged = [_candidate(n, relation_type="managed_by", user_verdict="approved") for n in range(9)]
    judged += [_candidate(9, relation_type="part_of", user_verdict="rejected"), _candidate(10)]
    rows = ask("evidence/judged_gold", {
        "bundles": judged, "policy": [{"relation_type": "-", "bonus": 0.0}],
        "staged": [{"relation_type": "managed_by", "bonus": -1.0}],
    })  # fmt: skip
    true = [row["is_true"] for row in rows]
    now, staged = (f1([row[name] for row in rows], true) for name in ("is_earned_now", "is_earned_staged"))
    assert (len(rows), now, staged) == (10, pytest.approx(18 / 19), 0.0)
    assert is_held(now, staged, settings().learning_most_loss)
