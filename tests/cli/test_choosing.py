"""Any table, stage or selection of a build is made by itself through Dagster, as the interface asks for it.

That no part of a stage's tables could be chosen made every button of a table's page fail.
"""

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import dagster as dg
import duckdb
import pytest

from kg_assets.definitions import build_defs
from kg_assets.engine.runner import Engine
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from tests.conftest import EngineFor
from tests.worlds import copied

pytestmark = pytest.mark.whole


class Given:
    """The resource `warehouse` of a test."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def engine(self) -> Engine:
        return self._engine


class Platform:
    """A finished build and the definitions over it."""

    def __init__(self, engine: Engine, build: str, instance: dg.DagsterInstance) -> None:
        self.engine, self.build, self.instance = engine, build, instance
        self.definitions = build_defs(resources={"warehouse": Given(engine)}, engine=engine)
        self._job = self.definitions.resolve_implicit_global_asset_job_def()

    def make(
        self, keys: Sequence[dg.AssetKey], checks: Sequence[dg.AssetCheckKey] | None = None
    ) -> dg.ExecuteInProcessResult:
        """What the interface runs for a selection; without `checks` those of the chosen assets come along."""
        chosen = None if checks is None else set(checks)
        job = self._job.get_subset(asset_selection=set(keys), asset_check_selection=chosen)
        return job.execute_in_process(instance=self.instance, partition_key=self.build, raise_on_error=False)


def made(done: dg.ExecuteInProcessResult) -> set[str]:
    events = done.get_asset_materialization_events()
    return {event.asset_key.to_user_string() for event in events if event.asset_key is not None}


def checked(done: dg.ExecuteInProcessResult) -> set[tuple[str, str, str | None]]:
    return {(c.asset_key.to_user_string(), c.check_name, c.partition) for c in done.get_asset_check_evaluations()}


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory, small_home: Home) -> Iterator[Platform]:
    from kg_assets.core.config import load_config
    from kg_assets.house import HOUSE

    home = copied(small_home, tmp_path_factory.mktemp("choosing") / "home")
    engine = Engine(home, HOUSE, load_config(HOUSE.sections), 1)
    (build,) = engine.builds.requested()
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("builds", [build])
        yield Platform(engine, build, instance)


def test_one_table_is_made_with_its_stage(platform: Platform) -> None:
    """A stage commits whole: what came along is told of too, and carries the same marks as what was chosen."""
    stage = platform.engine.house.writer_of("kg.messages")
    tables = {table.name.replace(".", "/") for table in stage.tables}
    assert len(tables) > 1
    done = platform.make([dg.AssetKey(["kg", "messages"])])
    assert done.success
    assert made(done) == tables
    own = {("kg/messages", "up_to_date", platform.build)}
    assert checked(done) == {(table, "contract", platform.build) for table in tables} | own
    assert {step.step_key for step in done.get_step_success_events()} == {stage.name, "up_to_date"}
    tags = {
        e.asset_key.to_user_string(): e.step_materialization_data.materialization.tags or {}
        for e in done.get_asset_materialization_events()
        if e.asset_key is not None
    }
    marks = {
        table: {key for key in given if "version" in key and not key.startswith("dagster/input_event")}
        for table, given in tags.items()
    }
    assert set(map(frozenset, marks.values())) == {frozenset(marks["kg/messages"])}
    assert all(given["dagster/data_version"] for given in tags.values())


def test_parts_of_several_stages_are_made(platform: Platform) -> None:
    done = platform.make([dg.AssetKey(["kg", "message_parts"]), dg.AssetKey(["kg", "entities"])])
    assert done.success
    stages = {platform.engine.house.writer_of(name).name for name in ("kg.message_parts", "kg.entities")}
    assert {step.step_key for step in done.get_step_success_events()} == {*stages, "up_to_date"}


def test_a_check_by_itself_is_made(platform: Platform) -> None:
    done = platform.make([], [dg.AssetCheckKey(dg.AssetKey(["kg", "messages"]), "up_to_date")])
    assert done.success
    assert checked(done) == {("kg/messages", "up_to_date", platform.build)}
    assert made(done) == set()


def test_the_publication_and_the_report_by_themselves(platform: Platform) -> None:
    done = platform.make([dg.AssetKey(["kg", "publication"]), dg.AssetKey(["kg", "report"])])
    assert done.success
    assert made(done) == {"kg/publication", "kg/report"}
    assert ("kg/publication", "house_answers", platform.build) in checked(done)
    (check,) = [c for c in done.get_asset_check_evaluations() if c.check_name == "house_answers"]
    assert check.passed
    assert check.description == f"every table of {platform.build} answers"


def test_a_house_that_lacks_rows_is_said_to(platform: Platform) -> None:
    """The file that readers open was made of other files than the build was sealed with."""
    database = platform.engine.home.database
    whole = database.read_bytes()
    other = database.with_name("other.duckdb")
    shutil.copyfile(database, other)
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE OR REPLACE VIEW messages AS SELECT 1 AS message_id")
    try:
        os.replace(other, database)
        done = platform.make([], [dg.AssetCheckKey(dg.AssetKey(["kg", "publication"]), "house_answers")])
    finally:
        other.write_bytes(whole)
        os.replace(other, database)
    (check,) = done.get_asset_check_evaluations()
    assert not check.passed
    assert set(check.metadata) == {"kg.messages"}
    assert "kg.messages" in (check.description or "")


def test_a_table_whose_inputs_are_missing_says_what_to_materialize(engine_for: EngineFor, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("# Monday\n\nRain all day.")
    engine = engine_for(Home(tmp_path / "home"))
    build = request_build(engine, [tmp_path / "note.md"]).build
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("builds", [build])
        done = Platform(engine, build, instance).make([dg.AssetKey(["kg", "entities"])])
    assert not done.success
    (failure,) = [event for event in done.all_events if event.is_step_failure]
    data = failure.step_failure_data.user_failure_data
    assert data is not None
    assert "materialize it first" in (data.description or "")


def test_the_types_of_columns_are_those_of_the_files(platform: Platform) -> None:
    """The page of a table said TIMESTAMP and JSON of what analysts find to be text."""
    graph = platform.definitions.get_repository_def().asset_graph
    compared = 0
    with duckdb.connect(str(platform.engine.home.database), read_only=True) as connection:
        for name, table in platform.engine.house.tables.items():
            if table.file_format != "parquet":
                continue
            found = connection.execute(f"DESCRIBE {name.removeprefix('kg.')}").fetchall()
            said = graph.get(dg.AssetKey(name.split("."))).metadata["dagster/column_schema"].columns
            # Names within a struct may be quoted or not.
            assert [(column.name, duckdb.sqltype(column.type)) for column in said] == [
                (row[0], duckdb.sqltype(row[1])) for row in found
            ], name
            compared += 1
    assert compared > 40


def test_every_column_that_analysts_see_is_said(platform: Platform) -> None:
    """Of tables, of their history over all builds, and of the analysts' views."""
    with duckdb.connect(str(platform.engine.home.database), read_only=True) as connection:
        columns = connection.execute(
            "SELECT schema_name, table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
        ).fetchall()
    seen = [row for row in columns if not row[1].startswith("_")]
    assert {row[0] for row in seen} >= {"main", "kg_history"}
    assert [row[:3] for row in seen if not row[3]] == []


def test_no_view_has_two_columns_of_one_name(platform: Platform) -> None:
    """The history of the lexicon had two build_id: that of the row's build and the table's own."""
    with duckdb.connect(str(platform.engine.home.database), read_only=True) as connection:
        named = connection.execute(
            "SELECT schema_name, table_name, column_name FROM duckdb_columns() WHERE NOT internal"
        ).fetchall()
        inductions = connection.execute("SELECT build_id, own_build_id FROM kg_history.lexicon_builds").fetchall()
        own = connection.execute("SELECT build_id FROM lexicon_builds").fetchall()
    # Of two columns of one name the catalog numbers the second.
    there = set(named)
    twice = [row for row in named if row[2].endswith("_1") and (*row[:2], row[2].removesuffix("_1")) in there]
    assert twice == []
    sealed = [str(ref) for ref in platform.engine.builds.sealed()]
    assert {row[0] for row in inductions} <= set(sealed)
    assert own[0][0] in {row[1] for row in inductions}
