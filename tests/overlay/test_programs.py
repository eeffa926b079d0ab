"""What programs ask of the graph: its eight questions, a summary, what is known already (D72-106 to -108, -124)."""

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl
import pytest

from kg_assets.core.config import load_config
from kg_assets.core.errors import QueryError
from kg_assets.house import HOUSE
from kg_assets.overlay.evidence.commands import command_tables
from kg_assets.overlay.lookup.build import lookup_arrays
from kg_assets.overlay.lookup.contracts import INPUTS
from kg_assets.overlay.lookup.opened import LookupIndex
from kg_assets.queries.corrections import correction
from kg_assets.queries.graph_query import KINDS, Asked, graph_query
from kg_assets.queries.novelty import Lane, filled, gate, hit_rate, tokens_of
from kg_assets.queries.overlay import brief, inspect, node_meant, resolve, threads_of
from kg_assets.queries.settings import KnowingSettings
from kg_assets.queries.summary import candidates, summary
from kg_assets.store.opened import OpenWarehouse
from tests.overlay.test_asking import warehouse
from tests.overlay.world import AS_OF, Row, ask

_SETTINGS: KnowingSettings = load_config(HOUSE.sections).section("knowing")
_NEVER_LATE = dict.fromkeys(KINDS, 60_000.0)


def _node(node_id: str, **changed: Any) -> dict[str, Any]:
    return {"node_id": node_id, "node_kind": "world_entity", "subtype": "person", "canonical_name": node_id.upper(),
            "source_kind": "entity", "alpha": 4.0, "beta": 2.0, "confidence": 0.6, "lifecycle_state": "suggested",
            "staleness_state": "fresh", "created_at": "2025-01-01T00:00:00.000Z",
            "updated_at": "2025-01-01T00:00:00.000Z", "last_verified_at": AS_OF, "payload": "{}",
            "visibility_class": "cloud_allowed", "is_active": True, **changed}  # fmt: skip


def _edge(source: str, target: str, **changed: Any) -> dict[str, Any]:
    return {"source_id": source, "target_id": target, "relation_type": "managed_by", "confidence": 0.8,
            "effective_confidence": 0.8, "lifecycle_state": "observed", "visibility_class": "cloud_allowed",
            **changed}  # fmt: skip


def _asked(build: OpenWarehouse, asked: Asked, ceilings: Any = _NEVER_LATE, **further: Any) -> dict[str, Any]:
    """The answer over a build and the index of it."""
    index = LookupIndex(
        *lookup_arrays({name: pl.DataFrame(build.connection.sql(f"FROM {name}").to_arrow_table()) for name in INPUTS})
    )
    return graph_query(build, index, asked, ceilings, **further)


def _path(**rows: Sequence[Row]) -> OpenWarehouse:
    """A – B – C."""
    return warehouse(
        nodes=[_node(name) for name in "abc"], edges=[_edge("a", "b"), _edge("c", "b")],
        aliases=[{"node_id": name, "normalized_alias": name} for name in "abc"], **rows,
    )  # fmt: skip


def _ends(depth: int, **further: Any) -> tuple[set[str], str | None]:
    asked = Asked("entity_neighbors", ("a",), depth=depth, **further)
    answer = _asked(_path(), asked, _NEVER_LATE)
    assert answer["truncated"] == (answer["truncation_reason"] is not None)
    return {row["node_id"] for row in answer["results"]}, answer["truncation_reason"]


def test_d72_106_neighbours_one_and_two_steps_away() -> None:
    assert _ends(1) == ({"b"}, None)
    assert _ends(2) == ({"b", "c"}, None)
    assert _ends(2, max_results=1) == ({"b"}, "max_results")
    assert _ends(2, edge_types=("part_of",)) == (set(), None)


