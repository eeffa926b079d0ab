"""A stage opens no file of rules, SQL or prompts that it has not declared: its results would survive an edit of it."""

import gc
import sys
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.config import load_config
from kg_assets.core.data import shipped_path
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import given_of, holding
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home

pytestmark = pytest.mark.whole

_ROOT = shipped_path("config").parent
_KINDS = ("config", "sql", "prompts")
_opened: set[str] | None = None


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is None or event != "open" or not isinstance(arguments[0], str):
        return
    path = Path(arguments[0])
    if path.is_relative_to(_ROOT) and path.relative_to(_ROOT).parts[0] in _KINDS:
        _opened.add(path.relative_to(_ROOT).as_posix())


sys.addaudithook(_watch)  # it cannot be taken away again, only told to look at nothing


def _forget_what_was_read() -> None:
    """Rules are read once in a process; each stage must show here what it reads."""
    gc.unfreeze()  # what another test has frozen is not listed otherwise
    for thing in gc.get_objects():
        if isinstance(thing, _lru_cache_wrapper) and str(getattr(thing, "__module__", "")).startswith("kg_assets."):
            thing.cache_clear()


def test_a_stage_opens_only_what_it_declares(small_export: Path, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    global _opened
    _opened = set()
    _forget_what_was_read()
    load_config(HOUSE.sections)  # checks the rules that it names
    at_loading, _opened = _opened, None
    engine = Engine(home, HOUSE, load_config(HOUSE.sections))
    versions = {stage.name: engine.code_version(stage) for stage in HOUSE.stages}
    monkeypatch.setattr("kg_assets.engine.runner.stage_code_version", lambda stage, _: versions[stage.name])
    build = request_build(engine, [small_export]).build
    seen = {}
    with holding(engine, build, "a test"):
        given = given_of(engine, build)
        for stage in HOUSE.stages:
            _forget_what_was_read()
            _opened = set()
            try:
                engine.run_in_build(build, stage, given)
            finally:
                seen[stage.name], _opened = _opened, None
    undeclared = [
        f"{stage.name}: {one}"
        for stage in HOUSE.stages
        for one in sorted(seen[stage.name] - at_loading)
        if not any(one == name or one.startswith(f"{name}/") for name in stage.files)
    ]
    assert all(seen[stage.name] for stage in HOUSE.stages if stage.files)
    assert not undeclared, "\n".join(undeclared)
