"""What is read of the overlay (D72-109, -146 to -149, -155, -156): worked numbers and pages."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.yamlfile import read_yaml
from kg_assets.overlay.reading.contracts import JOBS
from kg_assets.overlay.reading.pages import markdown, node_hash, page, pages, provenance_hash, relationship_hash
from tests.overlay.world import alike, ask

_Pairs = dict[str, list[tuple[str, str]]]
_PAIRS: _Pairs = read_yaml(Path(__file__).with_name("near_duplicates.yaml"))
_FRESH: _Pairs = read_yaml(Path(__file__).with_name("near_duplicates_fresh.yaml"))


def _edge(days: int, confidence: float = 0.266, **changed: Any) -> dict[str, Any]:
    last = (datetime(2026, 3, 1, tzinfo=UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return {"source_id": "s", "target_id": "t", "relation_type": "managed_by", "start_date": last, "end_date": None,
            "confidence": confidence, "lifecycle_state": "observed", "payload": f'{{"last_supported_at":"{last}"}}',
            "visibility_class": "cloud_allowed", **changed}  # fmt: skip


def _after(days: int, **changed: Any) -> dict[str, Any]:
    (found,) = ask("reading/edges", {"overlay.edges__promoted": [_edge(days, **changed)]})
    return found


def test_d72_156_an_edge_that_nothing_bears_is_suppressed_after_two_months() -> None:
    kept, gone = _after(50), _after(60)
    assert kept["effective_confidence"] == pytest.approx(0.181, abs=5e-4)
    assert gone["effective_confidence"] == pytest.approx(0.168, abs=5e-4)
    assert (kept["lifecycle_state"], gone["lifecycle_state"]) == ("observed", "suppressed")


def test_d72_156_what_the_person_approved_is_never_suppressed() -> None:
    assert _after(900, lifecycle_state="active")["lifecycle_state"] == "active"


def test_d72_154_what_the_person_approved_is_kept_after_four_hundred_days() -> None:
    assert _after(400, confidence=0.9)["lifecycle_state"] == "suppressed"
    assert _after(400, confidence=0.9, lifecycle_state="active")["lifecycle_state"] == "active"


def test_d72_156_new_evidence_brings_an_edge_back() -> None:
    assert _after(2)["lifecycle_state"] == "observed"


def test_d72_155_density_of_a_triangle_and_a_lonely_node() -> None:
    ends = [("a", "b"), ("b", "c"), ("a", "c")]
    edges = [_edge(0, 0.7, source_id=one, target_id=other) | {"effective_confidence": 0.7} for one, other in ends]
    nodes = [{"node_id": node, "source_kind": "entity", "is_active": True} for node in "abcd"]
    degrees = ask("reading/degrees", {"edges": edges, "overlay.nodes": nodes})
    rows = ask("reading/density", {
        "edges": edges, "degrees": degrees, "overlay.edges__promoted": edges, "overlay.mention_observations": [],
        "overlay.mention_resolutions": [], "overlay.evidence_bundles": [], "overlay.promotion_decisions": [],
    })  # fmt: skip
    measured = {row["metric"]: row["value"] for row in rows}
    assert len(measured) == 16
    assert (measured["mean_edges_per_node"], measured["median_edges_per_node"]) == (1.5, 2.0)
    assert (measured["isolated_node_count"], measured["hub_node_count"], measured["total_edges"]) == (1.0, 0.0, 3.0)


def test_d72_109_debt_counts_what_waits_and_what_is_unsure() -> None:
    queue = [{"queue_item_id": str(n), "status": "pending"} for n in range(10)] + [{"status": "resolved"}] * 3
    low = [{"node_id": f"l{n}", "confidence": 0.3, "conflict_score": 0.1} for n in range(20)]
    torn = [{"node_id": f"t{n}", "confidence": 0.5, "conflict_score": 0.6} for n in range(2)]
    nodes = [{"is_active": True, "source_kind": "entity", "staleness_state": "fresh", **row} for row in low + torn]
    verdicts = [{"user_verdict": verdict} for verdict in ["approved"] * 17 + ["rejected"] * 3 + ["none"] * 5]
    rows = ask("reading/health", {"overlay.review_queue": queue, "overlay.nodes": nodes,
                                  "overlay.evidence_bundles": verdicts})  # fmt: skip
    measured = {row["measure"]: row["value"] for row in rows}
    assert measured["extraction_precision"] == pytest.approx(0.85)
    # 100 * (.3 * 10 / 50 + .3 * 20 / 100 + .2 * 2 / 20 + .2 * .15)
    assert measured["debt_score"] == pytest.approx(17.0)


def _scene(entities: int, goals: int, obligations: int, changes: int) -> dict[str, Any]:
    nodes = [{"node_id": "p", "canonical_name": "Harbor", "subtype": "project", "is_active": True,
              "visibility_class": "cloud_allowed", "node_kind": "world_entity"}]  # fmt: skip
    nodes += [{"node_id": f"g{n}", "node_kind": "goal", "lifecycle_state": "confirmed"} for n in range(goals)]
    nodes += [
        {"node_id": f"o{n}", "node_kind": "obligation", "lifecycle_state": "confirmed"} for n in range(obligations)
    ]
    said = [{"node_id": row["node_id"], "message_id": "m"} for row in nodes[1:]]
    bundles = [{"source_node_id": f"e{n}", "target_node_id": "p", "relation_type": "linked_to_context",
                "support_count": n + 1, "user_verdict": "none"} for n in range(entities)]  # fmt: skip
    changed = [{"change_id": f"c{n}", "node_id": f"e{entities - 1}", "changed_at": f"2026-02-{n + 1:02d}T00:00:00.000Z"}
               for n in range(changes)]  # fmt: skip
    (row,) = ask("reading/constellations", {
        "overlay.nodes": nodes, "overlay.evidence_bundles": bundles, "overlay.change_records": changed,
        "overlay.confidence_events": said, "kg.messages": [{"message_id": "m", "conversation_id": "c"}],
        "threads": [{"thread_id": "c", "work_context_id": "p", "occurred_at": "2026-02-02T00:00:00.000Z"}],
    })  # fmt: skip
    return row


def test_d72_148_a_scene_is_as_sure_as_what_belongs_to_it() -> None:
    # .4 * 6 / 12 + .2 a goal + .2 duties + .1 changes
    row = _scene(6, 1, 2, 3)
    assert row["scene_confidence"] == pytest.approx(0.7)
    assert (row["likely_next_procedures"], row["expected_but_missing_concepts"]) == ([], [])
    assert row["active_obligations"] == ["o0", "o1"]


def test_d72_148_a_scene_is_not_crowded() -> None:
    row = _scene(15, 0, 0, 12)
    assert (len(row["primary_entities"]), len(row["recent_changes"])) == (12, 8)
    assert row["primary_entities"][0] == "e14"
    assert row["scene_confidence"] == pytest.approx(0.5)


def _node(**changed: Any) -> dict[str, Any]:
    return {"node_id": "n", "canonical_name": "Ana", "node_kind": "world_entity", "subtype": "person",
            "lifecycle_state": "suggested", "staleness_state": "fresh", "alpha": 3.1, "beta": 2.0, "confidence": 0.6,
            "updated_at": "2026-02-02T00:00:00.000Z", "payload": '{"entity_type":"person"}',
            "visibility_class": "cloud_allowed", **changed}  # fmt: skip


def _known(**changed: Any) -> dict[str, Any]:
    return {"node_id": "n", "other_id": "o", "other_name": "Pelican Freight", "source_id": "n", "target_id": "o",
            "relation_type": "affiliated_with", "confidence": 0.61, "lifecycle_state": "observed", "payload": "{}",
            "start_date": "2025-05-01T00:00:00.000Z", "end_date": None, **changed}  # fmt: skip


def _rest(**changed: Any) -> dict[str, Any]:
    return {"node_id": "n", "entry_id": "e1", "entry_type": "learned_from_chat",
            "source_description": "said by the person",
            "source_ref": "chatgpt:c#turn3", "authority_type": "personal", "still_current": "yes",
            "verbatim_excerpt": "Ana  runs it", "created_at": "2026-02-02T00:00:00.000Z", **changed}  # fmt: skip


def test_d72_146_each_hash_changes_with_what_it_is_made_of() -> None:
    before = page(_node(), [_known()], [_rest()])
    evidence = page(_node(), [_known()], [_rest(), _rest(entry_id="e2")])
    edges = page(_node(), [_known(confidence=0.7)], [_rest()])
    node = page(_node(alpha=3.6), [_known()], [_rest()])
    hashes = ("node_hash", "relationship_hash", "provenance_hash")
    assert [[before[name] != after[name] for name in hashes] for after in (node, edges, evidence)] == [
        [True, False, False], [False, True, False], [False, False, True],
    ]  # fmt: skip
    assert before["render_input_hash"] not in {row["render_input_hash"] for row in (node, edges, evidence)}


def test_d72_146_what_only_fades_is_the_same_page() -> None:
    assert page(_node(confidence=0.6), [], []) == page(_node(confidence=0.2), [], [])


def test_d72_146_the_order_of_keys_and_rows_is_nothing() -> None:
    assert node_hash(_node(payload='{"b":1,"a":2}')) == node_hash(_node(payload='{"a":2,"b":1}'))
    pair = [_known(), _known(other_id="x", target_id="x", relation_type="managed_by")]
    assert relationship_hash("n", pair) == relationship_hash("n", pair[::-1])
    assert provenance_hash([_rest(), _rest(entry_id="e2")]) == provenance_hash([_rest(entry_id="e2"), _rest()])


def test_d72_147_a_page_says_what_matters_of_its_kind() -> None:
    text = markdown(_node(), [_known(), _known(other_name="Old Mill", end_date="2025-11-01T00:00:00.000Z")], [_rest()])
    assert text.splitlines() == [
        "# Ana", "", "- world entity, person, suggested", "", "## Related", "",
        "- Ana is affiliated with Pelican Freight (since 2025-05-01, 0.61)", "", "## Formerly", "",
        "- Ana was affiliated with Old Mill (since 2025-05-01 to 2025-11-01, 0.61)", "", "## Rests on", "",
        "- 2026-02-02, said by the person: “Ana runs it”",
    ]  # fmt: skip


def test_what_an_assistant_said_is_no_evidence() -> None:
    """It stood among the person's own words under "Rests on"."""
    heard = _rest(entry_id="e2", entry_type="agent_observation", source_description="said by an assistant")
    assert "said by an assistant" not in markdown(_node(), [], [heard, _rest()])
    alone = markdown(_node(), [], [heard]).splitlines()
    assert "## Rests on" not in alone
    assert alone[4] == "## Rests on nothing that you said, only on an assistant's words"


