"""What an odd client may send: too much, too often, nonsense, from elsewhere: clear answers, bounded."""

import http.client
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client

from kg_assets.core.config import load_config
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from tests.cli.a_life import built, engine_over
from tests.conftest import ROOT
from tests.mcp.conftest import Address, Connect, over_stdio, server
from tests.mcp.test_agents import asked, called
from tests.worlds import copied

pytestmark = pytest.mark.whole

SAID = "hybrid_search"
FINDING = load_config(HOUSE.sections).section("finding")


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    text: str = result.content[0].text  # type: ignore[union-attr]
    assert "Traceback" not in text
    return text


def test_odd_arguments_are_told(connect: Connect) -> None:
    odd: list[tuple[str, dict[str, Any], str]] = [
        (SAID, {"query": "x", "limit": 0}, "limit: Input should be greater than or equal to 1, found 0"),
        (SAID, {"query": "x", "graph_budget": 51}, "graph_budget: Input should be less than or equal to 50"),
        (SAID, {"query": "x", "graph_seed_limit": 21}, "graph_seed_limit"),
        (SAID, {"query": "x", "graph_depth": 2}, "graph_depth"),
        (SAID, {"query": "x", "colour": "red"}, "colour: Extra inputs are not permitted"),
        (SAID, {}, "query: Field required"),
        (SAID, {"query": ""}, "nothing was asked"),
        (SAID, {"query": "x" * 100_000}, "100,000 characters, one takes at most 20,000"),
        (
            SAID,
            {"query": "x", "filters": {"role": "king"}},
            "no message has the role 'king'; there are assistant, user",
        ),
        (SAID, {"query": "x", "filters": {"since": "yesterday"}}, "'yesterday' is no moment"),
        (SAID, {"query": "x", "filters": {"entity": "Nobody Atall"}}, "no entity is called"),
        (SAID, {"query": "boat", "graph_expand": True, "graph_filters": ["Decision"]}, "no event has the category"),
        ("sql", {"sql": "DROP VIEW messages"}, "only reads"),
        ("sql", {"sql": "SELECT 1; SELECT 2"}, "2 statements"),
        ("sql", {"sql": "SELECT * FROM read_csv('/etc/passwd')"}, "could read files"),
        ("sql", {"sql": "SET memory_limit = '90GB'"}, "kind SET"),
        ("what_mattered", {"period": "x" * 11}, "period"),
        ("why", {"assertion_id": "'"}, "too short"),
        ("changes", {"since": "2025", "until": "2024"}, "lies after"),
        ("nothing", {}, "there is no tool 'nothing'"),
    ]

    async def ask(client: Client) -> None:
        for tool, arguments, said in odd:
            assert said in await refused(client, tool, **arguments), arguments

    asked(connect, ask)


def test_odd_queries_are_answered(connect: Connect) -> None:
    odd = [
        "the of and",
        "東京はどこ",
        "'; DROP TABLE messages; --",
        "NEAR(boat, hull) AND ^x:*",
        "\x00\ud7ff",
        "?" * 500,
    ]

    async def ask(client: Client) -> None:
        for query in odd:
            answer = await called(client, SAID, query=query)
            assert len(answer["primary_results"]) <= 5
            if not answer["primary_results"]:
                assert answer["note"].startswith("nothing was found: looked for")

    asked(connect, ask)


@pytest.mark.parametrize("tokens", [20, 700, 10_000_000])
def test_answers_keep_within_their_tokens(connect: Connect, tokens: int) -> None:
    async def ask(client: Client) -> None:
        for tool, arguments in (
            (SAID, {"query": "Nadia boat boxes sensors", "limit": 50, "graph_expand": True}),
            ("timeline", {"entity": "SELF"}),
            ("sql", {"sql": "SELECT range AS n, repeat('x', 90) AS x FROM range(190)"}),
        ):
            answer = await called(client, tool, **arguments, tokens=tokens)
            assert len(json.dumps(answer, ensure_ascii=False)) <= max(tokens, FINDING.least_tokens) * 3.5
            if tokens == 20 or (tokens == 700 and tool != "timeline"):
                assert answer["left_out"] > 0
                assert "not everything fits" in answer["note"]
            if tokens == 20:
                assert f"20 tokens were allowed, an answer has room for {FINDING.least_tokens}" in answer["note"]
            if tokens > 1_000_000:
                assert "10,000,000 tokens were allowed, an answer has at most 50,000" in answer["note"]

    asked(connect, ask)


