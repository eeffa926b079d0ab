"""Tools for the state of the graph: counts, pairs of names that wait for a person's decision, and which stages are done
(seed 003 §2.5)."""

from typing import Any

from pydantic import BaseModel, Field

from kg_assets.mcp.tool import Answer, Asking, Parameters, Tool
from kg_assets.queries import graph_state


class Health(Answer):
    is_enabled: bool
    node_counts: dict[str, int]
    edge_counts: dict[str, int]
    possibly_same: int
    entities_to_review: int
    build: str


class Words(BaseModel):
    message_id: str
    start_char: int
    end_char: int
    surface_form: str
    title: str | None
    created_at_utc: str | None
    before: str
    after: str


class Side(BaseModel):
    entity_id: str
    name: str
    canonical_name: str
    role: str | None
    organization: str | None
    email: str | None
    relation: str | None
    mention_count: int
    source_id: str
    place: dict[str, Any] | None
    said: list[Words]


class Pair(BaseModel):
    decision_id: str
    log_odds: float
    reason: str
    one: Side
    other: Side


class Queue(Answer):
    pairs: list[Pair]


class Job(BaseModel):
    build: str
    job_type: str
    stages: list[str]
    done: int
    status: str


class Jobs(Answer):
    jobs: list[Job]


class Some(Parameters):
    limit: int = Field(20, ge=1, le=200, description="At most so many, the first ones.")


class OfBuilds(Parameters):
    limit: int = Field(20, ge=1, le=200, description="Of at most so many builds, the newest first.")


def _health(asking: Asking, given: Parameters) -> dict[str, Any]:
    return graph_state.graph_health(asking.warehouse)


def _queue(asking: Asking, given: Some) -> dict[str, Any]:
    return {"pairs": graph_state.review_queue(asking.warehouse, given.limit)}


def _jobs(asking: Asking, given: OfBuilds) -> dict[str, Any]:
    return {"jobs": graph_state.job_status(asking.home, given.limit)}


GRAPH_HEALTH = Tool(
    "graph_health", "How the graph stands",
    "How many people, things and events the graph holds, how many edges of each type, and how many pairs of names wait "
    "for a person's verdict.",
    Parameters, Health, (), _health,
)  # fmt: skip
ENTITY_REVIEW_QUEUE = Tool(
    "entity_review_queue", "Names that may be one person",
    "Pairs of names of which it is uncertain whether they are one: the words of both, the reason, the likeliest first.",
    Some, Queue, ("pairs",), _queue,
)  # fmt: skip
JOB_STATUS = Tool(
    "job_status", "Steps of builds",
    "Of the newest builds, whether events are extracted, people resolved and the graph drawn.",
    OfBuilds, Jobs, ("jobs",), _jobs, needs_build=False,
)  # fmt: skip
MINDING = (GRAPH_HEALTH, ENTITY_REVIEW_QUEUE, JOB_STATUS)
