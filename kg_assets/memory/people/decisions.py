"""Reads a person's decisions on who is who: the ledger entries that still hold.

Each side of a decision is named by its entity. If several people bear that name, the side also has the place of one
mention, and means the bearer that a build finds there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kg_assets.store.decisions import PeopleDifferent, PeopleParted, PeopleSame, PersonSide, undone_positions

RULINGS = ("people_same", "people_different", "decision_undone")
LEDGER_KINDS = (*RULINGS, "people_parted")
Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The person's verdict on whether two sides are one. If there are two verdicts on the same sides, the later one
    holds."""

    position: int
    is_same: bool
    a: PersonSide
    b: PersonSide


@dataclass(frozen=True, slots=True)
class Parting:
    """The groups into which the person divided the mentions of one name. Each mention is given as (message id,
    start)."""

    position: int
    entity_id: str
    parts: tuple[tuple[tuple[str, int], ...], ...]


def standing_rulings(same: Iterable[Entry], different: Iterable[Entry], undone: Iterable[Entry]) -> list[Ruling]:
    """The person's verdicts on pairs that were not taken back, in the order of the ledger."""
    gone = undone_positions(undone)
    found = [
        *((e["position"], PeopleSame.model_validate(_body(e))) for e in same),
        *((e["position"], PeopleDifferent.model_validate(_body(e))) for e in different),
    ]
    return [
        Ruling(position, isinstance(said, PeopleSame), said.a, said.b)
        for position, said in sorted(found, key=lambda one: int(one[0]))
        if position not in gone
    ]


def standing_partings(parted: Iterable[Entry], undone: Iterable[Entry]) -> dict[str, Parting]:
    """For each entity id, the last division of its mentions (`people_parted`) that was not taken back."""
    gone = undone_positions(undone)
    found: dict[str, Parting] = {}
    for entry in sorted(parted, key=lambda one: int(one["position"])):
        if entry["position"] not in gone:
            said = PeopleParted.model_validate(_body(entry))
            parts = tuple(tuple((place.message_id, place.char_start) for place in part) for part in said.parts)
            found[said.entity.entity_id] = Parting(entry["position"], said.entity.entity_id, parts)
    return found


def _body(entry: Entry) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "position"}
