"""Whatever happened to a person's version of a configuration file: the file, the place and the way out are said.

Cut at any byte, emptied, of another kind at any key: it is read as it was meant, or refused before a build begins.
"""

import importlib
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg_assets.core.config import load_config
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml
from kg_assets.engine.own_files import check_readable
from kg_assets.house import HOUSE
from kg_assets.store.home import Home
from tests.conftest import ROOT, Annals

CONFIG = ROOT / "config"
FILES = [p.relative_to(CONFIG).as_posix() for p in sorted(CONFIG.rglob("*.yaml")) if "corpus" not in p.parts]
OPEN = {"predicates.yaml", "report/relations.yaml", "pipeline.yaml"}
ODD = [
    None,
    5,
    10**30,
    -1,
    1.5,
    float("inf"),
    True,
    "",
    "lots",
    "\u0000",
    [],
    [None],
    {},
    {"a": 1},
    [[1]],
    "%(",
    "(?P<x",
]


def refusal(folder: Path) -> str | None:
    """What is said of the folder before a build; None when it can be used. Every other exception is a fault."""
    for module in [m for name, m in sys.modules.items() if name.startswith("kg_assets.")]:
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    try:
        load_config(HOUSE.sections, folder)
        check_readable(HOUSE.readers)
    except ConfigError as error:
        return str(error)
    return None


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "own"
    folder.mkdir()
    monkeypatch.setenv("ANNALS_CONFIG", str(folder))
    yield folder
    monkeypatch.undo()
    for name in ("claims.reading.frames", "claims.reading.turns", "claims.reading.lexicon", "mentions.detect.rules"):
        for value in vars(importlib.import_module(f"kg_assets.{name}")).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def check(folder: Path, name: str, data: bytes) -> str | None:
    path = put(folder, name, data)
    said = refusal(folder)
    if said is not None:
        assert str(path) in said or str(folder) in said, said
        assert len(said) < 3000
    path.unlink()
    return said


@pytest.mark.parametrize("name", FILES)
def test_the_shipped_file_itself_is_fit(own: Path, name: str) -> None:
    assert check(own, name, (CONFIG / name).read_bytes()) is None


def test_every_file_is_read_before_a_build() -> None:
    """A file that only its stage reads would stop a build halfway."""
    read = {name for name in FILES if name in HOUSE.readers or f"{name.rpartition('/')[0]}/*" in HOUSE.readers}
    # The settings are read by themselves, and the lists are compared with those that ship.
    assert set(FILES) - read == {"pipeline.yaml", "claims/lists.yaml"}


FOREIGN = [b"", b"# nothing\n", b"[]", b"5", b"{}", b"a: b", b"\xff", b"a: [", b"\x00", b"[" * 5000]
CLOSED = sorted(set(FILES) - OPEN)


def two_ways_each() -> list[Any]:
    """Every file in two of the ways, and every way with some files; the rest are tests of the whole."""
    return [
        pytest.param(data, name, marks=() if (way - place) % 5 == 0 else pytest.mark.whole)
        for way, data in enumerate(FOREIGN)
        for place, name in enumerate(CLOSED)
    ]


@pytest.mark.parametrize(("data", "name"), two_ways_each())
def test_an_empty_or_foreign_file_is_named(own: Path, name: str, data: bytes) -> None:
    """Frames, retractions, shapes and times gave an error without a name, mappings a build of 1970."""
    said = check(own, name, data)
    assert said is not None
    assert str(own / name) in said


def test_a_folder_that_would_change_nothing_is_said_to(own: Path) -> None:
    """A file one folder too high, or called otherwise, was passed over without a word."""
    assert "none of the files of config/ is here" in (refusal(own) or "")
    put(own, "frames.yaml", (CONFIG / "claims/frames.yaml").read_bytes())
    said = refusal(own) or ""
    assert said.startswith(f"{own}: none of the files of config/ is here")
    assert "found: frames.yaml; expected: files called as those that ship" in said
    (own / "frames.yaml").unlink()
    put(own, "claims/frames.yaml", (CONFIG / "claims/frames.yaml").read_bytes())
    assert refusal(own) is None


@pytest.mark.whole
def test_a_file_that_takes_no_file_s_place_is_told(own: Path, annals: Annals, home: Home) -> None:
    """Beside others it was passed over without a word. `annals doctor` looks on at all else."""
    put(own, "claims/frames.yaml", (CONFIG / "claims/frames.yaml").read_bytes())
    put(own, "claims/README.md", b"mine")
    assert refusal(own) is None
    put(own, "claims/turn.yaml", b"{}")
    said = refusal(own) or ""
    assert said.startswith(f"{own / 'claims/turn.yaml'}: no file of config/ has this name, so it changes nothing;")
    assert "did you mean 'claims/turns.yaml'" in said
    told = annals("doctor", check=False)
    assert told.returncode == 1
    assert f"MEND  settings: {said}" in told.stdout
    assert "ok    ledger: 0 entries, whole" in told.stdout


def cut(draw: random.Random, name: str) -> bytes:
    data = (CONFIG / name).read_bytes()
    return data[: draw.randrange(len(data))]


def retyped(draw: random.Random, name: str) -> bytes:
    """The file with another kind of value at one place, at any depth."""
    document = read_yaml(CONFIG / name)
    at: Any = document
    while True:
        keys: list[Any] = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = draw.choice(keys)
        if isinstance(at[key], dict | list) and at[key] and draw.random() < 0.7:
            at = at[key]
            continue
        at[key] = draw.choice(ODD)
        return yaml.safe_dump(document, allow_unicode=True).encode()


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(n, marks=pytest.mark.slow) for n in range(12, 500))])
def test_a_file_that_was_cut_or_mistyped_is_used_or_named(own: Path, seed: int) -> None:
    draw = random.Random(seed)
    name = draw.choice(FILES)
    said = check(own, name, draw.choice([cut, retyped])(draw, name))
    assert said is None or str(own) in said


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(own: Path, tmp_path: Path) -> None:
    os.mkfifo(own / "predicates.yaml")
    assert "a file is expected here" in (refusal(own) or "")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match="a pipe or a device"):
        load_config(HOUSE.sections, tmp_path / "pipe")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("store:\n  memory_limit: lots\n", "store.memory_limit: .*such as 2GB"),
        ("store:\n  memory_limit: 1kB\n", "at least 16MB"),
        ("sources:\n  max_shards: 1000000000000000000000000000000\n", "sources.max_shards: .*65536"),
        ("finding:\n  full_length: 1000000000000000000000000000000\n", "finding.full_length: a number of at most"),
        ("serve:\n  ui_grace_seconds: .inf\n", "serve.ui_grace_seconds: a number of at most"),
        ("serve:\n  ui_grace_seconds: .nan\n", "serve.ui_grace_seconds"),
        ("serve:\n  query_memory: ''\n", "serve.query_memory"),
        ("store:\n  threads: 2024-13-45\n", "store.threads|cannot be read"),
    ],
)
def test_a_value_that_nothing_can_be_done_with_is_refused(tmp_path: Path, text: str, said: str) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said):
        load_config(HOUSE.sections, own)
