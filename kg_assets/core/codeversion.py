"""The version of a stage's code: a hash of everything that can change its rows, except its inputs and its
configuration.

It covers the syntax trees (without docstrings and comments) of all our modules that the stage's function or plan can
import, its data files, its contracts, the minor version of Python, and the versions of the distributions that these
modules import. Changing a comment leaves every build fresh; a new pyarrow makes every table stale.
"""

import ast
import hashlib
import importlib.metadata
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kg_assets.core.collector import without_collector
from kg_assets.core.contract import FILE_LAYOUT
from kg_assets.core.derived import Known, kept_beside, made_from
from kg_assets.core.stage import Stage
from kg_assets.core.trees import Imported, Tree, known_trees

_ROOT = Path(__file__).resolve().parents[2]
_OURS = "kg_assets"
# These write or compute every table, whatever the stage imports itself.
_ALWAYS = ("duckdb", "pyarrow")
_STDLIB = sys.stdlib_module_names
_MODULE = re.compile(r"(?!__init__)\w+\.py", re.ASCII)


def stage_code_version(stage: Stage, files_hash: Callable[[str], str]) -> str:
    """Hex sha256 of the stage's program and data files. `files_hash` gives the hash of a declared file or folder."""
    files = sorted((name, files_hash(name)) for name in stage.files)
    return hashlib.sha256(repr((program_version(stage), files)).encode()).hexdigest()


@cache
def program_version(stage: Stage) -> str:
    """Hex sha256 of the part of a stage that a process keeps once it is loaded: everything except the data
    files, which are read each time."""
    with without_collector():
        modules, imported = import_closure(entry_modules(stage))
    parts: dict[str, object] = {
        "stage": (stage.name, stage.function, stage.plan, stage.inputs, *stage.sees),
        "contracts": sorted((table.name, table.version()) for table in stage.tables),
        "modules": sorted((name, module_hash(name)) for name in modules),
        "distributions": distribution_versions(imported, stage.distributions),
        "python": sys.version_info[:2],
        "layout": FILE_LAYOUT,
    }
    return hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()


def entry_modules(stage: Stage) -> list[str]:
    """The modules that hold the stage's function and plan."""
    return sorted({reference.partition(":")[0] for reference in (stage.function, stage.plan) if reference})


