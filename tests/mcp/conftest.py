"""The small memory, published once, and clients of the SDK over both transports."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from kg_assets.cli.main import main
from kg_assets.mcp.running import token_of
from kg_assets.store.home import Home
from tests.cli.a_life import built, engine_over
from tests.conftest import ROOT
from tests.mcp.a_memory import write_export
from tests.worlds import Worlds, copied

RunCommand = Callable[..., str]
Connect = Callable[[], AbstractAsyncContextManager[Client]]


@pytest.fixture(scope="session")
def memory(worlds: Worlds, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The small memory; nothing is written to it but the server's token."""

    def make(folder: Path) -> None:
        built(engine_over(Home(folder / "home").prepare()), write_export(folder))

    return copied(Home(worlds.made("memory", make) / "home"), tmp_path_factory.mktemp("memory") / "home")


@pytest.fixture
def asked_home(memory: Home) -> Home:
    """The home over which `run` runs commands; who changes it gives a copy."""
    return memory


@pytest.fixture
def run(asked_home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Runs a command that succeeds and gives what it printed."""
    monkeypatch.setenv("ANNALS_HOME", str(asked_home.root))
    monkeypatch.setenv("COLUMNS", "120")

    def annals(*line: str) -> str:
        capsys.readouterr()
        assert main(line) == 0
        return capsys.readouterr().out

    return annals


@dataclass(frozen=True)
class Address:
    port: int
    token: str

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"


def server(home: Home, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "kg_assets.cli.main", "mcp", *arguments]


@pytest.fixture(scope="session")
def http_server(memory: Home) -> Iterator[Address]:
    """`annals mcp --http` over the small memory."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"ANNALS_HOME": str(memory.root)}
    with subprocess.Popen(
        server(memory, "--http", "--port", str(port)), cwd=ROOT, env=environment, stderr=subprocess.PIPE
    ) as process:
        try:
            _wait(port, process)
            yield Address(port, token_of(memory))
        finally:
            process.terminate()
            process.wait(20)


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"no server: {process.stderr.read().decode() if process.stderr else ''}")


@asynccontextmanager
async def over_stdio(home: Home, configuration: Path | None = None) -> AsyncIterator[Client]:
    command, *arguments = server(home)
    environment = {"ANNALS_HOME": str(home.root), "PATH": os.environ["PATH"]}
    if configuration is not None:
        environment["ANNALS_CONFIG"] = str(configuration)
    parameters = StdioServerParameters(command=command, args=arguments, env=environment, cwd=str(ROOT))
    async with Client(stdio_client(parameters)) as client:
        yield client


@asynccontextmanager
async def over_http(address: Address) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {address.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=120) as http,
        Client(streamable_http_client(address.url, http_client=http)) as client,
    ):
        yield client


# A server that is started for every question takes seconds; that this works too some tests say without this fixture.
@pytest.fixture(params=["http", pytest.param("stdio", marks=pytest.mark.whole)])
def connect(request: pytest.FixtureRequest, memory: Home) -> Connect:
    """A client over each transport in turn."""
    if request.param == "stdio":
        return lambda: over_stdio(memory)
    address: Address = request.getfixturevalue("http_server")
    return lambda: over_http(address)
