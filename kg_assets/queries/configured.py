"""The configuration for commands that only read: they work even if a settings file is mistyped. Building refuses such a
file (`kg_assets.core.config`).

A section that cannot be used is replaced by the one that the published build recorded, so that times and weights are
those of the build. If the build recorded none, the shipped section is taken.
"""

import os
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, ValidationError

from kg_assets.core.config import Config, load_usable, override_of, section_file
from kg_assets.core.data import pass_over
from kg_assets.core.errors import AnnalsError
from kg_assets.house import HOUSE
from kg_assets.store.builds import Builds
from kg_assets.store.home import Home
from kg_assets.store.publish import current

ON_GOING = "nothing is built until it is mended; what is published is read with the settings that it was made with"


def reading_config(home: Home | None = None) -> Config:
    """The present settings; sections that cannot be used are those of the published build."""
    home = home or Home.from_environment()
    config = load_usable(HOUSE.sections, override_of(home.root))
    pass_over(config.unusable)
    return replace(config, sections={**config.sections, **_recorded(config, home)}) if config.unusable else config


class Followed:
    """The present settings for a process that keeps running: they are read again when a settings file of the
    person's has changed."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._stamp = self._stamped()
        self._config = reading_config(home)

    def config(self) -> Config:
        """The present settings; sections that are mistyped by now are those of the published build."""
        stamp = self._stamped()
        if stamp != self._stamp:
            self._stamp, self._config = stamp, reading_config(self._home)
        return self._config

    def _stamped(self) -> tuple[tuple[str, int, int], ...]:
        own = override_of(self._home.root)
        files = [] if own is None else sorted(own.rglob("*.yaml")) if own.is_dir() else [own]
        return tuple((str(path), at.st_mtime_ns, at.st_size) for path in files if (at := _state(path)) is not None)


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def mistyped(config: Config) -> list[str]:
    """What is wrong with the settings, a sentence for each file or section."""
    return sorted(set(config.unusable.values()))


def _recorded(config: Config, home: Home) -> dict[str, BaseModel]:
    """The sections that cannot be used, as the published build recorded them."""
    try:
        published = current(home)
        settings = Builds(home).load(published.ref).settings if published else {}
    except AnnalsError:
        # The command itself reports what is wrong with the publication.
        return {}
    found: dict[str, BaseModel] = {}
    for name, model in HOUSE.sections.items():
        if name in settings and config.why_unusable([section_file(name)]) is not None:
            try:
                found[name] = model.model_validate(settings[name])
            except ValidationError:
                continue  # an earlier version of the program had other keys
    return found
