"""Finds the entity that a person means: entities of the published build by name, alias, key or id.

What happens with the entity is up to the command.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from kg_assets.core.counting import counted
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless
from kg_assets.lexicon.keys import RELATIVE, relation_word
from kg_assets.queries.numbers import serve_settings
from kg_assets.store.decisions import EntityReference
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select

# Tables with the entities, the latest first; the first one that the build has is used.
_STATES = ("kg.entities", "kg.entities__named")
_SELF = "SELF"


@dataclass(frozen=True, slots=True)
class Known:
    """An entity of the published build."""

    reference: EntityReference
    name: str
    aliases: tuple[str, ...] = ()
    mentions: int = 0
    last_seen: str | None = None
    merged_into: str | None = None

    @property
    def entity_id(self) -> str:
        return self.reference.entity_id

    @property
    def entity_type(self) -> str:
        return self.reference.entity_type

    def own_names(self) -> tuple[str, ...]:
        return (self.name, self.reference.entity_key, self.entity_id)


def known_entities(warehouse: OpenWarehouse) -> list[Known]:
    """The entities of the published build, merged ones too, the most mentioned first."""
    state = next((name for name in _STATES if name in warehouse.manifest.tables), None)
    if state is None:
        raise QueryError("the published build knows no entities; `annals build` makes one that does")
    rows = select(
        warehouse.connection,
        "SELECT entity_id, entity_type, entity_key, canonical_name, aliases_json, mention_count, last_seen_at_utc, "
        f"merged_into FROM {state} ORDER BY mention_count DESC, entity_id",
    ).fetchall()
    return [
        Known(
            EntityReference(entity_id=row[0], entity_type=row[1], entity_key=row[2]),
            name=row[3],
            aliases=tuple(row[4]),
            mentions=row[5],
            last_seen=row[6],
            merged_into=row[7],
        )
        for row in rows
    ]


def fitting(known: Sequence[Known], wanted: str) -> list[Known]:
    """The entities that `wanted` may mean; "SELF" means the person. These tests are tried in order, and the first that
    any entity passes decides. Its name, alias, key or id is exactly `wanted`; or is `wanted` in upper or lower case; or
    it is the relative whom `wanted` names ("my brother", "brother"); or its id begins with `wanted`, which must have at
    least `shortest_beginning` characters."""
    if wanted == _SELF:
        return [entity for entity in known if entity.reference.is_self]
    folded = _folded(wanted)
    relative = f"{RELATIVE}{relation_word(folded)}"
    tests: list[Callable[[Known], bool]] = [
        lambda entity: wanted in entity.own_names() or wanted in entity.aliases,
        lambda entity: folded in map(_folded, (*entity.own_names(), *entity.aliases)),
        lambda entity: entity.reference.entity_key == relative,
    ]
    if len(wanted) >= serve_settings().shortest_beginning:
        tests.append(lambda entity: entity.entity_id.startswith(folded))
    for fits in tests:
        hits = [entity for entity in known if fits(entity)]
        if hits:
            return hits
    return []


def meant(known: Sequence[Known], wanted: str, entity_type: str | None, survivors: Mapping[str, str]) -> Known:
    """The one entity that fits. Raises an error that lists the candidates if several fit, or the nearest if
    none does.

    `survivors` says which entities are merged now, and into which. `entity_type` chooses among several.
    """
    hits = fitting(known, wanted)
    if entity_type is not None:
        hits = [hit for hit in hits if hit.entity_type == entity_type] or hits
    hits = _without_shadows(hits, wanted, survivors)
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise QueryError(
            f"{wanted!r} fits {len(hits)} entities; name one by its id, or by the beginning of it:\n{_listed(hits)}"
        )
    near = _nearest(known, wanted)
    if near:
        raise QueryError(f"no entity is called {wanted!r}; the nearest are:\n{_listed(near)}")
    raise QueryError(
        f"no entity is called {wanted!r}, and none nearly so; "
        "annals query 'SELECT name, type FROM entity_overview ORDER BY mentions DESC' lists them"
    )


def described(entity: Known) -> str:
    """An entity in one short phrase for a terminal."""
    return f"{_short(called(entity))} ({entity.entity_type})"


def name_of_self(warehouse: OpenWarehouse) -> dict[str, str]:
    """The name that SELF is shown with, by its entity id."""
    return {one.entity_id: called(one) for one in known_entities(warehouse) if one.reference.is_self}


def called(entity: Known) -> str:
    """The name of an entity; for SELF together with the names that the person said are theirs."""
    given = ", ".join(entity.aliases) if entity.reference.is_self else ""
    return f"{entity.name}, {given}" if given else entity.name


def _without_shadows(hits: Sequence[Known], wanted: str, survivors: Mapping[str, str]) -> list[Known]:
    """The hits without shadows. A shadow has the name only because an entity that has it itself was merged into the
    shadow; of the two, that entity is kept.

    If two hits have the name themselves and one was merged into the other, only the one that remains is kept.
    """
    folded = _folded(wanted)
    own = {hit.entity_id: hit for hit in hits if folded in map(_folded, hit.own_names())}
    dropped = {entity_id for entity_id in own if survivors.get(entity_id) in own}
    dropped |= {hit.merged_into for hit in own.values() if hit.merged_into and hit.merged_into not in own}
    return [hit for hit in hits if hit.entity_id not in dropped]


def _nearest(known: Sequence[Known], wanted: str) -> list[Known]:
    names = [(_folded(name), entity) for entity in known for name in dict.fromkeys((entity.name, *entity.aliases))]
    scored = process.extract(
        _folded(wanted),
        [name for name, _ in names],
        scorer=fuzz.ratio,
        limit=None,
        score_cutoff=serve_settings().entity_least_likeness,
    )
    best: dict[str, tuple[float, Known]] = {}
    for _, score, index in scored:
        entity = names[index][1]
        if entity.entity_id not in best:  # `scored` is in falling order
            best[entity.entity_id] = (score, entity)
    ranked = sorted(best.values(), key=lambda found: (-found[0], -found[1].mentions, found[1].entity_id))
    return [entity for _, entity in ranked[: serve_settings().most_listed]]


def _listed(entities: Sequence[Known]) -> str:
    most = serve_settings().most_listed
    rows = [
        (
            _short(entity.name),
            entity.entity_type,
            counted(entity.mentions, "mention"),
            f"last seen {entity.last_seen[:10]}" if entity.last_seen else "never seen",
            entity.entity_id + (" (merged)" if entity.merged_into else ""),
        )
        for entity in entities[:most]
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    lines = ["  " + "  ".join([*(c.ljust(w) for c, w in zip(row, widths, strict=False)), row[-1]]) for row in rows]
    if len(entities) > most:
        lines.append(f"  and {len(entities) - most} more")
    return "\n".join(lines)


def _short(name: str) -> str:
    line = " ".join(harmless(name).split())
    widest = serve_settings().widest_name
    return line if len(line) <= widest else line[: widest - 1] + "…"


def _folded(text: str) -> str:
    """A name in the form in which names are compared: without case, accents composed (NFC), spaces
    collapsed."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())
