"""Where settings come from: what `ANNALS_CONFIG` names takes the place of what lies in the home, and that is told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kg_assets.core.config import passed_over
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_text

HOME = "models: {mode: replay, model: small}\nstore: {threads: 2}\n"


@pytest.mark.parametrize(
    ("named", "told", "lost"),
    [
        ("pipeline.yaml", "", "models.mode, models.model, store.threads"),
        ("pipeline.yaml", "models: {mode: replay}\nstore: {threads: 1}\n", "models.model, store.threads"),
        ("pipeline.yaml", HOME, None),
        ("own.yaml", "store: {threads: 2}\n", "models.mode, models.model"),
        ("own.yaml", "models: [mistyped\n", "models.mode, models.model, store.threads"),
        (None, "", None),
    ],
)
def test_settings_of_the_home_that_do_not_hold_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str | None, told: str, lost: str | None
) -> None:
    home, folder = tmp_path / "home", tmp_path / "own"
    home.mkdir()
    folder.mkdir()
    (home / "settings.yaml").write_text(HOME, encoding="utf-8")
    if named is not None:
        (folder / named).write_text(told, encoding="utf-8")
        monkeypatch.setenv("ANNALS_CONFIG", str(folder if named == "pipeline.yaml" else folder / named))
    else:
        monkeypatch.delenv("ANNALS_CONFIG", raising=False)
    said = passed_over(home)
    assert said is None if lost is None else f"settings.yaml: {lost} there do not hold" in (said or "")


def test_without_settings_in_the_home_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNALS_CONFIG", str(tmp_path))
    assert passed_over(tmp_path / "home") is None


def test_a_file_of_other_bytes_is_named_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>caf\xe9</p>")
    with pytest.raises(ConfigError, match=r"page\.html: byte 6 is of no UTF-8 text; save the file as UTF-8"):
        read_text(path)
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        read_text(tmp_path)


def test_a_folder_that_is_closed_to_us_is_named_and_stops_no_reading(tmp_path: Path) -> None:
    """Root may look anywhere, so the child gives up its rights first where it has any."""
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "nouns.yaml").write_text("", encoding="utf-8")
    (tmp_path / "claims").chmod(0)
    script = (
        "import ctypes, os, sys\n"
        "from pathlib import Path\n"
        "from kg_assets.core.config import load_usable\n"
        "from kg_assets.house import HOUSE\n"
        "if os.geteuid() == 0:\n"
        "    header = (ctypes.c_uint32 * 2)(0x20080522, 0)\n"
        "    assert ctypes.CDLL(None).capset(header, (ctypes.c_uint32 * 6)()) == 0\n"
        "config = load_usable(HOUSE.sections, Path(sys.argv[1]))\n"
        "print(config.unusable['config/pipeline.yaml'])\n"
        "print(config.file('config/claims/nouns.yaml').name)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"ANNALS_CONFIG": str(tmp_path)})
    (tmp_path / "claims").chmod(0o700)
    assert done.stdout.splitlines() == [
        f"{tmp_path / 'claims'}: this folder may not be looked into; allow it (chmod u+rx), or take it away",
        "nouns.yaml",
    ], done.stderr
