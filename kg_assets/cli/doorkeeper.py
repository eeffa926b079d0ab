"""Guards the web interface: only requests that hold its token and come from no other site reach it.

Any page that a person opens can send requests to their loopback. So every request must name this host, come
from this origin, and carry the token of the address that `annals ui` printed. What changes something must be
a POST of JSON, which browsers forbid to pages of other sites. This is an ASGI application around another; it
knows nothing of Dagster.
"""

import hmac
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
_App = Callable[[_Scope, _Receive, _Send], Awaitable[None]]

TOKEN = "token"
_GRAPHQL = "/graphql"
_READING = ("GET", "HEAD")
# What a browser says of a request's origin: "none" is an address that was typed or opened from outside.
_OWN_SITES = ("same-origin", "none")
_POLICY_VIOLATION = 1008


class Doorkeeper:
    """An ASGI application that passes on to `app` only the requests that are allowed."""

    def __init__(self, app: _App, port: int, token: str) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        self._origins = {f"http://{host}" for host in self._hosts}
        self._cookie = f"annals_ui_{port}"
        self._token = token

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = _Headers(scope["headers"])
        if scope["type"] == "http" and self._is_entry(scope, headers):
            await _answer(send, 303, "", [*self._let_in(), ("location", _without_token(scope))])
            return
        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": ""})
        else:
            await _answer(send, *refusal)

    def _is_entry(self, scope: _Scope, headers: "_Headers") -> bool:
        """Whether a request is a GET of this host with the token in its address. A page of another site
        cannot know the token."""
        given = dict(parse_qsl(_text(scope["query_string"]))).get(TOKEN, "")
        return scope["method"] == "GET" and self._is_from_here(headers) and self._is_token(given)

    def _let_in(self) -> list[tuple[str, str]]:
        return [("set-cookie", f"{self._cookie}={self._token}; HttpOnly; SameSite=Strict; Path=/")]

    def _refusal(self, scope: _Scope, headers: "_Headers") -> tuple[int, str] | None:
        if not self._is_from_here(headers):
            return (
                403,
                "This request names another host or comes from another page; the interface answers only its own.",
            )
        if scope["type"] == "websocket" and not headers.all("origin"):
            return 403, "A connection without an origin is refused."
        if not self._is_known(headers):
            return 403, "Open the address that `annals ui` printed: it holds the token that lets this browser in."
        return None if scope["type"] == "websocket" else _unfit(scope, headers)

    def _is_from_here(self, headers: "_Headers") -> bool:
        origins, sites = headers.all("origin"), headers.all("sec-fetch-site")
        return (
            len(headers.all("host")) == 1
            and headers.all("host")[0].lower() in self._hosts
            and len(origins) <= 1
            and all(origin.lower() in self._origins for origin in origins)
            and all(site in _OWN_SITES for site in sites)
        )

    def _is_known(self, headers: "_Headers") -> bool:
        bearer = [
            value.removeprefix("Bearer ") for value in headers.all("authorization") if value.startswith("Bearer ")
        ]
        return any(self._is_token(given) for given in [*bearer, *headers.cookies(self._cookie)])

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "replace"), self._token.encode())


def _unfit(scope: _Scope, headers: "_Headers") -> tuple[int, str] | None:
    """The status and text with which to refuse a request that Dagster would accept. Refused are a GraphQL query in an
    address, a method other than GET, HEAD and POST, and a POST that is not JSON. None if the request is allowed."""
    if scope["method"] in _READING:
        is_page = "text/html" in ",".join(headers.all("accept"))
        if scope["path"].rstrip("/").endswith(_GRAPHQL) and not is_page:
            return 405, "Queries and mutations are sent by POST."
        return None
    if scope["method"] != "POST":
        return 405, "GET and POST are answered."
    kinds = [value.partition(";")[0].strip().lower() for value in headers.all("content-type")]
    return None if kinds == ["application/json"] else (415, "A POST holds application/json.")


class _Headers:
    def __init__(self, raw: Iterable[tuple[bytes, bytes]]) -> None:
        self._raw = [(_text(name).lower(), _text(value)) for name, value in raw]

    def all(self, name: str) -> list[str]:
        return [value for key, value in self._raw if key == name]

    def cookies(self, name: str) -> list[str]:
        found = []
        for value in self.all("cookie"):
            try:
                jar = SimpleCookie(value)
            except CookieError:
                continue
            if name in jar:
                found.append(jar[name].value)
        return found


def _text(value: bytes) -> str:
    return value.decode("latin-1")


def _without_token(scope: _Scope) -> str:
    rest = urlencode([pair for pair in parse_qsl(_text(scope["query_string"])) if pair[0] != TOKEN])
    # One slash at the beginning: with two it would be the address of another host.
    path = "/" + quote(scope["path"]).lstrip("/")
    return f"{path}?{rest}" if rest else path


async def _answer(send: _Send, status: int, text: str, headers: Iterable[tuple[str, str]] = ()) -> None:
    told = [
        ("content-type", "text/plain; charset=utf-8"),
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        *headers,
    ]
    raw = [(name.encode(), value.encode("latin-1")) for name, value in told]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": text.encode() + b"\n"})
