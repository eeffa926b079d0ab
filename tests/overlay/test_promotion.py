"""What holds an edge back, and edges that need no evidence (D72-015, -018, -026, -027, -029, -034, -070)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kg_assets.core.errors import ConfigError
from kg_assets.core.hashing import sha256_hex
from kg_assets.overlay.declared import read_relations
from tests.overlay.test_evidence import _candidate
from tests.overlay.world import ask, decide, lists

_RELATIONS = read_relations(lists("relations.yaml"))
_DAY, _LATER = "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"


def _reasons(*bundles: dict[str, Any], profiles: tuple[str, ...] = (), **given: Any) -> dict[str, str]:
    rows = decide(bundles, _RELATIONS.rows(profiles).to_pylist(),
                  requirements=_RELATIONS.requirement_rows(profiles).to_pylist(), **given)  # fmt: skip
    assert all(row["is_promoted"] == (row["told_reason"] in ("evidence", "approved")) for row in rows)
    return {row["evidence_bundle_id"]: row["told_reason"] for row in rows}


# --- subjects are a tree --------------------------------------------------------------------------------------------


def _parent(number: int, child: str, parent: str, score: float = 0.7, **changed: Any) -> dict[str, Any]:
    return _candidate(number, source_node_id=child, target_node_id=parent, relation_type="parent_concept",
                      evidence_score=score, **changed)  # fmt: skip


def test_d72_015_no_subject_is_its_own_parent() -> None:
    chain = [_parent(1, "loss", "elements", 0.9), _parent(2, "disclosure", "loss", 0.8)]
    back = _parent(3, "elements", "disclosure", 0.7)
    assert _reasons(*chain, back) == {"b001": "evidence", "b002": "evidence", "b003": "closes_a_circle"}
    assert _reasons(*chain, _parent(3, "elements", "law", 0.7))["b003"] == "evidence"


def test_d72_015_of_a_circle_the_weakest_goes_but_for_what_the_person_approved() -> None:
    circle = [_parent(1, "a", "b", 0.6), _parent(2, "b", "a", 0.9)]
    assert _reasons(*circle) == {"b001": "closes_a_circle", "b002": "evidence"}
    approved = [{**circle[0], "user_verdict": "approved"}, circle[1]]
    assert _reasons(*approved) == {"b001": "approved", "b002": "closes_a_circle"}


# --- what a profession wants besides --------------------------------------------------------------------------------


def _overrules(**changed: Any) -> dict[str, Any]:
    return _candidate(1, relation_type="overrules", **{"support_mention_ids": ["m"], **changed})


@pytest.mark.parametrize(
    ("changed", "words", "profiles", "reason"),
    [
        ({"user_verdict": "approved"}, "held otherwise", ("legal",), "approved"),
        ({"user_verdict": "approved"}, "", ("legal",), "requirement_unmet"),
        ({"user_verdict": "approved", "support_mention_ids": []}, "held", ("legal",), "requirement_unmet"),
        ({}, "held otherwise", ("legal",), "requirement_unmet"),
        ({"evidence_score": 0.61}, "", (), "evidence"),
    ],
)
def test_d72_029_a_profession_wants_more_than_evidence_of_what_is_law(
    changed: dict[str, Any], words: str, profiles: tuple[str, ...], reason: str
) -> None:
    mention = {"mention_id": "m", "mention_text": words}
    assert _reasons(_overrules(**changed), profiles=profiles, mentions=[mention]) == {"b001": reason}


@pytest.mark.parametrize(
    ("operator", "value", "is_met"),
    [("confidence_gte", 0.65, True), ("confidence_gte", 0.66, False), ("exists", 0.0, True)],
)
def test_d72_029_an_operator_says_what_it_says(operator: str, value: float, is_met: bool) -> None:
    need = [{"relation_type": "overrules", "field": "confidence", "operator": operator, "value": value}]
    rows = decide([_overrules()], _RELATIONS.rows(()).to_pylist(), requirements=need)
    assert rows[0]["is_promoted"] is is_met


def test_d72_029_an_operator_that_nobody_knows_is_refused_when_the_file_is_read(tmp_path: Any) -> None:
    text = lists("relations.yaml").read_text(encoding="utf-8").replace("operator: exists", "operator: probably")
    path = tmp_path / "relations.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="operator"):
        read_relations(path)


# --- kinds that are read badly --------------------------------------------------------------------------------------


def _week(number: int, wrong: int, of: int = 100) -> list[dict[str, Any]]:
    """The new names of a week, so many of which the person rejected."""
    monday = (datetime(2026, 1, 5, tzinfo=UTC) + timedelta(weeks=number)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return [{"candidate_id": f"{number}-{n}", "status": "rejected" if n < wrong else "approved", "created_at": monday,
             "source_observation_ids": ["m"]} for n in range(of)]  # fmt: skip


def _gates(*weeks: list[dict[str, Any]], bundles: tuple[dict[str, Any], ...] = ()) -> list[dict[str, Any]]:
    floors = [{"candidate_class": "entity", "floor": 0.85}, {"candidate_class": "relationship", "floor": 0.8}]
    nobody = {"first_mention": {"surface": "-"}, "last_supported_at": _DAY, "user_verdict": "none",
              "evidence_score": 0.0}  # fmt: skip
    return ask("evidence/gates", {
        "bundles": [nobody, *bundles], "floors": floors, "overlay.nodes": [],
        "overlay.entity_creation_candidates": [row for week in weeks for row in week],
        "kg.messages": [{"message_id": "m", "source_kind": "chatgpt"}],
    })  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "tripped"), [((16, 17), True), ((16, 10), False), ((16,), False), ((16, 17, 5), False), ((5, 17), False)]
)
def test_d72_027_a_kind_is_held_back_when_it_was_read_badly_twice(wrong: tuple[int, ...], tripped: bool) -> None:
    rows = _gates(*(_week(number, count) for number, count in enumerate(wrong)))
    (latest,) = [row for row in rows if row["is_latest"]]
    assert latest["is_tripped"] is tripped
    assert latest["precision_estimate"] == pytest.approx(1 - wrong[-1] / 100)


def test_d72_027_few_readings_say_nothing() -> None:
    assert _gates(_week(0, 4, of=4), _week(1, 4, of=4)) == []


def test_d72_027_edges_of_a_kind_that_is_held_back_wait_for_the_person() -> None:
    tripped = {"candidate_class": "relationship", "surface": "chatgpt", "is_latest": True, "is_tripped": True}
    approved = _candidate(2, user_verdict="approved")
    note = _candidate(3, first_mention={"method": "alias_exact", "graph": 0.8, "surface": "note"})
    reasons = _reasons(_candidate(1), approved, note, gates=[tripped])
    assert reasons == {"b001": "held_for_review", "b002": "approved", "b003": "evidence"}


def test_d72_027_rejected_relations_are_what_trips_it() -> None:
    def bundle(week: int, number: int, wrong: bool) -> dict[str, Any]:
        at = (datetime(2026, 1, 6, tzinfo=UTC) + timedelta(weeks=week)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        return {"first_mention": {"surface": "chatgpt"}, "last_supported_at": at, "evidence_score": 0.7,
                "user_verdict": "rejected" if wrong else "none"}  # fmt: skip

    bundles = tuple(bundle(week, n, n < 2) for week in (0, 1) for n in range(6))
    assert {row["is_latest"]: row["is_tripped"] for row in _gates(bundles=bundles)} == {False: False, True: True}


# --- what was taken down comes back by the person alone -------------------------------------------------------------


def test_d72_026_what_the_person_rejected_no_evidence_brings_back() -> None:
    """A build has no memory of attempts, so no time to wait: only the person's later word promotes it again."""
    rejected = _candidate(1, user_verdict="rejected", evidence_score=0.99, support_count=40,
                          distinct_observation_count=40)  # fmt: skip
    assert _reasons(rejected) == {"b001": "rejected"}
    assert _reasons({**rejected, "user_verdict": "approved", "evidence_score": 0.1}) == {"b001": "approved"}


