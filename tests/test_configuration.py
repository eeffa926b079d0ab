"""Every key of the configuration is read where its own section is meant: a namesake elsewhere does not count."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kg_assets.house import HOUSE

ROOT = Path(__file__).resolve().parents[1]
_SECTIONS = {model.__name__: section for section, model in HOUSE.sections.items()}
_GIVING = ("section", "settings")  # config.section("time"), stage.settings("time")


@cache
def _trees() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob("kg_assets/**/*.py")))


def _section_given(node: ast.expr) -> str | None:
    """The section that an expression asks for by name."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _GIVING and node.args:
        given = node.args[0]
        return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else None
    return None


def _section_meant(annotation: ast.expr | None) -> str | None:
    """The section whose model an annotation names."""
    if annotation is None:
        return None
    words = re.findall(r"\w+", ast.unparse(annotation))
    return next((_SECTIONS[word] for word in words if word in _SECTIONS), None)


def _names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """(name, section) of every argument, variable and attribute of a module that holds a section."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            name, section = node.arg, _section_meant(node.annotation)
        elif isinstance(node, ast.AnnAssign):
            name, section = _last(node.target), _section_meant(node.annotation)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            name, section = _last(node.targets[0]), _section_given(node.value)
        elif isinstance(node, ast.FunctionDef):
            name, section = node.name, _section_meant(node.returns)
        else:
            continue
        if name and section:
            yield name, section


def _last(node: ast.expr) -> str:
    """x of x, a.x and x()."""
    if isinstance(node, ast.Call):
        return _last(node.func)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _aliases(tree: ast.AST, names: dict[str, set[str]]) -> None:
    """`self._settings = settings` and `numbers = self._settings` hold what the right side holds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for target, value in zip(targets, values, strict=False):
                names[_last(target)] |= names.get(_last(value), set()) if _last(target) else set()


@cache
def _read() -> dict[str, set[str]]:
    """The keys that code reads of each section: of what the module itself says holds it, or another one's attribute."""
    public: dict[str, set[str]] = defaultdict(set)
    giving: dict[str, set[str]] = defaultdict(set)
    found: dict[str, set[str]] = defaultdict(set)
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for name, section in _names(node):
                    public[name].add(section)
                if node.name in _SECTIONS:
                    found[_SECTIONS[node.name]] |= _own_attributes(node)
            elif isinstance(node, ast.FunctionDef) and (meant := _section_meant(node.returns)):
                giving[node.name].add(meant)
    for tree in _trees():
        own: dict[str, set[str]] = defaultdict(set)
        for name, section in _names(tree):
            own[name].add(section)
        _aliases(tree, own)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute):
                continue
            given = _section_given(node.value)
            holder = _last(node.value)
            elsewhere = public if isinstance(node.value, ast.Attribute) else giving
            held = own.get(holder) or elsewhere.get(holder, set())
            for section in {given} if given else held:
                found[section].add(node.attr)
    return found


def _own_attributes(model: ast.ClassDef) -> set[str]:
    """What a model's own functions read of it."""
    return {
        node.attr
        for node in ast.walk(model)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }


@cache
def _asked_in_sql() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("sql/**/*.sql")))


@pytest.mark.parametrize("section", HOUSE.sections)
def test_every_key_is_read_where_its_section_is_meant(section: str) -> None:
    keys = set(HOUSE.sections[section].model_fields)
    handed_to_sql = {"model_dump", "numbers"} & _read()[section]
    unread = {
        key for key in keys - _read()[section] if not (handed_to_sql and re.search(rf"\${key}\b", _asked_in_sql()))
    }
    assert not unread, f"nothing reads {section}.{', '.join(sorted(unread))}"


def test_a_namesake_does_not_count() -> None:
    tree = ast.parse("def f(row: Row, numbers: ReportSettings) -> None:\n    row.ribbons\n    numbers.places\n")
    assert dict(_names(tree)) == {"numbers": "report"}
