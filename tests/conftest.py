"""What tests share: homes in temporary folders, engines over them, an invented export, and the shared data folder."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kg_assets.core.config import Config, load_config
from kg_assets.corpus.generator import CorpusSpec, demo, write_export
from kg_assets.engine.runner import Engine
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from kg_assets.store.settings import StoreSettings
from tests.nursery import Ended, Nursery

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
EngineFor = Callable[..., Engine]
AnnalsAt = Callable[..., Ended]
Annals = Callable[..., Ended]


@pytest.fixture(scope="session")
def demo_export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's export: `conversations.json` and `truth.json` in a folder."""
    folder = tmp_path_factory.mktemp("demo-export")
    write_export(demo(), folder)
    return folder


@pytest.fixture(scope="session")
def small_export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dozen conversations."""
    folder = tmp_path_factory.mktemp("small-export")
    write_export(CorpusSpec(seed=3, conversations=12), folder)
    return folder


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


@pytest.fixture(scope="session")
def asked_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A small published home to be asked; nothing is written to it."""
    # Imported here, because it loads what most tests do not need.
    from tests.cli.a_life import FIRST, built, engine_over

    folder = tmp_path_factory.mktemp("asked")
    (folder / "first.md").write_text(FIRST, encoding="utf-8")
    (folder / "outside.csv").write_text("x\nsecret\n", encoding="utf-8")
    home = Home(folder / "home").prepare()
    built(engine_over(home), folder / "first.md")
    return home


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """What `annals demo` makes, published, to be asked; nothing is written to it."""
    # Imported here, because it loads what most tests do not need.
    from kg_assets.cli.demonstration import request_demo, write_settings
    from kg_assets.engine.session import make_build

    home = Home(tmp_path_factory.mktemp("demo") / "home")
    write_settings(home)
    engine = Engine(home, HOUSE, load_config(HOUSE.sections, home.settings), 1, home.settings)
    make_build(engine, request_demo(engine).build)
    return home


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of data that nobody here wrote; tests that need it are skipped without it."""
    if not SHARED.exists():
        pytest.skip("the shared data folder is not here")
    return SHARED
