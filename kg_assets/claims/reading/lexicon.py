"""The word lists of `config/claims/`, with the inflected forms of verbs made by rule."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from kg_assets.core.data import data_path
from kg_assets.core.yamlfile import read_yaml

_VOWELS = "aeiou"
Form = tuple[str, str]


class Words(frozenset[str]):
    """A closed list of words; what it makes together with another such list is made once."""

    def __or__(self, other: AbstractSet[Any]) -> frozenset[Any]:
        return _together(self, other) if isinstance(other, frozenset) else super().__or__(other)


@lru_cache(maxsize=1024)
def _together(one: frozenset[str], other: frozenset[str]) -> Words:
    return Words(one.union(other))


def _words(value: Any) -> Words:
    """A list of words or a string of words."""
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
    """Every form with its base forms and what each form is: base, third, past, participle, gerund."""
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


@dataclass(frozen=True)
class Lexicon:
    """The lists by name; see the files for what each is."""

    words: Mapping[str, frozenset[str]]
    contractions: Mapping[str, tuple[str, ...]]
    suffixes: Mapping[str, str]
    numbers: Mapping[str, int]
    adjuncts: Mapping[str, tuple[tuple[str, ...], ...]]
    forms: Mapping[str, list[Form]]
    relations: Mapping[str, str]
    own_nouns: Mapping[str, str]

    def __getitem__(self, name: str) -> frozenset[str]:
        return self.words[name]

    def bases(self, form: str, *tags: str) -> list[str]:
        """The base forms of which this is such a form."""
        return [base for base, tag in self.forms.get(form, ()) if tag in tags]


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
    words: dict[str, Any] = read_yaml(data_path("config/claims/words.yaml"))
    nouns: dict[str, Any] = read_yaml(data_path("config/claims/nouns.yaml"))
    special = {"irregular", "contractions", "suffixes", "numbers", "adjuncts", "relations", "own_nouns"}
    plain = {name: _words(value) for name, value in [*words.items(), *nouns.items()] if name not in special}
    irregular = words["irregular"]
    return Lexicon(
        plain,
        {short: tuple(long.split()) for short, long in words["contractions"].items()},
        words["suffixes"],
        words["numbers"],
        _by_first_word(words["adjuncts"]),
        verb_forms(plain["verbs"] | set(irregular), irregular, plain["doubling"], plain["british_doubling"]),
        _by_word(nouns["relations"]),
        _by_word(nouns["own_nouns"]),
    )


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    loaded: dict[str, dict[str, list[str]]] = read_yaml(data_path("config/claims/lists.yaml"))
    return loaded


def word_list(module: str, name: str) -> frozenset[str]:
    """A closed list of words that one module looks up."""
    return Words(_lists()[module][name])
