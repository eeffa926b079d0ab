"""What the overlay is kept in, what may change it, and in which order it is made (D72-004 to -006, -125 to -144)."""

import hashlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kg_assets.core.canonical import canonical_text
from kg_assets.house import HOUSE
from kg_assets.overlay.evidence.commands import LEDGER_KINDS, command_tables, folded
from kg_assets.overlay.evidence.contracts import MENTION_OBSERVATIONS, MENTION_RESOLUTIONS
from kg_assets.overlay.settings import OverlaySettings
from kg_assets.overlay.stages import ASK, NODES, PATTERNS, PROMOTE, READ, READ_SPANS, RESOLVE
from kg_assets.store.decisions import undone_positions
from kg_assets.store.gc import gc
from kg_assets.store.home import Home
from kg_assets.store.ledger import Draft
from kg_assets.store.registry import open_ledger
from tests.conftest import ROOT
from tests.overlay.test_evidence import earned
from tests.overlay.world import ask, decide

Row = Mapping[str, Any]
_DAY = "2026-01-01T00:00:00.000Z"


def test_d72_004_every_table_names_what_it_is_made_again_from() -> None:
    made_by = {table.name: stage for stage in HOUSE.stages for table in stage.tables}
    assert sum(len(stage.tables) for stage in HOUSE.stages) == len(made_by) == len(HOUSE.tables)
    for name, stage in made_by.items():
        is_made_of = (*stage.inputs, *stage.ledger, *stage.files)
        assert is_made_of or stage.reads_sources or stage.reads_observations, name
        assert set(stage.inputs) <= set(made_by), name


def test_d72_004_a_file_that_no_result_names_is_no_table_and_goes(home: Home) -> None:
    stray = home.contents / "overlay" / "nodes" / "0123456789ab.parquet"
    stray.parent.mkdir(parents=True)
    pq.write_table(pa.table({"node_id": ["n"]}), stray)
    assert gc(home, dry_run=True).files == 1
    assert stray.exists()
    assert gc(home).files == 1
    assert not stray.exists()


# --- the ledger is the log, and a build folds it --------------------------------------------------------------------

_TARGETS = [f"t{number}" for number in range(12)]


def _commands(seed: int, most: int) -> list[Draft]:
    """So many decisions in an order that chance gives: approved, rejected, renamed, retargeted, silenced, undone."""
    draw = random.Random(seed)
    drafts: list[Draft] = []
    for number in range(1, most + 1):
        kind = draw.choice(["relation_reviewed"] * 3 + ["mention_retargeted", "mention_suppressed", "decision_undone"])
        if kind == "decision_undone" and number == 1:
            kind = "mention_suppressed"
        body: dict[str, Any] = {"command_id": f"c{number}"}
        if kind == "relation_reviewed":
            action = draw.choice(["approve", "reject", "update_relation"])
            body |= {"action": action, "source_node_id": "s", "target_node_id": draw.choice(_TARGETS),
                     "relation_type": "managed_by"}  # fmt: skip
            body |= {"new_relation": "created_by"} if action == "update_relation" else {}
        elif kind == "mention_retargeted":
            body |= {"message_id": f"m{draw.randrange(9)}", "char_start": 0, "char_end": 4,
                     "to_node_id": draw.choice(_TARGETS)}  # fmt: skip
        elif kind == "mention_suppressed":
            body |= {"normalized_mention": draw.choice(["anna", "the draft"])}
        else:
            body = {"undone_position": draw.randrange(1, number)}
        drafts.append(Draft(kind, body))
    return drafts


def _state(home: Home) -> str:
    """sha256 over the edges and over all that SQL reads of the decisions that stand in a home's ledger."""
    entries = {kind: [{**e.body, "position": e.position, "kind": kind} for e in open_ledger(home).entries([kind])]
               for kind in LEDGER_KINDS}  # fmt: skip
    gone = undone_positions(entries.pop("decision_undone"))
    defaults = dict.fromkeys(("reason", "new_relation", "from_node_id", "work_context_id", "surface"))
    whole = [{**defaults, "scope": "global", **entry} for listed in entries.values() for entry in listed]
    tables = command_tables(folded(entry for entry in whole if entry["position"] not in gone))
    rows = {name: table.to_pylist() for name, table in tables.items()}
    said = [canonical_text([rows, _edges(rows["reviews"])])]
    return hashlib.sha256("".join(said).encode()).hexdigest()


