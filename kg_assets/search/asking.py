"""The words that show that a search is a question, and that it is about the person who asks."""

from functools import cache
from pathlib import Path
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml

ASKING_FILE = "config/search/asking.yaml"
_LISTS = ("questions", "oneself")
_RELATIONS = "relations"
_CLOSING = "\"'”’)"
_AROUND_WORDS = '?!.,;:"“”()'


@cache
def read_asking(path: Path) -> dict[str, frozenset[str]]:
    """The lists `questions` (words that begin questions) and `oneself` ("I", "my") of a file."""
    given = _read(path)
    return {name: frozenset(given[name]) for name in _LISTS}


@cache
def read_relations(path: Path) -> dict[str, tuple[str, ...]]:
    """For each relation further words by which people ask for it, besides those of its name and phrases."""
    return {label: tuple(words) for label, words in _read(path)[_RELATIONS].items()}


def _read(path: Path) -> dict[str, Any]:
    given: dict[str, Any] = read_yaml(path)
    is_sound = isinstance(given, dict) and set(given) == {*_LISTS, _RELATIONS} and isinstance(given[_RELATIONS], dict)
    lists = [*(given[name] for name in _LISTS), *given[_RELATIONS].values()] if is_sound else []
    if not is_sound or not all(isinstance(words, list) and all(isinstance(w, str) for w in words) for words in lists):
        raise ConfigError(
            f"{path}: expected lists of words under {' and '.join(_LISTS)}, and one for each relation under "
            f"{_RELATIONS}; the shipped file shows how"
        )
    return given


def is_question(text: str) -> bool:
    """Whether a search is a question: it begins with a word of the list `questions` or ends with a question
    mark."""
    asked = words_asked(text)
    questions = read_asking(data_path(ASKING_FILE))["questions"]
    return bool(asked) and (asked[0] in questions or text.rstrip().rstrip(_CLOSING).endswith("?"))


def is_about_oneself(text: str) -> bool:
    """Whether a search has a word for the person who asks ("I", "my")."""
    return not read_asking(data_path(ASKING_FILE))["oneself"].isdisjoint(words_asked(text))


def words_asked(text: str) -> list[str]:
    """The words of a search in the form of the lists: lower case, with straight apostrophes, without the signs around
    them ("how old am I?" has the word "i")."""
    words = (word.strip(_AROUND_WORDS) for word in text.lower().replace("’", "'").split())
    return [word for word in words if word]
