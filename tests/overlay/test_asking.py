"""Questions about one node over a few rows: the brief, how sure it is and why, who may see it (D72-104, -157)."""

from types import SimpleNamespace
from typing import Any, cast

import duckdb
import pytest

from kg_assets.core.errors import QueryError
from kg_assets.queries import overlay
from kg_assets.store.opened import OpenWarehouse
from tests.overlay.world import AS_OF, Row, create

_NODE = {
    "node_id": "n", "node_kind": "procedure", "subtype": "x", "canonical_name": "Anna", "source_kind": "entity",
    "alpha": 4.45, "beta": 2.0, "confidence": 0.684629, "lifecycle_state": "observed", "staleness_state": "fresh",
    "created_at": "2026-01-01T00:00:00.000Z", "last_verified_at": "2026-02-28T00:00:00.000Z", "payload": "{}",
    "visibility_class": "cloud_allowed", "is_active": True,
}  # fmt: skip
_EDGE = {"source_id": "n", "target_id": "b", "relation_type": "works_with", "confidence": 0.8,
         "effective_confidence": 0.8, "lifecycle_state": "observed", "visibility_class": "cloud_allowed"}  # fmt: skip
_TABLES = (
    "overlay.nodes", "overlay.aliases", "overlay.edges", "overlay.conversation_threads",
    "overlay.thread_entity_links", "overlay.provenance_entries", "overlay.node_kind_tiers", "overlay.name_words",
    "overlay.conflict_sets", "overlay.verification_queue", "overlay.change_records", "overlay.entity_status_board",
    "overlay.experience_records", "overlay.confidence_events", "overlay.actor_domain_overlays",
    "overlay.decision_memory", "overlay.decision_checkpoints",
    "overlay.mention_observations", "overlay.mention_resolutions", "overlay.community_summaries",
)  # fmt: skip


def warehouse(**rows: list[Row]) -> OpenWarehouse:
    """A build of these rows, by the tables' names without their schema."""
    connection = duckdb.connect()
    for name in _TABLES:
        create(connection, name, rows.get(name.removeprefix("overlay."), []))
    return OpenWarehouse(connection, cast(Any, SimpleNamespace(as_of=AS_OF, tables=_TABLES)), None)


def test_d72_104_confidence_is_broken_down_to_the_worked_numbers() -> None:
    tiers = [{"node_kind": "procedure", "subtype": "*", "half_life_days": 90.0}]
    (row,) = overlay.inspect(warehouse(nodes=[_NODE], node_kind_tiers=tiers), "confidence_breakdown", "n")[
        "result_data"
    ]
    assert (row["base"], row["decay"], row["result"]) == (
        pytest.approx(0.690, abs=5e-4), pytest.approx(0.992, abs=5e-4), pytest.approx(0.685, abs=5e-4)
    )  # fmt: skip
    assert row["caps"] == []


