"""Tier 3 of the categories (seed 000 §6.6.5): a language model's vote, as the log of calls has it (design §1.1, §5).

The stage calls nothing. Requests are the same for whoever makes them, so that a command can ask them before a build.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from kg_assets.core.canonical import canonical_text
from kg_assets.core.stage import StageRun
from kg_assets.graph.config import UNCLASSIFIED, ProfileConfig
from kg_assets.models.log import CallLog
from kg_assets.models.replay import Answer, answer_from
from kg_assets.models.request import PromptMessage, Request, make_request
from kg_assets.models.settings import ModelSettings
from kg_assets.models.votes import majority

PROMPT_FILE = "prompts/profile_category_v1.md"
_CATEGORIES_PLACE = "{{categories}}"
_SCHEMA_NAME = "category"

VOTED = pa.schema(
    [
        ("entity_id", pa.string()),
        ("member_node_type", pa.string()),
        ("member_source_id", pa.string()),
        ("category", pa.string()),
        ("confidence", pa.float64()),
    ]
)


def voted_categories(
    stage: StageRun,
    config: ProfileConfig,
    models: ModelSettings,
    instructions: str,
    claims: Sequence[Mapping[str, Any]],
) -> pa.Table:
    """What the logged answers agree on, one row per member with a category; `claims` as `requests` takes them."""
    log = CallLog(stage.ledger_entries("model_call"), stage.ledger_payload)
    rows: list[dict[str, Any]] = []
    for member, request in requests(instructions, config, models, claims):
        answers = [answer_from(log, run) for run in request.runs(models)]
        for answer in answers:
            stage.count(f"llm_classification_calls:{answer.status}")
        agreed = _agreed(config, answers)
        if agreed is not None:
            category, confidence = agreed
            rows.append(dict(zip(VOTED.names, (*member, category, confidence), strict=True)))
    return pa.Table.from_pylist(rows, schema=VOTED)


def requests(
    instructions: str, config: ProfileConfig, models: ModelSettings, claims: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[tuple[str, str, str], Request]]:
    """A request for each member, in order; `claims` are rows of `sql/graph/profiles/unclassified.sql`."""
    schema = {
        "type": "object",
        "properties": {
            "category": {"type": "string", "enum": [category.key for category in config.categories]},
            "confidence": {"type": "number"},
        },
        "required": ["category", "confidence"],
        "additionalProperties": False,
    }
    shown = "\n".join(f"- {category.key}: {category.label}" for category in config.categories)
    system = PromptMessage("system", instructions.replace(_CATEGORIES_PLACE, shown))
    for row in claims:
        told = row["claims"][: config.vote.max_claims]
        asked = {
            "thing": row["label"],
            "kind": row["member_node_type"].lower(),
            "claims": [{key: claim[key] for key in ("predicate", "modality", "polarity", "quote")} for claim in told],
        }
        about = [claim["message_id"] for claim in told]
        messages = [system, PromptMessage("user", canonical_text(asked))]
        member = (row["entity_id"], row["member_node_type"], row["member_source_id"])
        yield member, make_request(models, messages, _SCHEMA_NAME, schema, about)


def _agreed(config: ProfileConfig, answers: Sequence[Answer]) -> tuple[str, float] | None:
    """The category that enough of the runs give, with the mean of their confidences; None without one."""
    runs = [[answer.value] if answer.status == "answered" else [] for answer in answers]
    agreed = majority(
        runs, lambda value: value["category"], lambda value: min(1.0, max(0.0, float(value["confidence"])))
    )
    if not agreed or agreed[0].runs < config.vote.consensus * len(answers):
        return None
    category = str(agreed[0].candidate["category"])
    return None if category == UNCLASSIFIED else (category, agreed[0].confidence)
