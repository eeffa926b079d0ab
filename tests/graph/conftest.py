"""A whole build of an invented life, made once for the tests that look at it."""

from pathlib import Path

import pytest

from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.runner import Engine
from kg_assets.store.home import Home
from tests.cli.a_life import built, engine_over
from tests.worlds import Worlds, copied


@pytest.fixture(scope="session")
def life(worlds: Worlds, tmp_path_factory: pytest.TempPathFactory) -> tuple[Engine, str, Path]:
    """An engine over a life, its build, and the folder of its export with `truth.json`."""

    def make(folder: Path) -> None:
        write_export(CorpusSpec(4, conversations=16, months=8, style="demo"), folder / "export")
        built(engine_over(Home(folder / "home").prepare()), folder / "export")

    folder = worlds.made("life", make)
    engine = engine_over(copied(Home(folder / "home"), tmp_path_factory.mktemp("life") / "home"))
    (build,) = engine.builds.requested()
    return engine, build, folder / "export"
