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
    "models",
    "sources",
    "language",
    "mentions",
    "lexicon",
    "naming",
    "claims",
    "history",
    "graph",
    "beliefs",
    "corpus",
    "search",
    "queries",
    "requests",
    "report",
    "exports",
    "forgetting",
    "mcp",
    "serve",
    "orchestration",
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
    if path.name in ("assets.py", "definitions.py") or "orchestration" in path.parts:
        return
    assert not {name for name in _imports(path) if name.split(".")[0] == "dagster"}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_arrows_point_down(path: Path) -> None:
    parts = path.relative_to(ROOT / "kg_assets").parts
    if len(parts) == 1:
        return
    floor = FLOORS.index(parts[0])
    upward = [
        name
        for name in _imports(path)
        if name.startswith("kg_assets.") and name.split(".")[1] in FLOORS and FLOORS.index(name.split(".")[1]) > floor
    ]
    assert not upward


@pytest.mark.parametrize("section", HOUSE.sections)
def test_every_configuration_key_is_documented_and_read(section: str) -> None:
    model = HOUSE.sections[section]
    text = data_path("config/pipeline.yaml").read_text(encoding="utf-8")
    shipped = yaml.safe_load(text).get(section) or {}
    assert set(shipped) == set(model.model_fields), "config/pipeline.yaml must hold each key of the model, and no other"
    code = "\n".join(p.read_text(encoding="utf-8") for p in MODULES)
    queries = "\n".join(p.read_text(encoding="utf-8") for p in sorted(ROOT.glob("sql/**/*.sql")))
    for key, field in model.model_fields.items():
        assert field.description, f"{section}.{key} has no sentence in its model"
        assert re.search(rf"^ *#.*\n(?: *#.*\n)* *{key}:", text, re.MULTILINE), (
            f"{section}.{key} has no comment in the YAML"
        )
        is_read = re.search(rf"\.{key}\b", code) or re.search(rf"\${key}\b", queries)
        assert is_read, f"nothing reads {section}.{key}"


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
