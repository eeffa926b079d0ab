"""The MCP server, built with the official SDK: it offers the tools of the registry, and conversations and messages of
the build."""

import json
import re
from collections.abc import Callable
from contextlib import nullcontext
from importlib.metadata import version
from typing import Any
from urllib.parse import quote, unquote

import anyio
import mcp_types as types
from anyio import to_thread
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from kg_assets.core.counting import counted
from kg_assets.core.errors import AnnalsError, QueryError
from kg_assets.mcp.serving import Answering, Interruptible, explained
from kg_assets.mcp.settings import McpSettings
from kg_assets.mcp.texts import conversation_text, message_text, newest_conversations
from kg_assets.mcp.tool import Tool

NAME = "annals"
_JSON = "application/json"
_INSTRUCTIONS = (
    "The memory of one person: what they said to assistants and wrote down, and what was read from it. hybrid_search "
    "finds messages; entity, timeline, facts_as_of and changes tell what is known and since when; why shows the words "
    "that a claim stands on. Offsets are codepoints of the message's text. Every tool takes tokens, the size of its "
    "answer."
)
_URI = re.compile(r"annals://(conversation|message)/([^/]+)")
_TEMPLATES = {
    "conversation": "A conversation along all its branches: who said what when.",
    "message": "One message with its place in the conversation.",
}


def made(answering: Answering, settings: McpSettings) -> Server[Any]:
    """Make the MCP server, without starting it."""
    asked = _Asked(answering, settings)
    return Server(
        NAME, title="Annals", version=version(NAME), instructions=_INSTRUCTIONS, on_list_tools=asked.list_tools,
        on_call_tool=asked.call_tool, on_list_resources=asked.list_resources,
        on_list_resource_templates=asked.list_templates, on_read_resource=asked.read_resource,
    )  # fmt: skip


class _Asked:
    """Answers the requests of the protocol: lists of tools and resources, calls, and reads."""

    def __init__(self, answering: Answering, settings: McpSettings) -> None:
        self._answering = answering
        self._listed = settings.listed_conversations
        self._turns = _Turns(settings.at_once, settings.most_waiting)
        # Statements may take long, so one place is always left to the other tools.
        self._statements = anyio.CapacityLimiter(max(settings.at_once - 1, 1))
        # Schemas take long to make, and clients ask for the list again and again.
        self._declared = [_declared(tool) for tool in answering.tools.values()]

    async def list_tools(self, context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=self._declared)

    async def call_tool(self, context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        beside = self._statements if params.name == "sql" else None
        try:
            told = await self._turns.take(
                lambda held: self._answering.call(params.name, params.arguments or {}, held), beside
            )
        except Exception as error:
            return types.CallToolResult(content=[_text(explained(error))], is_error=True)
        return types.CallToolResult(content=[_text(_written(told))], structured_content=told)

    async def list_resources(self, context: Any, params: Any) -> types.ListResourcesResult:
        listed = await self._turns.take(lambda held: _listed(self._answering, self._listed))
        return types.ListResourcesResult(resources=[_resource(*conversation) for conversation in listed])

    async def list_templates(self, context: Any, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    name=name, uri_template=f"annals://{name}/{{id}}", description=meaning, mime_type=_JSON
                )
                for name, meaning in _TEMPLATES.items()
            ]
        )

    async def read_resource(self, context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            told = await self._turns.take(lambda held: _read(self._answering, str(params.uri)))
        except AnnalsError as error:
            raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from None
        contents: list[types.TextResourceContents | types.BlobResourceContents] = [
            types.TextResourceContents(uri=params.uri, text=_written(told), mime_type=_JSON)
        ]
        return types.ReadResourceResult(contents=contents)


class _Turns:
    """Runs at most `at_once` calls at a time, each in a thread. `most_waiting` further calls may wait; any more are
    refused."""

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self._limiter = anyio.CapacityLimiter(at_once)
        self._most = at_once + most_waiting
        self._under_way = 0

    async def take(self, work: Callable[[Interruptible], Any], beside: anyio.CapacityLimiter | None = None) -> Any:
        """Run `work` as soon as fewer calls run than may run at once, and return what it gives. QueryError if too many
        calls wait already. If the call is cancelled, `work` is interrupted."""
        if self._under_way >= self._most:
            under_way = f"{self._under_way} calls are under way already"
            raise QueryError(f"{under_way}; wait for their answers (mcp.most_waiting)")
        self._under_way += 1
        held = Interruptible()
        try:
            async with beside or nullcontext():
                return await to_thread.run_sync(work, held, abandon_on_cancel=True, limiter=self._limiter)
        except anyio.get_cancelled_exc_class():
            held.end()
            raise
        finally:
            self._under_way -= 1


def _resource(name: str, title: str | None, messages: int, newest: str | None) -> types.Resource:
    return types.Resource(
        name=title or "untitled", uri=f"annals://conversation/{quote(name, safe='')}",
        description=f"{counted(messages, 'message')}, the newest of {newest or 'an unknown day'}", mime_type=_JSON,
    )  # fmt: skip


def _declared(tool: Tool[Any]) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.meaning,
        input_schema=tool.takes.model_json_schema(),
        output_schema=tool.answers.model_json_schema(mode="validation"),
        annotations=types.ToolAnnotations(
            title=tool.title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _listed(answering: Answering, most: int) -> list[tuple[str, str | None, int, str | None]]:
    with answering.session() as (_, warehouse):
        return newest_conversations(warehouse, most)


def _read(answering: Answering, uri: str) -> dict[str, Any]:
    found = _URI.fullmatch(uri)
    if found is None:
        raise QueryError(f"{uri[:100]!r} is no resource; annals://conversation/ID and annals://message/ID are")
    read = conversation_text if found[1] == "conversation" else message_text
    with answering.session() as (_, warehouse):
        return read(warehouse, unquote(found[2]))


def _written(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, allow_nan=False)


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)
