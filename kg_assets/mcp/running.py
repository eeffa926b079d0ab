"""Runs the server over a transport: standard input and output, or HTTP on loopback."""

import os
import secrets
import socket
import sys
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from mcp.server.stdio import stdio_server

from kg_assets.core.errors import BusyError
from kg_assets.mcp.broken import Heeding
from kg_assets.mcp.door import Door
from kg_assets.mcp.server import made
from kg_assets.mcp.serving import Answering
from kg_assets.mcp.settings import McpSettings
from kg_assets.queries.configured import Followed
from kg_assets.store.home import Home

LOOPBACK = "127.0.0.1"
PATH = "/mcp"
_TOKEN_FILE = "mcp-token"
_TOKEN_BYTES = 24


def over_stdio(home: Home, settings: Followed) -> None:
    """Serve one client over standard input and output until it closes the input."""
    answering = Answering(home, settings.config)
    server = made(answering, settings.config().section("mcp"))

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(Heeding(reading, writing), writing, server.create_initialization_options())

    try:
        anyio.run(run)
    finally:
        answering.close()


def over_http(home: Home, followed: Followed, port: int | None) -> None:
    """Serve clients over HTTP on loopback until the process is told to end."""
    settings: McpSettings = followed.config().section("mcp")
    chosen = settings.port if port is None else port
    _require_free(chosen)
    token = token_of(home)
    answering = Answering(home, followed.config)
    app: Any = made(answering, settings).streamable_http_app(
        streamable_http_path=PATH, max_request_body_size=settings.most_bytes, host=LOOPBACK
    )
    print(f"http://{LOOPBACK}:{chosen}{PATH}\nAuthorization: Bearer {token}", file=sys.stderr, flush=True)
    try:
        uvicorn.run(Door(app, chosen, token), host=LOOPBACK, port=chosen, log_level="warning", access_log=False)
    finally:
        answering.close()


def token_of(home: Home) -> str:
    """The token of this home. It is made when it is first needed. Whoever removes its file gets a new token."""
    path = home.root / _TOKEN_FILE
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(f"{token}\n")
    return token


def _read(path: Path) -> str:
    token = path.read_text(encoding="ascii").strip()
    if len(token) < _TOKEN_BYTES:
        raise BusyError(f"{path} holds no token; remove it, and the next start makes one")
    return token


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            raise BusyError(f"port {port} is in use, perhaps by another `annals mcp`; take another: --port") from None
