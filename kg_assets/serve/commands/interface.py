"""`annals ui`: Dagster's interface on loopback, over this home."""

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType

from kg_assets.core.data import data_path
from kg_assets.core.errors import BusyError
from kg_assets.serve.commands.keeping import engine_for
from kg_assets.serve.orchestrate import dagster_instance
from kg_assets.serve.settings import ServeSettings
from kg_assets.store.dagster_runs import renew_partitions, report_dead_runs
from kg_assets.store.home import Home

_LOOPBACK = "127.0.0.1"
_PAUSE_SECONDS = 0.05


def ui(options: argparse.Namespace) -> int:
    """Start the interface and wait; ending it ends every process it started."""
    home = Home.from_environment()
    engine = engine_for(home)
    settings: ServeSettings = engine.config.section("serve")
    port = options.port or settings.ui_port
    _require_free(port)
    with dagster_instance(home) as instance:
        report_dead_runs(engine, instance)
        renew_partitions(engine, instance)
    told: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told.append(number)

    # Before the child starts: a shell starts background jobs with SIGINT ignored, and the child would inherit that.
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    print(f"opening http://{_LOOPBACK}:{port} (Ctrl-C ends it)", file=sys.stderr)
    # A group of its own: Dagster's code servers can outlive it unless the whole group is told to end.
    child = subprocess.Popen(_command(port), env=_environment(home, settings), start_new_session=True)
    while not told and child.poll() is None:
        time.sleep(_PAUSE_SECONDS)
    _end_group(child, settings.ui_grace_seconds)
    return 0 if told else 1


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_LOOPBACK, port))
        except OSError:
            raise BusyError(f"port {port} is in use, perhaps by another `annals ui`; take another: --port") from None


def _command(port: int) -> list[str]:
    quiet = ["--log-level", "warning"]
    # `dagster dev` warns at every start that it has a successor, which needs a project of its own layout.
    python = [sys.executable, "-W", "ignore::FutureWarning", "-m", "dagster", "dev"]
    return [*python, "-w", str(data_path("workspace.yaml")), "-h", _LOOPBACK, "-p", str(port), *quiet]


def _environment(home: Home, settings: ServeSettings) -> dict[str, str]:
    return os.environ | {
        "DAGSTER_HOME": str(home.dagster),
        "ANNALS_HOME": str(home.root),
        "DAGSTER_DISABLE_TELEMETRY": "yes",
        # A sensor or schedule takes a new export in and finds its horizon, which may take minutes.
        "DAGSTER_SENSOR_GRPC_TIMEOUT_SECONDS": str(settings.intake_timeout_seconds),
        "DAGSTER_SCHEDULE_GRPC_TIMEOUT_SECONDS": str(settings.intake_timeout_seconds),
    }


def _end_group(child: subprocess.Popen[bytes], grace: float) -> None:
    """Ask every process of the group to end, and after a while make them."""
    for number, patience in ((signal.SIGTERM, grace), (signal.SIGKILL, grace)):
        try:
            os.killpg(child.pid, number)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            child.poll()
            if not _is_group_alive(child.pid):
                return
            time.sleep(_PAUSE_SECONDS)


def _is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
