"""Reads and checks the kinds and relations that `config/overlay` declares, and gives them as rows for SQL."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field

from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_model
from kg_assets.overlay.payloads import NODE_KINDS

_REQUIREMENTS = pa.schema(
    [("relation_type", pa.string()), ("field", pa.string()), ("operator", pa.string()), ("value", pa.float64())]
)
KINDS_FILE = "config/overlay/kinds.yaml"
RELATIONS_FILE = "config/overlay/relations.yaml"
LIFECYCLE = ("observed", "suggested", "confirmed", "managed", "archived", "merged", "split", "retracted")
STALENESS = ("fresh", "stale", "verification_required", "expired", "invalidated")

Kind = Literal[
    "world_entity", "application", "procedure", "execution_trace", "standing_procedure", "goal", "domain_concept",
    "obligation", "work_product", "memory_directive", "tool_capability",
]  # fmt: skip
Lifecycle = Literal["observed", "suggested", "confirmed", "managed", "archived", "merged", "split", "retracted"]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class KindEntry(_Entry):
    tier: Literal["A", "B", "C"]
    half_life_days: Annotated[float, Field(gt=0)] | None
    alpha: Annotated[float, Field(gt=0)]
    beta: Annotated[float, Field(gt=0)]
    lifecycle: Lifecycle
    substate: str | None


class SubtypeEntry(_Entry):
    node_kind: Kind
    subtype: str
    tier: Literal["A", "B", "C"]


class Naming(_Entry):
    node_kind: Kind
    subtype: str


class ByPredicate(Naming):
    predicate: str


class ClaimNode(ByPredicate):
    """Which kind of node is made of a claim with this predicate. `asserts` is what the claim asserts (§10.4), such as a
    preference; None if it is a goal or an obligation."""

    asserts: (
        Literal["durable_fact", "preference", "constraint", "standing_order", "vocabulary_rule", "heuristic"] | None
    ) = None


class State(_Entry):
    lifecycle: Lifecycle
    substate: str


class Kinds(_Entry):
    """The contents of `config/overlay/kinds.yaml`: kinds of nodes, which entities and claims become which kind, and
    weights."""

    kinds: dict[Kind, KindEntry]
    subtypes: tuple[SubtypeEntry, ...]
    entity_types: dict[str, Naming]
    objects_of: tuple[ByPredicate, ...]
    claims: tuple[ClaimNode, ...]
    weights: dict[str, Annotated[float, Field(gt=0, le=1)]]
    lifecycle_words: dict[str, State]

    def state_of(self, word: str) -> tuple[str, str | None]:
        """A state as a pair (lifecycle, substate). Raises an error for a word of which the file does not say to which
        lifecycle it belongs."""
        if word in LIFECYCLE:
            return word, None
        if word not in self.lifecycle_words:
            known = ", ".join((*LIFECYCLE, *self.lifecycle_words))
            raise ValueError(f"{word!r} is no lifecycle; expected one of {known}")
        state = self.lifecycle_words[word]
        return state.lifecycle, state.substate

    def tables(self) -> dict[str, pa.Table]:
        """The rows that SQL reads: `kinds`, `subtypes`, `entity_types`, `objects_of`, `claim_kinds`, `weights`."""
        return {
            "kinds": _rows([{"node_kind": kind, **entry.model_dump()} for kind, entry in self.kinds.items()]),
            "subtypes": _rows([entry.model_dump() for entry in self.subtypes]),
            "entity_types": _rows([{"entity_type": t, **entry.model_dump()} for t, entry in self.entity_types.items()]),
            "objects_of": _rows([{"place": n, **entry.model_dump()} for n, entry in enumerate(self.objects_of)]),
            "claim_kinds": _rows([entry.model_dump() for entry in self.claims]),
            "weights": _rows([{"entry_type": name, "weight": weight} for name, weight in self.weights.items()]),
        }


class Relations(_Entry):
    """The names of relation types: those that have a direction, and those that have none."""

    directed: tuple[str, ...] = ()
    undirected: tuple[str, ...] = ()


class Requirement(_Entry):
    """What an edge of these relation types must have besides enough evidence (§6.7)."""

    relations: tuple[str, ...]
    field: Literal["supporting_refs", "confidence", "verified", "verbatim_excerpt"]
    operator: Literal["exists", "min_count", "confidence_gte", "min_length"]
    value: float = 0


class Profile(Relations):
    """What only people of one profession need: relation types, and what edges of some of these types must have. A
    profile counts if its name stands in the setting `overlay.profiles`."""

    requirements: tuple[Requirement, ...] = ()


class RelationFile(_Entry):
    """The contents of `config/overlay/relations.yaml`: relation types, and the relation type for predicates of
    claims."""

    core: Relations
    profiles: dict[str, Profile]
    predicates: dict[str, str]

    def rows(self, active: Sequence[str]) -> pa.Table:
        """Every relation type that an edge may have: those of the core, and those of the professions named in
        `active`."""
        unknown = [name for name in active if name not in self.profiles]
        if unknown:
            known = ", ".join(self.profiles) or "none"
            raise ConfigError(f"overlay.profiles names {unknown[0]!r}, which is no profile; there are: {known}")
        groups = [("core", None, self.core), *(("domain", name, self.profiles[name]) for name in active)]
        return _rows(
            [
                {"relation_type": name, "tier": tier, "directionality": direction, "profile": profile}
                for tier, profile, group in groups
                for direction, names in (("directed", group.directed), ("undirected", group.undirected))
                for name in names
            ]
        )

    def predicate_rows(self) -> pa.Table:
        """The relation type for each predicate of claims that has one, as rows."""
        return _rows([{"predicate": name, "relation_type": relation} for name, relation in self.predicates.items()])

    def requirement_rows(self, active: Sequence[str]) -> pa.Table:
        """What the active profiles of professions require of edges: a row for each relation type and field."""
        rows = [
            {"relation_type": relation, "field": need.field, "operator": need.operator, "value": need.value}
            for name in active
            for need in self.profiles[name].requirements
            for relation in need.relations
        ]
        return pa.Table.from_pylist(rows, _REQUIREMENTS)


def read_kinds(path: Path) -> Kinds:
    """The contents of `config/overlay/kinds.yaml`. Errors name the file, the key and what was expected."""
    kinds = read_model(path, Kinds)
    missing = [kind for kind in NODE_KINDS if kind not in kinds.kinds]
    if missing:
        raise ConfigError(f"{path}: kinds: {missing[0]} is missing; give its tier, half-life, alpha and beta")
    return kinds


def read_relations(path: Path) -> RelationFile:
    """The contents of `config/overlay/relations.yaml`. Errors name the file, the key and what was expected."""
    return read_model(path, RelationFile)


def _rows(rows: list[dict[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(rows)
