"""Uncertain names put before a model: asked over real HTTP, replayed by the stage, a person's word first.

Guards seed 003 §2.2, phase B, and appendix A.2.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.engine.stagerun import Given, Run
from kg_assets.house import HOUSE
from kg_assets.llm.caller import ModelCaller
from kg_assets.llm.settings import ModelSettings
from kg_assets.memory.people.confirming import Confirmation, read_decision
from kg_assets.memory.people.resolve import most_asked, requests
from kg_assets.memory.people.stages import PEOPLE
from kg_assets.store.calls import standing_calls
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.llm.server import Endpoint, completion, serving
from tests.memory.people.said import Known, Said, resolved
from tests.memory.remembering import settings_file

ONE, OTHER = "A. Chen", "Alice C."


def said() -> Said:
    """Two abbreviated names that may be one, and a pair of which there is no doubt."""
    found = Said()
    found.say("A. [~Chen] mentioned the deadline.", "c1")
    found.say("[~Alice] C. updated the status.", "c2")
    found.say("[Marta Ness] and [Ola Berg] met.", "c3")
    return found


def asked(folder: Path, answer: Any, ruled: Mapping[str, Any] | None = None, **people: Any) -> tuple[Known, Endpoint]:
    """Let a model answer what the stage would look for; the tables that a replay makes of it."""
    before = resolved(folder, said(), ruled)
    home = Home(folder / "home").prepare()
    with serving(lambda handler, _: handler.reply(200, completion(json.dumps(answer)))) as endpoint:
        override = settings_file(folder, {"people": people}, base_url=endpoint.base_url)
        config = load_config(HOUSE.sections, override)
        models: ModelSettings = config.section("models")
        inputs = {name: [str(path) for path in before.files[name]] for name in PEOPLE.inputs}
        run = Run(PEOPLE, home, config, Given(ledger=dict(ruled or {})), inputs, {})
        wanted = [one for request in requests(run) for one in request.runs(models)] if most_asked(run) else []
        assert all(one.status == "answered" for one in ModelCaller(models, open_ledger(home)).answers(wanted))
    log = {"model_call": standing_calls(open_ledger(home))} | dict(ruled or {})
    replay = settings_file(folder, {"people": people}, mode="replay", base_url="http://localhost:1/v1")
    return resolved(folder, said(), log, override=replay), endpoint


def answer(decision: Any, **changed: Any) -> dict[str, Any]:
    return {"decision": decision, "canonical_name": "Chen", "reason": "Both speak of the same  project."} | changed


def test_a_sure_word_decides_and_is_on_record(tmp_path: Path) -> None:
    known, endpoint = asked(tmp_path, answer("same"))
    (received,) = endpoint.received
    shown = json.loads(json.loads(received.body)["messages"][1]["content"])
    assert sorted(shown) == ["one", "other"]
    assert {said["text"] for one in shown.values() for said in one["said"]} == {
        "A. Chen mentioned the deadline.", "Alice C. updated the status.",
    }  # fmt: skip
    decision = known.decision(ONE, OTHER)
    assert (decision["verdict"], decision["decided_by"]) == ("same", "model")
    assert decision["reason"] == "Both speak of the same project."
    assert decision["entity_a_id"] == decision["entity_b_id"]
    assert json.loads(decision["evidence_json"])["model"]["decision"] == "same"
    assert known.broken_rules() == []


def test_it_may_tell_them_apart_or_leave_them_open(tmp_path: Path) -> None:
    for verdict, needs_review in (("different", False), ("uncertain", True)):
        known, _ = asked(tmp_path / verdict, answer(verdict))
        decision = known.decision(ONE, OTHER)
        assert (decision["verdict"], decision["decided_by"]) == (verdict, "model")
        assert decision["entity_a_id"] != decision["entity_b_id"]
        unsure = {row["canonical_name"] for row in known.rows("entity") if row["needs_review"]}
        assert bool(unsure) == needs_review


@pytest.mark.parametrize(
    "bad",
    [
        answer("maybe"), answer(None), answer(["same"]), answer("same", reason=""), answer("same", reason=7),
        answer("same", reason="x" * 301), {},
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_used_changes_no_row(bad: dict[str, Any]) -> None:
    assert read_decision(bad, frozenset()) is None


def test_a_name_that_was_not_shown_is_no_name() -> None:
    assert read_decision(answer("same"), {"Chen"}) == Confirmation("same", "Chen", "Both speak of the same project.")
    assert read_decision(answer("same"), {"Alice"}) == Confirmation("same", None, "Both speak of the same project.")


def test_an_unusable_answer_leaves_what_the_rules_said(tmp_path: Path) -> None:
    known, _ = asked(tmp_path, answer("maybe"))
    assert known.hashes() == resolved(tmp_path / "rules", said()).hashes()
    assert known.counts["confirmations:unusable"] == 1


def test_a_persons_word_comes_first_and_is_not_asked_about(tmp_path: Path) -> None:
    before = resolved(tmp_path / "before", said())
    decision = before.decision(ONE, OTHER)
    entity = {"entity_type": "PERSON", "entity_key": "x"}
    a, b = ({"entity": entity | {"entity_id": decision[f"source_{one}_id"]}} for one in ("a", "b"))
    known, endpoint = asked(tmp_path, answer("same"), {"people_different": [{"a": a, "b": b, "position": 3}]})
    assert endpoint.received == []
    assert (known.decision(ONE, OTHER)["verdict"], known.decision(ONE, OTHER)["decided_by"]) == ("different", "person")


def test_as_many_as_the_person_wants(tmp_path: Path) -> None:
    assert asked(tmp_path / "none", answer("same"), most_confirmed=0)[1].received == []
    known, endpoint = asked(tmp_path / "off", answer("same"), ask_model=False)
    assert (endpoint.received, known.decision(ONE, OTHER)["decided_by"]) == ([], "rules")
