"""The index that programs look nodes up in: worked by hand, and against the tables that it is made of."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from kg_assets.core.errors import WarehouseError
from kg_assets.overlay.lookup.build import LOCAL, lookup_arrays
from kg_assets.overlay.lookup.contracts import INPUTS
from kg_assets.overlay.lookup.opened import LookupIndex, Tie, open_lookup
from kg_assets.store.arrays import write_arrays

_TOLD = ("cloud_allowed", "cloud_warn")
_SCHEMAS: dict[str, dict[str, Any]] = {
    "overlay.nodes": {"node_id": pl.String, "canonical_name": pl.String, "confidence": pl.Float64,
                      "is_active": pl.Boolean, "source_kind": pl.String, "visibility_class": pl.String,
                      "node_kind": pl.String, "subtype": pl.String, "lifecycle_state": pl.String,
                      "staleness_state": pl.String},
    "overlay.aliases": {"node_id": pl.String, "normalized_alias": pl.String},
    "overlay.edges": {"source_id": pl.String, "target_id": pl.String, "relation_type": pl.String,
                      "confidence": pl.Float64, "end_date": pl.String, "lifecycle_state": pl.String,
                      "visibility_class": pl.String},
    "overlay.entity_status_board": {"node_id": pl.String, "is_routable_by_name": pl.Boolean},
    "overlay.conversation_threads": {"thread_id": pl.String, "occurred_at": pl.String, "visibility_class": pl.String},
    "overlay.thread_entity_links": {"thread_id": pl.String, "node_id": pl.String},
}  # fmt: skip


def _node(node_id: str, visibility: str = "cloud_allowed", **changed: Any) -> dict[str, Any]:
    return {
        "node_id": node_id, "canonical_name": node_id.upper(), "confidence": 0.5, "is_active": True,
        "source_kind": "entity", "visibility_class": visibility, "node_kind": "world_entity", "subtype": "person",
        "lifecycle_state": "observed", "staleness_state": "fresh", **changed,
    }  # fmt: skip


def _edge(
    source: str, target: str, confidence: float, relation: str = "works_with", visibility: str = "cloud_allowed",
    **changed: Any,
) -> dict[str, Any]:  # fmt: skip
    return {
        "source_id": source, "target_id": target, "relation_type": relation, "confidence": confidence,
        "end_date": None, "lifecycle_state": "observed", "visibility_class": visibility, **changed,
    }  # fmt: skip


def _arrays(**rows: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    told = {name: pl.DataFrame(rows.get(name.removeprefix("overlay."), []), _SCHEMAS[name]) for name in INPUTS}
    return lookup_arrays(told)


def _index(**rows: Sequence[dict[str, Any]]) -> LookupIndex:
    return LookupIndex(*_arrays(**rows))


def _ids(index: LookupIndex, ties: Sequence[Tie]) -> list[tuple[str, float, tuple[str, ...]]]:
    return [(index.id_of(tie.node), tie.confidence, tie.relation_types) for tie in ties]


def test_a_tie_is_as_firm_as_its_firmest_edge_and_says_all_its_ways() -> None:
    index = _index(
        nodes=[_node(name) for name in "dcba"],
        edges=[_edge("a", "b", 0.3), _edge("b", "a", 0.7, "reports_to"), _edge("a", "c", 0.6), _edge("d", "a", 0.7),
               _edge("b", "d", 0.9)],
    )  # fmt: skip
    start = index.node("a", is_local=False)
    assert start is not None
    found = index.ties([start], [start], (), is_local=False, most=9)
    assert _ids(index, found) == [
        ("b", 0.7, ("reports_to", "works_with")), ("d", 0.7, ("works_with",)), ("c", 0.6, ("works_with",)),
    ]  # fmt: skip
    assert _ids(index, index.ties([start], [start], (), is_local=False, most=1)) == _ids(index, found)[:1]
    only = index.ties([start], [start], ("works_with",), is_local=False, most=2)
    assert _ids(index, only) == [("d", 0.7, ("works_with",)), ("c", 0.6, ("works_with",))]
    assert index.ties([start], [start], ("unheard_of",), is_local=False, most=2) == []


def test_what_is_over_suppressed_or_blocked_is_not_in_it(tmp_path: Path) -> None:
    arrays, facts = _arrays(
        nodes=[_node("a"), _node("b"), _node("c"), _node("hidden", "blocked")],
        edges=[_edge("a", "b", 0.8, end_date="2025-01-01T00:00:00.000Z"), _edge("a", "hidden", 0.9),
               _edge("a", "c", 0.4, lifecycle_state="suppressed"), _edge("b", "c", 0.2, visibility="blocked")],
        aliases=[{"node_id": "hidden", "normalized_alias": "hidden words"}],
    )  # fmt: skip
    index = LookupIndex(arrays, facts)
    assert index.node("hidden", is_local=True) is None
    assert index.called("hidden words", is_local=True) == []
    assert [index.ties([node], [], (), is_local=True, most=5) for node in range(3)] == [[], [], []]
    write_arrays(tmp_path / "index", arrays, facts)
    assert b"hidden" not in (tmp_path / "index").read_bytes().lower()


def test_what_stays_on_the_machine_is_told_only_there() -> None:
    index = _index(
        nodes=[_node("a"), _node("b", LOCAL), _node("c")],
        edges=[_edge("a", "b", 0.9), _edge("a", "c", 0.8, visibility=LOCAL), _edge("a", "c", 0.3, "knows")],
        aliases=[{"node_id": "b", "normalized_alias": "bea"}],
    )
    here = index.node("a", is_local=True)
    assert here is not None
    near = index.ties([here], [here], (), is_local=True, most=9)
    assert _ids(index, near) == [("b", 0.9, ("works_with",)), ("c", 0.8, ("knows", "works_with"))]
    far = index.ties([here], [here], (), is_local=False, most=9)
    assert _ids(index, far) == [("c", 0.3, ("knows",))]
    assert (index.node("b", is_local=True), index.node("b", is_local=False)) == (1, None)
    assert (index.called("bea", is_local=True), index.called("bea", is_local=False)) == ([1], [])


def test_every_edge_of_a_node_is_told_with_its_direction_the_firmest_first() -> None:
    index = _index(
        nodes=[_node(name) for name in "abc"] + [_node("d", LOCAL)],
        edges=[_edge("a", "b", 0.3), _edge("b", "a", 0.7, "reports_to"), _edge("a", "c", 0.6), _edge("d", "a", 0.9)],
    )
    node = index.node("a", is_local=True)
    assert node is not None
    told = [(index.id_of(edge.node), edge.relation_type, edge.is_source) for edge in index.edges(node, True, 9)]
    assert told == [
        ("d", "works_with", False), ("b", "reports_to", False), ("c", "works_with", True), ("b", "works_with", True),
    ]  # fmt: skip
    assert [edge.confidence for edge in index.edges(node, False, 2)] == [0.7, 0.6]


def test_conversations_that_name_a_node_are_told_the_newest_first() -> None:
    dates = {"t1": "2025-01-02", "t2": "2025-03-04", "t3": "2025-03-04", "t4": "2025-02-01", "t5": "2025-05-01"}
    seen = {"t2": LOCAL, "t5": "blocked"}
    index = _index(
        nodes=[_node("a"), _node("b")],
        conversation_threads=[
            {"thread_id": name, "occurred_at": date, "visibility_class": seen.get(name, "cloud_warn")}
            for name, date in dates.items()
        ],
        thread_entity_links=[{"thread_id": name, "node_id": "b"} for name in dates],
    )
    first, second = (index.node(name, is_local=True) for name in "ab")
    assert first is not None
    assert second is not None
    assert index.threads(first, True, 9) == []
    assert index.threads(second, True, 9) == ["t2", "t3", "t4", "t1"]
    assert index.threads(second, False, 2) == ["t3", "t4"]


def test_of_one_name_an_entity_comes_first_then_the_firmest_and_what_is_gone_is_not_told() -> None:
    nodes = [
        _node("n1", confidence=0.9, source_kind="claim"), _node("n2", confidence=0.4), _node("n3", confidence=0.6),
        _node("n4", confidence=0.95, is_active=False), _node("n5", confidence=0.6),
    ]  # fmt: skip
    index = _index(
        nodes=nodes,
        aliases=[{"node_id": node["node_id"], "normalized_alias": "anna löwe"} for node in nodes]
        + [{"node_id": "n2", "normalized_alias": "anna"}],
        entity_status_board=[{"node_id": "n3", "is_routable_by_name": True},
                             {"node_id": "n5", "is_routable_by_name": False}],
    )  # fmt: skip
    found = index.called("anna löwe", is_local=False)
    assert [index.id_of(node) for node in found] == ["n3", "n5", "n2", "n1"]
    assert [index.is_routable(node) for node in found] == [True, False, False, False]
    assert [index.id_of(node) for node in index.called("anna", is_local=False)] == ["n2"]
    assert index.called("ann", is_local=False) == []
    assert index.row(found[0]) == {
        "node_id": "n3", "canonical_name": "N3", "node_kind": "world_entity", "subtype": "person",
        "lifecycle_state": "observed", "staleness_state": "fresh", "confidence": 0.6,
    }  # fmt: skip


def test_nothing_is_looked_up_in_an_empty_build() -> None:
    index = _index()
    assert index.node("a", is_local=True) is None
    assert index.called("a", is_local=True) == []


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("is_local", [True, False])
def test_it_finds_what_the_tables_say(seed: int, is_local: bool) -> None:
    """Two steps from every node of a random graph, beside a plain walk over the edges."""
    chance = random.Random(seed)
    kinds = (*_TOLD, LOCAL, "blocked")
    nodes = [_node(f"n{number}", chance.choice(kinds)) for number in range(14)]
    edges = [
        _edge(*(f"n{chance.randrange(14)}" for _ in "st"), round(chance.random(), 1), chance.choice("rst"),
              chance.choice(kinds))
        for _ in range(40)
    ]  # fmt: skip
    index = _index(nodes=nodes, edges=edges)
    allowed = {*_TOLD, LOCAL} if is_local else set(_TOLD)
    told = {node["node_id"] for node in nodes if node["visibility_class"] in allowed}

    def walked(start: list[str], known: list[str]) -> list[tuple[str, float, tuple[str, ...]]]:
        found: dict[str, list[tuple[float, str]]] = {}
        for edge in edges:
            for here, other in ((edge["source_id"], edge["target_id"]), (edge["target_id"], edge["source_id"])):
                if here in start and other in told - set(known) and edge["visibility_class"] in allowed:
                    found.setdefault(other, []).append((edge["confidence"], edge["relation_type"]))
        rows = [
            (other, max(sure for sure, _ in ways), tuple(sorted({way for _, way in ways})))
            for other, ways in found.items()
        ]
        return sorted(rows, key=lambda row: (-row[1], [node["node_id"] for node in by_id].index(row[0])))[:3]

    by_id = sorted(nodes, key=lambda node: str(node["node_id"]))
    for name in sorted(told):
        start = index.node(name, is_local)
        assert start is not None
        one = index.ties([start], [start], (), is_local, most=3)
        assert _ids(index, one) == walked([name], [name])
        further = [tie.node for tie in one]
        two = index.ties(further, [start, *further], (), is_local, most=3)
        ends = [index.id_of(node) for node in further]
        assert _ids(index, two) == walked(ends, [name, *ends])


def test_another_file_is_no_index_of_nodes(tmp_path: Path) -> None:
    write_arrays(tmp_path / "other", {}, {"rows": 0})
    with pytest.raises(WarehouseError, match="no index of nodes"):
        open_lookup(tmp_path / "other")
