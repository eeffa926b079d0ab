"""Reading a person's own versions of files of `config/` before a build: what is wrong with one is said at once.

A stage that came to such a file in the middle of a build could only say that it failed.
"""

import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg_assets.core.config import Config
from kg_assets.core.data import shadow_folder
from kg_assets.core.errors import ConfigError
from kg_assets.core.shadow import own_files

_TIMES = ("mentions.times.grammar:load_calendar", "mentions.times.grammar:load_confidence")
_EN, _DE = "mentions.times.grammar:load_grammar en", "mentions.times.grammar:load_grammar de"
# What reads a file. Behind a blank stands an argument; PATH is the file.
_READERS: dict[str, tuple[str, ...]] = {
    "claims/frames.yaml": ("claims.reading.frames:registry", "claims.reading.frames:factors"),
    "claims/turns.yaml": ("claims.reading.turns:turns",),
    "claims/words.yaml": ("claims.reading.lexicon:lexicon",),
    "claims/nouns.yaml": ("claims.reading.lexicon:lexicon",),
    "claims/literals.yaml": ("claims.literals:read_number_words PATH",),
    "claims/retractions.yaml": ("claims.retracting.patterns:registry",),
    "detectors/ner.yaml": ("mentions.ner.rules:ner_rules",),
    "invalidation_rules.yaml": ("history.rules:rules_in_use",),
    "lexicon/shapes.yaml": ("lexicon.shapes:shape_rules",),
    "lexicon/denylist.txt": ("lexicon.shapes:denylist",),
    "mappings/chatgpt.yaml": ("sources.mapping:load_mapping PATH",),
    "mappings/claude.yaml": ("sources.mapping:load_mapping PATH",),
    "mappings/note.yaml": ("sources.mapping:load_mapping PATH",),
    "predicates.yaml": ("claims.vocabulary:read_vocabulary PATH", "history.rules:rules_in_use"),
    "report/relations.yaml": ("report.wording:relation_words",),
    "report/stories.yaml": ("report.story_words:story_words",),
    "temporal_profile_config.yaml": ("graph.config:read_profile_config PATH",),
    "times/common.yaml": (*_TIMES, _EN, _DE),
    "times/de.yaml": (_DE,),
    "times/en.yaml": (_EN,),
}


def check_readable() -> None:
    """Read every file of which the folder of `ANNALS_CONFIG` has a version; one that cannot be used is an error."""
    for name, path in _own().items():
        _check(path, name)


def with_unreadable(config: Config) -> Config:
    """The configuration that also says what stands against own files which their readers cannot use."""
    unusable = dict(config.unusable)
    for name, path in _own().items():
        if f"config/{name}" not in unusable:
            try:
                _check(path, name)
            except ConfigError as error:
                unusable[f"config/{name}"] = str(error)
    return replace(config, unusable=unusable)


def _own() -> dict[str, Path]:
    folder = shadow_folder()
    return {name: folder / name for name in own_files(folder)} if folder else {}


def _check(path: Path, name: str) -> None:
    detectors = ("mentions.detect.rules:rule_book",) if name.startswith("detectors/") else ()
    for reader in _READERS.get(name, detectors):
        _try(reader, path, name)


def _try(reader: str, path: Path, name: str) -> None:
    reference, _, argument = reader.partition(" ")
    module, _, function = reference.partition(":")
    read = getattr(importlib.import_module(f"kg_assets.{module}"), function)
    arguments: list[Any] = [path if argument == "PATH" else argument] if argument else []
    try:
        read(*arguments)
    except ConfigError as error:
        text = str(error)
        raise ConfigError(text if str(path) in text else f"{path}: {text}") from None
    except Exception as error:
        said = f"{error} is missing" if isinstance(error, KeyError) else f"{error}"[:300] or type(error).__name__
        raise ConfigError(f"{path}: it cannot be used: {said}; compare it with the shipped config/{name}") from None
