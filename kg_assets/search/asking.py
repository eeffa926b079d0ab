"""The words by which a search sees that it is a question, and that it is about who asks it."""

from functools import cache
from pathlib import Path

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml

ASKING_FILE = "config/search/asking.yaml"
_LISTS = ("questions", "oneself")
_CLOSING = "\"'”’)"


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


def is_question(text: str) -> bool:
    """Whether a search asks: it begins with a word of questions, or ends with their mark."""
    asked = words_asked(text)
    questions = read_asking(data_path(ASKING_FILE))["questions"]
    return bool(asked) and (asked[0] in questions or asked[-1].rstrip(_CLOSING).endswith("?"))


def is_about_oneself(text: str) -> bool:
    """Whether it names who asks."""
    return not read_asking(data_path(ASKING_FILE))["oneself"].isdisjoint(words_asked(text))


def words_asked(text: str) -> list[str]:
    """A search's words as the lists have them."""
    return text.lower().replace("’", "'").split()
