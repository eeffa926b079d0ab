"""`annals review merge|split|merges`: a person's decisions on which entities are one. The ledger records
them, and later builds follow them.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from kg_assets.cli.claims import Claim, claims_of, listed
from kg_assets.cli.commands.people import parts
from kg_assets.cli.console import print_table
from kg_assets.cli.going_on import go_on
from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless_json
from kg_assets.lexicon.contracts import ENTITY_TYPES
from kg_assets.lexicon.merges import Links, Merge, direct_merges, standing_merges
from kg_assets.queries.configured import reading_config
from kg_assets.queries.entity_names import Known, described, fitting, known_entities, meant
from kg_assets.store.builds import Manifest
from kg_assets.store.decisions import EntitiesMerged, EntitiesSplit, EntityReference
from kg_assets.store.home import Home
from kg_assets.store.ledger import Ledger
from kg_assets.store.readonly import opened
from kg_assets.store.registry import open_ledger

_Entries = list[dict[str, object]]


def merge(options: argparse.Namespace) -> int:
    """Record that two entities are one."""
    wanted_type = _entity_type(options.type)
    home = Home.from_environment()
    known, manifest = _published(home)
    ledger = open_ledger(home)
    survivors = {m.entity_id: m.into_id for m in standing_merges(*_decisions(ledger))}
    into = meant(known, options.into, wanted_type, survivors)
    other = meant(known, options.other, wanted_type, survivors)
    _require_mergeable(into, other, options.into, options.other)
    _require_type(wanted_type, into, other)
    before = direct_merges(*_decisions(ledger))
    body = EntitiesMerged(into=into.reference, merged=other.reference).model_dump(mode="json")
    after = _links_with(ledger, body)
    if after == before:
        return _told(options, {"recorded": False, **body}, [f"{described(other)} is part of {described(into)} already; "
                                                           "nothing was recorded"])  # fmt: skip
    position = ledger.append("entities_merged", body).position
    claims = _claims_about(home, other)
    sides = [f"{described(one)}, {counted(one.mentions, 'mention')}" for one in (other, into)]
    lines = [f"recorded: {' is '.join(sides)}"]
    if into.reference.is_self:
        lines += _coming_along(other, claims)
    for entity in (other, into):
        left = before.get(entity.entity_id)
        if left is not None and left != after.get(entity.entity_id):
            lines.append(f"  {described(entity)} is no longer part of {_name_of(left, known)}")
    if into.entity_id in after:
        lines.append(f"  {described(into)} is itself part of {_name_of(after[into.entity_id], known)}")
    lines.append(f"  to take it back: annals review split {other.entity_id}")
    along = {"mentions": other.mentions, "claims": [claim.assertion_id for claim in claims]}
    _told(options, {"recorded": True, "position": position, **body, "comes_along": along}, lines)
    return _go_on(options, manifest)


def split(options: argparse.Namespace) -> int:
    """Record that a merged entity is separate again. For an entity that is not merged, show the groups into which its
    mentions fall."""
    wanted_type = _entity_type(options.type)
    home = Home.from_environment()
    known, manifest = _published(home)
    ledger = open_ledger(home)
    standing = {m.entity_id: m for m in standing_merges(*_decisions(ledger))}
    survivors = {entity_id: m.into_id for entity_id, m in standing.items()}
    merged = _merged_entities(known, standing)
    if not fitting(merged, options.entity):
        alone = meant(known, options.entity, wanted_type, survivors)
        return _parts(options, home, alone)
    entity = meant(merged, options.entity, wanted_type, survivors)
    _require_type(wanted_type, entity)
    body = EntitiesSplit(merged=entity.reference).model_dump(mode="json")
    position = ledger.append("entities_split", body).position
    links = direct_merges(*_decisions(ledger))
    staying = sorted(other for other, into in links.items() if into == entity.entity_id)
    before = survivors[entity.entity_id]
    lines = [f"recorded: {described(entity)} is no longer part of {_name_of(before, known)}"]
    lines += [f"  {_name_of(other, known)} stays part of it" for other in staying]
    _told(options, {"recorded": True, "position": position, **body, "was_part_of": before, "stays": staying}, lines)
    return _go_on(options, manifest)


def _parts(options: argparse.Namespace, home: Home, alone: Known) -> int:
    """Show the groups into which the mentions of an entity that is not merged fall, in case several people have its
    name."""
    with opened(home) as warehouse:
        shown = parts(options, warehouse, reading_config())
    if shown is None:
        raise QueryError(
            f"{described(alone)} is not merged into anything, and nothing that is said of it speaks of two; "
            "`annals review merges` lists what is merged"
        )
    return shown


def merges(options: argparse.Namespace) -> int:
    """List the merges that stand."""
    home = Home.from_environment()
    known, _ = _published(home)
    by_id = {entity.entity_id: entity for entity in known}
    rows = [_row(m, by_id) for m in standing_merges(*_decisions(open_ledger(home)))]
    if options.json:
        print(harmless_json(rows))
        return 0
    if not rows:
        print("nothing is merged; `annals review merge INTO OTHER` says that two names are one entity")
        return 0
    names = ["entity", "type", "is", "type", "id", "state"]
    columns = ("name", "entity_type", "into_name", "into_type", "entity_id", "state")
    print_table(names, [[row[column] for column in columns] for row in rows], 40)
    return 0


def _told(options: argparse.Namespace, data: Mapping[str, object], lines: Sequence[str]) -> int:
    """Print what was decided, as JSON or as lines."""
    print(harmless_json(data) if options.json else "\n".join(lines))
    return 0


def _go_on(options: argparse.Namespace, manifest: Manifest) -> int:
    """Say how the decision gets into a build; with --build make that build instead. With --json alone print nothing
    more."""
    return 0 if options.json and not options.build else go_on(manifest, options.build)


def _claims_about(home: Home, entity: Known) -> list[Claim]:
    with opened(home) as warehouse:
        if "kg.assertions" not in warehouse.manifest.tables:
            return []
        condition = "WHERE ? IN (a.subject_entity_id, a.object_entity_id) ORDER BY a.asserted_at_utc, a.assertion_id"
        return claims_of(warehouse, condition, [entity.entity_id])


def _coming_along(other: Known, claims: Sequence[Claim]) -> list[str]:
    """Lines that say how many mentions and which claims become the person's own by a merge of `other` into SELF."""
    told = [f"  with it come {counted(other.mentions, 'mention')} and {counted(len(claims), 'claim')}"]
    return [*told, listed(claims)] if claims else told


