"""The word lists of `config/claims/`, and the names, with the inflected forms of verbs made by rule."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml

_VOWELS = "aeiou"
# Parts of the files that are tables, not plain lists of words.
_TABLES = frozenset({"irregular", "pasts", "contractions", "suffixes", "numbers", "adjuncts", "relations", "own_nouns"})
# The lists of `config/language/names.yaml` that readers of claims ask for too.
_NAMES = frozenset({"given_names", "known_places", "breeds"})
LISTS_FILE = "config/claims/lists.yaml"
Form = tuple[str, str]


class Words(frozenset[str]):
    """A closed list of words. Its union with another frozen set is cached."""

    def __or__(self, other: AbstractSet[Any]) -> frozenset[Any]:
        return _together(self, other) if isinstance(other, frozenset) else super().__or__(other)


@lru_cache(maxsize=1024)
def _together(one: frozenset[str], other: frozenset[str]) -> Words:
    return Words(one.union(other))


def _words(value: Any) -> Words:
    """A closed list from a list of words or from a string of words."""
    return Words(value.split() if isinstance(value, str) else value)


def past_of(base: str, doubles: bool) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ied"
    return base + (base[-1] if doubles else "") + "ed"


def gerund_of(base: str, doubles: bool) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    return base + (base[-1] if doubles else "") + "ing"


def third_of(base: str) -> str:
    if base == "have":
        return "has"
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ies"
    return base + "s"


def verb_forms(
    bases: Iterable[str], irregular: Mapping[str, list[str]], doubling: frozenset[str], british: frozenset[str]
) -> dict[str, list[Form]]:
    """Every verb form, with its base forms and the kind of each (base, third, past, participle or gerund): "moved" is
    the past and the participle of "move"."""
    forms: dict[str, list[Form]] = {}
    for base in sorted(bases):
        doubles = base in doubling
        past, participle = irregular.get(base) or [past_of(base, doubles)] * 2
        made = [(base, "base"), (third_of(base), "third"), (past, "past"), (participle, "participle")]
        for form, tag in [*made, (gerund_of(base, doubles), "gerund")]:
            forms.setdefault(form, []).append((base, tag))
        if base in british:
            for tag in ("past", "participle"):
                forms.setdefault(past_of(base, True), []).append((base, tag))
            forms.setdefault(gerund_of(base, True), []).append((base, "gerund"))
    return forms


class Lexicon(dict[str, Words]):
    """The word lists by name (`lexicon()["verbs"]`), and as attributes the tables made from the same files
    (`numbers`, `forms`, `relations` …). The files in `config/claims/` explain each."""

    def __init__(self, words: Mapping[str, Any], nouns: Mapping[str, Any]) -> None:
        super().__init__(
            {name: _words(value) for name, value in [*words.items(), *nouns.items()] if name not in _TABLES}
        )
        irregular = words["irregular"]
        self.pasts: Mapping[str, str] = words["pasts"]
        self.contractions = {short: tuple(long.split()) for short, long in words["contractions"].items()}
        self.suffixes: Mapping[str, str] = words["suffixes"]
        self.numbers: Mapping[str, int] = words["numbers"]
        self.adjuncts = _by_first_word(words["adjuncts"])
        self.forms = verb_forms(self["verbs"] | set(irregular), irregular, self["doubling"], self["british_doubling"])
        breeds = {breed.replace("_", " "): "pet_is" for breed in self["breeds"]}
        self.relations = {**breeds, **_by_word(nouns["relations"])}
        self.own_nouns = _by_word(nouns["own_nouns"])

    def bases(self, form: str, *tags: str) -> list[str]:
        """The base forms of a verb form, for the given kinds of form (`tags`)."""
        found = self.forms.get(form)  # of most words there is none
        return [base for base, tag in found if tag in tags] if found else []


def _by_word(table: Mapping[str, list[str]]) -> dict[str, str]:
    return {word: label for label, words in table.items() for word in words}


def _by_first_word(phrases: Iterable[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    table: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        parts = tuple(phrase.split())
        table.setdefault(parts[0], []).append(parts)
    return {first: tuple(sorted(found, key=lambda p: (-len(p), p))) for first, found in table.items()}


@cache
def lexicon() -> Lexicon:
    nouns = read_yaml(data_path("config/claims/nouns.yaml"))
    names = {
        name: listed for name, listed in read_yaml(data_path("config/language/names.yaml")).items() if name in _NAMES
    }
    return Lexicon(read_yaml(data_path("config/claims/words.yaml")), {**nouns, **names})


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    loaded: dict[str, dict[str, list[str]]] = read_yaml(data_path(LISTS_FILE))
    return loaded


def word_list(module: str, name: str) -> frozenset[str]:
    """The list of words that `config/claims/lists.yaml` has under this module and name."""
    return Words(_lists()[module][name])
