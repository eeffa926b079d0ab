"""A nightly run killed at any moment unpublishes nothing; the next night gives the bytes of an undisturbed one."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import dagster as dg
import pytest

from kg_assets.cli.orchestrate import dagster_instance
from kg_assets.house import HOUSE
from kg_assets.store.builds import Builds
from kg_assets.store.home import Home
from kg_assets.store.opened import open_current
from tests.cli.a_life import FIRST, LATER_ON, built, engine_over
from tests.conftest import ROOT

# As Dagster's daemon does at the hour: a tick of the schedule, then the run that it asks for.
NIGHT = """
import os
import socket
import sys
from datetime import UTC, datetime
import dagster as dg
from kg_assets.definitions import build_defs
from kg_assets.house import HOUSE
from kg_assets.cli.orchestrate import dagster_instance
from kg_assets.store.home import Home
from kg_assets.orchestration.warehouse import WarehouseResource
from kg_assets.orchestration.dead_runs import HOST_TAG, PROCESS_TAG, process_mark
definitions = build_defs()
repository = definitions.get_repository_def()
with dagster_instance(Home.from_environment()) as instance:
    context = dg.build_schedule_context(
        instance=instance, repository_def=repository, resources={"warehouse": WarehouseResource()},
        scheduled_execution_time=datetime(2026, 1, 1, 3, 30, tzinfo=UTC),
    )
    with context, dg.partition_loading_context(dynamic_partitions_store=instance):
        (asked,) = repository.get_schedule_def("nightly").evaluate_tick(context).run_requests
    done = definitions.resolve_job_def("build").execute_in_process(
        instance=instance, partition_key=asked.partition_key, raise_on_error=False,
        tags={HOST_TAG: socket.gethostname(), PROCESS_TAG: process_mark(os.getpid())},
    )
sys.exit(not done.success)
"""


def night(home: Home) -> "subprocess.Popen[bytes]":
    environment = os.environ | {"ANNALS_HOME": str(home.root), "ANNALS_THREADS": "1"}
    return subprocess.Popen([sys.executable, "-c", NIGHT], cwd=ROOT, start_new_session=True, env=environment)


def shown(home: Home) -> tuple[str, list[tuple[str, str]]]:
    """What readers see: the build, and every claim with its status."""
    with open_current(home) as opened:
        claims = opened.connection.execute(
            "SELECT c.object, t.status FROM claims_readable c JOIN assertion_temporalized t USING (assertion_id) "
            "ORDER BY ALL"
        ).fetchall()
    return json.loads(home.current.read_text(encoding="utf-8"))["build"], claims


def contents(home: Home, build: str) -> dict[str, list[str]]:
    manifest = Builds(home).latest(build)
    assert manifest is not None
    return {name: [content.sha256 for content in table.contents] for name, table in manifest.tables.items()}


def progress(home: Home, build: str) -> int:
    """How far a night has come: -1 before it knows its build, then each stage that is committed, the seal, the end."""
    builds = Builds(home)
    if build not in builds.requested():
        return -1
    is_published = json.loads(home.published.read_text(encoding="utf-8"))[-1]["build"] == build
    return len(list(builds.folder(build).glob("*.json"))) + len(builds.generations(build)) + is_published


@pytest.mark.parametrize("kills", [pytest.param(2, marks=pytest.mark.whole), pytest.param(20, marks=pytest.mark.slow)])
def test_killed_nights(tmp_path: Path, kills: int) -> None:
    """Each night gets a random step further than the one before; together they are killed all over the build."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "first.md").write_text(FIRST)
    os.utime(notes / "first.md", (1_700_000_000, 1_700_000_000))
    home, undisturbed = Home(tmp_path / "home"), Home(tmp_path / "undisturbed")
    built(engine_over(home), notes)
    before = shown(home)
    (notes / "later.md").write_text(LATER_ON)
    for note in notes.iterdir():
        os.utime(note, (1_700_000_000, 1_700_000_000))
    build = built(engine_over(undisturbed), notes)
    morning = shown(undisturbed)
    assert morning != before

    chance = random.Random(kills)
    for point in sorted(chance.sample(range(len(HOUSE.stages) + 2), kills)):
        process = night(home)
        while progress(home, build) < point:
            assert process.poll() is None, f"the night ended before point {point}"
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.05))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert shown(home) in (before, morning)
    assert night(home).wait() == 0
    assert shown(home) == morning
    assert contents(home, build) == contents(undisturbed, build)
    with dagster_instance(home) as instance:
        assert not instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED])), "killed runs are reported"
