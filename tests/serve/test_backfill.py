"""A rule is edited: what is stale then, what is redone, and which claims have another history and why."""

import argparse
import json
import shutil
from pathlib import Path

import dagster as dg
import pytest

from kg_assets.definitions import build_defs
from kg_assets.serve.changed_claims import ChangedClaim, compare_claims, report_lines
from kg_assets.serve.commands.building import backfill
from kg_assets.serve.commands.comparing import diff
from kg_assets.serve.examination import examine
from kg_assets.serve.orchestrate import dagster_instance
from kg_assets.store.builds import BuildRef
from kg_assets.store.freshness import build_states, stale_builds
from kg_assets.store.home import Home
from kg_assets.store.publish import current
from kg_assets.store.session import run_build, seal_and_publish
from resources.warehouse import WarehouseResource
from tests.serve.a_life import BELOW, BELOW_5, FIRST, LATER_ON, STAGE_5, built, engine_over, own_rules, renewed

REDONE = ["temporalize", *BELOW_5]


@pytest.fixture(scope="module")
def two_builds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, Path, list[str]]:
    """A home, a copy of its state with two builds (of one note, then of two), and their names."""
    folder = tmp_path_factory.mktemp("backfill")
    home = Home(folder / "home").prepare()
    (folder / "first.md").write_text(FIRST, encoding="utf-8")
    (folder / "later.md").write_text(LATER_ON, encoding="utf-8")
    engine = engine_over(home)
    names = [built(engine, folder / "first.md"), built(engine, folder / "later.md")]
    shutil.copytree(home.root, folder / "state")
    return home, folder / "state", names


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
        assert "config/invalidation_rules.yaml" in reason
    findings = [finding for finding in examine(edited) if not finding.is_well]
    assert [finding.what for finding in findings] == [f"build {build}" for build in sorted(names)]
    assert {finding.mend for finding in findings} == {"annals backfill --stale"}


def test_the_sensor_shows_an_edit_without_being_restarted(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    events = list(after.asset_events)  # type: ignore[union-attr]
    checks = {e.asset_key.to_user_string(): e for e in events if isinstance(e, dg.AssetCheckEvaluation)}
    assert {name.replace("/", ".") for name in checks} == STAGE_5 | BELOW
    assert {check.check_name for check in checks.values()} == {"up_to_date"}
    assert not any(check.passed for check in checks.values())
    files = [e.asset_key.path[-1] for e in events if isinstance(e, dg.AssetObservation)]
    assert files == ["invalidation_rules_yaml"]


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
    with dagster_instance(home) as instance:
        run = instance.get_runs()[0]
        steps = {stats.step_key for stats in instance.get_run_step_stats(run.run_id)}
    assert steps == {*REDONE, "publication"}, "what is fresh is not even looked at"


@pytest.mark.parametrize("is_run", [False, pytest.param(True, marks=pytest.mark.slow)])
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


# --- which claims, and why -----------------------------------------------------------------------------------------


@pytest.fixture
def with_and_without(home: Home, names: list[str], tmp_path: Path) -> list[BuildRef]:
    """The first build by the shipped rules, and again without that of works_at."""
    engine = engine_over(home, own_rules(tmp_path / "own", without="works_at"))
    run_build(engine, names[0])
    seal_and_publish(engine, names[0])
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
    assert "SELF works_at Acme" in lines[3]
    # Globex since March 2022 closes Acme at the first of March; 2019 is a year, so its month is never shown.
    assert lines[4].strip() == "from 2019 on → from 2019 to before 2022-03-01"
    assert lines[5].strip().startswith("gave way at 2022-03-01 to a newer one, since it is newer")
    assert lines[5].endswith("SELF works_at Globex")
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
    assert said["SELF works_at Initech"].status_before is None
    assert said["SELF works_at Initech"].reason() == ""
    # Initech since May 2024 closes Globex, which had been open in the build that did not know of it.
    assert said["SELF works_at Globex"].kind.in_words() == "active → superseded (rule works_at: functional)"
    assert said["SELF works_at Globex"].to_after == "2024-05-01T00:00:00.000Z"
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


def test_the_command_prints_tables_then_claims(
    home: Home, with_and_without: list[BuildRef], capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = (f"{ref.build}@{ref.generation}" for ref in with_and_without)
    assert diff(argparse.Namespace(a=a, b=b, json=False, limit=None)) == 0
    said = capsys.readouterr().out
    assert said.index("kg.invalidation_rules") < said.index("tables have the same files") < said.index("superseded →")
    assert "kg.messages" not in said
    assert diff(argparse.Namespace(a=a, b=b, json=True, limit=None)) == 0
    tables = {row["table"]: row for row in json.loads(capsys.readouterr().out)}
    (claim,) = tables["kg.assertion_temporalized"]["claims"]
    assert (claim["status_before"], claim["status_after"], claim["object"]) == ("superseded", "active", "Acme")
    assert "claims" not in tables["kg.messages"]
