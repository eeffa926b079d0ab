"""The story of a night: its steps in their order, with numbers worked out by hand from two builds."""

from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg
import pyarrow as pa
import pytest

from kg_assets.core.contract import Table
from kg_assets.engine.runner import Engine
from kg_assets.house import HOUSE
from kg_assets.orchestration.night import NIGHT, night_asset
from kg_assets.report.night import steps_of_night
from kg_assets.store.builds import Builds, Manifest, TableRecord
from kg_assets.store.contents import Content, ContentStore
from kg_assets.store.home import Home
from kg_assets.store.publish import write_publications

_MONDAY, _TUESDAY = "20260105T000000Z-aaaaaaaa", "20260106T000000Z-bbbbbbbb"
Rows = Sequence[Mapping[str, Any]]


def _filled(contract: Table) -> dict[str, Any]:
    """A row of which nothing matters."""
    of_type = {"int": 0, "float": 0.0, "bool": False, "instant": "2026-01-06T00:00:00.000Z", "text": "", "json": "[]"}
    return {column.name: of_type.get(column.type, []) for column in contract.columns}


def _sealed(
    home: Home, build: str, sources: Sequence[str], counts: Mapping[str, int], rows: Mapping[str, Rows]
) -> None:
    """A build of which some tables are only counted, and others hold rows."""
    tables = {name: TableRecord("1", (Content(name, "0" * 64, n, 1),)) for name, n in counts.items()}
    for name, given in rows.items():
        contract = HOUSE.tables[name]
        whole = [{**_filled(contract), **row} for row in given]
        content = ContentStore(home).write_table(contract, pa.Table.from_pylist(whole, contract.arrow_schema()))
        tables[name] = TableRecord("1", (content,))
    as_of = f"{build[:4]}-{build[4:6]}-{build[6:8]}T00:00:00.000Z"
    Builds(home).seal(Manifest(build, as_of, None, tuple(sources), 0, tables, {}, warned_checks=("a", "b")))


@pytest.fixture
def nights(home: Home) -> Home:
    """Monday had one source; Tuesday brought two more, and fewer claims, since something was taken back."""
    _sealed(home, _MONDAY, ["s1"], {"kg.conversations": 4, "kg.messages": 40, "kg.assertions": 12}, {})
    write_publications(home, [Builds(home).load(ref).ref for ref in Builds(home).sealed()])
    counted = {
        "kg.conversations": 7, "kg.messages": 61, "kg.assertions": 9, "memory.semantic_event": 5,
        "beliefs.belief_nodes": 2, "overlay.alias_lexicon": 14, "overlay.mention_resolutions": 33,
        "overlay.weekly_digest": 6,
    }  # fmt: skip
    decisions = [(True, "evidence")] * 2 + [(False, "single_mention")] * 3 + [(False, "over_budget")]
    _sealed(home, _TUESDAY, ["s1", "s2", "s3"], counted, {
        "overlay.tier4_queue": [{}, {}, {}, {}],
        "overlay.promotion_decisions": [{"is_promoted": is_promoted, "reason": why} for is_promoted, why in decisions],
        "overlay.graph_hygiene_receipts": [{"demoted_edge_count": 3, "kept_by_person_count": 1}],
        "overlay.cleanup_jobs": [{"job": "orphan", "found": 8}, {"job": "near_duplicate", "found": 1},
            {"job": "old_trace", "found": 0}, {"job": "old_usage", "found": 0}],
        "overlay.fold_pairs": [{"verdict": "proposed"}, {"verdict": "apart"}, {"verdict": "proposed"}],
        "overlay.knowledge_health": [{"measure": "debt_score", "value": 27.4}, {"measure": "other", "value": 1.0}],
    })  # fmt: skip
    return home


def test_each_step_of_the_night_is_told_in_its_order_beside_the_night_before(nights: Home) -> None:
    assert [(step.name, step.said) for step in steps_of_night(nights, _TUESDAY)] == [
        ("taken in", "2 new sources of 3; 7 conversations (+3), 61 messages (+21)"),
        ("read", "9 claims (-3), 5 events (+5), 2 self-beliefs (+2)"),
        ("names", "14 names (+14)"),
        ("mentions", "33 mentions looked up, 4 left open"),
        ("evidence", "6 bundles weighed, 2 edges earned; not yet: single mention 3, over budget 1"),
        ("hygiene", "faded: 3 edges; kept by the person's word: 1"),
        ("near duplicate", "1 node: with a name nearly like another's"),
        ("orphan", "8 nodes: tied to nothing"),
        ("cleanup", "2 jobs found nothing"),
        ("folding", "2 pairs that may be one"),
        ("health", "debt 27 of 100"),
        ("digest", "6 lines about the week"),
        ("checks", "2 checks warned, none failed"),
    ]


def test_the_first_night_is_told_beside_nothing_and_a_build_that_never_was_is_not_told(nights: Home) -> None:
    first = steps_of_night(nights, _MONDAY)
    assert first[0].said == "1 new source of 1; 4 conversations (+4), 40 messages (+40)"
    assert steps_of_night(nights, "20260107T000000Z-cccccccc") == []


def test_a_night_whose_forerunner_was_swept_is_told_beside_nothing(nights: Home) -> None:
    builds = Builds(nights)
    builds.manifest_path(builds.sealed()[0]).unlink()
    assert steps_of_night(nights, _TUESDAY)[0].said.startswith("3 new sources of 3; 7 conversations (+7)")


def test_the_page_of_the_asset_shows_the_story_and_charts_its_numbers(nights: Home, engine_for: Any) -> None:
    engine: Engine = engine_for(nights)

    class Warehouse:
        def engine(self) -> Engine:
            return engine

    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("builds", [_TUESDAY])
        done = dg.materialize(
            [night_asset()],
            instance=instance,
            partition_key=_TUESDAY,
            resources={"warehouse": dg.ResourceDefinition.hardcoded_resource(Warehouse())},
        )
    (event,) = done.get_asset_materialization_events()
    told = event.step_materialization_data.materialization
    assert told.asset_key == NIGHT
    lines = told.metadata["story"].value.splitlines()
    assert lines[:3] == [
        "| step | what it did |",
        "|---|---|",
        "| taken in | 2 new sources of 3; 7 conversations (+3), 61 messages (+21) |",
    ]  # fmt: skip
    assert len(lines) == 2 + 13
    numbers = {name: value.value for name, value in told.metadata.items() if name != "story"}
    assert numbers == {
        "new_sources": 2.0, "conversations_more": 3.0, "messages_more": 21.0, "assertions_more": -3.0,
        "semantic_event_more": 5.0, "belief_nodes_more": 2.0, "alias_lexicon_more": 14.0, "mentions_open": 4.0,
        "edges_earned": 2.0, "edges_faded": 3.0, "edges_kept_by_person": 1.0, "found_near_duplicate": 1.0,
        "found_orphan": 8.0, "found_old_trace": 0.0, "found_old_usage": 0.0,
        "pairs_proposed": 2.0, "debt": 27.4, "checks_warned": 2.0,
    }  # fmt: skip
