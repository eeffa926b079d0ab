"""Tools that ask the overlay: one node under twelve questions, conversations to come back to, what the week brought."""

from typing import Any, Literal

from pydantic import Field

from kg_assets.mcp.tool import Answer, Asking, Parameters, Tool
from kg_assets.queries import overlay

QueryType = Literal[
    "node_detail", "injection_history", "provenance_chain", "experience_record", "injection_decision", "agent_profile",
    "suppression_list", "tag_explanation", "confidence_breakdown", "connected_nodes", "entity_knowledge_brief",
    "search_knowledge",
]  # fmt: skip
# An agent may be anywhere: what is only for this machine is not told to it.
_IS_LOCAL = False


class Inspected(Answer):
    result_summary: str
    result_data: list[dict[str, Any]]
    suggested_actions: list[str]


class Threads(Answer):
    threads: list[dict[str, Any]]


class Week(Answer):
    lines: list[dict[str, Any]]


class Question(Parameters):
    query_type: QueryType = Field(description="Which question.")
    target: str = Field("", max_length=500, description="The node: its id, its name, or words of its name.")


class AboutNode(Parameters):
    about: str | None = Field(None, max_length=500, description="Only conversations that name this node.")
    limit: int = Field(10, ge=1, le=100, description="At most so many.")


def _inspect(asking: Asking, given: Question) -> dict[str, Any]:
    return overlay.inspect(asking.warehouse, given.query_type, given.target, _IS_LOCAL)


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
        "weekly_digest", "What the week brought",
        "What was new, came up again, was corrected, is due and waits for the person's word.",
        Parameters, Week, ("lines",), _week,
    ),
)  # fmt: skip