def _published(home: Home) -> tuple[list[Known], Manifest]:
    with opened(home) as warehouse:
        return known_entities(warehouse), warehouse.manifest


def _decisions(ledger: Ledger) -> tuple[_Entries, _Entries, _Entries]:
    """Three lists of ledger entries, in the form in which a stage gets them: merges, splits, and undone decisions."""
    kinds = ("entities_merged", "entities_split", "decision_undone")
    entries = ledger.entries(list(kinds))
    merged, split, undone = (
        [{**entry.body, "position": entry.position} for entry in entries if entry.kind == kind] for kind in kinds
    )
    return merged, split, undone


def _links_with(ledger: Ledger, body: Mapping[str, object]) -> Links:
    merged, split, undone = _decisions(ledger)
    return direct_merges([*merged, {**body, "position": ledger.position() + 1}], split, undone)


def _entity_type(typed: str | None) -> str | None:
    if typed is None or typed.upper() in ENTITY_TYPES:
        return typed and typed.upper()
    raise QueryError(f"there is no type {typed!r}; the types are {', '.join(ENTITY_TYPES)}")


def _require_mergeable(into: Known, other: Known, typed_into: str, typed_other: str) -> None:
    if into.entity_id == other.entity_id:
        raise QueryError(f"{typed_into!r} and {typed_other!r} are one entity already: {described(into)}")
    if other.reference.is_self:
        raise QueryError(
            f"SELF is you and cannot become somebody else; the other way round it can be said: "
            f"annals review merge SELF {into.entity_id}"
        )


def _require_type(entity_type: str | None, *entities: Known) -> None:
    if entity_type is not None and entity_type not in {entity.entity_type for entity in entities}:
        raise QueryError(f"{' and '.join(map(described, entities))}: nothing of type {entity_type} is called so")


def _merged_entities(known: list[Known], standing: Mapping[str, Merge]) -> list[Known]:
    """The entities that are merged now. An entity that the published build does not have gets its key as its name."""
    held = [entity for entity in known if entity.entity_id in standing]
    held_ids = {entity.entity_id for entity in held}
    others = [
        EntityReference(entity_id=m.entity_id, entity_type=m.entity_type, entity_key=m.entity_key)
        for m in standing.values()
        if m.entity_id not in held_ids
    ]
    return [*held, *(Known(reference, reference.entity_key) for reference in others)]


def _name_of(entity_id: str, known: list[Known]) -> str:
    """An entity as the published build describes it. If it does not have the entity: the id."""
    return next((described(entity) for entity in known if entity.entity_id == entity_id), entity_id)


def _row(merge: Merge, by_id: Mapping[str, Known]) -> dict[str, str]:
    entity, into = by_id.get(merge.entity_id), by_id.get(merge.into_id)
    names = {"name": entity.name if entity else merge.entity_key, "into_name": into.name if into else merge.into_key}
    return asdict(merge) | names | {"state": _state(merge, entity)}


def _state(merge: Merge, entity: Known | None) -> str:
    if entity is None:
        return "not in the published build"
    return "built" if entity.merged_into == merge.into_id else "waits for a build"
