"""Predicate labels: the declared vocabulary (`config/predicates.yaml`), and the normal form of any other
label (seed 000 §4.6.4)."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, field_validator

from kg_assets.core.yamlfile import read_model
from kg_assets.lexicon.contracts import ENTITY_TYPES

ReadBy = Literal["vocabulary", "spelling", "phrase", "own"]
_SPACE = re.compile(r"\s+")


class Term(BaseModel):
    """One predicate of the vocabulary, with the fields that it has in `config/predicates.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    meaning: str
    inverse: str | None
    category: str
    arity: int = Field(ge=1, le=3)
    value_type: Literal["place", "person", "org", "string", "number", "date", "entity", "literal"]
    entity_type: str | None
    modality: Literal["state", "fact", "preference", "intention", "question"]
    phrases: tuple[str, ...] = ()

    @field_validator("entity_type")
    @classmethod
    def _is_a_type(cls, value: str | None) -> str | None:
        if value is not None and value not in ENTITY_TYPES:
            raise ValueError(f"is no type of entity; the types are {', '.join(ENTITY_TYPES)}")
        return value


class _Terms(RootModel[dict[str, Term]]):
    pass


@dataclass(frozen=True, slots=True)
class Label:
    """A predicate's label, its normal form, and how it was found: in the vocabulary, by another spelling, by a
    phrase, or not at all, so that it stays as it was read."""

    label: str
    norm: str
    read_by: ReadBy


def canonical_label(label: str) -> str:
    """The form in which a label is stored (§4.6.4): NFKC, trimmed, with single blanks. Upper and lower case stay;
    labels are compared in lower case (`Label.norm`)."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", label)).strip()


class Vocabulary:
    """The declared predicates, found by label, by another spelling of it, or by a phrase that only one of them has."""

    def __init__(self, terms: Mapping[str, Term]) -> None:
        self.terms = dict(terms)
        self._by_norm = {canonical_label(label).lower(): label for label in terms}
        owners: dict[str, set[str]] = {}
        for label, term in terms.items():
            for phrase in term.phrases:
                owners.setdefault(canonical_label(phrase).lower(), set()).add(label)
        self._by_phrase = {phrase: min(labels) for phrase, labels in owners.items() if len(labels) == 1}
        self._known: dict[tuple[str, bool], Label] = {}

    def label_of(self, label: str, by_phrase: bool = True) -> Label:
        """The predicate that a label names. Without `by_phrase` no phrase counts: an event is named by its
        verb alone."""
        known = self._known.get((label, by_phrase))
        if known is None:
            known = self._known[label, by_phrase] = self._read(canonical_label(label), by_phrase)
        return known

    def entity_type(self, norm: str) -> str | None:
        """The type of entity that a predicate's object is, where the vocabulary says so."""
        label = self._by_norm.get(norm)
        return self.terms[label].entity_type if label is not None else None

    def relations_to_people(self) -> list[str]:
        """The labels of the relations to a person or a pet."""
        return [
            label
            for label, term in self.terms.items()
            if term.category == "people" and term.value_type in ("person", "entity")
        ]

    def holds(self, norm: str) -> bool:
        return norm in self._by_norm

    def _read(self, label: str, by_phrase: bool) -> Label:
        norm = label.lower()
        if norm in self._by_norm:
            return self._declared(self._by_norm[norm], "vocabulary")
        spelled = norm.replace(" ", "_").replace("-", "_")
        if spelled in self._by_norm:
            return self._declared(self._by_norm[spelled], "spelling")
        phrase = norm.replace("_", " ")
        if by_phrase and phrase in self._by_phrase:
            return self._declared(self._by_phrase[phrase], "phrase")
        return Label(label, norm, "own")

    @staticmethod
    def _declared(label: str, read_by: ReadBy) -> Label:
        own = canonical_label(label)
        return Label(own, own.lower(), read_by)


def read_vocabulary(path: Path) -> Vocabulary:
    """The vocabulary of a file; an error names the label and what is wrong with it."""
    return Vocabulary(read_model(path, _Terms).root)