def test_d72_106_what_is_not_ready_in_time_is_left_out_and_that_is_said() -> None:
    def clock(*seconds: float) -> Any:
        ticks: Iterator[float] = iter([*seconds, *[seconds[-1]] * 9])
        return lambda: next(ticks)

    asked = Asked("entity_neighbors", ("a",), depth=2)
    late = _asked(_path(), asked, _SETTINGS.graph_milliseconds, clock=clock(0.0, 0.06))
    assert [row["node_id"] for row in late["results"]] == ["b"], "the first step is always told"
    assert (late["truncated"], late["truncation_reason"], late["latency_ms"]) == (True, "latency", 60.0)
    in_time = _asked(_path(), asked, _SETTINGS.graph_milliseconds, clock=clock(0.0, 0.049))
    assert (len(in_time["results"]), in_time["truncated"]) == (2, False)
    cards = Asked("entity_cards", ("A", "B", "C"))
    assert len(_asked(_path(), cards, _SETTINGS.graph_milliseconds, clock=clock(0.0, 0.016))["results"]) == 1
    by_id = Asked("entity_cards", ("c", "a", "b"))
    answer = _asked(_path(), by_id, _SETTINGS.graph_milliseconds, clock=clock(0.0, 0.016))
    assert [row["node_id"] for row in answer["results"]] == ["c", "a", "b"], "ids are asked for at once"


def test_d72_106_every_kind_has_its_ceiling() -> None:
    assert set(_SETTINGS.graph_milliseconds) == set(KINDS)
    with pytest.raises(QueryError, match="no question"):
        _asked(_path(), Asked("everything", ("a",)), _NEVER_LATE)


@pytest.mark.parametrize("is_local", [True, False])
@pytest.mark.parametrize("node", ["a", "b"])
def test_d72_106_a_brief_that_is_looked_up_is_the_one_that_is_told_to_a_person(node: str, is_local: bool) -> None:
    """Ties in both directions, one that is over and one for this machine only; conversations, one of them as well."""
    local = {"visibility_class": "local_only"}
    edges = [_edge("a", "b"), _edge("b", "a", relation_type="part_of", confidence=0.9), _edge("c", "a", **local),
             _edge("a", "c", end_date=AS_OF), _edge("b", "c", lifecycle_state="suppressed")]  # fmt: skip
    threads = [{"thread_id": f"t{n}", "checkpoint_summary": f"Talk {n}", "turn_count": n, "key_decisions": ["x"],
                "unresolved_items": ["y"], "occurred_at": f"2025-0{n}-01T00:00:00.000Z",
                "visibility_class": "local_only" if n == 3 else "cloud_allowed"} for n in range(1, 6)]  # fmt: skip
    links = [{"thread_id": row["thread_id"], "node_id": name} for row in threads for name in "ac"]
    said = [{"node_id": "a", "place": 1, "entry_type": "learned_from_chat", "verbatim_excerpt": "A and B",
             "created_at": AS_OF}]  # fmt: skip
    build = warehouse(nodes=[_node(name) for name in "abc"], edges=edges, conversation_threads=threads,
                      thread_entity_links=links, provenance_entries=said)  # fmt: skip
    (found,) = _asked(build, Asked("knowledge_brief", (node,)), is_local=is_local)["results"]
    assert found["brief"] == brief(build, node_meant(build, node, is_local), is_local)
    assert ("Talk 3" in found["brief"]) == (is_local and node == "a")
    related = _asked(build, Asked("related_threads", (node,)), is_local=is_local)["results"]
    assert related == threads_of(build, node, 10, is_local)


def test_d72_106_a_node_is_found_by_its_id_before_words_of_names_are_looked_for() -> None:
    nodes = [_node("a"), _node("b", canonical_name="The a of all")]
    build = warehouse(nodes=nodes, aliases=[{"node_id": "b", "normalized_alias": "the a of all"}])
    assert [row["node_id"] for row in _asked(build, Asked("entity_lookup", ("a",)))["results"]] == ["a"]
    called = warehouse(nodes=nodes, aliases=[{"node_id": "b", "normalized_alias": "a"}])
    assert [row["node_id"] for row in _asked(called, Asked("entity_lookup", ("a",)))["results"]] == ["b"]


