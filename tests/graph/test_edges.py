"""Edges (§6.5): what each claim says, what became of it, and the short ways of the profiles, with their caps."""

from itertools import combinations
from pathlib import Path

import pytest

from tests.graph.world import SELF, Outcome, World, built


@pytest.fixture(scope="module")
def world() -> World:
    world = World()
    harbour, oslo, rome = world.entity("Harbour"), world.entity("Oslo", "LOCATION"), world.entity("Rome", "LOCATION")
    at = world.time("in March")
    world.claim("works_on", harbour, valid="2025-03-10", temporal_qualifier_id=at, temporal_qualifier_type="since")
    world.claim("lives_in", oslo, valid="2025-03-02", until="2025-04-05", status="superseded",
                time={"temporal_superseded_by_assertion_id": "a3", "rule_id_applied": "rule"})  # fmt: skip
    world.claim("lives_in", rome, valid="2025-04-05")
    r1 = world.retraction()
    world.claim("likes", value="tea", status="retracted", time={"retracted_by_retraction_id": r1})
    world.claim("works_on", harbour, valid=None, status="negated",
                time={"valid_until_hint_utc": "2025-05-01T00:00:00.000Z", "negated_by_assertion_id": "a6"})  # fmt: skip
    world.claim("works_on", harbour, valid="2025-05-01", polarity="negative")
    world.claim("is_tired", valid="2025-05-02")
    world.conflict("a2", "a3")
    world.conflict("a3", "a2", "a6", kind="NEGATION_AMBIGUOUS")
    world.term("harbour", score=7.5)
    world.term("harbour", kind="ORG")
    return world


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory, world: World) -> Outcome:
    options = "graph: {include_inverse_lifecycle_edges: true, include_time_qualifier_edges: true}"
    outcome = built(tmp_path_factory.mktemp("edges"), world, options)
    assert outcome.broken_rules() == []
    return outcome


def test_a_claim_has_subject_relation_and_at_most_one_object(outcome: Outcome) -> None:
    claims = {f"a{number}" for number in range(1, 8)}
    assert {src for src, _ in outcome.edges("HAS_SUBJECT")} == claims
    assert {src for src, _ in outcome.edges("HAS_PREDICATE")} == claims
    objects = outcome.edges("HAS_OBJECT")
    assert [src for src, _ in objects].count("a7") == 0, "what is said without object has no edge to one"
    assert len(objects) == 6
    assert list(outcome.edges("HAS_SUBJECT").values()) == [{"detection_tier": 1}] * 7
    (tea,) = outcome.nodes("Value")
    assert objects["a4", tea] is None, "a literal has no detector"
    assert sorted(meta["detection_tier"] for meta in objects.values() if meta) == [3] * 5


def test_times_lead_to_their_interval(outcome: Outcome) -> None:
    intervals = {key: node["metadata"] for key, node in outcome.nodes("TimeInterval").items()}
    found = {src: intervals[dst] for src, dst in outcome.edges("VALID_IN")}
    assert set(found) == {"a1", "a2", "a3", "a4", "a6", "a7"}
    assert found["a2"]["valid_to_utc"] == "2025-04-05T00:00:00.000Z"
    ((src, hint),) = outcome.edges("VALID_UNTIL_HINT")
    assert (src, intervals[hint]["is_hint_only"]) == ("a5", True)
    assert outcome.edges("QUALIFIED_BY_TIME") == {("a1", "t1"): {"temporal_qualifier_type": "since"}}


def test_messages_anchor_claims(outcome: Outcome, world: World) -> None:
    said = {(row["assertion_id"], row["message_id"]) for row in world.tables["kg.assertions"]}
    assert set(outcome.edges("ASSERTED_IN")) == said


def test_states_point_the_way_the_seed_says(outcome: Outcome) -> None:
    """Newer to older, claim to what ended it; the inverse ones only because they are asked for here."""
    assert outcome.edges("SUPERSEDES") == {("a3", "a2"): {"rule_id": "rule"}}
    assert outcome.edges("RETRACTED_BY") == {("a4", "r1"): None}
    assert outcome.edges("RETRACTS") == {("r1", "a4"): None}
    assert outcome.edges("NEGATED_BY") == {("a5", "a6"): None}
    assert outcome.edges("NEGATES") == {("a6", "a5"): None}


