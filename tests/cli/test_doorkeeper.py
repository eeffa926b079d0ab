"""The interface obeys its own pages in the browser that was given the address, and no other page, host or method."""

import asyncio
import json
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kg_assets.cli.doorkeeper import Doorkeeper

PORT, TOKEN = 3999, "a-token-of-this-start"
OWN = {"host": f"127.0.0.1:{PORT}"}
KNOWN = OWN | {"cookie": f"other=1; annals_ui_{PORT}={TOKEN}"}
JSON = {"content-type": "application/json"}


def asked(
    headers: dict[str, str] | list[tuple[str, str]],
    method: str = "GET",
    path: str = "/",
    query: str = "",
    kind: str = "http",
) -> tuple[int, bool, dict[str, str]]:
    """The status, whether the application behind was reached, and the headers of the answer."""
    reached: list[str] = []
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    given = headers.items() if isinstance(headers, dict) else headers
    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given],
    }
    asyncio.run(Doorkeeper(app, PORT, TOKEN)(scope, receive, send))
    first = sent[0]
    status = first.get("status", 403 if first["type"] == "websocket.close" else 0)
    return status, bool(reached), {k.decode(): v.decode() for k, v in first.get("headers", [])}


@pytest.mark.parametrize(
    ("headers", "method", "path"),
    [
        (KNOWN, "GET", "/"),
        (KNOWN, "HEAD", "/runs"),
        (KNOWN | {"sec-fetch-site": "same-origin"}, "GET", "/static/x.js"),
        (KNOWN | {"sec-fetch-site": "none"}, "GET", "/runs/1"),
        (KNOWN | {"accept": "text/html"}, "GET", "/graphql"),
        (KNOWN | JSON | {"origin": f"http://127.0.0.1:{PORT}", "sec-fetch-site": "same-origin"}, "POST", "/graphql"),
        (KNOWN | {"content-type": "application/json; charset=utf-8"}, "POST", "/graphql"),
        ({"host": f"localhost:{PORT}", "authorization": f"Bearer {TOKEN}"} | JSON, "POST", "/graphql"),
        ({"host": f"[::1]:{PORT}", "authorization": f"Bearer {TOKEN}"}, "GET", "/"),
    ],
)
def test_what_its_own_pages_send_comes_in(headers: dict[str, str], method: str, path: str) -> None:
    assert asked(headers, method, path)[:2] == (200, True)


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    "headers",
    [
        OWN,
        OWN | {"cookie": f"annals_ui_{PORT}=guessed"},
        OWN | {"cookie": f"annals_ui_{PORT + 1}={TOKEN}"},
        OWN | {"cookie": 'a="; ;;=;'},
        OWN | {"authorization": "Bearer "},
        OWN | {"authorization": TOKEN},
        KNOWN | {"host": "evil.example"},
        KNOWN | {"host": f"evil.example:{PORT}"},
        KNOWN | {"host": "127.0.0.1"},
        KNOWN | {"host": f"127.0.0.1:{PORT + 1}"},
        KNOWN | {"host": f"127.0.0.1.evil.example:{PORT}"},
        {name: value for name, value in KNOWN.items() if name != "host"},
        [*KNOWN.items(), ("host", "evil.example")],
        KNOWN | {"origin": "http://evil.example"},
        KNOWN | {"origin": "null"},
        KNOWN | {"origin": f"https://127.0.0.1:{PORT}"},
        KNOWN | {"origin": f"http://127.0.0.1:{PORT + 1}"},
        [*KNOWN.items(), ("origin", f"http://127.0.0.1:{PORT}"), ("origin", "http://evil.example")],
        KNOWN | {"sec-fetch-site": "cross-site"},
        KNOWN | {"sec-fetch-site": "same-site"},
    ],
)
def test_what_is_not_from_here_stays_outside(headers: Any, kind: str) -> None:
    status, is_reached, _ = asked(headers, path="/graphql", kind=kind)
    assert (status, is_reached) == (403, False)


@pytest.mark.parametrize(
    ("headers", "method", "path"),
    [
        (KNOWN, "GET", "/graphql"),
        (KNOWN, "GET", "/graphql/"),
        (KNOWN | {"accept": "*/*"}, "GET", "/graphql"),
        (KNOWN, "POST", "/graphql"),
        (KNOWN | {"content-type": "text/plain"}, "POST", "/graphql"),
        (KNOWN | {"content-type": "text/plain; application/json"}, "POST", "/graphql"),
        (KNOWN | {"content-type": "application/x-www-form-urlencoded"}, "POST", "/graphql"),
        (KNOWN | {"content-type": "application/graphql"}, "POST", "/graphql"),
        (KNOWN, "POST", "/report_asset_materialization/kg/messages"),
        (KNOWN, "OPTIONS", "/graphql"),
        (KNOWN | JSON, "PUT", "/graphql"),
        (KNOWN | JSON, "DELETE", "/runs"),
    ],
)
def test_what_changes_something_is_a_post_of_json(headers: dict[str, str], method: str, path: str) -> None:
    status, is_reached, _ = asked(headers, method, path)
    assert status in (405, 415)
    assert not is_reached