def test_d72_106_edges_that_are_over_or_not_for_elsewhere_lead_nowhere() -> None:
    edges = [_edge("a", "b", end_date=AS_OF), _edge("a", "c", visibility_class="local_only")]
    build = warehouse(nodes=[_node(name) for name in "abc"], edges=edges)
    asked = Asked("entity_neighbors", ("a",))
    assert [row["node_id"] for row in _asked(build, asked, _NEVER_LATE)["results"]] == ["c"]
    assert _asked(build, asked, _NEVER_LATE, is_local=False)["results"] == []


def test_d72_107_names_that_may_be_meant_are_scored_and_the_doubt_is_said() -> None:
    nodes = [_node("x", canonical_name="Anna Chen"), _node("y", canonical_name="Anna Chen Wu")]
    build = warehouse(nodes=nodes, aliases=[{"node_id": "x", "normalized_alias": "anna chen"}])
    exact = candidates(build, "Anna Chen", 60)
    assert [(row["node_id"], row["score"]) for row in exact] == [("x", 1.0)]
    several = summary(build, "anna", 60, 0.0, 10, with_timeline=False)
    assert several["is_ambiguous"]
    assert [row["score"] for row in several["candidates"]] == [1.0, pytest.approx(61 / 62, abs=1e-6)]


def test_d72_107_ties_that_are_unsure_are_left_out_if_asked() -> None:
    edges = [_edge("a", "b"), _edge("a", "c", effective_confidence=0.3)]
    build = warehouse(nodes=[_node(name) for name in "abc"], edges=edges)
    related = [[row["node_id"] for row in summary(build, "a", 60, least, 10, False)["related"]] for least in (0.0, 0.4)]
    assert related == [["b", "c"], ["b"]]
    assert summary(build, "a", 60, 0.0, 1, False)["related"][0]["node_id"] == "b"


@pytest.mark.parametrize(
    ("kind", "route"),
    [
        ("durable_fact_correction", "directive_authority"), ("relation_correction", "graph_correction_only"),
        ("temporary_context_note", "transient_only"),
    ],
)  # fmt: skip
def test_d72_107_a_correction_that_is_no_name_writes_nothing(kind: str, route: str) -> None:
    assert correction(_node("x"), kind, "Cheng") == (route, None)


def test_d72_107_a_corrected_name_is_another_name_of_the_node() -> None:
    route, body = correction(_node("entity:x", canonical_name="Chen"), "naming_correction", " Cheng ")
    assert route == "graph_correction_only"
    assert body is not None
    tables = command_tables([{**body, "kind": "name_decided", "position": 1, "command_id": "c", "canonical_name": None,
                              "node_kind": None}])  # fmt: skip
    assert tables["suppressions"].num_rows == tables["retargets"].num_rows == 0
    named = ask("graph/named", {
        "things": [{"node_id": "entity:x", "canonical_name": "Chen", "source_id": "x", "source_kind": "entity"}],
        "name_decisions": tables["name_decisions"].to_pylist(),
        "versions": [{"node_id": "-", "stem": "-", "is_latest": False}],
        "kg.entities": [{"entity_id": "x", "entity_key": "chen", "aliases_json": '["Chen"]'}],
    })  # fmt: skip
    assert {row["alias"] for row in named} == {"Chen", "cheng"}


def test_d72_108_words_are_silenced_in_one_project_and_count_in_others() -> None:
    mentions = [
        {"mention_id": name, "normalized_mention": "x", "work_context_id": name, "surface": "chatgpt"}
        for name in ("grocery", "garden")
    ]
    best = [{"mention_id": row["mention_id"], "node_id": "n", "place": 1, "method": "alias_exact", "exact_count": 1,
             "score": 0.99, "next_score": 0.0, "graph_context_score": 0.5, "candidate_count": 1}
            for row in mentions]  # fmt: skip
    silent = command_tables([{
        "kind": "mention_suppressed", "position": 1, "command_id": "c", "normalized_mention": "x",
        "scope": "work_context", "work_context_id": "grocery", "surface": None, "reason": "the person said so",
    }])["suppressions"].to_pylist()  # fmt: skip
    short = [{"normalized_alias": "-"}]
    rows = ask(
        "resolution/resolutions",
        {"observations": mentions, "ranked": best, "suppressions": silent, "short_names": short},
    )
    found = {row["mention_id"]: (row["state"], row["suppression_reason"]) for row in rows}
    assert found == {"grocery": ("suppressed", "the person said so"), "garden": ("observed_mention", None)}


