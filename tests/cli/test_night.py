"""What `annals doctor` tells of the nightly jobs, of builds of other versions too."""

from dataclasses import replace

import pytest

from kg_assets.cli.night import found_at_night
from kg_assets.core.config import load_config
from kg_assets.engine.runner import Engine
from kg_assets.house import HOUSE
from kg_assets.store.builds import Builds
from kg_assets.store.home import Home


@pytest.fixture
def engine(asked_home: Home) -> Engine:
    return Engine(asked_home, HOUSE, load_config(HOUSE.sections))


def test_the_health_of_the_published_build_is_told(engine: Engine) -> None:
    told = {name for name, _, _ in found_at_night(engine)}
    assert {"night hygiene", "night health"} <= told


@pytest.mark.parametrize("table", ["cleanup_jobs", "fold_pairs", "graph_hygiene_receipts", "knowledge_health"])
def test_a_build_that_lacks_one_of_its_tables_is_passed_over(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    load = Builds.load

    def lacking(self: Builds, ref):  # type: ignore[no-untyped-def]
        manifest = load(self, ref)
        assert f"overlay.{table}" in manifest.tables
        return replace(manifest, tables={n: t for n, t in manifest.tables.items() if n != f"overlay.{table}"})

    monkeypatch.setattr(Builds, "load", lacking)
    assert list(found_at_night(engine)) == []
