"""A home whose talk is built whole, settings with tier 3 on, and a model that sorts things as a script says."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg_assets.cli.extraction import needed_stages
from kg_assets.core.config import load_config
from kg_assets.core.stage import House
from kg_assets.engine.observe import OBSERVE
from kg_assets.engine.runner import Engine, StageOutcome
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.graph.stages import PROFILE
from kg_assets.house import HOUSE as WHOLE_HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from kg_assets.store.rows import read_table
from tests.claims.extraction.talk import override_file
from tests.llm.server import Behaviour, Endpoint, completion

# What a replay runs: the profiles, what they hang on, and what is on record of these stages.
HOUSE = House(
    reference="tests.cli.voting_home:HOUSE",
    stages=(*needed_stages(WHOLE_HOUSE, PROFILE), PROFILE, OBSERVE),
    sections=WHOLE_HOUSE.sections,
)
NOTHING_CLAIMED = {"claims": [], "retractions": []}


def settings_file(folder: Path, **models: Any) -> Path:
    """Settings with tier 3 on, and these keys of section `models`."""
    settings = override_file(folder, **models)
    own = folder / f"voting-{settings.name}"
    own.write_text(
        json.dumps(json.loads(settings.read_text()) | {"profiles": {"vote_enabled": True}}), encoding="utf-8"
    )
    return own


def engine(home: Home, settings: Path, house: House = HOUSE) -> Engine:
    return Engine(home, house, load_config(house.sections, settings), 1, settings)


def published(home: Home, settings: Path) -> dict[str, StageOutcome]:
    """The build of all sources, every stage of it, shown to readers."""
    made = engine(home, settings, WHOLE_HOUSE)
    build = request_build(made).build
    outcomes = run_build(made, build)
    seal_and_publish(made, build)
    return outcomes


def built(home: Home, settings: Path) -> dict[str, StageOutcome]:
    """The build of all sources as far as the profiles."""
    made = engine(home, settings)
    return run_build(made, request_build(made).build)


def rows(home: Home, outcomes: Mapping[str, StageOutcome], table: str) -> list[dict[str, Any]]:
    name = f"kg.{table}"
    contents = outcomes[HOUSE.writer_of(name).name].tables[name]
    store = Engine(home, HOUSE, load_config(HOUSE.sections), 1).contents
    return [row for content in contents for row in read_table(store.path(content)).to_pylist()]


def tiers(home: Home, outcomes: Mapping[str, StageOutcome]) -> dict[str, tuple[str, int, str, float]]:
    """How each member of the months got its category, by its label."""
    return {
        row["label"]: (
            row["category_key"], row["classification_tier"], row["classified_by"], row["classification_confidence"],
        )
        for row in rows(home, outcomes, "profile_members")
        if row["granularity"] == "month"
    }  # fmt: skip


def votes(home: Home, outcomes: Mapping[str, StageOutcome]) -> dict[str, dict[str, Any]]:
    """What is on record of each vote, by the member's label."""
    labels = {row["member_source_id"]: row["label"] for row in rows(home, outcomes, "profile_members")}
    events = [row for row in rows(home, outcomes, "stage_events") if row["code"] == "MODEL_VOTE"]
    found = [json.loads(event["detail_json"]) for event in events]
    return {labels[detail["member_source_id"]]: detail for detail in found}


def hashes(outcomes: Mapping[str, StageOutcome]) -> dict[str, list[str]]:
    return {
        table: [content.sha256 for content in contents]
        for outcome in outcomes.values()
        for table, contents in outcome.tables.items()
    }


def kind_of(body: Mapping[str, Any]) -> str:
    return str(body["response_format"]["json_schema"]["name"])


def thing_of(body: Mapping[str, Any]) -> str:
    return str(json.loads(body["messages"][1]["content"])["thing"])


def kinds_asked(endpoint: Endpoint) -> list[str]:
    return [kind_of(json.loads(received.body)) for received in endpoint.received]


def sorting(said: Mapping[str, Behaviour], otherwise: Behaviour, claims: Behaviour | None = None) -> Behaviour:
    """A model that sorts each thing like this; of messages it says what `claims` does, or that there is nothing."""

    def behave(handler: Any, body: dict[str, Any]) -> None:
        if kind_of(body) == "category":
            said.get(thing_of(body), otherwise)(handler, body)
        elif claims is not None:
            claims(handler, body)
        else:
            handler.reply(200, completion(json.dumps(NOTHING_CLAIMED), usage=(100, 20)))

    return behave


def says_category(category: str, confidence: float = 0.9) -> Behaviour:
    text = json.dumps({"category": category, "confidence": confidence})
    return lambda handler, _: handler.reply(200, completion(text, usage=(60, 10)))
