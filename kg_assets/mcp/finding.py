"""Tools for finding: `hybrid_search` (seed 003 §4), and `sql` for SQL that only reads."""

import math
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.amounts import bytes_of
from kg_assets.mcp.knowing import FactAt
from kg_assets.mcp.settings import McpSettings
from kg_assets.mcp.tool import Answer, Asking, Parameters, Tool
from kg_assets.queries.ask import Limits, asked
from kg_assets.queries.holding import holding
from kg_assets.queries.hybrid import Hybrid, hybrid
from kg_assets.queries.searching import Search, index_of, looked_for

_ROLES = "user, assistant, system, tool"


class Filters(BaseModel):
    """Limits of a search to certain messages. If a filter is a list, a message passes that fits any of its values."""

    model_config = ConfigDict(extra="forbid")

    since: str | None = Field(None, description="Only what was said from then on: 2022, 2022-06 or 2022-06-01.")
    until: str | None = Field(None, description="Only what was said up to the end of then.")
    role: list[str] | str | None = Field(None, description=f"Only by these: {_ROLES}.")
    source: list[str] | str | None = Field(None, description="Only from these kinds of source: chatgpt, claude, note.")
    conversation: str | None = Field(None, description="Only in this conversation, by its id or the beginning of it.")
    entity: str | None = Field(None, description="Only where this is named: a name, an alias, a key or an id.")


class HybridParameters(Parameters):
    query: str = Field(description='Search query text: a question, words, "a phrase", begin* or -without.')
    limit: int = Field(5, ge=1, le=100, description="Maximum primary results to return")
    include_memory: bool = Field(False, description="Include memory collection in search")
    expand_neighbors: bool = Field(False, description="Include +-1 chunks for context")
    filters: Filters | None = Field(None, description="Optional metadata filters")
    graph_expand: bool = Field(False, description="Enable graph-based context expansion")
    graph_depth: int = Field(1, ge=1, le=1, description="Expansion depth (only 1 supported in V4)")
    graph_budget: int = Field(10, ge=1, le=50, description="Max additional related items")
    graph_seed_limit: int = Field(5, ge=1, le=20, description="How many primary results to use as expansion seeds")
    graph_filters: list[str] | None = Field(None, description="Category filter for related items (null = all)")
    include_entities: bool = Field(True, description="Include entity list when graph_expand=true")
    ranking: Literal["rrf", "weighted"] = Field(
        "weighted",
        description="weighted: as `annals search` ranks, by a weighted sum of the lanes behind what answers; "
        "rrf: lanes fused by rank, which finds less. `rrf_score` is told in both cases.",
    )


class Primary(BaseModel):
    id: str
    content: str
    type: Literal["artifact", "chunk", "memory", "event"]
    metadata: dict[str, Any]
    rrf_score: float
    collections: list[str]


class Evidence(BaseModel):
    quote: str | None
    artifact_uid: str | None
    message_id: str
    start_char: int | None
    end_char: int | None


class Related(BaseModel):
    type: Literal["event"]
    id: str
    category: str | None
    reason: str
    summary: str
    event_time: str | None
    evidence: list[Evidence]


class Involved(BaseModel):
    entity_id: str
    name: str
    type: str
    role: str | None
    organization: str | None
    aliases: list[str]
    mention_count: int


class Option(BaseModel):
    name: str
    description: str


class Holding(FactAt):
    reason: str | None = Field(description="Why it is over, where nothing that holds answers; else null.")


class HybridAnswer(Answer):
    facts: list[Holding] | None = Field(
        None,
        description="Claims that answer the query, if it names somebody and a relation of them (where does X live): "
        "what holds now, or what held and is over.",
    )
    primary_results: list[Primary]
    related_context: list[Related] | None = None
    entities: list[Involved] | None = None
    expand_options: list[Option]


class Statement(Parameters):
    sql: str = Field(description="One statement that only reads: SELECT, WITH, FROM, DESCRIBE, SHOW or SUMMARIZE.")


class Table(Answer):
    columns: list[str]
    rows: list[list[Any]]


def _hybrid(asking: Asking, given: HybridParameters) -> dict[str, Any]:
    filters = given.filters or Filters.model_validate({})
    search = Search(
        given.query, given.limit, filters.since, filters.until, _several(filters.role), _several(filters.source),
        filters.conversation, filters.entity,
    )  # fmt: skip
    wanted = Hybrid(
        search, given.include_memory, given.expand_neighbors, given.graph_expand, given.graph_budget,
        given.graph_seed_limit, None if given.graph_filters is None else tuple(given.graph_filters),
        given.include_entities, given.ranking,
    )  # fmt: skip
    index = index_of(asking.home, asking.warehouse, asking.config)
    settings = asking.config.section("finding")
    looked = looked_for(asking.warehouse, index, search, settings, asking.zone)
    held = holding(asking.home, asking.warehouse, index, looked, filters.until, asking.config)
    told = {"facts": [_told(row) for row in held.rows]} if held.rows else {}
    return told | hybrid(index, looked, wanted, settings)


def _told(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row.get(name) for name in Holding.model_fields}


def _several(given: list[str] | str | None) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given or ())


def _sql(asking: Asking, given: Statement) -> dict[str, Any]:
    settings: McpSettings = asking.config.section("mcp")
    memory = bytes_of(settings.sql_memory)
    limits = Limits(settings.sql_rows, settings.sql_seconds, memory, settings.sql_threads, "mcp.sql")
    with asked(asking.home, given.sql, limits, is_cut=True, begun=asking.begun) as answer:
        rows = [_said(row) for row in answer.rows]
    told: dict[str, Any] = {"columns": answer.names, "rows": rows}
    if len(rows) == settings.sql_rows:
        told["note"] = f"at most {settings.sql_rows} rows are given (mcp.sql_rows)"
    return told


def _said(value: Any) -> Any:
    """The value, with numbers that JSON cannot hold replaced by the texts that DuckDB writes: "nan", "inf", "-inf"."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, list):
        return [_said(one) for one in value]
    return {name: _said(one) for name, one in value.items()} if isinstance(value, dict) else value


HYBRID_SEARCH = Tool(
    "hybrid_search", "Search the memory",
    "Find what was said: first the claims that hold of whom the query names, then messages of chats and notes, with "
    "offsets of the words that matched and the claims read there. graph_expand adds what else is known of the people "
    "and things involved.",
    HybridParameters, HybridAnswer, ("facts", "primary_results", "related_context", "entities"), _hybrid,
    extras=("expand_options",),
)  # fmt: skip
SQL = Tool(
    "sql", "Ask in SQL",
    "Ask the build's tables in DuckDB's SQL; one statement that only reads. SHOW TABLES lists them, DESCRIBE a table's "
    "columns. Most useful: messages, conversations, entities, assertions, claims_readable, facts_as_of().",
    Statement, Table, ("rows",), _sql,
)  # fmt: skip
FINDING = (HYBRID_SEARCH, SQL)
