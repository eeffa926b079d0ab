"""The words of `config/memory/people.yaml`, in the forms in which names and clues are read with them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from kg_assets.core.yamlfile import read_model

WORDS_FILE = "config/memory/people.yaml"
Side = Literal["family", "tie"]


class Relation(BaseModel):
    """One relation to the person: the nouns that mean it, and what it tells of who is meant."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    nouns: tuple[str, ...]
    single: bool
    sex: Literal["f", "m"] | None
    side: Side


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    nicknames: tuple[tuple[str, ...], ...]
    titles: Mapping[str, Literal["f", "m"] | None]
    generations: Mapping[str, str]
    particles: frozenset[str]
    letters: Mapping[str, str]
    sounds: tuple[tuple[str, str], ...]
    relations: Mapping[str, Relation]
    free_relations: frozenset[str]
    several_words: tuple[str, ...]
    role_nouns: frozenset[str]
    role_verbs: Mapping[str, str]
    at_words: tuple[str, ...]
    no_organizations: frozenset[str]
    other_names: tuple[str, ...]
    other_names_open: frozenset[str]
    organization_forms: frozenset[str]
    organization_fillers: frozenset[str]
    organization_kinds: frozenset[str]
    mail_services: frozenset[str]
    office_addresses: frozenset[str]
    empty_words: str


@dataclass(frozen=True)
class Words:
    """The file, and what is looked up in it again and again."""

    file: _File
    relation_of: Mapping[str, str]
    full_names: Mapping[str, frozenset[str]]  # every name of the lists → the lists it is in
    empty: frozenset[str]


def read_words(path: Path) -> Words:
    """The words of a file."""
    file = read_model(path, _File)
    relation_of = {noun: name for name, relation in file.relations.items() for noun in relation.nouns}
    lists: dict[str, set[str]] = defaultdict(set)
    for place, names in enumerate(file.nicknames):
        for name in names:
            lists[name].add(str(place))
    return Words(
        file,
        relation_of,
        {name: frozenset(found) for name, found in lists.items()},
        frozenset(file.empty_words.split()),
    )
