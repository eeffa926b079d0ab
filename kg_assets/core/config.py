"""Typed configuration: sections of `config/pipeline.yaml`, each read into the model of the package that uses
it.

An unknown key is an error that suggests the nearest name; an error about a value names the file, the key and
what was expected. The meaning of each number is written next to it in the YAML and in the models'
descriptions.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import rfc8785
from pydantic import BaseModel, ValidationError

from kg_assets.core.data import HOME_SETTINGS, data_path, home_root, is_there, shipped_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.mistyped import faults_in_words, lines_of, nearest
from kg_assets.core.shadow import check_own_files, unusable_files
from kg_assets.core.yamlfile import read_yaml, unfit

PIPELINE_FILE = "config/pipeline.yaml"
# JSON's numbers are exact up to here, and so is the hash of a section.
_GREATEST = 2**53


@dataclass(frozen=True)
class Config:
    """All sections of the configuration, the folder with a person's own data files (`shadow`), and why files
    cannot be used (`unusable`)."""

    sections: Mapping[str, BaseModel]
    shadow: Path | None = None
    # Why files and sections (`section_file`) cannot be used; sections hold the shipped values then.
    unusable: Mapping[str, str] = field(default_factory=dict)

    def section(self, name: str) -> Any:
        try:
            return self.sections[name]
        except KeyError:
            raise ConfigError(f"there is no configuration section named {name!r}") from None

    def why_unusable(self, names: Iterable[str]) -> str | None:
        """The reason why the first unusable one of these files, folders and sections cannot be used.

        None if all can be used.
        """
        for name in names:
            for broken, why in self.unusable.items():
                if name == broken or broken.startswith(f"{name}/") or name.startswith(f"{broken}/"):
                    return why
        return None

    def section_hash(self, name: str) -> str:
        """sha256 of the section's canonical JSON, which becomes part of fingerprints."""
        return sha256_hex(rfc8785.dumps(self.section(name).model_dump(mode="json")))

    def file(self, name: str) -> Path:
        """The path of a data file (`config/…`, `sql/…`, `prompts/…`). For a `config/` file it is the person's own
        version if there is a usable one, otherwise the shipped file."""
        if self.shadow is not None and name.startswith("config/"):
            own = self.shadow / name.removeprefix("config/")
            if is_there(own) and name not in self.unusable:
                return own
        return shipped_path(name) if name in self.unusable else data_path(name)

    def files(self, name: str) -> dict[str, Path]:
        """The path of a declared file, or of each file of a declared folder, by its name.

        If the person has an own version of a file, its path is given; for the other files of a folder the path of the
        shipped one.
        """
        shipped = shipped_path(name)
        if not shipped.is_dir():
            return {name: self.file(name)}
        below = sorted(path for path in shipped.rglob("*") if path.is_file())
        names = [f"{name}/{path.relative_to(shipped).as_posix()}" for path in below]
        return {one: self.file(one) for one in names}

    def files_hash(self, name: str) -> str:
        """A sha256 over the names and bytes of a declared file, or of all files in a declared folder."""
        listing = [(one, sha256_hex(path.read_bytes())) for one, path in self.files(name).items()]
        return sha256_hex(repr(listing).encode())


def load_config(models: Mapping[str, type[BaseModel]], override: Path | None = None) -> Config:
    """Read the shipped `pipeline.yaml`, then the override: a file of changed keys, or a folder that shadows
    `config/`."""
    shipped = shipped_path(PIPELINE_FILE)
    values = _read_sections(shipped, models)
    shadow = None
    if override is not None:
        if not _exists(override):
            raise ConfigError(
                f"ANNALS_CONFIG names {override}, which does not exist; name a YAML file of changed keys or a folder "
                f"that holds your versions of files of config/, or unset it"
            )
        shadow = override if override.is_dir() else None
        if shadow is not None:
            check_own_files(shadow)
        own = override / "pipeline.yaml" if override.is_dir() else override
        if _exists(own):
            for section, entries in _read_sections(own, models).items():
                values[section] = {**values.get(section, {}), **entries}
    source = override or shipped
    return Config({name: _build(name, model, values.get(name, {}), source) for name, model in models.items()}, shadow)


