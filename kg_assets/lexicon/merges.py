"""Reads a person's merges of entities from the ledger, and says for each merged entity which entity stands for it.

How a decision is asked for and recorded belongs to the commands; what it does to the tables belongs to the stage.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kg_assets.store.decisions import EntitiesMerged, EntitiesSplit, EntityReference, undone_positions

# The ledger kinds that a stage must declare if it respects merges.
LEDGER_KINDS = ("entities_merged", "entities_split", "decision_undone")
Entry = Mapping[str, Any]  # the body of a ledger entry, and its position
Links = dict[str, str]  # entity_id → the entity_id that it was merged into, which may itself be merged


@dataclass(frozen=True, slots=True)
class Merge:
    """A merged entity, and the entity that it is now part of."""

    entity_id: str
    entity_type: str
    entity_key: str
    into_id: str
    into_type: str
    into_key: str


def standing_merges(
    merged_entries: Iterable[Entry], split_entries: Iterable[Entry], undone: Iterable[Entry] = ()
) -> list[Merge]:  # fmt: skip
    """The merges that hold after all decisions, sorted by entity id. Each names the entity that finally remains, if one
    merge led to another."""
    decisions = _in_order(merged_entries, split_entries, undone)
    named: dict[str, EntityReference] = {}
    for decision in decisions:
        named[decision.merged.entity_id] = decision.merged
        if isinstance(decision, EntitiesMerged):
            named[decision.into.entity_id] = decision.into
    links = _fold(decisions)
    return [_merge(named[entity], named[way_up(links, entity)[-1]]) for entity in sorted(links)]


def direct_merges(
    merged_entries: Iterable[Entry], split_entries: Iterable[Entry], undone: Iterable[Entry] = ()
) -> Links:  # fmt: skip
    """For each merged entity, the entity that the person merged it into, which may itself be merged into another.
    Entities that a later split took out again are missing."""
    return _fold(_in_order(merged_entries, split_entries, undone))


def _in_order(
    merged_entries: Iterable[Entry], split_entries: Iterable[Entry], undone: Iterable[Entry]
) -> list[EntitiesMerged | EntitiesSplit]:  # fmt: skip
    gone = undone_positions(undone)
    decisions: list[tuple[int, EntitiesMerged | EntitiesSplit]] = [
        *((entry["position"], EntitiesMerged.model_validate(_body(entry))) for entry in merged_entries),
        *((entry["position"], EntitiesSplit.model_validate(_body(entry))) for entry in split_entries),
    ]
    return [decision for position, decision in sorted(decisions, key=lambda placed: placed[0]) if position not in gone]


def _body(entry: Entry) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "position"}


def _fold(decisions: Iterable[EntitiesMerged | EntitiesSplit]) -> Links:
    links: Links = {}
    for decision in decisions:
        if isinstance(decision, EntitiesSplit):
            links.pop(decision.merged.entity_id, None)
        # The person (SELF) is never merged into another entity. The command refuses that, and an entry that says so has
        # no effect.
        elif not decision.merged.is_self:
            join(links, decision.merged.entity_id, decision.into.entity_id)
    return links


def join(links: Links, merged: str, into: str) -> None:
    """Add a merge to `links`. If it is the reverse of an earlier merge, the later decision says which entity
    remains."""
    if merged == into or way_up(links, merged)[-1] == into:
        return
    if merged in way_up(links, into):
        # This reverses an earlier merge: the later decision says which entity remains.
        del links[into]
    links[merged] = into


def way_up(links: Links, entity: str) -> list[str]:
    """The entity, the entity that it was merged into, and so on up to the one that remains."""
    way = [entity]
    while way[-1] in links:
        way.append(links[way[-1]])
    return way


def _merge(entity: EntityReference, into: EntityReference) -> Merge:
    return Merge(
        entity.entity_id, entity.entity_type, entity.entity_key, into.entity_id, into.entity_type, into.entity_key
    )
