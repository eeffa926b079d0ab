"""`annals ui` as a person uses it: a real server over a home, asked through the interface the browser asks."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.house import HOUSE
from kg_assets.store.builds import Builds
from kg_assets.store.home import Home
from kg_assets.store.locks import Locks
from kg_assets.store.publish import current
from tests.conftest import ROOT, Annals

pytestmark = pytest.mark.whole
_AT_LENGTH = pytest.mark.slow  # minutes of runs one after the other
_REPOSITORY = {"repositoryName": "__repository__", "repositoryLocationName": "annals"}
_FAST = "serve:\n  inbox_poll_seconds: 5\n  inbox_settle_seconds: 0\n  freshness_poll_seconds: 5\n"


@dataclass
class Server:
    """A running `annals ui`."""

    home: Home
    process: subprocess.Popen[str]
    port: int

    def token(self) -> str:
        """That of the address which the command prints when the interface answers."""
        found = re.search(r"token=(\S+)", (self.home.root / "ui.log").read_text())
        return found[1] if found else ""

    def ask(self, query: str, **variables: Any) -> Any:
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/graphql",
            body,
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.token()}"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            said = json.load(answer)
        assert "errors" not in said, said["errors"]
        return said["data"]

    def launch(self, build: str, job: str = "build") -> str:
        """Materialize every asset of a build, as the button of the job's page does."""
        said = self.ask(
            "mutation($p: ExecutionParams!) { launchRun(executionParams: $p) { __typename"
            " ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }",
            p={
                "selector": _REPOSITORY | {"jobName": job},
                "mode": "default",
                "executionMetadata": {"tags": [{"key": "dagster/partition", "value": build}]},
            },
        )["launchRun"]
        assert said["__typename"] == "LaunchRunSuccess", said
        return str(said["run"]["runId"])

    def launch_assets(self, build: str, *tables: str) -> str:
        """Materialize chosen tables of a build, as the button of a table's page or of a selection does."""
        said = self.ask(
            "mutation($p: ExecutionParams!) { launchRun(executionParams: $p) { __typename"
            " ... on LaunchRunSuccess { run { runId } } ... on InvalidSubsetError { message }"
            " ... on PythonError { message } } }",
            p={
                "selector": _REPOSITORY
                | {"jobName": "__ASSET_JOB", "assetSelection": [{"path": table.split(".")} for table in tables]},
                "mode": "default",
                "executionMetadata": {"tags": [{"key": "dagster/partition", "value": build}]},
            },
        )["launchRun"]
        assert said["__typename"] == "LaunchRunSuccess", said
        return str(said["run"]["runId"])

    def backfill(self, builds: Sequence[str], tables: Sequence[str]) -> str:
        """Launch a backfill of tables over builds; how it ended."""
        said = self.ask(
            "mutation($p: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $p) { __typename"
            " ... on LaunchBackfillSuccess { backfillId } ... on PythonError { message } } }",
            p={"partitionNames": list(builds), "assetSelection": [{"path": table.split(".")} for table in tables]},
        )["launchPartitionBackfill"]
        assert said["__typename"] == "LaunchBackfillSuccess", said
        query = (
            "query($b: String!) { partitionBackfillOrError(backfillId: $b) { ... on PartitionBackfill { status"
            " error { message } } } }"
        )
        return str(
            until(
                lambda: self.ask(query, b=said["backfillId"])["partitionBackfillOrError"]["status"],
                lambda status: "COMPLETED" in status or status in ("FAILED", "CANCELED"),
                600,
            )
        )

    def newest(self, table: str, build: str) -> tuple[str, float]:
        """The run and the time of a table's newest materialization in a build."""
        said = self.ask(
            "query($k: AssetKeyInput!, $b: [String!]) { assetOrError(assetKey: $k) { ... on Asset {"
            " assetMaterializations(partitions: $b, limit: 1) { runId timestamp } } } }",
            k={"path": table.split(".")}, b=[build],
        )["assetOrError"]["assetMaterializations"]  # fmt: skip
        return (said[0]["runId"], float(said[0]["timestamp"])) if said else ("", 0.0)

    def end_of(self, run: str) -> str:
        """Wait for a run and say how it ended."""
        return until(lambda: self._status(run), lambda status: status in ("SUCCESS", "FAILURE", "CANCELED"))

    def _status(self, run: str) -> str:
        return str(
            self.ask("query($r: ID!) { runOrError(runId: $r) { ... on Run { status } } }", r=run)["runOrError"][
                "status"
            ]
        )

    def words_of(self, run: str) -> str:
        """What the run's page says of its failures."""
        said = self.ask(
            "query($r: ID!) { logsForRun(runId: $r) { ... on EventConnection { events { __typename"
            " ... on MessageEvent { message } ... on ExecutionStepFailureEvent { failureMetadata { description } }"
            " ... on RunFailureEvent { error { message } } } } } }",
            r=run,
        )
        return json.dumps([e for e in said["logsForRun"]["events"] if "Failure" in e["__typename"]])


