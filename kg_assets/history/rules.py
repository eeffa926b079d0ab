"""Reads the rules of relations from `config/invalidation_rules.yaml` and makes their rows (seed 000 §5.2.2). A rule
says whether only one value holds at a time, and how long a state is believed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field

from kg_assets.claims.vocabulary import Vocabulary, canonical_label, read_vocabulary
from kg_assets.core.canonical import canonical_text
from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.mistyped import lines_of, nearest
from kg_assets.core.yamlfile import as_model, read_yaml
from kg_assets.history.contracts import INVALIDATION_RULES
from kg_assets.lexicon.contracts import ENTITY_TYPES
from kg_assets.store.rows import read_table

RULES_FILE = "config/invalidation_rules.yaml"
PREDICATES_FILE = "config/predicates.yaml"
ANY = "*"
_MOST_DAYS = 36_525  # a hundred years: a state that is believed for longer is believed for good and needs no entry


class Lasting(BaseModel):
    """How long a state is believed, in days, if nobody states it again, and which states this concerns."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    days: int = Field(gt=0, le=_MOST_DAYS)
    # Words of the object, in lower case; without any the entry is for every object.
    words: tuple[Annotated[str, Field(pattern=r"^[a-z][a-z -]*$")], ...] = ()
    # If the claim's words say since when it has been so, the days can count from there.
    counts_from: Literal["said", "beginning"] = "said"
    why: str = Field(min_length=1)


class Ending(BaseModel):
    """An event of somebody else that ends a state of theirs: who retired works nowhere."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    # The label of the event, as `kg.predicates` has it: of an event of the vocabulary or of any verb (`retire_from`).
    event: str = Field(pattern=r"^[a-z][a-z_]*$")
    # The event's object, in lower case, has to be one of these words or the object of the state, alone or before "as",
    # "at" and the like. Without any the event ends the state whatever its object is.
    words: tuple[Annotated[str, Field(pattern=r"^[a-z][a-z -]*$")], ...] = ()


class Rule(BaseModel):
    """One rule about a relation, as `config/invalidation_rules.yaml` has it. A rule without a predicate is for every
    predicate."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    predicate_label: str | None = None
    predicate_id: str | None = None
    subject_entity_type: str = ANY
    is_functional: bool
    invalidation_policy: Literal["none", "close_previous_on_newer_state"]
    # Labels of the events that begin the state: whoever moved to a place lives there from then on.
    begun_by: tuple[str, ...] = ()
    # How long the state is believed if nobody says it again. The first entry that fits decides; if none does, for good.
    lasts: tuple[Lasting, ...] = ()
    # Labels of the states with which it ends: the boss goes with the employment.
    ends_with: tuple[str, ...] = ()
    # Events of the subject, if that is not the person, that end the state.
    ended_by: tuple[Ending, ...] = ()
    why: str = Field(min_length=1)


_DEFAULT = Rule(is_functional=False, invalidation_policy="none", why="nothing is functional unless a rule says so")


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    version: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of `config/invalidation_rules.yaml` in its order, with the file's path, version and hash."""

    path: Path
    version: str
    file_hash: str
    rules: tuple[Rule, ...]


def rules_in_use() -> Rules:
    """The rules that builds use now. They are read before a build, so that a mistake is found before
    stage 5."""
    return read_rules(data_path(RULES_FILE), read_vocabulary(data_path(PREDICATES_FILE)))


def read_rules(path: Path, vocabulary: Vocabulary) -> Rules:
    """The invalidation rules of a file (`config/invalidation_rules.yaml`). An error names the file and what is wrong in
    it; for an unknown name it suggests valid ones where it can."""
    document = read_yaml(path)
    file = as_model(path, document, _File)
    known = {canonical_label(label).lower() for label in vocabulary.terms}
    seen: set[tuple[str | None, str | None, str]] = set()
    for at, rule in enumerate(file.rules):
        _check(path, at, rule, known)
        key = (_norm(rule), rule.predicate_id, rule.subject_entity_type)
        if key in seen:
            name = rule.predicate_label or rule.predicate_id or "every predicate"
            raise _wrong(path, at, f"there are two rules for {name} of {rule.subject_entity_type}; keep one")
        seen.add(key)
    states = {_norm(rule) for rule in file.rules if rule.is_functional}
    for at, rule in enumerate(file.rules):
        both = [label for label in rule.begun_by if canonical_label(label).lower() in states]
        if both:
            raise _wrong(path, at, f"{both[0]!r} is an event, and functional in a rule of its own")
    return Rules(path, file.version, sha256_hex(path.read_bytes()), file.rules)


