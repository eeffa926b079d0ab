"""What must hold of the repository itself: direction of arrows, configuration read and documented, no places."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from kg_assets.core.codeversion import entry_modules, import_closure
from kg_assets.core.data import data_path
from kg_assets.house import HOUSE

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(ROOT.glob("kg_assets/**/*.py"))
# Who may import whom: a package may import those before it (design: arrows point down).
FLOORS = (
    "core",
    "store",
    "engine",
    "llm",
    "sources",
    "language",
    "mentions",
    "lexicon",
    "entities",
    "claims",
    "history",
    "graph",
    "beliefs",
    "memory",
    "overlay",
    "corpus",
    "search",
    "queries",
    "intake",
    "report",
    "exports",
    "forgetting",
    "mcp",
    "orchestration",
    "cli",
)


def _imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_asset_layer_imports_dagster(path: Path) -> None:
    if path.name == "definitions.py" or "orchestration" in path.parts:
        return
    assert not {name for name in _imports(path) if name.split(".")[0] == "dagster"}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_arrows_point_down(path: Path) -> None:
    parts = path.relative_to(ROOT / "kg_assets").parts
    if len(parts) == 1:
        return
    assert not upward(path, parts[0])


def upward(path: Path, room: str) -> list[str]:
    """What a module of a room imports, or names as text to import it, of a room above."""
    named = [name for name in {*_imports(path), *_named(path)} if name.startswith("kg_assets.")]
    return sorted(name for name in named if _floor(name.split(".")[1]) > _floor(room))


def _floor(room: str) -> int:
    """Rooms that answer a person may know the whole house; what puts it together for Dagster only orchestration may."""
    return FLOORS.index({"house": "queries", "definitions": "orchestration"}.get(room, room))


def _named(path: Path) -> set[str]:
    """Modules of the package that are named as text: "kg_assets.x.y:function"."""
    texts = [n.value for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant)]
    found = (re.fullmatch(r"(kg_assets(?:\.\w+)+)(?::\w+)?(?: \w+)?", text) for text in texts if isinstance(text, str))
    return {match[1] for match in found if match}


def test_a_module_named_as_text_is_an_arrow_too(tmp_path: Path) -> None:
    path = tmp_path / "low.py"
    path.write_text('"""A low module."""\nREADER = "kg_assets.claims.stages:ROOM"\n', encoding="utf-8")
    assert upward(path, "engine") == ["kg_assets.claims.stages"]
    assert upward(path, "history") == []


@pytest.mark.parametrize("folder", ["resources", "sensors", "schedules"])
def test_thin_folders_hand_on_what_orchestration_makes(folder: str) -> None:
    (path,) = (ROOT / folder).glob("*.py")
    assert all(name.startswith("kg_assets.orchestration.") for name in _imports(path))


@pytest.mark.parametrize("section", HOUSE.sections)
def test_every_configuration_key_is_documented(section: str) -> None:
    model = HOUSE.sections[section]
    text = data_path("config/pipeline.yaml").read_text(encoding="utf-8")
    shipped = yaml.safe_load(text).get(section) or {}
    assert set(shipped) == set(model.model_fields), "config/pipeline.yaml must hold each key of the model, and no other"
    for key, field in model.model_fields.items():
        assert field.description, f"{section}.{key} has no sentence in its model"


@pytest.mark.parametrize("stage", HOUSE.stages, ids=lambda s: s.name)
def test_the_code_version_covers_what_is_really_imported(stage) -> None:  # type: ignore[no-untyped-def]
    closure, _ = import_closure(entry_modules(stage))
    command = (
        f"import importlib, sys\nfor m in {entry_modules(stage)!r}: importlib.import_module(m)\n"
        "print('\\n'.join(m for m in sys.modules if m.split('.')[0] in ('kg_assets', 'dagster')))"
    )
    loaded = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True, cwd=ROOT)
    names = set(loaded.stdout.split())
    assert "dagster" not in names, "a stage's function must not load dagster: workers import it"
    assert names <= closure


def test_no_file_names_a_place_of_one_machine_or_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=False).stdout.split(
        "\n"
    )
    # Written in pieces so that this test does not find itself.
    hosts = re.compile(
        "|".join(["pypi" + r"\.org", "python" + r"hosted\.org", "registry" + r"\.npmjs", r"deb\.deb" + "ian"])
    )
    places = re.compile("/(?:" + "|".join(["ro" + "ot", "wo" + "rk", "ho" + "me"]) + ")/[A-Za-z]")
    found = []
    for name in filter(None, listed):
        path = ROOT / name
        if not path.is_file() or path.suffix in (".png", ".parquet", ".lock"):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if hosts.search(text) or (
            places.search(text) and not name.startswith(("config/", "tests/", "kg_assets/corpus"))
        ):
            found.append(name)
    assert not found


def test_every_file_of_views_belongs_to_a_room() -> None:
    assert sorted(HOUSE.views) == sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("sql/views/*.sql"))
