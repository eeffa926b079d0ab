"""Nodes (§6.4): one for each row that there is, and metadata that is pinned and canonical."""

import json
from pathlib import Path

import pytest

from kg_assets.claims.contracts import ASSERTIONS, ENTITIES, PREDICATES, RETRACTIONS
from kg_assets.core.canonical import canonical_text
from kg_assets.core.contract import Table
from kg_assets.history.contracts import ASSERTION_TEMPORALIZED, CONFLICT_GROUPS
from kg_assets.lexicon.contracts import LEXICON_TERMS
from kg_assets.sources.contracts import MESSAGES
from tests.graph.world import SELF, Outcome, World, built

ODD = 'Zoë\'s "Übung"\t\x1f\x7f\u2028 \\u001F 😀' + "long " * 40
# What a body is made of: the text, and ranges of it.
BODY = {
    "text_raw", "text_part_map_json", "code_fence_ranges_json", "blockquote_ranges_json", "citation_ranges_json",
}  # fmt: skip


@pytest.fixture(scope="module")
def world() -> World:
    world = World()
    project = world.entity(ODD, salience_score=1e-7, key="odd")
    world.entity("Whole", salience_score=12.0)
    world.entity("Large", salience_score=123456.789)
    world.entity("Merged", status="merged", merged_into=project)
    at = world.time("in March", anchor_time_utc="2025-03-01T00:00:00.000Z", resolution_granularity="month")
    world.time("one day")
    for value in (ODD, 17, 1.5, True, {"unit": "EUR", "value": 0.1}):
        world.claim("knows", value=value, temporal_qualifier_id=at, confidence=0.000001)
    first = world.claim("works_on", project, confidence=1.0)
    second = world.claim("works_on", project, polarity="negative", valid=None)
    world.retraction(target_assertion_id=first, surface_text=ODD)
    world.conflict(first, second)
    world.term("odd", score=8.0)
    world.message(None, role="assistant")
    return world


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory, world: World) -> Outcome:
    options = "graph: {include_time_mention_nodes: true, include_time_qualifier_edges: true}"
    outcome = built(tmp_path_factory.mktemp("nodes"), world, options)
    assert outcome.broken_rules() == []
    return outcome


def test_metadata_is_canonical_json(outcome: Outcome) -> None:
    """Written in SQL, canonicalised here: quotes, control characters, numbers small, whole and large."""
    rows = [*outcome.rows("graph_nodes"), *outcome.rows("graph_edges")]
    texts = [row["metadata_json"] for row in rows if row["metadata_json"] is not None]
    assert [canonical_text(json.loads(text)) for text in texts] == texts
    assert len(texts) > 100
    assert any("1e-7" in text for text in texts)
    assert any('"salience_score":12,' in text for text in texts)


def test_every_metadata_names_the_version_of_its_shape(outcome: Outcome) -> None:
    assert {json.loads(row["metadata_json"])["schema_version"] for row in outcome.rows("graph_nodes")} == {"1.0"}


@pytest.mark.parametrize(
    ("node_type", "contracts"),
    [
        ("Entity", [ENTITIES]),
        ("Predicate", [PREDICATES]),
        ("Assertion", [ASSERTIONS, ASSERTION_TEMPORALIZED]),
        ("Message", [MESSAGES]),
        ("Retraction", [RETRACTIONS]),
        ("ConflictGroup", [CONFLICT_GROUPS]),
        ("LexiconTerm", [LEXICON_TERMS]),
    ],
)
def test_a_row_is_told_by_its_columns_but_for_raw_ones_and_bodies(
    outcome: Outcome, world: World, node_type: str, contracts: list[Table]
) -> None:
    """Design §9. A new column of a contract must be taken into the SQL, or this fails."""
    names = {column.name for contract in contracts for column in contract.columns}
    wanted = {name for name in names if not name.startswith("raw_") and name not in BODY} | {"schema_version"}
    found = outcome.nodes(node_type)
    assert all(set(row["metadata"]) == wanted for row in found.values())
    key = contracts[0].key[0]
    rows = {row[key]: row for row in world.tables[contracts[0].name] if row.get("status") != "merged"}
    assert set(found) == set(rows)
    for source_id, row in rows.items():
        shown = found[source_id]["metadata"]
        assert {name: shown[name] for name in row if name in wanted} == {n: v for n, v in row.items() if n in wanted}


def test_times_have_the_seeds_columns(outcome: Outcome) -> None:
    (first, _) = outcome.nodes("TimeMention").values()
    assert set(first["metadata"]) - {"schema_version"} == {
        "time_mention_id", "message_id", "surface_text", "resolved_type", "valid_from_utc", "valid_to_utc",
        "resolution_granularity", "timezone_assumed", "confidence", "anchor_time_utc", "pattern_id",
    }  # fmt: skip


def test_literals_are_told_apart_by_type_and_text(outcome: Outcome) -> None:
    found = {
        (n["metadata"]["object_value_type"], n["metadata"]["object_value"]) for n in outcome.nodes("Value").values()
    }
    assert found == {
        ("string", canonical_text(ODD)), ("number", "17"), ("number", "1.5"), ("boolean", "true"),
        ("json", '{"unit":"EUR","value":0.1}'),
    }  # fmt: skip


