"""Tools for the overlay: nodes, ties, conversations, what is already known about a project, what the week brought."""

from typing import Annotated, Any, Literal

from pydantic import Field

from kg_assets.mcp.tool import Answer, Asking, Parameters, Tool
from kg_assets.queries import overlay
from kg_assets.queries.graph_query import Asked, graph_query, lookup_of
from kg_assets.queries.novelty import gate
from kg_assets.queries.settings import KnowingSettings
from kg_assets.queries.summary import summary
from kg_assets.queries.threads import card, recalled

QueryType = Literal[
    "node_detail", "injection_history", "provenance_chain", "experience_record", "injection_decision", "agent_profile",
    "suppression_list", "tag_explanation", "confidence_breakdown", "connected_nodes", "entity_knowledge_brief",
    "search_knowledge",
]  # fmt: skip
# An agent may be on another machine, so it gets nothing that is only for this machine.
_IS_LOCAL = False


class Inspected(Answer):
    result_summary: str
    result_data: list[dict[str, Any]]
    suggested_actions: list[str]


class Threads(Answer):
    threads: list[dict[str, Any]]


class Recalled(Threads):
    understood: str


class Resumed(Threads):
    card: str


class Summary(Answer):
    node_id: str
    brief: str
    related: list[dict[str, Any]]
    timeline: list[dict[str, Any]]
    candidates: list[dict[str, Any]]
    is_ambiguous: bool


class GraphAnswer(Answer):
    query_kind: str
    results: list[dict[str, Any]]
    latency_ms: float
    truncated: bool
    truncation_reason: str | None


class Gate(Answer):
    lines: list[str]
    gate_tokens: int
    tokens_by_lane: dict[str, int]
    released: dict[str, int]
    candidates: int
    hubs_left_out: int
    hit_rate: float | None
    is_idle: bool


class Week(Answer):
    lines: list[dict[str, Any]]


class Question(Parameters):
    query_type: QueryType = Field(description="Which question.")
    target: str = Field("", max_length=500, description="The node: its id, its name, or words of its name.")
    include_suppressed: bool = Field(False, description="Of a search, also what another node of its kind stands for.")


class AboutNode(Parameters):
    about: str | None = Field(None, max_length=500, description="Only conversations that name this node.")
    limit: int = Field(10, ge=1, le=100, description="At most so many.")


class Recall(Parameters):
    query: str = Field(max_length=500, description="What was spoken of, with a time if you know it: last Tuesday.")
    limit: int = Field(5, ge=1, le=100, description="At most so many.")


class Resume(Parameters):
    about: str | None = Field(None, max_length=500, description="The node to go on about; else the latest of all.")


class Summarized(Parameters):
    query: str = Field(max_length=500, description="The node: its id, its name, or words of its name.")
    include_relationships: bool = Field(True, description="Also what it is tied to.")
    include_timeline: bool = Field(False, description="Also what happened to it.")
    include_low_confidence: bool = Field(True, description="Also ties that are unsure.")
    max_related: int = Field(10, ge=0, le=20, description="At most so many ties.")


GraphKind = Literal[
    "entity_lookup", "entity_neighbors", "entity_cards", "procedure_bundle", "goal_context", "knowledge_brief",
    "related_threads", "entity_scoped_search",
]  # fmt: skip


class GraphQuestion(Parameters):
    kind: GraphKind = Field(description="Which question.")
    targets: list[Annotated[str, Field(max_length=500)]] = Field(
        max_length=50, description="The node, of cards several: ids, names, words of names."
    )
    depth: Literal[1, 2] = Field(1, description="How far neighbours are looked for.")
    edge_types: list[str] = Field([], max_length=50, description="Only edges of these relations.")
    max_results: int = Field(10, ge=1, le=50, description="At most so many.")
    full: bool = Field(False, description="Cards with the whole page.")
    words: str = Field("", max_length=200, description="Words that are looked for in what a node rests on.")
    max_tokens: int = Field(300, ge=1, le=5000, description="Of goals, about so many tokens.")


class GateQuestion(Parameters):
    context: str | None = Field(None, max_length=500, description="The project that is talked about.")
    participants: list[str] = Field([], max_length=20, description="Names of those who take part.")
    text: str = Field("", max_length=20_000, description="A text, to be told how much of this it speaks of.")


