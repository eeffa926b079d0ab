"""Finds the files that ship with the package: `config/`, `sql/`, `prompts/`.

In a wheel they are under `kg_assets/_data/`; in a checkout they are folders of the repository. A folder that
`ANNALS_CONFIG` names shadows `config/`, file by file. Every reader looks files up here, so that all find the
same file.
"""

import os
from collections.abc import Iterable
from pathlib import Path

HOME_VARIABLE = "ANNALS_HOME"
HOME_SETTINGS = "settings.yaml"
_PACKAGE = Path(__file__).resolve().parent.parent
_ROOTS = (_PACKAGE / "_data", _PACKAGE.parent)


def data_path(relative: str) -> Path:
    """The path of a shipped file or folder, named relative to the repository's top level, or of the person's
    own version."""
    shadow = shadow_folder()
    if shadow is not None and relative.startswith("config/"):
        own = shadow / relative.removeprefix("config/")
        if is_there(own) and own not in _passed_over:
            return own
    return shipped_path(relative)


# The person's own files that this process passes over: it reads the shipped ones in their place.
_passed_over: frozenset[Path] = frozenset()


def pass_over(relative: Iterable[str]) -> None:
    """Use these files as shipped, because the person's own versions of them cannot be used. For commands that
    only read."""
    global _passed_over
    shadow = shadow_folder()
    names = [name.removeprefix("config/") for name in relative if name.startswith("config/")]
    _passed_over = frozenset(shadow / name for name in names) if shadow is not None else frozenset()


def is_there(path: Path) -> bool:
    """Whether a file exists. False also if it may not be looked at, so that a closed folder stops no command
    that only reads."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_shipped(path: Path) -> bool:
    """Whether a file of `config/` is a shipped one, and not a person's own version."""
    return any(path.is_relative_to(root / "config") for root in _ROOTS)


def shipped_path(relative: str) -> Path:
    """The path of a file or folder as it ships, whatever shadows it."""
    for root in _ROOTS:
        candidate = root / relative
        if candidate.exists():
            return candidate
    raise FileNotFoundError(f"the installation lacks {relative}; reinstall the package")


def module_file(relative: str) -> Path:
    """The path of a file of the package's code, named relative to the repository's top level."""
    return _PACKAGE.parent / relative


def shadow_folder() -> Path | None:
    """The folder that `ANNALS_CONFIG` names, if it names one."""
    named = os.environ.get("ANNALS_CONFIG")
    folder = Path(named).expanduser().absolute() if named else None
    return folder if folder is not None and folder.is_dir() else None


def home_root() -> Path:
    """The folder of a person's data: `ANNALS_HOME`, else `data` in the current folder."""
    named = os.environ.get(HOME_VARIABLE)
    return Path(named).expanduser().absolute() if named else Path.cwd() / "data"