def section_file(section: str) -> str:
    """The name that stands for a section of the settings where files are named: `config/pipeline.yaml/store`."""
    return f"{PIPELINE_FILE}/{section}"


def load_usable(models: Mapping[str, type[BaseModel]], override: Path | None = None) -> Config:
    """The configuration as far as it can be used.

    A section or file that cannot be used is replaced by the shipped one, with the reason in `unusable`. This
    is for everything that must go on despite one faulty file: the interface, its sensors, and the stages that
    do not read that file.
    """
    try:
        return load_config(models, override)
    except ConfigError as error:
        config = load_config(models)
        if override is None or not _exists(override):
            return replace(config, unusable={PIPELINE_FILE: str(error)})
    shadow = override if override.is_dir() else None
    unusable = {f"config/{name}": why for name, why in unusable_files(shadow).items()} if shadow else {}
    own = override / "pipeline.yaml" if shadow else override
    values, found = _usable_sections(own, models) if _exists(own) else ({}, {})
    return Config({**config.sections, **values}, shadow, unusable | found)


def _usable_sections(own: Path, models: Mapping[str, type[BaseModel]]) -> tuple[dict[str, BaseModel], dict[str, str]]:
    """The usable sections of a person's own settings, and the reasons why others cannot be used."""
    shipped = _read_sections(shipped_path(PIPELINE_FILE), models)
    built: dict[str, BaseModel] = {}
    unusable: dict[str, str] = {}
    document: Any = None
    try:
        document = read_yaml(own)
        _require_sections(own, document, models)
    except ConfigError as error:
        # Nobody knows which section was meant, so the error counts for all of them.
        unusable[PIPELINE_FILE] = str(error)
    known = document if isinstance(document, dict) else {}
    for section, entries in known.items():
        if section not in models:
            continue
        try:
            _require_keys(own, section, entries, models[section])
            built[section] = _build(section, models[section], {**shipped[section], **(entries or {})}, own)
        except ConfigError as error:
            unusable[section_file(section)] = str(error)
    return built, unusable


def config_from_environment(models: Mapping[str, type[BaseModel]]) -> Config:
    """The configuration that `ANNALS_CONFIG` and the home of `ANNALS_HOME` give."""
    return load_config(models, override_from_environment())


def override_from_environment() -> Path | None:
    """The file or folder that changes the settings of the home which `ANNALS_HOME` names, None if there is none."""
    return override_of(home_root())


def override_of(home: Path) -> Path | None:
    """The file or folder that `ANNALS_CONFIG` names, else the settings file in this home; None if there is
    neither."""
    named = os.environ.get("ANNALS_CONFIG")
    own = Path(named).expanduser().absolute() if named else home / HOME_SETTINGS
    return own if named or is_there(own) else None


def passed_over(home: Path) -> str | None:
    """A warning that settings in this home have no effect because `ANNALS_CONFIG` names others. None if no
    setting is lost."""
    used, own = override_of(home), home / HOME_SETTINGS
    if used is None or used == own.absolute() or not is_there(own):
        return None
    named = used / "pipeline.yaml" if used.is_dir() else used
    other = _told_in(named)
    lost = [".".join(key) for key, value in _told_in(own).items() if other.get(key) != value]
    if not lost:
        return None
    said = f"ANNALS_CONFIG is used in place of {own}: {', '.join(lost)} there"
    return f"{said} do not hold; copy them to {named} if they shall"


def _told_in(path: Path) -> dict[tuple[str, str], Any]:
    """The settings that a file sets, by (section, key). Empty if the file cannot be read; the code that needs the
    settings reports that."""
    try:
        document = read_yaml(path) if is_there(path) else None
    except ConfigError:
        return {}
    sections = document.items() if isinstance(document, dict) else ()
    return {(str(s), str(k)): v for s, entries in sections if isinstance(entries, dict) for k, v in entries.items()}