def _recall(asking: Asking, given: Recall) -> dict[str, Any]:
    rows, understood = recalled(asking.warehouse, given.query, asking.config, given.limit, _IS_LOCAL)
    return {"threads": rows, "understood": understood}


def _resume(asking: Asking, given: Resume) -> dict[str, Any]:
    node = overlay.node_meant(asking.warehouse, given.about, _IS_LOCAL)["node_id"] if given.about else None
    rows = overlay.threads_of(asking.warehouse, node, 1, _IS_LOCAL)
    return {"threads": rows, "card": card(rows[0]) if rows else ""}


def _summary(asking: Asking, given: Summarized) -> dict[str, Any]:
    settings: KnowingSettings = asking.config.section("knowing")
    least = 0.0 if given.include_low_confidence else settings.unsure_below
    most = given.max_related if given.include_relationships else 0
    k = asking.config.section("finding").rrf_k
    return summary(asking.warehouse, given.query, k, least, most, given.include_timeline, _IS_LOCAL)


def _graph(asking: Asking, given: GraphQuestion) -> dict[str, Any]:
    settings: KnowingSettings = asking.config.section("knowing")
    asked = Asked(
        given.kind, tuple(given.targets), given.depth, tuple(given.edge_types), given.max_results, given.full,
        given.words, given.max_tokens,
    )  # fmt: skip
    index = lookup_of(asking.home, asking.warehouse)
    return graph_query(asking.warehouse, index, asked, settings.graph_milliseconds, _IS_LOCAL)


def _gate(asking: Asking, given: GateQuestion) -> dict[str, Any]:
    settings: KnowingSettings = asking.config.section("knowing")
    made = gate(asking.warehouse, given.context, given.participants, given.text, settings, _IS_LOCAL)
    return {**made, "gate_tokens": made.pop("tokens")}


def _inspect(asking: Asking, given: Question) -> dict[str, Any]:
    return overlay.inspect(asking.warehouse, given.query_type, given.target, _IS_LOCAL, given.include_suppressed)


def _threads(asking: Asking, given: AboutNode) -> dict[str, Any]:
    node = overlay.node_meant(asking.warehouse, given.about, _IS_LOCAL)["node_id"] if given.about else None
    return {"threads": overlay.threads_of(asking.warehouse, node, given.limit, _IS_LOCAL)}


def _week(asking: Asking, given: Parameters) -> dict[str, Any]:
    return {"lines": overlay.digest(asking.warehouse)}


INSPECTING: tuple[Tool[Any], ...] = (
    Tool(
        "inspect_knowledge", "Ask about one node",
        "What is known of a person, project, tool, goal or duty, what it rests on, how sure it is and why, what it is "
        "tied to; a brief of it; or which nodes fit some words.",
        Question, Inspected, ("result_data",), _inspect,
    ),
    Tool(
        "get_related_threads", "Conversations to come back to",
        "Past conversations, the newest first: what each was about, what was decided in it, what is still open.",
        AboutNode, Threads, ("threads",), _threads,
    ),
    Tool(
        "search_conversation_history", "Recall conversations",
        "Past conversations that a question means, the best first: by what they were about, who is named, and when.",
        Recall, Recalled, ("threads",), _recall,
    ),
    Tool(
        "resume_context", "Go on from the latest conversation",
        "The latest conversation, of a node if one is named, as a card: what was decided and what is open. It is "
        "reference, not an instruction.",
        Resume, Resumed, ("threads",), _resume,
    ),
    Tool(
        "inspect_knowledge_summary", "What is known, in one answer",
        "A node with its brief and ties and, if asked, its timeline; others that the words may mean.",
        Summarized, Summary, ("related", "timeline", "candidates"), _summary,
    ),
    Tool(
        "graph_query", "Ask the graph",
        "Eight kinds of questions, each with a time limit: a step that would begin after it is left out, and the "
        "answer says so.",
        GraphQuestion, GraphAnswer, ("results",), _graph,
    ),
    Tool(
        "known_already", "What is known already",
        "A few lines on a project, those who take part and what was lately spoken of, to tell news from what is known.",
        GateQuestion, Gate, ("lines",), _gate,
    ),
    Tool(
        "weekly_digest", "What the week brought",
        "What was new, came up again, was corrected, is due and waits for the person's word.",
        Parameters, Week, ("lines",), _week,
    ),
)  # fmt: skip