def until(look: Callable[[], Any], is_it: Callable[[Any], bool], seconds: float = 300) -> Any:
    """Look again and again until it is so; patiently, because the machine may have other work."""
    deadline = time.monotonic() + seconds
    while True:
        found = look()
        if is_it(found):
            return found
        assert time.monotonic() < deadline, f"still {found!r} after {seconds} s"
        time.sleep(0.3)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(home: Home, port: int, config: Path | None = None) -> Server:
    if config is None:
        config = home.root / "fast.yaml"
        config.write_text(_FAST)
    process = subprocess.Popen(
        [sys.executable, "-m", "kg_assets.cli.main", "ui", "--port", str(port)],
        cwd=ROOT, text=True, stderr=(home.root / "ui.log").open("w"), start_new_session=True,
        env=os.environ | {"ANNALS_HOME": str(home.root), "ANNALS_CONFIG": str(config)},
    )  # fmt: skip
    server = Server(home, process, port)

    def is_loaded() -> bool:
        try:
            found = server.ask("{ repositoriesOrError { ... on RepositoryConnection { nodes { name } } } }")
        except OSError:
            assert process.poll() is None, (home.root / "ui.log").read_text()
            return False
        return bool(found["repositoriesOrError"].get("nodes"))

    until(is_loaded, bool)
    return server


