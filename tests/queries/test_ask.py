"""A typed statement runs in a process that cannot write and ends at its limits, with a sentence."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from kg_assets.core.errors import QueryError
from kg_assets.house import HOUSE
from kg_assets.queries.ask import Limits, asked, asked_arrow
from kg_assets.store.home import Home
from tests.conftest import ROOT
from tests.queries.test_statement import ATTACKS, ESCAPES, filled, state

pytestmark = pytest.mark.whole

LIMITS = Limits(rows=1000, seconds=60, memory=400_000_000, threads=2)


def rows_of(home: Home, sql: str, limits: Limits = LIMITS) -> list[list[object]]:
    with asked(home, sql, limits) as answer:
        return list(answer.rows)


def test_rows_come_with_their_names(asked_home: Home) -> None:
    with asked(
        asked_home, "SELECT 1 AS a, 'ü' AS b, [1.5::DOUBLE, NULL] AS c, DATE '2020-02-03' AS d, 'x'::BLOB e", LIMITS
    ) as a:
        assert a.names == ["a", "b", "c", "d", "e"]
        assert list(a.rows) == [[1, "ü", [1.5, None], "2020-02-03", "78"]]


def test_what_writes_has_not_happened(asked_home: Home) -> None:
    """Exit code 0, and a published table was replaced."""
    before = state(asked_home.root)
    with pytest.raises(QueryError, match="EXPLAIN ANALYZE runs what it explains"):
        rows_of(asked_home, filled(ATTACKS["explained"][0], asked_home))
    assert state(asked_home.root) == before


@pytest.mark.parametrize(
    ("sql", "seconds", "said"),
    [
        # Neither a limit of DuckDB's memory nor an interrupt reaches what one function does.
        ("SELECT list_sum(range(200000000))", 60, "needs more than 0.4 GB of memory"),
        ("SELECT list(a.range) FROM range(100000) a, range(100000) b", 60, "needs more than 0.4 GB of memory"),
        ("SELECT a.range FROM range(100000) a, range(100000) b ORDER BY a.range * b.range", 60, "0.4 GB of memory"),
        ("SELECT repeat('a', 2000000000)", 3, "took longer than 3 s|needs more than"),
        ("SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 7 = 1", 2, "than 2 s"),
        ("FROM range(2000)", 60, "more than 1,000 rows"),
    ],
)
def test_a_limit_ends_it_with_a_sentence(asked_home: Home, sql: str, seconds: int, said: str) -> None:
    """An exploding join took 5.8 GB."""
    limits = Limits(LIMITS.rows, seconds, LIMITS.memory, LIMITS.threads)
    began = time.monotonic()
    with pytest.raises(QueryError, match=said) as refused:
        rows_of(asked_home, sql, limits)
    assert "\n" not in str(refused.value)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(("named", "setting"), [("serve.query", "query_most_rows"), ("mcp.sql", "sql_rows")])
def test_too_many_rows_name_the_setting_that_allows_more(asked_home: Home, named: str, setting: str) -> None:
    """It was serve.query_most_rows whoever asked."""
    section = named.partition(".")[0]
    assert setting in HOUSE.sections[section].model_fields
    with pytest.raises(QueryError, match=rf"more than 10 rows \({section}\.{setting}\)"):
        rows_of(asked_home, "FROM range(20)", Limits(10, 60, LIMITS.memory, 1, named))


def test_d72_105_a_typed_statement_reads_no_file_writes_nothing_and_ends_in_time(asked_home: Home) -> None:
    with pytest.raises(QueryError, match="read_csv is not for typed statements"):
        rows_of(asked_home, "SELECT * FROM read_csv('/etc/passwd')")
    with pytest.raises(QueryError, match="a statement of kind INSERT"):
        rows_of(asked_home, "INSERT INTO overlay.nodes SELECT * FROM overlay.nodes")
    with asked(asked_home, "FROM range(500)", Limits(100, 60, LIMITS.memory, 1), is_cut=True) as answer:
        assert len(list(answer.rows)) == 100
    with pytest.raises(QueryError, match="took longer than 1 s"):
        rows_of(asked_home, ENDLESS, Limits(100, 1, LIMITS.memory, 1))


ENDLESS = "SELECT count(*) FROM range(1000000000000)"


def annals_query(home: Home, *options: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "kg_assets.cli.main", "query", *options, ENDLESS], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"ANNALS_HOME": str(home.root)},
    )  # fmt: skip


def children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_running(process: int) -> bool:
    """Whether it is there, and not only as a name that nobody has asked for."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_a_command_that_takes_too_long_says_how_to_allow_more(asked_home: Home) -> None:
    """It ran for five minutes before it said so."""
    began = time.monotonic()
    asking = annals_query(asked_home, "--seconds", "2")
    _, said = asking.communicate(timeout=60)
    assert asking.returncode == 1
    assert "took longer than 2 s (serve.query_seconds); ask for less" in said
    assert "query_seconds in section serve of the file that ANNALS_CONFIG names, for one with annals query" in said
    assert time.monotonic() - began < 30


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are looked up where the kernel lists them")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_statement_is_over(asked_home: Home, how: signal.Signals) -> None:
    asking = annals_query(asked_home, "--seconds", "600")
    deadline = time.monotonic() + 60
    while not (children := children_of(asking.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)  # until it counts
    asking.send_signal(how)
    asking.communicate(timeout=60)
    assert asking.returncode != 0
    deadline = time.monotonic() + 10
    while any(map(is_running, children)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert children
    assert not any(map(is_running, children))


def test_rows_in_arrow_end_at_the_limit_too(asked_home: Home) -> None:
    with asked_arrow(asked_home, "FROM range(1000)", LIMITS) as answer:
        assert sum(batch.num_rows for batch in answer.batches) == 1000
    with asked_arrow(asked_home, "FROM range(1001)", LIMITS) as answer, pytest.raises(QueryError, match="1,000 rows"):
        list(answer.batches)


@pytest.mark.parametrize("sql", ["SELECT " + "(" * 20_000 + "1" + ")" * 20_000, "SELECT " + "1+" * 200_000 + "1"])
def test_a_statement_of_any_depth_is_an_answer_or_an_error(asked_home: Home, sql: str) -> None:
    with suppress(QueryError):
        rows_of(asked_home, sql)


_CONFINED = """
import os, sys
from kg_assets.core.confined import forbid_writing
if not forbid_writing():
    sys.exit(77)
import duckdb
failed = 0
for attempt in (
    lambda: duckdb.connect().execute(f"COPY (SELECT 2 AS x) TO '{sys.argv[1]}' (USE_TMP_FILE false)"),
    lambda: duckdb.connect().execute(f"COPY (SELECT 2 AS x) TO '{sys.argv[1]}.new'"),
    lambda: open(sys.argv[1], "wb"),
    lambda: open(sys.argv[1], "ab"),
    lambda: os.truncate(sys.argv[1], 0),
    lambda: os.unlink(sys.argv[1]),
    lambda: os.rename(sys.argv[1], sys.argv[1] + ".moved"),
    lambda: os.link(sys.argv[1], sys.argv[1] + ".link"),
    lambda: os.symlink(sys.argv[1], sys.argv[1] + ".symbol"),
    lambda: os.mkdir(sys.argv[1] + ".folder"),
):
    try:
        attempt()
    except Exception:
        failed += 1
print(failed, open(sys.argv[1]).read())
"""


def test_a_confined_process_writes_nothing(tmp_path: Path) -> None:
    """The second lock: also a statement that got past the first would find no place to write."""
    (tmp_path / "kept").write_text("kept")
    done = subprocess.run(
        [sys.executable, "-c", _CONFINED, str(tmp_path / "kept")], capture_output=True, text=True, cwd=ROOT, check=False
    )
    if done.returncode == 77:
        pytest.skip("this system has no Landlock")
    assert done.stdout == "10 kept\n", done.stderr
    assert os.listdir(tmp_path) == ["kept"]


@pytest.mark.slow
def test_no_escape_gets_through_as_a_person_types_it(asked_home: Home) -> None:
    before, passed = state(asked_home.root), []
    for text in [*ESCAPES, *ATTACKS["places"]]:
        try:
            passed.append((text, json.dumps(rows_of(asked_home, filled(text, asked_home)))))
        except QueryError:
            continue
    assert passed == []
    assert state(asked_home.root) == before
