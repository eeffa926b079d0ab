"""`annals ui`: Dagster's interface on loopback, over this home."""

import argparse
import os
import signal
import subprocess
import sys
from types import FrameType

from kg_assets.core.data import data_path
from kg_assets.serve.commands.keeping import engine_for
from kg_assets.serve.orchestrate import dagster_instance, report_dead_runs
from kg_assets.store.home import Home

_GRACE_SECONDS = 10


def ui(options: argparse.Namespace) -> int:
    """Start the interface and wait; ending it ends every process it started."""
    home = Home.from_environment()
    engine = engine_for(home)
    port = options.port or engine.config.section("serve").ui_port
    with dagster_instance(home) as instance:
        report_dead_runs(engine, instance)
        instance.add_dynamic_partitions("builds", engine.builds.requested())
    environment = os.environ | {"DAGSTER_HOME": str(home.dagster), "ANNALS_HOME": str(home.root)}
    workspace = data_path("workspace.yaml")
    command = [sys.executable, "-m", "dagster", "dev", "-w", str(workspace), "-h", "127.0.0.1", "-p", str(port)]
    print(f"opening http://127.0.0.1:{port} (Ctrl-C ends it)", file=sys.stderr)
    # A group of its own: Dagster's code servers can outlive it unless the whole group is told to end.
    child = subprocess.Popen(command, env=environment, start_new_session=True)

    def end(number: int, frame: FrameType | None) -> None:
        os.killpg(child.pid, signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    code = child.wait()
    _end_group(child.pid)
    return 0 if code in (0, -signal.SIGTERM, -signal.SIGINT, 130, 143) else 1


def _end_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGTERM)
    except ProcessLookupError:
        return