def descendants(process: int) -> list[int]:
    """Every living process below one."""
    children: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(status.parent.name))
    found, waiting = [], [process]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def words_of(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")


def is_loaded_in(process: int, library: str) -> bool:
    """Whether a process has loaded the compiled part of a library."""
    return library in Path(f"/proc/{process}/maps").read_text()


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server over a home with two builds, made by the command before the server started."""
    folder = tmp_path_factory.mktemp("ui")
    home = Home(folder / "home").prepare()
    for seed in (5, 6):
        write_export(CorpusSpec(seed=seed, conversations=8), folder / str(seed))
        subprocess.run(
            [sys.executable, "-m", "kg_assets.cli.main", "build", str(folder / str(seed))],
            cwd=ROOT, check=True, capture_output=True, env=os.environ | {"ANNALS_HOME": str(home.root)},
        )  # fmt: skip
    running = start(home, free_port())
    try:
        yield running
    finally:
        running.process.send_signal(signal.SIGTERM)
        running.process.wait(timeout=60)


@pytest.fixture
def build(server: Server) -> str:
    """The published build."""
    published = current(server.home)
    assert published is not None
    return published.ref.build


@pytest.fixture
def older(server: Server, build: str) -> str:
    """A build that is not published."""
    return next(name for name in sorted(Builds(server.home).requested()) if name != build)


def test_a_mutation_in_an_address_is_not_executed(server: Server, build: str) -> None:
    """With a foreign Host and Origin a GET deleted runs, switched `nightly` on and launched builds."""
    name, location = _REPOSITORY["repositoryName"], _REPOSITORY["repositoryLocationName"]
    schedule = f'repositoryName: "{name}", repositoryLocationName: "{location}", scheduleName: "nightly"'
    mutation = f"mutation {{ startSchedule(scheduleSelector: {{{schedule}}}) {{ __typename }} }}"
    address = f"http://127.0.0.1:{server.port}/graphql?" + urllib.parse.urlencode({"query": mutation})
    token = {"Authorization": f"Bearer {server.token()}"}
    foreign = {"Host": "evil.example", "Origin": "http://evil.example"}
    for headers in (foreign, foreign | token, token, {"Origin": "null"} | token):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60)
        assert refused.value.code in (403, 405)
    found = server.ask(
        "query($s: RepositorySelector!) { schedulesOrError(repositorySelector: $s) {"
        " ... on Schedules { results { name scheduleState { status } } } } }",
        s=_REPOSITORY,
    )["schedulesOrError"]["results"]
    assert {one["name"]: one["scheduleState"]["status"] for one in found}["nightly"] == "STOPPED"


def test_the_build_that_the_command_made_is_there(server: Server, build: str) -> None:
    query = (
        'query($b: [String!]) { assetOrError(assetKey: {path: ["kg", "messages"]}) { ... on Asset {'
        " definition { partitionKeys } assetMaterializations(partitions: $b, limit: 1) { partition"
        " metadataEntries { label ... on IntMetadataEntry { intValue } ... on MarkdownMetadataEntry { mdStr } } } } } }"
    )

    def found() -> Any:
        return server.ask(query, b=[build])["assetOrError"]

    said = until(found, lambda told: bool(told["assetMaterializations"]))
    assert build in said["definition"]["partitionKeys"]
    (latest,) = said["assetMaterializations"]
    entries = {entry["label"]: entry for entry in latest["metadataEntries"]}
    assert latest["partition"] == build
    assert entries["dagster/row_count"]["intValue"] > 10
    assert "text_raw_length" in entries["preview"]["mdStr"]


def test_checks_say_that_all_is_up_to_date(server: Server) -> None:
    query = (
        '{ assetNodeOrError(assetKey: {path: ["kg", "messages"]}) { ... on AssetNode { assetChecksOrError {'
        " ... on AssetChecks { checks { name executionForLatestMaterialization { status } } } } } } }"
    )

    def found() -> dict[str, str | None]:
        checks = server.ask(query)["assetNodeOrError"]["assetChecksOrError"]["checks"]
        return {c["name"]: (c["executionForLatestMaterialization"] or {}).get("status") for c in checks}

    wanted = {"contract": "SUCCEEDED", "up_to_date": "SUCCEEDED"}
    assert until(found, lambda checks: checks == wanted) == wanted


@_AT_LENGTH
def test_a_build_is_materialized_and_published(server: Server, build: str) -> None:
    server.home.current.unlink()
    run = server.launch(build)
    assert server.end_of(run) == "SUCCESS", server.words_of(run)
    published = current(server.home)
    assert published is not None
    assert published.ref.build == build


_STAGE = HOUSE.writer_of("kg.entities")
_TOLD = [*HOUSE.tables, "kg.publication"]


def _are_told(server: Server, builds: Sequence[str]) -> None:
    """Wait until what the commands made is known: no later telling mixes with what a test launches."""
    until(lambda: all(server.newest("kg.publication", build)[0] for build in builds), bool)


def test_one_table_is_materialized_with_its_stage(server: Server, older: str, build: str) -> None:
    """Materialize on a table's page: "Unknown error"."""
    _are_told(server, (older, build))
    run = server.launch_assets(older, "kg.entities")
    assert server.end_of(run) == "SUCCESS", server.words_of(run)
    made = {table for table in _TOLD if server.newest(table, older)[0] == run}
    assert made == {table.name for table in _STAGE.tables}


def test_a_stage_and_a_selection_are_materialized(server: Server, older: str, build: str) -> None:
    _are_told(server, (older, build))
    stage = [table.name for table in _STAGE.tables]
    for tables in (stage, ["kg.messages", "kg.assertions", "kg.publication"]):
        run = server.launch_assets(older, *tables)
        assert server.end_of(run) == "SUCCESS", server.words_of(run)
        assert all(server.newest(table, older)[0] == run for table in tables)


@_AT_LENGTH
def test_all_of_an_older_build_ends_green(server: Server, older: str, build: str) -> None:
    _are_told(server, (older, build))
    run = server.launch_assets(older, *_TOLD, "kg.report")
    assert server.end_of(run) == "SUCCESS", server.words_of(run)
    assert server.newest("kg.report", older)[0] == run, "not the published build: said as its result"
    published = current(server.home)
    assert published is not None
    assert published.ref.build == build


def test_two_builds_are_backfilled(server: Server, older: str, build: str) -> None:
    """Every table of both builds is made newly, also where its result was there already."""
    _are_told(server, (older, build))
    before = {(table, one): server.newest(table, one) for table in _TOLD for one in (older, build)}
    assert server.backfill((older, build), [*_TOLD, "kg.report"]) == "COMPLETED_SUCCESS"
    after = {(table, one): server.newest(table, one) for table in _TOLD for one in (older, build)}
    assert [place for place in before if before[place][0] == after[place][0]] == []
    assert len({run for run, _ in after.values()}) == 2, "a run for each build"
    assert server.newest("kg.report", build)[0] == after["kg.messages", build][0]


@_AT_LENGTH
def test_some_tables_of_two_builds_are_backfilled(server: Server, older: str, build: str) -> None:
    """A backfill of thirteen stale tables stayed requested, then failed with a CheckError."""
    _are_told(server, (older, build))
    tables = [table.name for stage in HOUSE.stages[-5:] for table in stage.tables][1:]
    before = {(table, one): server.newest(table, one)[0] for table in tables for one in (older, build)}
    assert server.backfill((older, build), tables) == "COMPLETED_SUCCESS"
    assert all(server.newest(table, one)[0] != run for (table, one), run in before.items())


@_AT_LENGTH
def test_a_process_per_step_does_the_same(server: Server, build: str) -> None:
    run = server.launch(build, "build_in_processes")
    assert until(lambda: server._status(run), lambda s: s in ("SUCCESS", "FAILURE"), 600) == "SUCCESS", server.words_of(
        run
    )


@_AT_LENGTH
def test_chosen_builds_are_backfilled(server: Server, build: str) -> None:
    said = server.ask(
        "mutation($p: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $p) { __typename"
        " ... on LaunchBackfillSuccess { backfillId } ... on PythonError { message } } }",
        p={
            "selector": {"partitionSetName": "build_partition_set", "repositorySelector": _REPOSITORY},
            "partitionNames": [build],
        },
    )["launchPartitionBackfill"]
    assert said["__typename"] == "LaunchBackfillSuccess", said
    query = "query($b: String!) { partitionBackfillOrError(backfillId: $b) { ... on PartitionBackfill { status } } }"
    ended = until(
        lambda: server.ask(query, b=said["backfillId"])["partitionBackfillOrError"]["status"],
        lambda status: "COMPLETED" in status or status in ("FAILED", "CANCELED"),
    )
    assert ended in ("COMPLETED", "COMPLETED_SUCCESS")


@pytest.mark.parametrize("typed", ["20200101T000000Z-deadbeef", "last spring"])
def test_a_key_typed_by_hand_is_told_the_command(server: Server, typed: str) -> None:
    added = server.ask(
        "mutation($s: RepositorySelector!, $k: String!) { addDynamicPartition(repositorySelector: $s,"
        ' partitionsDefName: "builds", partitionKey: $k) { __typename } }',
        s=_REPOSITORY, k=typed,
    )  # fmt: skip
    assert added["addDynamicPartition"]["__typename"] == "AddDynamicPartitionSuccess"
    run = server.launch(typed)
    assert server.end_of(run) == "FAILURE"
    assert "a build is made by `annals build PATH`" in server.words_of(run)


def test_a_build_that_the_command_is_making_is_refused_at_once(server: Server, build: str) -> None:
    with Locks(server.home).build(build, "annals build"):
        run = server.launch(build)
        assert server.end_of(run) == "FAILURE"
    assert f"build {build} is running already by process {os.getpid()} (annals build)" in server.words_of(run)


@_AT_LENGTH
def test_files_dropped_into_the_inbox_become_one_published_build(
    server: Server, annals: Annals, tmp_path: Path
) -> None:
    before = set(Builds(server.home).requested())
    (server.home.inbox / "broken.json").write_text('{"this is": "no export"}')
    for seed in (11, 12):
        write_export(CorpusSpec(seed=seed, conversations=4), tmp_path / str(seed))
        (tmp_path / str(seed)).rename(server.home.inbox / f"export {seed}")

    def published() -> str | None:
        found = current(server.home)
        return found.ref.build if found else None

    made = until(published, lambda build: build not in before)
    manifest = Builds(server.home).latest(str(made))
    assert manifest is not None
    assert len(manifest.sources) >= 3
    doctor = annals("doctor", check=False, ANNALS_HOME=str(server.home.root))
    assert "broken.json" in doctor.stdout
    assert doctor.returncode == 1
    (server.home.inbox / "broken.json").unlink()
    until(
        lambda: annals("doctor", check=False, ANNALS_HOME=str(server.home.root)).stdout,
        lambda said: "broken.json" not in said,
    )


def test_the_house_is_loaded_once_behind_the_command_also_beside_a_mistyped_file(home: Home, tmp_path: Path) -> None:
    """To load it is most of the wait: the code server does, the webserver beside it does not, and nobody the parser.

    With one typo in a file of rules the command did not start, though all but what reads that file could run.
    """
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "invalidation_rules.yaml").write_text("rules: [\n", encoding="utf-8")
    running = start(home, free_port(), tmp_path / "own")
    # All but the daemon, which begins once the definitions are there.
    chain = [running.process.pid, *(p for p in descendants(running.process.pid) if "._daemon" not in words_of(p))]
    loading = [process for process in chain if is_loaded_in(process, "duckdb")]
    parsing = [process for process in chain if is_loaded_in(process, "spacy")]
    running.process.send_signal(signal.SIGTERM)
    running.process.wait(timeout=60)
    assert "invalidation_rules.yaml, line 2, column 1: this is not YAML" in (home.root / "ui.log").read_text()
    assert len(chain) >= 4
    assert len(loading) == 2
    assert loading[0] == running.process.pid
    assert parsing == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_ending_it_ends_every_process_it_started(home: Home, number: signal.Signals) -> None:
    running = start(home, free_port())
    below = descendants(running.process.pid)
    assert len(below) >= 3
    running.process.send_signal(number)
    running.process.wait(timeout=60)
    said = (home.root / "ui.log").read_text()
    assert [process for process in below if is_alive(process)] == []
    assert "Warning" not in said
    assert "Traceback" not in said


def test_the_code_server_ends_after_those_who_ask_it(home: Home) -> None:
    """Ended while the daemon was still loading from it, the command printed a page about a server that is gone."""
    running = start(home, free_port())
    (daemon,) = (p for p in descendants(running.process.pid) if "._daemon" in words_of(p))
    servers = [p for p in descendants(running.process.pid) if "code-server start" in words_of(p)]
    os.kill(daemon, signal.SIGSTOP)
    running.process.send_signal(signal.SIGTERM)
    time.sleep(5)  # told to end at once, it takes two
    were_there = [is_alive(server) for server in servers]
    os.kill(daemon, signal.SIGCONT)
    running.process.wait(timeout=60)
    assert were_there
    assert all(were_there)
    assert not any(is_alive(server) for server in servers)


def test_a_port_in_use_is_said_so(home: Home, annals: Annals) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = annals("ui", "--port", taken.getsockname()[1], check=False)
    assert said.returncode == 1
    assert "is in use" in said.stderr
