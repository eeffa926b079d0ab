"""The stage between resolving mentions and promoting edges: takes over what a model's logged answers say of open
mentions (mentions whose node is not settled). It never calls a model."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from kg_assets.core.stage import StageRun
from kg_assets.llm.log import CallLog
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings
from kg_assets.overlay.asking.closed_set import Question, questions, settled, unsettled
from kg_assets.overlay.asking.contracts import TIER4_QUEUE, TIER4_RESULTS
from kg_assets.overlay.evidence.contracts import MENTION_RESOLUTIONS
from kg_assets.overlay.settings import OverlaySettings

PROMPT_FILE = "prompts/mentions_v1.md"
FOLDERS = ("sql/overlay/asking",)
_WANTED = {"meant": MENTION_RESOLUTIONS.name, "queue": TIER4_QUEUE.name, "results": TIER4_RESULTS.name}
_ANSWERS = pa.schema(
    [
        ("observation_id", pa.string()), ("start_offset", pa.int64()), ("end_offset", pa.int64()),
        ("status", pa.string()), ("node_id", pa.string()), ("matched", pa.string()), ("confidence", pa.float64()),
        ("rationale", pa.string()), ("retry_count", pa.int64()), ("error", pa.string()),
    ]
)  # fmt: skip


def run(stage: StageRun) -> None:
    """Write which node each mention means: open mentions as the logged answers say, all others as resolved
    before. With the model off, all are as before."""
    rows = list(_answers(stage)) if _is_heard(stage) else []
    made = stage.query_steps(FOLDERS, _WANTED, {}, {"answers": pa.Table.from_pylist(rows, _ANSWERS)})
    for step, table in _WANTED.items():
        stage.write(table, made[step])
    for row in rows:
        stage.count(f"answers:{row['status']}")


def requests(stage: StageRun) -> Iterator[Request]:
    """The requests about open mentions, the newest mentions first. Requests that already have an answer are among them;
    requests whose attempts are used up without a usable answer are not."""
    settings: OverlaySettings = stage.settings("overlay")
    return unsettled(_questions(stage), _log(stage), stage.settings("models"), settings.tier4_most_attempts)


def most(stage: StageRun) -> int:
    """The most answers that can be needed: `models.multi_run_count` runs for each of `tier4_most_asked` places; 0 if
    `overlay.ask_model` is off."""
    settings: OverlaySettings = stage.settings("overlay")
    models: ModelSettings = stage.settings("models")
    return settings.tier4_most_asked * models.multi_run_count if settings.ask_model else 0


def _is_heard(stage: StageRun) -> bool:
    settings: OverlaySettings = stage.settings("overlay")
    models: ModelSettings = stage.settings("models")
    return models.mode != "off" and settings.ask_model


def _answers(stage: StageRun) -> Iterator[dict[str, Any]]:
    settings: OverlaySettings = stage.settings("overlay")
    log, models = _log(stage), stage.settings("models")
    for question in _questions(stage):
        yield settled(question, log, models, settings.tier4_most_attempts)


def _questions(stage: StageRun) -> Iterator[Question]:
    settings: OverlaySettings = stage.settings("overlay")
    half = settings.tier4_context_chars // 2
    rows = stage.query(
        "sql/overlay/asking/asked.sql",
        {"most": settings.tier4_most_asked, "half": half, "known_names": settings.known_names},
    ).to_pylist()
    return questions(stage.file(PROMPT_FILE), stage.settings("models"), rows)


def _log(stage: StageRun) -> CallLog:
    return CallLog(stage.ledger_entries("model_call"), stage.ledger_payload)
