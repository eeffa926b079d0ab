"""What is declared is used, what is used is declared, and what ships takes no names that others may have."""

import ast
import importlib.util
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

_SPEC = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
assert _SPEC is not None
assert _SPEC.loader is not None
generate = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(generate)


def imported(folder: str) -> set[str]:
    """The top names of all modules that the files of a folder import."""
    found: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
            found.update(name.partition(".")[0] for name in modules)
    return found


@pytest.mark.parametrize("name", generate.declared())
def test_every_declared_package_is_used_and_says_what_for(name: str) -> None:
    assert generate.places_of(name), f"nothing imports {name}, loads it by name or reads its files"
    assert generate.declared()[name], f"{name} has no comment in pyproject.toml"


def test_a_package_that_nothing_imports_is_found() -> None:
    assert generate.places_of("pytest") == []
    assert generate.places_of("orjson") != []


def test_every_import_of_the_package_is_declared() -> None:
    """A package that another one brought by chance is gone when that one changes its mind."""
    owners = {top: {o.lower() for o in names} for top, names in generate.packages_distributions().items()}
    declared = {name.lower() for name in generate.declared()}
    foreign = imported("kg_assets") - set(sys.stdlib_module_names) - {"kg_assets"}
    optional = {"torch", "sentence_transformers"}  # the extra `semantic`
    assert {top for top in foreign - optional if not owners.get(top, set()) & declared} == set()


def test_every_import_of_tests_and_benchmarks_is_declared_and_locked() -> None:
    """Splink and pandas were used by a benchmark and declared nowhere."""
    owners = {top: {o.lower() for o in names} for top, names in generate.packages_distributions().items()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [
        *project["dependencies"],
        *(one for extra in ("dev", "bench") for one in project["optional-dependencies"][extra]),
    ]
    declared = {re.match(r"[\w.-]+", one)[0].lower() for one in asked}  # type: ignore[index]
    own = {path.stem for path in (ROOT / "benchmarks").glob("*.py")} | {"kg_assets", "tests", "benchmarks"}
    own |= {"resources", "schedules", "sensors"}
    foreign = (
        {top for folder in ("tests", "benchmarks") for top in imported(folder)} - set(sys.stdlib_module_names) - own
    )
    # What is not installed here is known by its name alone.
    assert {top for top in foreign if not owners.get(top, {top.replace("_", "-")}) & declared} == set()
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8").lower()
    locked = {name.replace("_", "-") for name in re.findall(r"^([\w.-]+)(?:\[.*\])?==", lock, re.MULTILINE)}
    assert {name.replace("_", "-") for name in declared} - locked == set()


@pytest.mark.whole
def test_the_wheel_takes_one_name_of_the_top_level(tmp_path: Path) -> None:
    """`resources`, `sensors` and `schedules` of two packages would overwrite each other."""
    made = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "No module named pip" in made.stderr:
        pytest.skip("pip is not here")
    assert made.returncode == 0, made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {"kg_assets"}
    assert "kg_assets/orchestration/sensors/inbox.py" in names
    assert "kg_assets/_data/config/pipeline.yaml" in names


def test_the_thin_modules_of_the_checkout_give_what_ships() -> None:
    import resources
    import schedules
    import sensors
    from kg_assets.orchestration.schedules import nightly_schedule
    from kg_assets.orchestration.sensors.inbox import inbox_sensor
    from kg_assets.orchestration.warehouse import WarehouseResource

    assert resources.WarehouseResource is WarehouseResource
    assert schedules.nightly_schedule is nightly_schedule
    assert sensors.inbox_sensor is inbox_sensor
    for folder in ("resources", "schedules", "sensors"):
        assert [path.name for path in (ROOT / folder).glob("*.py")] == ["__init__.py"]
