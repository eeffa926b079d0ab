"""A document that ships is parsed once on an installation, and a person's own words are kept nowhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg_assets.core import yamlfile
from kg_assets.core.data import shipped_path
from kg_assets.core.derived import Known


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Known[str]]:
    """Where documents are kept; nothing is at first."""
    holder: Known[str] = Known(tmp_path / "kept.derived", "how", 9, str)
    monkeypatch.setattr(yamlfile, "_known", lambda: holder)
    yamlfile._parsed.cache_clear()
    yield holder
    yamlfile._parsed.cache_clear()


def test_a_kept_document_is_the_same(known: Known[str]) -> None:
    for path in sorted(shipped_path("config").rglob("*.yaml")):
        first = yamlfile.read_yaml(path)
        yamlfile._parsed.cache_clear()
        known._kept |= known._used
        assert yamlfile.read_yaml(path) == first
        assert yamlfile.read_yaml(path) is not first


def test_a_persons_own_document_is_not_kept(known: Known[str], tmp_path: Path) -> None:
    own = tmp_path / "config" / "people.yaml"
    own.parent.mkdir()
    own.write_text("names: [Aunt Ina]\n", encoding="utf-8")
    assert yamlfile.read_yaml(own) == {"names": ["Aunt Ina"]}
    assert not known._used
    yamlfile.read_yaml(shipped_path("config/stories.yaml"))
    assert len(known._used) == 1