def test_d72_147_a_duty_says_to_whom_until_when_and_how_far() -> None:
    payload = '{"obligation_description":"x","status":"overdue","deadline":{"date":"2026-02-10T00:00:00Z"}}'
    text = markdown(_node(node_kind="obligation", subtype="task", payload=payload), [], [])
    assert "- owed to: nobody named" in text
    assert "- due: 2026-02-10" in text
    assert "- status: overdue" in text


def test_pages_belong_to_their_nodes() -> None:
    made = pages([_node(), _node(node_id="o", canonical_name="Bo")], [_known(node_id="o")], [_rest()])
    assert ["Related" in row["markdown"] for row in made] == [False, True]
    assert ["Rests on" in row["markdown"] for row in made] == [True, False]


def _digest(nodes: list[dict[str, Any]], events: Sequence[dict[str, Any]] = (), **changed: Any) -> list[dict[str, Any]]:
    whole = [{"source_kind": "entity", "subtype": "person", "confidence": 0.5, "visibility_class": "cloud_allowed",
              "staleness_state": "fresh", "node_kind": "world_entity", **node} for node in nodes]  # fmt: skip
    return ask("reading/digest", {
        "overlay.nodes": whole, "overlay.confidence_events": events, "overlay.change_records": [],
        "overlay.review_queue": [],
    }, **changed)  # fmt: skip