def test_labels_are_short_and_one_line(outcome: Outcome) -> None:
    labels = [row["label"] for row in outcome.rows("graph_nodes")]
    assert max(map(len, labels)) == 80
    assert not any("\n" in label or "\t" in label for label in labels)
    assert outcome.nodes("Assertion")["a7"]["label"].startswith("SELF not works_on Zoë's")


def test_no_interval_is_made_of_nothing(outcome: Outcome) -> None:
    """§6.4.2: never for (NULL, NULL), which a7 has."""
    assert all(row["metadata"]["valid_from_utc"] for row in outcome.nodes("TimeInterval").values())


def test_what_is_switched_off_is_left_out(tmp_path: Path, world: World) -> None:
    """Neither the nodes nor the edges that would lead to them; only times that qualify something are left."""
    outcome = built(
        tmp_path,
        world,
        "graph: {include_message_nodes: false, include_lexicon_nodes: false, include_category_nodes: false,"
        " include_time_qualifier_edges: true, include_detection_tier_metadata: false}",
    )
    types = {row["node_type"] for row in outcome.rows("graph_nodes")}
    assert not types & {"Message", "LexiconTerm", "SemanticCategory"}
    edges = {row["edge_type"] for row in outcome.rows("graph_edges")}
    assert not edges & {"ASSERTED_IN", "DERIVED_FROM_LEXICON", "CLUSTER_OF_CATEGORY"}
    assert set(outcome.nodes("TimeMention")) == {"t1"}
    assert set(outcome.edges("HAS_SUBJECT").values()) == {None}
    assert outcome.broken_rules() == []
    assert outcome.events == [], "an edge whose end is switched off is not even tried"


def test_without_profiles_there_is_still_a_graph(tmp_path: Path, world: World) -> None:
    outcome = built(tmp_path, world, "profiles: {enable_temporal_profiles: false}")
    assert outcome.rows("profile_members") == []
    assert outcome.rows("profiles") == []
    assert len(outcome.nodes("Assertion")) == 7
    assert not outcome.nodes("TemporalProfile")
    assert outcome.broken_rules() == []


def test_an_empty_build_has_an_empty_graph(tmp_path: Path) -> None:
    outcome = built(tmp_path, World(has_self=False))
    assert {row["node_type"] for row in outcome.rows("graph_nodes")} == {"SemanticCategory"}
    assert outcome.rows("graph_edges") == []
    assert outcome.broken_rules() == []


def test_statistics_and_data_quality_are_told(outcome: Outcome, world: World) -> None:
    """§6.0.2, §6.8: of seven claims five are literals, two name entities, six say when, five are qualified."""
    counts = outcome.counts
    assert counts["quality:assertions"] == counts["quality:assertions_temporalized"] == 7
    assert counts["quality:literal_share"] == round(5 / 7, 12)
    assert counts["quality:valid_from_share"] == round(6 / 7, 12)
    assert counts["quality:time_qualified_share"] == round(5 / 7, 12)
    assert counts["quality:status:active"] == counts["assertions_by_status:active"] == 7
    assert counts["nodes_by_type:Assertion"] == 7
    assert counts["edges_by_type:HAS_OBJECT"] == 7
    assert counts["conflict_groups_by_type:OBJECT_DISAGREEMENT"] == 1
    assert counts["lexicon_terms_linked"] == 1
    assert counts["time_mentions_linked"] == 1
    assert counts["entities_with_salience"] == 4
    assert counts["assertions_by_detection_tier:object_3"] == 2
    assert counts["temporal_windows_generated:month"] == 1
    assert counts["member_evidence_edges_emitted"] == counts["edges_by_type:MEMBER_EVIDENCED_BY"]


def test_what_a_build_lacks_is_told_with_what_to_expect(tmp_path: Path) -> None:
    world = World(has_self=False)
    somebody = world.entity("Ann", "PERSON")
    world.claim("knows", world.entity("Bob", "PERSON"), subject=somebody, valid=None)
    outcome = built(tmp_path, world)
    assert [(code, detail["impact"]) for _, code, _, detail in outcome.events] == [
        ("FEW_VALID_TIMES", "sparse windows"),
        ("FEW_LITERALS", "fewer task-like items"),
        ("NO_PERSON", "the profile is of whom most is said"),
    ]
    assert SELF not in outcome.nodes("Entity")


def test_a_claim_without_a_row_of_stage_5_has_its_node_and_is_told_of(tmp_path: Path) -> None:
    world = World()
    world.claim("likes", value="tea")
    world.claim("likes", value="jam")
    world.tables["kg.assertion_temporalized"].pop()
    outcome = built(tmp_path, world)
    assert outcome.nodes("Assertion")["a2"]["metadata"]["status"] is None
    assert [code for _, code, _, _ in outcome.events] == ["NOT_ALL_TEMPORALIZED"]
    assert {row["label"] for row in outcome.members()} == {"tea"}
