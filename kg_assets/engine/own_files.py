"""Reads a person's own versions of files of `config/` before a build, so that a mistake is reported at once, and not by
a stage in the middle of the build."""

import importlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg_assets.core.config import Config
from kg_assets.core.data import shadow_folder
from kg_assets.core.errors import ConfigError
from kg_assets.core.shadow import own_files

Readers = Mapping[str, tuple[str, ...]]  # by file of `config/`: the functions that read it


def check_readable(readers: Readers) -> None:
    """Try each of a person's own versions of files of `config/`, in the folder that `ANNALS_CONFIG` names,
    with the readers that are declared for it. A file that cannot be used is an error."""
    for name, path in _own().items():
        check_file(path, name, readers)


def with_unreadable(config: Config, readers: Readers) -> Config:
    """The configuration, with a reason in `unusable` for each of a person's own files that its reader cannot
    use."""
    unusable = dict(config.unusable)
    for name, path in _own().items():
        if f"config/{name}" not in unusable:
            try:
                check_file(path, name, readers)
            except ConfigError as error:
                unusable[f"config/{name}"] = str(error)
    return replace(config, unusable=unusable)


def _own() -> dict[str, Path]:
    folder = shadow_folder()
    return {name: folder / name for name in own_files(folder)} if folder else {}


def check_file(path: Path, name: str, readers: Readers) -> None:
    """Read a person's version of the file `name` of `config/` with the readers of all stages that use it. An
    error says what is wrong."""
    for reader in readers.get(name, readers.get(f"{name.rpartition('/')[0]}/*", ())):
        _try(reader, path, name)


def _try(reader: str, path: Path, name: str) -> None:
    reference, _, argument = reader.partition(" ")
    module, _, function = reference.partition(":")
    read = getattr(importlib.import_module(module), function)
    arguments: list[Any] = [path if argument == "PATH" else argument] if argument else []
    try:
        read(*arguments)
    except ConfigError as error:
        text = str(error)
        raise ConfigError(text if str(path) in text else f"{path}: {text}") from None
    except Exception as error:
        said = f"{error} is missing" if isinstance(error, KeyError) else f"{error}"[:300] or type(error).__name__
        raise ConfigError(f"{path}: it cannot be used: {said}; compare it with the shipped config/{name}") from None
