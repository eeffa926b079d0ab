"""The stage `extract_claims`: reads claims from the logged answers of a model. It never calls a model (design
§1.1, §5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa

from kg_assets.claims.extraction.agreement import claims_agreed, retractions_agreed
from kg_assets.claims.extraction.asking import PROMPT_FILE, VOCABULARY_FILE, Prompt, read_prompt, request_about
from kg_assets.claims.extraction.candidates import candidate_row, rejected_row, retraction_row
from kg_assets.claims.extraction.contracts import (
    LLM_CALLS,
    LLM_RUNS,
    MODEL_CANDIDATES,
    MODEL_REJECTED,
    MODEL_RETRACTIONS,
    TABLES,
)
from kg_assets.claims.extraction.reading import Answered, AnswerReader
from kg_assets.claims.extraction.settings import ExtractionSettings
from kg_assets.claims.extraction.windows import Window, read_material, windows
from kg_assets.claims.retracting.patterns import load_settings
from kg_assets.core.canonical import canonical_text
from kg_assets.core.faults import survive
from kg_assets.core.ids import IdSpace, sha256_hex
from kg_assets.core.stage import StageRun
from kg_assets.llm.log import ANSWERED, CallLog, LoggedCall
from kg_assets.llm.replay import Answer, answer_from
from kg_assets.llm.request import Request
from kg_assets.llm.settings import ModelSettings

_NOTHING = Answered((), (), 0)


class _Said(NamedTuple):
    """The rows that the answers about one message give. For each claim: its candidate, its rejection if it is rejected,
    and how often its quote was found."""

    malformed: int
    claims: list[tuple[dict[str, Any], dict[str, Any] | None, int]]
    retractions: list[dict[str, Any]]


def run(stage: StageRun) -> None:
    """Write the model's candidates, the rejected ones among them, its retractions, its run and its calls. In mode `off`
    these tables are empty."""
    rows: dict[str, list[dict[str, Any]]] = {table.name: [] for table in TABLES}
    if stage.settings("models").mode != "off":
        _Extraction(stage, rows).read()
    for table in TABLES:
        stage.write(table.name, pa.Table.from_pylist(rows[table.name], schema=table.arrow_schema()))


class _Extraction:
    """Reads the logged answers of one build and collects the rows."""

    def __init__(self, stage: StageRun, rows: dict[str, list[dict[str, Any]]]) -> None:
        self._stage = stage
        self._rows = rows
        self._models: ModelSettings = stage.settings("models")
        self._settings: ExtractionSettings = stage.settings("extraction")
        self._prompt = read_prompt(stage.file(PROMPT_FILE), stage.file(VOCABULARY_FILE))
        self._log = CallLog(stage.ledger_entries("model_call"), stage.ledger_payload)
        self._reach = load_settings().reach
        self._ids = IdSpace(stage.settings("sources").id_namespace)
        self._config_json = config_json(self._models, self._settings, self._prompt)
        # Seed §4.10, with the configuration's hash in place of a clock (design §5).
        self._run_id = self._ids.make("llm_run", sha256_hex(self._config_json), self._models.model)
        self._counts: Counter[str] = Counter()
        self._versions: set[str] = set()

    def read(self) -> None:
        """Read the logged answers about every message that is asked about, ordered by conversation and place in it
        (§4.9), and add the row of the run."""
        for window in windows(read_material(self._stage.paths), self._settings, self._stage):
            runs = request_about(window, self._prompt, self._models).runs(self._models)
            for request in runs:
                self._add_calls(window, request)
            self._add_claims(window, [answer_from(self._log, request) for request in runs])
        self._rows[LLM_RUNS.name].append(self._run_row())
        for key, value in sorted(self._counts.items()):
            self._stage.count(key, value)

    def _add_claims(self, window: Window, answers: Sequence[Answer]) -> None:
        self._counts["messages"] += 1
        self._counts["messages_answered"] += any(answer.status == "answered" for answer in answers)
        for answer in answers:
            self._counts[f"answers:{answer.status}"] += 1
        read_it = partial(self._said, window, answers)
        said = survive(self._stage, "answers", window.message_id, read_it, lambda: _Said(0, [], []))
        if said.malformed:
            self._counts["malformed"] += said.malformed
            self._stage.event("WARN", "MALFORMED_CLAIM", window.message_id, items=said.malformed)
        for row, rejected, matches in said.claims:
            self._add_candidate(row, rejected, matches)
        self._rows[MODEL_RETRACTIONS.name] += said.retractions
        self._counts["retractions"] += len(said.retractions)

    def _said(self, window: Window, answers: Sequence[Answer]) -> _Said:
        """The rows of the claims and retractions on which the answers about a message agree."""
        reader = AnswerReader(window, self._settings.max_argument_chars)
        read = [reader.read(a.value, a.request.identity) if a.status == "answered" else _NOTHING for a in answers]
        claims = []
        for agreed in claims_agreed([answered.claims for answered in read]):
            row = candidate_row(
                self._ids, window, agreed, self._models.model, len(answers), self._settings.model_priority
            )
            claims.append((row, rejected_row(row, agreed.candidate), agreed.candidate.matches))
        retractions = [
            retraction_row(self._ids, window, agreed, self._reach)
            for agreed in retractions_agreed([answered.retractions for answered in read])
        ]
        return _Said(sum(answered.malformed for answered in read), claims, retractions)

    def _add_candidate(self, row: dict[str, Any], rejected: dict[str, Any] | None, matches: int) -> None:
        self._rows[MODEL_CANDIDATES.name].append(row)
        if rejected is not None:
            self._rows[MODEL_REJECTED.name].append(rejected)
            self._counts[f"rejected:{rejected['reason']}"] += 1
            return
        self._counts["candidates"] += 1
        if row["char_start"] is None:
            self._counts["quotes_unresolved"] += 1
            self._stage.event("WARN", "QUOTE_OFFSET_UNRESOLVED", row["message_id"], matches=matches)

    def _add_calls(self, window: Window, request: Request) -> None:
        """Add a row for every logged attempt at a request, failed ones too."""
        for call in self._log.attempts(request.identity):
            self._counts[f"calls:{call.outcome}"] += 1
            self._counts[f"retries:{call.retry_count}"] += 1
            self._counts["prompt_tokens"] += call.prompt_tokens or 0
            self._counts["completion_tokens"] += call.completion_tokens or 0
            self._rows[LLM_CALLS.name].append(self._call_row(window, call))

    def _call_row(self, window: Window, call: LoggedCall) -> dict[str, Any]:
        exchange = self._log.exchange(call)
        if call.outcome == ANSWERED:
            self._versions.add(str(exchange.body.get("model") or self._models.model))
        return {
            # Seed §4.10, and the index of the run besides (design §9).
            "call_id": self._ids.make("llm_call", self._run_id, window.message_id, call.vote, call.retry_count),
            "run_id": self._run_id,
            "message_id": window.message_id,
            "run_index": call.vote,
            "request_json": canonical_text(exchange.request),
            "response_json": canonical_text({"status": exchange.status, "body": exchange.body}),
            "call_timestamp_utc": call.at,
            "retry_count": call.retry_count,
            "seed_honored": call.seed_honored,
            "parse_success": call.parse_success,
            "raw_io_json": canonical_text(
                {
                    "identity": call.identity,
                    "outcome": call.outcome,
                    "system_fingerprint": call.system_fingerprint,
                    "prompt_tokens": call.prompt_tokens,
                    "completion_tokens": call.completion_tokens,
                }
            ),
        }

    def _run_row(self) -> dict[str, Any]:
        return {
            "run_id": self._run_id,
            "model_name": self._models.model,
            "model_version": ", ".join(sorted(self._versions)) or None,
            "config_json": self._config_json,
            "started_at_utc": self._stage.horizon,
            "completed_at_utc": self._stage.horizon,
            "messages_processed": self._counts["messages_answered"],
            "assertions_extracted": None,  # what grounding will make of the answers is not known here
            "raw_stats_json": canonical_text(_statistics(self._counts, len(self._rows[LLM_CALLS.name]))),
        }


def config_json(models: ModelSettings, settings: ExtractionSettings, prompt: Prompt) -> str:
    """Everything that decides what is asked and how answers count, as canonical JSON. Settings marked
    `exclude` (endpoint, retries, limits) are left out."""
    return canonical_text(
        {
            "models": models.model_dump(mode="json"),
            "extraction": settings.model_dump(mode="json"),
            "prompt": {"file": PROMPT_FILE, "sha256": prompt.version},
        }
    )


_COUNTED = ("candidates", "prompt_tokens", "completion_tokens", "malformed", "retractions")


def _statistics(counts: Mapping[str, int], calls: int) -> dict[str, Any]:
    """The statistics of a run (§4.8.1). `avg_latency_ms` is None: how long calls took is no fact of a build
    (design §5); the ledger has it."""
    succeeded = counts.get(f"calls:{ANSWERED}", 0)
    return {
        "calls_total": calls,
        "calls_succeeded": succeeded,
        "calls_failed": calls - succeeded,
        "avg_latency_ms": None,
        "calls_by_outcome": _part(counts, "calls"),
        "retry_distribution": _part(counts, "retries"),
        "answers": _part(counts, "answers"),
        "rejected": _part(counts, "rejected"),
        **{name: counts.get(name, 0) for name in _COUNTED},
    }


def _part(counts: Mapping[str, int], name: str) -> dict[str, int]:
    return {key.partition(":")[2]: value for key, value in sorted(counts.items()) if key.partition(":")[0] == name}