def import_closure(entries: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Our modules that can be reached by import statements from `entries`, and the top-level names of other
    packages that they import."""
    ours: set[str] = set()
    others: set[str] = set()
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        if name in ours:
            continue
        ours.add(name)
        for imported in _imports(name):
            if imported.partition(".")[0] == _OURS:
                waiting.append(imported)
            else:
                others.add(imported.partition(".")[0])
        parent = name.rpartition(".")[0]
        if parent:
            waiting.append(parent)
    return frozenset(ours), frozenset(others - _STDLIB)


@cache
def _known() -> Known[Tree]:
    """The syntax trees read earlier on this installation, by this version of the module and of Python."""
    return known_trees(kept_beside(__file__), made_from(__file__))


@cache
def module_path(name: str) -> Path:
    """The file of one of our modules."""
    if name.partition(".")[0] == _OURS:
        found = [_our_modules()[name]] if name in _our_modules() else []
    else:
        base = _ROOT.joinpath(*name.split("."))
        found = [place for place in (base.with_suffix(".py"), base / "__init__.py") if place.exists()]
    if not found:
        raise ModuleNotFoundError(f"{name} is not a module of this package")
    return found[0]


@cache
def _our_modules() -> Mapping[str, Path]:
    """Every module of ours with its file, listed once; asking the disk for each imported name took longer."""
    found: dict[str, Path] = {}
    for folder, folders, files in os.walk(_ROOT / _OURS):
        parts = Path(folder).relative_to(_ROOT).parts
        if "__init__.py" not in files:
            folders.clear()
            continue
        found[".".join(parts)] = Path(folder, "__init__.py")
        found |= {".".join((*parts, file[:-3])): Path(folder, file) for file in files if _MODULE.fullmatch(file)}
    return found


@cache
def module_hash(name: str) -> str:
    """The sha256 of a module's syntax tree without docstrings."""
    return _read(name).sha256


@cache
def _imports(name: str) -> frozenset[str]:
    found: set[str] = set()
    for module, names in _read(name).imports:
        if module is None:
            found.update(names)
        else:
            found.add(module)
            found.update(f"{module}.{one}" for one in names if f"{module}.{one}" in _our_modules())
    return frozenset(found)


@cache
def _read(name: str) -> Tree:
    """The syntax tree of a module. If the module's bytes have not changed, it is the one remembered from an earlier
    read."""
    source = module_path(name).read_bytes()
    return _known().of(hashlib.sha256(source).hexdigest(), lambda: read_tree(source))


def read_tree(source: bytes) -> Tree:
    """The hash and the import statements of a module's source, found in one walk of its tree."""
    imports: list[ast.Import | ast.ImportFrom] = []
    said: list[str] = []
    _walk(ast.parse(source), said, imports)
    sha256 = hashlib.sha256("\0".join(said).encode("utf-8", "surrogatepass")).hexdigest()
    return Tree(sha256, tuple(imported for node in imports for imported in _imported(node)))


def _imported(node: ast.Import | ast.ImportFrom) -> list[Imported]:
    """What one import statement imports: (module, names) for `from module import names`, (None, modules) for `import
    modules`."""
    names = tuple(alias.name for alias in node.names)
    if isinstance(node, ast.Import):
        return [(None, names)]
    return [(node.module, names)] if node.module else []


def _walk(node: ast.AST, said: list[str], imports: list[ast.Import | ast.ImportFrom]) -> None:
    """Go through a syntax tree and append to `said`, in order, the kind and fields of each node except docstrings, and
    to `imports` the import statements. `ast.dump` would take twice the time."""
    kind: Any = node.__class__
    said.append(kind.__name__)
    if isinstance(node, ast.Import | ast.ImportFrom):
        imports.append(node)
    for field in _fields(kind):
        value = getattr(node, field, None)
        if value.__class__ is list:
            is_text_first = field == "body" and kind in _DOCUMENTED and _is_documented(value)
            said.append("[")
            for item in value[1:] if is_text_first else value:
                if isinstance(item, ast.AST):
                    _walk(item, said, imports)
                else:
                    said.append(repr(item))
            said.append("]")
        elif isinstance(value, ast.AST):
            _walk(value, said, imports)
        else:
            said.append(repr(value))


_DOCUMENTED = frozenset({ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef})


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    # Whether a name is read or written follows from where it stands.
    return tuple(field for field in kind._fields if field not in ("ctx", "type_ignores"))


def _is_documented(body: list[ast.stmt]) -> bool:
    first = body[0] if body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


def distribution_versions(imported: Iterable[str], named: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Pairs (distribution, version). The distributions are those that provide the imported top-level names, those in
    `named`, and those in `_ALWAYS`."""
    providers = _providers()
    names = set(_ALWAYS) | set(named)
    for top in imported:
        names.update(providers.get(top, ()))
    return [(name, _version(name)) for name in sorted({n.lower().replace("_", "-") for n in names})]


@cache
def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "absent"


@cache
def _providers() -> Mapping[str, tuple[str, ...]]:
    """Top-level names, each with the distributions that provide it.

    `importlib.metadata.packages_distributions` gives the same, but parses every header and file entry: that
    is fourteen times slower, at the start of each command.
    """
    found: dict[str, list[str]] = {}
    for folder in dict.fromkeys(sys.path):
        for information in sorted(Path(folder or ".").glob("*.dist-info")):
            distribution = information.name.removesuffix(".dist-info").rpartition("-")[0]
            for top in _top_levels(information):
                found.setdefault(top, []).append(distribution)
    return {top: tuple(distributions) for top, distributions in found.items()}


def _top_levels(information: Path) -> list[str]:
    """The top-level names for imports that a distribution provides."""
    stated = information / "top_level.txt"
    if stated.exists():
        return stated.read_text(encoding="utf-8").split()
    record = information / "RECORD"
    lines = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
    tops = [line.partition("/")[0] if "/" in line else line.partition(".")[0] for line in lines]
    return sorted({top for top in tops if top.isidentifier()})