def test_d72_149_a_digest_is_short_and_leaves_out_what_stays_here() -> None:
    # The first of March 2026 is a Sunday: the week before its Monday ends on 23 February.
    inside = [{"node_id": f"n{n:02d}", "canonical_name": f"N{n:02d}", "created_at": "2026-02-18T00:00:00.000Z"}
              for n in range(22)]  # fmt: skip
    hidden = {"node_id": "x", "canonical_name": "Hidden", "created_at": "2026-02-18T00:00:00.000Z",
              "visibility_class": "local_only"}  # fmt: skip
    late = {"node_id": "y", "canonical_name": "Late", "created_at": "2026-02-23T00:00:00.000Z"}
    rows = _digest([*inside, hidden, late])
    assert len(rows) == 15
    assert {row["week_start"] for row in rows} == {"2026-02-16T00:00:00.000Z"}
    assert not any(name in row["line"] for row in rows for name in ("Hidden", "Late"))


def test_d72_149_what_was_only_spoken_against_is_not_firmer() -> None:
    nodes = [{"node_id": name, "canonical_name": name, "created_at": "2025-01-01T00:00:00.000Z"} for name in ("a", "b")]
    events = [{"node_id": name, "occurred_at": "2026-02-18T00:00:00.000Z", "delta_alpha": alpha, "delta_beta": beta}
              for name, alpha, beta in (("a", 0.0, 1.0), ("b", 0.5, 0.0), ("b", 0.0, 1.0))]  # fmt: skip
    assert [row["line"] for row in _digest(nodes, events) if row["section"] == "firmer"] == ["b, 1 times"]


