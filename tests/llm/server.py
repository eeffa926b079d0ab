"""A small OpenAI-compatible endpoint on loopback that does what a script tells it, for tests over real HTTP.

It knows chat completions and embeddings. Each request takes the next behaviour of the script; when that is used up, the
last one goes on. What was received is kept, in the order of arrival.
"""

import base64
import json
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[["Handler", dict[str, Any]], None]
PATHS = ("/v1/chat/completions", "/v1/embeddings")


@dataclass
class Received:
    """One request as it came over the wire."""

    body: bytes
    headers: dict[str, str]
    path: str


@dataclass
class Endpoint:
    """The running server, as a test sees it."""

    script: list[Behaviour]
    base_url: str = ""
    received: list[Received] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    under_way: int = 0
    most_under_way: int = 0

    def take(self, received: Received) -> Behaviour:
        with self.lock:
            self.received.append(received)
            return self.script.pop(0) if len(self.script) > 1 else self.script[0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    endpoint: Endpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path not in PATHS:
            self.reply(404, b'{"error":{"message":"no such path"}}')
            return
        endpoint = self.endpoint
        behaviour = endpoint.take(Received(body, {k.lower(): v for k, v in self.headers.items()}, self.path))
        with endpoint.lock:
            endpoint.under_way += 1
            endpoint.most_under_way = max(endpoint.most_under_way, endpoint.under_way)
        try:
            behaviour(self, json.loads(body))
        finally:
            with endpoint.lock:
                endpoint.under_way -= 1

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in ({"Content-Type": "application/json"} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep tests quiet."""


def completion(
    content: str | None, finish: str = "stop", usage: tuple[int, int] | None = (11, 5), **more: Any
) -> bytes:
    """A chat completion that says this."""
    message = {"role": "assistant", "content": content} | more.pop("message", {})
    value = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "test-model-2026",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    } | more
    if usage is not None:
        value["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return json.dumps(value).encode()


def says(content: str | None, finish: str = "stop", usage: tuple[int, int] | None = (11, 5), **more: Any) -> Behaviour:
    """Answer with this text."""
    return lambda handler, _: handler.reply(200, completion(content, finish, usage, **more))


def echoes(delay: Callable[[str], float] = lambda _: 0.0) -> Behaviour:
    """Answer with the last message of the prompt as the value, after a delay that may hang on it."""

    def behave(handler: Handler, body: dict[str, Any]) -> None:
        said = body["messages"][-1]["content"]
        time.sleep(delay(said))
        handler.reply(200, completion(json.dumps({"word": said})))

    return behave


def embeds(vector: Callable[[str], list[float]]) -> Behaviour:
    """Answer with this vector of each text, the last first, packed if that is asked for."""

    def written(text: str, is_packed: bool) -> Any:
        numbers = vector(text)
        return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode() if is_packed else numbers

    def behave(handler: Handler, body: dict[str, Any]) -> None:
        is_packed = body["encoding_format"] == "base64"
        data = [
            {"object": "embedding", "index": place, "embedding": written(text, is_packed)}
            for place, text in enumerate(body["input"])
        ]
        usage = {"prompt_tokens": 3 * len(data), "total_tokens": 3 * len(data)}
        value = {"object": "list", "data": data[::-1], "model": "vectors-2026", "usage": usage}
        handler.reply(200, json.dumps(value).encode())

    return behave


def fails(status: int, body: bytes = b'{"error":{"message":"no"}}', **headers: str) -> Behaviour:
    """Answer with an error."""
    return lambda handler, _: handler.reply(status, body, **headers)


def raw(body: bytes) -> Behaviour:
    """Answer with status 200 and just this body."""
    return lambda handler, _: handler.reply(200, body)


def sleeps(seconds: float) -> Behaviour:
    """Say nothing for longer than the other side waits, then hang up."""

    def behave(handler: Handler, _: dict[str, Any]) -> None:
        time.sleep(seconds)
        handler.close_connection = True

    return behave


def hangs_up(handler: Handler, _: dict[str, Any]) -> None:
    """Break off in the middle of the body."""
    body = completion('{"word":"half"}')
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2])
    handler.close_connection = True


def speaks_no_http(handler: Handler, _: dict[str, Any]) -> None:
    """Answer with something that is no HTTP."""
    handler.wfile.write(b"220 mail ready\r\n\r\n")
    handler.close_connection = True


@contextmanager
def serving(*script: Behaviour) -> Iterator[Endpoint]:
    """An endpoint on a free port that is gone at the end."""
    endpoint = Endpoint(list(script))
    handler = type("ScriptedHandler", (Handler,), {"endpoint": endpoint})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    endpoint.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
