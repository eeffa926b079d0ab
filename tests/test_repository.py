"""What must hold of the repository itself: direction of arrows, configuration read and documented, no places."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.codeversion import entry_modules, import_closure
from kg_assets.core.data import data_path
from kg_assets.core.stage import Stage
from kg_assets.core.yamlfile import read_yaml
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


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """What a module says, read once for all that is asked of it."""
    kept = (ast.Import, ast.ImportFrom, ast.Constant)
    return tuple(n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, kept))


def _imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def test_only_the_asset_layer_imports_dagster() -> None:
    others = [path for path in MODULES if path.name != "definitions.py" and "orchestration" not in path.parts]
    assert len(others) > 500
    assert [path for path in others if any(name.split(".")[0] == "dagster" for name in _imports(path))] == []


def test_arrows_point_down() -> None:
    rooms = {path: path.relative_to(ROOT / "kg_assets").parts for path in MODULES}
    pointing = {path: upward(path, parts[0]) for path, parts in rooms.items() if len(parts) > 1}
    assert len(pointing) > 500
    assert {path: names for path, names in pointing.items() if names} == {}


def upward(path: Path, room: str) -> list[str]:
    """What a module of a room imports, or names as text to import it, of a room above."""
    named = [name for name in {*_imports(path), *_named(path)} if name.startswith("kg_assets.")]
    return sorted(name for name in named if _floor(name.split(".")[1]) > _floor(room))


def _floor(room: str) -> int:
    """Rooms that answer a person may know the whole house; what puts it together for Dagster only orchestration may."""
    return FLOORS.index({"house": "queries", "definitions": "orchestration"}.get(room, room))


def _named(path: Path) -> set[str]:
    """Modules of the package that are named as text: "kg_assets.x.y:function"."""
    texts = [node.value for node in _nodes(path) if isinstance(node, ast.Constant)]
    found = (re.fullmatch(r"(kg_assets(?:\.\w+)+)(?::\w+)?(?: \w+)?", text) for text in texts if isinstance(text, str))
    return {match[1] for match in found if match}


def test_a_module_named_as_text_is_an_arrow_too(tmp_path: Path) -> None:
    path = tmp_path / "low.py"
    path.write_text('"""A low module."""\nREADER = "kg_assets.claims.stages:ROOM"\n', encoding="utf-8")
    assert upward(path, "engine") == ["kg_assets.claims.stages"]
    assert upward(path, "history") == []


_WALL_CLOCKS = {
    ("time", "time"), ("time", "time_ns"), ("time", "localtime"), ("time", "gmtime"), ("datetime", "now"),
    ("datetime", "utcnow"), ("datetime", "today"), ("date", "today"),
}  # fmt: skip


def test_nothing_that_a_build_is_made_of_reads_the_clock() -> None:
    """Taking in, asking a model and forgetting may: they say so in the ledger, and a build reads it there."""
    loaded = {name for stage in HOUSE.stages for name in import_closure(entry_modules(stage))[0]}
    reading = set()
    for name in sorted(loaded):
        path = ROOT / f"{name.replace('.', '/')}.py"
        path = path if path.exists() else ROOT / name.replace(".", "/") / "__init__.py"
        called = (node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
        asked = {(f.value.id, f.attr) for f in called if isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name)}
        reading |= {name} if asked & _WALL_CLOCKS else set()
    assert len(loaded) > 300
    assert reading == set()


@pytest.mark.parametrize("folder", ["resources", "sensors", "schedules"])
def test_thin_folders_hand_on_what_orchestration_makes(folder: str) -> None:
    (path,) = (ROOT / folder).glob("*.py")
    assert all(name.startswith("kg_assets.orchestration.") for name in _imports(path))


@cache
def _shipped() -> dict[str, Any]:
    return dict(read_yaml(data_path("config/pipeline.yaml")))


@pytest.mark.parametrize("section", HOUSE.sections)
def test_every_configuration_key_is_documented(section: str) -> None:
    model = HOUSE.sections[section]
    shipped = _shipped().get(section) or {}
    assert set(shipped) == set(model.model_fields), "config/pipeline.yaml must hold each key of the model, and no other"
    for key, field in model.model_fields.items():
        assert field.description, f"{section}.{key} has no sentence in its model"


# Each stage's modules are imported in a child of one process, which has loaded what is nobody's own: that is slow and
# would be the same for all.
_LOADING = """
import json, os, sys
import duckdb, numpy, polars, pyarrow.parquet, pydantic, spacy, yaml
assert not [m for m in sys.modules if m.split(".")[0] in ("kg_assets", "dagster")]
import importlib
for modules in json.loads(sys.argv[1]):
    child = os.fork()
    if child == 0:
        for name in modules:
            importlib.import_module(name)
        loaded = [m for m in sys.modules if m.split(".")[0] in ("kg_assets", "dagster")]
        os.write(1, (json.dumps(loaded) + "\\n").encode())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, modules
"""


@pytest.fixture(scope="module")
def really_loaded() -> dict[str, set[str]]:
    """By stage the modules of the package, and of Dagster, that are there when its own were imported."""
    asked = json.dumps([entry_modules(stage) for stage in HOUSE.stages])
    done = subprocess.run([sys.executable, "-c", _LOADING, asked], capture_output=True, text=True, check=True, cwd=ROOT)
    lines = map(json.loads, done.stdout.splitlines())
    return {stage.name: set(names) for stage, names in zip(HOUSE.stages, lines, strict=True)}


@pytest.mark.whole
@pytest.mark.parametrize("stage", HOUSE.stages, ids=lambda s: s.name)
def test_the_code_version_covers_what_is_really_imported(stage: Stage, really_loaded: dict[str, set[str]]) -> None:
    closure, _ = import_closure(entry_modules(stage))
    names = really_loaded[stage.name]
    assert set(entry_modules(stage)) <= names
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


_FILE_IN_DOCS = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|sql|yaml|html))(?::[^`]*)?`")


@pytest.mark.parametrize("page", ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))])
def test_a_file_that_a_page_names_is_there(page: str) -> None:
    """Named from the top, or from the folder that the page is about."""
    folders = (ROOT, *(ROOT / name for name in ("kg_assets", "config", "docs", "tests", "sql")))
    named = _FILE_IN_DOCS.findall((ROOT / page).read_text(encoding="utf-8"))
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


_TOP = {
    ".ci", ".gitignore", "LICENSE", "Makefile", "README.md", "benchmarks", "config", "docs", "kg_assets", "prompts",
    "pyproject.toml", "requirements-dev.lock", "requirements.lock", "resources", "schedules", "sensors", "setup.py",
    "sql", "tests", "workspace.yaml",
}  # fmt: skip


def test_nothing_lies_at_the_top_that_does_not_belong_there() -> None:
    """A test that writes where it stands leaves a file that the next commit takes along."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no checkout of git")
    assert {name.partition("/")[0] for name in listed.stdout.splitlines()} == _TOP