def test_d72_124_a_line_costs_what_its_letters_do() -> None:
    assert len("Pacific Ventures (affiliated_with)") == 34
    assert tokens_of("Pacific Ventures (affiliated_with)") == 10


def test_d72_124_what_is_kept_for_others_is_freed_where_they_have_nothing_to_say() -> None:
    long = tuple(f"{n:02d}" + "x" * 33 for n in range(40))  # ten tokens each
    with_people = filled([Lane("work_context", long, 300), Lane("participants", ("Ana (person)",), 120, 40)], 320)
    assert with_people["tokens_by_lane"] == {"work_context": 280, "participants": 4}
    assert with_people["released"] == {}
    alone = filled([Lane("work_context", long, 300), Lane("participants", (), 120, 40)], 320)
    assert (alone["tokens"], alone["released"]) == (300, {"participants": 40})
    assert filled([Lane("a", long, 1000), Lane("b", long, 1000)], 500)["tokens"] == 400, "a line stands once"


def test_d72_124_how_much_of_it_a_text_speaks_of() -> None:
    lines = [f"Name{n:02d} (person)" for n in range(20)]
    assert hit_rate(lines, "I met name07 today.") == 0.05
    assert hit_rate([], "x") == 0.0


def test_d72_124_hubs_and_what_is_long_past_are_left_out() -> None:
    others = [_node(f"o{n:03d}", canonical_name=f"Other {n}") for n in range(151)]
    nodes = [_node("p", canonical_name="Harbor"), _node("ana"), _node("hub", canonical_name="Hub"),
             _node("new", updated_at="2026-02-20T00:00:00.000Z"), *others]  # fmt: skip
    edges = [_edge("ana", "p", relation_type="linked_to_context"), _edge("hub", "p")]
    edges += [_edge("hub", row["node_id"]) for row in others]
    made = gate(warehouse(nodes=nodes, edges=edges), "p", ["Hub"], "ana and new work", _SETTINGS)
    assert made["lines"] == ["ANA (linked_to_context)", "NEW (person)"]
    assert made["hubs_left_out"] == 2
    assert (made["hit_rate"], made["is_idle"]) == (1.0, False)
    assert made["tokens"] <= 500


def _twelve() -> list[dict[str, Any]]:
    said = [f"Finish the {n * '-'}report{n * '.'}" for n in range(6)] + [f"finish the rep{c}rt" for c in "aeiuyx"]
    return [_node(f"n{n:02d}", canonical_name=name, node_kind="goal", source_kind="claim", confidence=0.3 + n / 100)
            for n, name in enumerate(said)]  # fmt: skip


def test_d72_121_of_twelve_that_say_the_same_one_is_told() -> None:
    nodes = [*_twelve(), _node("other", canonical_name="Finish the kitchen", node_kind="goal", source_kind="claim")]
    groups = ask(
        "reading/communities", {"overlay.nodes": nodes, "alike": ask("reading/alike", {"overlay.nodes": nodes})}
    )
    assert {row["members"] for row in groups} == {12}
    assert [row["node_id"] for row in groups if row["stands_for_all"]] == ["n11"]
    build = warehouse(nodes=nodes, community_summaries=groups)
    by_default = [row["node_id"] for row in inspect(build, "search_knowledge", "finish the")["result_data"]]
    assert by_default == ["other", "n11"]
    every = resolve(build, "finish the", most=50, with_suppressed=True)
    assert len(every) == 13
    assert resolve(build, "n03", most=50) == []
    assert node_meant(build, "n03")["node_id"] == "n03", "by its id each is there"


def test_d72_121_two_are_no_group() -> None:
    alike = [{"node_id": "n00", "other_node_id": "n01", "node_kind": "goal", "source_kind": "claim", "likeness": 1.0}]
    assert ask("reading/communities", {"overlay.nodes": _twelve(), "alike": alike}) == []
