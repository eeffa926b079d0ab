"""Word lists of `config/claims/clause_words.yaml`, and lists that both ways of reading share."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from kg_assets.claims.reading.lexicon import lexicon
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_yaml
from kg_assets.language.sentence import Sentence

_FILE = "config/claims/clause_words.yaml"


@cache
def _lists() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = read_yaml(data_path(_FILE))
    return loaded


@cache
def words(name: str) -> frozenset[str]:
    """One list; a list that is missing or holds more than words is an error that names it."""
    found = _lists().get(name)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ConfigError(
            f"{_FILE}, {name}: a list of words is expected, found {found!r}; put words that YAML reads as"
            " something else between quotation marks"
        )
    return frozenset(found)


@cache
def relation_of(noun: str) -> str | None:
    """The predicate of a noun of relation ("sister"); "other" for those without one of their own."""
    for found in (lexicon().relations.get(noun), lexicon().relations.get(noun.removesuffix("s"))):
        if found is not None:
            return str(found)
    return None


def shared(name: str) -> frozenset[str]:
    """A list of the lexicon of nouns and words."""
    return lexicon()[name]


_FORMS = {"VBD": "past", "VBN": "participle", "VBG": "gerund", "VBZ": "third"}


def base_form(s: Sentence, verb: int) -> str:
    """The verb's base form: of forms that the list of verbs knows its own, since the parser's lemmas are guesses."""
    known = lexicon().bases(s.low[verb], *filter(None, [_FORMS.get(s.tag[verb])]))
    if not known and not lexicon().bases(s.low[verb], "base"):
        known = lexicon().bases(s.low[verb], "past")
    return known[0] if len(known) == 1 else s.lemma[verb].lower()
