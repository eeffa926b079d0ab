"""Named lists of words in YAML files under `config`."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml


@cache
def _document(file: str) -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = read_yaml(data_path(file))
    return loaded


def every_list(file: str) -> None:
    """Read each list of a file once, so that a mistake in one is reported before a build."""
    for name in _document(file):
        word_list(file, name)


@cache
def word_list(file: str, name: str) -> frozenset[str]:
    """One list of a file. If it is missing or has anything but words, an error names it."""
    found = _document(file).get(name)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ConfigError(
            f"{file}, {name}: a list of words is expected, found {found!r}; put words that YAML reads as"
            " something else between quotation marks"
        )
    return frozenset(found)
