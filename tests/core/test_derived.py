"""What is worked out from installed files is worked out once, and anew when it would come out otherwise."""

import sys
from pathlib import Path

import pytest

from kg_assets.core.derived import derived, keep, kept, kept_beside, made_from


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = tmp_path / "towns.py"
    path.write_text("COUNT = 3\n", encoding="utf-8")
    return path


def refuse() -> list[str]:
    raise AssertionError("it was kept")


def test_it_is_made_once(module: Path) -> None:
    assert derived(str(module), ("package 1", 3), lambda: ["Basel", "Ulm"]) == ["Basel", "Ulm"]
    assert derived(str(module), ("package 1", 3), refuse) == ["Basel", "Ulm"]


def test_another_version_setting_or_module_makes_it_anew(module: Path) -> None:
    derived(str(module), ("package 1", 3), lambda: ["Basel"])
    assert derived(str(module), ("package 2", 3), lambda: ["Ulm"]) == ["Ulm"]
    assert derived(str(module), ("package 2", 4), lambda: ["Graz"]) == ["Graz"]
    module.write_text("COUNT = 4\n", encoding="utf-8")
    assert derived(str(module), ("package 2", 4), lambda: ["Porto"]) == ["Porto"]


@pytest.mark.parametrize("held", [b"", b"{", b"7", b"\xff", b'{"value": []}'])
def test_a_damaged_file_is_none(module: Path, held: bytes) -> None:
    path = kept_beside(str(module))
    path.parent.mkdir()
    path.write_bytes(held)
    assert kept(path, "so") is None
    assert derived(str(module), (), lambda: ["Basel"]) == ["Basel"]
    assert derived(str(module), (), refuse) == ["Basel"]


def test_what_is_no_list_of_texts_is_made_anew(module: Path) -> None:
    derived(str(module), (), lambda: ["Basel"])
    keep(kept_beside(str(module)), made_from(str(module), ()), ["Basel", 7])
    assert derived(str(module), (), lambda: ["Ulm"]) == ["Ulm"]
