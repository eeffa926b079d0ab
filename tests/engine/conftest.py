"""An empty home to run stages in."""

from pathlib import Path

import pytest

from kg_assets.store.home import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "data").prepare()