def _edges(reviews: Sequence[Row]) -> list[Any]:
    relations = [{"relation_type": "managed_by", "directionality": "directed"}]
    support = [
        {"mention_id": f"{target}{n}", "observation_id": f"m{n}", "source_node_id": "s", "target_node_id": target,
         "relation_type": "managed_by", "is_contradiction": False, "mention_group": f"{target}{n}",
         "surface": ("chatgpt", "note")[n % 2], "work_context_id": "p", "visibility_class": "cloud_allowed",
         "occurred_at": f"2026-01-{n + 1:02d}T00:00:00.000Z", "resolution_method": "alias_exact",
         "graph_context_score": 0.5}
        for place, target in enumerate(_TARGETS) for n in range(2 + place % 3)
    ]  # fmt: skip
    none = {"source_node_id": "-", "target_node_id": "-", "relation_type": "-", "verdict": "none"}
    bundles = ask("evidence/bundles", {
        "support": support, "reviews": [*reviews, none],
        "context_edges": [{"one": "x", "other": "y", "predicate": "p"}],
    })  # fmt: skip
    edges = earned(decide(bundles, relations))
    return sorted((row["source_id"], row["target_id"], row["lifecycle_state"], row["confidence"]) for row in edges)


@pytest.mark.parametrize("seed", range(3))
def test_d72_005_the_log_replayed_into_an_empty_home_gives_the_same_graph(seed: int, tmp_path: Path) -> None:
    live, empty = Home(tmp_path / "live").prepare(), Home(tmp_path / "empty").prepare()
    drafts = _commands(seed, 250)
    for start in range(0, 250, 50):
        open_ledger(live).append_all(drafts[start : start + 50])
    for entry in open_ledger(live).entries(LEDGER_KINDS):
        open_ledger(empty).append_all([Draft(entry.kind, entry.body)])
    assert _state(live) == _state(empty)
    # One decision more is another state: a hash of nothing would be equal, too.
    last = {"command_id": "last", "action": "approve", "source_node_id": "s", "target_node_id": "t0",
            "relation_type": "managed_by"}  # fmt: skip
    open_ledger(empty).append("relation_reviewed", last)
    open_ledger(empty).append("relation_reviewed", {**last, "command_id": "later", "action": "reject"})
    changed = _state(empty)
    open_ledger(live).append("relation_reviewed", {**last, "action": "approve"})
    assert changed != _state(live)


# --- evidence is made again, the same -------------------------------------------------------------------------------


def _mentions(order: random.Random) -> str:
    """sha256 of the mentions and of whom they mean, made anew of rows in any order."""
    names = ("anna chen", "pelican freight", "harbor")
    found = [
        {"message_id": f"m{n}", "char_start": 3 * place, "char_end": 3 * place + 9, "normalized_mention": name,
         "span_class": "canonical_alias", "surface_text": name, "conversation_id": "c", "role": "user",
         "surface": "chatgpt", "known_node_id": None, "occurred_at": _DAY}
        for n in range(20) for place, name in enumerate(names)
    ]  # fmt: skip
    hypotheses = [
        {"message_id": row["message_id"], "char_start": row["char_start"], "char_end": row["char_end"],
         "source_node_id": source, "relation_type": relation, "modifier": 0.0, "is_contradiction": False}
        for row in found for source, relation in (("s", "managed_by"), ("s", "created_by"), ("p", "linked_to_context"))
    ]  # fmt: skip
    nodes = [{"node_id": node, "visibility_class": "cloud_allowed", "updated_at": _DAY} for node in ("s", "p")]
    for rows in (found, hypotheses):
        order.shuffle(rows)
    observations = ask("resolution/observations", {
        "found": found, "hypotheses": hypotheses, "overlay.nodes": nodes,
        "work_contexts": [{"conversation_id": "c", "work_context_id": "p"}],
    })  # fmt: skip
    candidates = [
        {"mention_id": row["mention_id"], "node_id": node, "method": "alias_exact", "raw_score": 0.99}
        for row in observations for node in ("n1", "n2")[: 1 + (row["normalized_mention"] == "harbor")]
    ]  # fmt: skip
    fits = [{"node_id": node, "source_node_id": source, "work_context_id": "p", "graph_context_score": 0.5}
            for node in ("n1", "n2") for source in ("s", "p")]  # fmt: skip
    order.shuffle(candidates)
    ranked = ask("resolution/ranked", {"observations": observations, "candidates": candidates, "graph_context": fits})
    silent = [{"normalized_mention": "-", "scope": "global", "work_context_id": None, "surface": None, "reason": ""}]
    resolutions = ask(
        "resolution/resolutions",
        {
            "observations": observations,
            "ranked": ranked,
            "suppressions": silent,
            "short_names": [{"normalized_alias": "-"}],
        },
    )
    assert len(observations) == len(resolutions) == 120
    rows = [sorted(map(canonical_text, table)) for table in (observations, resolutions)]
    return hashlib.sha256(canonical_text(rows).encode()).hexdigest()


