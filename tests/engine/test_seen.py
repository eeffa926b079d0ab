"""A stage that sees a part of a table runs when that part has changed, and never sees the rest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg_assets.core import selects
from kg_assets.core.config import Config, load_config
from kg_assets.core.errors import ContractError
from kg_assets.core.worker import WorkerError
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import make_build, put_request
from kg_assets.engine.stagerun import Given, Run
from kg_assets.store.builds import build_id
from kg_assets.store.gc import gc
from kg_assets.store.home import Home
from tests.engine.seen import HOUSE, LABEL, LABELS, NAMES, SEEN, THINGS, labelled

_REAL = Config.file


@pytest.fixture(autouse=True)
def _sql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The stages' SQL, in a folder of the test."""
    texts = {NAMES: "SELECT upper(name) AS label FROM kg.things", SEEN: "SELECT name FROM kg.things"}
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shipped = selects.shipped_path
    monkeypatch.setattr(selects, "shipped_path", lambda name: tmp_path / name if name in texts else shipped(name))
    monkeypatch.setattr(Config, "file", lambda self, name: tmp_path / name if name in texts else _REAL(self, name))
    # The version of a stage's code is taken over modules of the package; the stages here are of the tests.
    monkeypatch.setattr("kg_assets.engine.runner.stage_code_version", lambda *_: "0" * 64)
    monkeypatch.setattr("kg_assets.engine.runner.parts_of", lambda *_: {})
    labelled.clear()
    selects.tables_named.cache_clear()
    yield
    selects.tables_named.cache_clear()


def _build(home: Home, day: int, things: dict[str, int]) -> dict[str, object]:
    engine = Engine(home, HOUSE, load_config(HOUSE.sections))
    as_of, sha256 = f"2026-01-{day:02d}T12:00:00.000Z", f"{day:064x}"
    build = build_id(as_of, [sha256], 0)
    source = {"sha256": sha256, "bytes": 1, "things": things}
    put_request(engine, build, Given(sources=(source,), as_of=as_of, horizon=as_of), 0)
    made = make_build(engine, build)
    return {name: outcome.tables for name, outcome in made.items()}


def test_it_runs_when_what_it_sees_has_changed(home: Home) -> None:
    first = _build(home, 1, {"anvil": 5, "feather": 1})
    heavier = _build(home, 2, {"anvil": 6, "feather": 1})
    assert heavier["weigh"] != first["weigh"]
    assert heavier["label"] == first["label"]
    assert labelled == [["ANVIL", "FEATHER"]]
    _build(home, 3, {"anvil": 6, "quill": 1})
    assert labelled[1:] == [["ANVIL", "QUILL"]]


def test_the_order_of_what_it_sees_does_not_count(home: Home) -> None:
    """Weights put the rows of no file into another order, but a table of several files can have any."""
    _build(home, 1, {"anvil": 5, "feather": 1})
    _build(home, 2, {"feather": 1, "anvil": 5})
    assert len(labelled) == 1


def test_its_rules_are_asked_of_all_that_has_changed(home: Home) -> None:
    """What it wrote stands as it was; a rule of it can be broken by what it does not see."""
    _build(home, 1, {"anvil": 5})
    for _ in range(2):
        with pytest.raises(ContractError, match="nothing_weighs_nothing"):
            _build(home, 2, {"anvil": 0})
    assert len(labelled) == 1


def test_what_it_made_of_what_it_saw_is_kept_with_its_build(home: Home) -> None:
    _build(home, 1, {"anvil": 5})
    _build(home, 2, {"anvil": 6})
    gc(home, keep_published=1)
    _build(home, 3, {"anvil": 7})
    assert len(labelled) == 1


def test_its_sql_sees_no_other_column(home: Home, tmp_path: Path) -> None:
    (tmp_path / NAMES).write_text("SELECT name AS label FROM kg.things WHERE weight > 1", encoding="utf-8")
    with pytest.raises(WorkerError, match=r"label failed: BinderException"):
        _build(home, 1, {"anvil": 5})


def test_its_python_may_not_open_the_files(home: Home) -> None:
    run = Run(LABEL, home, load_config(HOUSE.sections), Given(), {THINGS.name: ["a.parquet"]}, {})
    with pytest.raises(KeyError, match=r"sees a part of kg\.things"):
        run.paths(THINGS.name)
    assert LABELS.name not in LABEL.inputs