def test_two_claims_in_two_conflicts_have_one_edge(outcome: Outcome) -> None:
    assert set(outcome.edges("HAS_CONFLICT_MEMBER")) == {
        ("g1", "a2"),
        ("g1", "a3"),
        ("g2", "a2"),
        ("g2", "a3"),
        ("g2", "a6"),
    }
    pairs = outcome.edges("CONFLICTS_WITH")
    assert set(pairs) == set(combinations(("a2", "a3", "a6"), 2)), "from the smaller id to the greater"
    assert [found["conflict_group_id"] for found in pairs["a2", "a3"]["conflicts"]] == ["g1", "g2"]
    assert [found["conflict_type"] for found in pairs["a2", "a6"]["conflicts"]] == ["NEGATION_AMBIGUOUS"]


def test_terms_lead_to_the_entity_of_their_key_and_type(outcome: Outcome) -> None:
    ((entity, term),) = outcome.edges("DERIVED_FROM_LEXICON")
    assert (outcome.nodes("Entity")[entity]["label"], term) == ("Harbour", "l1")
    assert outcome.edges("DERIVED_FROM_LEXICON")[entity, term] == {"build_id": "build", "score": 7.5}


def test_large_conflicts_are_not_joined_pairwise_nor_inverses_drawn_unasked(tmp_path: Path, world: World) -> None:
    outcome = built(tmp_path, world, "graph: {conflict_pairwise_max_n: 2}")
    assert set(outcome.edges("CONFLICTS_WITH")) == {("a2", "a3")}
    assert len(outcome.edges("HAS_CONFLICT_MEMBER")) == 5
    assert not outcome.edges("RETRACTS")
    assert not outcome.edges("NEGATES")
    assert not outcome.edges("QUALIFIED_BY_TIME")
    assert outcome.broken_rules() == []


def test_an_edge_without_an_end_is_told_and_left_out(tmp_path: Path) -> None:
    """§6.5.2; a claim about a merged entity cannot be. The contract then says that the claim is incomplete."""
    world = World()
    world.claim("works_on", world.entity("Gone", status="merged"))
    outcome = built(tmp_path, world)
    assert ("WARN", "EDGE_WITHOUT_END", None, {"edge_type": "HAS_OBJECT", "edges": 1}) in outcome.events
    assert outcome.broken_rules() == ["kg.graph_edges: claims_are_complete"]


def test_short_ways_are_as_many_as_asked_for(tmp_path: Path) -> None:
    """Of five members of March the two most salient, of its three clusters the best, of its evidence three claims."""
    world = World()
    things = [world.entity(f"Thing {number}") for number in range(5)]
    for place, (thing, predicate) in enumerate(
        zip(things, ("works_on", "likes", "likes", "needs_to", "needs_to"), strict=True)
    ):
        world.claim(predicate, thing, valid=f"2025-03-{10 + place}", confidence=0.5 + place / 10)
    limits = (
        "graph: {window_top_n_members: 2, window_top_n_clusters: 1, member_evidence_edge_cap_per_window: 3,"
        " include_window_assertion_edges: false}"
    )
    outcome = built(tmp_path, world, limits)
    month = next(key for key, node in outcome.nodes("TemporalWindow").items() if node["label"] == "2025-03")
    top = {dst: meta for (src, dst), meta in outcome.edges("WINDOW_TOP_MEMBER").items() if src == month}
    # The newest and surest of them: each is said once, so frequency is equal.
    assert {dst: meta["rank"] for dst, meta in top.items()} == {things[4]: 1, things[3]: 2}
    assert top[things[4]]["category_key"] == "task"
    assert top[things[4]]["member_node_type"] == "Entity"
    assert outcome.nodes("TemporalWindow")[month]["metadata"]["top_members"] == [
        {"category_key": "task", "member_node_type": "Entity", "salience": meta["salience"], "source_id": dst}
        for dst, meta in sorted(top.items(), key=lambda found: found[1]["rank"])
    ]
    clusters = {
        meta["category_key"]: meta for (src, _), meta in outcome.edges("WINDOW_TOP_CLUSTER").items() if src == month
    }
    assert set(clusters) == {"task"}
    assert clusters["task"]["rank"] == 1
    evidence = outcome.edges("MEMBER_EVIDENCED_BY")
    assert set(evidence) == {(things[4], "a5"), (things[3], "a4"), (things[2], "a3")}
    assert [window["granularity"] for window in evidence[things[4], "a5"]["windows"]] == ["month", "quarter", "year"]
    assert evidence[things[4], "a5"]["windows"][0] == {
        "entity_id": SELF, "granularity": "month", "mention_count_in_window": 1,
        "window_end_utc": "2025-04-01T00:00:00.000Z", "window_start_utc": "2025-03-01T00:00:00.000Z",
    }  # fmt: skip
    assert not outcome.edges("WINDOW_INCLUDES")
    assert outcome.broken_rules() == []
