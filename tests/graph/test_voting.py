"""Tier 3 (§6.6.5): what a model's logged answers agree on, asked over real HTTP and replayed without one."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.graph.profiles import vote_requests
from kg_assets.graph.stages import PROFILE
from kg_assets.models.caller import ModelCaller
from kg_assets.models.settings import ModelSettings
from kg_assets.store.calls import standing_calls
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from kg_assets.store.stagerun import Given, Run
from tests.graph.test_profiles import profile_with
from tests.graph.world import Outcome, World, built, config_with
from tests.models.server import completion, serving

LIVE = "models: {mode: live, model: m, multi_run_count: 3, max_parallel: 1, backoff_seconds: 0.01, base_url: '%s'}"
REPLAY = "models: {mode: replay, model: m, multi_run_count: 3}"
VOTING = profile_with(vote={"enabled": True, "consensus": 0.6, "max_members": 2, "max_claims": 3})


@pytest.fixture
def world() -> World:
    world = World()
    harbour, garden, shed = (world.entity(name) for name in ("Harbour", "Garden", "Shed"))
    for day, thing in enumerate((harbour, harbour, harbour, garden, garden, shed, harbour)):
        world.claim("mentions", thing, said=f"2025-03-1{day}")
    world.claim("likes", value="tea")
    return world


def ask(folder: Path, world: World, *answers: dict[str, Any]) -> list[dict[str, Any]]:
    """Let a model answer what the stage would ask; what was shown of each member comes back."""
    built(folder, world, profile=VOTING, stages=())
    home = Home(folder / "home").prepare()
    inputs = {name: [str(folder / f"{name}.parquet")] for name in PROFILE.inputs}
    replies = [json.dumps(answer) for answer in answers]

    def reply(handler: Any, _: Any) -> None:
        handler.reply(200, completion(replies.pop(0)))

    with serving(reply) as endpoint:
        config = config_with(folder, LIVE % endpoint.base_url, VOTING)
        models: ModelSettings = config.section("models")
        requests = vote_requests(Run(PROFILE, home, config, Given(), inputs, {}))
        runs = [run for request in requests for run in request.runs(models)]
        assert [answer.status for answer in ModelCaller(models, open_ledger(home)).answers(runs)] == ["answered"] * len(
            runs
        )
    assert all(set(request.about) <= {row["message_id"] for row in world.tables["kg.messages"]} for request in requests)
    return [json.loads(request.body["messages"][1]["content"]) for request in requests]


def replayed(folder: Path, world: World) -> Outcome:
    ledger = open_ledger(Home(folder / "home"))
    given = Given(ledger={"model_call": standing_calls(ledger, ledger.position())})
    return built(folder, world, REPLAY, VOTING, given=given, stages=(PROFILE,))


def test_what_most_runs_say_counts(tmp_path: Path, world: World) -> None:
    """Two of three runs say project, with 0.9 and 0.7; of the garden no two agree. Only two members are asked about."""
    project, plan = {"category": "project", "confidence": 0.9}, {"category": "plan", "confidence": 1.0}
    shown = ask(
        tmp_path,
        world,
        project,
        plan,
        project | {"confidence": 0.7},
        project,
        plan,
        {"category": "task", "confidence": 0},
    )
    assert [asked["thing"] for asked in shown] == ["Harbour", "Garden"]
    assert [claim["quote"] for claim in shown[0]["claims"]] == ["words of a1", "words of a2", "words of a3"]
    outcome = replayed(tmp_path, world)
    found = {row["label"]: row for row in outcome.members()}
    harbour = found["Harbour"]
    assert (harbour["category_key"], harbour["classification_tier"], harbour["classified_by"]) == (
        "project",
        3,
        "model",
    )
    assert harbour["classification_confidence"] == 0.8
    assert {found[name]["classification_tier"] for name in ("Garden", "Shed")} == {0}
    assert found["tea"]["classification_tier"] == 1
    assert outcome.counts["llm_classification_calls:answered"] == 6
    assert outcome.broken_rules() == []


def test_an_answer_of_unclassified_is_none(tmp_path: Path, world: World) -> None:
    ask(tmp_path, world, *[{"category": "unclassified", "confidence": 1.0}] * 6)
    assert {row["classification_tier"] for row in replayed(tmp_path, world).members() if row["label"] != "tea"} == {0}


def test_without_answers_or_without_a_model_nothing_is_said(tmp_path: Path, world: World) -> None:
    missing = replayed(tmp_path / "missing", world)
    assert missing.counts["llm_classification_calls:missing"] == 6
    off = built(tmp_path / "off", world, profile=VOTING, stages=(PROFILE,))
    assert not [key for key in off.counts if key.startswith("llm_")]
    assert missing.rows("profile_members") == off.rows("profile_members")