def test_d72_149_a_week_has_one_digest() -> None:
    node = {"node_id": "n", "canonical_name": "N", "created_at": "2026-02-18T00:00:00.000Z"}
    first, again = (_digest([node], as_of=f"2026-02-{day}T09:00:00.000Z") for day in (24, 27))
    assert first == again


def test_d72_149_a_deadline_is_told_two_weeks_before() -> None:
    due = [{"node_id": day, "canonical_name": day, "node_kind": "obligation", "created_at": "2025-01-01T00:00:00.000Z",
            "payload": f'{{"deadline":{{"date":"2026-{day}T00:00:00.000Z"}}}}'}
           for day in ("02-22", "02-24", "03-08", "03-10")]  # fmt: skip
    told = [row["line"] for row in _digest(due) if row["section"] == "deadlines"]
    assert sorted(told) == ["02-24, due 2026-02-24", "03-08, due 2026-03-08"]


def test_d72_119_what_was_only_seen_is_proposed_to_go_and_orphans_are_flagged() -> None:
    def node(name: str, state: str, days: str, **changed: Any) -> dict[str, Any]:
        return {"node_id": name, "canonical_name": name, "lifecycle_state": state, "created_at": days,
                "is_active": True, "last_verified_at": days, "subtype": "person", "node_kind": "world_entity",
                "source_kind": "entity",
                "conflict_score": 0.1, "staleness_state": "fresh", "tier": "B", **changed}  # fmt: skip

    nodes = [
        node("seen15", "observed", "2026-02-14T00:00:00.000Z"), node("Seen13", "observed", "2026-02-16T00:00:00.000Z"),
        node("told29", "suggested", "2026-01-31T00:00:00.000Z"),
        node("Told31", "suggested", "2026-01-29T00:00:00.000Z"),
        node("kept", "confirmed", "2020-01-01T00:00:00.000Z", tier="A"),
        node("Katarina Vogel", "confirmed", "2026-02-20T00:00:00.000Z"),
        node("Katarina Vogl", "confirmed", "2026-02-20T00:00:00.000Z"),
    ]  # fmt: skip
    tied = [_edge(0, source_id="kept", target_id="other")]
    alike = ask("reading/alike", {"overlay.nodes": nodes})
    used = [{"node_id": name, "used_at": at} for name, at in (
        ("Told31", "2026-01-29T00:00:00.000Z"), ("Told31", "2025-06-01T00:00:00.000Z"),
        ("Told31", "2026-01-31T00:00:00.000Z"), ("told29", "2026-01-31T00:00:00.000Z"),
        ("kept", "2025-06-01T00:00:00.000Z"),
    )]  # fmt: skip
    given = {"edges": tied, "overlay.nodes": nodes, "alike": alike, "overlay.usage_events": used}
    rows = ask("reading/findings", given)
    found = {(row["job"], row["node_id"]): row["action"] for row in rows}
    assert {key for key, action in found.items() if action == "archive"} == {
        ("observed_never_suggested", "seen15"), ("suggested_never_confirmed", "Told31"),
    }  # fmt: skip
    assert found["near_duplicate", "Katarina Vogel"] == "merge_queue"
    assert found["orphan", "seen15"] == "flag"
    # Uses of a node of tier A stay in full however old they are.
    assert [(row["node_id"], row["measure"]) for row in rows if row["job"] == "old_usage"] == [("Told31", 2.0)]
    assert ("orphan", "kept") not in found
    jobs = {row["job"]: row["found"] for row in ask("reading/cleanup_jobs", {"findings": rows})}
    assert jobs == dict.fromkeys(JOBS, 0) | {
        "observed_never_suggested": 1, "suggested_never_confirmed": 1, "near_duplicate": 1, "orphan": 6,
        "old_usage": 1,
    }  # fmt: skip