def test_the_printed_address_lets_the_browser_in_and_leaves_no_token_behind() -> None:
    status, is_reached, headers = asked(OWN, query=f"a=1&token={TOKEN}", path="/runs")
    assert (status, is_reached, headers["location"]) == (303, False, "/runs?a=1")
    assert headers["set-cookie"] == f"annals_ui_{PORT}={TOKEN}; HttpOnly; SameSite=Strict; Path=/"
    assert asked(OWN, query=f"token={TOKEN}", path="//evil.example/x")[2]["location"] == "/evil.example/x"
    assert asked(OWN, query="token=guessed")[:2] == (403, False)
    assert asked(OWN | {"sec-fetch-site": "cross-site"}, query=f"token={TOKEN}")[:2] == (403, False)


def test_a_connection_of_its_own_page_is_let_through() -> None:
    origin = {"origin": f"http://localhost:{PORT}"}
    assert asked(KNOWN | origin, path="/graphql", kind="websocket")[1]
    assert not asked(KNOWN, path="/graphql", kind="websocket")[1], "a browser always names the origin"


_FOREIGN = """<!doctype html><title>foreign</title><iframe name=frame></iframe>
<form id=form method=post target=frame enctype=text/plain action="%(ui)s/graphql">
<input name='{"query":"' value='form"}'></form>
<script>
const tried = [], note = name => () => tried.push(name);
const headers = {"Content-Type": "application/json"};
const json = {method: "POST", headers, body: '{"query": "json"}', credentials: "include"};
const plain = {method: "POST", mode: "no-cors", body: '{"query": "plain"}', credentials: "include"};
const all = [
  fetch("%(ui)s/graphql?query=get", {mode: "no-cors", credentials: "include"}).then(note("get"), note("get")),
  fetch("%(ui)s/graphql", json).then(note("json"), note("json")),
  fetch("%(ui)s/graphql", plain).then(note("plain"), note("plain")),
  new Promise(done => { const i = new Image(); i.onerror = i.onload = done; i.src = "%(ui)s/graphql?query=image"; }),
  new Promise(done => { const s = new WebSocket("%(ws)s/graphql", "graphql-ws"); s.onopen = () => s.send("socket");
                        s.onclose = s.onerror = done; setTimeout(done, 3000); }),
  new Promise(done => { document.querySelector("iframe").onload = done; document.querySelector("#form").submit();
                        setTimeout(done, 3000); }),
];
Promise.all(all).then(() => document.title = "done");
</script>"""


class _Foreign(BaseHTTPRequestHandler):
    page = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(self.page)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def interface() -> Iterator[tuple[int, list[str]]]:
    """A server like Dagster's, that notes what it was told to do, behind the doorkeeper."""
    uvicorn = pytest.importorskip("uvicorn")
    obeyed: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            obeyed.append("websocket")
            return
        if scope["type"] == "http":
            if "graphql" in scope["path"]:
                body = (await receive()).get("body", b"")
                obeyed.append(scope["query_string"].decode() + body.decode())
            headers = [(b"content-type", b"text/html")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b"<!doctype html><title>own</title>"})

    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    config = uvicorn.Config(Doorkeeper(app, port, TOKEN), log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield port, obeyed
    server.should_exit = True
    thread.join(timeout=10)


@pytest.mark.skipif(not (shutil.which("chromium") and shutil.which("chromedriver")), reason="Chromium is not here")
def test_a_page_of_another_origin_in_the_same_browser_moves_nothing(
    interface: tuple[int, list[str]], tmp_path: Path
) -> None:
    """As a person has it: the interface is open in one tab, a foreign page in another, cookies and all."""
    webdriver = pytest.importorskip("selenium.webdriver")
    service = pytest.importorskip("selenium.webdriver.chrome.service")
    port, obeyed = interface
    foreign = ThreadingHTTPServer(("127.0.0.1", 0), _Foreign)
    places = {"ui": f"http://127.0.0.1:{port}", "ws": f"ws://127.0.0.1:{port}"}
    _Foreign.page = (_FOREIGN % places).encode()
    threading.Thread(target=foreign.serve_forever, daemon=True).start()
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", f"user-data-dir={tmp_path}"):
        options.add_argument(f"--{argument}")
    browser = webdriver.Chrome(options=options, service=service.Service(shutil.which("chromedriver")))
    try:
        browser.get(f"http://127.0.0.1:{port}/?token={TOKEN}")
        assert (browser.title, browser.current_url) == ("own", f"http://127.0.0.1:{port}/")
        own = "return fetch('/graphql', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: 'own'})"
        assert browser.execute_script(f"{own}.then(answer => answer.status)") == 200
        assert obeyed == ["own"]
        # On the same address another port is the same site, cookies go along; another name is another site.
        for name in ("127.0.0.1", "localhost"):
            browser.get(f"http://{name}:{foreign.server_address[1]}/")
            until = time.monotonic() + 20
            while browser.title != "done" and time.monotonic() < until:
                time.sleep(0.1)
            assert browser.title == "done"
        assert obeyed == ["own"], json.dumps(obeyed)
    finally:
        browser.quit()
        foreign.shutdown()