@pytest.mark.parametrize("length", [60, 150, 240, 400, 900])
def test_d72_104_the_brief_of_a_rich_node_has_two_to_three_hundred_tokens(length: int) -> None:
    """However long the sentences are: a long one was left out whole, and the brief ended far too early."""
    said = [
        {"node_id": "n", "place": place, "entry_type": "learned_from_chat", "created_at": AS_OF,
         "verbatim_excerpt": f"{place} " + "word " * (length // 5)}
        for place in range(30)
    ]  # fmt: skip
    (row,) = overlay.inspect(warehouse(nodes=[_NODE], provenance_entries=said), "entity_knowledge_brief", "n")[
        "result_data"
    ]
    assert 200 <= row["tokens"] <= 300
    assert row["brief"].startswith("Anna: procedure (x), observed, fresh, confidence 0.68")


@pytest.mark.parametrize(
    ("visibility", "is_local", "is_seen"),
    [
        ("cloud_allowed", False, True), ("cloud_warn", False, True), ("local_only", False, False),
        ("local_only", True, True), ("blocked", False, False), ("blocked", True, False),
    ],
)  # fmt: skip
def test_d72_157_an_edge_to_what_is_marked_is_seen_by_whom_the_mark_lets(
    visibility: str, is_local: bool, is_seen: bool
) -> None:
    other = {**_NODE, "node_id": "b", "canonical_name": "Ben", "visibility_class": visibility}
    build = warehouse(nodes=[_NODE, other], edges=[_EDGE])
    assert [row["node_id"] for row in overlay.neighbours(build, "n", is_local)] == ["b"] * is_seen
    if is_seen:
        assert overlay.node_meant(build, "b", is_local)["canonical_name"] == "Ben"
    else:
        with pytest.raises(QueryError, match="no node is called"):
            overlay.node_meant(build, "b", is_local)
    # An edge bears a class of its own: the strictest of what it rests on.
    private = [{**_EDGE, "visibility_class": visibility}]
    shown = overlay.neighbours(
        warehouse(nodes=[_NODE, {**other, "visibility_class": "cloud_allowed"}], edges=private), "n", is_local
    )
    assert bool(shown) == is_seen


def test_a_node_with_two_relations_to_another_is_tied_to_one_node() -> None:
    """The edges were counted, so two relations to Ben were two nodes."""
    other = {**_NODE, "node_id": "b", "canonical_name": "Ben"}
    edges = [_EDGE, {**_EDGE, "source_id": "b", "target_id": "n", "relation_type": "related_to"}]
    answer = overlay.inspect(warehouse(nodes=[_NODE, other], edges=edges), "connected_nodes", "n")
    assert answer["result_summary"] == "Anna is tied to 1 node"
    assert [row["relation_type"] for row in answer["result_data"]] == ["related_to", "works_with"]


@pytest.mark.parametrize(
    ("changed", "silenced", "said"),
    [
        ({}, False, "Anna is told to who asks"),
        ({"staleness_state": "stale"}, False, "Anna is told to who asks, with: it is stale"),
        ({"is_active": False, "lifecycle_state": "archived"}, False, "Anna is not found by name: it is archived"),
        ({"is_active": False, "staleness_state": "invalidated"}, False, "Anna is not found by name: it was taken back"),
        ({}, True, "Anna is told to who asks, with: 1 mention of its name silenced"),
    ],
)
def test_d72_104_why_something_is_told_or_not(changed: dict[str, Any], silenced: bool, said: str) -> None:
    state = "suppressed" if silenced else "observed_mention"
    build = warehouse(
        nodes=[{**_NODE, "conflict_score": 0.1, **changed}],
        aliases=[{"node_id": "n", "normalized_alias": "anna"}],
        mention_observations=[{"mention_id": "m", "mention_text": "anna"}],
        mention_resolutions=[{"mention_id": "m", "state": state}],
    )
    assert overlay.inspect(build, "injection_decision", "n")["result_summary"] == said
    assert bool(overlay.resolve(build, "Anna")) == ("not found by name" not in said)


def test_d72_104_a_tag_is_explained_by_its_numbers() -> None:
    """§5.6: 20 and 20 are as torn as forty of fifty can be."""
    torn = {**_NODE, "alpha": 20.0, "beta": 20.0, "conflict_score": 0.8, "delivery_hint": "[distinguish]"}
    answer = overlay.inspect(warehouse(nodes=[torn]), "tag_explanation", "n")
    assert answer["result_summary"] == "Anna has the tag [distinguish]"
    assert (
        answer["result_data"][0]["because"] == "conflict (1 - |20.00 - 20.00| / 40.00) * "
        "min(40.00 / conflict_full_evidence, 1) = 0.800"
    )


@pytest.mark.parametrize(
    ("changed", "said", "because"),
    [
        ({}, "no tag", []),
        ({"staleness_state": "stale"}, "the tag stale", ["nothing has borne it since 2026-02-28"]),
        ({"staleness_state": "invalidated"}, "the tag invalidated", ["it was taken back"]),
        (
            {"staleness_state": "stale", "visibility_class": "local_only", "scope_inference_basis": "user_override"},
            "the tags stale, local_only", ["nothing has borne it since 2026-02-28", "you said who may see it"],
        ),
        (
            {"visibility_class": "cloud_warn", "scope_inference_basis": "personal_surface"}, "the tag cloud_warn",
            ["the setting overlay.personal_visibility"],
        ),
    ],
)  # fmt: skip
def test_d72_104_each_tag_says_why_it_is_there(changed: dict[str, Any], said: str, because: list[str]) -> None:
    """Of what was taken back it said that nothing had borne it since; a class was "by personal_surface"."""
    answer = overlay.inspect(warehouse(nodes=[{**_NODE, "conflict_score": 0.1, **changed}]), "tag_explanation", "n")
    assert answer["result_summary"] == f"Anna has {said}"
    assert [row["because"] for row in answer["result_data"][1:]] == because