def threads_from_environment(configured: int) -> int:
    """How many processes may work at once: `ANNALS_THREADS`, else the configured number; 0 means one per core."""
    text = os.environ.get("ANNALS_THREADS")
    if text is None or text == "":
        number = configured
    else:
        try:
            number = int(text)
        except ValueError:
            raise ConfigError(f"ANNALS_THREADS is {text!r}; it takes a whole number, 0 for one per core") from None
    if number < 0:
        named = "ANNALS_THREADS" if text else "store.threads"
        raise ConfigError(f"{named} is {number}; it takes a whole number, 0 for one per core")
    return number or _cores()


def _cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _read_sections(path: Path, models: Mapping[str, type[BaseModel]]) -> dict[str, dict[str, Any]]:
    document = read_yaml(path)
    _require_sections(path, document, models)
    for section, entries in (document or {}).items():
        _require_keys(path, section, entries, models[section])
    return {section: dict(entries or {}) for section, entries in (document or {}).items()}


def _require_sections(path: Path, document: Any, models: Mapping[str, type[BaseModel]]) -> None:
    if document is None:
        return
    if not isinstance(document, dict):
        raise ConfigError(
            f"{path}: {unfit('keys with values', document)}; write sections ({', '.join(models)}) with changed keys "
            f"below them"
        )
    for section in document:
        if section not in models:
            raise ConfigError(
                f"{_at(path, section)}there is no section {section!r}{nearest(str(section), list(models))}"
            )


def _require_keys(path: Path, section: str, entries: Any, model: type[BaseModel]) -> None:
    if entries is not None and not isinstance(entries, dict):
        raise ConfigError(
            f"{_at(path, section)}section {section!r}: {unfit('keys with values', entries)}; write each changed key "
            f"on a line of its own below it, as in `{next(iter(model.model_fields))}: ...`"
        )
    known = list(model.model_fields)
    for key in entries or {}:
        if key not in known:
            raise ConfigError(
                f"{_at(path, section, key)}section {section!r} has no key {key!r}{nearest(str(key), known)}"
            )


def _at(path: Path, *place: str) -> str:
    """The beginning of an error's text: the file, and the line of the key at `place`, if it is known."""
    line = lines_of(path)(place)
    return f"{path}, line {line}: " if line else f"{path}: "


def _build(section: str, model: type[BaseModel], values: Mapping[str, Any], source: Path) -> BaseModel:
    try:
        # Strict: YAML distinguishes the number 4 from the text "4" and from `true`, and so do the models.
        built = model.model_validate(_frozen(dict(values)), strict=True)
    except ValidationError as error:
        own = source / "pipeline.yaml" if source.is_dir() else source
        told = faults_in_words(error, model, lines_of(own), (section,))
        raise ConfigError(f"{own}{', ' if told.startswith('line ') else ': '}{told}") from None
    except RecursionError:
        raise ConfigError(f"{source}: {section}: it is nested too deeply; write it in fewer levels") from None
    _refuse_endless(built, section, source)
    return built


def _frozen(value: Any) -> Any:
    """A value from YAML with tuples instead of lists, as the models declare it."""
    if isinstance(value, list):
        return tuple(_frozen(one) for one in value)
    return {key: _frozen(one) for key, one in value.items()} if isinstance(value, dict) else value


def _refuse_endless(value: Any, place: str, source: Path) -> None:
    """Refuse numbers beyond `_GREATEST`, which cannot be any limit, count or share: calculations with them
    would fail later, far from here."""
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            _refuse_endless(getattr(value, name), f"{place}.{name}", source)
    elif isinstance(value, dict):
        for key, one in value.items():
            _refuse_endless(one, f"{place}.{key}", source)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            _refuse_endless(one, place, source)
    elif isinstance(value, int | float) and not abs(value) <= _GREATEST:
        raise ConfigError(f"{source}: {place}: a number of at most {_GREATEST} is expected (found {str(value)[:40]})")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
