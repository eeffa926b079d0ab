"""The ingredients of a stage's result, part by part, under names that a person knows.

Whether a result is stale is decided by its fingerprint, which covers the same; the parts only tell what has
changed.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from kg_assets.core.canonical import canonical
from kg_assets.core.codeversion import distribution_versions, entry_modules, import_closure, module_hash
from kg_assets.core.config import PIPELINE_FILE, Config, section_file
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.modelfiles import model_digest
from kg_assets.core.stage import Stage
from kg_assets.engine.stagerun import Given
from kg_assets.store.contents import Content

Parts = Mapping[str, str]
# Twelve digits are enough to tell two versions of one part from each other.
_DIGITS = 12
_OURS = "kg_assets."
_MOST_NAMED = 6  # a new version of the program changes a hundred modules


def parts_of(stage: Stage, config: Config, given: Given, inputs: Mapping[str, Sequence[Content]]) -> dict[str, str]:
    """All that a stage's result depends on (its code, settings, files, models and inputs): each part by a readable
    name, with its version or the beginning of a hash."""
    models = {f"the files of {name}": digest[:_DIGITS] for name, digest in model_digests(stage, config).items()}
    return {
        **_code(stage),
        **_files(stage, config),
        **_settings(stage, config),
        **models,
        **_given(stage, given, inputs),
    }


def model_digests(stage: Stage, config: Config) -> dict[str, str]:
    """The hash of the files of each model that a setting of the stage names, by setting."""
    found: dict[str, str] = {}
    for name in stage.models:
        section, _, key = name.partition(".")
        found[name] = model_digest(getattr(config.section(section), key))
    return found


def changes_in_words(before: Parts, now: Parts) -> str:
    """The names of the parts that are new, gone or different, in words. Empty if nothing differs, or if nothing was
    recorded before."""
    changed = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name)) if before else []
    more = len(changed) - _MOST_NAMED
    return ", ".join(changed[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def read_files(stage: Stage) -> list[str]:
    """The names of the files and folders that a stage reads. A section of the settings that it reads is named like a
    file: `config/pipeline.yaml/store`."""
    return [*stage.files, *(section_file(section) for section in stage.config)]


def why_unreadable(stage: Stage, config: Config) -> str | None:
    """Why a file or section that a stage reads cannot be used, None if all can.

    Every stage reads section `store`.
    """
    return config.why_unusable([*read_files(stage), section_file("store")])


def version_of(name: str, config: Config) -> str:
    """The current version of a file, folder or section, as a hash of its parts."""
    section = name.removeprefix(f"{PIPELINE_FILE}/")
    parts = _section(section, config) if section != name else _file_parts(name, config)
    return _version(name, parts)


def versions_among(stage: Stage, parts: Parts) -> dict[str, str]:
    """The version of each of the stage's `read_files`, by name, computed from the recorded `parts`. A file of which no
    part was recorded is left out."""
    found = {}
    for name in read_files(stage):
        section = name.removeprefix(f"{PIPELINE_FILE}/")
        begins = f"setting {section}." if section != name else f"{name}/"
        told = {part: version for part, version in parts.items() if part == name or part.startswith(begins)}
        if told:
            found[name] = _version(name, told)
    return found


def table_part(name: str) -> str:
    """The name under which `parts_of` lists a table that a stage reads."""
    return f"table {name}"


def table_version(contents: Sequence[Content]) -> str:
    """The version of a table: a hash of its files' hashes."""
    return _hash([content.sha256 for content in contents])


def _version(name: str, parts: Parts) -> str:
    return _hash([name, *(list(pair) for pair in sorted(parts.items()))])


def _code(stage: Stage) -> dict[str, str]:
    # Only our own modules can be followed; of another package's house only the declarations of its stages count.
    modules, imported = import_closure(name for name in entry_modules(stage) if name.startswith(_OURS))
    parts = {f"module {name}": module_hash(name)[:_DIGITS] for name in sorted(modules)}
    parts |= {f"library {name}": version for name, version in distribution_versions(imported, stage.distributions)}
    parts |= {f"the contract of {table.name}": table.version()[:_DIGITS] for table in stage.tables}
    declared = [stage.name, stage.function, stage.plan, list(stage.inputs), *stage.sees]
    return parts | {"how the stage is declared": _hash(declared), "Python": ".".join(map(str, sys.version_info[:2]))}


def _files(stage: Stage, config: Config) -> dict[str, str]:
    """The hash of each file that the stage declares; a folder is listed file by file."""
    return {one: version for name in stage.files for one, version in _file_parts(name, config).items()}


def _file_parts(name: str, config: Config) -> dict[str, str]:
    return {one: sha256_hex(path.read_bytes())[:_DIGITS] for one, path in config.files(name).items()}


def _settings(stage: Stage, config: Config) -> dict[str, str]:
    return {name: version for section in stage.config for name, version in _section(section, config).items()}


def _section(section: str, config: Config) -> dict[str, str]:
    values = config.section(section).model_dump(mode="json")
    return {f"setting {section}.{key}": _hash(value) for key, value in values.items()}


def _given(stage: Stage, given: Given, inputs: Mapping[str, Sequence[Content]]) -> dict[str, str]:
    parts = {table_part(name): table_version(contents) for name, contents in inputs.items()}
    parts |= {f"ledger entries {kind}": _hash([dict(e) for e in given.ledger.get(kind, ())]) for kind in stage.ledger}
    if stage.reads_sources:
        parts["the sources"] = _hash([dict(source) for source in given.sources])
    if stage.reads_horizon:
        parts["the horizon"] = str(given.horizon)
    if stage.reads_as_of:
        parts["as_of"] = str(given.as_of)
    return parts


def _hash(value: Any) -> str:
    return sha256_hex(canonical(value))[:_DIGITS]
