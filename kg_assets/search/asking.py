"""The words by which a search sees that it is a question, and that it is about who asks it."""

from functools import cache
from pathlib import Path

from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml

ASKING_FILE = "config/search/asking.yaml"
_LISTS = ("questions", "oneself")


@cache
def read_asking(path: Path) -> dict[str, frozenset[str]]:
    """Both lists by their names."""
    given = read_yaml(path)
    is_sound = (
        isinstance(given, dict) and set(given) == set(_LISTS) and all(isinstance(v, list) for v in given.values())
    )
    if not is_sound or not all(isinstance(word, str) for words in given.values() for word in words):
        raise ConfigError(f"{path}: expected lists of words, {' and '.join(_LISTS)}; the shipped file shows how")
    return {name: frozenset(given[name]) for name in _LISTS}
