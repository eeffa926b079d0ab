"""The tables of model extraction, declared. What their rows mean belongs here; how they are made does not."""

from dataclasses import replace

from kg_assets.claims.contracts import CLAIM_CANDIDATES, REJECTED_CLAIMS, RETRACTION_CANDIDATES
from kg_assets.core.contract import Column, Rule, Table
from kg_assets.mentions.contracts import MESSAGE
from kg_assets.sources.offsets import true_offsets

MODEL_REJECTIONS = (
    "UNKNOWN_ENTITY", "FIRST_PERSON_OF_ASSISTANT", "BAD_OBJECT", "BAD_CONFIDENCE", "BAD_DATE", "TOO_LONG",
    "QUOTE_NOT_FOUND",
)  # fmt: skip

MODEL_CANDIDATES = replace(
    CLAIM_CANDIDATES,
    name="kg.claim_candidates__model",
    meaning="What a language model read as claims, as most of its runs say it, including claims that cannot stand.",
    decided_by="kg_assets/claims/extraction/reading.py (AnswerReader); "
    "kg_assets/claims/extraction/agreement.py (claims_agreed)",
    rules=(true_offsets("kg.claim_candidates__model"),),
)

MODEL_REJECTED = replace(
    REJECTED_CLAIMS,
    name="kg.rejected_claims__model",
    meaning="The model's candidates that cannot stand, as its answer and the request alone show.",
    decided_by="kg_assets/claims/extraction/reading.py (AnswerReader)",
    columns=(
        Column("candidate_id", "text", "The candidate", references="kg.claim_candidates__model.candidate_id"),
        MESSAGE,
        Column("reason", "text", "Why", values=MODEL_REJECTIONS),
        Column("detail_json", "json", "What was found", content=True),
    ),
)

MODEL_RETRACTIONS = replace(
    RETRACTION_CANDIDATES,
    name="kg.retraction_candidates__model",
    meaning="Words that a language model read as taking a claim back, correcting it or ending it, before that "
    "claim is found.",
    decided_by="kg_assets/claims/extraction/reading.py (AnswerReader); "
    "kg_assets/claims/extraction/agreement.py (retractions_agreed)",
    rules=(true_offsets("kg.retraction_candidates__model"),),
)

LLM_RUNS = Table(
    name="kg.llm_extraction_runs",
    meaning="The extraction by a language model: its configuration and what came of it. No row without a model.",
    decided_by="kg_assets/claims/extraction/extract.py (_Extraction)",
    columns=(
        Column("run_id", "text", "Id made from configuration and model"),
        Column("model_name", "text", "Name of the model as it was asked for"),
        Column("model_version", "text", "Names under which it answered", nullable=True),
        Column("config_json", "json", "What decides its answers, as canonical JSON"),
        Column("started_at_utc", "instant", "The horizon: a build has no clock", nullable=True),
        Column("completed_at_utc", "instant", "The horizon", nullable=True),
        Column("messages_processed", "int", "Messages with an answer"),
        Column(
            "assertions_extracted",
            "int",
            "NULL: only grounding makes assertions, after this; kg.assertions.extraction_method tells a model's apart",
            nullable=True,
        ),
        Column(
            "raw_stats_json",
            "json",
            "Calls by outcome and retry, answers by state, claims read, tokens; avg_latency_ms is null, since how long"
            " calls took is no fact of a build: the ledger has it",
            nullable=True,
        ),
    ),
    key=("run_id",),
)

LLM_CALLS = Table(
    name="kg.llm_extraction_calls",
    meaning="Every logged attempt at the requests of this build, failed ones too.",
    decided_by="kg_assets/claims/extraction/extract.py (_Extraction)",
    columns=(
        Column("call_id", "text", "Id made from run, message, run index and attempt"),
        Column("run_id", "text", "The run", references="kg.llm_extraction_runs.run_id"),
        MESSAGE,
        Column("run_index", "int", "Which of the equal runs, from 0"),
        Column("request_json", "json", "The whole request as canonical JSON", content=True),
        Column("response_json", "json", "Status and body of the reply as canonical JSON", content=True),
        Column("call_timestamp_utc", "instant", "When the ledger says that it was made", nullable=True),
        Column("retry_count", "int", "Attempts before it at the same request"),
        Column("seed_honored", "bool", "Whether the seed can have held; NULL if nobody knows", nullable=True),
        Column("parse_success", "bool", "Whether the answer was JSON"),
        Column("raw_io_json", "json", "Identity, outcome, fingerprint and tokens"),
    ),
    key=("call_id",),
    order=("message_id", "run_index", "retry_count"),
    unique=(("message_id", "run_index", "retry_count"),),
    rules=(
        Rule(
            "attempts_are_counted",
            "The attempts at a request are numbered from 0 without a gap.",
            "SELECT 1 FROM {kg.llm_extraction_calls} GROUP BY message_id, run_index"
            " HAVING max(retry_count) + 1 <> count(*) OR min(retry_count) <> 0",
        ),
    ),
)

TABLES = (MODEL_CANDIDATES, MODEL_REJECTED, MODEL_RETRACTIONS, LLM_RUNS, LLM_CALLS)
