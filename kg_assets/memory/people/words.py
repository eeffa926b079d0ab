"""The words of `config/memory/people.yaml`, `claims/nouns.yaml` and `language/names.yaml`, prepared for reading names
and clues."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from kg_assets.core.yamlfile import read_model, read_yaml

WORDS_FILE = "config/memory/people.yaml"
NOUNS_FILE = "config/claims/nouns.yaml"
NAMES_FILE = "config/language/names.yaml"
WORD_FILES = (WORDS_FILE, NOUNS_FILE, NAMES_FILE)
Side = Literal["family", "tie"]


class Relation(BaseModel):
    """One relation to the person, such as "sister": the nouns for it, whether there can be only one such person
    (`single`), their sex, and whether it is family or another tie."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    nouns: tuple[str, ...]
    single: bool
    sex: Literal["f", "m"] | None
    side: Side


class WorkPlaces(BaseModel):
    """Roles, and parts of the names of places where people have them (`at`). If `at` is empty, they may have them at
    any place of work."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    roles: tuple[str, ...]
    at: tuple[str, ...]


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
    several_behind: tuple[str, ...]
    role_nouns: frozenset[str]
    no_role_nouns: frozenset[str]
    places_of_work: tuple[WorkPlaces, ...]
    role_verbs: Mapping[str, str]
    roles_over_organizations: frozenset[str]
    circles: frozenset[str]
    work_circles: frozenset[str]
    at_words: tuple[str, ...]
    no_organizations: frozenset[str]
    other_names: tuple[str, ...]
    renaming: frozenset[str]
    former_behind: tuple[str, ...]
    greetings: frozenset[str]
    going_on: tuple[str, ...]
    other_names_open: frozenset[str]
    no_descriptions: frozenset[str]
    organization_forms: frozenset[str]
    organization_fillers: frozenset[str]
    organization_short: Mapping[str, str]
    organization_kinds: frozenset[str]
    mail_services: frozenset[str]
    office_addresses: frozenset[str]
    empty_words: str
    everyday_words: str


@dataclass(frozen=True)
class Words:
    """The words of `config/memory/people.yaml`, `claims/nouns.yaml` and `language/names.yaml`, with lookup tables made
    from them."""

    file: _File
    relation_of: Mapping[str, str]
    full_names: Mapping[str, frozenset[str]]  # every name of the lists → the lists it is in
    empty: frozenset[str]
    ties: Mapping[str, str]  # nouns for relations that say what somebody does for the person → the relation
    role_nouns: frozenset[str]
    job_endings: tuple[str, ...]
    given_names: frozenset[str]
    places_of: Mapping[
        str, tuple[str, ...]
    ]  # each role → parts of the names of its places; empty if it may be anywhere

    def is_family(self, relations: Iterable[str]) -> bool:
        return any(self.file.relations[one].side == "family" for one in relations)

    def is_role(self, word: str) -> bool:
        """Whether a word (in lower case) names what somebody does."""
        return word in self.role_nouns or word in self.ties or word.endswith(self.job_endings)

    def work_domains(self, emails: Iterable[str]) -> frozenset[str]:
        """The domains of mail addresses, without those of public mail services."""
        domains = (mail.partition("@")[2] for mail in emails)
        return frozenset(one for one in domains if one.partition(".")[0] not in self.file.mail_services)

    def tied(self, relations: Iterable[str]) -> frozenset[str]:
        """Those of the relations that say what somebody does for the person, such as "boss"."""
        ties = (one for one in relations if self.file.relations[one].side == "tie")
        return frozenset(one for one in ties if one not in self.file.free_relations)


class _Nouns(BaseModel):
    """The keys of `config/claims/nouns.yaml` that are read here."""

    jobs: str
    job_endings: tuple[str, ...]


class _GivenNames(BaseModel):
    """The key of `config/language/names.yaml` that is read here."""

    given_names: str


def read_file(path: Path) -> _File:
    """The words of `config/memory/people.yaml` as they are in the file."""
    return read_model(path, _File)


def read_words(file_of: Callable[[str], Path]) -> Words:
    """The words of `config/memory/people.yaml`, `claims/nouns.yaml` and `language/names.yaml`, with lookup tables made
    from them. `file_of` gives the path of such a file."""
    file = read_file(file_of(WORDS_FILE))
    nouns = _Nouns.model_validate(read_yaml(file_of(NOUNS_FILE)))
    given = _GivenNames.model_validate(read_yaml(file_of(NAMES_FILE))).given_names
    relation_of = {noun: name for name, relation in file.relations.items() for noun in relation.nouns}
    lists: dict[str, set[str]] = defaultdict(set)
    for place, names in enumerate(file.nicknames):
        for name in names:
            lists[name].add(str(place))
    return Words(
        file,
        relation_of,
        full_names={name: frozenset(found) for name, found in lists.items()},
        empty=frozenset(file.empty_words.split()),
        ties={
            noun: name for noun, name in relation_of.items()
            if file.relations[name].side == "tie" and name not in file.free_relations
        },
        role_nouns=file.role_nouns | frozenset(nouns.jobs.split()) - file.no_role_nouns,
        job_endings=nouns.job_endings,
        given_names=frozenset(given.split()) | lists.keys(),
        places_of={role: work.at for work in file.places_of_work for role in work.roles},
    )  # fmt: skip
