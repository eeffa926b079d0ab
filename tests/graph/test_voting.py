"""Tier 3 (§6.6.5): what a model's logged answers agree on, asked over real HTTP and replayed without one."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.engine.stagerun import Given, Run
from kg_assets.graph.profiles import vote_requests
from kg_assets.graph.stages import PROFILE
from kg_assets.graph.voting import requests
from kg_assets.house import HOUSE
from kg_assets.llm.caller import ModelCaller
from kg_assets.llm.estimate import output_tokens
from kg_assets.llm.settings import ModelSettings
from kg_assets.store.calls import standing_calls
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger
from tests.graph.world import Outcome, World, built, config_with
from tests.llm.asking import settings
from tests.llm.server import completion, serving

LIVE = "models: {mode: live, model: m, multi_run_count: 3, max_parallel: 1, backoff_seconds: 0.01, base_url: '%s'}"
REPLAY = "models: {mode: replay, model: m, multi_run_count: 3}"
VOTING = "profiles: {vote_enabled: true, vote_consensus: 0.6, vote_max_members: 2, vote_max_claims: 3}"

SHIPPED = load_config(HOUSE.sections).section("profiles")


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
    built(folder, world, VOTING, stages=())
    home = Home(folder / "home").prepare()
    inputs = {name: [str(folder / f"{name}.parquet")] for name in PROFILE.inputs}
    replies = [json.dumps(answer) for answer in answers]

    def reply(handler: Any, _: Any) -> None:
        handler.reply(200, completion(replies.pop(0)))

    with serving(reply) as endpoint:
        config = config_with(folder, f"{LIVE % endpoint.base_url}\n{VOTING}")
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
    return built(folder, world, f"{REPLAY}\n{VOTING}", given=given, stages=(PROFILE,))


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
    outcome = replayed(tmp_path, world)
    assert {row["classification_tier"] for row in outcome.members() if row["label"] != "tea"} == {0}
    assert outcome.counts["llm_classification_members:unclassified"] == 2


def test_each_vote_is_on_record_with_its_reason(tmp_path: Path, world: World) -> None:
    """Guards the log of votes: a category off the list, a confidence that is none and disagreement leave the row alone.

    Of the harbour two runs cannot be used and the third is no majority of three; of the garden no two runs agree.
    """
    project, plan, task = ({"category": category, "confidence": 0.5} for category in ("project", "plan", "task"))
    ask(
        tmp_path,
        world,
        {"category": "boat", "confidence": 1},
        project | {"confidence": 7},
        project,
        project,
        plan,
        task,
    )
    outcome = replayed(tmp_path, world)
    assert {row["classification_tier"] for row in outcome.members() if row["label"] != "tea"} == {0}
    names = {row["member_source_id"]: row["label"] for row in outcome.members()}
    found = {names[detail["member_source_id"]]: detail for _, code, _, detail in outcome.events if code == "MODEL_VOTE"}
    harbour, garden = found["Harbour"], found["Garden"]
    assert (harbour["category"], harbour["reason"], harbour["votes"]) == (None, "no_consensus", {"project": 1})
    assert harbour["without_vote"] == {"unknown_category": 1, "bad_confidence": 1}
    assert (garden["reason"], garden["votes"]) == ("no_consensus", {"project": 1, "plan": 1, "task": 1})
    assert garden["without_vote"] == {}


def test_the_form_is_told_to_an_endpoint_that_takes_no_schema() -> None:
    """Guards `response_format: json_object`: names of keys and categories stand in the instructions."""
    claims = [{"entity_id": "e", "member_node_type": "Value", "member_source_id": "v", "label": "tea", "claims": []}]
    ((_, asked),) = requests("Sort.", SHIPPED, settings(response_format="json_object"), claims)
    told = asked.body["messages"][0]["content"]
    assert told.startswith("Sort.\n\nThe schema of the answer:\n{")
    assert '"enum":["project","task","plan","problem","desire","interest","unclassified"]' in told
    ((_, with_schema),) = requests("Sort.", SHIPPED, settings(), claims)
    assert with_schema.body["messages"][0]["content"] == "Sort."


def test_members_of_whom_the_same_is_said_share_a_request() -> None:
    """Guards money: ids are not shown, so one call serves both; another quote is another request."""
    said = {"predicate": "mentions", "modality": "state", "polarity": "positive", "quote": "tea", "message_id": "m1"}
    row = {"entity_id": "e", "member_node_type": "Value", "member_source_id": "v", "label": "tea", "claims": [said]}
    rows = [row, row | {"entity_id": "f"}, row | {"claims": [said | {"quote": "my tea"}]}]
    (_, first), (member, second), (_, third) = requests("Sort.", SHIPPED, settings(), rows)
    assert (member, second.identity) == (("f", "Value", "v"), first.identity)
    assert third.identity != first.identity


def test_an_answer_is_expected_to_be_as_short_as_its_form() -> None:
    """Guards the estimate: {"category":"unclassified","confidence":0.12345678901234568} has 60 characters."""
    claims = [{"entity_id": "e", "member_node_type": "Value", "member_source_id": "v", "label": "tea", "claims": []}]
    ((_, asked),) = requests("Sort.", SHIPPED, settings(), claims)
    assert output_tokens(asked, settings(chars_per_token=3.5)) == 18  # ceil(60 / 3.5)
    assert output_tokens(asked, settings(max_output_tokens=5)) == 5


def test_without_answers_or_without_a_model_nothing_is_said(tmp_path: Path, world: World) -> None:
    missing = replayed(tmp_path / "missing", world)
    assert missing.counts["llm_classification_calls:missing"] == 6
    assert [(code, detail) for _, code, _, detail in missing.events if "VOTE" in code] == [
        ("VOTES_NOT_ASKED", {"members": 2, "command": "annals extract"})
    ]
    off = built(tmp_path / "off", world, VOTING, stages=(PROFILE,))
    assert not [key for key in off.counts if key.startswith("llm_")]
    assert missing.rows("profile_members") == off.rows("profile_members")
