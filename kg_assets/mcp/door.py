"""Controls who may talk to the server over HTTP: only a client on this machine that was given the token.

Any web page that a person opens can send requests to the person's own machine (loopback). So every request must name
this host, come from no other origin, and carry the token. The check is an ASGI application that wraps another.
"""

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
_App = Callable[[_Scope, _Receive, _Send], Awaitable[None]]

_NAMES = ("127.0.0.1", "localhost", "[::1]")


class Door:
    """An ASGI application that passes allowed requests on to `app` and refuses all others."""

    def __init__(self, app: _App, port: int, token: str) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in _NAMES}
        self._token = token.encode()

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        elif refusal is not None:
            await _answer(send, *refusal)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: _Scope) -> tuple[int, str] | None:
        hosts, origins, given = (self._all(scope, name) for name in (b"host", b"origin", b"authorization"))
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 403, "This request names another host; the memory answers only on this machine."
        if any(origin.lower() not in {f"http://{host}" for host in self._hosts} for origin in origins):
            return 403, "This request comes from a page of another site; the memory answers none."
        tokens = [value.removeprefix("Bearer ") for value in given if value.startswith("Bearer ")]
        if not any(hmac.compare_digest(token.encode("utf-8", "replace"), self._token) for token in tokens):
            return (
                401,
                "The header Authorization: Bearer TOKEN is missing or wrong; `annals mcp --http` says the token.",
            )
        return None

    @staticmethod
    def _all(scope: _Scope, name: bytes) -> list[str]:
        return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


async def _answer(send: _Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode() + b"\n"})
