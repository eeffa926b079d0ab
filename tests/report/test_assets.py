"""The report as an asset, really materialized: what it writes, what it tells Dagster, and what its failure leaves."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from kg_assets.definitions import NIGHTLY_JOB, build_defs
from kg_assets.engine.runner import Engine
from kg_assets.orchestration.report import report_asset
from kg_assets.report.content import Report
from kg_assets.report.settings import FILE, NOTED_AS
from kg_assets.store.files import read_json
from kg_assets.store.health import problems_of
from kg_assets.store.home import Home

Made = tuple[Report, str]


class _Warehouse:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def engine(self) -> Engine:
        return self._engine


@pytest.fixture
def materialized(life_engine: Engine) -> Iterator[Any]:
    """Materialize the report of a build as the interface does."""
    with dg.DagsterInstance.ephemeral() as instance:

        def run(build: str) -> dg.ExecuteInProcessResult:
            instance.add_dynamic_partitions("builds", [build])
            return dg.materialize(
                [report_asset()],
                instance=instance,
                partition_key=build,
                resources={"warehouse": dg.ResourceDefinition.hardcoded_resource(_Warehouse(life_engine))},
            )

        yield run
    (life_engine.home.root / FILE).unlink(missing_ok=True)


def _checks(done: dg.ExecuteInProcessResult) -> list[tuple[bool, str]]:
    assert all(check.severity is dg.AssetCheckSeverity.WARN for check in done.get_asset_check_evaluations())
    return [(check.passed, check.description or "") for check in done.get_asset_check_evaluations()]


def test_of_a_build_that_is_not_published_there_is_no_report(materialized: Any, life_home: Home) -> None:
    """A night whose build is not shown, because another is pinned, must not claim to have reported it.

    Without any result, "Materialize all" of an older build could never end well.
    """
    done = materialized("20200101T000000Z-deadbeef")
    assert done.success
    (event,) = done.get_asset_materialization_events()
    told = event.step_materialization_data.materialization.metadata
    assert told["written"].value is False
    assert str(told["why"].value).startswith("not the published build")
    ((passed, why),) = _checks(done)
    assert passed
    assert why.startswith("not the published build")
    assert not (life_home.root / FILE).exists()


def test_a_night_that_cannot_write_the_report_takes_nothing_from_the_build_and_the_next_one_mends_it(
    materialized: Any, life_home: Home, made: Made
) -> None:
    """A folder stands where the file belongs: the run succeeds, the build stays, doctor knows."""
    before = read_json(life_home.current)
    (life_home.root / FILE).mkdir()
    failed = materialized(before["build"])
    (life_home.root / FILE).rmdir()
    assert failed.success
    assert not failed.get_asset_materialization_events()
    ((passed, why),) = _checks(failed)
    assert not passed
    assert "is a folder" in why
    assert "`annals report` writes it" in why
    assert read_json(life_home.current) == before
    assert [problem["source"] for problem in problems_of(life_home)] == [NOTED_AS]

    mended = materialized(before["build"])
    assert [passed for passed, _ in _checks(mended)] == [True]
    assert problems_of(life_home) == []
    _is_the_page_of_the_command(life_home.root / FILE, made)
    (event,) = mended.get_asset_materialization_events()
    _tells_numbers_only(event.step_materialization_data.materialization.metadata, made)


def _is_the_page_of_the_command(file: Path, made: Made) -> None:
    assert file.read_bytes() == made[1].encode()
    assert file.stat().st_mode & 0o777 == 0o600


def _tells_numbers_only(metadata: Mapping[str, Any], made: Made) -> None:
    """Nothing of what a person said or named may lie in Dagster's storage."""
    told = {name: value.value for name, value in metadata.items()}
    assert told.pop("path") == FILE
    assert told.pop("build") == made[0].build
    assert told.pop("sha256") == hashlib.sha256(made[1].encode()).hexdigest()
    assert (told["bytes"], told["months"], told["messages"]) == (len(made[1].encode()), 4, 16)
    assert told.pop("written") is True
    assert {type(value) for value in told.values()} == {int}


def test_the_night_writes_the_report_and_other_builds_do_not_wait_for_it() -> None:
    definitions = build_defs()
    steps = {
        name: {step.name for step in definitions.resolve_job_def(name).graph.nodes} for name in (NIGHTLY_JOB, "build")
    }
    assert steps[NIGHTLY_JOB] - steps["build"] == {"report", "night"}
    assert definitions.get_repository_def().get_schedule_def("nightly").job_name == NIGHTLY_JOB
