"""docs/images/belief-activation.svg is what a fresh demo draws, and its curve ends where the build says."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from kg_assets.store.home import Home
from kg_assets.store.readonly import opened, select

pytestmark = pytest.mark.whole

DOCS = Path(__file__).resolve().parents[2] / "docs"


def _drawing() -> ModuleType:
    """docs/ is no package."""
    spec = importlib.util.spec_from_file_location("belief_life", DOCS / "belief_life.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_that_of_the_demo(demo_home: Home) -> None:
    """`python docs/belief_life.py` draws it anew; look at what has changed before you commit it."""
    drawing = _drawing()
    picture = drawing.drawn(drawing.life_of(demo_home))
    assert picture == drawing.PICTURE.read_text(encoding="utf-8")
    with opened(demo_home) as warehouse:
        sql = "SELECT activation, status FROM beliefs.belief_nodes WHERE canonical_text = $belief"
        alive, status = select(warehouse.connection, sql, {"belief": drawing.BELIEF}).fetchone()
    assert status == "core"
    assert f": {alive:.3f}</text>" in picture