def _check(path: Path, at: int, rule: Rule, known: set[str]) -> None:
    if rule.predicate_label is not None and rule.predicate_id is not None:
        raise _wrong(path, at, "it names a predicate twice, by label and by id; keep one")
    norm, near = _norm(rule), sorted(known)
    if norm is not None and norm not in known:
        label = rule.predicate_label
        raise _wrong(path, at, f"{PREDICATES_FILE} has no predicate {label!r}{nearest(norm, near)}")
    if rule.begun_by and not (rule.is_functional and norm is not None):
        raise _wrong(path, at, "begun_by stands only in a rule that makes one predicate functional")
    for key, labels in (("begun_by", rule.begun_by), ("ends_with", rule.ends_with)):
        for label in labels:
            if canonical_label(label).lower() not in known:
                raise _wrong(path, at, f"{key}: {PREDICATES_FILE} has no predicate {label!r}{nearest(label, near)}")
    if rule.subject_entity_type not in (ANY, *ENTITY_TYPES):
        kind = rule.subject_entity_type
        raise _wrong(path, at, f"{kind!r} is no type of entity{nearest(kind, [ANY, *ENTITY_TYPES])}")


def _wrong(path: Path, at: int, words: str) -> ConfigError:
    return ConfigError(f"{path}, line {lines_of(path)(('rules', at))}: rule {at + 1}: {words}")


def rule_rows(
    rules: Rules, ids: IdSpace, predicates: Mapping[str, str], settings: Mapping[str, Any]
) -> pa.Table:  # fmt: skip
    """`kg.invalidation_rules`: the rules and the default.

    `predicates` gives the id of every label in lower case. There is always one rule that applies to every predicate.
    Its notes also hold `settings`, the numbers that decide together with the rules. So a build records how it was
    decided, whatever the configuration says later.
    """
    rows: dict[str, dict[str, Any]] = {}
    by_id = set(predicates.values())
    for order, rule in enumerate(rules.rules, start=1):
        norm = _norm(rule)
        predicate = predicates[norm] if norm is not None else rule.predicate_id
        if predicate is not None and predicate not in by_id:
            raise ConfigError(f"{rules.path}: rule {order}: no predicate of the build has the id {predicate!r}")
        notes = {
            "file_hash": rules.file_hash, "load_order": order, "version": rules.version, "why": rule.why,
        } | _lasting(rule) | _ending_with(rule, predicates) | _ended_by(rule)  # fmt: skip
        row = _row(ids, predicate, rule, canonical_text(notes), _beginnings(rule, predicates))
        if rows.setdefault(row["rule_id"], row) is not row:
            raise ConfigError(
                f"{rules.path}: rule {order}: an earlier rule names this predicate by its label; keep one"
            )
    # §5.2.2.1; if the file has a rule for every predicate, that rule replaces this one.
    default = _row(ids, None, _DEFAULT, None)
    kept = {default["rule_id"]: default, **rows}
    general = kept[default["rule_id"]]
    general["notes"] = canonical_text({**json.loads(general["notes"] or "{}"), "settings": dict(settings)})
    return pa.Table.from_pylist([kept[key] for key in sorted(kept)], schema=INVALIDATION_RULES.arrow_schema())


def _beginnings(rule: Rule, predicates: Mapping[str, str]) -> list[str] | None:
    """The ids of the predicates whose events begin the state of a rule (such as "moved to" for "lives in"), sorted.
    None if the rule names none."""
    return sorted(predicates[canonical_label(label).lower()] for label in rule.begun_by) or None


def _lasting(rule: Rule) -> dict[str, Any]:
    """The entry `lasts` of a rule's notes as a dict: how long its state is believed. Empty if the rule sets no such
    limit."""
    entries = [entry.model_dump(mode="json", exclude={"why"}) for entry in rule.lasts]
    return {"lasts": entries} if entries else {}


def _ending_with(rule: Rule, predicates: Mapping[str, str]) -> dict[str, Any]:
    """The entry `ends_with` of a rule's notes, as a dict: the ids of the predicates whose end also ends the rule's
    state. Empty if the rule names none."""
    ids = sorted(predicates[canonical_label(label).lower()] for label in rule.ends_with)
    return {"ends_with": ids} if ids else {}


def _ended_by(rule: Rule) -> dict[str, Any]:
    """The entry `ended_by` of a rule's notes, as a dict: the events that end its state, as when somebody retires. Empty
    if the rule names none."""
    entries = [entry.model_dump(mode="json") for entry in rule.ended_by]
    return {"ended_by": entries} if entries else {}


def settings_of(files: Sequence[Path]) -> dict[str, Any]:
    """The numbers that a build recorded in the notes of `kg.invalidation_rules` under `settings`; empty if there are
    none."""
    found: dict[str, Any] = {}
    for file in filter(Path.exists, files):
        for row in read_table(file).to_pylist():
            if row["predicate_id"] is None and row["subject_entity_type"] == ANY:
                found |= json.loads(row["notes"] or "{}").get("settings", {})
    return found


def _row(
    ids: IdSpace, predicate: str | None, rule: Rule, notes: str | None, begun_by: list[str] | None = None
) -> dict[str, Any]:
    return {
        "rule_id": ids.make("invalidation_rule", predicate, rule.subject_entity_type),
        "predicate_id": predicate,
        "subject_entity_type": rule.subject_entity_type,
        "is_functional": rule.is_functional,
        "invalidation_policy": rule.invalidation_policy,
        "begun_by": begun_by,
        "notes": notes,
    }


def _norm(rule: Rule) -> str | None:
    return None if rule.predicate_label is None else canonical_label(rule.predicate_label).lower()