def test_d72_125_mentions_made_twice_are_the_same_rows() -> None:
    assert len({_mentions(random.Random(seed)) for seed in range(3)}) == 1


def test_d72_125_a_mention_keeps_all_that_its_evidence_needs() -> None:
    """What X-07 found missing stands in one of the two tables: what was seen never changes, whom it means may."""
    seen = {column.name for column in MENTION_OBSERVATIONS.columns}
    meant = {column.name for column in MENTION_RESOLUTIONS.columns}
    assert seen >= {"mention_text", "is_nested", "parent_mention_id", "relation_hypothesis", "work_context_id",
                    "surface", "occurred_at", "start_offset", "end_offset", "visibility_class",
                    "span_class"}  # fmt: skip
    assert meant >= {"resolved_node_id", "resolution_method", "resolution_confidence", "graph_context_score", "state",
                     "suppression_reason"}  # fmt: skip
    assert seen & meant == {"mention_id"}
    states = next(column.values for column in MENTION_RESOLUTIONS.columns if column.name == "state")
    assert states == ("observed_mention", "candidate_relation", "reinforced_relation", "user_verified", "suppressed")


def test_d72_136_unchanged_words_are_not_read_again_and_a_new_name_looks_at_all() -> None:
    """There is no cooldown to wait for: reading hangs on words alone, resolving on every name and decision."""
    assert READ_SPANS.inputs == ("kg.messages",)
    assert READ_SPANS.plan is not None
    assert not any((READ_SPANS.reads_as_of, READ_SPANS.reads_horizon, READ_SPANS.ledger))
    assert "overlay.aliases" in RESOLVE.inputs
    assert set(RESOLVE.ledger) >= {"relation_reviewed", "mention_retargeted", "mention_suppressed", "decision_undone"}


def test_d72_136_fading_brings_no_mention_back() -> None:
    """A name is looked up by what it is called, never by how sure its node is."""
    node = {"node_id": "n", "canonical_name": "Anna", "node_kind": "world_entity", "source_kind": "entity",
            "is_active": True, "visibility_class": "cloud_allowed"}  # fmt: skip
    name = {"node_id": "n", "normalized_alias": "anna", "alias_type": "name", "confidence": 1.0}
    fresh, faded = (
        ask("resolution/lexicon", {"overlay.nodes": [{**node, "confidence": sure, "staleness_state": state}],
                                 "overlay.aliases": [name]})
        for sure, state in ((0.9, "fresh"), (0.1, "expired"))
    )  # fmt: skip
    assert fresh == faded
    more = ask("resolution/lexicon", {
        "overlay.nodes": [node],
        "overlay.aliases": [name, {**name, "normalized_alias": "ann", "confidence": 0.8}],
    })  # fmt: skip
    assert len(more) == 2


# --- the order of work ----------------------------------------------------------------------------------------------


def _below(table: str, deps: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [table]
    while waiting:
        here = waiting.pop()
        for name, needed in deps.items():
            if here in needed and name not in found:
                found.add(name)
                waiting.append(name)
    return found


def test_d72_143_names_come_before_mentions_and_promotion_before_what_is_read_of_it() -> None:
    assets = json.loads((ROOT / "tests" / "asset_graph.json").read_text(encoding="utf-8"))["assets"]
    deps = {name: set(asset["deps"]) for name, asset in assets.items()}
    promoted = "overlay/edges__promoted"
    assert "overlay/mention_resolutions" in _below("overlay/tier4_queue__open", deps)
    assert promoted in _below("overlay/mention_resolutions", deps)
    for mirror in ("compiled_truth", "constellations", "edges", "graph_hygiene_receipts", "weekly_digest"):
        assert f"overlay/{mirror}" in _below(promoted, deps)
        assert f"overlay/{mirror}" in _below("overlay/evidence_bundles", deps)
    # What fails among the patterns holds no edge back.
    assert promoted not in _below("overlay/co_occurrence_patterns", deps)
    assert "overlay/co_occurrence_patterns" in _below("overlay/mention_resolutions", deps)


def test_d72_143_stages_run_in_the_order_of_the_story() -> None:
    names = [stage.name for stage in HOUSE.stages]
    places = [names.index(stage.name) for stage in (READ_SPANS, NODES, RESOLVE, ASK, PROMOTE, PATTERNS, READ)]
    assert places == sorted(places)
    assert RESOLVE.tables[0].name == "overlay.alias_lexicon"


# --- every choice changes something ---------------------------------------------------------------------------------


def _told_of(choice: str) -> bool:
    sql = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "sql" / "overlay").rglob("*.sql")))
    places = [*sorted((ROOT / "kg_assets" / "overlay").rglob("*.py"))]
    code = "".join(path.read_text(encoding="utf-8") for path in places if path.name != "settings.py")
    return bool(re.search(rf"\${choice}\b", sql) or re.search(rf"settings\.{choice}\b", code))


