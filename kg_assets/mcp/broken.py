"""Answers a line from a client that is no JSON-RPC message with a JSON-RPC error, so that the server goes on."""

from types import TracebackType
from typing import Any

import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

_NO_JSON = "json_invalid"  # pydantic's name for this error


class Heeding:
    """The stream of JSON-RPC messages from a client. To a line that cannot be read it sends an error back; the SDK
    would ignore the line."""

    def __init__(self, reading: Any, writing: Any) -> None:
        self._reading, self._writing = reading, writing

    @property
    def last_context(self) -> Any:
        return getattr(self._reading, "last_context", None)

    async def receive(self) -> Any:
        while isinstance(item := await self._reading.receive(), Exception):
            await self._writing.send(SessionMessage(refusal(item)))
        return item

    async def aclose(self) -> None:
        await self._reading.aclose()

    def __aiter__(self) -> "Heeding":
        return self

    async def __anext__(self) -> Any:
        while isinstance(item := await anext(self._reading), Exception):
            await self._writing.send(SessionMessage(refusal(item)))
        return item

    async def __aenter__(self) -> "Heeding":
        await self._reading.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        closed: bool | None = await self._reading.__aexit__(kind, error, trace)
        return closed


def refusal(error: Exception) -> types.JSONRPCError:
    """The JSON-RPC error for a line that is no message of JSON-RPC. It has no id, since the id of the request is
    unknown."""
    kinds = {one["type"] for one in error.errors()} if isinstance(error, ValidationError) else set()
    is_json = _NO_JSON not in kinds
    told = types.ErrorData(
        code=types.INVALID_REQUEST if is_json else types.PARSE_ERROR,
        message="this line is no message of JSON-RPC 2.0" if is_json else "this line is no JSON; a message is one line",
    )
    return types.JSONRPCError(jsonrpc="2.0", id=None, error=told)
