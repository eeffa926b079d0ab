"""Files and settings stand in the lineage: an edit makes exactly the tables of the stages that read it stale."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import dagster as dg
import pytest
from dagster._core.definitions.data_version import CachingStaleStatusResolver, StaleStatus
from dagster._core.loader import LoadingContextForTest

from kg_assets.definitions import build_defs
from kg_assets.engine.ingredients import read_files
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import given_of
from kg_assets.house import HOUSE
from kg_assets.orchestration.config_assets import config_names, config_observation, config_versions
from kg_assets.orchestration.dead_runs import tell
from kg_assets.orchestration.keys import config_key, table_key
from kg_assets.orchestration.stage_assets import told_of_stage
from kg_assets.store.contents import Content
from kg_assets.store.home import Home
from tests.cli.a_life import engine_over, own_rules
from tests.worlds import copied


class Given:
    """The resource `warehouse` of a test."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def engine(self) -> Engine:
        return self._engine


def definitions(engine: Engine) -> dg.Definitions:
    return build_defs(resources={"warehouse": Given(engine)}, engine=engine)


def stale(instance: dg.DagsterInstance, definitions: dg.Definitions, build: str) -> set[str]:
    """The tables that Dagster itself shows as stale in a build."""
    graph = definitions.get_repository_def().asset_graph
    resolver = CachingStaleStatusResolver(instance, graph, LoadingContextForTest(instance))
    return {t for t in HOUSE.tables if resolver.get_status(table_key(t), build) is StaleStatus.STALE}


def readers(name: str) -> set[str]:
    return {table.name for stage in HOUSE.stages if name in read_files(stage) for table in stage.tables}


def observe(instance: dg.DagsterInstance, engine: Engine) -> None:
    """What the sensor `freshness` reports of files."""
    for name, version in config_versions(HOUSE, engine.config).items():
        instance.report_runless_asset_event(config_observation(name, version))


@pytest.fixture(scope="module")
def life(
    tmp_path_factory: pytest.TempPathFactory, noted: Home
) -> Iterator[tuple[Home, str, dg.DagsterInstance, dg.Definitions]]:
    """A build that a command made, told to Dagster."""
    home = copied(noted, tmp_path_factory.mktemp("lineage") / "home")
    engine = engine_over(home)
    (build,) = engine.builds.requested()
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("builds", [build])
        tell(
            instance,
            build,
            "test",
            (event for stage in HOUSE.stages for event in told_of_stage(engine, instance, build, stage)),
        )
        yield home, build, instance, definitions(engine)


def test_every_file_and_section_points_to_its_readers() -> None:
    graph = build_defs().get_repository_def().asset_graph
    group = {key for key in graph.get_all_asset_keys() if graph.get(key).group_name == "config"}
    assert group == {config_key(name) for name in config_names(HOUSE)}
    for name in {name for stage in HOUSE.stages for name in read_files(stage)}:
        children = {".".join(key.path) for key in graph.get(config_key(name)).child_keys}
        assert children == readers(name) != set(), name
    alone = {key for key in group if not graph.get(key).child_keys}
    # What these say changes no table and no page: where and how the work is done, how questions are answered.
    unread = set(HOUSE.sections) - {section for stage in HOUSE.stages for section in stage.config} - {"report"}
    assert {"exports", "serve", "store"} <= unread
    assert alone == {config_key(f"config/pipeline.yaml/{name}") for name in unread}


@pytest.mark.whole
@pytest.mark.parametrize(
    "edited", ["config/invalidation_rules.yaml", pytest.param("config/pipeline.yaml/graph", marks=pytest.mark.whole)]
)
def test_an_edit_makes_exactly_the_tables_of_its_readers_stale(
    life: tuple[Home, str, dg.DagsterInstance, dg.Definitions], tmp_path: Path, edited: str
) -> None:
    home, build, instance, defs = life
    observe(instance, engine_over(home))
    assert stale(instance, defs, build) == set()
    own = own_rules(tmp_path / "own", without="works_at" if edited.endswith("rules.yaml") else None)
    if edited.endswith("graph"):
        (own / "pipeline.yaml").write_text("graph:\n  label_max_chars: 79\n")
    observe(instance, engine_over(home, own))
    assert stale(instance, defs, build) == readers(edited)


@pytest.mark.whole
def test_what_was_made_from_an_earlier_table_is_stale_also_after_all_is_told_anew(
    life: tuple[Home, str, dg.DagsterInstance, dg.Definitions], tmp_path: Path
) -> None:
    """After Dagster's storage was lost, each table was told as made from what its build holds today."""
    home = copied(life[0], tmp_path / "home")
    build = life[1]
    edited = engine_over(home, own_rules(tmp_path / "own", without="works_at"))
    outcome = edited.run_in_build(build, HOUSE.stage("temporalize"), given_of(edited, build))
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("builds", [build])
        told = (event for stage in HOUSE.stages for event in told_of_stage(edited, instance, build, stage))
        tell(instance, build, "test", told)
        observe(instance, edited)
        shown = stale(instance, definitions(edited), build)
    assert outcome.ok
    changed = {
        table
        for table, contents in outcome.tables.items()
        if [c.sha256 for c in contents] != [c.sha256 for c in _files(engine_over(life[0]), build, table)]
    }
    assert changed
    assert shown >= {t.name for stage in HOUSE.stages if changed & set(stage.inputs) for t in stage.tables}
    assert not shown & {table.name for table in HOUSE.stage("temporalize").tables}


def _files(engine: Engine, build: str, table: str) -> Sequence[Content]:
    outcome = engine.outcome_of(build, HOUSE.writer_of(table))
    assert outcome is not None
    return outcome.tables[table]


@pytest.mark.whole
def test_a_run_notes_the_files_that_it_read_not_those_that_were_seen_last(
    life: tuple[Home, str, dg.DagsterInstance, dg.Definitions], tmp_path: Path
) -> None:
    """The sensor looks once a minute: tables made right after an edit were stale for ever."""
    home, build, instance, _ = life
    observe(instance, engine_over(home))
    loaded_before = definitions(engine_over(home))
    edited = engine_over(home, own_rules(tmp_path / "own", without="works_at"))
    job = definitions(edited).resolve_job_def("build")
    done = job.execute_in_process(instance=instance, partition_key=build, raise_on_error=False)
    assert done.success
    observe(instance, edited)
    assert stale(instance, definitions(edited), build) == set()
    # A running interface has loaded them before the edit: to it these tables had a new code version for ever.
    assert stale(instance, loaded_before, build) == set()
