"""`annals ui`: Dagster's web interface for this home, on the loopback address."""

import argparse
import http
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

from kg_assets.cli.commands.keeping import standing_engine
from kg_assets.cli.doorkeeper import TOKEN
from kg_assets.cli.orchestrate import dagster_instance
from kg_assets.cli.webserver import PORT_VARIABLE, SERVER_VARIABLE, TOKEN_VARIABLE
from kg_assets.core.errors import BusyError
from kg_assets.orchestration.dead_runs import renew_partitions, report_dead_runs
from kg_assets.queries.settings import ServeSettings
from kg_assets.store.home import Home

_LOOPBACK = "127.0.0.1"
_LOCATION = "annals"  # as workspace.yaml calls it
_PAUSE_SECONDS = 0.05
_LOOK_SECONDS = 0.25


def ui(options: argparse.Namespace) -> int:
    """Start the interface and wait. When it ends, so does every process that it started."""
    home = Home.from_environment()
    engine = standing_engine(home)
    settings: ServeSettings = engine.config.section("serve")
    port = settings.ui_port if options.port is None else options.port
    _require_free(port)
    with dagster_instance(home) as instance:
        report_dead_runs(engine, instance)
        renew_partitions(engine, instance)
    told: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told.append(number)

    # Before the children start: a shell starts background jobs with SIGINT ignored, and they would inherit that.
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    token = secrets.token_urlsafe(24)
    print("starting the interface (Ctrl-C ends it)", file=sys.stderr)
    environment = _environment(home, settings)
    own = {TOKEN_VARIABLE: token, PORT_VARIABLE: str(port)}
    with tempfile.TemporaryDirectory(prefix="annals-ui-") as folder:
        server = Path(folder) / "code"
        workspace = _workspace(Path(folder), server)
        children = [
            _started(_code_server(server), environment),
            _started(_webserver(port, workspace), environment | own | {SERVER_VARIABLE: str(server)}),
        ]
        has_daemon = has_answered = False
        while not told and all(child.poll() is None for child in children):
            if not has_daemon and server.exists():
                has_daemon = True
                children.append(_started(_daemon(workspace), environment))
            if not has_answered and _answers(port, token):
                has_answered = True
                print(f"open http://{_LOOPBACK}:{port}/?{TOKEN}={token}", file=sys.stderr)
            time.sleep(_PAUSE_SECONDS if has_answered else _LOOK_SECONDS)
        # The code server last: who is still loading from it would say at length that it is gone.
        answering, *asking = children
        _end_groups(asking, settings.ui_grace_seconds)
        _end_groups([answering], settings.ui_grace_seconds)
    return 0 if told else 1


def _started(command: Sequence[str], environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    # In a group of its own: what it starts in turn can outlive it unless the whole group is told to end.
    return subprocess.Popen(command, env=environment, start_new_session=True)


def _workspace(folder: Path, server: Path) -> Path:
    """The file that tells webserver and daemon to use one shared code server.

    Given a module instead, the daemon would start a server of its own, and each minute another, which reads
    all definitions again.
    """
    location = {"socket": str(server), "location_name": _LOCATION}
    path = folder / "workspace.yaml"
    path.write_text(json.dumps({"load_from": [{"grpc_server": location}]}), encoding="utf-8")
    return path


def _code_server(server: Path) -> list[str]:
    named = ["-m", "kg_assets.definitions", "-a", "defs", "--location-name", _LOCATION, "--socket", str(server)]
    quiet = ["--log-level", "warning", "--use-python-environment-entry-point"]
    return [sys.executable, "-m", "dagster", "code-server", "start", *named, *quiet]


def _answers(port: int, token: str) -> bool:
    """Whether the webserver answers. The request goes to it directly, even if the environment names a proxy."""
    connection = http.client.HTTPConnection(_LOOPBACK, port, timeout=_LOOK_SECONDS * 10)
    try:
        connection.request("GET", "/server_info", headers={"Authorization": f"Bearer {token}"})
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_LOOPBACK, port))
        except OSError:
            raise BusyError(f"port {port} is in use, perhaps by another `annals ui`; take another: --port") from None


def _webserver(port: int, workspace: Path) -> list[str]:
    quiet = ["--log-level", "warning", "--dagster-log-level", "warning", "--code-server-log-level", "warning"]
    named = ["-w", str(workspace), "-h", _LOOPBACK, "-p", str(port)]
    return [sys.executable, "-m", "kg_assets.cli.webserver", *named, *quiet]


def _daemon(workspace: Path) -> list[str]:
    quiet = ["--log-level", "warning", "--code-server-log-level", "warning"]
    return [sys.executable, "-m", "dagster._daemon", "run", "-w", str(workspace), *quiet]


def _environment(home: Home, settings: ServeSettings) -> dict[str, str]:
    return os.environ | {
        "DAGSTER_HOME": str(home.dagster),
        "ANNALS_HOME": str(home.root),
        "DAGSTER_DISABLE_TELEMETRY": "yes",
        # A sensor or schedule takes a new export in and finds its horizon, which may take minutes.
        "DAGSTER_SENSOR_GRPC_TIMEOUT_SECONDS": str(settings.intake_timeout_seconds),
        "DAGSTER_SCHEDULE_GRPC_TIMEOUT_SECONDS": str(settings.intake_timeout_seconds),
    }


def _end_groups(children: Sequence["subprocess.Popen[bytes]"], grace: float) -> None:
    """Send SIGTERM to the process groups; after `grace` seconds, SIGKILL to those still alive."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for child in children:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, number)
        deadline = time.monotonic() + grace
        while time.monotonic() < deadline:
            for child in children:
                child.poll()
            if not any(_is_group_alive(child.pid) for child in children):
                return
            time.sleep(_PAUSE_SECONDS)


def _is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
