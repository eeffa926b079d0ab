"""The closed word lists of `config/language/clauses.yaml`."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml

_FILE = "config/language/clauses.yaml"


@cache
def _lists() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = read_yaml(data_path(_FILE))
    return loaded


@cache
def closed_class(name: str) -> frozenset[str]:
    """The words of one list; a list that is missing or no list is an error that names it."""
    found = _lists().get(name)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ConfigError(
            f"{_FILE}, {name}: a list of words is expected, found {found!r}; put words that YAML reads as"
            " something else between quotation marks"
        )
    return frozenset(found)
