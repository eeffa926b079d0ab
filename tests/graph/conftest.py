"""A whole build of an invented life, made once for the tests that look at it."""

from pathlib import Path

import pytest

from kg_assets.core.config import load_config
from kg_assets.corpus.generator import CorpusSpec, write_export
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build, seal_and_publish
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home


@pytest.fixture(scope="session")
def life(tmp_path_factory: pytest.TempPathFactory) -> tuple[Engine, str, Path]:
    """The engine that built a life, the build, and the folder of its export with `truth.json`."""
    folder = tmp_path_factory.mktemp("life")
    write_export(CorpusSpec(4, conversations=16, months=8, style="demo"), folder / "export")
    engine = Engine(Home(folder / "home").prepare(), HOUSE, load_config(HOUSE.sections), 1)
    build = request_build(engine, [folder / "export"]).build
    run_build(engine, build)
    seal_and_publish(engine, build)
    return engine, build, folder / "export"
