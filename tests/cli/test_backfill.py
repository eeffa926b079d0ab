"""A rule is edited: what is stale then, what is redone, and which claims have another history and why."""

import argparse
import hashlib
import json
import shutil
from dataclasses import replace
from pathlib import Path

import dagster as dg
import pyarrow.parquet as pq
import pytest

from kg_assets.cli.changed_claims import ChangedClaim, compare_claims, report_lines
from kg_assets.cli.commands.building import backfill
from kg_assets.cli.commands.comparing import diff
from kg_assets.cli.comparison import compare
from kg_assets.cli.examination import examine
from kg_assets.cli.orchestrate import dagster_instance
from kg_assets.definitions import build_defs
from kg_assets.engine.freshness import build_states, sealed_as, stale_builds
from kg_assets.engine.session import given_of, run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.orchestration.warehouse import WarehouseResource
from kg_assets.store.builds import BuildRef, Manifest, TableRecord
from kg_assets.store.contents import Content
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from kg_assets.store.rows import read_table
from tests.cli.a_life import BELOW, BELOW_5, STAGE_5, engine_over, names_in_order, own_rules, renewed
from tests.worlds import copied

pytestmark = pytest.mark.whole

# Mentions mean the same and no edge changes: what stands on these alone is taken as it is.
_EQUAL = ("find_patterns", "ask_mentions", "read_overlay", "index_overlay")
REDONE = ["temporalize", *(stage for stage in BELOW_5 if stage not in _EQUAL)]


@pytest.fixture(scope="module")
def two_builds(tmp_path_factory: pytest.TempPathFactory, twice_noted: Home) -> tuple[Home, Path, list[str]]:
    """A home, a copy of its state with two builds (of one note, then of two), and their names."""
    folder = tmp_path_factory.mktemp("backfill")
    home = copied(twice_noted, folder / "home")
    shutil.copytree(home.root, folder / "state")
    return home, folder / "state", names_in_order(home)


@pytest.fixture
def home(two_builds: tuple[Home, Path, list[str]], monkeypatch: pytest.MonkeyPatch) -> Home:
    """The home with its two builds as they were made."""
    found, state, _ = two_builds
    renewed(found, state)
    monkeypatch.setenv("ANNALS_HOME", str(found.root))
    monkeypatch.setenv("ANNALS_THREADS", "1")
    return found


@pytest.fixture
def names(two_builds: tuple[Home, Path, list[str]]) -> list[str]:
    return two_builds[2]


def redo(capsys: pytest.CaptureFixture[str], *builds: str) -> list[dict[str, object]]:
    """`annals backfill --stale`; its report."""
    assert backfill(argparse.Namespace(stale=True, build=list(builds), json=True)) == 0
    report: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return report


def test_an_edited_rule_makes_four_tables_stale_and_nothing_else(home: Home, names: list[str], tmp_path: Path) -> None:
    """Everything above must stay reusable, or every edit of a rule would read all messages again."""
    same = engine_over(home, own_rules(tmp_path / "own"))
    assert {state.state for state in build_states(same, names[0])} == {"fresh"}, "the same bytes elsewhere"
    edited = engine_over(home, own_rules(tmp_path / "own", without="works_at"))
    for build in names:
        states = build_states(edited, build)
        assert {t for s in states if s.state == "stale" for t in s.tables} == STAGE_5
        assert {t for s in states if s.state == "below" for t in s.tables} == BELOW
        (reason,) = {state.why for state in states if state.state == "stale"}
        assert reason == "config/invalidation_rules.yaml changed", "of all that the stage reads only what changed"
    findings = [finding for finding in examine(edited) if not finding.is_well]
    assert [finding.what for finding in findings] == [f"build {build}" for build in sorted(names)]
    assert {finding.mend for finding in findings} == {"annals backfill --stale"}