@pytest.mark.parametrize("choice", sorted(OverlaySettings.model_fields))
def test_d72_144_every_choice_is_read_where_rows_are_made(choice: str) -> None:
    assert _told_of(choice)
    assert not _told_of(f"{choice}_of_nobody")


def _candidates(**changed: Any) -> set[str]:
    observation = {"mention_id": "m", "observation_id": "o", "start_offset": 0, "end_offset": 4,
                   "normalized_mention": "anna", "span_class": "canonical_alias"}  # fmt: skip
    lexicon = [{"node_id": "n", "normalized_alias": "anna", "raw_alias_score": 0.99},
               {"node_id": "o", "normalized_alias": "anna chen", "raw_alias_score": 0.99}]  # fmt: skip
    index = ask("resolution/name_words", {"lexicon": lexicon})
    by_words = ask(
        "resolution/by_words", {"observations": [observation], "lexicon": lexicon, "name_words": index}, **changed
    )
    nobody = {"message_id": "-", "char_start": 0, "char_end": 0, "to_node_id": "-"}
    rows = ask("resolution/candidates", {
        "observations": [observation], "lexicon": lexicon, "retargets": [nobody], "overlay.nodes": [],
        "by_words": by_words or [{"normalized_mention": "-", "node_id": "-", "raw_score": 0.0}],
    }, **changed)  # fmt: skip
    return {row["method"] for row in rows}


def test_d72_144_a_way_of_finding_that_is_off_finds_nothing() -> None:
    assert _candidates() == {"alias_exact"}
    assert _candidates(prefer_exact_over_fuzzy=False) == {"alias_exact", "fts5_bm25"}
    assert _candidates(alias_matching_enabled=False, prefer_exact_over_fuzzy=False) == {"fts5_bm25"}
    assert _candidates(alias_matching_enabled=False, fts_matching_enabled=False) == set()


@pytest.mark.parametrize(("is_on", "found"), [(True, 1), (False, 0)])
def test_d72_144_an_overlay_that_is_off_sees_no_mention(is_on: bool, found: int) -> None:
    message = {"message_id": "m", "conversation_id": "c", "role": "user", "is_prose": True, "source_kind": "chatgpt"}
    mention = {"message_id": "m", "char_start": 0, "char_end": 4, "surface_text": "Anna", "entity_id": "e"}
    rows = ask("resolution/found", {
        "kg.messages": [message], "kg.entity_mentions": [mention], "overlay.mention_spans": [],
        "overlay.nodes": [{"node_id": "entity:e", "source_id": "e", "source_kind": "entity", "canonical_name": "Anna"}],
        "normal": [{"words": "Anna", "normalized": "anna"}],
        "called": [{"normalized_alias": "bea", "node_id": "entity:b", "is_short": False}],
    }, enabled=is_on)  # fmt: skip
    assert len(rows) == found


# --- names by their words -------------------------------------------------------------------------------------------


def test_d72_006_a_word_of_another_name_finds_the_node_first() -> None:
    names = [
        ("pacific", "pacific ventures"),
        ("pacific", "pvc deal"),
        ("harbor", "pacific harbor"),
        ("deal", "deal memo"),
    ]
    lexicon = [{"node_id": node, "normalized_alias": name, "raw_alias_score": 0.96} for node, name in names]
    asked = [{"normalized_mention": "pvc", "span_class": "canonical_alias"}]

    def found(lexicon: Sequence[Row]) -> list[tuple[str, float]]:
        index = ask("resolution/name_words", {"lexicon": lexicon})
        rows = ask("resolution/by_words", {"observations": asked, "lexicon": lexicon, "name_words": index})
        return [(row["node_id"], row["raw_score"]) for row in rows]

    assert found(lexicon) == [("pacific", 1.0)]
    assert found([row for row in lexicon if row["normalized_alias"] != "pvc deal"]) == []