@pytest.mark.parametrize("pairs", [_PAIRS, _FRESH], ids=["first", "fresh"])
def test_d72_120_sixty_pairs_of_names(pairs: _Pairs) -> None:
    """Of those that are one nine of ten are put forward, and few of the others."""
    same, other = (sum(alike(*pair) for pair in pairs[kind]) for kind in ("same", "other"))
    assert len(pairs["same"]) == len(pairs["other"]) == 30
    assert same >= 27
    assert other <= 3


def _folded(contexts: tuple[str, str] = ("M1", "M1"), apart: bool = False, **changed: Any) -> dict[str, Any]:
    nodes = [{"node_id": "a", "alpha": 4.0, "beta": 2.5, "conflict_score": 0.1, **changed},
             {"node_id": "b", "alpha": 3.2, "beta": 2.1, "conflict_score": 0.1}]  # fmt: skip
    bundles = [{"source_node_id": node, "target_node_id": context, "relation_type": "linked_to_context",
                "user_verdict": "none"} for node, context in zip("ab", contexts, strict=True)]  # fmt: skip
    (row,) = ask("reading/fold_pairs", {
        "alike": [{"node_id": "a", "other_node_id": "b", "node_kind": "world_entity", "source_kind": "entity",
                   "likeness": 0.97}],
        "overlay.nodes": nodes, "overlay.evidence_bundles": bundles,
        "overlay.node_kind_tiers": [
            {"node_kind": "world_entity", "subtype": "*", "start_alpha": 2.0, "start_beta": 2.0}
        ],
        "told_apart": [{"one": "b" if apart else "x", "other": "a"}],
    })  # fmt: skip
    return row


def test_d72_120_one_node_would_stand_on_the_evidence_of_both() -> None:
    """Over one beginning of 2 and 2: nothing that was said counts twice, and nothing is lost."""
    row = _folded()
    assert (row["verdict"], row["folded_alpha"], row["folded_beta"]) == ("proposed", 5.2, 2.6)
    assert row["folded_share"] == pytest.approx(5.2 / 7.8)


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({"contexts": ("M1", "M2")}, "other_context"),
        ({"apart": True}, "told_apart"),
        ({"apart": True, "contexts": ("M1", "M2")}, "told_apart"),
        ({"conflict_score": 0.6}, "disputed"),
    ],
)
def test_d72_120_what_stands_against_folding(given: dict[str, Any], verdict: str) -> None:
    assert _folded(**given)["verdict"] == verdict