def test_the_sensor_shows_an_edit_without_being_restarted(
    home: Home, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interface lives for weeks: it must read the rules anew at every look, with one set of definitions."""
    own = own_rules(tmp_path / "own")
    monkeypatch.setenv("ANNALS_CONFIG", str(own))
    repository = build_defs().get_repository_def()

    def look(cursor: str | None) -> dg.SensorResult | dg.SkipReason:
        context = dg.build_sensor_context(
            instance=instance, cursor=cursor, repository_def=repository, sensor_name="freshness",
            resources={"warehouse": WarehouseResource()},
        )  # fmt: skip
        with context, dg.partition_loading_context(dynamic_partitions_store=instance):
            return repository.get_sensor_def("freshness").evaluate_tick(context)  # type: ignore[return-value]

    with dg.DagsterInstance.ephemeral() as instance:
        before = look(None)
        own_rules(own, without="works_at")
        after = look(before.cursor)  # type: ignore[union-attr]
        stale = {(build, table) for build in names for table in _stale_tables(instance, build)}
    assert stale == {(build, table) for build in names for table in STAGE_5 | BELOW}, "each build has its own results"
    events = list(after.asset_events)  # type: ignore[union-attr]
    files = [e.asset_key.path[-1] for e in events if isinstance(e, dg.AssetObservation)]
    assert files == ["invalidation_rules_yaml"]


def _stale_tables(instance: dg.DagsterInstance, build: str) -> set[str]:
    """The tables at which Dagster shows that the newest `up_to_date` of a build did not pass."""
    found = set()
    for table in HOUSE.tables:
        key = dg.AssetCheckKey(dg.AssetKey(table.split(".")), "up_to_date")
        records = instance.event_log_storage.get_asset_check_execution_history(key, limit=20)
        of_build = [r.evaluation for r in records if r.evaluation is not None and r.evaluation.partition == build]
        if of_build and not of_build[0].passed:
            found.add(table)
    return found


def test_only_what_is_stale_is_redone_in_the_chosen_builds_or_in_all(
    home: Home, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANNALS_CONFIG", str(own_rules(tmp_path / "own", without="works_at")))
    first, second = names
    (chosen,) = redo(capsys, second)
    assert chosen["redone"] == REDONE
    assert chosen["before"] == f"{second}@1", "a name alone would mean the newest generation"
    assert chosen["after"] == f"{second}@2"
    engine = engine_over(home, tmp_path / "own")
    assert engine.builds.generations(first) == [1]
    both = {item["build"]: item for item in redo(capsys)}
    assert both[first]["redone"] == REDONE
    assert both[second]["redone"] == [], "it was redone already"
    everything = [stage.name for stage in engine.house.stages if stage.name not in REDONE]
    assert both[first]["reused"] == everything
    published = current(home)
    assert published is not None
    assert published.ref == BuildRef(second, 2), "the backfill of an older build is not published over a newer one"
    kept, redone = engine.builds.load(BuildRef(first, 1)), engine.builds.load(BuildRef(first, 2))
    differing = {name for name in kept.tables if kept.tables[name].contents != redone.tables[name].contents}
    assert differing <= STAGE_5 | BELOW
    assert "kg.assertion_temporalized" in differing
    assert all(finding.is_well for finding in examine(engine))


@pytest.mark.parametrize(
    "is_run", [pytest.param(False, marks=pytest.mark.whole), pytest.param(True, marks=pytest.mark.slow)]
)
def test_the_sensor_that_is_switched_on_makes_the_same(
    home: Home, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_run: bool
) -> None:
    monkeypatch.setenv("ANNALS_CONFIG", str(own_rules(tmp_path / "own", without="works_at")))
    definitions = build_defs()
    repository = definitions.get_repository_def()
    with dagster_instance(home) as instance:
        instance.add_dynamic_partitions("builds", names)
        context = dg.build_sensor_context(
            instance=instance, repository_def=repository, sensor_name="stale_builds",
            resources={"warehouse": WarehouseResource()},
        )  # fmt: skip
        with context, dg.partition_loading_context(dynamic_partitions_store=instance):
            tick = repository.get_sensor_def("stale_builds").evaluate_tick(context)
        assert sorted(request.partition_key or "" for request in tick.run_requests or ()) == sorted(names)
        if not is_run:
            return
        job = definitions.resolve_job_def("build")
        assert job.execute_in_process(instance=instance, partition_key=names[1]).success
    engine = engine_over(home, tmp_path / "own")
    assert {state.state for state in build_states(engine, names[1])} == {"fresh"}
    assert current(home).ref == BuildRef(names[1], 2)  # type: ignore[union-attr]


def test_a_backfill_that_was_killed_before_it_was_published_is_finished(
    home: Home, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All stages stand by the new rules, so nothing was stale: the old generation would have been shown for ever."""
    monkeypatch.setenv("ANNALS_CONFIG", str(own_rules(tmp_path / "own", without="works_at")))
    engine = engine_over(home, tmp_path / "own")
    run_build(engine, names[1])
    assert {state.state for state in build_states(engine, names[1])} == {"fresh"}
    (finding,) = [f for f in examine(engine) if f.what == f"build {names[1]}"]
    assert (finding.is_well, finding.mend) == (False, "annals backfill --stale")
    assert stale_builds(engine) == sorted(names)
    (done,) = redo(capsys, names[1])
    assert done["redone"] == []
    assert current(home).ref == BuildRef(names[1], 2)  # type: ignore[union-attr]
    assert stale_builds(engine) == [names[0]]


def test_a_rule_that_is_put_back_leads_to_the_first_generation_again(
    home: Home, names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The newest generation is another then; the build counted as never published, and no backfill could mend that."""
    for override in (own_rules(tmp_path / "own", without="works_at"), None):
        engine = engine_over(home, override)
        run_build(engine, names[1])
        seal_and_publish(engine, names[1])
    assert engine.builds.generations(names[1]) == [1, 2]
    assert sealed_as(engine, names[1]) == BuildRef(names[1], 1)
    assert current(home).ref == BuildRef(names[1], 1)  # type: ignore[union-attr]
    assert all(finding.is_well for finding in examine(engine))
    assert redo(capsys, names[1])[0]["redone"] == []


def test_what_is_stale_names_the_setting_or_the_table_that_changed(
    home: Home, names: list[str], tmp_path: Path
) -> None:
    """It named every section, or every file, that the stage reads."""
    own = tmp_path / "own.yaml"
    own.write_text("search:\n  date_words: 2.0\n", encoding="utf-8")
    states = {state.stage: state for state in build_states(engine_over(home, own), names[0])}
    assert {name for name, state in states.items() if state.state == "stale"} == {"search"}
    assert states["search"].why == "setting search.date_words changed"

    edited = engine_over(home, own_rules(tmp_path / "rules", without="works_at"))
    stage = edited.house.stage("temporalize")
    edited.run_in_build(names[0], stage, given_of(edited, names[0]))
    why = {state.stage: state.why for state in build_states(edited, names[0])}
    assert why["temporalize"] == ""
    assert why["profile"] == "table kg.assertion_temporalized changed"


def test_a_build_that_kept_no_parts_says_what_is_known(home: Home, names: list[str], tmp_path: Path) -> None:
    """Builds of an earlier version point to results and no more."""
    edited = engine_over(home, own_rules(tmp_path / "own", without="works_at"))
    pointer = edited.builds.pointer(names[0], "temporalize") or {}
    edited.builds.point(names[0], "temporalize", {"result": pointer["result"]})
    (state,) = [state for state in build_states(edited, names[0]) if state.state == "stale"]
    assert state.why == "its code or a file that it reads changed"


# --- which claims, and why -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def redone(two_builds: tuple[Home, Path, list[str]]) -> Path:
    """A copy of the state of the home when the first build was made again without the rule of works_at."""
    home, state, names = two_builds
    renewed(home, state)
    engine = engine_over(home, own_rules(state.parent / "own", without="works_at"))
    run_build(engine, names[0])
    seal_and_publish(engine, names[0])
    return Path(shutil.copytree(home.root, state.parent / "redone"))


@pytest.fixture
def with_and_without(redone: Path, home: Home, names: list[str]) -> list[BuildRef]:
    """The first build by the shipped rules, and again without that of works_at."""
    renewed(home, redone)
    return [BuildRef(names[0], 1), BuildRef(names[0], 2)]


def changes(home: Home, a: BuildRef, b: BuildRef, most: int | None = None) -> tuple[list[str], list[ChangedClaim]]:
    """The report that a person reads, and the claims."""
    engine = engine_over(home)
    found = compare_claims(engine, engine.builds.load(a), engine.builds.load(b), most)
    assert found is not None
    return list(report_lines(found)), list(found.claims)


def test_a_claim_that_is_superseded_now_says_from_when_and_by_what(
    home: Home, with_and_without: list[BuildRef]
) -> None:
    with_rule, without_rule = with_and_without
    lines, (claim,) = changes(home, without_rule, with_rule)
    assert lines[:3] == [
        "one claim has another history:", "", "active → superseded (rule works_at: functional): 1",
    ]  # fmt: skip
    assert "you work at Acme" in lines[3]
    # Globex since March 2022 closes Acme at the first of March; 2019 is a year, so its month is never shown.
    assert lines[4].strip() == "from 2019 on → from 2019 to before 2022-03-01"
    assert lines[5].strip().startswith("gave way at 2022-03-01 to a newer one, since it is newer")
    assert lines[5].endswith("you work at Globex")
    assert (claim.from_before, claim.to_before) == ("2019-01-01T00:00:00.000Z", None)
    assert claim.to_after == "2022-03-01T00:00:00.000Z"


def test_a_claim_that_is_active_again_says_what_holds_no_longer(home: Home, with_and_without: list[BuildRef]) -> None:
    lines, (claim,) = changes(home, *with_and_without)
    assert "superseded → active (no longer: rule works_at: functional): 1" in lines
    assert claim.reason().startswith("no longer: gave way at 2022-03-01")
    assert claim.to_json()["status_before"] == "superseded"
    assert "log" not in claim.to_json()


def test_claims_of_one_build_only_are_listed_and_the_rest_is_explained(home: Home, names: list[str]) -> None:
    lines, claims = changes(home, BuildRef(names[0]), BuildRef(names[1]))
    assert "not there → active: 1" in lines
    said = {claim.said(): claim for claim in claims}
    assert said["you work at Initech"].status_before is None
    assert said["you work at Initech"].reason() == ""
    # Initech since May 2024 closes Globex, which had been open in the build that did not know of it.
    assert said["you work at Globex"].kind.in_words() == "active → superseded (rule works_at: functional)"
    assert said["you work at Globex"].to_after == "2024-05-01T00:00:00.000Z"
    back, _ = changes(home, BuildRef(names[1]), BuildRef(names[0]))
    assert "active → not there: 1" in back


def test_no_more_claims_are_shown_than_asked_for_but_all_are_counted(home: Home, names: list[str]) -> None:
    everything, all_claims = changes(home, BuildRef(names[0]), BuildRef(names[1]))
    counted, none = changes(home, BuildRef(names[0]), BuildRef(names[1]), most=0)
    assert none == []
    assert counted == [line for line in everything if not line.startswith("  ")]
    assert sum(int(line.rpartition(": ")[2]) for line in counted if "→" in line) == len(all_claims)


def test_the_same_history_says_so(home: Home, names: list[str]) -> None:
    assert changes(home, BuildRef(names[0]), BuildRef(names[0])) == (["every claim has the same history in both"], [])


def _of_an_earlier_version(home: Home, ref: BuildRef, table: str, columns: list[str]) -> Manifest:
    """The build as a version would have made it whose contract had no such columns."""
    engine = engine_over(home)
    manifest = engine.builds.load(ref)
    made: list[Content] = []
    for content in manifest.tables[table].contents:
        rows = read_table(engine.contents.path(content)).drop_columns(columns)
        pq.write_table(rows, home.tmp / "earlier.parquet")
        data = (home.tmp / "earlier.parquet").read_bytes()
        earlier = replace(content, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
        engine.contents.path(earlier).write_bytes(data)
        made.append(earlier)
    return replace(manifest, tables={**manifest.tables, table: TableRecord("earlier", tuple(made))})


def test_builds_of_two_versions_are_compared_by_what_both_have(home: Home, with_and_without: list[BuildRef]) -> None:
    """A column that came later ended the command with a fault of the program, and a table with no word on its rows."""
    table, columns = "kg.assertion_temporalized", ["valid_time_precision", "valid_until_hint_utc"]
    before = _of_an_earlier_version(home, with_and_without[1], table, columns)
    engine = engine_over(home)
    after = engine.builds.load(with_and_without[0])
    difference = next(d for d in compare(engine, before, after) if d.table == table)
    # Acme is superseded by Globex where the rule holds; the claims' rows are the same otherwise.
    assert (difference.rows_a, difference.rows_b, difference.added, difference.removed) == (2, 2, 0, 0)
    assert difference.changed > 0
    assert difference.note == (
        "compared without valid_time_precision, valid_until_hint_utc, which the builds do not both have"
    )
    found = compare_claims(engine, before, after, None)
    assert found is not None
    lines = list(report_lines(found))
    said = ", ".join(f"{table}.{column}" for column in columns)
    assert lines[0] == f"compared without {said}, which the builds do not both have"
    assert "active → superseded (rule works_at: functional): 1" in lines
    assert [claim.said() for claim in found.claims] == ["you work at Acme"]


def test_the_same_rows_without_a_column_differ_in_nothing_else(home: Home, names: list[str]) -> None:
    """What one side lacks must not make every row of it look changed."""
    engine = engine_over(home)
    for table, columns in (
        ("kg.assertion_temporalized", ["raw_temporalize_json", "valid_until_hint_utc"]), ("kg.messages", ["text_raw"]),
    ):  # fmt: skip
        before = _of_an_earlier_version(home, BuildRef(names[0]), table, columns)
        after = engine.builds.load(BuildRef(names[0]))
        difference = next(d for d in compare(engine, before, after) if d.table == table)
        assert (difference.added, difference.removed, difference.changed) == (0, 0, 0)
        assert difference.note.startswith(f"compared without {', '.join(columns)}, ")
        found = compare_claims(engine, before, after, None)
        assert found is not None
        assert not found.claims


def test_a_table_whose_key_came_later_is_not_compared(home: Home, names: list[str]) -> None:
    before = _of_an_earlier_version(home, BuildRef(names[0]), "kg.graph_nodes", ["node_id"])
    engine = engine_over(home)
    difference = next(
        d for d in compare(engine, before, engine.builds.load(BuildRef(names[0]))) if d.table == "kg.graph_nodes"
    )
    assert difference.note == "not compared: node_id, which the builds do not both have"


def test_the_command_prints_tables_then_claims(
    home: Home, with_and_without: list[BuildRef], capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = (f"{ref.build}@{ref.generation}" for ref in with_and_without)
    assert diff(argparse.Namespace(a=a, b=b, json=False, limit=None)) == 0
    said = capsys.readouterr().out
    assert said.index("kg.invalidation_rules") < said.index("the same files in") < said.index("superseded →")
    assert "kg.messages" not in said
    assert diff(argparse.Namespace(a=a, b=b, json=True, limit=None)) == 0
    tables = {row["table"]: row for row in json.loads(capsys.readouterr().out)}
    (claim,) = tables["kg.assertion_temporalized"]["claims"]
    assert (claim["status_before"], claim["status_after"], claim["object"]) == ("superseded", "active", "Acme")
    assert "claims" not in tables["kg.messages"]
