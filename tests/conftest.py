"""What tests share: homes in temporary folders, engines over them, an invented export, and the shared data folder."""

import gc
import io
import os
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from hypothesis import settings

from kg_assets.core.config import Config, load_config
from kg_assets.corpus.generator import CorpusSpec, demo, write_export
from kg_assets.engine.runner import Engine
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from kg_assets.store.settings import StoreSettings
from tests.nursery import Ended, Nursery
from tests.worlds import Worlds, copied

# Each run tries the same examples, and a busy machine fails none of them.
settings.register_profile("annals", derandomize=True, deadline=None)
settings.load_profile("annals")

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
EngineFor = Callable[..., Engine]
AnnalsAt = Callable[..., Ended]
Annals = Callable[..., Ended]


def pytest_collection_finish() -> None:
    """All tests and what they import stay to the end: a collector that walks over them each time costs a tenth.

    What tests load later stays too, and syntax trees are large: a collector that comes seldom costs a third of that.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """What is built once for all workers of this run."""
    base = tmp_path_factory.getbasetemp()
    return Worlds((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "worlds")


@pytest.fixture(scope="session")
def demo_export(worlds: Worlds) -> Path:
    """The demo's export: `conversations.json` and `truth.json` in a folder."""
    return worlds.made("demo-export", lambda folder: write_export(demo(), folder))


@pytest.fixture(scope="session")
def small_export(worlds: Worlds) -> Path:
    """A dozen conversations."""
    return worlds.made("small-export", lambda folder: write_export(CorpusSpec(seed=3, conversations=12), folder))


def with_workers(config: Config) -> Config:
    """The configuration under which worker processes are started however little there is to read."""
    store: StoreSettings = config.section("store")
    return Config({**config.sections, "store": store.model_copy(update={"worker_bytes": 0})}, config.shadow)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").prepare()


@pytest.fixture
def engine_for() -> EngineFor:
    """An engine over a home, with one thread unless told otherwise; with more there are worker processes."""

    def make(home: Home, threads: int = 1, override: Path | None = None) -> Engine:
        config = load_config(HOUSE.sections, override)
        return Engine(home.prepare(), HOUSE, with_workers(config) if threads > 1 else config, threads, override)

    return make


@pytest.fixture(scope="session")
def annals_at() -> Iterator[AnnalsAt]:
    """Run the command over a home as a person would, in a process of its own that need not load the program anew."""
    nursery = Nursery()

    def run(home: Home, *arguments: object, check: bool = True, **environment: str) -> Ended:
        done = nursery.run(home.root, *map(str, arguments), **environment)
        if check and done.returncode:
            raise AssertionError(f"annals {' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stderr}")
        return done

    yield run
    nursery.end()


@pytest.fixture
def annals(home: Home, annals_at: AnnalsAt) -> Annals:
    """The same over the test's own home; the result has `stdout`, `stderr` and `returncode`."""

    def run(*arguments: object, check: bool = True, **environment: str) -> Ended:
        return annals_at(home, *arguments, check=check, **environment)

    return run


# Imported where a world is made, because they load what most tests do not need.


@pytest.fixture(scope="session")
def noted(worlds: Worlds) -> Home:
    """A home of one note, built; to be copied."""
    from tests.cli.a_life import FIRST, built, engine_over

    def make(folder: Path) -> None:
        (folder / "first.md").write_text(FIRST, encoding="utf-8")
        built(engine_over(Home(folder / "home").prepare()), folder / "first.md")

    return Home(worlds.made("noted", make) / "home")


@pytest.fixture(scope="session")
def twice_noted(worlds: Worlds, noted: Home) -> Home:
    """A home with two builds, of one note and then of two, of which the second is published; to be copied."""
    from tests.cli.a_life import LATER_ON, built, engine_over

    def make(folder: Path) -> None:
        (folder / "later.md").write_text(LATER_ON, encoding="utf-8")
        built(engine_over(copied(noted, folder / "home")), folder / "later.md")

    return Home(worlds.made("twice-noted", make) / "home")


@pytest.fixture(scope="session")
def small_world(worlds: Worlds, small_export: Path) -> Path:
    """What `annals build --json` makes of the small export, in `home`, and says of it, in `report.json`."""
    from kg_assets.cli.main import main

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()) as said:
            patch.setenv("ANNALS_HOME", str(folder / "home"))
            patch.setenv("ANNALS_THREADS", "1")
            assert main(["build", str(small_export), "--json"]) == 0
        (folder / "report.json").write_text(said.getvalue(), encoding="utf-8")

    return worlds.made("small", make)


@pytest.fixture(scope="session")
def small_home(small_world: Path) -> Home:
    """The small export, built and published; to be copied."""
    return Home(small_world / "home")


@pytest.fixture(scope="session")
def asked_home(noted: Home, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A small published home to be asked; nothing is written to it."""
    folder = tmp_path_factory.mktemp("asked")
    (folder / "outside.csv").write_text("x\nsecret\n", encoding="utf-8")
    return copied(noted, folder / "home")


@pytest.fixture(scope="session")
def demo_home(worlds: Worlds, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """What `annals demo` makes, published, to be asked; nothing is written to it."""
    from kg_assets.cli.demonstration import request_demo, write_settings
    from kg_assets.engine.session import make_build

    def make(folder: Path) -> None:
        home = Home(folder / "home")
        write_settings(home)
        engine = Engine(home, HOUSE, load_config(HOUSE.sections, home.settings), 1, home.settings)
        make_build(engine, request_demo(engine).build)

    return copied(Home(worlds.made("demo", make) / "home"), tmp_path_factory.mktemp("demo") / "home")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of data that nobody here wrote; tests that need it are skipped without it."""
    if not SHARED.exists():
        pytest.skip("the shared data folder is not here")
    return SHARED
