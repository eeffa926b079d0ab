"""Checks a person's own versions of shipped YAML files.

Each of them except `pipeline.yaml` replaces the whole shipped file, so it must be complete. Otherwise a build would
read a file that was cut off or emptied without an error, and silently know less.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg_assets.core.data import shipped_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.mistyped import nearest
from kg_assets.core.yamlfile import read_text, read_yaml, shape_of, unfit

# The first holds only changed keys; the others are open lists, in which every entry is the person's choice.
_PARTIAL = ("pipeline.yaml",)
_OPEN = ("predicates.yaml", "report/relations.yaml")
_EXAMPLES = ("pipeline.yaml", "predicates.yaml", "claims/frames.yaml")
_SHOWN = 5  # names of what lies there instead
_YAML = (".yaml", ".yml")
# Files whose sections hold named lists; the code asks for every list.
_DEEPER = ("claims/lists.yaml",)


def own_files(folder: Path) -> list[str]:
    """Names, relative to `config/`, of the shipped files that the folder has versions of."""
    shipped = shipped_path("config")
    names = [file.relative_to(shipped).as_posix() for file in sorted(shipped.rglob("*")) if file.is_file()]
    return [name for name in names if (folder / name).exists() or (folder / name).is_symlink()]


def check_own_files(folder: Path) -> None:
    """Refuse files that cannot replace the shipped ones.

    The error names the file, what is wrong in it, and what to do.
    """
    closed = _closed(folder)
    if closed is not None:
        raise ConfigError(closed)
    own = own_files(folder)
    if not own:
        raise ConfigError(_without_effect(folder))
    for name, why in _misnamed(folder).items():
        raise ConfigError(f"{folder / name}: {why}")
    for name in own:
        _check_own_file(folder / name, name)


def _closed(folder: Path) -> str | None:
    """Words for the first folder that this process may not look into, with the command that allows it; None if it
    may look into all.
    """
    for place in (folder, *sorted(path for path in folder.rglob("*") if path.is_dir())):
        if not os.access(place, os.R_OK | os.X_OK):
            return f"{place}: this folder may not be looked into; allow it (chmod u+rx), or take it away"
    return None


def _without_effect(folder: Path) -> str:
    held = ", ".join(sorted(path.name for path in folder.iterdir())[:_SHOWN]) or "nothing"
    return (
        f"{folder}: none of the files of config/ is here, so it would change nothing; found: {held}; expected: "
        f"files called as those that ship, such as {', '.join(_EXAMPLES)}, in the folders that they ship in; put "
        f"yours there, or unset ANNALS_CONFIG"
    )


def _misnamed(folder: Path) -> dict[str, str]:
    """YAML files whose name no file of config/ has, with the error text for each. They would have no effect
    although somebody put them there."""
    shipped = shipped_path("config")
    names = [file.relative_to(shipped).as_posix() for file in sorted(shipped.rglob("*.yaml"))]
    found = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.suffix in _YAML)
    return {
        name: f"no file of config/ has this name, so it changes nothing; rename or remove it{nearest(name, names)}"
        for name in found
        if name not in names
    }


def unusable_files(folder: Path) -> dict[str, str]:
    """For each of a person's own files that cannot replace the shipped one, the reason.

    If the folder has no own file, or may not be read, the settings as a whole are unusable.
    """
    closed = _closed(folder)
    if closed is not None:
        return {_PARTIAL[0]: closed}
    if not own_files(folder):
        return {_PARTIAL[0]: _without_effect(folder)}
    found = {name: f"{folder / name}: {why}" for name, why in _misnamed(folder).items()}
    for name in own_files(folder):
        try:
            _check_own_file(folder / name, name)
        except ConfigError as error:
            found[name] = str(error)
    return found


def _check_own_file(path: Path, name: str) -> None:
    if not path.is_file():
        raise ConfigError(f"{path}: a file is expected here, as config/{name} ships; take this away or name another")
    if path.suffix not in _YAML:
        _refuse_empty(path, name)
    elif name not in _PARTIAL:
        _compare(path, read_yaml(path), read_yaml(shipped_path(f"config/{name}")), name)


def _refuse_empty(path: Path, name: str) -> None:
    """Refuse a template, style sheet or list that is empty; its reader would go on with nothing."""
    if not read_text(path).strip():
        raise ConfigError(f"{path}: the file is empty; {_way_out(name)}, or take it away")


def _compare(path: Path, own: Any, shipped: Any, name: str) -> None:
    _check_kind(path, "", own, shipped, name)
    if not isinstance(shipped, dict) or name in _OPEN:
        return
    for key, value in shipped.items():
        if key not in own:
            raise ConfigError(f"{path}: the key {key!r} is missing; {_way_out(name)}")
        _check_kind(path, f"{key}: ", own[key], value, name)
        if name in _DEEPER:
            _compare_lists(path, key, own[key], value, name)


def _compare_lists(path: Path, key: str, own: Mapping[str, Any], shipped: Mapping[str, Any], name: str) -> None:
    for inner, value in shipped.items():
        if inner not in own:
            raise ConfigError(f"{path}: {key}: the key {inner!r} is missing; {_way_out(name)}")
        _check_kind(path, f"{key}.{inner}: ", own[inner], value, name)


def _check_kind(path: Path, place: str, own: Any, shipped: Any, name: str) -> None:
    if shipped is None or shape_of(own) == shape_of(shipped):
        return
    raise ConfigError(f"{path}: {place}{unfit(shape_of(shipped), own)}; {_way_out(name)}")


def _way_out(name: str) -> str:
    return f"your file takes the place of the whole shipped config/{name}: copy that one and change it"
