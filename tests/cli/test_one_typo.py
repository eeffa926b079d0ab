"""One mistyped file does not take the house away: its own asset says what is wrong; what does not read it runs."""

import re
import shutil
from pathlib import Path

import dagster as dg
import pytest

from kg_assets.core.config import load_usable
from kg_assets.core.data import shipped_path
from kg_assets.definitions import build_defs
from kg_assets.engine.freshness import build_states
from kg_assets.engine.ingredients import read_files
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.orchestration.keys import config_key
from kg_assets.orchestration.warehouse import WarehouseResource, engine_from_environment
from kg_assets.store.home import Home
from tests.conftest import EngineFor

pytestmark = pytest.mark.whole

RULES = "config/invalidation_rules.yaml"


@pytest.fixture
def own(tmp_path: Path, home: Home, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "own"
    (folder / "memory").mkdir(parents=True)
    # One that is right: a folder that holds none is a fault of its own.
    shutil.copyfile(shipped_path("config/memory/names.yaml"), folder / "memory" / "names.yaml")
    monkeypatch.setenv("ANNALS_CONFIG", str(folder))
    monkeypatch.setenv("ANNALS_HOME", str(home.root))
    return folder


def look(instance: dg.DagsterInstance, cursor: str | None) -> dg.SensorResult:
    """One tick of the sensor `freshness`, with definitions that are loaded now."""
    repository = build_defs().get_repository_def()
    context = dg.build_sensor_context(
        instance=instance, cursor=cursor, repository_def=repository, sensor_name="freshness",
        resources={"warehouse": WarehouseResource()},
    )  # fmt: skip
    with context, dg.partition_loading_context(dynamic_partitions_store=instance):
        return repository.get_sensor_def("freshness").evaluate_tick(context)  # type: ignore[return-value]


def failed(tick: dg.SensorResult) -> dict[dg.AssetKey, str]:
    checks = [event for event in tick.asset_events if isinstance(event, dg.AssetCheckEvaluation)]
    return {check.asset_key: check.description or "" for check in checks if not check.passed}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("invalidation_rules.yaml", "rules: [\n", "line 2, column 1: this is not YAML"),
        pytest.param("invalidation_rules.yaml", "rulez: []\n", "the key '.*' is missing", marks=pytest.mark.whole),
        ("claims/frames.yaml", "frames: {}\n", "frames.yaml"),
        pytest.param(
            "pipeline.yaml",
            "graph:\n  label_max_char: 8\n",
            "'label_max_char'; did you mean 'label_max_chars'",
            marks=pytest.mark.whole,
        ),
        ("pipeline.yaml", "graph:\n  label_max_chars: lots\n", r"graph\.label_max_chars: .*found the text 'lots'"),
        pytest.param("report/relations.yaml", "[]\n", "relations.yaml", marks=pytest.mark.whole),
    ],
)
def test_the_house_stands_and_the_file_says_what_is_wrong(own: Path, name: str, text: str, said: str) -> None:
    whole = build_defs().get_repository_def().asset_graph.get_all_asset_keys()
    (own / name).parent.mkdir(exist_ok=True)
    (own / name).write_text(text)
    with dg.DagsterInstance.ephemeral() as instance:
        first = look(instance, None)
        told = failed(first)
        assert look(instance, first.cursor).skip_message == "nothing has changed"
        (own / name).unlink()
        mended = look(instance, first.cursor)
        passed = {e.asset_key for e in mended.asset_events if isinstance(e, dg.AssetCheckEvaluation) and e.passed}
    assert build_defs().get_repository_def().asset_graph.get_all_asset_keys() == whole
    section = "pipeline.yaml/graph" if name == "pipeline.yaml" else name
    covering = {n for s in HOUSE.stages for n in read_files(s) if f"config/{section}/".startswith(f"{n}/")}
    covering |= {"config/report"} if name.startswith("report/") else set()
    assert set(told) == {config_key(n) for n in covering}
    for words in told.values():
        assert str(own) in words, "which file"
        assert name in words
        assert re.search(said, words), words
    assert passed == set(told)


def test_an_unknown_section_or_a_missing_file_stands_at_every_section(tmp_path: Path) -> None:
    """Which one was meant nobody knows."""
    own = tmp_path / "own.yaml"
    own.write_text("serch:\n  limit: 3\n")
    for override, said in ((own, "did you mean 'search'"), (tmp_path / "gone.yaml", "does not exist")):
        config = load_usable(HOUSE.sections, override)
        assert all(said in (config.why_unusable([f"config/pipeline.yaml/{name}"]) or "") for name in HOUSE.sections)
        assert config.why_unusable([RULES]) is None


def test_only_the_stages_that_read_it_refuse(own: Path, home: Home, engine_for: EngineFor, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("# Work\n\nI have worked at Acme since 2019.\n")
    build = request_build(engine_for(home), [tmp_path / "note.md"]).build
    (own / "invalidation_rules.yaml").write_text("rules: [\n")
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("builds", [build])
        job = build_defs().resolve_job_def("build")
        done = job.execute_in_process(instance=instance, partition_key=build, raise_on_error=False)
    assert not done.success
    failures = {e.step_key: e.step_failure_data for e in done.all_events if e.is_step_failure}
    refusing = {stage.name for stage in HOUSE.stages if RULES in read_files(stage)}
    assert set(failures) == refusing
    for data in failures.values():
        words = data.user_failure_data.description if data.user_failure_data else ""
        assert "does not run" in (words or "")
        assert "invalidation_rules.yaml, line 2, column 1: this is not YAML" in (words or "")
    waiting: set[str] = set()
    for stage in HOUSE.stages:
        if {*HOUSE.upstream(stage)} & (refusing | waiting):
            waiting.add(stage.name)
    ran = {e.step_key for e in done.get_step_success_events()}
    assert ran == {stage.name for stage in HOUSE.stages} - refusing - waiting
    assert len(ran) > 10
    states = {state.stage: state for state in build_states(engine_from_environment(), build)}
    assert {states[name].state for name in refusing} == {"stale"}
    assert states["detect"].state == "fresh"
