"""The demo shows each mechanism of the stages 4 to 6 at least once, so that a newcomer meets them all."""

import importlib.metadata

import pytest

from kg_assets.cli.demonstration import request_demo
from kg_assets.cli.main import main
from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.history.contracts import CONFLICT_TYPES
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from kg_assets.store.readonly import opened, select
from kg_assets.store.registry import open_ledger

pytestmark = pytest.mark.whole

_CONFLICT = "SELECT count(*) FROM conflict_groups WHERE conflict_type = '{}'"
_TRANSITION = (
    "SELECT count(*) FROM conflict_groups WHERE conflict_type = 'OBJ_TRANSITION_CONFLICT'"
    " AND raw_conflict_json ->> 'reason' = '{}'"
)
_TAKEN_BACK = "SELECT count(*) FROM retractions WHERE retraction_type = '{}'"
_ENDED = "SELECT count(*) FROM claim_spans WHERE end_kind = '{}'"
_STATUS = "SELECT count(*) FROM assertion_temporalized WHERE status = '{}'"
_MECHANISMS = {
    "a newer value closes an older one": (
        "SELECT count(*) FROM assertion_temporalized WHERE status = 'superseded' AND rule_id_applied IS NOT NULL"
    ),
    "a correction takes the place of a claim": "SELECT count(*) FROM claim_spans WHERE is_corrected",
    "a denial closes a state": "SELECT count(*) FROM assertion_temporalized WHERE negated_by_assertion_id IS NOT NULL",
    "two values of one moment": _CONFLICT.format("OBJECT_DISAGREEMENT"),
    "neither value wins": _CONFLICT.format("OBJ_CONFIDENCE_TOO_CLOSE"),
    "a disputed value follows": _TRANSITION.format("CUR_CONFLICTED"),
    "a value follows a disputed one": _TRANSITION.format("PREV_CONFLICTED"),
    "a value lies within another": _TRANSITION.format("CUR_LIES_WITHIN"),
    "the same said twice": _CONFLICT.format("SAME_TIME_DUPLICATES"),
    "a denial of one of several states": _CONFLICT.format("NEGATION_AMBIGUOUS"),
    "words that take back one of several claims": _CONFLICT.format("RETRACTION_TARGET_NOT_UNIQUE"),
    "taken back as a whole": _TAKEN_BACK.format("full"),
    "corrected": _TAKEN_BACK.format("correction"),
    "said to be over": _TAKEN_BACK.format("temporal_bound"),
    "an end by its own words": _ENDED.format("own_words"),
    "an end by a denial": _ENDED.format("denial"),
    "an end that was told": _ENDED.format("end"),
    "an end by a newer value": _ENDED.format("newer_value"),
    "a rename": "SELECT count(*) FROM entity_canonical_name_history WHERE previous_name <> canonical_name",
    "a merged entity": "SELECT count(*) FROM entities WHERE status = 'merged' AND merged_into IS NOT NULL",
    "an event": "SELECT count(*) FROM claims_readable WHERE predicate = 'moved_to' AND modality = 'fact'",
    "a plan": "SELECT count(*) FROM assertions WHERE modality = 'intention'",
    "a claim that a model read": "SELECT count(*) FROM assertions WHERE extraction_method = 'llm'",
    "a call that was replayed": "SELECT count(*) FROM llm_extraction_calls",
    "a belief": "SELECT count(*) FROM beliefs.belief_nodes",
    "an edge of the graph": "SELECT count(*) FROM graph_edges",
    "a profile": "SELECT count(*) FROM profile_members WHERE classification_tier > 0",
} | {f"a claim that is {status}": _STATUS.format(status) for status in ("active", "retracted", "conflicted", "negated")}


@pytest.mark.parametrize("mechanism", _MECHANISMS)
def test_each_mechanism_is_seen(demo_home: Home, mechanism: str) -> None:
    with opened(demo_home) as warehouse:
        (count,) = select(warehouse.connection, _MECHANISMS[mechanism]).fetchone()
    assert count > 0


def test_every_type_of_conflict_is_one_of_them(demo_home: Home) -> None:
    with opened(demo_home) as warehouse:
        found = select(warehouse.connection, "SELECT DISTINCT conflict_type FROM conflict_groups").fetchall()
    assert {kind for (kind,) in found} == set(CONFLICT_TYPES)


def test_changes_tell_of_them(
    demo_home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANNALS_HOME", str(demo_home.root))
    assert main(["changes", "2024-09", "2026-03"]) == 0
    told = {line.split()[1] for line in capsys.readouterr().out.splitlines() if line.startswith("  20")}
    assert {"learnt", "corrected", "ended", "disputed", "taken"} <= told


def test_asking_for_it_again_changes_nothing(demo_home: Home) -> None:
    before = open_ledger(demo_home).position()
    engine = Engine(demo_home, HOUSE, load_config(HOUSE.sections, demo_home.settings), 1, demo_home.settings)
    published = current(demo_home)
    assert published is not None
    assert request_demo(engine).build == published.ref.build
    assert open_ledger(demo_home).position() == before


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"annals {importlib.metadata.version('annals')}\n"