# --- edges that need no evidence ------------------------------------------------------------------------------------


def _structure(nodes: list[dict[str, Any]], **rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = ("kg.conflict_members", "kg.conflict_groups", "kg.assertions")
    return ask("evidence/structure", {"overlay.nodes": nodes, **{name: rows.get(name[3:], []) for name in names}})


def test_d72_018_each_version_is_tied_to_the_one_before_it() -> None:
    nodes = [
        {"node_id": f"v{n}", "node_kind": "work_product", "created_at": _DAY, "visibility_class": "cloud_allowed",
         "payload": f'{{"version":{n},"prior_version_id":"v{n - 1}"}}' if n > 1 else '{"version":1}'}
        for n in range(1, 8)
    ]  # fmt: skip
    edges = _structure(nodes)
    assert [(row["source_id"], row["target_id"]) for row in sorted(edges, key=lambda row: str(row["source_id"]))] == [
        (f"v{n}", f"v{n - 1}") for n in range(2, 8)
    ]
    assert {row["relation_type"] for row in edges} == {"version_of"}
    # What forgetting took away is tied to nothing.
    assert len(_structure(nodes[:3] + nodes[4:])) == 4


def _node_of(fact_key: str) -> str:
    return f"claim:{sha256_hex(fact_key.encode())[:32]}"


def test_d72_034_claims_that_contradict_each_other_are_one_edge_between_their_nodes() -> None:
    keys = {"tea": "cloud_allowed", "coffee": "local_only"}
    nodes = [{"node_id": _node_of(key), "visibility_class": visibility, "node_kind": "goal"}
             for key, visibility in keys.items()]  # fmt: skip
    rows = _structure(
        nodes,
        assertions=[{"assertion_id": key, "fact_key": key} for key in keys],
        conflict_members=[{"conflict_group_id": "g", "assertion_id": key} for key in keys],
        conflict_groups=[{"conflict_group_id": "g", "detected_at_utc": _LATER}],
    )
    (edge,) = rows
    assert {edge["source_id"], edge["target_id"]} == {node["node_id"] for node in nodes}
    assert (edge["relation_type"], edge["start_date"], edge["visibility_class"]) == (
        "contradicts", _LATER, "local_only",
    )  # fmt: skip
    assert '"split_type":"factual_tension"' in str(edge["payload"])


# --- changes of names -----------------------------------------------------------------------------------------------


def _changes(tier: str, *said: tuple[str, str]) -> list[tuple[str, str | None]]:
    """What became of "Kestrel Harbor", which messages call so."""
    node = {"node_id": "entity:e", "source_id": "e", "source_kind": "entity", "tier": tier,
            "canonical_name": "Kestrel Harbor", "created_at": min(at for _, at in said)}  # fmt: skip
    rows = ask("graph/changes", {
        "nodes": [node], "claim_facts": [{"node_id": "-", "assertion_id": "-"}],
        "kg.assertion_temporalized": [], "kg.assertions": [],
        "kg.entity_mentions": [{"entity_id": "e", "message_id": f"m{n}", "surface_text": name}
                               for n, (name, _) in enumerate(said)],
        "spoken": [{"message_id": f"m{n}", "said_at": at} for n, (_, at) in enumerate(said)],
    })  # fmt: skip
    return sorted((row["change_type"], row["previous_value_summary"]) for row in rows)


def test_d72_070_another_name_is_a_change_that_keeps_the_one_before() -> None:
    said = (("Blue Door", _DAY), ("Kestrel Harbor", _LATER))
    assert _changes("A", *said) == [("created", None), ("renamed", "Blue Door")]
    assert _changes("C", *said) == []


def test_d72_070_a_part_of_the_name_and_an_older_name_said_later_are_none() -> None:
    assert _changes("A", ("Kestrel", _DAY), ("Kestrel Harbor", _LATER)) == [("created", None)]
    assert _changes("A", ("Kestrel Harbor", _DAY), ("Blue Door", _LATER)) == [("created", None)]