def test_a_statement_without_end_is_ended(memory: Home, tmp_path: Path) -> None:
    """Its limit of time holds in a process of its own, whatever it does; the server goes on answering others."""
    own = tmp_path / "own.yaml"
    own.write_text("mcp:\n  sql_seconds: 2\n", encoding="utf-8")

    async def run() -> None:
        async with over_stdio(memory, configuration=own) as client:
            began = time.monotonic()
            async with anyio.create_task_group() as group:

                async def endless() -> None:
                    text = await refused(client, "sql", sql="SELECT count(*) FROM range(1000000000000)")
                    assert "took longer than 2 s (mcp.sql_seconds)" in text

                group.start_soon(endless)
                await called(client, SAID, query="wooden boat")
            assert time.monotonic() - began < 40

    anyio.run(run)


def test_a_cancelled_call_and_a_flood_leave_the_server_well(connect: Connect) -> None:
    async def ask(client: Client) -> None:
        with anyio.move_on_after(0.05):
            await client.call_tool("sql", {"sql": "SELECT count(*) FROM range(100000000000)"})
        told: list[bool] = []

        async def one() -> None:
            told.append((await client.call_tool(SAID, {"query": "wooden boat", "limit": 1})).is_error)

        async with anyio.create_task_group() as group:
            for _ in range(90):
                group.start_soon(one)
        assert len(told) == 90
        assert not all(told)
        answer = await called(client, SAID, query="wooden boat")
        assert answer["primary_results"][0]["id"] == "c-boat-0"

    asked(connect, ask)


def test_broken_lines_do_not_end_the_server(memory: Home) -> None:
    lines = [b"{", b"[]", b'{"jsonrpc": "2.0"}', b"\xff\xfe", b'"x"', b'{"jsonrpc":"2.0","id":1,"method":"nothing"}']
    hello = {
        "jsonrpc": "2.0", "id": 7, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "odd", "version": "1"},
        },
    }  # fmt: skip
    done = subprocess.run(
        server(memory), input=b"\n".join([*lines, json.dumps(hello).encode(), b""]), capture_output=True,
        env=os.environ | {"ANNALS_HOME": str(memory.root)}, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert any(answer.get("id") == 7 and answer["result"]["serverInfo"]["name"] == "annals" for answer in answers)
    refused = [answer["error"]["code"] for answer in answers if answer["id"] is None]
    assert refused == [-32700, -32600, -32600, -32700, -32600], "each broken line is answered, in its order"
    assert b"Traceback" not in done.stderr


def _request(address: Address, headers: dict[str, str], body: bytes = b"{}", method: str = "POST") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=20)
    try:
        connection.putrequest(method, "/mcp", skip_host=True)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def test_only_this_machine_with_the_token_comes_in(http_server: Address) -> None:
    host, bearer = f"127.0.0.1:{http_server.port}", f"Bearer {http_server.token}"
    well = {
        "Host": host, "Authorization": bearer, "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }  # fmt: skip
    for changed, status in (
        ({"Host": "evil.example"}, 403),
        ({"Host": f"evil.example:{http_server.port}"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": ""}, 401),
    ):
        for method in ("POST", "GET", "DELETE"):
            assert _request(http_server, well | changed, method=method)[0] == status, (changed, method)
    status, said = _request(http_server, well, b"{broken")
    assert status == 400
    assert "Traceback" not in said
    assert _request(http_server, well | {"Content-Length": str(10**9)}, b"{}")[0] == 413


def test_the_published_build_is_followed(tmp_path: Path, noted: Home) -> None:
    """A build that is published while a client is connected answers its next call."""
    home = copied(noted, tmp_path / "home")
    (tmp_path / "b.md").write_text("# Tuesday\n\nA lantern by the gate.\n", encoding="utf-8")

    async def run() -> None:
        async with over_stdio(home) as client:
            before = await called(client, SAID, query="lantern")
            assert before["primary_results"] == []
            await anyio.to_thread.run_sync(lambda: built(engine_over(home), tmp_path / "b.md"))
            after = await called(client, SAID, query="lantern")
            assert "lantern" in after["primary_results"][0]["content"]

    anyio.run(run)


def test_a_home_without_a_build_says_what_to_do(tmp_path: Path) -> None:
    async def run() -> None:
        async with over_stdio(Home(tmp_path / "home").prepare()) as client:
            assert "annals build PATH" in await refused(client, SAID, query="x")

    anyio.run(run)
